#include "app/fields.h"
#include "base/ranges.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/words.h"
#include "io/text_file.h"

namespace graze::app {

namespace {

[[noreturn]] void wrong(const Json& value, const Place& place, const std::string& wanted) {
  throw Error("'" + place.text() + "' must be " + wanted + ", not " + type_in_words(value));
}

[[noreturn]] void wrong_length(const Json::array_t& values, const Place& place, std::size_t length,
                               const std::string& what) {
  throw Error("'" + place.text() + "' must have " + std::to_string(length) + " " + what + ", not " +
              std::to_string(values.size()));
}

}  // namespace

std::string type_in_words(const Json& value) { return value.is_null() ? "null" : with_article(value.type_name()); }

std::string Place::text() const {
  std::string before = parent == nullptr ? "" : parent->text();
  if (field.empty()) return parent == nullptr ? before : before + "[" + std::to_string(index) + "]";
  return before.empty() ? std::string(field) : before + "." + std::string(field);
}

Fields::Fields(const Json& value, const Place& place, std::span<const std::string_view> known)
    : value_(value), place_(place) {
  if (!value.is_object()) wrong(value, place, "an object");
  for (const auto& [name, member] : value.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string list;
    for (const std::string_view k : known) list += (list.empty() ? "" : ", ") + std::string(k);
    const std::string where = place.text();
    throw Error("unknown field " + in_quotes(name) + (where.empty() ? "" : " in '" + where + "'") + " (known: " + list +
                ")");
  }
}

const Json* Fields::find(std::string_view field) const {
  const auto it = value_.find(field);
  return it == value_.end() ? nullptr : &*it;
}

const Json& Fields::need(std::string_view field) const {
  if (const Json* value = find(field)) return *value;
  throw Error("missing field '" + at(field).text() + "'");
}

bool read_bool(const Json& value, const Place& place) {
  if (!value.is_boolean()) wrong(value, place, "true or false");
  return value.get<bool>();
}

double read_number(const Json& value, const Place& place) {
  if (!value.is_number()) wrong(value, place, "a number");
  return value.get<double>();
}

std::int64_t read_integer(const Json& value, const Place& place, std::int64_t least, std::int64_t most) {
  const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                               : value.is_number_integer() && value.get<std::int64_t>() <= most;
  if (fits && value.get<std::int64_t>() >= least) return value.get<std::int64_t>();
  const std::string range = "an integer from " + std::to_string(least) + " to " + std::to_string(most);
  if (!value.is_number()) wrong(value, place, range);
  throw Error("'" + place.text() + "' must be " + range + ", not " + value.dump());
}

const std::string& read_string(const Json& value, Place place) {
  if (!value.is_string()) wrong(value, place, "a string");
  return value.get_ref<const std::string&>();
}

const Json::array_t& read_array(const Json& value, Place place) {
  if (!value.is_array()) wrong(value, place, "an array");
  return value.get_ref<const Json::array_t&>();
}

std::vector<double> read_numbers(const Json& value, const Place& place) {
  const Json::array_t& values = read_array(value, place);
  std::vector<double> numbers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) numbers[i] = read_number(values[i], {&place, {}, i});
  return numbers;
}

std::vector<double> read_numbers(const Json& value, const Place& place, std::size_t length) {
  const Json::array_t& values = read_array(value, place);
  if (values.size() != length) wrong_length(values, place, length, "numbers");
  return read_numbers(value, place);
}

Vec3 read_point(const Json& value, const Place& place) {
  const Json::array_t& values = read_array(value, place);
  if (values.size() != 3) wrong_length(values, place, 3, "numbers");
  Vec3 point;
  for (std::size_t i = 0; i < 3; ++i) point[static_cast<int>(i)] = read_number(values[i], {&place, {}, i});
  return point;
}

std::uint64_t read_budget(const Fields& fields, std::uint64_t otherwise) {
  const Json* budget = fields.find("budget");
  if (budget == nullptr) return otherwise;
  return static_cast<std::uint64_t>(
      read_integer(*budget, fields.at("budget"), 1, std::numeric_limits<std::int64_t>::max()));
}

Pose read_pose(const Json& value, const Place& place) {
  const Fields fields(value, place, {"translation", "rotation", "scale", "matrix"});
  try {
    if (const Json* matrix = fields.find("matrix")) {
      if (value.size() != 1) throw Error("a matrix stands alone, without translation, rotation or scale");
      const Place at = fields.at("matrix");
      const Json::array_t& rows = read_array(*matrix, at);
      if (rows.size() != 4) wrong_length(rows, at, 4, "rows");
      std::array<std::array<double, 4>, 4> numbers;
      for (std::size_t i = 0; i < 4; ++i) {
        ranges::copy(read_numbers(rows[i], {&at, {}, i}, 4), numbers[i].begin());
      }
      return pose_from_matrix(numbers);
    }
    Vec3 translation, scale{1, 1, 1};
    Quat rotation;
    if (const Json* v = fields.find("translation")) translation = read_point(*v, fields.at("translation"));
    if (const Json* v = fields.find("rotation")) {
      const std::vector<double> q = read_numbers(*v, fields.at("rotation"), 4);
      rotation = {q[0], q[1], q[2], q[3]};
    }
    if (const Json* v = fields.find("scale")) scale = read_point(*v, fields.at("scale"));
    return make_pose(translation, rotation, scale);
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.front() == '\'') throw;
    throw Error("'" + place.text() + "': " + message);
  }
}

}  // namespace graze::app
