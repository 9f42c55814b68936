// Linear maps that are nearly singular: what a body keeps of its thickness under them is as small as 1e-16 of its
// size, whichever way the columns lie.
#pragma once

#include <cmath>
#include <utility>

#include "graze/math.h"
#include "tests/oracle/dice.h"

namespace graze::property {

inline Mat3 with_columns(const Mat3& m, Vec3 factors) { return {m.c0 * factors.x, m.c1 * factors.y, m.c2 * factors.z}; }

// A map of about `size`; how much more it stretches one way than another is about `condition`, as far as rounding lets
// that be. Rounding may make it singular: ask fault().
inline Mat3 ill_conditioned(oracle::Dice& dice, double size, double condition) {
  const double thin = 1 / condition, between = std::pow(condition, -dice.uniform(0, 1));
  const Vec3 factors = dice.chance(2)   ? Vec3{1, between, thin}
                       : dice.chance(2) ? Vec3{1, 1, thin}
                                        : Vec3{1, thin, thin};
  Mat3 m;
  switch (dice.integer(0, 4)) {
    case 0:  // thin along its own axes
      m = with_columns(to_matrix(dice.rotation()), factors);
      break;
    case 1:  // thin along axes that are neither the body's nor the world's
      m = with_columns(to_matrix(dice.rotation()), factors) * to_matrix(dice.rotation());
      break;
    case 2: {  // a column that is nearly a sum of the others
      m = to_matrix(dice.rotation());
      const double x = dice.uniform(-1, 1), y = dice.chance(2) ? 0 : dice.uniform(-1, 1);
      m.c2 = m.c0 * x + m.c1 * y + dice.direction() * thin;
      std::swap(m.c2, m[dice.integer(0, 2)]);
      break;
    }
    case 3: {  // a row that is nearly a multiple of another
      Mat3 rows{dice.in_cube(1), {}, dice.in_cube(1)};
      rows.c1 = rows.c0 * dice.pick({1.0, 2.0, -0.5, 0.3});
      rows.c1[dice.integer(0, 2)] += thin;
      m = transpose(rows);
      break;
    }
    case 4: {  // shear along the axes
      const int from = dice.integer(0, 2), to = (from + dice.integer(1, 2)) % 3;
      const double slide = std::sqrt(condition) * (dice.chance(2) ? 1 : dice.uniform(0.5, 2));
      m[from][to] = dice.chance(2) ? slide : -slide;
      m = with_columns(m, Vec3{1, 1, 1} * (1 / slide));
      break;
    }
  }
  if (dice.chance(4)) m.c0 = -m.c0;
  return with_columns(m, {size, size, size});
}

// The condition from 1 to 1e16, every decade as often.
inline Mat3 ill_conditioned(oracle::Dice& dice, double size) {
  return ill_conditioned(dice, size, std::pow(10.0, dice.uniform(0, 16)));
}

// The Frobenius norm of the map times that of its inverse, at least 3: about the condition.
inline double condition_of(const Mat3& m) {
  using Wide = long double;
  const auto minor = [&](int r, int s, int c, int d) {
    return Wide(m.at(r, c)) * m.at(s, d) - Wide(m.at(r, d)) * m.at(s, c);
  };
  Wide norm = 0, cofactors = 0, determinant = 0;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const Wide part = minor((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3);
      norm += Wide(m.at(row, column)) * m.at(row, column);
      cofactors += part * part;
      if (row == 0) determinant += m.at(row, column) * part;
    }
  return static_cast<double>(std::sqrt(norm) * std::sqrt(cofactors) / std::fabs(determinant));
}

}  // namespace graze::property
