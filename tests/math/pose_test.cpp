// Quaternions, poses and their errors, inverses and decomposition.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "graze/error.h"
#include "graze/math.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/limits.h"
#include "tests/oracle/rational.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::exact;
using oracle::Rational;

using oracle::infinity;
using oracle::nan;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

double largest(const Mat3& m) {
  double result = 0;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) result = std::max(result, std::abs(m.at(row, column)));
  return result;
}

Mat3 scaled(const Mat3& m, Vec3 s) { return {m.c0 * s.x, m.c1 * s.y, m.c2 * s.z}; }

double distance(const Mat3& a, const Mat3& b) { return largest({a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2}); }

TEST(Quaternion, TurnsTheAxes) {
  const double h = std::sqrt(0.5);
  const Mat3 about_z = to_matrix({0, 0, h, h});
  EXPECT_LT(distance(about_z, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}), 4 * epsilon);
  const Mat3 about_x = to_matrix({h, 0, 0, h});
  EXPECT_LT(distance(about_x, {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}), 4 * epsilon);
  const Mat3 about_y = to_matrix({0, h, 0, h});
  EXPECT_LT(distance(about_y, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}), 4 * epsilon);
  EXPECT_EQ(to_matrix({0, 0, 0, 1}), Mat3{});
  EXPECT_EQ(to_matrix({0, 0, 0, -1}), Mat3{});
  EXPECT_EQ(to_matrix({1, 0, 0, 0}), (Mat3{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}));
}

TEST(Quaternion, NormalizedIsUnitWhateverItsLength) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  for (int i = 0; i < 20000; ++i) {
    const Quat q = dice.rotation();
    const double length = std::scalbn(dice.uniform(1, 2), dice.integer(-1074, 1022));
    const Quat given{q.x * length, q.y * length, q.z * length, q.w * length};
    if (given == Quat{0, 0, 0, 0}) continue;
    const Quat unit = normalized(given);
    // The direction, exactly: the products unit_i given_j and unit_j given_i are equal but for rounding.
    const std::array<double, 4> u{unit.x, unit.y, unit.z, unit.w}, g{given.x, given.y, given.z, given.w};
    Rational sum = 0, most = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += exact(u[k]) * exact(u[k]);
      most = std::max<Rational>(most, abs(exact(g[k])));
    }
    ASSERT_LE(abs(sum - 1), exact(8 * epsilon)) << "seed " << seed;
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < j; ++k)
        ASSERT_LE(abs(exact(u[j]) * exact(g[k]) - exact(u[k]) * exact(g[j])), most * exact(4 * epsilon))
            << "seed " << seed;
    ASSERT_NO_THROW(make_pose({}, unit));
  }
  // The drift of a game.
  const double drift = 1 + 8e-6;
  EXPECT_THROW(make_pose({}, {0, 0, 0, drift}), Error);
  EXPECT_EQ(make_pose({}, normalized({0, 0, 0, drift})), Pose{});
  try {
    make_pose({}, {0, 0, 0, drift});
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("normalized()"), std::string::npos);
  }
  const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(normalized({most, most, most, most}), (Quat{0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(normalized({0, -least, 0, 0}), (Quat{0, -1, 0, 0}));
  EXPECT_EQ(normalized({0, 0, least, most}), (Quat{0, 0, 0, 1}));
  EXPECT_THROW(normalized({0, 0, 0, 0}), Error);
  EXPECT_THROW(normalized({0, nan, 0, 1}), Error);
  EXPECT_THROW(normalized({0, 0, infinity, 1}), Error);
}

TEST(Quaternion, MakesAMatrixOrthogonalToTheLastPlaces) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 5000; ++i) {
    Quat q = dice.rotation();
    const double off = 1 + dice.uniform(-9e-7, 9e-7);  // within the tolerance: normalised away
    q = {q.x * off, q.y * off, q.z * off, q.w * off};
    const Mat3 m = to_matrix(q);
    ASSERT_LT(distance(transpose(m) * m, Mat3{}), 16 * epsilon);
    ASSERT_EQ(determinant_sign(m), 1);
    ASSERT_LT(distance(m, to_matrix({-q.x, -q.y, -q.z, -q.w})), 4 * epsilon);
  }
}

TEST(Quaternion, OffUnitLengthIsAnError) {
  EXPECT_NO_THROW(to_matrix({0, 0, 0, 1 + 0.9e-6}));
  EXPECT_NO_THROW(to_matrix({0, 0, 0, 1 - 0.9e-6}));
  EXPECT_THROW(to_matrix({0, 0, 0, 1 + 1.1e-6}), Error);
  EXPECT_THROW(to_matrix({0, 0, 0, 1 - 1.1e-6}), Error);
  EXPECT_THROW(to_matrix({0, 0, 0, 0}), Error);
  EXPECT_THROW(to_matrix({1, 1, 0, 0}), Error);
  EXPECT_THROW(to_matrix({nan, 0, 0, 1}), Error);
  EXPECT_THROW(to_matrix({0, infinity, 0, 1}), Error);
  EXPECT_THROW(to_matrix({1e200, 0, 0, 1}), Error);
}

TEST(MakePose, IsTranslationAfterRotationAfterScale) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 1000; ++i) {
    const Quat rotation = dice.rotation();
    const Vec3 scale = dice.in_cube(3), translation = dice.in_cube(100), p = dice.in_cube(1);
    const Pose pose = make_pose(translation, rotation, scale);
    const Mat3 turn = to_matrix(rotation);
    EXPECT_EQ(pose.linear, scaled(turn, scale));
    EXPECT_EQ(pose.translation, translation);
    const Vec3 slow = turn * Vec3{p.x * scale.x, p.y * scale.y, p.z * scale.z} + translation;
    EXPECT_LT(length(pose * p - slow), 1e-12);
  }
}

TEST(MakePose, RefusesWhatIsNotAPose) {
  EXPECT_THROW(make_pose({nan, 0, 0}), Error);
  EXPECT_THROW(make_pose({0, infinity, 0}), Error);
  EXPECT_THROW(make_pose({}, {0, 0, 0, 2}), Error);
  EXPECT_THROW(make_pose({}, {}, {1, 0, 1}), Error);
  EXPECT_THROW(make_pose({}, {}, {1, 1, nan}), Error);
  EXPECT_THROW(make_pose({}, {}, {-infinity, 1, 1}), Error);
  EXPECT_NO_THROW(make_pose({1e300, -1e300, 0}, {}, {1e-300, -1e300, 5e-324}));
}

TEST(PoseFromMatrix, ReadsRows) {
  using Rows = std::array<std::array<double, 4>, 4>;
  const Rows rows{{{1, 2, 3, 10}, {0, 1, 4, 20}, {5, 6, 0, 30}, {0, 0, 0, 1}}};
  const Pose pose = pose_from_matrix(rows);
  EXPECT_EQ(pose.linear, (Mat3{{1, 0, 5}, {2, 1, 6}, {3, 4, 0}}));
  EXPECT_EQ(pose.translation, (Vec3{10, 20, 30}));
  EXPECT_EQ(pose * (Vec3{1, 1, 1}), (Vec3{16, 25, 41}));
  for (int column = 0; column < 4; ++column) {
    Rows broken = rows;
    broken[3][static_cast<std::size_t>(column)] += 1e-9;
    EXPECT_THROW(pose_from_matrix(broken), Error) << column;
  }
  Rows broken = rows;
  broken[1][2] = nan;
  EXPECT_THROW(pose_from_matrix(broken), Error);
  broken[1][2] = infinity;
  EXPECT_THROW(pose_from_matrix(broken), Error);
  const Rows singular{{{1, 2, 3, 0}, {4, 5, 6, 0}, {7, 8, 9, 0}, {0, 0, 0, 1}}};
  EXPECT_THROW(pose_from_matrix(singular), Error);
}

TEST(Fault, IsExact) {
  EXPECT_EQ(fault({}), PoseFault::none);
  EXPECT_EQ(fault({{{1, 4, 7}, {2, 5, 8}, {3, 6, 9}}, {}}), PoseFault::singular);
  EXPECT_EQ(fault({{{1, 4, 7}, {2, 5, 8}, {3, 6, std::nextafter(9.0, 10.0)}}, {}}), PoseFault::none);
  // Determinants that vanish in doubles, and are not 0.
  EXPECT_EQ(fault({{{1e-200, 0, 0}, {0, 1e-200, 0}, {0, 0, 1e-200}}, {}}), PoseFault::none);
  EXPECT_EQ(fault({{{5e-324, 0, 0}, {0, 5e-324, 0}, {0, 0, -5e-324}}, {}}), PoseFault::none);
  EXPECT_EQ(fault({{{1e300, 0, 0}, {0, 1e300, 0}, {0, 0, 1e300}}, {}}), PoseFault::none);
  EXPECT_EQ(fault({{}, {nan, 0, 0}}), PoseFault::not_finite);
  EXPECT_EQ(fault({{{1, 0, 0}, {0, infinity, 0}, {0, 0, 1}}, {}}), PoseFault::not_finite);
  EXPECT_EQ(determinant_sign({{-1e-200, 0, 0}, {0, 1e-200, 0}, {0, 0, 1e-200}}), -1);
}

TEST(Product, IsOuterAfterInner) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 500; ++i) {
    const Pose outer = make_pose(dice.in_cube(5), dice.rotation(), dice.in_cube(2));
    const Pose inner = make_pose(dice.in_cube(5), dice.rotation(), dice.in_cube(2));
    const Vec3 p = dice.in_cube(1);
    EXPECT_LT(length((outer * inner) * p - outer * (inner * p)), 1e-13 * 100);
    EXPECT_EQ((outer * inner).linear, outer.linear * inner.linear);
  }
}

// The exact inverse by cofactors, row by row.
std::array<std::array<Rational, 4>, 3> exact_inverse(const Pose& pose) {
  Rational m[3][3];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) m[r][c] = exact(pose.linear.at(r, c));
  const auto minor = [&](int r, int c) {
    const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return Rational(m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]);
  };
  const Rational determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
  std::array<std::array<Rational, 4>, 3> result;
  for (int r = 0; r < 3; ++r) {
    auto& row = result[static_cast<std::size_t>(r)];
    for (int c = 0; c < 3; ++c) row[static_cast<std::size_t>(c)] = minor(c, r) / determinant;
    row[3] =
        -(row[0] * exact(pose.translation.x) + row[1] * exact(pose.translation.y) + row[2] * exact(pose.translation.z));
  }
  return result;
}

void expect_near_exact_inverse(const Pose& pose, const Pose& found, double bound) {
  const auto truth = exact_inverse(pose);
  Pose rounded;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      rounded.linear[c][r] = oracle::nearest(truth[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)]);
    rounded.translation[r] = oracle::nearest(truth[static_cast<std::size_t>(r)][3]);
  }
  const double condition = largest(pose.linear) * largest(rounded.linear);
  ASSERT_LE(distance(found.linear, rounded.linear), bound * condition * largest(rounded.linear));
  ASSERT_LE(length(found.translation - rounded.translation),
            bound * condition * largest(rounded.linear) * length(pose.translation));
}

TEST(Inverse, IsNearTheExactOneForAnyAffineMap) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 2000; ++i) {
    Mat3 m{dice.in_cube(1), dice.in_cube(1), dice.in_cube(1)};
    const double size = std::pow(10.0, dice.uniform(-6, 6));
    m = scaled(m, Vec3{size, size * dice.uniform(0.1, 1), -size});
    const Pose pose{m, dice.in_cube(1e6)};
    expect_near_exact_inverse(pose, inverse(pose), 64 * epsilon);
  }
}

TEST(Inverse, OfTranslationRotationScaleNeedsNoCofactors) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 2000; ++i) {
    Vec3 scale{std::pow(10.0, dice.uniform(-3, 3)), std::pow(10.0, dice.uniform(-3, 3)), dice.uniform(0.1, 1)};
    if (dice.chance(2)) scale.y = -scale.y;
    const Pose pose = make_pose(dice.in_cube(1e3), dice.rotation(), scale);
    expect_near_exact_inverse(pose, inverse_trs(pose), 64 * epsilon);
  }
}

TEST(Decompose, RecoversRotationAndScaleAndReflection) {
  Dice dice(oracle::fixed_seed);
  int reflections = 0;
  for (int i = 0; i < 3000; ++i) {
    Vec3 scale{std::pow(10.0, dice.uniform(-3, 3)), std::pow(10.0, dice.uniform(-3, 3)),
               std::pow(10.0, dice.uniform(-3, 3))};
    for (int axis = 0; axis < 3; ++axis)
      if (dice.chance(2)) scale[axis] = -scale[axis];
    const Pose pose = make_pose(dice.in_cube(1e6), dice.rotation(), scale);
    const Decomposition parts = decompose(pose);
    EXPECT_EQ(parts.translation, pose.translation);
    EXPECT_GT(parts.scale.y, 0);
    EXPECT_GT(parts.scale.z, 0);
    const bool reflected = determinant_sign(pose.linear) < 0;
    reflections += reflected;
    EXPECT_EQ(parts.scale.x < 0, reflected);
    const Pose again = make_pose(parts.translation, parts.rotation, parts.scale);
    for (int column = 0; column < 3; ++column)
      ASSERT_LT(length(again.linear[column] - pose.linear[column]), 1e-13 * length(pose.linear[column]));
  }
  EXPECT_GT(reflections, 1000);
  EXPECT_LT(reflections, 2000);
}

TEST(Decompose, FindsHalfTurnsAndTheIdentity) {
  EXPECT_EQ(decompose({}).scale, (Vec3{1, 1, 1}));
  for (const Quat q :
       {Quat{1, 0, 0, 0}, Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0.6, 0.8, 0, 0}, Quat{0, -0.6, 0.8, 0}}) {
    const Pose pose = make_pose({1, 2, 3}, q, {2, 3, 4});
    const Decomposition parts = decompose(pose);
    const Pose again = make_pose(parts.translation, parts.rotation, parts.scale);
    EXPECT_LT(distance(again.linear, pose.linear), 1e-14);
  }
}

TEST(Decompose, RefusesShear) {
  const Mat3 turn = to_matrix({0.5, 0.5, 0.5, 0.5});
  EXPECT_THROW(decompose({{{1, 0, 0}, {0.5, 1, 0}, {0, 0, 1}}, {}}), Error);
  EXPECT_THROW(decompose({{{1, 0, 0}, {1e-8, 1, 0}, {0, 0, 1}}, {}}), Error);
  EXPECT_NO_THROW(decompose({{{1, 0, 0}, {1e-10, 1, 0}, {0, 0, 1}}, {}}));
  // Small columns: the tolerance is relative to their lengths.
  EXPECT_THROW(decompose({{{1e-6, 0, 0}, {1e-7, 1e-6, 0}, {0, 0, 1}}, {}}), Error);
  EXPECT_THROW(decompose({scaled(turn, {1, 2, 1}) * scaled(to_matrix({0.6, 0, 0, 0.8}), {1, 1, 3}), {}}), Error);
  EXPECT_THROW(decompose({{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {}}), Error);
  EXPECT_THROW(decompose({{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}), Error);
}

TEST(Inverse, OfPosesWhoseProductsLeaveTheDoubles) {
  for (const double size : {1e-170, 1e-110, 1e110, 1e150}) {
    const Pose pose = make_pose({size, 2 * size, 3 * size}, {0.5, 0.5, 0.5, 0.5}, {size, -2 * size, size / 4});
    for (const Pose& back : {inverse(pose), inverse_trs(pose)}) {
      const Mat3 product = back.linear * pose.linear;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(product.at(i, j), i == j ? 1 : 0, 1e-14) << size;
      EXPECT_NEAR(length(back * pose.translation), 0, 1e-13) << size;
    }
  }
}

}  // namespace
}  // namespace graze
