// What rays need in double: every instruction set gives the same bits, for a ray alone and among others, and what is
// said of a hit is true.
#include "narrow/ray/ray_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "math/ray_base.h"
#include "narrow/ray/ray_triangle.h"
#include "shape/data.h"
#include "tests/oracle/ray_cases.h"
#include "tests/property/bodies.h"

namespace graze {
namespace {

using oracle::Dice;

// The same bits; two NaNs are the same.
bool same_number(double a, double b) { return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b; }

struct Case {
  Ray ray;
  Triangle triangle;
};

Case random_case(Dice& dice) {
  const bool extreme = dice.chance(4);
  const double size = extreme ? std::fabs(dice.magnitude(-160, 160)) : std::fabs(dice.magnitude(-6, 6));
  Triangle t{dice.in_cube(size), dice.in_cube(size), dice.in_cube(size)};
  if (dice.chance(4)) t.b.x *= extreme ? 1e140 : 1e6;
  const auto kind = dice.pick({oracle::RayKind::vertex, oracle::RayKind::edge, oracle::RayKind::face});
  return {oracle::make_ray(dice, kind, std::span(&t, 1), size), t};
}

TEST(RayKernels, MeetIsTheSameOnAllInstructionSetsAndRightWhenKnown) {
  constexpr int width = RayMeetings::width;
  Dice dice(oracle::fixed_seed);
  int known = 0, normals = 0, weights = 0, hits = 0;
  for (int round = 0; round < 6000; ++round) {
    RayLanes lanes;
    RayMeetings scalar;
    Case cases[width];
    for (int i = 0; i < width; ++i) {
      cases[i] = random_case(dice);
      lanes.set(i, cases[i].ray);
      scalar.set(i, cases[i].triangle);
    }
    ray_kernels(Isa::scalar).meet({}, lanes, scalar);
    const auto same = [&](const RayMeetings& other, int i) {
      bool result = same_number(scalar.t[i], other.t[i]);
      for (int k = 0; k < 3; ++k)
        result = result && same_number(scalar.point[k][i], other.point[k][i]) &&
                 same_number(scalar.normal[k][i], other.normal[k][i]) &&
                 same_number(scalar.barycentric[k][i], other.barycentric[k][i]);
      return result && (scalar.has_normal >> i & 1) == (other.has_normal >> i & 1) &&
             (scalar.has_barycentric >> i & 1) == (other.has_barycentric >> i & 1);
    };
    const auto same_alone = [&](const RayMeeting& other, int i) {
      bool result = same_number(scalar.t[i], other.t);
      for (int k = 0; k < 3; ++k)
        result = result && same_number(scalar.point[k][i], other.point[k]) &&
                 same_number(scalar.normal[k][i], other.normal[k]) &&
                 same_number(scalar.barycentric[k][i], other.barycentric[k]);
      return result && ((scalar.has_normal >> i & 1) != 0) == other.has_normal &&
             ((scalar.has_barycentric >> i & 1) != 0) == other.has_barycentric;
    };
    for (const Isa isa : instruction_sets()) {
      RayMeetings many = scalar;
      ray_kernels(isa).meet({}, lanes, many);
      for (int i = 0; i < width; ++i) {
        ASSERT_TRUE(same(many, i)) << round;
        RayMeeting alone;
        ray_kernels(isa).meet_one({}, cases[i].ray, cases[i].triangle, alone);
        ASSERT_TRUE(same_alone(alone, i)) << round;
      }
    }
    for (int i = 0; i < width; ++i) {
      const auto& [ray, t] = cases[i];
      const RayCrossing crossing = ray_meets_triangle(ray, t);
      if (!crossing.hit || crossing.flat) continue;
      ++hits;
      if ((scalar.has_normal >> i & 1) != 0) {
        ++normals;
        const Vec3 normal{scalar.normal[0][i], scalar.normal[1][i], scalar.normal[2][i]};
        EXPECT_LT(length(normal - unit_normal(t)), 1e-10) << round;
      }
      if (std::isnan(scalar.t[i])) continue;
      ++known;
      const Ratio exact = exact_parameter(ray, t, crossing);
      ASSERT_EQ(scalar.t[i], quotient(exact.numerator, exact.denominator)) << round;
      if ((scalar.has_barycentric >> i & 1) == 0) continue;
      ++weights;
      // The triangle as a ray tracer would be told of it: exact sides.
      const Vec3 given{scalar.barycentric[0][i], scalar.barycentric[1][i], scalar.barycentric[2][i]};
      EXPECT_LT(length(given - barycentric(ray, t, crossing, {1e300, 0, 0})), 1e-8) << round;  // exact from so far away
    }
  }
  EXPECT_GT(hits, 30000);
  EXPECT_GT(known, hits / 2);
  EXPECT_GT(normals, hits / 2);
  EXPECT_GT(weights, hits / 4);
}

TEST(RayKernels, PlaceIsTheSameOnAllInstructionSets) {
  constexpr int width = RayLanes::width;
  const Shape shape = property::mesh_of(scenes::knot(500));
  const std::vector<Triangle> triangles = all_triangles(data_of(shape));
  Dice dice(oracle::fixed_seed);
  int usable = 0, misses = 0, invalid = 0;
  for (int round = 0; round < 4000; ++round) {
    const Placement placement =
        place(data_of(shape), {property::random_linear(dice, property::PoseKind::rigid, 1), dice.in_cube(10)});
    RayLanes lanes;
    Ray rays[width];
    for (int i = 0; i < width; ++i) {
      Ray& ray = rays[i];
      ray = oracle::make_ray(dice, oracle::ray_kinds[dice.bits() % oracle::ray_kinds.size()], triangles, 2);
      if (dice.chance(10)) ray.direction[dice.integer(0, 2)] = 0;
      if (dice.chance(20)) ray.direction = base_of(ray);
      if (dice.chance(20)) ray.origin.y = dice.pick({std::nan(""), HUGE_VAL, 1e300});
      if (dice.chance(20)) ray.max = dice.pick({std::nan(""), HUGE_VAL, 1e-300});
      lanes.set(i, ray);
    }
    PlacedRays scalar;
    std::memset(static_cast<void*>(&scalar), 0, sizeof scalar);
    ray_kernels(Isa::scalar).place(placement, lanes, width, scalar);
    for (const Isa isa : instruction_sets()) {
      PlacedRays wide;
      std::memset(static_cast<void*>(&wide), 0, sizeof wide);
      ray_kernels(isa).place(placement, lanes, width, wide);
      ASSERT_EQ(wide.valid, scalar.valid) << round;
      ASSERT_EQ(wide.usable & wide.valid, scalar.usable & wide.valid) << round;
      ASSERT_EQ(wide.misses & wide.valid, scalar.misses & wide.valid) << round;
      const unsigned good = wide.usable & wide.valid;
      for (int i = 0; i < width; ++i) {
        if ((good >> i & 1) == 0) continue;
        PlacedRays alone;
        ray_kernels(isa).place_one(placement, rays[i], alone);
        for (const auto& [other, at] : {std::pair(&wide, i), std::pair(&alone, 0)}) {
          ASSERT_EQ(scalar.frames.octant[i], other->frames.octant[at]);
          ASSERT_EQ(scalar.frames.axis[i], other->frames.axis[at]);
          ASSERT_TRUE(same_number(scalar.first[i], other->first[at]) && same_number(scalar.rate[i], other->rate[at]));
          for (int k = 0; k < 3; ++k)
            ASSERT_TRUE(same_number(scalar.frames.inverse[k][i], other->frames.inverse[k][at]) &&
                        same_number(scalar.frames.enter[k][i], other->frames.enter[k][at]) &&
                        same_number(scalar.frames.leave[k][i], other->frames.leave[k][at]) &&
                        same_number(scalar.frames.start[k][i], other->frames.start[k][at]))
                << round;
          ASSERT_EQ(scalar.frames.side_error[i], other->frames.side_error[at]);
          ASSERT_EQ(scalar.frames.depth_error[i], other->frames.depth_error[at]);
        }
      }
    }
    for (int i = 0; i < width; ++i) {
      const bool valid = (scalar.valid >> i & 1) != 0;
      const Ray& r = rays[i];
      ASSERT_EQ(valid,
                is_finite(r.origin) && is_finite(r.direction) && !(r.direction == base_of(r)) && !std::isnan(r.max));
      invalid += valid ? 0 : 1;
      usable += valid && (scalar.usable >> i & 1) != 0 ? 1 : 0;
      misses += valid && (scalar.misses >> i & 1) != 0 ? 1 : 0;
    }
  }
  for (const int count : {usable, misses, invalid}) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace graze
