// What the stages on a device claim, item by item, on the host: float never proves what exact arithmetic denies.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "backend/cuda/float_hull.h"
#include "backend/cuda/float_keys.h"
#include "math/round.h"
#include "tests/property/ccd.h"

namespace graze {
namespace {

struct Said {
  std::uint64_t cases = 0, hits = 0, clear = 0;
};

template <int Count>
void ask_float(const property::CcdCase& c, Said& said) {
  if (!all_finite(c.at_0.data()) || !all_finite(c.at_1.data())) return;
  float time = 0;
  const bool clear = clear_at_once<Count>(c.at_0.data(), c.at_1.data()) ||
                     clear_by_directions<Count>(c.at_0.data(), c.at_1.data(), 0, few_directions, time) ||
                     clear_by_directions<Count>(c.at_0.data(), c.at_1.data(), few_directions, most_directions, time);
  const bool hit = exact_ccd(c.features, c.at_0, c.at_1).hit;
  ++said.cases;
  said.hits += hit;
  said.clear += clear;
  EXPECT_FALSE(hit && clear) << c.kind << "\n" << ccd_line(c.features, c.at_0, c.at_1);
}

// The pieces of a warp, one after the other.
template <int Count>
bool in_pieces(const property::CcdCase& c, double time) {
  const MovingHull<Count> hull(c.at_0.data(), c.at_1.data());
  return apart_in_pieces(time, [&](double begin, double end) {
    std::uint32_t failed = 0;
    for (int piece = 0; piece < time_pieces; ++piece) {
      const double to = piece_begin(begin, end, piece + 1);
      if (apart_until(hull, piece_begin(begin, end, piece), to) < to) failed |= 1u << piece;
    }
    return failed;
  });
}

// Long steps, of which the core leaves some to exact arithmetic: most of those are apart.
TEST(GpuStages, PiecesOfTimeProveOnlyWhatIsSo) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t cases = 0, hits = 0, apart = 0, left = 0, left_apart = 0;
    for (std::uint64_t n = oracle::scaled(20000, 10000); n > 0 && !HasFailure(); --n) {
      property::CcdCase c = property::ccd_case(dice);
      const bool plain = dice.chance(2);
      if (plain) {
        c.features = CcdKind::edge_edge;
        for (FourPoints* points : {&c.at_0, &c.at_1})
          for (Vec3& p : *points) p = dice.in_cube(1);
      }
      if (!all_finite(c.at_0.data()) || !all_finite(c.at_1.data())) continue;
      const bool hit = exact_ccd(c.features, c.at_0, c.at_1).hit;
      const bool edges = c.features == CcdKind::edge_edge;
      const bool proven = edges ? in_pieces<4>(c, 0) : in_pieces<3>(c, 0);
      ++cases;
      hits += hit;
      apart += proven;
      ASSERT_FALSE(hit && proven) << c.kind << "\n" << ccd_line(c.features, c.at_0, c.at_1);
      if (!plain) continue;
      double time = 0, lo = 0, hi = 0;
      const MovingHull<4> hull(c.at_0.data(), c.at_1.data());
      if (hull.clear_along_axis() || hull.one_sign_of_volume()) continue;
      if (advance(hull, 0, most_steps_to_contact, time, lo, hi) != FirstContact::open || time > 1) continue;
      ++left;
      left_apart += in_pieces<4>(c, time);
    }
    std::printf("seed %llu: %llu cases, hits %.3f, apart %.3f; of %llu that the core leaves %llu are apart\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(cases),
                double(hits) / double(cases), double(apart) / double(cases), static_cast<unsigned long long>(left),
                static_cast<unsigned long long>(left_apart));
    if (cases < 5000) continue;
    EXPECT_GT(double(hits) / double(cases), 0.1);
    EXPECT_GT(double(apart) / double(cases), 0.3);
    EXPECT_GE(left_apart * 10, left * 6);
  }
}

// All points of a case times a power of two: far beyond the floats, too.
void scale(property::CcdCase& c, int exponent) {
  for (FourPoints* points : {&c.at_0, &c.at_1})
    for (Vec3& p : *points) p = p * std::ldexp(1.0, exponent);
}

TEST(GpuStages, FloatProvesOnlyWhatIsSo) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    Said said;
    for (std::uint64_t n = oracle::scaled(30000); n > 0 && !HasFailure(); --n) {
      property::CcdCase c = property::ccd_case(dice);
      scale(c, dice.pick({0, -130, 130, -600, 600}));
      if (c.features == CcdKind::vertex_face)
        ask_float<3>(c, said);
      else
        ask_float<4>(c, said);
    }
    std::printf("seed %llu: %llu cases, hits %.3f, clear in float %.3f\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(said.cases), double(said.hits) / double(said.cases),
                double(said.clear) / double(said.cases));
    if (said.cases < 1000) continue;
    EXPECT_GT(double(said.hits) / double(said.cases), 0.3);
    EXPECT_GT(double(said.clear) / double(said.cases), 0.2);
  }
}

template <int Count>
void expect_same_in_pieces(const property::CcdCase& c, std::uint64_t& resumed) {
  const MovingHull<Count> hull(c.at_0.data(), c.at_1.data());
  double lo = 0, hi = 0, lo_pieces = 0, hi_pieces = 0, time = 0;
  const FirstContact whole = first_contact(hull, lo, hi);
  if (hull.clear_along_axis() || hull.one_sign_of_volume()) {
    EXPECT_EQ(whole, FirstContact::none);
    return;
  }
  FirstContact pieces = FirstContact::open;
  for (int step = 0; step < most_steps_to_contact && pieces == FirstContact::open && time <= 1; ++step) {
    pieces = advance(hull, step, step + 1, time, lo_pieces, hi_pieces);
    resumed += step > 0;
  }
  EXPECT_EQ(whole, pieces) << ccd_line(c.features, c.at_0, c.at_1);
  EXPECT_EQ(lo, lo_pieces);
  EXPECT_EQ(hi, hi_pieces);
}

// A device takes the steps of the search one at a time, each in a launch of its own.
TEST(GpuStages, StepsOneByOneAreTheWholeSearch) {
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t resumed = 0;
  const std::uint64_t count = oracle::scaled(10000);
  for (std::uint64_t n = count; n > 0 && !HasFailure(); --n) {
    const property::CcdCase c = property::ccd_case(dice);
    if (c.features == CcdKind::vertex_face)
      expect_same_in_pieces<3>(c, resumed);
    else
      expect_same_in_pieces<4>(c, resumed);
  }
  EXPECT_GT(resumed, count / 10);
}

TEST(GpuStages, CoordinatesThatAreNotNumbersAreSeen) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    for (std::size_t i = 0; i < 4; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        FourPoints points{};
        points[i][axis] = bad;
        EXPECT_FALSE(all_finite(points.data()));
        points[i][axis] = std::numeric_limits<double>::max();
        EXPECT_TRUE(all_finite(points.data()));
      }
}

// Doubles near floats and near each other, zeros of both signs, denormals, and what is beyond the floats.
double some_double(oracle::Dice& dice) {
  switch (dice.integer(0, 5)) {
    case 0:
      return dice.pick({0.0, -0.0, 0x1p-149, -0x1p-149, 0x1p-150, -0x1p-150, 0x1p-1074, 1e300, -1e300});
    case 1:
      return dice.nudge(static_cast<double>(static_cast<float>(dice.uniform(-1, 1))), 2);
    case 2:
      return dice.uniform(-1, 1) * 0x1p-140;
    case 3:
      return dice.uniform(-1, 1) * 0x1p129;
    case 4:
      return dice.pick({double(std::numeric_limits<float>::max()), -double(std::numeric_limits<float>::max()),
                        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()});
    default:
      return dice.uniform(-1, 1);
  }
}

TEST(GpuStages, KeysOfBoundsAreOutsideAndSureWhereTheySay) {
  oracle::Dice dice(oracle::run_seed());
  std::uint64_t near = 0, sure = 0;
  const std::uint64_t count = oracle::scaled(400000);
  for (std::uint64_t n = count; n > 0 && !HasFailure(); --n) {
    const double x = some_double(dice), y = dice.chance(2) ? dice.nudge(x, 3) : some_double(dice);
    if (x == std::numeric_limits<double>::infinity() || y == -std::numeric_limits<double>::infinity()) continue;
    const std::int32_t lo = float_key(round_down(x)), hi = float_key(round_up(y));
    if (x <= y) {
      EXPECT_LE(lo, hi) << x << " " << y;
    }
    if (lo > hi) continue;
    if (hardly_below(lo, hi)) {
      ++near;
    } else {
      ++sure;
      EXPECT_LT(x, y) << x << " " << y;
    }
  }
  EXPECT_GT(near, count / 20);
  EXPECT_GT(sure, count / 10);
}

TEST(GpuStages, KeysAreInTheOrderOfTheFloats) {
  float x = -std::numeric_limits<float>::infinity();
  std::int32_t last = float_key(x);
  for (const float next : {-std::numeric_limits<float>::max(), -1.0f, -0x1p-149f, 0.0f, 0x1p-149f, 1.0f,
                           std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()}) {
    EXPECT_LT(last, float_key(next));
    EXPECT_EQ(float_of_key(float_key(next)), next);
    last = float_key(next);
  }
  EXPECT_EQ(float_key(-0.0f), float_key(0.0f));
  EXPECT_EQ(float_key(std::nextafter(1.0f, 2.0f)), float_key(1.0f) + 1);
  EXPECT_EQ(float_key(-0x1p-149f), -1);
  EXPECT_EQ(float_key(0x1p-149f), 1);
  EXPECT_FALSE(overlap(no_box_keys(), no_box_keys()));
}

}  // namespace
}  // namespace graze
