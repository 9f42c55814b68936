// read_mesh of graze/io.h: who reads a file, by the table of formats.
#include <string>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/io.h"
#include "io/formats.h"

namespace graze {

namespace {

Shape read_any(const std::string& path, ShapeOptions options, std::vector<std::string>& materials) {
  const FileFormat* const format = format_of(path);
  if (format == nullptr || format->read_shape == nullptr)
    throw Error(path + ": the file's ending is not one that can be read (" + shape_endings() + ")");
  return format->read_shape(path, std::move(options), materials);
}

}  // namespace

Shape read_mesh(const std::string& path, ShapeOptions options) {
  const FloatState standard;
  std::vector<std::string> unused;
  return read_any(path, std::move(options), unused);
}

Shape read_mesh(const std::string& path, std::vector<std::string>& materials, ShapeOptions options) {
  const FloatState standard;
  if (!options.tags.empty()) throw Error(path + ": tags were given, and materials are to be tags");
  std::vector<std::string> names;
  Shape shape = read_any(path, std::move(options), names);
  materials = std::move(names);
  return shape;
}

}  // namespace graze
