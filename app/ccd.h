// The op `ccd`: points on straight paths, no shapes.
#pragma once

#include "app/fields.h"

namespace graze::app {

// Appends the fields of the answer, every one with a comma before it; throws Error.
void answer_ccd(const Json& request, std::string& text);

}  // namespace graze::app
