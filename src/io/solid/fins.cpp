#include "io/solid/fins.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/where.h"
#include "narrow/triangle/flat.h"

namespace graze {

namespace {

// Do two triangles lie on each other along an edge that they share? Where nothing does so, there is no fin: its rim is
// such an edge.
bool has_folds(const SolidMesh& mesh) {
  struct Side {
    std::uint32_t low, high, apex;
    bool operator<(const Side& other) const {
      return std::tie(low, high, apex) < std::tie(other.low, other.high, other.apex);
    }
  };
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const Index3& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      sides.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3]), t[(k + 2) % 3]});
  std::sort(sides.begin(), sides.end());
  const auto folded = [&](const Side& x, const Side& y) {
    const Vec3 p = mesh.vertices[x.low], q = mesh.vertices[x.high], r = mesh.vertices[x.apex],
               s = mesh.vertices[y.apex];
    const int axis = projection_axis({p, q, r});
    return axis >= 0 && side(p, q, r, s) == 0 && turn(axis, p, q, r) * turn(axis, p, q, s) > 0;
  };
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t k = i + 1; k < sides.size() && sides[k].low == sides[i].low && sides[k].high == sides[i].high; ++k)
      if (folded(sides[i], sides[k])) return true;
  return false;
}

// Above the longest side.
double height_of(const Triangle& t) {
  const double longest = std::max({length(t.b - t.a), length(t.c - t.a), length(t.c - t.b)});
  return length(cross(t.b - t.a, t.c - t.a)) / longest;
}

// Is a part of the mesh that hangs together inside out? It may be a void, or enclose nothing.
bool has_inverted_parts(const SolidMesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const Index3& t : mesh.triangles)
    for (const std::uint32_t other : {t[1], t[2]}) parent[root(other)] = root(t[0]);
  std::unordered_map<std::uint32_t, double> volume;
  for (const Index3& t : mesh.triangles) {
    const std::uint32_t part = root(t[0]);
    const Vec3 from = mesh.vertices[part];
    volume[part] += dot(mesh.vertices[t[0]] - from, cross(mesh.vertices[t[1]] - from, mesh.vertices[t[2]] - from));
  }
  const bool outward = enclosed_volume(mesh) > 0;
  return volume.size() > 1 && std::any_of(volume.begin(), volume.end(), [&](const auto& part) {
           return outward ? part.second < 0 : part.second > 0;
         });
}

}  // namespace

SolidMesh take_fins(SolidMesh& mesh, const SolidMesh& sheets, double thinnest) {
  if (sheets.empty() && !has_folds(mesh) && !has_inverted_parts(mesh)) return {};
  SolidMesh all{mesh.vertices, mesh.triangles};
  all.append(sheets);
  const std::size_t given = all.triangles.size();
  SolidMesh backs = sheets;
  backs.turn();
  all.append(backs);
  const Shape shape = make_mesh(all.vertices, all.triangles);
  if (!shape.topology().closed || shape.topology().volume_sign == 0) return sheets;
  PlacedBody placed;
  if (prepare({shape, {}}, placed) != Status::ok) return sheets;
  placed.body.orientation = shape.topology().volume_sign;  // turned, where it is inside out
  const SolidBody solid(placed);
  Counters counters;
  SolidMesh fins, rest;
  fins.vertices = rest.vertices = all.vertices;
  for (std::size_t i = 0; i < given; ++i) {
    const Index3& t = all.triangles[i];
    const Triangle face{all.vertices[t[0]], all.vertices[t[1]], all.vertices[t[2]]};
    const bool fin = projection_axis(face) >= 0 && height_of(face) > thinnest &&
                     where(solid, ExactPoint::middle_of(face), counters) == Where::outside;
    if (fin) fins.triangles.push_back(t);
    if (!fin && i < mesh.triangles.size()) rest.triangles.push_back(t);
  }
  if (rest.triangles.size() < mesh.triangles.size() && is_closed(rest)) mesh = welded(rest);
  return fins;
}

}  // namespace graze
