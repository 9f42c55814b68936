#include "app/read_shape.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "graze/io.h"

namespace graze::app {

Shape read_shape(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".obj" || ending == ".stl") return read_mesh(path);
  if (ending == ".graze") return load(path);
  throw Error(path + ": the file's ending is not one that can be read (.obj, .stl, .graze)");
}

}  // namespace graze::app
