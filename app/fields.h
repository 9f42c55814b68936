// Checked reading of a request: every error names the place, such as 'mesh.vertices[3]'.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/graze.h"

namespace graze::app {

using Json = nlohmann::json;

// "null", "an array", "a number", ...
std::string type_in_words(const Json& value);

// Where a value stands in the request: a chain of fields and array indices, written out only for an error.
struct Place {
  const Place* parent = nullptr;
  std::string_view field = {};  // empty: an element of the parent
  std::size_t index = 0;

  std::string text() const;
};

// An object whose fields are all among the known ones; throws Error for another field, or another type.
class Fields {
 public:
  Fields(const Json& value, const Place& place, std::span<const std::string_view> known);
  Fields(const Json& value, const Place& place, std::initializer_list<std::string_view> known)
      : Fields(value, place, std::span(known.begin(), known.size())) {}

  const Json* find(std::string_view field) const;  // nullptr when it is not given
  const Json& need(std::string_view field) const;  // throws Error when it is not given
  Place at(std::string_view field) const { return {&place_, field, 0}; }

 private:
  const Json& value_;
  const Place& place_;
};

// Each throws Error for a value of another type or length.
bool read_bool(const Json& value, const Place& place);
double read_number(const Json& value, const Place& place);
std::int64_t read_integer(const Json& value, const Place& place, std::int64_t least, std::int64_t most);
std::vector<double> read_numbers(const Json& value, const Place& place);
std::vector<double> read_numbers(const Json& value, const Place& place, std::size_t length);
Vec3 read_point(const Json& value, const Place& place);
// These return a part of the value; the place is a copy, as GCC 13 takes every reference to a temporary for the result.
const std::string& read_string(const Json& value, Place place);
const Json::array_t& read_array(const Json& value, Place place);

// "budget", or what is to be taken when it is not given.
std::uint64_t read_budget(const Fields& fields, std::uint64_t otherwise);

// {"translation","rotation","scale"}, each optional, or {"matrix"}.
Pose read_pose(const Json& value, const Place& place);

}  // namespace graze::app
