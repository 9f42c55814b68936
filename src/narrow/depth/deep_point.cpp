#include "narrow/depth/deep_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/work.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/where.h"

namespace graze {

DeepPoints::DeepPoints(const PlacedBody& a, const PlacedBody& b, const PosedTree& tree_a, const PosedTree& tree_b,
                       double scale)
    : a_(a), b_(b), tree_a_(tree_a), tree_b_(tree_b), solid_a_(a), solid_b_(b), scale_(scale) {}

// Not on the surface.
bool DeepPoints::inside(const PlacedBody& solid, Vec3 p) {
  const Vec3 world = p * (1 / scale_);
  return overlap(solid.body.box, Box{world, world}) && inside_solid(solid, world, counters);
}

void DeepPoints::keep(double lower, Vec3 p, const SurfaceGap& of_a, const SurfaceGap& of_b) {
  if (!(lower > best_.lower)) return;
  best_ = {lower, p * (1 / scale_), of_a.nearest - p, of_b.nearest - p};
  best_at_ = p;
}

void DeepPoints::look_at(Vec3 p) {
  work::charge(16);
  work::poll();
  const SurfaceGap of_a = surface_gap(tree_a_, p, 0);
  if (of_a.lower == 0) return;
  const SurfaceGap of_b = surface_gap(tree_b_, p, best_.lower - of_a.lower);
  if (of_b.lower == 0) return;
  const double lower = std::nextafter(of_a.lower + of_b.lower, 0.0);
  if (lower > best_.lower && inside(a_, p) && inside(b_, p)) keep(lower, p, of_a, of_b);
}

namespace {

// At most `most` corners in the region, spread over all there are.
std::vector<Vec3> some_corners(const PosedTree& tree, const Box& region, std::size_t most) {
  std::vector<Vec3> all, some;
  for (const Triangle& t : tree.triangles())
    for (const Vec3 p : {t.a, t.b, t.c})
      if (overlap(region, Box{p, p})) all.push_back(p);
  const auto before = [](Vec3 x, Vec3 y) {
    if (x.x != y.x) return x.x < y.x;
    return x.y != y.y ? x.y < y.y : x.z < y.z;
  };
  std::sort(all.begin(), all.end(), before);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::size_t count = std::min(most, all.size());
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

}  // namespace

// A corner of a shell that bounds nothing is not in the body.
bool DeepPoints::own(const SolidBody& body, Vec3 corner) {
  return where(body, corner * (1 / scale_), counters) != Where::outside;
}

void DeepPoints::look_at_corners_of(const PosedTree& guests, const SolidBody& guest, const PlacedBody& solid,
                                    const PosedTree& tree, bool guest_is_a, std::size_t most) {
  for (const Vec3 p : some_corners(guests, tree.nodes()[0].box, most)) {
    const SurfaceGap found = surface_gap(tree, p, best_.lower);
    if (found.lower <= best_.lower || !inside(solid, p) || !own(guest, p)) continue;
    const SurfaceGap at{0, p};
    keep(found.lower, p, guest_is_a ? at : found, guest_is_a ? found : at);
  }
}

void DeepPoints::look_at_corners(std::size_t most) {
  look_at_corners_of(tree_a_, solid_a_, b_, tree_b_, true, most);
  look_at_corners_of(tree_b_, solid_b_, a_, tree_a_, false, most);
}

void DeepPoints::climb(std::size_t looks) {
  if (best_.lower == 0) return;
  // Off the surface, if it is a corner of one of the bodies.
  for (const double part : {0.25, 0.5}) look_at(best_at_ + (best_.to_a + best_.to_b) * part);
  double step = 0.5 * best_.lower;
  const double least = 1e-4 * best_.lower;
  static constexpr std::array<Vec3, 7> ways = {Vec3{1, 0, 0},  Vec3{0, 1, 0},  Vec3{0, 0, 1}, Vec3{1, 1, 1},
                                               Vec3{-1, 1, 1}, Vec3{1, -1, 1}, Vec3{1, 1, -1}};
  while (looks > 0 && step > least) {
    const double before = best_.lower;
    for (const Vec3 way : ways)
      for (const double sign : {1.0, -1.0}) {
        if (looks == 0) return;
        --looks;
        const Vec3 from = best_at_;
        look_at(from + way * (sign * step));
      }
    if (best_.lower < before * (1 + 1e-3)) step *= 0.5;
  }
}

}  // namespace graze
