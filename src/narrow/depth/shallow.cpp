#include "narrow/depth/shallow.h"

#include <algorithm>
#include <vector>

#include "narrow/body/posed.h"

namespace graze {

namespace {

constexpr std::size_t most_shallow_pairs = 256, most_shallow_directions = 12;
constexpr int doublings = 33;           // of a last place
constexpr double same_way = 1 - 1e-12;  // cosine of directions that are one

void add_normal(std::vector<Vec3>& directions, const Posed& body, std::uint32_t triangle, double sign) {
  const Triangle t = body.triangle(triangle);
  const Vec3 n = cross(t.b - t.a, t.c - t.a);
  const double l = length(n);
  if (!(l > 0) || directions.size() == most_shallow_directions) return;
  const Vec3 direction = n * (sign * body.orientation / l);
  const auto known = [&](Vec3 other) { return dot(direction, other) > same_way; };
  if (std::none_of(directions.begin(), directions.end(), known)) directions.push_back(direction);
}

}  // namespace

void offer_shallow(WayOut& search, const Body& a, const Body& b) {
  Posed posed_a, posed_b;
  if (make_posed(a, posed_a) != Status::ok || make_posed(b, posed_b) != Status::ok) return;
  const CollideResult meeting = collide(a, b, {.all = true, .max_results = most_shallow_pairs});
  if (!meeting.complete) return;  // many triangles meet: where they do is no hint, and each try takes long
  std::vector<Vec3> directions;
  for (const TrianglePair& pair : meeting.pairs) {
    add_normal(directions, posed_b, pair.b, 1);
    add_normal(directions, posed_a, pair.a, -1);
  }
  for (const Vec3 direction : directions) search.offer({}, direction, doublings);
}

}  // namespace graze
