#include "clash/surface_contact.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/posed_point.h"
#include "narrow/body/posed.h"
#include "narrow/classify/classify_surface.h"

namespace graze {

namespace {

constexpr std::size_t most_directions = 6, most_pairs = 512;

void add_direction(std::vector<Vec3>& directions, Vec3 v) {
  const double size = length(v);
  if (!(size > 0) || !std::isfinite(size) || directions.size() == most_directions) return;
  v = v * (1 / size);
  if (std::none_of(directions.begin(), directions.end(), [&](Vec3 d) { return std::fabs(dot(d, v)) > 0.999; }))
    directions.push_back(v);
}

}  // namespace

bool touch_within(const Body& a, const Body& b, double contact, std::uint64_t budget) {
  if (!(contact > 0)) return false;
  std::vector<Vec3> directions;
  std::size_t pairs = 0;
  (void)collide(a, b, [&](TrianglePair pair) {
    for (const Triangle& t : {posed(a.pose, a.shape.triangle(pair.a)), posed(b.pose, b.shape.triangle(pair.b))})
      add_direction(directions, cross(t.b - t.a, t.c - t.a));
    return ++pairs < most_pairs && directions.size() < most_directions;
  });
  if (pairs == 0) {  // a surface within a solid, which it does not meet
    for (const Body* body : {&a, &b})
      if (!body->shape.solid())
        for (std::uint32_t i = 0; i < std::min<std::uint32_t>(body->shape.triangle_count(), most_pairs); ++i) {
          const Triangle t = posed(body->pose, body->shape.triangle(i));
          add_direction(directions, cross(t.b - t.a, t.c - t.a));
        }
  }
  const std::size_t single = directions.size();
  std::vector<Vec3> ways = directions;
  for (std::size_t i = 0; i < single; ++i)
    for (std::size_t k = 0; k < i; ++k)
      for (const double sign : {1.0, -1.0}) ways.push_back(directions[i] + directions[k] * sign);
  for (const Vec3& way : ways)
    for (const double sign : {1.0, -1.0}) {
      // Half of it: the rest covers that the moved vertices are rounded.
      Body moved = a;
      moved.pose.translation += way * (sign * 0.5 * contact / length(way));
      const ClassifyResult c = classify_surface(moved, b, budget);
      if (c.status == Status::ok && c.answer == PairClass::touching) return true;
    }
  return false;
}

}  // namespace graze
