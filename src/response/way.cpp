#include "response/way.h"

#include "motion/turn.h"

namespace graze {

Quat product(Quat a, Quat b) noexcept {
  return {((a.w * b.x + a.x * b.w) + a.y * b.z) - a.z * b.y, ((a.w * b.y - a.x * b.z) + a.y * b.w) + a.z * b.x,
          ((a.w * b.z + a.x * b.y) - a.y * b.x) + a.z * b.w, ((a.w * b.w - a.x * b.x) - a.y * b.y) - a.z * b.z};
}

Quat unit(Quat q) noexcept {
  const double square = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w), over = square - 1;
  // Near 1 two terms of the series of 1 / sqrt have all of the digits.
  const double scale = std::fabs(over) < 0x1p-18 ? 1 - over * (0.5 - over * 0.375) : 1 / std::sqrt(square);
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

Mat3 matrix_of(Quat q) noexcept {
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

Quat turned_on(Quat q, Vec3 w, double h) noexcept {
  const double small_sq = (0.25 * h * h) * dot(w, w);
  if (small_sq < 0.02 * 0.02) {  // series, off by less than 2^-53
    const double s = small_sq;
    const double sine_over = 0.5 * h * (1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42))));
    const double cosine = 1 - s * 0.5 * (1 - s * (1.0 / 12) * (1 - s * (1.0 / 30) * (1 - s * (1.0 / 56))));
    return unit(product({w.x * sine_over, w.y * sine_over, w.z * sine_over, cosine}, q));
  }
  const double speed = length(w);
  const Turn turn = turn_by(std::min(0.5 * h * speed, 3.0));
  const double sine_over = turn.sine / speed;
  return unit(product({w.x * sine_over, w.y * sine_over, w.z * sine_over, 1 - turn.versine}, q));
}

BodyPlace place_of(Vec3 centre, Quat rotation, Vec3 local_centre) noexcept {
  const Mat3 turn = matrix_of(rotation);
  return {turn, centre - turn * local_centre};
}

void aim(BodyWay& way, Vec3 centre, Quat from, Vec3 by, Quat to) noexcept {
  way.centre = centre;
  way.from = from;
  way.asked_by = by;
  way.push = {};
  Quat d = product(to, {-from.x, -from.y, -from.z, from.w});
  if (d.w < 0) d = {-d.x, -d.y, -d.z, -d.w};
  const Vec3 v{d.x, d.y, d.z};
  way.whole = d;
  way.sine = length(v);
  way.axis = {};
  if (way.sine < 0x1p-60) way.sine = 0;
  if (way.sine > 0) way.axis = v / way.sine;
}

namespace {

// The part of a turn: by the angle whose sine and cosine the quaternion has, found by Newton's method, which is cubic.
Quat part_of(const BodyWay& way, double part) noexcept {
  const double sine = way.sine, cosine = way.whole.w;
  double angle = cosine < 0.7 ? 1.5707963267948966 - cosine : sine * (1 + sine * sine / 6);
  for (int i = 0; i < 3; ++i) {
    const Turn turn = turn_by(angle);
    angle += sine * (1 - turn.versine) - cosine * turn.sine;
  }
  const Turn turn = turn_by(angle * part);
  const Vec3 v = way.axis * turn.sine;
  return {v.x, v.y, v.z, std::max(1 - turn.versine, 0.0)};
}

}  // namespace

void set_part(BodyWay& way, double part, Vec3 local_centre, Quat& rotation) noexcept {
  way.part = part;
  way.by = way.asked_by * part + way.push;
  way.turn = {};
  way.angle_sq = 0;
  rotation = way.from;
  if (way.sine > 0 && part > 0) {
    way.turn = part == 1 ? way.whole : part_of(way, part);
    // Of the quaternion as it is: it may be off unit length by a few u.
    const double vv = (way.turn.x * way.turn.x + way.turn.y * way.turn.y) + way.turn.z * way.turn.z;
    const double s = vv / (vv + way.turn.w * way.turn.w);
    way.angle_sq = 4 * (s + s * s * (1.0 / 3) + s * s * s * 1.13407) * (1 + 0x1p-45);
    rotation = unit(product(way.turn, way.from));
  }
  way.end = place_of(way.centre + way.by, rotation, local_centre);
  const auto size = [](Vec3 p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z); };
  way.slack = 0x1p-44 * (size(way.start.at) + size(way.end.at) + size(way.centre) + size(local_centre));
}

}  // namespace graze
