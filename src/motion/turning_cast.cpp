#include "motion/turning_cast.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/norms.h"
#include "math/posed_point.h"
#include "motion/core_simplex.h"
#include "shape/data.h"

namespace graze {
namespace {

using roundoff::u;
constexpr int lanes = MovingCore::most;
static_assert(lanes == TurningCorners::lanes);
constexpr std::uint32_t most_looks = 96;
constexpr double flat = 0x1p-36;            // motion/core_simplex.h
constexpr double contact_window = 0x1p-31;  // contact is looked for this long after the last proven time

CornerBend bend_of(const TurningCore& t, double sum) {
  return {t.path.angle * t.path.angle * (1 + 0x1p-40), sum * t.arms * (256 * u)};
}

class TurningCast {
 public:
  TurningCast(const TurningCore& a, const TurningCore& b, CoreCast& result) noexcept
      : a_(a), b_(b), apart_(b.core.at - a.core.at), result_(result) {
    radii_ = a.core.radius + b.core.radius;
    size_ = (a.size + b.size) + (largest(apart_) + radii_);
    error_ = u * (64 * (a.size + b.size) + 16 * (largest(apart_) + radii_));
    pose_error_ = a.pose_error + b.pose_error;
    speed_error_ = a.speed_error + b.speed_error;
    extents_ = a.extent + b.extent;
    speed_ = (length(b.path.velocity - a.path.velocity) + (a.speed + b.speed)) * (1 + 0x1p-40);
    acceleration_ = (std::fabs(a.path.angle) * a.speed + std::fabs(b.path.angle) * b.speed) * (1 + 0x1p-40);
  }

  void run(double limit) noexcept {
    if (!(size_ > 0x1p-100 && size_ < 0x1p102)) return;
    limit_ = limit;
    // Too far apart to meet on any way. The errors are those of a coordinate: a length may be off by the root of 3
    // times as much.
    const double farthest = ((a_.farthest + b_.farthest) + radii_) + 1.7320509 * (error_ + pose_error_);
    if (length(apart_) * (1 - 0x1p-40) > farthest) {
      result_.kind = CoreCast::Kind::clear;
      return;
    }
    place(a_, 0, placed_a_);
    place(b_, 0, placed_b_);
    CoreSimplex simplex;
    Vec3 n = apart_ + (b_.core.middle - a_.core.middle), turning;
    double least = infinity;
    while (result_.steps < most_looks && n != Vec3{}) {
      CoreCorner next;
      const double before = time_;
      if (!look_along(n, turning, next)) return;
      bool known = false;
      for (int i = 0; i < simplex.count; ++i)
        known = known || (simplex.corner[i].a == next.a && simplex.corner[i].b == next.b);
      if (!known) simplex.corner[simplex.count++] = next;
      put(simplex, placed_a_, placed_b_);
      simplex.around = false;
      reduce(simplex, flat);
      const double distance = length(simplex.nearest), gap = distance - radii_;
      // At one time the nearest points come nearer with every corner that is new, but for rounding.
      if (time_ > before) least = infinity;
      const bool stuck = simplex.around || (!(time_ > before) && (known || !(distance < least * (1 - 0x1p-40))));
      least = distance;
      const bool at_end = direction_ != Vec3{} && closing_ > 0 && (stuck || gap < closing_ * 0x1p-42);
      if (posing_ && (stuck || at_end || gap < 8 * (error_ + pose_error_))) {
        posing_ = false;
        result_.stand = time_;
        if (simplex.around) {
          // What is left of the four gives no direction; the one that led here is looked at again.
          simplex.count = 3;
          n = direction_;
          turning = {};
          continue;
        }
      } else if (at_end && gap < closing_ * contact_window) {
        if (prove(simplex, std::max(gap, 0.0))) return;
        if (stuck) return;
      } else if (stuck) {
        return;
      }
      aim(simplex, n, turning);
    }
  }

 private:
  void place(const TurningCore& t, double time, PlacedCore& placed) const noexcept {
    kernels_.place(t.corners, at_time(t.path, time), t.path.velocity, t.path.angle, placed);
  }

  Vec3 velocity(const CoreCorner& c) const {
    const auto of = [](const PlacedCore& p, std::uint32_t i) {
      return Vec3{p.speed[0][i], p.speed[1][i], p.speed[2][i]};
    };
    return of(placed_b_, c.b) - of(placed_a_, c.a);
  }

  // The direction of what is nearest, and how it turns as the corners of the simplex go on: normals of three, across
  // the line of two, or one itself.
  void aim(const CoreSimplex& s, Vec3& n, Vec3& turning) noexcept {
    n = s.nearest;
    far_ = length(s.corner[0].at);
    turning = {};
    Vec3 change = velocity(s.corner[0]);
    const Vec3 p = s.corner[0].at;
    if (s.count == 2) {
      const Vec3 e = s.corner[1].at - p, e_change = velocity(s.corner[1]) - change;
      const double whole = dot(e, e), part = dot(p, e);
      const double share = part / whole;
      const double share_change = ((dot(change, e) + dot(p, e_change)) - 2 * share * dot(e, e_change)) / whole;
      change = (change - e_change * share) - e * share_change;
    } else if (s.count == 3) {
      const Vec3 e = s.corner[1].at - p, f = s.corner[2].at - p;
      const Vec3 normal = cross(e, f);
      const double side = dot(normal, p);
      const Vec3 e_change = velocity(s.corner[1]) - change, f_change = velocity(s.corner[2]) - change;
      if (side == 0 || normal == Vec3{}) return;
      n = side < 0 ? -normal : normal;
      change = cross(e_change, f) + cross(e, f_change);
      if (side < 0) change = -change;
    }
    turning = cross(n, change) * (1 / dot(n, n));
    if (!is_finite(turning)) turning = {};
  }

  // Takes the time on as far as the direction proves, while it stands and, where `turning` is not 0, while it turns by
  // that: its cross product with the direction is how this changes. False: that is all of the time.
  bool look_along(Vec3 n, Vec3 turning, CoreCorner& next) noexcept {
    ++result_.steps;
    const double sum = sum_abs(n), size = length(n), error = posing_ ? error_ + pose_error_ : error_;
    TurningLook look;
    look.constant = dot(n, apart_) - (radii_ * size + error * sum);
    look.slower = speed_error_ * sum;
    look.bend = 0;
    look.enough = -0.25 * error_ * sum;
    look.most = (limit_ - time_) * (1 + 0x1p-40) + 0x1p-50;
    TurningSpan span =
        kernels_.look(a_.corners, placed_a_, bend_of(a_, sum), b_.corners, placed_b_, bend_of(b_, sum), n, look);
    next.a = std::uint32_t(look.first_a);
    next.b = std::uint32_t(look.first_b);
    if (!(size > 0x1p-450)) return true;  // its squares left the doubles: nothing is proven
    if (!(look.now > 0)) return true;
    if (span.lasts < look.most && turning != Vec3{}) {
      const TurningSpan turned = turn(look, n, turning, size);
      if (turned.lasts > span.lasts) span = turned;
    }
    if (!(span.lasts < look.most)) {
      if (posing_) result_.kind = CoreCast::Kind::clear;  // else where rounded poses put them is not known
      return false;
    }
    const double until = (time_ + span.lasts * (1 - 0x1p-48)) - 0x1p-52;
    if (!(until > time_)) return true;
    time_ = until;
    direction_ = n;
    closing_ = span.closing / size;
    if (!a_.path.stands()) place(a_, time_, placed_a_);
    if (!b_.path.stands()) place(b_, time_, placed_b_);
    return true;
  }

  // The direction turns evenly from here on, n' = turning x n: speeds along it have that in them, and what bends them
  // is bounded for all corners at once.
  TurningSpan turn(TurningLook& look, Vec3 n, Vec3 turning, double size) const noexcept {
    const Vec3 change = cross(turning, n);
    const double rate = length(turning) * (1 + 0x1p-40);
    look.slower += 128 * u * rate * sum_abs(n) * size_ - dot(change, apart_);
    look.bend =
        size * (1 + 0x1p-40) *
        (rate * (rate * ((extents_ + far_) + (64 * u * size_ + speed_ * look.most)) + 2 * speed_) + acceleration_);
    return kernels_.look_turning(placed_a_, placed_b_, change, look);
  }

  Vec3 corner(std::uint32_t i, std::uint32_t j, const PlacedCore& a, const PlacedCore& b) const {
    return apart_ + (b.point(j) - a.point(i));
  }
  void put(CoreSimplex& simplex, const PlacedCore& a, const PlacedCore& b) const {
    for (int k = 0; k < simplex.count; ++k)
      simplex.corner[k].at = corner(simplex.corner[k].a, simplex.corner[k].b, a, b);
  }

  bool prove(const CoreSimplex& simplex, double gap) noexcept {
    if (!(time_ > 0 && result_.stand > 0) || (radii_ == 0 ? simplex.count < 3 : simplex.around)) return false;
    const double meeting = time_ + gap / closing_;
    for (double later = std::max(error_ / closing_, 0x1p-52); later < contact_window; later *= 2) {
      const double time = std::min(meeting + later, 1.0);
      if (in_contact(simplex, time)) {
        tell(simplex, soonest(simplex, std::min(meeting + 0.5 * later, time), time));
        return true;
      }
      if (time == 1) break;
    }
    return false;
  }
  // Between a time at which contact is not proven and one at which it is.
  double soonest(const CoreSimplex& simplex, double open, double proven) const noexcept {
    for (int round = 0; round < 3; ++round) {
      const double middle = open * 0.5 + proven * 0.5;
      (in_contact(simplex, middle) ? proven : open) = middle;
    }
    return proven;
  }
  bool in_contact(const CoreSimplex& simplex, double time) const noexcept {
    PlacedCore at_time_a, at_time_b;
    if (!a_.path.stands()) place(a_, time, at_time_a);
    if (!b_.path.stands()) place(b_, time, at_time_b);
    const PlacedCore &a = a_.path.stands() ? placed_a_ : at_time_a, &b = b_.path.stands() ? placed_b_ : at_time_b;
    return radii_ > 0 ? in_reach(simplex, a, b) : held(simplex, a, b);
  }

  // A mean of points of b less a is one, whatever the weights, if none is negative; it is off by 40u of the sizes.
  bool in_reach(CoreSimplex simplex, const PlacedCore& a, const PlacedCore& b) const {
    put(simplex, a, b);
    simplex.around = false;
    reduce(simplex, flat);
    for (int i = 0; i < simplex.count; ++i)
      if (!(simplex.weight[i] >= 0)) return false;
    return length(simplex.nearest) + error_ <= radii_ * (1 - 4 * u);
  }

  // Is the origin then inside of a tetrahedron of points of b less a, on the inner side of all faces? Their coordinates
  // are off by 18u of La + Lb and 2u of how far the poses are apart, and edges, of coordinates up to E, by twice that
  // and the rounding of the difference: d. A coordinate of a normal is then off by 4 E d + 2 d^2 + 6u E^2.
  bool held(const CoreSimplex& simplex, const PlacedCore& a, const PlacedCore& b) const {
    Vec3 at[4];
    for (int k = 0; k < simplex.count; ++k) at[k] = corner(simplex.corner[k].a, simplex.corner[k].b, a, b);
    if (simplex.count == 3) {
      const Vec3 n = cross(at[1] - at[0], at[2] - at[0]), inward = dot(n, direction_) > 0 ? n : -n;
      at[3] =
          corner(std::uint32_t(kernels_.least_along(a, inward)), std::uint32_t(kernels_.most_along(b, inward)), a, b);
    }
    double extent = 0;
    for (int k = 1; k < 4; ++k) extent = std::max(extent, 2 * largest(at[k] - at[0]));
    const double sizes = a_.size + b_.size, apart = largest(apart_);
    const double off = u * (20 * sizes + 4 * apart), edge_off = u * (40 * sizes + 8 * apart);
    const double normal_off = 5 * extent * edge_off + 8 * u * extent * extent;
    static constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    for (const auto& face : faces) {
      const Vec3 from = at[face[0]], to = at[face[3]] - from;
      const Vec3 normal = cross(at[face[1]] - from, at[face[2]] - from);
      const double sum = sum_abs(normal);
      const double ray = -dot(normal, from), fourth = dot(normal, to);
      const double least = sum * (off + 8 * u * largest(from)) + normal_off * (sum_abs(from) + 3 * off);
      const double least_fourth = sum * (edge_off + 8 * u * largest(to)) + normal_off * (sum_abs(to) + 3 * edge_off);
      if (!((ray > least && fourth > least_fourth) || (ray < -least && fourth < -least_fourth))) return false;
    }
    return true;
  }

  void tell(const CoreSimplex& simplex, double time) noexcept {
    result_.kind = CoreCast::Kind::hit;
    result_.lower = std::min(time_, time);
    result_.upper = time;
    result_.stand = std::min(result_.stand, result_.lower);
    Vec3 on_a, on_b;
    std::uint32_t seen_a = 0, seen_b = 0;
    for (int i = 0; i < simplex.count; ++i) {
      const CoreCorner& c = simplex.corner[i];
      on_a = on_a + placed_a_.point(c.a) * simplex.weight[i];
      on_b = on_b + placed_b_.point(c.b) * simplex.weight[i];
      result_.corners_a += (seen_a >> c.a & 1) == 0;
      result_.corners_b += (seen_b >> c.b & 1) == 0;
      seen_a |= 1u << c.a;
      seen_b |= 1u << c.b;
    }
    const Vec3 world_a = a_.core.at + on_a, world_b = b_.core.at + on_b;
    result_.normal = direction_ * (1 / length(direction_)) + Vec3{};  // without -0
    result_.point = (world_a * 0.5 + world_b * 0.5) + result_.normal * (0.5 * (a_.core.radius - b_.core.radius));
  }

  const TurningKernels& kernels_ = turning_kernels();
  const TurningCore &a_, &b_;
  Vec3 apart_;
  double radii_, size_, error_, pose_error_, speed_error_, limit_ = 1;
  // Bounds, at all times: of how far apart points of the cores are, less the gap; how fast they move, one seen from the
  // other; and the sum of their accelerations.
  double extents_, speed_, acceleration_;
  double far_ = 0;  // at time_, of a point of b less a: all are within `extents_` of it
  // First the time goes on where rounded poses are clear, too; then, from the end of that, for the exact paths.
  bool posing_ = true;
  double time_ = 0, closing_ = 0;  // proven clear until then, along `direction_`, at that speed
  Vec3 direction_;
  PlacedCore placed_a_, placed_b_;  // at time_
  CoreCast& result_;
};

}  // namespace

bool make_turning_core(const Body& body, const Path& path, TurningCore& result) noexcept {
  MovingCore& core = result.core;
  if (!make_moving_core(body, core)) return false;
  result.path = path;
  for (std::uint32_t i = core.count; i < MovingCore::most; ++i) {  // of one or two, too
    core.x[i] = core.x[core.count - 1];
    core.y[i] = core.y[core.count - 1];
    core.z[i] = core.z[core.count - 1];
  }
  const ShapeData& shape = data_of(body.shape);
  double arms = 0;
  for (std::uint32_t i = 0; i < MovingCore::most; ++i) {
    Vec3 across, back;
    if (path.turns()) {
      const Vec3 from_origin = posed(body.pose, shape.vertices[std::min(i, core.count - 1)]) - path.origin;
      arms = std::max(arms, largest(from_origin));
      across = cross(path.axis, from_origin + path.before);
      back = cross(path.axis, across);
    }
    const double start[3] = {core.x[i], core.y[i], core.z[i]};
    for (int k = 0; k < 3; ++k) {
      result.corners.start[k][i] = start[k];
      result.corners.across[k][i] = across[k];
      result.corners.back[k][i] = back[k];
    }
  }
  if (path.turns()) arms += largest(path.before);
  const double turn = path.most_turn(), shift = path.most_shift();
  const double turn_share = std::min(12 * turn, 13.2 + 1.45 * turn);
  const Vec3 local = max(abs(shape.bounds.lo), abs(shape.bounds.hi));
  const double most = largest(abs(body.pose.linear) * local);
  result.arms = arms;
  result.size = (core.extent + shift) + turn_share * arms;
  result.speed_error = u * (1024 * (1 + turn) * std::fabs(path.angle) * arms + 16 * largest(path.velocity));
  double radius = 0;
  for (int i = 0; i < lanes; ++i)
    radius = std::max(radius,
                      length({result.corners.across[0][i], result.corners.across[1][i], result.corners.across[2][i]}));
  radius = radius * (1 + 0x1p-40) + 64 * u * arms;
  result.speed = std::fabs(path.angle) * radius;
  result.farthest = (1.7320509 * (core.extent + shift) + std::min(turn, 2.0) * radius) * (1 + 0x1p-40);
  Box box;
  for (int i = 0; i < lanes; ++i) {
    const Vec3 p{core.x[i], core.y[i], core.z[i]};
    box.lo = min(box.lo, p);
    box.hi = max(box.hi, p);
  }
  result.extent = length(box.hi - box.lo) * (1 + 0x1p-40);
  result.pose_error = 32 * u * (((most + core.extent) + (largest(core.at) + shift)) + turn_share * (arms + most));
  return arms < 0x1p100 && shift < 0x1p100;
}

void cast(const TurningCore& a, const TurningCore& b, double limit, CoreCast& result) noexcept {
  TurningCast(a, b, result).run(limit);
}

}  // namespace graze
