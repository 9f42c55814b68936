// Rays of requests, and their hits as JSON.
#pragma once

#include <string>

#include "app/fields.h"
#include "graze/query.h"

namespace graze::app {

// "origin", "direction" or "to", "max"; throws Error.
Ray read_ray(const Fields& fields);

// "t","triangle","normal","point" without the braces; no hit: all null.
void append_hit(std::string& text, const RayHit* hit);

}  // namespace graze::app
