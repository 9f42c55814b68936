// Volumes against exact arithmetic: every one holds the exact points that it was fitted to.
#include <gtest/gtest.h>

#include <cstdio>

#include "study/hierarchy/hierarchy.h"
#include "study/hierarchy/volumes.h"
#include "tests/oracle/rational.h"
#include "tests/property/bodies.h"

namespace graze {
using namespace study;
namespace {

using oracle::Dice;
using oracle::exact;
using oracle::Rational;

struct Exact {
  Rational x, y, z;

  const Rational& operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
};

Exact operator-(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Exact operator*(const Exact& a, const Rational& s) { return {a.x * s, a.y * s, a.z * s}; }
Rational dot(const Exact& a, const Exact& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Exact cross(const Exact& a, const Exact& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Exact exact_of(const float* p) { return {exact(double(p[0])), exact(double(p[1])), exact(double(p[2]))}; }

Exact in_frame_exactly(Vec3 p, const LocalFrame& frame) {
  const Rational scale = exact(frame.scale);
  return {(exact(p.x) - exact(frame.origin.x)) / scale, (exact(p.y) - exact(frame.origin.y)) / scale,
          (exact(p.z) - exact(frame.origin.z)) / scale};
}

bool holds(const AlignedBox& box, const Exact& p) {
  for (int k = 0; k < 3; ++k)
    if (p[k] < exact(double(box.lo[k])) || p[k] > exact(double(box.hi[k]))) return false;
  return true;
}

// centre + sum a_k axis_k, solved for a by Cramer's rule.
template <BoxTest test>
bool holds(const OrientedBox<test>& box, const Exact& p) {
  const Exact d = p - exact_of(box.centre);
  const Exact axis[3] = {exact_of(box.axis[0]), exact_of(box.axis[1]), exact_of(box.axis[2])};
  const Rational volume = dot(axis[0], cross(axis[1], axis[2]));
  for (int k = 0; k < 3; ++k) {
    const Rational a = dot(d, cross(axis[(k + 1) % 3], axis[(k + 2) % 3])) / volume;
    if (abs(a) > exact(double(box.half[k]))) return false;
  }
  return true;
}

bool holds(const Sphere& sphere, const Exact& p) {
  const Exact d = p - exact_of(sphere.centre);
  return dot(d, d) <= exact(double(sphere.radius)) * exact(double(sphere.radius));
}

// A point of the rectangle that is near enough.
bool holds(const Rss& rss, const Exact& p) {
  Exact d = p - exact_of(rss.centre);
  for (int k = 0; k < 2; ++k) {
    const Exact axis = exact_of(rss.axis[k]);
    const Rational half = exact(double(rss.half[k]));
    Rational along = dot(axis, p - exact_of(rss.centre));
    if (along > half) along = half;
    if (along < -half) along = -half;
    d = d - axis * along;
  }
  return dot(d, d) <= exact(double(rss.radius)) * exact(double(rss.radius));
}

bool holds(const Dop& dop, const Exact& p) {
  for (int i = 0; i < Dop::axes; ++i) {
    const Rational along = dop_direction[i][0] * p.x + dop_direction[i][1] * p.y + dop_direction[i][2] * p.z;
    if (along < exact(double(dop.lo[i])) || along > exact(double(dop.hi[i]))) return false;
  }
  return true;
}

// Surfaces of every kind, far from the origin, tiny, flat, and single points.
std::vector<std::vector<Triangle>> triangle_sets(Dice& dice) {
  std::vector<std::vector<Triangle>> sets;
  for (std::uint64_t i = 0; i < oracle::scaled(40); ++i) {
    const Shape shape = property::random_surface(dice, 12);
    const property::PoseKind kind = property::pose_kinds[dice.bits() % property::pose_kinds.size()];
    const Pose pose{property::random_linear(dice, kind, std::pow(10.0, dice.uniform(-3, 3))),
                    dice.direction() * (dice.chance(2) ? 0 : std::pow(10.0, dice.uniform(0, 6)))};
    sets.push_back(property::posed_triangles({shape, pose}));
  }
  sets.push_back({{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}});
  sets.push_back({{{0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}, {0.1, 0.2, 0.3}}, {{5, 5, 5}, {5, 5, 5}, {5, 5.1, 5}}});
  return sets;
}

template <class V>
void expect_held(const Hierarchy<V>& tree, const std::vector<Triangle>& triangles, const char* how) {
  ASSERT_EQ(validate(tree, std::span<const Triangle>(triangles)), "") << V::name << ' ' << how;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    for (std::uint32_t i = tree.nodes[n].begin; i < tree.nodes[n].end; ++i) {
      const Triangle& t = triangles[tree.order[i]];
      for (const Vec3& p : {t.a, t.b, t.c})
        ASSERT_TRUE(holds(tree.nodes[n].volume, in_frame_exactly(p, tree.frame)))
            << V::name << ' ' << how << ", node " << n << ", triangle " << tree.order[i];
    }
}

TEST(Volumes, HoldTheExactPointsAfterBuildAndRefit) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (const std::vector<Triangle>& triangles : triangle_sets(dice)) {
      std::vector<Triangle> moved = triangles;
      for (Triangle& t : moved)
        for (Vec3* p : {&t.a, &t.b, &t.c}) *p = *p + dice.in_cube(0.2) * length(*p - triangles[0].a);
      const Grouping grouping = groupings[dice.bits() % 3];
      Volumes::for_each([&]<class V>() {
        const Hierarchy<V> tree = build_hierarchy<V>(triangles, grouping);
        expect_held(tree, triangles, "as built");
        expect_held(refit(tree, std::span<const Triangle>(moved)), moved, "as refitted");
      });
      if (HasFatalFailure()) return;
    }
  }
}

// A volume holds what the volume it was merged from holds, and is not much larger than both need.
TEST(Volumes, MergeIntoOneThatHoldsBoth) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 300; ++i) {
    std::vector<Triangle> all;
    for (int t = 0; t < 6; ++t) {
      const Vec3 at = dice.in_cube(0.7);
      const double size = std::pow(10.0, dice.uniform(-6, -0.6));
      all.push_back({at + dice.in_cube(size), at + dice.in_cube(size), at + dice.in_cube(size)});
    }
    const std::span<const Triangle> both(all);
    Volumes::for_each([&]<class V>() {
      const V a = V::fit(both.first(2)), b = V::fit(both.subspan(2)), merged = merge(a, b);
      for (const Triangle& t : all)
        for (const Vec3& p : {t.a, t.b, t.c}) {
          const Exact e{exact(p.x), exact(p.y), exact(p.z)};
          ASSERT_TRUE(holds(merged, e)) << V::name;
          ASSERT_TRUE(merged.holds(p)) << V::name;
        }
      EXPECT_LE(merged.size(), 3 * (V::fit(both).size() + a.size() + b.size()) + 1e-6f) << V::name;
    });
  }
}

// Nothing of a k-DOP is farther than 2^-20 from the hull of its corners: seen along any direction, its points do not
// reach beyond them by more.
TEST(Kdop, HasCornersThatReachAsFarAsItsPoints) {
  Dice dice(oracle::fixed_seed);
  int widest = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<Triangle> triangles;
    const double size = std::pow(10.0, dice.uniform(-7, -0.2));
    for (int t = dice.integer(1, 20); t > 0; --t)
      triangles.push_back({dice.in_cube(size), dice.in_cube(size), dice.in_cube(size)});
    const Kdop dop = Kdop::fit(triangles);
    widest = std::max(widest, dop.corner_count);
    for (int k = 0; k < 50; ++k) {
      const Vec3 d = dice.direction();
      double reach = -1e30, corners = -1e30;
      for (const Triangle& t : triangles) reach = std::max({reach, dot(d, t.a), dot(d, t.b), dot(d, t.c)});
      for (int c = 0; c < dop.corner_count; ++c)
        corners = std::max(corners, dot(d, Vec3{dop.corner[c][0], dop.corner[c][1], dop.corner[c][2]}));
      ASSERT_LE(reach, corners + 0x1p-20);
    }
  }
  EXPECT_GT(widest, 20);  // and not always the eight of a box
}

TEST(RelativePose, BoundsTheLeastStretchFromBelow) {
  Dice dice(oracle::fixed_seed);
  double sharpest = 0;
  for (int i = 0; i < 3000; ++i) {
    const property::PoseKind kind = property::pose_kinds[dice.bits() % property::pose_kinds.size()];
    const Mat3 m = property::random_linear(dice, kind, std::pow(10.0, dice.uniform(-3, 3)));
    const double bound = least_stretch(m);
    ASSERT_GE(bound, 0);
    for (int k = 0; k < 20; ++k) {
      const Vec3 d = dice.direction();
      ASSERT_LE(bound * length(d), length(m * d)) << name(kind);
      sharpest = std::max(sharpest, bound / length(m * d));
    }
  }
  EXPECT_GT(sharpest, 0.999);
}

}  // namespace
}  // namespace graze
