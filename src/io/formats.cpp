#include "io/formats.h"

#include "io/ending.h"
#include "io/readers.h"

namespace graze {
namespace {

using By = FileFormat::By;

// In the order in which messages list them.
constexpr FileFormat formats[] = {
    {{".glb", ".gltf"}, By::graze, nullptr, nullptr, read_gltf},
    {{".obj"}, By::graze, read_obj_parts, read_obj},
    {{".stl"}, By::graze, read_stl_parts, read_stl},
    {{".ply"}, By::graze, read_ply_parts, read_ply},
    {{".bt"}, By::graze, read_octomap_parts, read_octomap},
    {{".3mf"}, By::graze, read_threemf},
    {{".ifc", ".ifczip"}, By::graze, nullptr, nullptr, read_ifc},
    {{".fbx", ".dae", ".3ds"}, By::assimp},
    {{".step", ".stp", ".iges", ".igs"}, By::step},
};

template <class Which>
std::vector<std::string> endings_where(const Which& which) {
  std::vector<std::string> all;
  for (const FileFormat& format : formats)
    for (const std::string_view ending : format.endings)
      if (which(format) && !ending.empty()) all.emplace_back(ending);
  return all;
}

std::string joined(const std::vector<std::string>& endings) {
  std::string text;
  for (const std::string& ending : endings) text += (text.empty() ? "" : ", ") + ending;
  return text;
}

}  // namespace

std::span<const FileFormat> file_formats() noexcept { return formats; }

const FileFormat* format_of(const std::string& path) noexcept {
  for (const FileFormat& format : formats)
    for (const std::string_view ending : format.endings)
      if (!ending.empty() && ends_with(path, ending)) return &format;
  return nullptr;
}

std::string part_endings() {
  return joined(endings_where([](const FileFormat& format) { return format.has_parts(); }));
}
std::string shape_endings() {
  return joined(endings_where([](const FileFormat& format) { return format.read_shape != nullptr; }));
}
std::vector<std::string> endings_by(FileFormat::By by) {
  return endings_where([by](const FileFormat& format) { return format.by == by; });
}

}  // namespace graze
