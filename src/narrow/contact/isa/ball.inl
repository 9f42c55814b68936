// Written once over the lane type, compiled once per instruction set: a triangle a lane. The nearest point of a
// triangle by the regions of its corners and edges (Ericson, Real-Time Collision Detection, section 5.1.5), all of
// which are computed, the first that holds the origin counting.
#include "math/wide_points.h"
#include "narrow/contact/ball_kernel.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

GRAZE_INLINE Point4 posed4(const Pose& pose, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const Double4 x = set4(p.x, q.x, r.x, s.x), y = set4(p.y, q.y, r.y, s.y), z = set4(p.z, q.z, r.z, s.z);
  const Mat3& m = pose.linear;
  const Vec3& t = pose.translation;
  return {((all4(m.c0.x) * x + all4(m.c1.x) * y) + all4(m.c2.x) * z) + all4(t.x),
          ((all4(m.c0.y) * x + all4(m.c1.y) * y) + all4(m.c2.y) * z) + all4(t.y),
          ((all4(m.c0.z) * x + all4(m.c1.z) * y) + all4(m.c2.z) * z) + all4(t.z)};
}
GRAZE_INLINE Double4 largest4(const Point4& p) { return max(abs(p.x), max(abs(p.y), abs(p.z))); }

void ball_feet(const Triangle* four, const Pose& pose, Vec3 centre, BallFeet& feet) {
  const Point4 from{all4(centre.x), all4(centre.y), all4(centre.z)};
  const Point4 in_world[3] = {posed4(pose, four[0].a, four[1].a, four[2].a, four[3].a),
                              posed4(pose, four[0].b, four[1].b, four[2].b, four[3].b),
                              posed4(pose, four[0].c, four[1].c, four[2].c, four[3].c)};
  max(largest4(in_world[0]), max(largest4(in_world[1]), largest4(in_world[2]))).store(feet.size);
  const Point4 a = in_world[0] - from, b = in_world[1] - from, c = in_world[2] - from;
  const Point4 ab = b - a, ac = c - a;
  const Double4 zero = all4(0);
  const Double4 d1 = -dot(ab, a), d2 = -dot(ac, a), d3 = -dot(ab, b), d4 = -dot(ac, b), d5 = -dot(ab, c),
                d6 = -dot(ac, c);
  const Double4 vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  const Double4 whole = all4(1) / (va + vb + vc);
  // From the last region to the first, each over what follows it.
  Point4 foot = a + ab * (vb * whole) + ac * (vc * whole);
  const Double4 up = d4 - d3, down = d5 - d6;
  const Point4 on_bc = b + (c - b) * (up / (up + down));
  foot = choose(zero < va, foot, choose(up < zero, foot, choose(down < zero, foot, on_bc)));
  const Point4 on_ca = a + ac * (d2 / (d2 - d6));
  foot = choose(zero < vb, foot, choose(d2 < zero, foot, choose(zero < d6, foot, on_ca)));
  foot = choose(d6 < zero, foot, choose(d6 < d5, foot, c));
  const Point4 on_ab = a + ab * (d1 / (d1 - d3));
  foot = choose(zero < vc, foot, choose(d1 < zero, foot, choose(zero < d3, foot, on_ab)));
  foot = choose(d3 < zero, foot, choose(d3 < d4, foot, b));
  foot = choose(zero < d1, foot, choose(zero < d2, foot, a));

  unsigned left = 15;
  const auto take = [&left](unsigned region) {
    const unsigned taken = region & left;
    left &= ~region;
    return taken;
  };
  feet.corner[0] = take(not_above(d1, zero) & not_above(d2, zero));
  feet.corner[1] = take(not_above(zero, d3) & not_above(d4, d3));
  feet.edge[0] = take(not_above(vc, zero) & not_above(zero, d1) & not_above(d3, zero));
  feet.corner[2] = take(not_above(zero, d6) & not_above(d5, d6));
  feet.edge[2] = take(not_above(vb, zero) & not_above(zero, d2) & not_above(d6, zero));
  feet.edge[1] = take(not_above(va, zero) & not_above(zero, up) & not_above(zero, down));

  root(dot(foot, foot)).store(feet.distance);
  min(dot(foot, a), min(dot(foot, b), dot(foot, c))).store(feet.least);
  max(dot(a, a), max(dot(b, b), dot(c, c))).store(feet.far_square);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
