// Numbers, points and poses of fuzzed requests: ordinary ones of the size of a session, and now and then one from the
// ends of the doubles, from between them, or one last place beside an ordinary one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/oracle/dice.h"
#include "tests/property/ill_posed.h"

namespace graze::fuzz {

using Json = nlohmann::ordered_json;

// What the numbers of a session have in common.
struct Regime {
  double size = 1;  // of bodies
  Vec3 offset;      // of all of them
  int wild = 0;     // one number in that many is of another size altogether; 0: none
};

inline Regime random_regime(oracle::Dice& dice) {
  Regime regime;
  if (dice.chance(4))
    regime.size = dice.pick({1e-300, 1e-160, 1e-20, 1e-9, 1e3, 1e9, 1e17, 1e100, 1e150, 1e200, 1e300});
  if (dice.chance(5))
    regime.offset = dice.direction() * (regime.size * dice.pick({10.0, 1e6, 1e12, 1e15, 1e16, 1e17, 1e20}));
  regime.wild = dice.pick({0, 0, 0, 400, 400, 80, 80, 12});
  return regime;
}

inline double wild_number(oracle::Dice& dice) {
  const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  const double size = dice.pick({0.0, least, 1e-310, 1e-308, 1e-300, 1e-160, 1e-154, 1e-100, 1e-20, 1e-16, 1e-8,
                                 1.0, 3.0,   1e8,    1e17,   1e100,  1e150,  1e154,  1e200,  1e300, 1e308, most});
  const double number = dice.chance(3) ? dice.nudge(size, 2) : dice.chance(3) ? size * dice.uniform(0.1, 1) : size;
  return dice.chance(3) ? -number : number;
}

// From -2 to 2 sizes: on a coarse grid, one last place beside it, or anywhere.
inline double number(oracle::Dice& dice, const Regime& regime) {
  if (regime.wild > 0 && dice.chance(regime.wild)) return wild_number(dice);
  const double grid = 0.5 * dice.integer(-4, 4);
  switch (dice.integer(0, 4)) {
    case 0:
    case 1:
      return grid * regime.size;
    case 2:
      return dice.nudge(grid * regime.size, 2);
    default:
      return dice.uniform(-2, 2) * regime.size;
  }
}

// Half a size to two sizes, or what is wild about it.
inline double length_of(oracle::Dice& dice, const Regime& regime) {
  if (regime.wild > 0 && dice.chance(regime.wild)) return std::fabs(wild_number(dice));
  const double size = dice.chance(2) ? 0.5 * dice.integer(1, 4) : dice.uniform(0.2, 2);
  return (dice.chance(20) ? size * dice.pick({1e-9, 1e-17, 1e-20}) : size) * regime.size;
}

inline Vec3 vector(oracle::Dice& dice, const Regime& regime) {
  const double x = number(dice, regime), y = number(dice, regime);
  return {x, y, number(dice, regime)};
}
inline Vec3 place(oracle::Dice& dice, const Regime& regime) { return regime.offset + vector(dice, regime); }

// JSON has no number for what leaves the doubles, nor for what is none.
inline double finite(double x) {
  if (std::isnan(x)) return 0;
  const double most = std::numeric_limits<double>::max();
  return std::isnan(x) ? 0 : std::clamp(x, -most, most);
}
inline Json json(Vec3 v) { return Json::array({finite(v.x), finite(v.y), finite(v.z)}); }

// --- poses ---

inline Json json(const Mat3& m, Vec3 t) {
  Json rows = Json::array();
  for (int r = 0; r < 3; ++r) rows.push_back(Json::array({m.at(r, 0), m.at(r, 1), m.at(r, 2), finite(t[r])}));
  rows.push_back(Json::array({0, 0, 0, 1}));
  return {{"matrix", rows}};
}

inline Json rotation(oracle::Dice& dice) {
  Quat q = dice.rotation();
  if (dice.chance(4)) q = dice.pick({Quat{1, 0, 0, 0}, Quat{0, 0, M_SQRT1_2, M_SQRT1_2}, Quat{0.5, 0.5, 0.5, 0.5}});
  // Off unit length: within what is taken, or beyond.
  const double off = dice.chance(10) ? 1 + dice.pick({1e-15, 1e-7, 9e-7}) : dice.chance(60) ? 1 + 1e-5 : 1;
  return Json::array({q.x * off, q.y * off, q.z * off, q.w * off});
}

inline Vec3 stretching(oracle::Dice& dice, const Regime& regime) {
  Vec3 scale;
  for (int k = 0; k < 3; ++k) {
    scale[k] = dice.chance(3) ? dice.pick({1.0, 1.0, 2.0, 0.5, -1.0}) : dice.uniform(0.3, 2);
    if (dice.chance(12)) scale[k] = dice.pick({1e-3, 1e-9, 1e-16, 1e-17, 1e-20});
    if (regime.wild > 0 && dice.chance(regime.wild)) scale[k] = wild_number(dice);
  }
  return scale;
}

// Null: the body stands as it was defined.
inline Json pose(oracle::Dice& dice, const Regime& regime) {
  const Vec3 at = dice.chance(6) ? regime.offset : place(dice, regime);
  switch (dice.integer(0, 8)) {
    case 0:
      return regime.offset == Vec3{} ? Json() : Json{{"translation", json(at)}};
    case 1:
    case 2:
      return {{"translation", json(at)}};
    case 3:
    case 4:
      return {{"translation", json(at)}, {"rotation", rotation(dice)}};
    case 5:
      return {{"translation", json(at)}, {"rotation", rotation(dice)}, {"scale", json(stretching(dice, regime))}};
    case 6:
      return {{"translation", json(at)}, {"scale", json(stretching(dice, regime))}};
    case 7: {  // a matrix of single numbers: axes, shears and wild entries
      Mat3 m;
      for (int k = dice.integer(0, 3); k > 0; --k)
        m[dice.integer(0, 2)][dice.integer(0, 2)] =
            regime.wild > 0 && dice.chance(4) ? wild_number(dice) : dice.pick({0.0, 1.0, -1.0, 2.0, 0.5, 1e-16, 0.3});
      return json(m, at);
    }
    default:
      return json(property::ill_conditioned(dice, 1), at);
  }
}

}  // namespace graze::fuzz
