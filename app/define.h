// The shapes of `define`.
#pragma once

#include "app/fields.h"

namespace graze::app {

// Reads the whole request of a `define`; throws Error.
Shape read_definition(const Json& request);

}  // namespace graze::app
