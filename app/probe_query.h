// The op `probe`: a tool that follows the hand along its poses, tick by tick.
#pragma once

#include <string>

#include "app/fields.h"
#include "base/function_ref.h"

namespace graze::app {

// Appends the fields of the answer; throws Error.
void answer_probe(const Fields& fields, FunctionRef<Body(const Json&, const Place&)> read_body, std::string& text);

}  // namespace graze::app
