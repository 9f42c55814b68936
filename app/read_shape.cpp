#include "app/read_shape.h"

#include <string_view>

#include "app/fields.h"
#include "app/request.h"
#include "graze/io.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze::app {

namespace {

constexpr std::string_view saved_ending = ".graze";

}  // namespace

bool is_shape_file(const std::string& path) {
  const FileFormat* const format = format_of(path);
  return ends_with(path, saved_ending) || (format != nullptr && format->read_shape != nullptr);
}

std::string all_shape_endings() { return shape_endings() + ", " + std::string(saved_ending); }

Shape read_shape(const std::string& path, std::vector<std::string>& materials) {
  if (!is_shape_file(path))
    throw Error(path + ": the file's ending is not one that can be read (" + all_shape_endings() + ")");
  return ends_with(path, saved_ending) ? load(path) : read_mesh(path, materials);
}

Shape read_shape(const std::string& path) {
  std::vector<std::string> unused;
  return read_shape(path, unused);
}

Body read_body(const std::string& file, const std::string& option, const std::string& pose, bool solid) {
  Body body{read_shape(file), {}};
  if (solid) body.shape = as_solid(body.shape);
  if (pose.empty()) return body;
  const Request json = parse_request(pose);
  if (!json.error.empty()) throw Error(option + ": " + json.error);
  body.pose = read_pose(json.body, {nullptr, option, 0});
  return body;
}

}  // namespace graze::app
