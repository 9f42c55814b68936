#include "narrow/depth/surface_gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/work.h"
#include "math/norms.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

namespace {

struct Open {
  double gap;
  std::uint32_t node;
};

// About the nearest point of a triangle, and a point of it to within rounding in any case: Ericson, Real-Time Collision
// Detection, 5.1.5.
Vec3 near_point(Vec3 p, const Triangle& t) {
  const Vec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return t.a;
  const Vec3 bp = p - t.b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return t.b;
  const auto part = [](double x, double of) { return of > 0 ? std::clamp(x / of, 0.0, 1.0) : 0.0; };
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t.a + ab * part(d1, d1 - d3);
  const Vec3 cp = p - t.c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t.a + ac * part(d2, d2 - d6);
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return t.b + (t.c - t.b) * part(d4 - d3, (d4 - d3) + (d5 - d6));
  const double sum = va + vb + vc;
  const double v = part(vb, sum), w = std::min(part(vc, sum), 1 - v);
  return t.a + ab * v + ac * w;
}

}  // namespace

// That from a point of the triangle, with all that is rounded.
double distance_up(Vec3 p, const Triangle& t) {
  const double size = std::max({largest(p), largest(t.a), largest(t.b), largest(t.c)});
  return length(p - near_point(p, t)) * (1 + 0x1p-48) + size * 0x1p-47;
}

// The whole triangle is beyond a plane through the point nearest to p. Where rounding blurs that plane, the slower way
// is asked.
PointGap point_gap(Vec3 p, const Triangle& t) {
  const Vec3 q = near_point(p, t), way = p - q;
  const double whole = length(way);
  const double least = std::min({dot(way, p - t.a), dot(way, p - t.b), dot(way, p - t.c)});
  const double size = std::max({sum_abs(p - t.a), sum_abs(p - t.b), sum_abs(p - t.c)});
  const double lower = whole > 0 ? (least - whole * size * 0x1p-50) / whole * (1 - 0x1p-50) : 0;
  if (lower >= whole * (1 - 0x1p-20)) return {lower, q};
  const TriangleDistance exact = triangle_distance({p, p, p}, t);
  return {exact.distance - exact.bound, exact.point_b};
}

SurfaceGap surface_gap(const PosedTree& tree, Vec3 p, double enough) {
  const Box here{p, p};
  const std::span<const PosedTree::Node> nodes = tree.nodes();
  std::array<Open, 128> stack;
  std::size_t size = 0;
  stack[size++] = {box_gap(here, nodes[0].box), 0};
  SurfaceGap best{std::numeric_limits<double>::infinity(), p};
  while (size > 0) {
    const Open open = stack[--size];
    if (open.gap >= best.lower) continue;
    const PosedTree::Node& node = nodes[open.node];
    best.units += 4;
    if (node.left != 0) {
      Open left{box_gap(here, nodes[node.left].box), node.left},
          right{box_gap(here, nodes[node.right].box), node.right};
      if (left.gap < right.gap) std::swap(left, right);
      stack[size++] = left;
      stack[size++] = right;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const PointGap found = point_gap(p, tree.triangles()[i]);
      best.units += 8;
      if (!(found.lower < best.lower)) continue;
      best = {std::max(0.0, std::nextafter(found.lower, 0.0)), found.nearest, best.units};
      if (best.lower < enough || best.lower == 0) return {0, best.nearest, best.units};
    }
  }
  return best;
}

NearTriangle nearest_triangle(const PosedTree& tree, Vec3 p, const std::function<bool(std::uint32_t)>& counts) {
  const Box here{p, p};
  const std::span<const PosedTree::Node> nodes = tree.nodes();
  std::array<Open, 128> stack;
  std::size_t size = 0;
  stack[size++] = {box_gap(here, nodes[0].box), 0};
  NearTriangle best{std::numeric_limits<double>::infinity(), 0};
  std::uint64_t boxes = 0, distances = 0;
  while (size > 0) {
    const Open open = stack[--size];
    if (open.gap >= best.distance) continue;
    ++boxes;
    const PosedTree::Node& node = nodes[open.node];
    if (node.left != 0) {
      Open left{box_gap(here, nodes[node.left].box), node.left},
          right{box_gap(here, nodes[node.right].box), node.right};
      if (left.gap < right.gap) std::swap(left, right);
      stack[size++] = left;
      stack[size++] = right;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      ++distances;
      const double distance = distance_up(p, tree.triangles()[i]);
      if (distance < best.distance && (!counts || counts(i))) best = {distance, i};
    }
  }
  work::charge(4 * boxes + 8 * distances);
  return best;
}

}  // namespace graze
