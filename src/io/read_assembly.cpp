#include "graze/assembly.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze {

Assembly read_assembly(const std::string& path) {
  if (ends_with(path, ".glb") || ends_with(path, ".gltf")) return read_gltf(path);
  throw Error(path + ": the file's ending is not one that can be read (.glb, .gltf)");
}

}  // namespace graze
