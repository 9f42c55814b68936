// The winding number is the signed number of triangles that a ray from the point crosses. A direction in which the ray
// touches an edge, a vertex or a plane would need care about what is counted where; another direction is taken instead.
#include "narrow/inside/inside.h"

#include "math/exact.h"
#include "narrow/inside/winding_near.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

constexpr int most_attempts = 64;

enum class Crossing { none, up, down, unclear };

Crossing crossing(Vec3 origin, Vec3 direction, const Triangle& t) {
  const Difference d{direction, {}}, a{t.a, origin}, b{t.b, origin}, c{t.c, origin};
  const int side_a = sign_det3(d, b, c), side_b = sign_det3(d, c, a), side_c = sign_det3(d, a, b);
  const bool positive = side_a > 0 || side_b > 0 || side_c > 0, negative = side_a < 0 || side_b < 0 || side_c < 0;
  if (positive && negative) return Crossing::none;
  const int ahead = sign_det3(a, b, c);
  if (side_a * side_b * side_c == 0) {
    if (projection_axis(t) < 0) return Crossing::none;  // a degenerate triangle bounds nothing
    // The line touches the boundary of the triangle, or lies in its plane: harmless when it does so behind the point.
    return (positive && ahead < 0) || (negative && ahead > 0) ? Crossing::none : Crossing::unclear;
  }
  if (positive) return ahead > 0 ? Crossing::up : Crossing::none;  // leaves through the counter-clockwise side
  return ahead < 0 ? Crossing::down : Crossing::none;
}

}  // namespace

bool inside_solid(const PlacedBody& body, Vec3 point, Counters& counters) {
  const RayTarget solid = ray_target(body);
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  const auto random = [&state] {  // xorshift: any sequence that does not repeat soon will do
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return double(state >> 11) * 0x1p-52 - 1;
  };
  RayCandidates found;
  // A direction fails when it is in one of the planes through the point and an edge, of which each holds one in 2^52 of
  // all directions; only from a corner or an edge every one fails.
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const Ray ray{point, {random(), random(), random()}};
    int winding = 0;
    bool clear = true;
    const auto test = [&](std::uint32_t index) {
      ++counters.double_tests;
      switch (crossing(point, ray.direction, solid.body.triangle(index))) {
        case Crossing::up:
          ++winding;
          break;
        case Crossing::down:
          --winding;
          break;
        case Crossing::unclear:
          clear = false;
          break;
        case Crossing::none:
          break;
      }
    };
    PlacedRays placed;
    solid.kernels->place_one(solid.placement, ray, placed);
    find_candidates(solid, placed, 0, ray, RayAim::all, found);
    for (std::uint32_t i = 0; i < found.size && clear; ++i) test(found.data[i].triangle);
    counters.box_tests += found.boxes;
    counters.triangle_tests += found.triangles;
    if (clear) return winding * solid.body.orientation >= 1;
  }
  return WindingNear(SolidBody(body), ExactPoint(point), counters).inside();
}

}  // namespace graze
