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

// Not below the distance of the point from the triangle: that from a point of it, with all that is rounded.
double distance_up(Vec3 p, const Triangle& t) {
  const double size = std::max({largest(p), largest(t.a), largest(t.b), largest(t.c)});
  return length(p - near_point(p, t)) * (1 + 0x1p-48) + size * 0x1p-47;
}

}  // namespace

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
    best.units += 8;
    if (node.left != 0) {
      Open left{box_gap(here, nodes[node.left].box), node.left},
          right{box_gap(here, nodes[node.right].box), node.right};
      if (left.gap < right.gap) std::swap(left, right);
      stack[size++] = left;
      stack[size++] = right;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const TriangleDistance apart = triangle_distance({p, p, p}, tree.triangles()[i]);
      best.units += 64;
      const double lower = apart.distance - apart.bound;
      if (!(lower < best.lower)) continue;
      best = {std::max(0.0, std::nextafter(lower, 0.0)), apart.point_b, best.units};
      if (best.lower < enough || best.lower == 0) return {0, best.nearest, best.units};
    }
  }
  return best;
}

namespace {

struct Reach {
  double most = 0;
  std::uint32_t triangle = 0;
};

// The triangle that all corners are nearest to together.
Reach single_reach(const PosedTree& tree, std::span<const Vec3> corners, double most) {
  const std::span<const PosedTree::Node> nodes = tree.nodes();
  const auto gap_of = [&](const Box& box) {
    double gap = 0;
    for (const Vec3 p : corners) gap = std::max(gap, box_gap({p, p}, box));
    return gap;
  };
  std::array<Open, 128> stack;
  std::size_t size = 0;
  stack[size++] = {gap_of(nodes[0].box), 0};
  Reach best{most, 0};
  std::uint64_t boxes = 0, distances = 0;
  while (size > 0) {
    const Open open = stack[--size];
    if (open.gap >= best.most) continue;
    ++boxes;
    const PosedTree::Node& node = nodes[open.node];
    if (node.left != 0) {
      Open left{gap_of(nodes[node.left].box), node.left}, right{gap_of(nodes[node.right].box), node.right};
      if (left.gap < right.gap) std::swap(left, right);
      stack[size++] = left;
      stack[size++] = right;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      double greatest = 0;
      for (const Vec3 p : corners) {
        ++distances;
        greatest = std::max(greatest, distance_up(p, tree.triangles()[i]));
        if (greatest >= best.most) break;
      }
      if (greatest < best.most) best = {greatest, i};
    }
  }
  work::charge(4 * corners.size() * boxes + 8 * distances);
  return best;
}

using Row = std::array<double, 8>;  // the distances of the corners from one triangle

// The least, over means of two rows, of the greatest entry; any mean gives a bound, so that a search need not be exact.
double mean_of_two(const Row& x, const Row& y, std::size_t count) {
  const auto greatest = [&](double part) {
    double most = 0;
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, part * x[i] + (1 - part) * y[i]);
    return most;
  };
  double from = 0, to = 1;
  for (int round = 0; round < 20; ++round) {
    const double third = (to - from) / 3;
    greatest(from + third) < greatest(to - third) ? to -= third : from += third;
  }
  return greatest(0.5 * (from + to)) * (1 + 0x1p-50);
}

}  // namespace

double surface_reach(const PosedTree& tree, std::span<const Vec3> corners, double most) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Reach single = single_reach(tree, corners, most);
  double best = single.most;
  std::array<std::uint32_t, 9> chosen{};
  std::size_t count = 0;
  const auto choose = [&](std::uint32_t triangle) {
    if (std::find(chosen.begin(), chosen.begin() + count, triangle) == chosen.begin() + count)
      chosen[count++] = triangle;
  };
  if (single.most < most) choose(single.triangle);
  for (const Vec3& p : corners) choose(single_reach(tree, {&p, 1}, infinity).triangle);
  std::array<Row, 9> rows{};
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < corners.size(); ++k) rows[i][k] = distance_up(corners[k], tree.triangles()[chosen[i]]);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = i + 1; k < count; ++k) best = std::min(best, mean_of_two(rows[i], rows[k], corners.size()));
  work::charge(64 + 32 * count * count);
  return best < most ? best : infinity;
}

}  // namespace graze
