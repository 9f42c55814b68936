// A ball and a mesh: does it touch the surface? One thread takes a ball down the tree for rays, nearest child first.
//
// In the frame of the tree, with u = 2^-24, the centre p of the ball at most P on an axis, and the radius r:
// - A node's bound is computed as v grid_width + (grid_low - grid_width) with v in [1, 2): off by 9u, less than the 64u
//   that bounds lie outside. The distance to a box is off by that of p, u P, and by 4u of itself: `near` allows
//   8u (1 + P) more than the radius, and 2^-20 of its square.
// - A corner seen from the centre is off by u for its rounding, u P for that of p and u (1 + P) for the difference:
//   `off` is 4u (1 + P). What follows is as in triangle_gap.h, with one triangle shrunk to a point.
#pragma once

#include "backend/cuda/pose_walk.h"
#include "backend/cuda/ray_walk.h"

namespace graze::gpu {

// Of the triangle a, b, c and the origin, from which corners are seen: is it within [least, most] of it?
template <class P>
GRAZE_ANYWHERE Gap gap_to_origin(const P& a, const P& b, const P& c, decltype(P{}.x) off,
                                 decltype(P{}.x) least_distance, decltype(P{}.x) most_distance) noexcept {
  using Real = decltype(P{}.x);
  constexpr Real u = sizeof(Real) == sizeof(float) ? Real(0x1p-24) : Real(0x1p-53);
  const P size = max(max(abs(a), abs(b)), abs(c)), ab = b - a, ac = c - a, bc = c - b;
  const Real most = greatest(greatest(size.x, size.y), size.z);
  gap::Nearest<P> nearest{a, dot(a, a)};
  const auto on_edge = [&](const P& from, const P& along) {
    const Real at = gap::in_unit(-dot(from, along) / dot(along, along));
    nearest.consider(from + along * at);
  };
  on_edge(a, ab);
  on_edge(a, ac);
  on_edge(b, bc);
  nearest.consider(gap::to_triangle(P{}, a, ab, ac));
  const P n = nearest.difference;
  const Real length = sqrt(dot(n, n)), point = Real(1.8) * (off + 10 * u * most);
  if (length * (1 + 4 * u) + point <= least_distance) return Gap::within;
  const Real low = least(least(dot(n, a), dot(n, b)), dot(n, c));
  const Real slack = Real(1.8) * length * (off + 5 * u * most);
  return low - slack > most_distance * length * (1 + 8 * u) ? Gap::beyond : Gap::open;
}

// A ball in the world, and what the walk needs of it.
struct BallWalk {
  Vec3 centre;
  double radius;
  FloatVec3 at;
  float off, least_radius, most_radius, near_sq;
  bool usable = false;  // for the bounds above
  bool far = false;     // proven: it does not reach the box of the tree

  GRAZE_ANYWHERE BallWalk(const LocalFrame& frame, Vec3 world_centre, double world_radius) noexcept
      : centre(world_centre), radius(world_radius) {
    const double inverse = 1 / frame.scale, size = radius * inverse;
    const Vec3 p = (centre - frame.origin) * inverse;
    const Vec3 out = max(abs(p) - Vec3{1, 1, 1}, Vec3{});
    const double away = greatest(greatest(out.x, out.y), out.z);
    // A corner is within 1 + 2^-50 of the middle, and everything here within a few 2^-53 of its size.
    far = away > size + (away + size) * 0x1p-40 + 0x1p-40;
    const double reach = greatest(greatest(GRAZE_ABS(p.x), GRAZE_ABS(p.y)), GRAZE_ABS(p.z));
    usable = size >= 0x1p-30 && size <= 0x1p10 && reach <= 0x1p11;  // false for NaN
    at = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    const float u = float_unit, room = 1 + static_cast<float>(reach), r = static_cast<float>(size);
    off = 4 * u * room;
    least_radius = r * (1 - 4 * u);
    most_radius = r * (1 + 4 * u);
    const float near = most_radius + 8 * u * room;
    near_sq = near * near * (1 + 0x1p-20f);
  }

  GRAZE_ANYWHERE float square_to(std::uint32_t x, std::uint32_t y, std::uint32_t z) const noexcept {
    constexpr float low = grid_low - grid_width;
    const auto outside = [](std::uint32_t word, float p) {
      const float lo = multiply_add(RayWalk::place(word, RayWalk::lower_half), grid_width, low);
      const float hi = multiply_add(RayWalk::place(word, RayWalk::upper_half), grid_width, low);
      return greatest(greatest(lo - p, p - hi), 0.0f);
    };
    const float dx = outside(x, at.x), dy = outside(y, at.y), dz = outside(z, at.z);
    return multiply_add(dx, dx, multiply_add(dy, dy, dz * dz));
  }

  GRAZE_ANYWHERE Meet look_at(const RayScene& scene, std::uint32_t place) const noexcept {
    const FloatTriangle t = read_triangle(scene.triangles + place);
    const auto seen = [&](const FourFloats& v) { return FloatVec3{v.x - at.x, v.y - at.y, v.z - at.z}; };
    Gap gap = gap_to_origin(seen(t.a), seen(t.b), seen(t.c), off, least_radius, most_radius);
    if (gap == Gap::open) {
      const Triangle exact = triangle_of(scene.vertices, scene.corners, t.number());
      const Vec3 a = exact.a - centre, b = exact.b - centre, c = exact.c - centre;
      const Vec3 size = max(max(abs(a), abs(b)), abs(c));
      const double most = greatest(greatest(size.x, size.y), size.z);
      gap = gap_to_origin(a, b, c, most * 0x1p-53, radius, radius);
    }
    return gap == Gap::open ? Meet::open : gap == Gap::within ? Meet::yes : Meet::no;
  }

  // The whole walk. The surface alone counts.
  GRAZE_ANYWHERE Meet run(const RayScene& scene) const noexcept {
    if (far) return Meet::no;
    if (!usable) return Meet::open;
    std::int32_t put_off[deepest_ray_tree + 2];
    int count = 0;
    std::int32_t here = scene.root;
    bool open = false;
    for (;;) {
      if (here >= 0) {
        const auto* words = reinterpret_cast<const FourWords*>(scene.nodes + here);
        const FourWords low = read_four(words), high = read_four(words + 1);
        const float first = square_to(low.x, low.y, low.z), second = square_to(low.w, high.x, high.y);
        const auto left = static_cast<std::int32_t>(high.z), right = static_cast<std::int32_t>(high.w);
        const bool in_first = first <= near_sq, in_second = second <= near_sq, turn = second < first;
        if (in_first && in_second) put_off[count++] = turn ? left : right;
        if (in_first || in_second) {
          here = in_first && (!in_second || !turn) ? left : right;
          continue;
        }
      } else {
        const LeafReference leaf = leaf_of(here);
        for (std::uint32_t k = 0; k < leaf.count; ++k) {
          const Meet meet = look_at(scene, leaf.first + k);
          if (meet == Meet::yes) return meet;
          open = open || meet == Meet::open;
        }
      }
      if (count == 0) return open ? Meet::open : Meet::no;
      here = put_off[--count];
    }
  }
};

// The pose of a link leaves the radius of a ball as it is: a rotation, perhaps with a reflection, so nearly that the
// core takes it for one, and not out of its range. Others are for the core.
GRAZE_ANYWHERE bool keeps_balls(const Pose& pose) noexcept {
  const Mat3& m = pose.linear;
  const auto off_one = [](Vec3 column) { return GRAZE_ABS(dot(column, column) - 1); };
  return off_one(m.c0) <= 0x1p-42 && off_one(m.c1) <= 0x1p-30 && off_one(m.c2) <= 0x1p-30 &&
         GRAZE_ABS(dot(m.c0, m.c1)) <= 0x1p-30 && GRAZE_ABS(dot(m.c1, m.c2)) <= 0x1p-30 &&
         GRAZE_ABS(dot(m.c2, m.c0)) <= 0x1p-30 && GRAZE_ABS(pose.translation.x) <= 0x1p500 &&
         GRAZE_ABS(pose.translation.y) <= 0x1p500 && GRAZE_ABS(pose.translation.z) <= 0x1p500;
}

}  // namespace graze::gpu
