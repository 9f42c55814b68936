#include "narrow/depth/tetrahedron.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "narrow/depth/surface_gap.h"

namespace graze {

namespace {
constexpr std::size_t most_faces = 128;
}

Box box_of(const Tetrahedron& at) {
  Box box;
  for (const Vec3& p : at) box = merge(box, p);
  return box;
}

void find_crossed(const PosedTree& tree, const FlatFaces& flat, const Tetrahedron& at, double rounding,
                  Crossed& result) {
  result.known = false;
  result.faces.clear();
  struct Plane {
    Vec3 normal, point;
  };
  std::array<Plane, 4> planes;
  double areas = 0, longest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 a = at[(k + 1) % 4], b = at[(k + 2) % 4], c = at[(k + 3) % 4];
    Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    if (!(size > 0)) return;
    n = n / size;
    planes[k] = {dot(n, at[k] - a) > 0 ? n * -1.0 : n, a};
    areas += 0.5 * size;
    longest = std::max(longest, length(at[k] - a));
  }
  const double volume = std::fabs(dot(at[1] - at[0], cross(at[2] - at[0], at[3] - at[0]))) / 6;
  const double radius = 3 * volume / areas;
  result.inside = 4 * rounding + 0x1p-48 * longest;
  if (!(radius > 16 * result.inside)) return;
  result.margin = 1.01 * result.inside * longest / radius;
  const Box box = box_of(at);
  std::uint64_t looks = 0;
  const bool all = each_triangle_near(tree, box, 0, [&](std::uint32_t i) {
    ++looks;
    const std::uint32_t face = flat.face_of[i];
    if (std::find(result.faces.begin(), result.faces.end(), face) != result.faces.end()) return true;
    const Triangle& t = tree.triangles()[i];
    for (const Plane& plane : planes) {
      const double least = std::min({dot(plane.normal, t.a - plane.point), dot(plane.normal, t.b - plane.point),
                                     dot(plane.normal, t.c - plane.point)});
      if (least >= -0.5 * result.inside) return true;
    }
    // Or all of it on one side of the triangle's plane.
    const Vec3 n = cross(t.b - t.a, t.c - t.a);
    const double size = length(n);
    if (size > 0) {
      double low = dot(n, at[0] - t.a), high = low;
      for (std::size_t k = 1; k < 4; ++k) {
        low = std::min(low, dot(n, at[k] - t.a));
        high = std::max(high, dot(n, at[k] - t.a));
      }
      const double near = 0.5 * result.inside * size;
      if (low >= -near || high <= near) return true;
    }
    if (result.faces.size() == most_faces) return false;
    result.faces.push_back(face);
    return true;
  });
  work::charge(16 + 4 * looks);
  result.known = all;
}

}  // namespace graze
