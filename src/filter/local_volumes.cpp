// Rounding. A distance in double is within 4u of itself, and the difference of two coordinates within u of the larger:
// a radius is taken up by 2^-48 of itself and of the largest coordinate.
//
// A box along axes A that are perpendicular and unit up to e, |a_i.a_j - [i=j]| <= e: a point d from the origin of the
// measure is A (A^T d) and a rest of at most 3e |d|. With |d| at most sqrt(3) times the sum of the largest half extent
// and the largest coordinate of the middle, 8e of both in each half extent hold the rest, and 2^-48 of the largest
// coordinate the roundings of the products.
#include "filter/local_volumes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "math/norms.h"
#include "shape/lazy.h"
#include "volume/obb.h"

namespace graze {
namespace {

// The least pad is not so small that its products are denormal numbers, with which the machine takes its time.
constexpr double share = 0x1p-48, least_pad = 0x1p-200;

template <class Visit>
void for_each_corner(const ShapeData& shape, const Visit& visit) {
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    const Triangle t = shape.triangle(i);
    visit(t.a);
    visit(t.b);
    visit(t.c);
  }
}

// With no side below a thousandth of the longest, so that flat ones compare by their areas.
double volume(Vec3 half) {
  const double least = 1e-3 * largest(half);
  return std::max(half.x, least) * std::max(half.y, least) * std::max(half.z, least);
}

struct LocalBox {
  Vec3 middle;
  std::array<Vec3, 3> half;
  double volume = std::numeric_limits<double>::infinity();
};

LocalBox box_along(const ShapeData& shape, const Mat3& axes, double coordinates) {
  LocalBox box;
  double defect = 0x1p-50;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      const double off = std::fabs(dot(axes[i], axes[j]) - (i == j ? 1 : 0)) + 0x1p-50;
      if (!(off < 1e-9)) return box;
      defect = std::max(defect, off);
    }
  const Vec3 origin = shape.bounds.lo * 0.5 + shape.bounds.hi * 0.5;
  Box seen;
  for_each_corner(shape, [&](Vec3 corner) {
    const Vec3 d = corner - origin;
    seen = merge(seen, Vec3{dot(axes.c0, d), dot(axes.c1, d), dot(axes.c2, d)});
  });
  const Vec3 mean = seen.lo * 0.5 + seen.hi * 0.5, extent = seen.hi * 0.5 - seen.lo * 0.5;
  const double pad = 8 * defect * (largest(extent) + largest(mean)) + share * coordinates + least_pad;
  const Vec3 grown = extent + Vec3{pad, pad, pad};
  box.middle = origin + axes * mean;
  for (int k = 0; k < 3; ++k) box.half[static_cast<std::size_t>(k)] = axes[k] * grown[k];
  box.volume = volume(grown);
  return box;
}

LocalVolumes make_volumes(const ShapeData& shape) {
  LocalVolumes volumes;
  const Box bounds = shape.curved() ? Box{-shape.extent, shape.extent} : shape.bounds;
  const double coordinates = std::max(largest(bounds.lo), largest(bounds.hi));
  const double pad = share * coordinates + least_pad;
  const Vec3 extent = (bounds.hi * 0.5 - bounds.lo * 0.5) + Vec3{pad, pad, pad};
  volumes.centre = volumes.middle = bounds.lo * 0.5 + bounds.hi * 0.5;
  for (int k = 0; k < 3; ++k) volumes.half[static_cast<std::size_t>(k)][k] = extent[k];
  double distance = shape.triangle_count == 0 ? length(extent) : 0;
  for_each_corner(shape, [&](Vec3 corner) { distance = std::max(distance, length(corner - volumes.centre)); });
  volumes.radius = distance * (1 + share) + 2 * pad;
  if (shape.triangle_count < 2 || shape.primitive() || !(coordinates < 0x1p300)) return volumes;

  const LocalBox turned = box_along(shape, principal_axes(all_triangles(shape)), coordinates);
  if (!(turned.volume < 0.9 * volume(extent))) return volumes;
  volumes.middle = turned.middle;
  volumes.half = turned.half;
  return volumes;
}

// Of the corners that triangles use; those of a mesh that shares them come once, by the hull.
std::vector<Vec3> corners_of(const ShapeData& shape) {
  std::vector<Vec3> points;
  if (shape.indexed()) {
    std::vector<bool> used(shape.vertices.size());
    for (const Index3& triangle : shape.triangles)
      for (const std::uint32_t corner : triangle) used[corner] = true;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) points.push_back(shape.vertices[i]);
  } else {
    points.reserve(3 * std::size_t{shape.triangle_count});
    for_each_corner(shape, [&](Vec3 corner) { points.push_back(corner); });
  }
  return points;
}

}  // namespace

LocalHull::LocalHull(Polytope hull) : polytope(std::move(hull)), frame(polytope), table(polytope.vertices) {}

const LocalVolumes& local_volumes(const ShapeData& shape) {
  const Attached& attached = shape.lazy->filter_volumes.get([&] {
    return Attached{std::make_shared<const LocalVolumes>(make_volumes(shape)), sizeof(LocalVolumes)};
  });
  return *static_cast<const LocalVolumes*>(attached.object.get());
}

const LocalHull* local_hull(const ShapeData& shape) {
  if (shape.triangle_count == 0 || shape.form == ShapeForm::terrain) return nullptr;
  const Attached& attached = shape.lazy->filter_hull.get([&] {
    auto hull = std::make_shared<const LocalHull>(shape.hull != nullptr ? *shape.hull : convex_hull(corners_of(shape)));
    const Polytope& p = hull->polytope;
    const std::size_t bytes = sizeof(LocalHull) + hull->table.memory() +
                              (p.vertices.size() + hull->frame.normals.size()) * sizeof(Vec3) +
                              sizeof(std::uint32_t) * (p.sources.size() + p.facet_start.size() + 3 * p.loop.size() +
                                                       p.neighbour_start.size() + 2 * p.neighbours.size());
    return Attached{std::move(hull), bytes};
  });
  return static_cast<const LocalHull*>(attached.object.get());
}

}  // namespace graze
