#include "study/track/linear_program.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "convex/gap_along.h"

namespace graze::study {
namespace {

using Constraint = LinearProgramScratch::Constraint;

constexpr double box = 1e6;        // |x| of every unknown, in units of the bodies' size
constexpr double slack = 1e-13;    // of a constraint: rounding, not violation
constexpr double no_more = 1e-14;  // a factor that is 0 up to rounding

class Solver {
 public:
  explicit Solver(LinearProgramScratch& scratch) : scratch_(scratch) {}

  std::uint32_t solved = 0;

  // Maximises goal.x over the first `count` constraints of level `unknowns - 1`, all |x| <= box. False: no such x.
  bool solve(int unknowns, std::size_t count, const double* goal, double* x) {
    ++solved;
    const std::vector<Constraint>& all = scratch_.level[unknowns - 1];
    if (unknowns == 1) return solve_line(all, count, goal[0], x);
    for (int i = 0; i < unknowns; ++i) x[i] = goal[i] < 0 ? -box : box;
    for (std::size_t c = 0; c < count; ++c) {
      double value = -all[c].limit, largest = 0;
      for (int i = 0; i < unknowns; ++i) value += all[c].factor[i] * x[i];
      for (int i = 0; i < unknowns; ++i) largest = std::max(largest, std::fabs(all[c].factor[i]));
      if (!(value > slack * (1 + largest))) continue;
      if (largest <= no_more) return false;
      if (!solve_on(unknowns, c, goal, x)) return false;
    }
    return true;
  }

 private:
  static bool solve_line(const std::vector<Constraint>& all, std::size_t count, double goal, double* x) {
    double low = -box, high = box;
    for (std::size_t c = 0; c < count; ++c) {
      const double factor = all[c].factor[0], limit = all[c].limit;
      if (factor > no_more) {
        high = std::min(high, limit / factor);
      } else if (factor < -no_more) {
        low = std::max(low, limit / factor);
      } else if (limit < -slack) {
        return false;
      }
    }
    if (low > high + slack * (1 + std::fabs(high))) return false;
    x[0] = goal < 0 ? low : high;
    return true;
  }

  // The optimum on the plane of constraint `at`, under those before it: the unknown with the largest factor is
  // eliminated, and its box becomes two constraints.
  bool solve_on(int unknowns, std::size_t at, const double* goal, double* x) {
    const Constraint plane = scratch_.level[unknowns - 1][at];
    int out = 0;
    for (int i = 1; i < unknowns; ++i)
      if (std::fabs(plane.factor[i]) > std::fabs(plane.factor[out])) out = i;
    const auto reduced = [&](const double* factor, double limit) {
      const double share = factor[out] / plane.factor[out];
      Constraint result{{}, limit - share * plane.limit};
      for (int i = 0, k = 0; i < unknowns; ++i)
        if (i != out) result.factor[k++] = factor[i] - share * plane.factor[i];
      return result;
    };
    std::vector<Constraint>& below = scratch_.level[unknowns - 2];
    below.clear();
    double edge[4] = {};
    for (const double sign : {1.0, -1.0}) {
      edge[out] = sign;
      below.push_back(reduced(edge, box));
    }
    for (std::size_t c = 0; c < at; ++c) {
      const Constraint& other = scratch_.level[unknowns - 1][c];
      below.push_back(reduced(other.factor, other.limit));
    }
    double inner[4];
    if (!solve(unknowns - 1, below.size(), reduced(goal, 0).factor, inner)) return false;
    double rest = plane.limit;
    for (int i = 0, k = 0; i < unknowns; ++i) {
      if (i == out) continue;
      x[i] = inner[k++];
      rest -= plane.factor[i] * x[i];
    }
    x[out] = rest / plane.factor[out];
    return true;
  }

  LinearProgramScratch& scratch_;
};

// A fixed order without pattern: Fisher-Yates with a linear congruential generator (Knuth's factors).
void shuffle(std::vector<Constraint>& constraints) {
  std::uint64_t state = 1;
  for (std::size_t i = constraints.size(); i > 1; --i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(constraints[i - 1], constraints[(state >> 33) % i]);
  }
}

}  // namespace

LinearProgramResult overlap_program(const PosedPolytope& a, const PosedPolytope& b, LinearProgramScratch& scratch) {
  LinearProgramResult result;
  const Vec3 centre_a = a.centre(), centre_b = b.centre(), middle = (centre_a + centre_b) * 0.5;
  const double size = a.size() + b.size();
  if (!a.in_range() || !b.in_range() || !(size > 0)) return result;
  const Vec3 half = (centre_b - centre_a) * (0.5 / size);
  const double half_sq = dot(half, half);
  if (!(half_sq > 0)) return result;
  // Across it: the axis along which it is shortest makes the first perpendicular.
  const Vec3 magnitude = abs(half);
  const int least = magnitude.x <= magnitude.y && magnitude.x <= magnitude.z ? 0 : magnitude.y <= magnitude.z ? 1 : 2;
  Vec3 axis;
  axis[least] = 1;
  Vec3 u = cross(half, axis);
  u = u * (1 / length(u));
  Vec3 v = cross(half, u);
  v = v * (1 / length(v));

  // Unknowns: s and t with w = half / half^2 + s u + t v, the offset, the margin.
  std::vector<Constraint>& constraints = scratch.level[3];
  constraints.clear();
  const auto add = [&](Vec3 vertex, double sign) {
    const Vec3 p = (vertex - middle) * (1 / size);
    constraints.push_back({{sign * dot(u, p), sign * dot(v, p), -sign, 1}, -sign * dot(half, p) / half_sq});
  };
  for (std::uint32_t i = 0; i < a.polytope().vertices.size(); ++i) add(a.vertex(i), 1);
  for (std::uint32_t i = 0; i < b.polytope().vertices.size(); ++i) add(b.vertex(i), -1);
  shuffle(constraints);

  Solver solver(scratch);
  const double goal[4] = {0, 0, 0, 1};
  double x[4];
  const bool found = solver.solve(4, constraints.size(), goal, x);
  result.solved = solver.solved;
  if (!found) return result;
  Vec3 direction = half * (1 / half_sq) + (u * x[0] + v * x[1]);
  if (!unit_scaled(direction)) return result;
  const GapAlong gap = gap_along(a, b, direction, 0, 0);
  if (!(gap.lower > 0)) return result;
  result.separate = true;
  result.lower = gap.lower;
  result.normal = direction * (1 / length(direction));
  return result;
}

}  // namespace graze::study
