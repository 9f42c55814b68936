// Balls of equal radii are aimed at. Where a point is too near to a surface, the places that are near limit the next
// one: it should be the radius within the planes there. A few looks collect the planes around, and projecting onto one
// after the other brings a point within all of them, where there is one.
#include "narrow/depth/common_ball.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "narrow/body/world_volume.h"
#include "narrow/depth/surface_gap.h"
#include "tree/descend.h"

namespace graze {
namespace {

constexpr int most_looks = 6, most_ball_rounds = 12;
constexpr double alike = 0.9;   // cosine of ways inward of which one is enough
constexpr double aim = 1.05;    // of the radius
constexpr double still = 0.04;  // of the radius: points that near are one

}  // namespace

// A lower bound of the distance of the surface, or the radius where that is less. Where it is less, the nearest places
// become limits, one of each direction.
double BallSearch::gap(Side& side, Vec3 p, double radius, Counters& counters) {
  const Posed& body = side.body.body;
  struct Near {
    double gap;
    Limit limit;
  };
  std::array<Near, 4> near;
  std::size_t count = 0;
  double least = radius;
  const auto visit = [&](std::uint32_t i, bool) {
    const Triangle t = body.triangle(i);
    const PointGap found = point_gap(p, t);
    if (!(found.lower < radius)) return true;
    least = std::min(least, std::max(found.lower, 0.0));
    const Vec3 way = p - found.nearest, inward = cross(t.b - t.a, t.c - t.a) * double(-body.orientation);
    const double apart = length(way);
    if (!(apart > 0)) return true;
    const Near next{found.lower, {found.nearest, way * ((dot(way, inward) < 0 ? -1 : 1) / apart)}};
    std::size_t at = 0;
    while (at < count && !(dot(near[at].limit.in, next.limit.in) > alike)) ++at;
    if (at == count && count < near.size()) {
      near[count++] = next;
      return true;
    }
    if (at == count)
      at = std::size_t(
          std::max_element(near.begin(), near.end(), [](const Near& x, const Near& y) { return x.gap < y.gap; }) -
          near.begin());
    if (next.gap < near[at].gap) near[at] = next;
    return true;
  };
  WorldVolume ball;
  ball.middle = p;
  ball.radius = radius * (1 + 1e-9);
  TreeVolume volume;
  const ShapeData& shape = *body.shape;
  if (tree_volume(side.body.placement, ball, volume)) {
    PairWork work;
    descend(shape.tree(), shape.oriented().data(), volume.box, volume.map, false, work, visit);
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
  } else {
    work::charge(shape.triangle_count);
    for (std::uint32_t i = 0; i < shape.triangle_count; ++i) visit(i, false);
  }
  for (std::size_t k = 0; k < count; ++k) side.add(near[k].limit);
  return least;
}

Vec3 BallSearch::within_limits(Vec3 p, double radius) const {
  for (int round = 0; round < most_ball_rounds; ++round) {
    bool moved = false;
    for (const Side& side : sides_)
      for (std::size_t k = 0; k < side.size(); ++k) {
        const Limit& limit = side.limits[k];
        const double lacking = aim * radius - dot(limit.in, p - limit.at);
        if (!(lacking > 0.25 * (aim - 1) * radius)) continue;
        p = p + limit.in * lacking;
        moved = true;
      }
    if (!moved) break;
  }
  return p;
}

bool BallSearch::run(Vec3 start, Vec3 out_a, Vec3 out_b, double enough, Counters& counters, Vec3& found) {
  const double radius = 0.5 * enough;
  for (Side& side : sides_) side.count = 0;
  sides_[0].add({start, -out_a});
  sides_[1].add({start, -out_b});
  Vec3 p = start;
  for (int look = 0; look < most_looks; ++look) {
    work::poll();
    const Vec3 next = within_limits(p, radius);
    if (look > 0 && length(next - p) <= still * radius) return false;
    p = next;
    double gaps[2] = {gap(sides_[0], p, radius, counters), gap(sides_[1], p, radius, counters)};
    // One ball may be as much larger as the other is smaller.
    for (const std::size_t k : {0u, 1u})
      if (gaps[k] >= radius && gaps[1 - k] < radius && gaps[1 - k] > 0.5 * radius)
        gaps[k] = gap(sides_[k], p, enough - gaps[1 - k], counters);
    if (gaps[0] + gaps[1] >= enough) {
      found = p;
      return gaps[0] > 0 && gaps[1] > 0;
    }
  }
  return false;
}

}  // namespace graze
