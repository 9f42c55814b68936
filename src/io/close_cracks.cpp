// close_cracks of graze/assembly.h. Shapes that parts share stay shared.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "graze/assembly.h"
#include "graze/error.h"
#include "io/part_list.h"
#include "io/solid/mend.h"

namespace graze {

namespace {

// The triangles of an open mesh; empty for other shapes and for solids.
SolidMesh open_mesh(const Shape& shape) {
  SolidMesh mesh;
  if (!shape || shape.form() != ShapeForm::mesh || shape.solid()) return mesh;
  const std::uint32_t count = shape.triangle_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Triangle triangle = shape.triangle(i);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {triangle.a, triangle.b, triangle.c});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.tags.push_back(shape.tag(i));
  }
  return welded(mesh);
}

double largest_scale(const Pose& pose) {
  return std::max({length(pose.linear.c0), length(pose.linear.c1), length(pose.linear.c2)});
}

// Why it is open is not so any more; what else was said of it is.
std::string rest_of(const std::string& remark) {
  const std::size_t end = remark.find("; ");
  return end == std::string::npos ? "" : remark.substr(end);
}

struct Closed {
  PartShape part;   // no shape: it stays open
  std::string how;  // what was done
};

Closed closed(const Shape& open, double width, double scale, const Assembly& assembly) {
  Closed result;
  const SolidMesh mesh = open_mesh(open);
  if (mesh.empty()) return result;
  const double metres = assembly.metres_per_unit;
  const double local = width / scale;
  Mended whole = mended(mesh, {.widths = {1e-3 * local, 0.1 * local, local},
                               .hole = local,
                               .per_unit = scale * (metres > 0 ? metres * 1000 : 1),
                               .unit = metres > 0 ? "mm" : "units"});
  if (!whole.closed || whole.how.empty()) return result;
  PartShape part =
      make_part_shape(std::move(whole.mesh.vertices), std::move(whole.mesh.triangles), std::move(whole.mesh.tags));
  if (!part.shape.solid()) return result;
  result.part = std::move(part);
  result.how = std::move(whole.how);
  return result;
}

}  // namespace

std::size_t close_cracks(Assembly& assembly, double width) {
  if (!(width >= 0) || !std::isfinite(width)) throw Error("the width of cracks must be finite and not negative");
  if (width == 0) return 0;
  const auto is_open = [](const Part& part) {
    return part.shape && part.shape.form() == ShapeForm::mesh && !part.shape.solid();
  };
  // The width is of the world: of all instances the largest says what that is in the shape.
  std::unordered_map<const void*, double> scales;
  for (const Part& part : assembly.parts) {
    double& scale = scales[part.shape.identity()];
    scale = std::max(scale, largest_scale(part.pose));
  }
  std::unordered_map<const void*, Closed> known;
  std::vector<Shape> opened;  // kept, so that no other shape gets the identity of one
  std::size_t count = 0;
  for (Part& part : assembly.parts) {
    if (!is_open(part)) continue;
    const void* const identity = part.shape.identity();
    const auto [found, added] = known.try_emplace(identity);
    if (added) {
      opened.push_back(part.shape);
      found->second = closed(part.shape, width, scales[identity], assembly);
    }
    const Closed& whole = found->second;
    if (!whole.part.shape) continue;
    part.shape = whole.part.shape;
    part.remark = whole.how + (whole.part.remark.empty() ? "" : "; " + whole.part.remark) + rest_of(part.remark);
    ++count;
  }
  if (count > 0) {
    char text[160];
    const double metres = assembly.metres_per_unit;
    std::snprintf(text, sizeof text, "%zu parts were nearly closed and are solids: cracks and holes up to %.3g %s wide",
                  count, width * (metres > 0 ? metres * 1000 : 1), metres > 0 ? "mm" : "units");
    assembly.notes.emplace_back(text);
  }
  return count;
}

}  // namespace graze
