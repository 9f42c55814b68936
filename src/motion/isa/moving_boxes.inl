// One box against eight, in motion. Written once over the lane type, compiled once per instruction set.
//
// Any direction is valid, as long as it is a unit vector to within 2^-40; which are tried is a matter of speed. One of
// them is the difference of nearly nearest points: the host's centre is clamped to the guest, and that point to the
// host. Of boxes that translate another is the part of their difference that the motion does not change.
#include "math/wide_double.h"
#include "motion/moving_lanes.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr double infinity = __builtin_inf();
constexpr double no_gap = 0x1p-560;  // as in motion/moving_pair.h

struct Lanes3 {
  Double8 x, y, z;
};
inline Lanes3 load(const double (&p)[3][8]) { return {Double8::load(p[0]), Double8::load(p[1]), Double8::load(p[2])}; }
inline Lanes3 all(const double (&p)[3]) { return {Double8::all(p[0]), Double8::all(p[1]), Double8::all(p[2])}; }
inline void store(const Lanes3& a, double (&p)[3][8]) {
  a.x.store(p[0]);
  a.y.store(p[1]);
  a.z.store(p[2]);
}
inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Lanes3 operator*(const Lanes3& a, const Double8& s) { return {a.x * s, a.y * s, a.z * s}; }
inline Double8 dot(const Lanes3& a, const Lanes3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Lanes3 choose(const DoubleMask8& mask, const Lanes3& yes, const Lanes3& no) {
  return {choose(mask, yes.x, no.x), choose(mask, yes.y, no.y), choose(mask, yes.z, no.z)};
}
inline Double8 length(const Lanes3& a) { return root(dot(a, a)); }
// 0 where the length is none that squares can tell.
inline Lanes3 unit(const Lanes3& a) {
  const Double8 size = length(a);
  const DoubleMask8 fine = (Double8::all(1e-150) < size) & (size < Double8::all(1e150));
  return a * choose(fine, Double8::all(1) / size, Double8::all(0));
}

// What is the same in all lanes: of directions that are, nearly half of the work is done once for all of them.
struct Same3 {
  Double1 x, y, z;
};
inline Same3 same(const double (&p)[3]) { return {{p[0]}, {p[1]}, {p[2]}}; }
inline Double8 wide(Double1 a) { return Double8::all(a.v); }
inline Double8 wide(const Double8& a) { return a; }
inline Lanes3 wide(const Same3& a) { return {wide(a.x), wide(a.y), wide(a.z)}; }
inline Lanes3 wide(const Lanes3& a) { return a; }
inline Same3 operator*(const Same3& a, Double1 s) { return {a.x * s, a.y * s, a.z * s}; }
inline Lanes3 operator*(const Lanes3& a, Double1 s) { return a * wide(s); }
inline Double1 dot(const Same3& a, const Same3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Double8 dot(const Same3& a, const Lanes3& b) { return dot(wide(a), b); }
inline Double8 dot(const Lanes3& a, const Same3& b) { return dot(a, wide(b)); }
inline Same3 cross(const Same3& a, const Same3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Lanes3 cross(const Lanes3& a, const Same3& b) { return cross(a, wide(b)); }
inline Double1 length(const Same3& a) { return root(dot(a, a)); }
inline Double1 plus(Double1 a, double b) { return {a.v + b}; }
inline Double8 plus(const Double8& a, double b) { return a + Double8::all(b); }

inline Double8 sum_of_sizes(const Lanes3& a) { return (abs(a.x) + abs(a.y)) + abs(a.z); }

void carry(const OrientedNode& given, const NodeCarrier& carrier, MovingNode& to) {
  std::uint32_t count = 0;
  while (count < 8 && given.child[count] != Node::none) ++count;
  OrientedNode node = given;
  for (std::uint32_t i = count; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) node.axis[k][j][i] = node.axis[k][j][0];
      node.centre[k][i] = node.centre[k][0];
      node.half[k][i] = node.half[k][0];
    }
  }
  to.count = count;
  const Lanes3 column[3] = {all(carrier.to_world[0]), all(carrier.to_world[1]), all(carrier.to_world[2])};
  const auto carried = [&](const float(&p)[3][8]) {
    return (column[0] * load_float(p[0]) + column[1] * load_float(p[1])) + column[2] * load_float(p[2]);
  };
  const Lanes3 centre = carried(node.centre), axis = all(carrier.axis), arm = all(carrier.arm) + centre;
  const Lanes3 image[3] = {carried(node.axis[0]), carried(node.axis[1]), carried(node.axis[2])};
  store(centre, to.centre);
  const Double8 zero = Double8::all(0);
  Double8 size_sq = zero, radius = zero;
  if (carrier.turns) radius = length(cross(axis, arm));
  for (int k = 0; k < 3; ++k) {
    const Lanes3 half = image[k] * load_float(node.half[k]);
    const Double8 square = dot(half, half);
    store(half, to.half[k]);
    store(unit(cross(image[(k + 1) % 3], image[(k + 2) % 3])), to.normal[k]);
    choose(zero < square, Double8::all(1) / square, zero).store(to.inverse[k]);
    size_sq = size_sq + square;
    if (carrier.turns) radius = radius + length(cross(axis, half));
  }
  const Double8 size = root(size_sq), slack = size * Double8::all(0x1p-18) + Double8::all(carrier.round);
  size.store(to.size);
  slack.store(to.slack);
  ((radius + slack) * Double8::all(1 + 0x1p-40) + sum_of_sizes(arm) * Double8::all(0x1p-46)).store(to.radius);
  for (int i = 0; i < 8; ++i) {
    to.child[i] = node.child[i];
    to.opened[i] = Node::none;
  }
}

// What both kinds of motion have in common.
class BoxLanes {
 public:
  BoxLanes(const HostBox& host, const MovingNode& guests)
      : host_(host), guests_(guests), apart_(load(guests.centre) - all(host.centre)) {
    for (int k = 0; k < 3; ++k) {
      host_half_[k] = same(host.half[k]);
      guest_half_[k] = load(guests.half[k]);
    }
    slack_ = (Double8::load(guests.slack) + Double8::all(host.apart)) + sum_of_sizes(apart_) * Double8::all(0x1p-44);
  }

  Same3 hint() const { return same(host_.hint); }
  Same3 host_normal(int k) const { return same(host_.normal[k]); }
  Lanes3 guest_normal(int k) const { return load(guests_.normal[k]); }
  Lanes3 between_nearest() const {
    Lanes3 r = apart_;
    for (int k = 0; k < 3; ++k) r = r - clamped(apart_, guest_half_[k], Double8::load(guests_.inverse[k]));
    const Lanes3 q = r;
    for (int k = 0; k < 3; ++k) r = r - clamped(q, wide(host_half_[k]), Double8::all(host_.inverse[k]));
    return unit(r);
  }

 protected:
  // How far both boxes reach along n, and all slack.
  template <class Direction>
  Double8 extent(const Direction& n) const {
    Double8 sum = slack_;
    for (int k = 0; k < 3; ++k) sum = sum + (wide(abs(dot(n, host_half_[k]))) + abs(dot(n, guest_half_[k])));
    return sum;
  }

  const HostBox& host_;
  const MovingNode& guests_;
  Lanes3 apart_, guest_half_[3];
  Same3 host_half_[3];
  Double8 slack_;

 private:
  static Lanes3 clamped(const Lanes3& x, const Lanes3& half, Double8 inverse) {
    const Double8 one = Double8::all(1);
    return half * most(least(dot(x, half) * inverse, one), -one);
  }
};

class TranslatingBoxes : public BoxLanes {
 public:
  TranslatingBoxes(const HostBox& host, const MovingNode& guests, double enough)
      : BoxLanes(host, guests), speed_(same(host.speed)), enough_(Double8::all(enough)) {
    error_ = wide(length(speed_) * Double1::all(0x1p-40));
  }

  // The part of the difference that the motion does not change.
  Lanes3 aside() const {
    const Lanes3 speed = wide(speed_);
    const Double8 square = dot(speed, speed);
    const Double8 share = dot(apart_, speed) / square;
    return unit(apart_ - speed * choose(Double8::all(0) < square, share, Double8::all(0)));
  }

  // True when all lanes are known well enough.
  template <class Direction>
  bool see(const Direction& n) {
    const Double8 zero = Double8::all(0), endless = Double8::all(infinity);
    const Double8 along = dot(n, apart_), rate = wide(dot(n, speed_)), extents = extent(n), far = abs(along);
    const DoubleMask8 behind = along < zero;
    const Double8 parting = choose(behind, -rate, rate);
    const Double8 gap = far - extents, closing = error_ - parting;
    Double8 lasts = choose(zero < closing, gap / closing, endless);
    lasts = choose(zero < gap, lasts, zero);
    const Double8 leaving = choose(parting < zero, far + extents, extents - far), at_least = abs(parting) - error_;
    const Double8 after = choose(zero < at_least, most(leaving, zero) / at_least, endless);
    after_ = least(after_, after);
    const DoubleMask8 better = lasts_ < lasts;
    lasts_ = choose(better, lasts, lasts_);
    direction_ = choose(better, choose(behind, wide(n) * Double8::all(-1), wide(n)), direction_);
    return ((enough_ < lasts_).bits() | (after_ * Double8::all(1 + 0x1p-38) < lasts_).bits()) == 0xff;
  }

  void store_to(BoxSpans& spans) const {
    lasts_.store(spans.lasts);
    after_.store(spans.after);
    store(direction_, spans.direction);
  }

 private:
  Same3 speed_;
  Lanes3 direction_ = {Double8::all(0), Double8::all(0), Double8::all(0)};
  Double8 enough_, error_, lasts_ = Double8::all(0), after_ = Double8::all(infinity);
};

void translating_boxes(const HostBox& host, const MovingNode& guests, double enough, BoxSpans& spans) {
  TranslatingBoxes boxes(host, guests, enough);
  bool done = boxes.see(boxes.hint()) || boxes.see(boxes.aside());
  for (int k = 0; k < 3 && !done; ++k) done = boxes.see(boxes.host_normal(k)) || boxes.see(boxes.guest_normal(k));
  if (!done) boxes.see(boxes.between_nearest());
  boxes.store_to(spans);
}

class TurningBoxes : public BoxLanes {
 public:
  TurningBoxes(const HostBox& host, const MovingNode& guests, double sense, const double (&enough)[8],
               const BoxSpans& spans)
      : BoxLanes(host, guests), host_axis_(same(host.axis)), guest_axis_(same(host.guest_axis)) {
    host_angle_ = Double1::all(host.angle);
    guest_angle_ = Double1::all(host.guest_angle);
    enough_ = Double8::load(enough);
    lasts_ = Double8::load(spans.lasts);
    direction_ = load(spans.direction);
    const Lanes3 given = all(host.speed);
    speed_ = given;
    error_ = length(given) * Double8::all(0x1p-40);
    const Double8 tiny = Double8::all(0x1p-40);
    if (host.angle != 0) {
      error_ = error_ + wide(abs(host_angle_)) * Double8::all(host.slack + host.radius * 0x1p-40);
      host_bend_ = Double8::all(host.angle * host.angle * host.radius);
    }
    if (host.guest_angle != 0) {
      const Double8 radius = Double8::load(guests.radius);
      speed_ = speed_ + cross(wide(guest_axis_), all(host.arm) + load(guests.centre)) * guest_angle_;
      error_ = error_ + wide(abs(guest_angle_)) * (Double8::load(guests.slack) + radius * tiny);
      guest_bend_ = wide(guest_angle_ * guest_angle_) * radius;
    }
    error_ = error_ + length(speed_) * tiny;
    speed_ = speed_ * Double8::all(sense);
  }

  // Apart for good where the rings that they are in are. Radial at its centre, a box is no nearer to the axis than its
  // support that way, and no farther than the corner of both supports across the axis.
  bool see_rings() {
    const Lanes3 axis = all(host_.ring_axis), arm = all(host_.ring_arm) + apart_;
    const Double8 height = dot(arm, axis);
    const Lanes3 across = arm - axis * height;
    const Double8 distance = length(across);
    const Lanes3 radial = unit(across), aside = cross(axis, radial);
    Double8 radial_extent = Double8::all(0), wide = radial_extent, high = radial_extent;
    for (int k = 0; k < 3; ++k) {
      radial_extent = radial_extent + abs(dot(radial, guest_half_[k]));
      wide = wide + abs(dot(aside, guest_half_[k]));
      high = high + abs(dot(axis, guest_half_[k]));
    }
    const Double8 slack = slack_ + sum_of_sizes(arm) * Double8::all(0x1p-42);
    const Double8 outer = distance + radial_extent, farthest = root(outer * outer + wide * wide) + slack;
    // A box around the axis has no radial direction: nothing is said of it.
    const DoubleMask8 known = Double8::all(0.5) < dot(radial, radial);
    const DoubleMask8 inside = known & (farthest < Double8::all(host_.nearest));
    const DoubleMask8 outside = known & (Double8::all(host_.farthest) + slack < distance - radial_extent);
    const Double8 endless = Double8::all(infinity);
    lasts_ = choose(inside, endless, choose(outside, endless, lasts_));
    const Double8 gap = abs(height - Double8::all(host_.height)) - ((high + slack) + Double8::all(host_.half_height));
    lasts_ = choose(Double8::all(0) < gap, endless, lasts_);
    return done();
  }

  template <class Direction>
  bool see(const Direction& n) {
    const Double8 zero = Double8::all(0);
    const Double8 along = dot(n, apart_);
    const DoubleMask8 behind = along < zero;
    const Double8 gap = (abs(along) - extent(n)) * Double8::all(1 - 0x1p-40);
    const DoubleMask8 apart = Double8::all(no_gap) < gap;
    if (apart.bits() == 0) return false;
    const Double8 rate = dot(n, speed_);
    Double8 parting = choose(behind, -rate, rate) - error_, bend = zero;
    if (host_.angle != 0) spread(n, host_axis_, host_angle_, host_half_, host_bend_, parting, bend);
    if (host_.guest_angle != 0) spread(n, guest_axis_, guest_angle_, guest_half_, guest_bend_, parting, bend);
    const Double8 two_gaps = gap + gap;
    const Double8 at_root = root(parting * parting + bend * choose(apart, two_gaps, zero));
    const DoubleMask8 closing = parting <= zero;
    const Double8 above = choose(closing, two_gaps, parting + at_root);
    const Double8 below = choose(closing, at_root - parting, bend);
    Double8 lasts = choose(zero < below, above / below, Double8::all(infinity));
    lasts = choose(apart, lasts, zero);
    const DoubleMask8 better = lasts_ < lasts;
    lasts_ = choose(better, lasts, lasts_);
    direction_ = choose(better, choose(behind, wide(n) * Double8::all(-1), wide(n)), direction_);
    return done();
  }

  void store_to(BoxSpans& spans) const {
    lasts_.store(spans.lasts);
    store(direction_, spans.direction);
  }

 private:
  bool done() const { return (enough_ < lasts_).bits() == 0xff; }

  template <class Direction, class Half>
  static void spread(const Direction& n, const Same3& axis, Double1 angle, const Half (&half)[3], Double8 most_bend,
                     Double8& parting, Double8& bend) {
    const Direction across = cross(n, axis);
    const Direction rates = across * angle;
    for (int k = 0; k < 3; ++k) parting = parting - wide(abs(dot(rates, half[k])));
    bend = bend + most_bend * wide(plus(length(across), 0x1p-40));
  }

  Same3 host_axis_, guest_axis_;
  Lanes3 speed_, direction_;
  Double1 host_angle_, guest_angle_;
  Double8 enough_, error_, lasts_;
  Double8 host_bend_ = Double8::all(0), guest_bend_ = Double8::all(0);
};

void turning_boxes(const HostBox& host, const MovingNode& guests, double sense, const double (&enough)[8],
                   BoxSpans& spans) {
  TurningBoxes boxes(host, guests, sense, enough, spans);
  bool done = sense > 0 && host.ring && boxes.see_rings();
  done = done || boxes.see(boxes.hint()) || boxes.see(boxes.between_nearest());
  for (int k = 0; k < 3 && !done; ++k) done = boxes.see(boxes.host_normal(k)) || boxes.see(boxes.guest_normal(k));
  boxes.store_to(spans);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
