#include "narrow/depth/convex_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "math/norms.h"
#include "math/point_hash.h"
#include "narrow/inside/bounding.h"

namespace graze {

namespace {

constexpr std::uint32_t most_triangles = 2000;
constexpr double off_plane = 1e-7;  // of the size of the body

void add_corners(const Posed& solid, ConvexFaces& faces) {
  std::unordered_map<Vec3, std::uint32_t, PointHash> known;
  const std::uint32_t count = solid.shape->triangle_count;
  known.reserve(count);
  faces.triangles.reserve(count);
  const Bounding bounds(*solid.shape);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!bounds(i) || second_diagonal(*solid.shape, i)) continue;
    Triangle t = solid.triangle(i);
    if (solid.orientation < 0) std::swap(t.b, t.c);
    const auto number = [&](Vec3 p) {
      const auto [at, added] = known.try_emplace(p, static_cast<std::uint32_t>(faces.points.size()));
      if (added) {
        faces.points.push_back(p);
        faces.box = merge(faces.box, p);
      }
      return at->second;
    };
    const std::uint32_t a = number(t.a), b = number(t.b), c = number(t.c);
    if (a != b && b != c && c != a) faces.triangles.push_back({a, b, c});
  }
}

// How often the triangles of one plane lie over a point of it; negative where an edge may run through it.
int times_over(const ConvexFaces& faces, const std::vector<std::uint32_t>& of, const HullPlane& plane, Vec3 p,
               double size) {
  int times = 0;
  for (const std::uint32_t i : of) {
    const Index3& t = faces.triangles[i];
    int sides[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 from = faces.points[t[k]], to = faces.points[t[(k + 1) % 3]];
      const double area = dot(plane.normal, cross(to - from, p - from));
      const double unsure = 4 * off_plane * size * length(to - from);
      sides[k] = area > unsure ? 1 : area < -unsure ? -1 : 0;
    }
    if (sides[0] == sides[1] && sides[1] == sides[2] && sides[0] != 0) {
      times += sides[0];
    } else if (std::min({sides[0], sides[1], sides[2]}) >= 0 || std::max({sides[0], sides[1], sides[2]}) <= 0) {
      return -1;
    }
  }
  return times;
}

}  // namespace

std::optional<ConvexFaces> convex_faces(const Posed& solid) {
  if (solid.shape->triangle_count > most_triangles) return std::nullopt;
  ConvexFaces faces;
  add_corners(solid, faces);
  const double size = length(faces.box.hi - faces.box.lo);
  if (faces.triangles.empty() || !(size > 0) || !std::isfinite(size)) return std::nullopt;
  const double wide = off_plane * size;
  faces.rounding = 0x1p-47 * size;
  // From the largest triangle on, so that slivers, which do not tell which way they face, lie in planes that are known.
  std::vector<std::pair<double, std::uint32_t>> order(faces.triangles.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const Index3& t = faces.triangles[i];
    const Vec3 a = faces.points[t[0]];
    order[i] = {-length(cross(faces.points[t[1]] - a, faces.points[t[2]] - a)), i};
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> of_first;
  for (const auto& [area, number] : order) {
    const double less = 0.5 * area;  // lambdas of clang 14 cannot capture parts of a pair
    const std::uint32_t i = number;
    const Index3& t = faces.triangles[i];
    const Vec3 a = faces.points[t[0]], b = faces.points[t[1]], c = faces.points[t[2]];
    const Vec3 n = cross(b - a, c - a);
    const auto holds = [&](const HullPlane& plane) {
      return std::fabs(plane.height(a)) <= wide && std::fabs(plane.height(b)) <= wide &&
             std::fabs(plane.height(c)) <= wide && dot(plane.normal, n) >= less;
    };
    auto at = std::find_if(faces.planes.begin(), faces.planes.end(), holds);
    if (at == faces.planes.end()) {
      if (!(-area > wide * wide)) return std::nullopt;
      HullPlane plane{n / length(n), a, 0};
      plane.normal = plane.normal / length(plane.normal);
      for (const Vec3& p : faces.points) plane.slack = std::max(plane.slack, plane.height(p));
      if (!(plane.slack <= wide)) return std::nullopt;
      faces.planes.push_back(plane);
      at = faces.planes.end() - 1;
    }
    at->slack = std::max({at->slack, -at->height(a), -at->height(b), -at->height(c)});
    if (at == faces.planes.begin()) of_first.push_back(i);
  }
  for (HullPlane& plane : faces.planes) plane.slack = plane.slack * (1 + 0x1p-48) + faces.rounding;
  // Around points behind all planes the surface goes as often as it lies over any point of one of them.
  const Index3& first = faces.triangles[order[0].second];
  const Vec3 middle = (faces.points[first[0]] + faces.points[first[1]] + faces.points[first[2]]) * (1.0 / 3);
  if (times_over(faces, of_first, faces.planes[0], middle, size) != 1) return std::nullopt;
  return faces;
}

double least_depth(const ConvexFaces& solid, Vec3 p) noexcept {
  double least = std::numeric_limits<double>::infinity();
  for (const HullPlane& plane : solid.planes) {
    const double depth = -plane.height(p);
    least = std::min(least, depth - (plane.slack + solid.rounding + 0x1p-48 * std::fabs(depth)));
  }
  return least;
}

}  // namespace graze
