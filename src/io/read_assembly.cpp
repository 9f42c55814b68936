#include "graze/assembly.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze {

Assembly read_assembly(const std::string& path) {
  if (ends_with(path, ".glb") || ends_with(path, ".gltf")) return read_gltf(path);
  if (ends_with(path, ".obj")) return read_obj_parts(path);
  if (ends_with(path, ".stl")) return read_stl_parts(path);
  throw Error(path + ": the file's ending is not one that can be read (.glb, .gltf, .obj, .stl)");
}

}  // namespace graze
