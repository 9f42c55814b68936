// The corners of turning cores. Written once over the lane type, compiled once per instruction set.
#include "math/wide_double.h"
#include "motion/turning_lanes.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Double8 dot_with(const double (&p)[3][8], Double8 x, Double8 y, Double8 z) {
  return (x * Double8::load(p[0]) + y * Double8::load(p[1])) + z * Double8::load(p[2]);
}

void place_core(const TurningCorners& corners, const PathPoint& point, Vec3 velocity, double angle,
                PlacedCore& placed) {
  const Double8 sine = Double8::all(point.turn.sine), versine = Double8::all(point.turn.versine);
  const Double8 cosine = Double8::all(1 - point.turn.versine), rate = Double8::all(angle);
  const double shift[3] = {point.shift.x, point.shift.y, point.shift.z};
  const double constant[3] = {velocity.x, velocity.y, velocity.z};
  for (int k = 0; k < 3; ++k) {
    const Double8 across = Double8::load(corners.across[k]), back = Double8::load(corners.back[k]);
    const Double8 start = Double8::load(corners.start[k]);
    ((start + Double8::all(shift[k])) + (across * sine + back * versine)).store(placed.at[k]);
    (Double8::all(constant[k]) + (across * cosine + back * sine) * rate).store(placed.speed[k]);
  }
}

struct LeastLane {
  double value;
  int index;
};
// The first of the least; no lane is NaN.
inline LeastLane least_lane(Double8 found) {
  double v[8];
  found.store(v);
  const auto lesser = [](double x, double y) { return y < x ? y : x; };
  const double value =
      lesser(lesser(lesser(v[0], v[1]), lesser(v[2], v[3])), lesser(lesser(v[4], v[5]), lesser(v[6], v[7])));
  return {value, __builtin_ctz((found <= Double8::all(value)).bits() | 0x80u)};
}

struct FallingLanes {
  Double8 value, speed, bend;

  LeastLane at(double d) const {
    return least_lane((value + speed * Double8::all(d)) - bend * Double8::all(0.5 * d * d));
  }
  void store(FallingCorners& to) const {
    value.store(to.value);
    speed.store(to.speed);
    bend.store(to.bend);
  }
};

inline FallingLanes fall(const TurningCorners& corners, const PlacedCore& placed, CornerBend bend, double nx, double ny,
                         double nz) {
  const Double8 x = Double8::all(nx), y = Double8::all(ny), z = Double8::all(nz);
  FallingLanes result{dot_with(placed.at, x, y, z), dot_with(placed.speed, x, y, z), Double8::all(0)};
  if (bend.rate_sq == 0) return result;
  const Double8 across = abs(dot_with(corners.across, x, y, z)), back = abs(dot_with(corners.back, x, y, z));
  // The chord of the root of 1 + s^2 is above it: the larger and 0.4143 of the lesser are above the amplitude.
  const DoubleMask8 more = back < across;
  const Double8 larger = choose(more, across, back), lesser = choose(more, back, across);
  result.bend = Double8::all(bend.rate_sq) * ((larger + Double8::all(0.4143) * lesser) + Double8::all(bend.off));
  return result;
}

// As first_root in motion/moving_pair.h.
inline double first_root_of(double g, double v, double m) {
  const double root = m > 0 ? __builtin_sqrt(v * v + 2 * m * g) : __builtin_fabs(v);
  if (v <= 0) return root - v > 0 ? 2 * g / (root - v) : __builtin_inf();
  return m > 0 ? (v + root) / m : __builtin_inf();
}

// h of the look with these corners, of which the lanes are a copy.
class Lengthening {
 public:
  Lengthening(const TurningLook& look, const FallingLanes& a, const FallingLanes& b, const FallingCorners& corners_a,
              const FallingCorners& corners_b)
      : look_(look), a_(a), b_(b), corners_a_(corners_a), corners_b_(corners_b) {}

  double at(double d) {
    const LeastLane of_a = a_.at(d), of_b = b_.at(d);
    i_ = of_a.index;
    j_ = of_b.index;
    return ((look_.constant - look_.slower * d) + (of_a.value + of_b.value)) - look_.bend * (0.5 * d * d);
  }

  // From what is above 0 now.
  TurningSpan run() {
    double d = look_.most, there = at(d), bend = 0, speed = 0;
    for (int round = 0; round < 8 && !(there >= look_.enough); ++round) {
      bend = corners_a_.bend[i_] + corners_b_.bend[j_] + look_.bend;
      speed = (corners_a_.speed[i_] + corners_b_.speed[j_]) - look_.slower;
      const double value = look_.constant + (corners_a_.value[i_] + corners_b_.value[j_]);
      const double root = first_root_of(value, speed, bend);
      if (!(root > 0 && root < d)) break;
      d = root;
      there = at(d);
    }
    // Of a concave function the chord is below.
    if (!(there >= look_.enough)) {
      d = d * (look_.now / (look_.now - there)) * (1 - 0x1p-40);
      if (!(at(d) >= look_.enough)) return {};
    }
    return {d, bend * d - speed};
  }

 private:
  const TurningLook& look_;
  const FallingLanes &a_, &b_;
  const FallingCorners &corners_a_, &corners_b_;
  int i_ = 0, j_ = 0;
};

TurningSpan look(const TurningCorners& a, const PlacedCore& placed_a, CornerBend bend_a, const TurningCorners& b,
                 const PlacedCore& placed_b, CornerBend bend_b, Vec3 n, TurningLook& look) {
  const FallingLanes of_a = fall(a, placed_a, bend_a, -n.x, -n.y, -n.z),
                     of_b = fall(b, placed_b, bend_b, n.x, n.y, n.z);
  of_a.store(look.a);
  of_b.store(look.b);
  const LeastLane first_a = least_lane(of_a.value), first_b = least_lane(of_b.value);
  look.first_a = first_a.index;
  look.first_b = first_b.index;
  look.now = look.constant + (first_a.value + first_b.value);
  if (!(look.now > 0)) return {};
  return Lengthening(look, of_a, of_b, look.a, look.b).run();
}

TurningSpan look_turning(const PlacedCore& placed_a, const PlacedCore& placed_b, Vec3 change, const TurningLook& look) {
  const Double8 x = Double8::all(change.x), y = Double8::all(change.y), z = Double8::all(change.z);
  const Double8 none = Double8::all(0);
  const FallingLanes of_a{Double8::load(look.a.value), Double8::load(look.a.speed) - dot_with(placed_a.at, x, y, z),
                          none};
  const FallingLanes of_b{Double8::load(look.b.value), Double8::load(look.b.speed) + dot_with(placed_b.at, x, y, z),
                          none};
  FallingCorners corners_a, corners_b;
  of_a.store(corners_a);
  of_b.store(corners_b);
  return Lengthening(look, of_a, of_b, corners_a, corners_b).run();
}

int least_along(const PlacedCore& placed, Vec3 n) {
  return least_lane(dot_with(placed.at, Double8::all(n.x), Double8::all(n.y), Double8::all(n.z))).index;
}
int most_along(const PlacedCore& placed, Vec3 n) {
  return least_lane(-dot_with(placed.at, Double8::all(n.x), Double8::all(n.y), Double8::all(n.z))).index;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
