// One line of `graze query`, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace graze::app {

struct Request {
  std::string id = "null";  // JSON text of the request's id, numbers as they were written
  nlohmann::json body;      // an object
  std::string error;        // not empty: the line is not a request
};

// Besides bad JSON, these are errors: a line that is no object, a number beyond the doubles, a field given twice,
// nesting deeper than 64. Minus zero stays minus zero.
Request parse_request(std::string_view line);

}  // namespace graze::app
