// The op `world` with `do`: ray, overlap, within, nearest, cast and walk.
#pragma once

#include <string>

#include "app/fields.h"
#include "base/function_ref.h"
#include "graze/world_query.h"

namespace graze::app {

bool is_world_query(const std::string& what);
std::string world_query_names();  // for messages: "ray, ..."

// Appends the fields of the answer; throws Error. `what` is a world query. `find` names the object of a key.
void answer_world_query(const World& world, const Json& request, const std::string& what,
                        FunctionRef<const Shape&(const Fields&)> read_shape,
                        FunctionRef<ObjectId(const Json& value, const Place& place)> find, std::string& text);

}  // namespace graze::app
