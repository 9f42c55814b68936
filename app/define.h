// The shapes of `define`.
#pragma once

#include <string>
#include <vector>

#include "base/function_ref.h"

#include "app/fields.h"

namespace graze::app {

// A body's shape and pose, by the names that were defined.
using ReadBody = FunctionRef<Body(const Json&, const Place&)>;

// Reads the whole request of a `define`; throws Error.
Shape read_definition(const Json& request, ReadBody read_body);

// The field "vertices": points; throws Error.
std::vector<Vec3> read_vertices(const Fields& fields);

}  // namespace graze::app
