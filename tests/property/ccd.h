// Points on straight paths: the exact answer against the rational oracle, the filters against the exact answer, and
// what tolerance and separation promise against distances at single times.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "graze/motion.h"
#include "graze/record_motion.h"
#include "motion/exact_ccd.h"
#include "tests/oracle/ccd_oracle.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/distance_oracle.h"
#include "tests/property/tally.h"

namespace graze::property {

struct CcdCase {
  const char* kind;
  CcdKind features;
  FourPoints at_0, at_1;
};

inline CcdCase ccd_case(oracle::Dice& dice) {
  CcdCase result;
  result.features = dice.chance(2) ? CcdKind::edge_edge : CcdKind::vertex_face;
  FourPoints &p = result.at_0, &q = result.at_1;
  const int grid = dice.integer(1, 3);
  const auto fill = [&](bool on_grid, double step) {
    for (std::size_t i = 0; i < 4; ++i) {
      p[i] = on_grid ? dice.grid(-grid, grid) : dice.in_cube(1);
      q[i] = on_grid ? dice.grid(-grid, grid) : step < 1 ? p[i] + dice.in_cube(step) : dice.in_cube(1);
    }
  };
  // A point of the triangle or of the second edge, so that the first point starts or ends there.
  const auto on_other = [&](const FourPoints& at) {
    if (result.features == CcdKind::vertex_face) return at[1] * 0.5 + (at[2] * 0.25 + at[3] * 0.25);
    return at[2] * 0.5 + at[3] * 0.5;
  };
  switch (dice.integer(0, 11)) {
    case 0:
      result.kind = "random";
      fill(false, 1);
      break;
    case 1:
      result.kind = "short steps";
      fill(false, 0.4);
      break;
    case 2:
      result.kind = "grid";
      fill(true, 1);
      break;
    case 3:
      result.kind = "in one plane";
      fill(dice.chance(2), 1);
      for (std::size_t i = 0; i < 4; ++i) p[i].z = q[i].z = 3;
      break;
    case 4:
      result.kind = "nearly in one plane";
      fill(false, 1);
      for (std::size_t i = 0; i < 4; ++i) {
        p[i].z = dice.integer(-2, 2) * 0x1p-52;
        q[i].z = dice.integer(-2, 2) * 0x1p-52;
      }
      break;
    case 5:
      result.kind = "touching at the start";
      fill(true, 1);
      for (Vec3& v : p) v = v * 4;
      p[0] = on_other(p);
      q[0] = q[0] + (dice.chance(2) ? Vec3{0, 0, 8} : Vec3{});
      break;
    case 6:
      result.kind = "touching at the end";
      fill(true, 1);
      for (Vec3& v : q) v = v * 4;
      q[0] = on_other(q);
      break;
    case 7: {  // The first point runs down and up again, seen from the others: a double root, or nearly.
      result.kind = "tangential";
      fill(true, 1);
      const double off = dice.integer(-1, 1) * 0x1p-40;
      p[0] = {-1, 1, 1 + off};
      q[0] = {1, 1, 1};
      if (result.features == CcdKind::vertex_face) {
        p[1] = {-4, -4, 0}, p[2] = {4, -4, 0}, p[3] = {0, 8, 0};
        q[1] = {-4, -4, 2}, q[2] = {4, -4, 2}, q[3] = {0, 8, 2};
      } else {
        p[1] = {1, 1, -1}, q[1] = {-1, 1, 1};
        p[2] = {0, 0, 0}, p[3] = {0, 2, 0}, q[2] = {0, 0, dice.chance(2) ? 2.0 : 0.0}, q[3] = {0, 2, 0};
      }
      break;
    }
    case 8:
      result.kind = "points that coincide";
      fill(true, 1);
      p[2] = p[1];
      q[2] = q[1];
      if (dice.chance(2)) p[3] = p[1], q[3] = q[1];
      if (dice.chance(2)) p[0] = q[0];
      break;
    case 9: {  // Edges parallel at both ends; a vertex that keeps its height over a face, 0 among them.
      result.kind = "parallel";
      fill(true, 1);
      if (result.features == CcdKind::edge_edge) {
        p[3] = p[2] + (p[1] - p[0]) * dice.integer(-1, 2);
        q[3] = q[2] + (q[1] - q[0]) * dice.integer(-1, 2);
        break;
      }
      const auto in_plane = [&] { return (p[2] - p[1]) * dice.integer(-1, 2) + (p[3] - p[1]) * dice.integer(-1, 2); };
      if (dice.chance(2)) p[0] = p[1] + in_plane();
      const Vec3 way = dice.grid(-1, 1);
      q[0] = p[0] + way + in_plane();
      for (std::size_t i = 1; i < 4; ++i) q[i] = p[i] + way;
      break;
    }
    case 10: {
      result.kind = "far away";
      fill(dice.chance(2), 1);
      const Vec3 far{0x1p20 + 1, -0x1p20, 0x1p19};
      for (std::size_t i = 0; i < 4; ++i) p[i] = p[i] + far, q[i] = q[i] + far;
      break;
    }
    default:
      result.kind = "tiny and huge";
      fill(dice.chance(2), 1);
      const double scale = dice.pick({0x1p-1074, 0x1p-1060, 0x1p-400, 0x1p300, 0x1p1018});
      for (std::size_t i = 0; i < 4; ++i) p[i] = p[i] * scale, q[i] = q[i] * scale;
      if (dice.chance(3)) p[3] = dice.grid(-1, 1);
      break;
  }
  return result;
}

inline std::string ccd_line(const CcdCase& c, const CcdSettings& settings = {}) {
  return ccd_line(c.features, c.at_0, c.at_1, settings) + "\n";
}

inline CcdResult ask(const CcdCase& c, const CcdSettings& settings = {}) {
  return ccd(c.features, c.at_0, c.at_1, settings);
}

// exact_ccd and ccd against the rational oracle.
inline Tally check_exact_ccd(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const CcdCase c = ccd_case(dice);
    const oracle::CcdAnswer truth =
        oracle::CcdOracle(c.features == CcdKind::edge_edge, c.at_0, c.at_1).answer(oracle::Rational(1, 1 << 24));
    tally.count(c.kind, truth.hit);
    const ContactTime exact = exact_ccd(c.features, c.at_0, c.at_1);
    const CcdResult result = ask(c);
    const auto agrees = [&](bool hit, double lo, double hi) {
      return hit == truth.hit && (!hit || (oracle::exact(lo) <= truth.hi && oracle::exact(hi) >= truth.lo));
    };
    if (result.status != Status::ok || !agrees(exact.hit, exact.lo, exact.hi) ||
        !agrees(result.yes(), result.lower, result.upper) || exact.hi - exact.lo > 0x1p-50)
      tally.failure = std::string(c.kind) + ": " + ccd_line(c);
  }
  return tally;
}

// ccd against exact_ccd.
inline Tally check_ccd(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const CcdCase c = ccd_case(dice);
    const ContactTime exact = exact_ccd(c.features, c.at_0, c.at_1);
    const CcdResult result = ask(c);
    tally.count(c.kind, result.yes());
    const bool right = result.status == Status::ok && result.yes() == exact.hit &&
                       (!exact.hit || (result.lower <= exact.hi && result.upper >= exact.lo && result.lower >= 0 &&
                                       result.upper <= 1 && result.upper - result.lower <= 1e-9));
    if (!right) tally.failure = std::string(c.kind) + ": " + ccd_line(c);
  }
  return tally;
}

// The gap at one time, of points rounded once.
inline double gap_at(const CcdCase& c, double time) {
  FourPoints at;
  for (std::size_t i = 0; i < 4; ++i) at[i] = c.at_0[i] * (1 - time) + c.at_1[i] * time;
  const bool edges = c.features == CcdKind::edge_edge;
  const Triangle a = edges ? Triangle{at[0], at[1], at[1]} : Triangle{at[0], at[0], at[0]};
  const Triangle b = edges ? Triangle{at[2], at[3], at[3]} : Triangle{at[1], at[2], at[3]};
  const oracle::Distance d = oracle::exact_distance(a, b);
  const double square = oracle::Rational(d.square.numerator, d.square.denominator).get_d();
  return std::ldexp(std::sqrt(square), d.exponent);
}

// With a tolerance or a separation: no contact is missed, nothing farther is called one, and nothing is late.
inline Tally check_ccd_tolerance(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    CcdCase c = ccd_case(dice);
    while (std::string(c.kind) == "tiny and huge") c = ccd_case(dice);
    CcdSettings settings;
    settings.separation = dice.chance(2) ? 0 : std::pow(10.0, dice.uniform(-9, -0.5));
    settings.tolerance = dice.chance(8) && settings.separation > 0 ? 0 : std::pow(10.0, dice.uniform(-9, -1));
    const CcdResult result = ask(c, settings);
    tally.count(c.kind, result.yes());
    const double rounding = std::string(c.kind) == "far away" ? 1e-8 : 1e-13;
    bool right = result.status == Status::ok && result.tolerance >= settings.tolerance;
    if (exact_ccd(c.features, c.at_0, c.at_1).hit) right = right && result.yes();
    if (result.yes()) {
      right = right && gap_at(c, result.upper) <= settings.separation + result.tolerance + rounding;
      // A grazing approach may need directions that doubles cannot give: rarely, and by little.
      tally.count("tolerance not reached", result.tolerance > settings.tolerance);
      right = right && (result.tolerance <= settings.tolerance + 1e-4);
    }
    const double until = result.yes() ? result.lower : 1;
    for (int k = 0; k <= 8; ++k)
      right = right && !(gap_at(c, until * k / 8) < settings.separation - rounding && until > 0);
    if (!right) tally.failure = std::string(c.kind) + ": " + ccd_line(c, settings);
  }
  return tally;
}

}  // namespace graze::property
