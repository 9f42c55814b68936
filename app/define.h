// The shapes of `define`.
#pragma once

#include <vector>

#include "app/fields.h"

namespace graze::app {

// Reads the whole request of a `define`; throws Error.
Shape read_definition(const Json& request);

// The field "vertices": points; throws Error.
std::vector<Vec3> read_vertices(const Fields& fields);

}  // namespace graze::app
