// A ball and a mesh: does it touch the surface? One thread takes a ball down the tree for rays, nearest child first.
//
// In the frame of the tree, with u = 2^-24, the centre p of the ball at most P on an axis, and the radius r:
// - A node's bound is computed as v grid_width + (grid_low - grid_width) with v in [1, 2): off by 9u, less than the 64u
//   that bounds lie outside. The distance to a box is off by that of p, u P, and by 4u of itself: `near` allows
//   8u (1 + P) more than the radius, and 2^-20 of its square.
// - A corner seen from the centre is off by u for its rounding, u P for that of p and u (1 + P) for the difference:
//   `off` is 4u (1 + P). What follows is as in triangle_gap.h, with one triangle shrunk to a point.
#pragma once

#include "backend/cuda/distance_field.h"
#include "backend/cuda/pose_walk.h"
#include "backend/cuda/ray_walk.h"

namespace graze::gpu {

// Of the triangle a, b, c and the origin, from which corners are seen: a point of it at `length`, computed, whose
// direction has all corners at `low` and more; and what these may be off by.
template <class Real>
struct OriginGap {
  Real length, low, point, slack;
};
template <class P>
GRAZE_ANYWHERE auto look_from_origin(const P& a, const P& b, const P& c, decltype(P{}.x) off) noexcept {
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
  const Real length = sqrt(dot(n, n));
  return OriginGap<Real>{length, least(least(dot(n, a), dot(n, b)), dot(n, c)), Real(1.8) * (off + 10 * u * most),
                         Real(1.8) * length * (off + 5 * u * most)};
}

// Is it within [least, most] of it?
template <class P>
GRAZE_ANYWHERE Gap gap_to_origin(const P& a, const P& b, const P& c, decltype(P{}.x) off,
                                 decltype(P{}.x) least_distance, decltype(P{}.x) most_distance) noexcept {
  using Real = decltype(P{}.x);
  constexpr Real u = sizeof(Real) == sizeof(float) ? Real(0x1p-24) : Real(0x1p-53);
  const OriginGap<Real> seen = look_from_origin(a, b, c, off);
  if (seen.length * (1 + 4 * u) + seen.point <= least_distance) return Gap::within;
  return seen.low - seen.slack > most_distance * seen.length * (1 + 8 * u) ? Gap::beyond : Gap::open;
}

// What the places put off by a walk of a ball are. (Its own, as a walk of rays has more than these.)
struct BallPutOff {
  std::int32_t place[deepest_ray_tree + 2];
};

// The squared distance from a point to the box of a child, in the frame.
GRAZE_ANYWHERE float square_to_box(const FloatVec3& at, std::uint32_t x, std::uint32_t y, std::uint32_t z) noexcept {
  constexpr float low = grid_low - grid_width;
  const auto outside = [](std::uint32_t word, float p) {
    const float lo = multiply_add(RayWalk::place(word, RayWalk::lower_half), grid_width, low);
    const float hi = multiply_add(RayWalk::place(word, RayWalk::upper_half), grid_width, low);
    return greatest(greatest(lo - p, p - hi), 0.0f);
  };
  const float dx = outside(x, at.x), dy = outside(y, at.y), dz = outside(z, at.z);
  return multiply_add(dx, dx, multiply_add(dy, dy, dz * dz));
}

// The word of the field for a cell: a walk that looks for the nearest triangle.
GRAZE_ANYWHERE std::uint32_t field_word_at(const RayScene& scene, int x, int y, int z) noexcept {
  const FloatVec3 at{field_middle(x), field_middle(y), field_middle(z)};
  BallPutOff put_off;
  int count = 0;
  std::int32_t here = scene.root;
  float lo = 100, hi = 100, near_sq = 1e30f;
  for (;;) {
    if (here >= 0) {
      const auto* words = reinterpret_cast<const FourWords*>(scene.nodes + here);
      const FourWords low = read_four(words), high = read_four(words + 1);
      const float first = square_to_box(at, low.x, low.y, low.z), second = square_to_box(at, low.w, high.x, high.y);
      const auto left = static_cast<std::int32_t>(high.z), right = static_cast<std::int32_t>(high.w);
      const bool in_first = first <= near_sq, in_second = second <= near_sq, turn = second < first;
      if (in_first && in_second) put_off.place[count++] = turn ? left : right;
      if (in_first || in_second) {
        here = in_first && (!in_second || !turn) ? left : right;
        continue;
      }
    } else {
      const LeafReference leaf = leaf_of(here);
      for (std::uint32_t k = 0; k < leaf.count; ++k) {
        const FloatTriangle t = read_triangle(scene.triangles + leaf.first + k);
        const auto seen = [&](const FourFloats& v) { return FloatVec3{v.x - at.x, v.y - at.y, v.z - at.z}; };
        const OriginGap<float> gap = look_from_origin(seen(t.a), seen(t.b), seen(t.c), field_off);
        const float u = float_unit, upper = gap.length * (1 + 4 * u) + gap.point;
        const float beyond = gap.low - gap.slack;
        const float lower = beyond > 0 ? beyond / (gap.length * (1 + 8 * u)) * (1 - 4 * u) : 0.0f;
        lo = least(lo, lower);
        hi = least(hi, upper);
      }
      const float near = hi + 64 * float_unit * (1 + hi);
      near_sq = near * near * (1 + 0x1p-20f);
    }
    if (count == 0) return field_word(lo, hi);
    here = put_off.place[--count];
  }
}

// Of a triangle by number and a ball.
GRAZE_RARELY Gap gap_in_double(const Vec3* vertices, const Index3* corners, std::uint32_t number, Vec3 centre,
                               double radius) noexcept {
  const Triangle exact = triangle_of(vertices, corners, number);
  const Vec3 a = exact.a - centre, b = exact.b - centre, c = exact.c - centre;
  const Vec3 size = max(max(abs(a), abs(b)), abs(c));
  const double most = greatest(greatest(size.x, size.y), size.z);
  return gap_to_origin(a, b, c, most * 0x1p-53, radius, radius);
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
    const double inverse = inverse_of_power(frame.scale), size = radius * inverse;
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

  // What the field tells, word(x, y, z) of a cell; open where that is not enough.
  template <class Word>
  GRAZE_ANYWHERE Meet by_field(const Word& word) const noexcept {
    const int x = field_place(at.x), y = field_place(at.y), z = field_place(at.z);
    if ((x | y | z) < 0) return Meet::open;
    const FieldBracket known = field_bracket(word(x, y, z));
    const float dx = at.x - field_middle(x), dy = at.y - field_middle(y), dz = at.z - field_middle(z);
    const float away = sqrtf(dx * dx + dy * dy + dz * dz) + 2 * off;
    if (known.lo > (away + most_radius) * (1 + 0x1p-20f)) return Meet::no;
    return (known.hi + away) * (1 + 0x1p-20f) < least_radius ? Meet::yes : Meet::open;
  }

  GRAZE_ANYWHERE Meet look_at(const RayScene& scene, std::uint32_t place) const noexcept {
    const FloatTriangle t = read_triangle(scene.triangles + place);
    const auto seen = [&](const FourFloats& v) { return FloatVec3{v.x - at.x, v.y - at.y, v.z - at.z}; };
    Gap gap = gap_to_origin(seen(t.a), seen(t.b), seen(t.c), off, least_radius, most_radius);
    if (gap == Gap::open) gap = gap_in_double(scene.vertices, scene.corners, t.number(), centre, radius);
    return gap == Gap::open ? Meet::open : gap == Gap::within ? Meet::yes : Meet::no;
  }

  // The whole walk. The surface alone counts.
  GRAZE_ANYWHERE Meet run(const RayScene& scene) const noexcept {
    if (far) return Meet::no;
    if (!usable) return Meet::open;
    BallPutOff put_off;
    int count = 0;
    std::int32_t here = scene.root;
    bool open = false;
    for (;;) {
      if (here >= 0) {
        const auto* words = reinterpret_cast<const FourWords*>(scene.nodes + here);
        const FourWords low = read_four(words), high = read_four(words + 1);
        const float first = square_to_box(at, low.x, low.y, low.z), second = square_to_box(at, low.w, high.x, high.y);
        const auto left = static_cast<std::int32_t>(high.z), right = static_cast<std::int32_t>(high.w);
        const bool in_first = first <= near_sq, in_second = second <= near_sq, turn = second < first;
        if (in_first && in_second) put_off.place[count++] = turn ? left : right;
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
      here = put_off.place[--count];
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
