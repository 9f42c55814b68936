#include "app/read_shape.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/fields.h"
#include "app/request.h"
#include "graze/io.h"

namespace graze::app {

Shape read_shape(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".obj" || ending == ".stl") return read_mesh(path);
  if (ending == ".graze") return load(path);
  throw Error(path + ": the file's ending is not one that can be read (.obj, .stl, .graze)");
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
