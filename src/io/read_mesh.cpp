#include <string>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/io.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze {

Shape read_mesh(const std::string& path, ShapeOptions options) {
  const FloatState standard;
  if (ends_with(path, ".obj")) return read_obj(path, std::move(options));
  if (ends_with(path, ".stl")) return read_stl(path, std::move(options));
  throw Error(path + ": the file's ending is not one that can be read (.obj, .stl)");
}

}  // namespace graze
