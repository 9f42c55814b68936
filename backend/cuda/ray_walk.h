// One ray through the tree of a mesh, step by step: a node or a triangle at a time, so that the rays of a warp can take
// their steps together. On the host the same steps are taken one after the other.
//
// The first walk decides in float. A ray of which float is not sure takes a second walk, in which every triangle that
// float does not show missed is looked at in double, and in pairs of doubles where that does not tell. What is left is
// for the core.
#pragma once

#include <algorithm>

#include "backend/cuda/double_pairs.h"
#include "backend/cuda/float_ray.h"
#include "backend/cuda/refit.h"

namespace graze::gpu {

// What a walk reads.
struct RayScene {
  LocalFrame frame;
  const RayNode* nodes = nullptr;
  const FloatTriangle* triangles = nullptr;
  const Vec3* vertices = nullptr;
  const Index3* corners = nullptr;
  std::int32_t root = 0;              // a node, or the only leaf
  const MovedFrame* moved = nullptr;  // of a body that moves: its frame in place of `frame`
};

inline constexpr std::uint32_t no_triangle = ~0u;

// The nearest hit so far, and the nearest place of which it is not sure whether it is one. Hits that are sure lie
// within [lo, hi].
template <class Real>
struct NearestHit {
  Real lo, hi, unsure;
  std::uint32_t triangle = no_triangle;

  GRAZE_ANYWHERE void start(Real end) noexcept {
    lo = unsure = static_cast<Real>(sizeof(Real) == sizeof(float) ? 2e30 : 2e300);  // beyond every end
    hi = end;
    triangle = no_triangle;
  }
  GRAZE_ANYWHERE void add_unsure(Real from) noexcept { unsure = least(unsure, from); }
  GRAZE_ANYWHERE void add(Real from, Real to, std::uint32_t number) noexcept {
    if (to < hi || triangle == no_triangle) {
      unsure = least(unsure, lo);
      lo = from;
      hi = to;
      triangle = number;
    } else {
      unsure = least(unsure, from);
    }
  }
  // Is the nearest hit, or that there is none, proven?
  GRAZE_ANYWHERE bool sure() const noexcept { return unsure > hi; }
};

// Nodes and leaves that were put off. Apart from the rest of a walk, which stays in registers. (Where the ray enters
// each is not kept: on an H200 fewer steps did not make up for more memory.)
struct PutOff {
  std::int32_t place[deepest_ray_tree + 2];
};

// Between the last of three places where a ray comes in, at 0 at the earliest, and the first of four where it goes out:
// is there anything? `enter` orders what it meets.
//
// Compared as whole numbers, of which a device takes three at once. Floats that are not negative are in the order of
// their bits. A way out that is negative, or the zero that is, is before the way in then; no box that holds a hit has
// one: its bounds lie farther out than rounding reaches (float_ray.h). No place is infinite or not a number.
GRAZE_ANYWHERE bool meets_between(const float in[3], const float out[3], float end, std::int32_t& enter) noexcept {
  const auto whole = [](float x) { return static_cast<std::int32_t>(bits_of(x)); };
#ifdef __CUDA_ARCH__
  enter = __vimax3_s32_relu(whole(in[0]), whole(in[1]), whole(in[2]));
  return enter <= ::min(__vimin3_s32(whole(out[0]), whole(out[1]), whole(out[2])), whole(end));
#else
  enter = std::max({whole(in[0]), whole(in[1]), whole(in[2]), std::int32_t{0}});
  return enter <= std::min({whole(out[0]), whole(out[1]), whole(out[2]), whole(end)});
#endif
}

// The way down a tree: the node or leaf to look at next, and how many were put off.
struct RayWalk {
  float step[3], begin[3];
  std::uint32_t near[3];  // which bytes of a node's word make the bound that is met first
  std::int32_t at = 0;
  int count = 0;
  bool active = false;

  GRAZE_ANYWHERE void start(const FloatRay& ray, std::int32_t root) noexcept {
    for (int k = 0; k < 3; ++k) {
      step[k] = ray.step[k];
      begin[k] = ray.begin[k];
      near[k] = step[k] < 0 ? upper_half : lower_half;
    }
    at = root;
    count = 0;
    active = true;
  }
  GRAZE_ANYWHERE bool at_node() const noexcept { return active && at >= 0; }
  GRAZE_ANYWHERE bool at_leaf() const noexcept { return active && at < 0; }
  GRAZE_ANYWHERE void go_back(const PutOff& put_off) noexcept {
    if (count == 0)
      active = false;
    else
      at = put_off.place[--count];
  }
  // The bytes of a word that the device's byte_perm puts into a float of [1, 2).
  static constexpr std::uint32_t lower_half = 0x7104, upper_half = 0x7324, other_half = lower_half ^ upper_half;
  // 1 + k / 2^15 of one half of a word of a node.
  GRAZE_ANYWHERE static float place(std::uint32_t word, std::uint32_t half) noexcept {
#ifdef __CUDA_ARCH__
    return __uint_as_float(__byte_perm(word, 0x3f000000u, half));
#else
    return float_of(0x3f000000u | (half == upper_half ? word >> 16 : word & 0xffffu) << 8);
#endif
  }
  // To the nearer child that the ray meets before `end`, or back.
  GRAZE_ANYWHERE void pass_node(const RayNode* nodes, float end, PutOff& put_off) noexcept {
    const auto* words = reinterpret_cast<const FourWords*>(nodes + at);
    const FourWords low = read_four(words), high = read_four(words + 1);
    const auto meets = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::int32_t& enter) {
      const std::uint32_t word[3] = {x, y, z};
      float in[3], out[3];
      for (int k = 0; k < 3; ++k) {
        in[k] = multiply_add(place(word[k], near[k]), step[k], begin[k]);
        out[k] = multiply_add(place(word[k], near[k] ^ other_half), step[k], begin[k]);
      }
      return meets_between(in, out, end, enter);
    };
    std::int32_t enter[2];
    const bool first = meets(low.x, low.y, low.z, enter[0]), second = meets(low.w, high.x, high.y, enter[1]);
    const auto left = static_cast<std::int32_t>(high.z), right = static_cast<std::int32_t>(high.w);
    const bool turn = enter[1] < enter[0];
    if (first && second) put_off.place[count++] = turn ? left : right;
    if (first || second)
      at = first && (!second || !turn) ? left : right;
    else
      go_back(put_off);
  }
  // The next triangle of the leaf, in the tree's order; then the walk goes on.
  GRAZE_ANYWHERE std::uint32_t take_triangle(const PutOff& put_off) noexcept {
    const LeafReference leaf = leaf_of(at);
    if (leaf.count > 1)
      at = reference_to({leaf.first + 1, leaf.count - 1});
    else
      go_back(put_off);
    return leaf.first;
  }
};

// The first walk: float alone.
struct FloatWalk {
  RayWalk walk;
  RayAcross across;
  NearestHit<float> nearest;
  float sure_end;  // hits up to here are before the end of the ray
  std::uint32_t number;

  GRAZE_ANYWHERE void start(const FloatRay& ray, std::int32_t root) noexcept {
    walk.start(ray, root);
    across = RayAcross(ray);
    number = ray.word >> 3;
    nearest.start(ray.end < ray_no_end ? ray.end + off_end : ray_no_end);
    sure_end = ray.end < ray_no_end ? ray.end - off_end : ray_no_end;
  }
  GRAZE_ANYWHERE void pass_node(const RayScene& scene, PutOff& put_off) noexcept {
    walk.pass_node(scene.nodes, nearest.hi, put_off);
  }
  // With `any` the first sure hit ends the walk.
  GRAZE_ANYWHERE void pass_triangle(const RayScene& scene, bool any, const PutOff& put_off) noexcept {
    const FloatTriangle t = read_triangle(scene.triangles + walk.take_triangle(put_off));
    const FloatCrossing crossing = cross_in_float(across, t.a, t.b, t.c, nearest.hi);
    if (crossing.missed) return;
    if (!crossing.sure || crossing.lo <= 0 || crossing.hi > sure_end) {
      if (!crossing.sure || crossing.hi >= 0) nearest.add_unsure(crossing.lo);
      return;
    }
    nearest.add(crossing.lo, crossing.hi, t.number());
    if (any) {
      nearest.unsure = 2 * ray_no_end;
      walk.active = false;
    }
  }
};

// --- in double, of the ray and the triangle as they are in the world ---

struct RayInDoubles {
  Vec3 origin, direction;
  PairVector along;  // the direction, exactly
  bool to_point = false;

  RayInDoubles() = default;
  GRAZE_ANYWHERE explicit RayInDoubles(const Ray& ray) noexcept
      : origin(ray.origin), direction(ray.direction), along(pair_of(ray.direction)), to_point(ray.to_point) {
    if (to_point) {
      direction = ray.direction - ray.origin;
      along = exact_difference(ray.direction, ray.origin);
    }
  }
};

// How a ray passes a triangle: the sides of its three edges, 0 where even pairs of doubles do not tell.
struct Sides {
  int of[3];

  GRAZE_ANYWHERE bool missed() const noexcept {
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
      left = left || of[k] > 0;
      right = right || of[k] < 0;
    }
    return left && right;
  }
  GRAZE_ANYWHERE bool hit() const noexcept { return of[0] != 0 && of[0] == of[1] && of[1] == of[2]; }
};

GRAZE_ANYWHERE Sides sides_of(const RayInDoubles& ray, const Triangle& t) noexcept {
  const Vec3 from[3] = {t.a - ray.origin, t.b - ray.origin, t.c - ray.origin};
  const Vec3 corner[3] = {t.a, t.b, t.c};
  Sides sides{};
  for (int k = 0; k < 3; ++k) {
    const int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
    sides.of[k] = determinant(ray.direction, from[i], from[j]).sign();
    if (sides.of[k] == 0)
      sides.of[k] =
          determinant(ray.along, exact_difference(corner[i], ray.origin), exact_difference(corner[j], ray.origin))
              .sign();
  }
  return sides;
}

// Where a ray that hits a triangle for sure meets it: the parameter is within `off` of hi + lo.
struct Meeting {
  DoublePair at;
  double off = 0;
  bool known = false;

  // Is the parameter proven to round to at.hi? That is the core's number then.
  GRAZE_ANYWHERE bool rounded() const noexcept {
    return known && GRAZE_ABS(at.hi) > 0x1p-900 && at.hi + (at.lo - off) == at.hi && at.hi + (at.lo + off) == at.hi;
  }
  GRAZE_ANYWHERE double spread() const noexcept { return off + 0x1p-52 * GRAZE_ABS(at.hi); }
};

// With n = (b - a) x (c - a) it is (a - origin).n / direction.n.
GRAZE_ANYWHERE Meeting meeting(const RayInDoubles& ray, const Triangle& t) noexcept {
  const PairVector one = exact_difference(t.b, t.a), other = exact_difference(t.c, t.a);
  const BoundedPair above = determinant(exact_difference(t.a, ray.origin), one, other);
  const BoundedPair below = determinant(ray.along, one, other);
  Meeting result;
  const double least_below = GRAZE_ABS(below.value.hi) * (1 - 0x1p-50) - below.bound;
  if (!(least_below > 0x1p-900)) return result;
  // Long division: what is left after two digits is below 2^-100 of the quotient.
  const double first = above.value.hi / below.value.hi;
  const DoublePair left = above.value - below.value * DoublePair{first, 0};
  const double second = left.hi / below.value.hi;
  const DoublePair rest = left - below.value * DoublePair{second, 0};
  result.at = DoublePair{first, 0} + DoublePair{second, 0};
  result.at = result.at + DoublePair{rest.hi / below.value.hi, 0};
  result.off = ((above.bound + GRAZE_ABS(first) * below.bound) / least_below + GRAZE_ABS(first) * 0x1p-97) * 1.01;
  result.known = finite(result.off) && finite(first);
  return result;
}

// The second walk, of the rays that the first is not sure of. Parameters are those of the ray itself.
struct DoubleWalk {
  RayWalk walk;
  RayAcross across;
  RayInDoubles ray;
  RayUnits units;
  NearestHit<double> nearest;
  double max;

  GRAZE_ANYWHERE void start(const FloatRay& float_ray, const RayUnits& its_units, const Ray& given,
                            std::int32_t root) noexcept {
    walk.start(float_ray, root);
    across = RayAcross(float_ray);
    ray = RayInDoubles(given);
    units = its_units;
    max = given.max;
    nearest.start(max < 1e300 ? max : 1e300);
  }
  // Beyond it nothing matters, in the units of the first walk.
  GRAZE_ANYWHERE float end() const noexcept {
    if (nearest.hi >= 1e300) return ray_no_end;
    const double there = nearest.hi / units.length - units.moved;
    return there > 4 ? ray_no_end : static_cast<float>(there) + off_end;
  }
  // The whole walk. Triangles that float does not exclude are kept and looked at later, several at a time: so the
  // threads of a warp go down the tree together, and spend their doubles together. A hit that float is sure of cuts the
  // walk short, and is kept, too.
  GRAZE_ANYWHERE void run(const RayScene& scene, bool any) noexcept {
    constexpr int most = 16;
    std::uint32_t kept[most];
    float kept_lo[most];
    int count = 0;
    PutOff put_off;
    float reach = end();
    const float sure_end = reach < ray_no_end ? reach - 2 * off_end : ray_no_end;
    const auto look_at_kept = [&] {
      for (int k = 0; k < count && (!any || nearest.triangle == no_triangle); ++k)
        if (!(kept_lo[k] > end())) look_at(scene, kept[k], kept_lo[k]);
      count = 0;
      reach = least(reach, end());
    };
    while (walk.active && (!any || nearest.triangle == no_triangle)) {
      if (walk.at >= 0) {
        walk.pass_node(scene.nodes, reach, put_off);
        continue;
      }
      const FloatTriangle t = read_triangle(scene.triangles + walk.take_triangle(put_off));
      const FloatCrossing crossing = cross_in_float(across, t.a, t.b, t.c, reach);
      if (crossing.missed) continue;
      if (crossing.sure && crossing.lo > 0 && crossing.hi <= sure_end) reach = least(reach, crossing.hi);
      kept[count] = t.number();
      kept_lo[count++] = crossing.lo;
      if (count == most) look_at_kept();
    }
    look_at_kept();
    if (any && nearest.triangle != no_triangle) nearest.unsure = 2e300;
  }

 private:
  // A triangle that the ray meets from `lo` on at the earliest, if at all, in the units of the first walk.
  GRAZE_ANYWHERE void look_at(const RayScene& scene, std::uint32_t number, float lo) noexcept {
    const Triangle exact = triangle_of(scene.vertices, scene.corners, number);
    const Sides sides = sides_of(ray, exact);
    if (sides.missed()) return;
    Meeting met;
    if (sides.hit()) met = meeting(ray, exact);
    if (!met.known) {
      // The float stage's bracket, in the ray's own units and a little wider.
      const double low = static_cast<double>(lo), wider = (GRAZE_ABS(low) + units.moved) * 0x1p-45;
      nearest.add_unsure((low + units.moved - wider) * units.length);
      return;
    }
    const double from = met.at.hi - met.spread(), to = met.at.hi + met.spread();
    if (to < 0 || from > max) return;
    if (from > 0 && to <= max)
      nearest.add(from, to, number);
    else
      nearest.add_unsure(from);
  }
};

}  // namespace graze::gpu
