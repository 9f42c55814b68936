#include "app/read_model.h"

#include <filesystem>

#include "graze/readers.h"

namespace graze::app {

namespace {

std::vector<AssemblyReader> readers() {
  std::vector<AssemblyReader> all;
#if GRAZE_HAS_ASSIMP
  all.push_back(assimp_reader());
#endif
  return all;
}

}  // namespace

Assembly read_model(const std::string& path, double deflection) { return read_assembly(path, {deflection, readers()}); }

std::string model_endings() {
  std::string text = ".glb, .gltf, .obj, .stl";
  for (const AssemblyReader& reader : readers()) {
    for (const std::string& ending : reader.endings) text += ", " + ending;
  }
  return text;
}

}  // namespace graze::app
