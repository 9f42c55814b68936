// The op `move`: a body in motion against others, which may move too.
#pragma once

#include "app/fields.h"
#include "base/function_ref.h"

namespace graze::app {

// {"translation"}, {"rotation"}, both, {"screw"}, or {"spin"}; throws Error.
Motion read_motion(const Json& value, const Place& place);

// "expel", "tolerance", "budget"; throws Error.
MoveSettings read_move_settings(const Fields& fields);

// Appends the fields of the answer, every one with a comma before it; throws Error.
void answer_move(const Json& request, std::string& text, FunctionRef<const Shape&(const Fields& fields)> shape_of);

}  // namespace graze::app
