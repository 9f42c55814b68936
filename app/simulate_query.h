// The op `simulate`.
#pragma once

#include <string>

#include "app/fields.h"
#include "base/function_ref.h"

namespace graze::app {

// The fields of the answer, into an open object; throws Error.
void answer_simulate(const Json& request, FunctionRef<Body(const Json&, const Place&)> read_body, std::string& text);

}  // namespace graze::app
