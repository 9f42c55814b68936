#include "base/float_state.h"
#include "graze/assembly.h"
#include "graze/error.h"
#include "io/ending.h"
#include "io/formats.h"

namespace graze {

namespace {

// What to do about files of a known kind for which no reader was handed in.
std::string hint(const std::string& path) {
  for (const char* ending : {".fbx", ".dae", ".3ds", ".ifc"}) {
    if (ends_with(path, ending))
      return "is read by graze::assimp, which is not here: install libassimp-dev, build again";
  }
  for (const char* ending : {".step", ".stp", ".iges", ".igs"}) {
    if (ends_with(path, ending)) {
      return "is read by graze::step, which is not here: install libocct-data-exchange-dev, build again";
    }
  }
  return "has an ending that is not one that can be read";
}

}  // namespace

Assembly read_assembly(const std::string& path, const ReadOptions& options) {
  const FloatState standard;
  if (ends_with(path, ".glb") || ends_with(path, ".gltf")) return read_gltf(path);
  if (ends_with(path, ".obj")) return read_obj_parts(path);
  if (ends_with(path, ".stl")) return read_stl_parts(path);
  if (ends_with(path, ".ply")) return read_ply_parts(path);
  std::string endings = ".glb, .gltf, .obj, .stl, .ply";
  for (const AssemblyReader& reader : options.readers) {
    for (const std::string& ending : reader.endings) {
      if (ends_with(path, ending)) return reader.read(path, options);
      endings += ", " + ending;
    }
  }
  throw Error(path + ": the file " + hint(path) + " (" + endings + " are read)");
}

}  // namespace graze
