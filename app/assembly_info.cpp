#include "app/assembly_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "app/materials_text.h"
#include "base/json_text.h"
#include "clash/length.h"

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

// Of the posed corners; a box that is turned would have more room than its part.
Box world_box(const Part& part) {
  if (part.shape.triangle_count() == 0) return posed_box(part.pose, part.shape.bounds());
  Box box;
  for (std::uint32_t i = 0; i < part.shape.triangle_count(); ++i) {
    const Triangle t = part.shape.triangle(i);
    for (const Vec3& corner : {part.pose * t.a, part.pose * t.b, part.pose * t.c})
      box = {min(box.lo, corner), max(box.hi, corner)};
  }
  return box;
}

// What a solid encloses, in its pose; of a surface there is none.
double volume_of(const Part& part) {
  if (!part.shape.solid() || !part.shape.topology().closed) return std::numeric_limits<double>::quiet_NaN();
  const Mat3& m = part.pose.linear;
  return part.shape.topology().signed_volume * std::fabs(dot(m.c0, cross(m.c1, m.c2)));
}

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
  if (!(assembly.origin == Vec3{})) row("origin", point_text(assembly.origin) + ", taken out of all coordinates");
  if (!assembly.map.name.empty())
    row("map", fmt::format("{}, at {} m", assembly.map.name, point_text(assembly.map.at)));
  if (!assembly.parts.empty()) row("bounds", point_text(all.lo) + " to " + point_text(all.hi));
  for (const Part& part : assembly.parts) {
    text += fmt::format("{}: {} triangles, {}{}{}", part.path, part.shape.triangle_count(),
                        part.shape.solid() ? "solid" : "surface", part.remark.empty() ? "" : "; ", part.remark);
    for (const std::string* fact : {&part.kind, &part.type, &part.layer, &part.global_id})
      if (!fact->empty()) text += "; " + *fact;
    text += "\n";
  }
  for (const SkippedPart& part : assembly.skipped) {
    text += fmt::format("lost {}{}: {}\n", part.path, part.global_id.empty() ? "" : " (" + part.global_id + ")",
                        part.reason);
  }
  for (const std::string& note : assembly.notes) text += "note: " + note + "\n";
  return text;
}

std::string json_text(const std::string& file, const Assembly& assembly) {
  std::string text;
  JsonWriter out(text);
  const std::vector<std::size_t> shapes = shape_numbers(assembly);
  std::size_t at = 0;
  out.object([&] {
    out.field("file", file).field("units", unit_name(assembly.metres_per_unit)).field("up", name_of(assembly.up));
    out.field("resolution", assembly.resolution).field("deflection", assembly.deflection);
    if (!assembly.materials.empty()) append_materials(text, assembly.materials, triangles_of(assembly));
    out.key("parts").lines(assembly.parts, [&](const Part& part) {
      const Box box = world_box(part);
      out.object([&] {
        out.field("name", part.name).field("path", part.path).field("global_id", part.global_id);
        out.field("shape", shapes[at++]).field("triangles", part.shape.triangle_count());
        out.field("solid", part.shape.solid()).field("volume", volume_of(part));
        out.key("bounds").array([&] { out.value(box.lo).value(box.hi); });
        out.field("remark", part.remark);
        if (part.kind.empty()) return;
        out.field("kind", part.kind).field("type", part.type).field("storey", part.storey).field("layer", part.layer);
        out.key("groups").list(part.groups, [&](const std::string& group) { out.value(group); });
        out.key("properties").object([&] {
          for (const auto& set : part.properties) {
            out.key(set->name.c_str()).object([&] {
              for (const auto& [name, value] : set->values) out.field(name.c_str(), value);
            });
          }
        });
      });
    });
    out.key("skipped").lines(assembly.skipped, [&](const SkippedPart& part) {
      out.object([&] { out.field("path", part.path).field("reason", part.reason).field("global_id", part.global_id); });
    });
    out.key("notes").list(assembly.notes, [&](const std::string& note) { out.value(note); });
    out.field("origin", assembly.origin);
  });
  return text + "\n";
}

}  // namespace

std::string assembly_info(const std::string& file, const Assembly& assembly, bool json) {
  return json ? json_text(file, assembly) : plain_text(file, assembly);
}

}  // namespace graze::app
