// Corners of turning cores: all instruction sets give the same bits, and those of plain loops.
#include "motion/turning_lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "motion/moving_pair.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::same;
constexpr int lanes = TurningCorners::lanes;

struct TurningSide {
  TurningCorners corners;
  PathPoint point;
  Vec3 velocity;
  double angle;
  CornerBend bend;
};

TurningSide random_turning_side(Dice& dice) {
  TurningSide side;
  const Path path =
      path_of(translation_with_rotation(dice.in_cube(1), dice.in_cube(1), dice.direction(), dice.uniform(-3, 3)), 0);
  Vec3 corner;
  for (int i = 0; i < lanes; ++i) {
    if (i < 3 || !dice.chance(3)) corner = dice.in_cube(1);  // else the last one again
    const Vec3 across = cross(path.axis, corner - path.origin), back = cross(path.axis, across);
    for (int k = 0; k < 3; ++k) {
      side.corners.start[k][i] = corner[k];
      side.corners.across[k][i] = across[k];
      side.corners.back[k][i] = back[k];
    }
  }
  side.point = at_time(path, dice.uniform(0, 1));
  side.velocity = path.velocity;
  side.angle = path.angle;
  side.bend = {dice.chance(4) ? 0 : path.angle * path.angle, 1e-13};
  return side;
}

// What one core has along n after d, in plain loops: the least, and the first that is.
double least_of(const FallingCorners& f, double d, int& index) {
  double least = 0;
  for (int i = 0; i < lanes; ++i) {
    const double found = (f.value[i] + f.speed[i] * d) - f.bend[i] * (0.5 * d * d);
    if (i > 0 && !(found < least)) continue;
    least = found;
    index = i;
  }
  return least;
}

struct Height {
  const TurningLook& look;
  const FallingCorners &a, &b;

  double at(double d, int& i, int& j) const {
    return ((look.constant - look.slower * d) + (least_of(a, d, i) + least_of(b, d, j))) - look.bend * (0.5 * d * d);
  }
};

TurningSpan lasts_of(const Height& h) {
  const TurningLook& look = h.look;
  int i = 0, j = 0;
  double d = look.most, there = h.at(d, i, j), bend = 0, speed = 0;
  for (int round = 0; round < 8 && !(there >= look.enough); ++round) {
    bend = h.a.bend[i] + h.b.bend[j] + look.bend;
    speed = (h.a.speed[i] + h.b.speed[j]) - look.slower;
    const double root = first_root(look.constant + (h.a.value[i] + h.b.value[j]), speed, bend);
    if (!(root > 0 && root < d)) break;
    d = root;
    there = h.at(d, i, j);
  }
  if (!(there >= look.enough)) {
    d = d * (look.now / (look.now - there)) * (1 - 0x1p-40);
    if (!(h.at(d, i, j) >= look.enough)) return {};
  }
  return {d, bend * d - speed};
}

std::uint64_t bits_of(const double* values, std::size_t count, std::uint64_t sum) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, values + i, sizeof bits);
    sum = sum * 0x9e3779b97f4a7c15u + bits;
  }
  return sum;
}

struct Asked {
  PlacedCore a, b;
  TurningLook look;
  TurningSpan span, turned;
  int least, most;

  std::uint64_t sum() const {
    std::uint64_t sum = bits_of(&a.at[0][0], sizeof a / sizeof(double), 0);
    sum = bits_of(&b.at[0][0], sizeof b / sizeof(double), sum);
    sum = bits_of(look.a.value, 2 * sizeof look.a / sizeof(double), sum);
    const double told[] = {look.now,     double(look.first_a), double(look.first_b), span.lasts,  span.closing,
                           turned.lasts, turned.closing,       double(least),        double(most)};
    return bits_of(told, std::size(told), sum);
  }
};

Asked ask_all(const TurningKernels& kernels, const TurningSide& a, const TurningSide& b, Vec3 n, Vec3 change,
              double constant) {
  Asked asked{};
  kernels.place(a.corners, a.point, a.velocity, a.angle, asked.a);
  kernels.place(b.corners, b.point, b.velocity, b.angle, asked.b);
  asked.look.constant = constant;
  asked.look.slower = 1e-13;
  asked.look.enough = -1e-14;
  asked.look.most = 0.75;
  asked.span = kernels.look(a.corners, asked.a, a.bend, b.corners, asked.b, b.bend, n, asked.look);
  if (asked.look.now > 0) {
    asked.look.bend = 0.5;
    asked.turned = kernels.look_turning(asked.a, asked.b, change, asked.look);
    asked.look.bend = 0;
  }
  asked.least = kernels.least_along(asked.a, n);
  asked.most = kernels.most_along(asked.b, n);
  return asked;
}

TEST(TurningLanes, AllInstructionSetsGiveTheBitsOfPlainLoops) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("turning lanes, seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  int apart = 0, all = 0, part = 0, turned = 0;
  for (int i = 0; i < 3000; ++i) {
    const TurningSide a = random_turning_side(dice), b = random_turning_side(dice);
    const Vec3 n = dice.direction(), change = dice.in_cube(1);
    const double constant = dice.uniform(0, 8);
    const Asked found = ask_all(turning_kernels(Isa::scalar), a, b, n, change, constant);
    for (const Isa isa : instruction_sets())
      ASSERT_EQ(ask_all(turning_kernels(isa), a, b, n, change, constant).sum(), found.sum()) << i;
    // Places and speeds.
    for (int c = 0; c < lanes; ++c)
      for (int k = 0; k < 3; ++k) {
        const double sine = a.point.turn.sine, versine = a.point.turn.versine;
        const double across = a.corners.across[k][c], back = a.corners.back[k][c];
        ASSERT_TRUE(
            same(found.a.at[k][c], (a.corners.start[k][c] + a.point.shift[k]) + (across * sine + back * versine)));
        ASSERT_TRUE(same(found.a.speed[k][c], a.velocity[k] + (across * (1 - versine) + back * sine) * a.angle));
      }
    // What falls along the direction, for a against it.
    for (int c = 0; c < lanes; ++c) {
      const Vec3 speed{found.a.speed[0][c], found.a.speed[1][c], found.a.speed[2][c]};
      ASSERT_TRUE(same(found.look.a.value[c], dot(-n, found.a.point(std::uint32_t(c)))));
      ASSERT_TRUE(same(found.look.a.speed[c], dot(-n, speed)));
      const auto along = [&](const double(&v)[3][lanes]) { return std::fabs(dot(-n, {v[0][c], v[1][c], v[2][c]})); };
      const double x = along(a.corners.across), y = along(a.corners.back);
      const double bend = a.bend.rate_sq * ((std::fmax(x, y) + 0.4143 * std::fmin(x, y)) + a.bend.off);
      ASSERT_TRUE(same(found.look.a.bend[c], bend));
      ASSERT_GE(bend * (1 + 1e-12), a.bend.rate_sq * std::hypot(x, y));
    }
    const Height h{found.look, found.look.a, found.look.b};
    int first_a = 0, first_b = 0;
    ASSERT_EQ(found.look.now, h.at(0, first_a, first_b));
    ASSERT_TRUE(found.look.first_a == first_a && found.look.first_b == first_b);
    int most = 0;
    for (int c = 1; c < lanes; ++c)
      if (dot(n, found.b.point(std::uint32_t(c))) > dot(n, found.b.point(std::uint32_t(most)))) most = c;
    ASSERT_EQ(found.most, most);
    for (int c = 0; c < lanes; ++c)
      ASSERT_TRUE(c < found.least
                      ? dot(n, found.a.point(std::uint32_t(c))) > dot(n, found.a.point(std::uint32_t(found.least)))
                      : dot(n, found.a.point(std::uint32_t(c))) >= dot(n, found.a.point(std::uint32_t(found.least))));
    if (!(found.look.now > 0)) continue;
    const TurningSpan plain = lasts_of(h);
    ASSERT_TRUE(same(found.span.lasts, plain.lasts) && same(found.span.closing, plain.closing)) << i;
    FallingCorners turned_a = found.look.a, turned_b = found.look.b;
    for (int c = 0; c < lanes; ++c) {
      turned_a.speed[c] -= dot(change, found.a.point(std::uint32_t(c)));
      turned_b.speed[c] += dot(change, found.b.point(std::uint32_t(c)));
      turned_a.bend[c] = turned_b.bend[c] = 0;
    }
    TurningLook look = found.look;
    look.bend = 0.5;
    const TurningSpan plain_turned = lasts_of({look, turned_a, turned_b});
    ASSERT_TRUE(same(found.turned.lasts, plain_turned.lasts) && same(found.turned.closing, plain_turned.closing)) << i;
    ++apart;
    (found.span.lasts < look.most ? part : all) += 1;
    turned += found.turned.lasts > found.span.lasts ? 1 : 0;
  }
  std::printf("%d apart: %d for all of the time, %d for a part; %d longer while turning\n", apart, all, part, turned);
  EXPECT_GT(apart, 1000);
  EXPECT_GT(all, 100);
  EXPECT_GT(part, 500);
  EXPECT_GT(turned, 50);
}

}  // namespace
}  // namespace graze
