// Rays with directions, origins, sizes and poses from all over the range of doubles, at every kind of body, against
// exact membership in the body (tests/oracle/line_sets.h): hit or not, and t the nearest double. Each ray is timed.
#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/line_sets.h"
#include "tests/oracle/ray_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline constexpr double greatest_double = std::numeric_limits<double>::max();

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

struct RangeTimes {
  double slowest = 0;  // of one query, in seconds of processor time
  std::string slowest_lines;
  std::uint64_t refused = 0;  // parameters that are no shape, or no ray
};

// A body with what is exactly known of a line through it.
struct RangeBody {
  Body body;
  bool one_interval = true;  // convex: at most one way in and one way out
  std::function<oracle::LineSet(const oracle::ExactLine&)> set;
};

class RangeDice {
 public:
  explicit RangeDice(oracle::Dice& dice) : dice_(dice), exponent_(dice.uniform(-1074, 1023)) {
    // Most often all numbers are near one magnitude, so that rays hit.
    if (dice.chance(4)) exponent_ = dice.pick({-1070.0, -530.0, -350.0, -110.0, 0.0, 90.0, 330.0, 510.0, 1015.0});
  }

  // Near the body's own magnitude, or anywhere.
  double size() { return scaled(1, dice_.chance(8) ? anywhere() : exponent_ + dice_.uniform(-3, 1)); }
  double anywhere() { return dice_.uniform(-1074, 1023); }
  double exponent() const { return exponent_; }
  // v times 2^exponent, kept within the doubles.
  static double scaled(double v, double exponent) {
    const double low = std::floor(std::clamp(exponent, -1074.0, 1023.0));
    const double result = std::ldexp(v * std::exp2(exponent - std::floor(exponent)), int(low));
    return std::clamp(result, -greatest_double, greatest_double);
  }
  Vec3 vector(double exponent) {
    Vec3 v = dice_.direction();
    for (int k = 0; k < 3; ++k) v[k] = scaled(v[k], dice_.chance(12) ? anywhere() : exponent);
    if (dice_.chance(6)) v[dice_.integer(0, 2)] = 0;
    return v;
  }
  Vec3 place() {
    if (dice_.chance(2)) return {};
    return vector(dice_.chance(6) ? anywhere() : exponent_ + dice_.uniform(-4, 50));
  }

 private:
  oracle::Dice& dice_;
  double exponent_;
};

// Columns along the axes, or any; each about 2^exponent long.
inline Mat3 range_linear(oracle::Dice& dice, RangeDice& range, double exponent) {
  const double e[3] = {exponent + dice.uniform(-3, 3), exponent + dice.uniform(-3, 3),
                       dice.chance(8) ? range.anywhere() : exponent + dice.uniform(-3, 3)};
  Mat3 m{{}, {}, {}};
  if (dice.chance(2)) {
    for (int c = 0; c < 3; ++c) m[c][c] = RangeDice::scaled(dice.pick({1.0, -1.0}), e[c]);
    return m;
  }
  const Mat3 turned = random_linear(dice, pose_kinds[dice.bits() % 4], 1);
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) m[c][r] = RangeDice::scaled(turned[c][r], e[c]);
  return m;
}

inline std::vector<Vec3> posed_corners(const Body& body, const std::vector<Vec3>& corners) {
  std::vector<Vec3> result;
  for (const Vec3 p : corners) result.push_back(body.pose * p);
  return result;
}

inline const std::vector<ShapeForm>& range_forms() {
  static const std::vector<ShapeForm> forms{ShapeForm::sphere,    ShapeForm::capsule,   ShapeForm::segment,
                                            ShapeForm::point,     ShapeForm::box,       ShapeForm::cylinder,
                                            ShapeForm::cone,      ShapeForm::ellipsoid, ShapeForm::convex,
                                            ShapeForm::halfspace, ShapeForm::soup};
  return forms;
}

// Throws Error where the numbers are no shape.
inline RangeBody range_body(oracle::Dice& dice, RangeDice& range, ShapeForm form) {
  RangeBody result;
  Body& body = result.body;
  body.pose.translation = range.place();
  const double local = dice.chance(3) ? range.anywhere() * 0.5 : range.exponent();
  const auto length_of = [&] {
    return RangeDice::scaled(dice.uniform(0.3, 1), dice.chance(12) ? range.anywhere() : local);
  };
  const auto bend = [&] { body.pose.linear = range_linear(dice, range, range.exponent() - local); };
  const double r = length_of(), h = length_of();
  switch (form) {
    case ShapeForm::sphere:
    case ShapeForm::capsule: {
      body.shape = form == ShapeForm::sphere ? make_sphere(r) : make_capsule(r, h);
      const double half = form == ShapeForm::sphere ? 0 : h;
      if (dice.chance(2)) {
        // The radius is that of the world only as long as the pose is a rotation.
        const Vec3 p = body.pose * Vec3{0, 0, -half}, q = body.pose * Vec3{0, 0, half};
        result.set = [=](const oracle::ExactLine& line) {
          oracle::LineSet set;
          oracle::add_swept(set, line, p, q, r);
          return set;
        };
        break;
      }
      bend();
      const Vec3 sizes{length(body.pose.linear.c0), length(body.pose.linear.c1), length(body.pose.linear.c2)};
      if (!(std::fabs(sizes.x - sizes.y) > 1e-3 * sizes.x)) throw Error("not bent, or nothing is known of it");
      const Pose pose = body.pose;
      result.set = [=](const oracle::ExactLine& line) {
        const oracle::LocalLine l(line, pose);
        return half > 0 ? oracle::in_capsule(l, r, half) : oracle::in_ellipsoid(l, {r, r, r});
      };
      break;
    }
    case ShapeForm::segment:
    case ShapeForm::point: {
      const Vec3 p = range.vector(range.exponent()), q = range.vector(range.exponent());
      body.shape = with_margin(form == ShapeForm::segment ? make_segment(p, q) : make_point(), r);
      const Vec3 a = body.pose * (form == ShapeForm::segment ? p : Vec3{});
      const Vec3 b = body.pose * (form == ShapeForm::segment ? q : Vec3{});
      result.set = [=](const oracle::ExactLine& line) {
        oracle::LineSet set;
        oracle::add_swept(set, line, a, b, r);
        return set;
      };
      break;
    }
    case ShapeForm::cylinder:
    case ShapeForm::cone:
    case ShapeForm::ellipsoid: {
      const double third = length_of();
      body.shape = form == ShapeForm::cylinder ? make_cylinder(r, h)
                   : form == ShapeForm::cone   ? make_cone(r, h)
                                               : make_ellipsoid({r, h, third});
      if (dice.chance(2)) bend();
      const Pose pose = body.pose;
      result.set = [=](const oracle::ExactLine& line) {
        const oracle::LocalLine l(line, pose);
        return form == ShapeForm::cylinder ? oracle::in_cylinder(l, r, h)
               : form == ShapeForm::cone   ? oracle::in_cone(l, r, h)
                                           : oracle::in_ellipsoid(l, {r, h, third});
      };
      break;
    }
    case ShapeForm::halfspace: {
      const Vec3 normal = range.vector(dice.chance(2) ? 0 : range.anywhere());
      const double offset = dice.chance(2) ? 0 : range.size(), margin = dice.chance(2) ? 0 : r;
      body.shape = make_halfspace(normal, offset);
      if (margin > 0) body.shape = with_margin(body.shape, margin);
      if (dice.chance(2)) bend();
      const Pose pose = body.pose;
      result.set = [=](const oracle::ExactLine& line) {
        return oracle::in_halfspace(line, pose, normal, offset, margin);
      };
      break;
    }
    case ShapeForm::box:
    case ShapeForm::convex: {
      const Vec3 half{r, h, length_of()};
      std::vector<Vec3> corners;
      for (int i = 0; i < 8; ++i)
        corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
      if (form == ShapeForm::convex) corners.resize(5);
      if (form == ShapeForm::convex) corners[4] = range.vector(local);
      if (form == ShapeForm::convex) corners.erase(corners.begin());
      body.shape = form == ShapeForm::box ? make_box(half) : make_convex(corners);
      const double margin = dice.chance(2) ? 0 : RangeDice::scaled(0.5, range.exponent());
      if (margin > 0) body.shape = with_margin(body.shape, margin);
      // Along the axes, by powers of two: the faces stay flat.
      if (dice.chance(2))
        for (int c = 0; c < 3; ++c)
          body.pose.linear[c] = body.pose.linear[c] * RangeDice::scaled(1, std::floor(range.exponent() - local));
      body.pose.translation = {};
      const std::vector<Vec3> posed = posed_corners(body, corners);
      const std::vector<Triangle> faces = posed_triangles(body);
      oracle::LineSet trial;
      if (margin == 0 && !oracle::add_hull(trial, oracle::ExactLine({{}, {1, 0, 0}}), posed))
        throw Error("a hull without volume");
      result.set = [=](const oracle::ExactLine& line) {
        oracle::LineSet set;
        oracle::add_hull(set, line, posed);
        if (margin > 0)
          for (const Triangle& t : faces) oracle::add_padded(set, line, t, margin);
        return set;
      };
      break;
    }
    default: {
      std::vector<Vec3> corners;
      for (int i = 0; i < 9; ++i) corners.push_back(range.vector(range.exponent()));
      body.shape = make_soup(corners);
      const double margin = dice.chance(2) ? 0 : RangeDice::scaled(0.3, range.exponent());
      if (margin == 0) break;
      body.shape = with_margin(body.shape, margin);
      const std::vector<Triangle> triangles = posed_triangles(body);
      result.one_interval = false;
      result.set = [=](const oracle::ExactLine& line) {
        oracle::LineSet set;
        for (const Triangle& t : triangles) oracle::add_padded(set, line, t, margin);
        return set;
      };
    }
  }
  return result;
}

// At a point of the body's own magnitude around its middle, from anywhere, with a direction of any length.
inline Ray range_ray(oracle::Dice& dice, RangeDice& range, const Body& body) {
  const Vec3 middle = body.pose.translation;
  const Vec3 target = middle + range.vector(range.exponent() - dice.uniform(0, 6));
  Ray ray;
  ray.origin = middle + range.vector(dice.chance(6) ? range.anywhere() : range.exponent() + dice.uniform(-3, 40));
  if (dice.chance(5)) {
    ray = ray_between(ray.origin, target);
    ray.max = dice.pick({1.0, 1.0, 3.0, greatest_double});
    return ray;
  }
  const Vec3 way = target * 0.5 - ray.origin * 0.5;
  const double largest = std::max({std::fabs(way.x), std::fabs(way.y), std::fabs(way.z)});
  const double to = dice.chance(3) ? range.exponent() : range.anywhere();
  const int by = largest > 0 && std::isfinite(largest) ? int(to) - std::ilogb(largest) : 0;
  for (int k = 0; k < 3; ++k) ray.direction[k] = std::ldexp(way[k], by);
  if (dice.chance(16)) ray.direction = range.vector(range.anywhere());
  if (dice.chance(8)) ray.max = std::fabs(RangeDice::scaled(1, range.anywhere()));
  if (dice.chance(8)) ray.max = std::numeric_limits<double>::infinity();
  return ray;
}

// Halfway to the double before, and to the one after, which is 2^1024 after the greatest.
inline oracle::BinaryFraction halfway(double t, double other) {
  const oracle::Binary next = std::isinf(other) ? oracle::Binary::power_of_two(1024) : oracle::Binary(other);
  return {(oracle::Binary(t) + next) * oracle::Binary(0.5), oracle::Binary(1.0)};
}
inline oracle::BinaryFraction above(double t) { return halfway(t, std::nextafter(t, HUGE_VAL)); }
inline oracle::BinaryFraction below(double t) { return halfway(t, std::nextafter(t, -HUGE_VAL)); }

// A set that is one interval, of which `member` is in it.
struct OneInterval {
  const oracle::LineSet& set;
  oracle::BinaryFraction member;

  using T = oracle::BinaryFraction;
  bool starts_by(const T& t) const { return compare(t, member) >= 0 || where(set, t) >= 0; }
  bool starts_from(const T& t) const { return compare(t, member) <= 0 && !beside(set, t, -1); }
  bool ends_by(const T& t) const { return compare(t, member) >= 0 && !beside(set, t, 1); }
  bool ends_from(const T& t) const { return compare(t, member) <= 0 || where(set, t) >= 0; }
};

inline std::string fault_in_one_interval(const oracle::LineSet& set, const Ray& ray, const RayResult& all) {
  std::optional<oracle::BinaryFraction> member;
  for (const oracle::LinePiece& piece : set)
    if (!member) member = piece.member();
  if (!member) return all.yes() ? "hit, although the line misses" : "";
  const OneInterval truth{set, *member};
  const oracle::BinaryFraction zero{}, end{oracle::Binary(std::min(ray.max, greatest_double)), oracle::Binary(1.0)};
  // A start on the surface from which the ray runs along it.
  if (where(set, zero) == 0 && beside(set, zero, -1) && beside(set, zero, 1)) return {};
  const bool in = truth.starts_from(zero) && truth.starts_by(end), out = truth.ends_from(zero) && truth.ends_by(end);
  if (all.yes() != (in || out)) return in || out ? "missed" : "hit, although the ray misses";
  if (!all.yes()) return {};
  if (all.hits.size() > (in && out ? 2u : 1u)) return "too many hits";
  if (in) {
    const double t = all.hits.front().t;
    if (!truth.starts_by(above(t)) || (t > 0 && !truth.starts_from(below(t)))) return "t of the entrance";
  }
  if (out) {
    const double t = all.hits.back().t;
    if (!truth.ends_by(above(t)) || (t > 0 && !truth.ends_from(below(t)))) return "t of the exit";
  }
  return {};
}

// Is the set left here for less than rounding can tell: do both ends of the gap around t round to one double?
inline bool in_unseen_gap(const oracle::LineSet& set, const oracle::BinaryFraction& t) {
  const double x = oracle::nearest(t);
  for (const double at : {std::nextafter(x, -HUGE_VAL), x, std::nextafter(x, HUGE_VAL)}) {
    if (!(at > 0 && at < greatest_double)) continue;
    const oracle::BinaryFraction lo = below(at), hi = above(at);
    if (compare(lo, t) <= 0 && compare(t, hi) <= 0 && where(set, lo) >= 0 && where(set, hi) >= 0) return true;
  }
  return false;
}

// Several intervals: between two hits all is inside or nothing is, a hit is where that changes, or a part that begins
// and ends within rounding of it, and no part is left out.
inline std::string fault_in_intervals(const oracle::LineSet& set, const Ray& ray, const RayResult& all) {
  using T = oracle::BinaryFraction;
  const T zero{}, end{oracle::Binary(std::min(ray.max, greatest_double)), oracle::Binary(1.0)};
  std::vector<T> members;
  for (const oracle::LinePiece& piece : set)
    if (const auto member = piece.member()) members.push_back(*member);
  const auto has_member = [&](const T& from, const T& to) {
    return std::any_of(members.begin(), members.end(),
                       [&](const T& t) { return compare(from, t) <= 0 && compare(t, to) <= 0; });
  };
  T from = zero;
  int before = where(set, zero);  // 0: not known
  for (std::size_t i = 0; i <= all.hits.size(); ++i) {
    const bool last = i == all.hits.size();
    const double t = last ? 0 : all.hits[i].t;
    const T to = last ? end : t > 0 ? below(t) : zero;
    int state = 0;
    if (compare(from, to) < 0) {
      for (const T& at : {from, T{from.n * to.d + to.n * from.d, from.d * to.d * oracle::Binary(2.0)}, to}) {
        int here = where(set, at);
        if (here < 0 && in_unseen_gap(set, at)) here = 0;
        if (here * state < 0) return "between the hits";
        if (here != 0) state = here;
      }
      if (state < 0 && has_member(from, to)) return "a part is missed";
      if (i == 0 && state * before < 0) return "before the first hit";
    }
    if (i > 0 && state * before > 0) {
      if (state > 0) return "a hit inside";
      const double hit = all.hits[i - 1].t;
      if (!has_member(hit > 0 ? below(hit) : zero, above(hit))) return "a hit outside";
    }
    before = state;
    if (!last) from = above(t);
  }
  return {};
}

inline bool is_bare_core(const Shape& shape) {
  const bool core = shape.form() == ShapeForm::point || shape.form() == ShapeForm::segment;
  const bool round = shape.form() == ShapeForm::sphere || shape.form() == ShapeForm::capsule;
  return shape.margin() == 0 && (core || (round && shape.radius() == 0));
}

inline std::string fault_in_range_ray(const RangeBody& target, const Ray& ray, const RayResult& all,
                                      const RayResult& one) {
  if (one.status != Status::ok || all.status != one.status) return std::string("status ") + name(all.status);
  if (one.yes() != all.yes() || all.yes() != !all.hits.empty()) return "closest and all disagree";
  if (one.yes() && one.closest.t != all.hits.front().t) return "the closest is not the first";
  for (const RayHit& hit : all.hits) {
    if (!(hit.t >= 0 && hit.t <= ray.max && hit.t <= greatest_double)) return "t is not within the ray";
    for (int k = 0; k < 3; ++k)
      if (std::isnan(hit.point[k])) return "the point is no number";
    const double size = length(hit.normal);
    // A point or segment, and a ball or capsule without a radius, may have no normals.
    if (target.set && !(hit.normal == Vec3{} && is_bare_core(target.body.shape)) && !(std::fabs(size - 1) <= 1e-12))
      return "the normal is no unit vector";
  }
  if (target.set) {
    const oracle::ExactLine line(ray);
    const oracle::LineSet set = target.set(line);
    return target.one_interval ? fault_in_one_interval(set, ray, all) : fault_in_intervals(set, ray, all);
  }
  if (ray.to_point) return {};  // the oracle of triangles knows no segments
  const std::vector<Triangle> triangles = posed_triangles(target.body);
  Ray ended = ray;
  ended.max = std::min(ray.max, greatest_double);
  const std::vector<oracle::Hit> truth = oracle::RayTarget(triangles).all(ended);
  if (truth.size() != all.hits.size()) return "the number of triangles";
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (all.hits[i].t != oracle::nearest(truth[i].t) || all.hits[i].triangle != truth[i].triangle) return "a triangle";
  return {};
}

// Several bodies as parts of one: its nearest hit is the nearest of theirs.
inline std::string fault_in_parts(const std::vector<Body>& parts, const Ray& ray) {
  std::vector<CompoundPart> members;
  for (const Body& part : parts) members.push_back({part.shape, part.pose});
  const RayResult whole = graze::cast({make_compound(members), {}}, ray);
  double first = HUGE_VAL;
  for (const Body& part : parts) {
    const RayResult found = graze::cast(part, ray);
    if (found.status != Status::ok) return whole.status != Status::ok ? "" : "a part has no answer, the whole has";
    if (found.yes()) first = std::min(first, found.closest.t);
  }
  if (whole.status != Status::ok) return "the parts have answers, the whole has not";
  if (whole.yes() != (first < HUGE_VAL)) return "the whole and its parts";
  return whole.yes() && whole.closest.t != first ? "the whole's t" : "";
}

inline Tally check_whole_range_rays(std::uint64_t seed, std::uint64_t count, RangeTimes& times) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  std::vector<Body> before;
  for (std::uint64_t i = 0; i < count; ++i) {
    const ShapeForm form = range_forms()[i % range_forms().size()];
    RangeDice range(dice);
    RangeBody target;
    try {
      target = range_body(dice, range, form);
    } catch (const Error&) {
      ++times.refused;
      continue;
    }
    if (fault(target.body.pose) != PoseFault::none) {
      ++times.refused;
      continue;
    }
    const Ray ray = range_ray(dice, range, target.body);
    if (!is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == base_of(ray)) {
      ++times.refused;
      continue;
    }
    const double begun = processor_seconds();
    const RayResult all = graze::cast(target.body, ray, {.want = RayWant::all});
    const double took = processor_seconds() - begun;
    const RayResult one = graze::cast(target.body, ray);
    if (took > times.slowest) {
      times.slowest = took;
      times.slowest_lines = lines(target.body, ray);
    }
    // Posed corners or radii that leave the doubles are out of range, and say so.
    if (all.status == Status::out_of_range && one.status == Status::out_of_range) {
      tally.count("out of range", false);
      continue;
    }
    tally.count(name(form), all.yes());
    std::string wrong = fault_in_range_ray(target, ray, all, one);
    before.push_back(target.body);
    if (wrong.empty() && before.size() == 3) {
      if (dice.chance(4)) wrong = fault_in_parts(before, ray);
      before.clear();
    }
    if (!wrong.empty()) {
      tally.failure =
          std::string(name(form)) + ", ray " + std::to_string(i) + ": " + wrong + "\n" + lines(target.body, ray);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
