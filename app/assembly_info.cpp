#include "app/assembly_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "app/length.h"
#include "app/materials_text.h"
#include "base/json_text.h"

namespace graze::app {

namespace {

const char* name_of(UpAxis axis) { return axis == UpAxis::y ? "y" : axis == UpAxis::z ? "z" : "unknown"; }

// Parts with the same number are instances of one shape; numbered as they come.
std::vector<std::size_t> shape_numbers(const Assembly& assembly) {
  std::map<const void*, std::size_t> numbers;
  std::vector<std::size_t> result;
  for (const Part& part : assembly.parts) {
    result.push_back(numbers.try_emplace(part.shape.identity(), numbers.size()).first->second);
  }
  return result;
}

Box world_box(const Part& part) { return posed_box(part.pose, part.shape.bounds()); }

std::string point_text(Vec3 p) { return fmt::format("({}, {}, {})", p.x, p.y, p.z); }

// How many triangles of all parts have each material.
std::vector<std::uint64_t> triangles_of(const Assembly& assembly) {
  std::vector<std::uint64_t> counts(assembly.materials.size());
  for (const Part& part : assembly.parts) count_tags(part.shape, counts);
  return counts;
}

std::string plain_text(const std::string& file, const Assembly& assembly) {
  std::string text = file + "\n";
  const auto row = [&](const char* key, const std::string& value) { text += fmt::format("  {:<21} {}\n", key, value); };
  std::size_t shapes = 0, solids = 0;
  std::uint64_t triangles = 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box all{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const std::size_t number : shape_numbers(assembly)) shapes = std::max(shapes, number + 1);
  for (const Part& part : assembly.parts) {
    solids += part.shape.solid();
    triangles += part.shape.triangle_count();
    const Box box = world_box(part);
    all = {min(all.lo, box.lo), max(all.hi, box.hi)};
  }
  row("parts", fmt::format("{} of {} shapes, {} solids", assembly.parts.size(), shapes, solids));
  row("triangles", std::to_string(triangles));
  if (!assembly.materials.empty()) row("materials", materials_text(assembly.materials, triangles_of(assembly)));
  row("units", unit_name(assembly.metres_per_unit));
  row("up axis", name_of(assembly.up));
  row("resolution", fmt::format("{}", assembly.resolution));
  if (assembly.deflection > 0) row("deflection", fmt::format("{} from curved faces", assembly.deflection));
  if (!assembly.parts.empty()) row("bounds", point_text(all.lo) + " to " + point_text(all.hi));
  for (const Part& part : assembly.parts) {
    text += fmt::format("{}: {} triangles, {}{}{}\n", part.path, part.shape.triangle_count(),
                        part.shape.solid() ? "solid" : "surface", part.remark.empty() ? "" : "; ", part.remark);
  }
  for (const SkippedPart& part : assembly.skipped) text += fmt::format("skipped {}: {}\n", part.path, part.reason);
  return text;
}

std::string json_text(const std::string& file, const Assembly& assembly) {
  std::string text = "{\"file\":";
  append_string(text, file);
  text += ",\"units\":";
  append_string(text, unit_name(assembly.metres_per_unit));
  text += fmt::format(",\"up\":\"{}\",\"resolution\":", name_of(assembly.up));
  append_number(text, assembly.resolution);
  text += ",\"deflection\":";
  append_number(text, assembly.deflection);
  if (!assembly.materials.empty()) append_materials(text, assembly.materials, triangles_of(assembly));
  text += ",\"parts\":[";
  const std::vector<std::size_t> shapes = shape_numbers(assembly);
  for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
    const Part& part = assembly.parts[i];
    text += i == 0 ? "\n{\"name\":" : ",\n{\"name\":";
    append_string(text, part.name);
    text += ",\"path\":";
    append_string(text, part.path);
    text += ",\"global_id\":";
    append_string(text, part.global_id);
    text += fmt::format(",\"shape\":{},\"triangles\":{},\"solid\":{},\"bounds\":[", shapes[i],
                        part.shape.triangle_count(), part.shape.solid());
    const Box box = world_box(part);
    append_point(text, box.lo);
    text += ",";
    append_point(text, box.hi);
    text += "],\"remark\":";
    append_string(text, part.remark);
    text += "}";
  }
  text += "],\"skipped\":[";
  for (std::size_t i = 0; i < assembly.skipped.size(); ++i) {
    text += i == 0 ? "\n{\"path\":" : ",\n{\"path\":";
    append_string(text, assembly.skipped[i].path);
    text += ",\"reason\":";
    append_string(text, assembly.skipped[i].reason);
    text += "}";
  }
  return text + "]}\n";
}

}  // namespace

std::string assembly_info(const std::string& file, const Assembly& assembly, bool json) {
  return json ? json_text(file, assembly) : plain_text(file, assembly);
}

}  // namespace graze::app
