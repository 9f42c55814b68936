#include "motion/moving_pair.h"

#include <algorithm>
#include <bit>

#include "math/constants.h"
#include "math/norms.h"
#include "math/ordinary.h"
#include "motion/moving_lanes.h"
#include "motion/surely_meet.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

double first_root(double g, double v, double m) noexcept {
  const double root = m > 0 ? std::sqrt(v * v + 2 * m * g) : std::fabs(v);
  if (v <= 0) return root - v > 0 ? 2 * g / (root - v) : infinity;
  return m > 0 ? (v + root) / m : infinity;
}

double bend_along(Vec3 n, const MovingTriangle& t) noexcept {
  const double rate = t.path->angle;
  if (rate == 0) return 0;
  return rate * rate * t.radius * (length(cross(n, t.path->axis)) + 0x1p-48) * (1 + 0x1p-48);
}

MovingPair::MovingPair(const MovingTriangle& a, const MovingTriangle& b, Vec3 base, double separation,
                       double slack) noexcept
    : a_(a), b_(b), base_(base), separation_(separation), slack_(slack) {
  error_ = error_of(a, b);
}

void MovingPair::place(double time) noexcept {
  time_ = time;
  a_.place(at_time(*a_.path, time));
  b_.place(at_time(*b_.path, time));
}

double MovingPair::lasts(double sense, Advance& result) const noexcept {
  const double size = largest(result.direction);
  if (!(size > 0 && size < infinity)) {
    result.direction = {};
    return -1;
  }
  const Vec3 direction = result.direction * (1 / size);
  const Vec3 n = direction * (1 / length(direction));
  result.direction = n;
  const double apart = separation_ * (1 + 0x1p-50) + (error_ + slack_);
  const double bend = bend_along(n, a_) + bend_along(n, b_);
  const double least = bend > 0 ? no_gap : 0;
  const double speed_error = a_.speed_error + b_.speed_error;
  double place_a[3], speed_a[3];
  for (int i = 0; i < 3; ++i) {
    place_a[i] = dot(n, a_.at[i]) + apart;
    speed_a[i] = sense * dot(n, a_.speed[i]) + speed_error;
  }
  double first = infinity;
  for (int j = 0; j < 3; ++j) {
    const double place_b = dot(n, b_.at[j]), speed_b = sense * dot(n, b_.speed[j]);
    for (int i = 0; i < 3; ++i) {
      const double gap = place_b - place_a[i], speed = speed_b - speed_a[i];
      if (!(gap > least)) return -1;
      const double root = first_root(gap, speed, bend);
      if (!(root < first)) continue;
      first = root;
      result.gap = gap;
      result.closing = -speed;
    }
  }
  return first;
}

MovingPair::Advance MovingPair::advance(Vec3 direction) const noexcept {
  Advance result;
  result.until = time_;
  result.direction = direction;
  const double until = (time_ + lasts(1, result) * (1 - 0x1p-48)) - 0x1p-52;
  if (until > time_) result.until = std::min(until, 1.0);
  return result;
}

double MovingPair::since(Vec3 direction) const noexcept {
  Advance result;
  result.direction = direction;
  const double found = lasts(-1, result);
  return found < 0 ? infinity : (time_ - found * (1 - 0x1p-48)) + 0x1p-52;
}

MovingPair::Advance MovingPair::best_advance() const noexcept {
  Advance best;
  best.until = time_;
  Vec3 apart[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) apart[3 * i + j] = b_.at[j] - a_.at[i];
  Vec3 edges_a[3], edges_b[3];
  for (int i = 0; i < 3; ++i) {
    edges_a[i] = a_.at[i == 2 ? 0 : i + 1] - a_.at[i];
    edges_b[i] = b_.at[i == 2 ? 0 : i + 1] - b_.at[i];
  }
  PartingDirections all{};
  int count = 0;
  const auto add = [&](Vec3 direction) {
    for (int k = 0; k < 3; ++k) all.at[k][count] = direction[k];
    ++count;
  };
  const Vec3 normal_a = cross(edges_a[0], edges_a[1]), normal_b = cross(edges_b[0], edges_b[1]);
  add(normal_a);
  add(normal_b);
  for (const Vec3& p : edges_a)
    for (const Vec3& q : edges_b) add(cross(p, q));
  for (const Vec3& p : edges_a) add(cross(p, normal_a));
  for (const Vec3& q : edges_b) add(cross(q, normal_b));
  for (const Vec3& d : apart) add(d);
  // Which way round: by the corners' own places, not by their means, which may be on the other side.
  std::uint32_t ahead = 0, behind = 0;
  motion_kernels().parting(all, apart, ahead, behind);
  for (std::uint32_t bits = (ahead | behind) & ((1u << count) - 1); bits != 0; bits &= bits - 1) {
    const int i = std::countr_zero(bits);
    const Vec3 direction{all.at[0][i], all.at[1][i], all.at[2][i]};
    const Advance next = advance((ahead >> i & 1) != 0 ? direction : -direction);
    if (next.until > best.until) best = next;
  }
  return best;
}

MovingPair::PairPoints MovingPair::nearest() const noexcept {
  PairPoints result;
  RoundedClosest closest;
  const Triangle a{a_.at[0], a_.at[1], a_.at[2]}, b{b_.at[0], b_.at[1], b_.at[2]};
  if (!find_closest_rounded(a, b, closest)) {
    // Outside of the range of the kernel: any two points bound the gap.
    result.direction = b.a - a.a;
    result.gap = any_length(result.direction) * (1 + 0x1p-48) + error_ * 2 - separation_;
    result.point_a = base_ + a.a;
    result.point_b = base_ + b.a;
    return result;
  }
  result.gap = (closest.upper + error_ * 2) - separation_;
  result.point_a = base_ + (closest.origin + closest.point_a);
  result.point_b = base_ + (closest.origin + closest.point_b);
  result.feature_a = closest.feature_a;
  result.feature_b = closest.feature_b;
  result.direction = closest.point_b - closest.point_a;
  // What is perpendicular to the features does not suffer from points that are near to each other.
  using Kind = TriangleFeature::Kind;
  const auto edge = [](const Vec3* at, int i) { return at[i == 2 ? 0 : i + 1] - at[i]; };
  Vec3 normal;
  if (closest.feature_a.kind == Kind::face) {
    normal = cross(edge(a_.at, 0), edge(a_.at, 1));
  } else if (closest.feature_b.kind == Kind::face) {
    normal = cross(edge(b_.at, 0), edge(b_.at, 1));
  } else if (closest.feature_a.kind == Kind::edge && closest.feature_b.kind == Kind::edge) {
    normal = cross(edge(a_.at, closest.feature_a.index), edge(b_.at, closest.feature_b.index));
  }
  const double side = dot(normal, result.direction);
  if (side * side > 0.5 * dot(normal, normal) * dot(result.direction, result.direction))
    result.direction = side > 0 ? normal : -normal;
  return result;
}

double MovingPair::least_distance() const noexcept {
  const TriangleDistance found = triangle_distance({a_.at[0], a_.at[1], a_.at[2]}, {b_.at[0], b_.at[1], b_.at[2]});
  return std::max(0.0, (found.distance - found.bound) - error_ - slack_);
}

double MovingPair::speed() const noexcept {
  double most_a = 0, most_b = 0;
  for (int i = 0; i < 3; ++i) {
    most_a = std::max(most_a, length(a_.speed[i]));
    most_b = std::max(most_b, length(b_.speed[i]));
  }
  return most_a + most_b;
}

bool MovingPair::surely_in_contact() const noexcept {
  if (separation_ > 0) return nearest().gap <= 0;
  return surely_meet(a_.at, b_.at, error_ * 0.25);
}

Vec3 MovingPair::some_normal() const noexcept {
  const auto unit = [](Vec3 v) { return ordinary(v) * (1 / length(ordinary(v))); };
  const auto across = [](const MovingTriangle& t) {
    return cross(ordinary(t.at[1] - t.at[0]), ordinary(t.at[2] - t.at[0]));
  };
  const Vec3 closing = ((a_.speed[0] - b_.speed[0]) + (a_.speed[1] - b_.speed[1])) + (a_.speed[2] - b_.speed[2]);
  for (const Vec3 normal : {across(b_), across(a_)})
    if (normal != Vec3{}) return dot(ordinary(normal), ordinary(closing)) < 0 ? -unit(normal) : unit(normal);
  return closing != Vec3{} ? unit(closing) : Vec3{1, 0, 0};
}

}  // namespace graze
