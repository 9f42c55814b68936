// The triangles of one leaf against those of another, in motion. Follows moving_boxes.inl, whose lanes it uses.
#include "motion/isa/moving_boxes.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

void place_leaf(const MovingLeaf& leaf, const LeafCarrier& carrier, PlacedLeaf& placed) {
  const Lanes3 shift = all(carrier.shift), velocity = all(carrier.velocity), axis = all(carrier.axis);
  const Double8 sine = Double8::all(carrier.sine), versine = Double8::all(carrier.versine);
  const Double8 angle = Double8::all(carrier.angle);
  Lanes3 at[3];
  for (int i = 0; i < 3; ++i) {
    at[i] = load(leaf.start[i]) + shift;
    Lanes3 speed = velocity;
    if (carrier.turns) {
      const Lanes3 arm = load(leaf.arm[i]), across = cross(axis, arm);
      const Lanes3 change = across * sine + cross(axis, across) * versine;
      at[i] = at[i] + change;
      speed = speed + cross(axis, arm + change) * angle;
    }
    store(at[i], placed.at[i]);
    store(speed, placed.speed[i]);
  }
  store(unit(cross(at[1] - at[0], at[2] - at[0])), placed.normal);
}

// The least and the greatest of the corners along a direction.
template <class D>
struct Range {
  D lo, hi;
};
inline Range<Double8> range_of(const double (&corner)[3][3][8], const Lanes3& n) {
  const Double8 a = dot(n, load(corner[0])), b = dot(n, load(corner[1])), c = dot(n, load(corner[2]));
  return {least(least(a, b), c), most(most(a, b), c)};
}
inline double along(const double (&corner)[3][8], const double (&n)[3], int slot) {
  return (n[0] * corner[0][slot] + n[1] * corner[1][slot]) + n[2] * corner[2][slot];
}
inline Range<double> range_of(const double (&corner)[3][3][8], const double (&n)[3], int slot) {
  const double a = along(corner[0], n, slot), b = along(corner[1], n, slot), c = along(corner[2], n, slot);
  const double lo = a < b ? a : b, hi = a < b ? b : a;
  return {c < lo ? c : lo, hi < c ? c : hi};
}
inline Double8 error_of(const MovingLeaf& leaf) { return Double8::load(leaf.size) * Double8::all(64 * 0x1p-53); }

// A box and eight triangles: across the triangles, and across both the motion and an edge, along which nothing comes
// nearer.
class TranslatingTriangles {
 public:
  TranslatingTriangles(const HostBox& host, const MovingLeaf& leaf, const PlacedLeaf& placed)
      : placed_(placed), centre_(all(host.centre)), speed_(all(host.speed)) {
    for (int k = 0; k < 3; ++k) half_[k] = all(host.half[k]);
    slack_ = error_of(leaf) + Double8::all(host.apart);
    error_ = length(speed_) * Double8::all(0x1p-40);
  }

  Lanes3 across(int i) const {
    const Lanes3 edge = load(placed_.at[i == 2 ? 0 : i + 1]) - load(placed_.at[i]);
    return unit(cross(speed_, edge));
  }

  void see(const Lanes3& n) {
    const Double8 zero = Double8::all(0), endless = Double8::all(infinity);
    Double8 extent = slack_;
    for (const Lanes3& half : half_) extent = extent + abs(dot(n, half));
    const Range<Double8> range = range_of(placed_.at, n);
    const Double8 middle = dot(n, centre_), rate = dot(n, speed_);
    const Double8 over = range.lo - (middle + extent), under = (middle - extent) - range.hi;
    const DoubleMask8 falls = rate < zero;
    const Double8 shrinking = choose(falls, over, under), growing = choose(falls, under, over);
    const Double8 closing = abs(rate) + error_, at_least = abs(rate) - error_;
    const DoubleMask8 sure = zero < at_least, passed = zero < growing;
    Double8 lasts = choose(zero < shrinking, choose(zero < closing, shrinking / closing, endless), zero);
    const Double8 stays = choose(zero < closing, growing / closing, endless);
    lasts = choose(passed, choose(sure, endless, stays), lasts);
    lasts_ = most(lasts_, lasts);
    after_ = least(after_, choose(sure, choose(passed, zero, -growing) / at_least, endless));
  }

  void store_to(BoxSpans& spans) const {
    lasts_.store(spans.lasts);
    after_.store(spans.after);
  }

 private:
  const PlacedLeaf& placed_;
  Lanes3 centre_, speed_, half_[3];
  Double8 slack_, error_, lasts_ = Double8::all(0), after_ = Double8::all(infinity);
};

void translating_triangles(const HostBox& host, const MovingLeaf& leaf, const PlacedLeaf& placed, BoxSpans& spans) {
  TranslatingTriangles triangles(host, leaf, placed);
  triangles.see(load(placed.normal));
  for (int i = 0; i < 3; ++i) triangles.see(triangles.across(i));
  for (const auto& normal : host.normal) triangles.see(all(normal));
  triangles.store_to(spans);
}

// Leaves only the triangles that are in a pair of which the time left is not proven free.
inline void keep_alive(LeafPair& pair, const LeafSpans& spans, bool with_after) {
  const Double8 left = Double8::all(pair.left), more = Double8::all(1 + 0x1p-38);
  unsigned a = 0, b = 0;
  for (unsigned bits = pair.alive_b; bits != 0; bits &= bits - 1) {
    const int j = __builtin_ctz(bits);
    const Double8 lasts = Double8::load(spans.lasts_b[j]);
    unsigned open = (lasts <= left).bits() & pair.alive_a;
    if (with_after) open &= (lasts <= Double8::load(spans.after_b[j]) * more).bits();
    a |= open;
    if (open != 0) b |= 1u << j;
  }
  pair.alive_a = a;
  pair.alive_b = b;
}

// How the bodies move along a direction, where nothing turns: b away from a, turned so that it comes nearer.
class Approach {
 public:
  Approach(const LeafPair& pair, const double (&n)[3]) {
    const double rate = (n[0] * pair.velocity[0] + n[1] * pair.velocity[1]) + n[2] * pair.velocity[2];
    sense = rate > 0 ? -1 : 1;
    const double error = pair.a->speed_error[0] + pair.b->speed_error[0], speed = rate > 0 ? rate : -rate;
    sure_ = speed > error;
    per_closing_ = Double8::all(speed + error > 0 ? 1 / (speed + error) : infinity);
    per_leaving_ = Double8::all(sure_ ? 1 / (speed - error) : infinity);
  }
  // b is in front of a by `before` now; a will be in front of b when `behind` has grown to 0.
  void see(Double8 before, Double8 behind, double* lasts, double* after) const {
    const Double8 zero = Double8::all(0), endless = Double8::all(infinity);
    const DoubleMask8 passed = zero < behind;
    Double8 time = choose(zero < before, before * per_closing_, zero);
    time = choose(passed, sure_ ? endless : behind * per_closing_, time);
    most(Double8::load(lasts), time).store(lasts);
    if (sure_) least(Double8::load(after), choose(passed, zero, -behind) * per_leaving_).store(after);
  }

  double sense;

 private:
  bool sure_;
  Double8 per_closing_, per_leaving_;
};

inline void translating_normals(const LeafPair& pair, bool of_b, double (&lasts)[8][8], double (&after)[8][8]) {
  const PlacedLeaf &one = of_b ? *pair.placed_b : *pair.placed_a, &eight = of_b ? *pair.placed_a : *pair.placed_b;
  const MovingLeaf &leaf = of_b ? *pair.b : *pair.a, &others = of_b ? *pair.a : *pair.b;
  const Double8 errors = error_of(others) + Double8::all(pair.apart);
  for (unsigned bits = of_b ? pair.alive_b : pair.alive_a; bits != 0; bits &= bits - 1) {
    const int i = __builtin_ctz(bits);
    double n[3] = {one.normal[0][i], one.normal[1][i], one.normal[2][i]};
    const Approach approach(pair, n);
    for (double& x : n) x *= approach.sense;
    const Range<double> own = range_of(one.at, n, i);
    const Range<Double8> range = range_of(eight.at, all(n));
    const Double8 error = errors + Double8::all(leaf.size[i] * (64 * 0x1p-53));
    const Double8 below = (range.lo - Double8::all(own.hi)) - error, above = (Double8::all(own.lo) - range.hi) - error;
    approach.see(of_b ? above : below, of_b ? below : above, lasts[i], after[i]);
  }
}

void translating_leaves(const LeafPair& given, const double (*directions)[3], int count, LeafSpans& spans) {
  LeafPair pair = given;
  const Double8 errors = error_of(*pair.a) + Double8::all(pair.apart);
  for (int k = 0; k < count && pair.alive_b != 0; ++k) {
    const Approach approach(pair, directions[k]);
    double n[3];
    for (int c = 0; c < 3; ++c) n[c] = directions[k][c] * approach.sense;
    const Range<Double8> a = range_of(pair.placed_a->at, all(n)), b = range_of(pair.placed_b->at, all(n));
    const Double8 highest = a.hi + errors, lowest = a.lo - errors;
    double lo[8], hi[8];
    (b.lo - error_of(*pair.b)).store(lo);
    (b.hi + error_of(*pair.b)).store(hi);
    for (unsigned bits = pair.alive_b; bits != 0; bits &= bits - 1) {
      const int j = __builtin_ctz(bits);
      approach.see(Double8::all(lo[j]) - highest, lowest - Double8::all(hi[j]), spans.lasts_b[j], spans.after_b[j]);
    }
    keep_alive(pair, spans, true);
  }
  translating_normals(pair, false, spans.lasts_a, spans.after_a);
  translating_normals(pair, true, spans.lasts_b, spans.after_b);
}

// As first_root in motion/moving_pair.h; 0 where there is no gap.
inline Double8 first_roots(Double8 gap, Double8 parting, Double8 bend) {
  const Double8 zero = Double8::all(0), two_gaps = gap + gap;
  const DoubleMask8 apart = Double8::all(no_gap) < gap, closing = parting <= zero;
  const Double8 at_root = root(parting * parting + bend * choose(apart, two_gaps, zero));
  const Double8 above = choose(closing, two_gaps, parting + at_root);
  const Double8 below = choose(closing, at_root - parting, bend);
  return choose(apart, choose(zero < below, above / below, Double8::all(infinity)), zero);
}

// The square of the angle times |n x axis|, a little more.
inline double bend_rate(double square, const double (&axis)[3], const double (&n)[3]) {
  if (square == 0) return 0;
  const double x = n[1] * axis[2] - n[2] * axis[1], y = n[2] * axis[0] - n[0] * axis[2];
  const double z = n[0] * axis[1] - n[1] * axis[0];
  return square * (__builtin_sqrt((x * x + y * y) + z * z) + 0x1p-48) * (1 + 0x1p-47);
}

// Whichever side is in front.
inline Double8 lasts_of(const Range<Double8>& a, const Range<Double8>& speed_a, const Range<Double8>& b,
                        const Range<Double8>& speed_b, Double8 error, Double8 speed_error, Double8 bend) {
  const Double8 below = b.lo - a.hi, above = a.lo - b.hi;
  const DoubleMask8 in_front = above < below;
  const Double8 gap = choose(in_front, below, above) - error;
  const Double8 parting = choose(in_front, speed_b.lo - speed_a.hi, speed_a.lo - speed_b.hi) - speed_error;
  return first_roots(gap, parting, bend);
}
inline Range<Double8> all(const Range<double>& r) { return {Double8::all(r.lo), Double8::all(r.hi)}; }
inline Range<Double8> times(const Range<Double8>& r, double sense) {
  return sense < 0 ? Range<Double8>{-r.hi, -r.lo} : r;
}

inline void turning_normals(const LeafPair& pair, bool of_b, double (&lasts)[8][8]) {
  const PlacedLeaf &one = of_b ? *pair.placed_b : *pair.placed_a, &eight = of_b ? *pair.placed_a : *pair.placed_b;
  const MovingLeaf &leaf = of_b ? *pair.b : *pair.a, &others = of_b ? *pair.a : *pair.b;
  const Double8 errors = error_of(others) + Double8::all(pair.apart);
  for (unsigned bits = of_b ? pair.alive_b : pair.alive_a; bits != 0; bits &= bits - 1) {
    const int i = __builtin_ctz(bits);
    const double n[3] = {one.normal[0][i], one.normal[1][i], one.normal[2][i]};
    const Range<Double8> own = all(range_of(one.at, n, i)), range = range_of(eight.at, all(n));
    const double bend_a = bend_rate(pair.bend_a, pair.axis_a, n), bend_b = bend_rate(pair.bend_b, pair.axis_b, n);
    const Double8 bend = Double8::all((of_b ? bend_b : bend_a) * leaf.radius[i]) +
                         Double8::all(of_b ? bend_a : bend_b) * Double8::load(others.radius);
    const Range<Double8> own_speed = times(all(range_of(one.speed, n, i)), pair.sense);
    const Range<Double8> speed = times(range_of(eight.speed, all(n)), pair.sense);
    const Double8 found = lasts_of(own, own_speed, range, speed, errors + Double8::all(leaf.size[i] * (64 * 0x1p-53)),
                                   Double8::load(others.speed_error) + Double8::all(leaf.speed_error[i]), bend);
    most(Double8::load(lasts[i]), found).store(lasts[i]);
  }
}

void turning_leaves(const LeafPair& given, const double (*directions)[3], int count, LeafSpans& spans) {
  LeafPair pair = given;
  const Double8 errors = error_of(*pair.a) + Double8::all(pair.apart);
  for (int k = 0; k < count && pair.alive_b != 0; ++k) {
    const double(&n)[3] = directions[k];
    const Range<Double8> a = range_of(pair.placed_a->at, all(n)), b = range_of(pair.placed_b->at, all(n));
    const Range<Double8> speed_a = times(range_of(pair.placed_a->speed, all(n)), pair.sense);
    const Range<Double8> speed_b = times(range_of(pair.placed_b->speed, all(n)), pair.sense);
    const Double8 bends = Double8::all(bend_rate(pair.bend_a, pair.axis_a, n)) * Double8::load(pair.a->radius);
    const double bend_b = bend_rate(pair.bend_b, pair.axis_b, n);
    double lo[8], hi[8], slow[8], fast[8];
    b.lo.store(lo);
    b.hi.store(hi);
    speed_b.lo.store(slow);
    speed_b.hi.store(fast);
    for (unsigned bits = pair.alive_b; bits != 0; bits &= bits - 1) {
      const int j = __builtin_ctz(bits);
      const Double8 found = lasts_of(a, speed_a, all(Range<double>{lo[j], hi[j]}), all(Range<double>{slow[j], fast[j]}),
                                     errors + Double8::all(pair.b->size[j] * (64 * 0x1p-53)),
                                     Double8::load(pair.a->speed_error) + Double8::all(pair.b->speed_error[j]),
                                     bends + Double8::all(bend_b * pair.b->radius[j]));
      most(Double8::load(spans.lasts_b[j]), found).store(spans.lasts_b[j]);
    }
    keep_alive(pair, spans, false);
  }
  turning_normals(pair, false, spans.lasts_a);
  turning_normals(pair, true, spans.lasts_b);
}

void parting(const PartingDirections& directions, const Vec3* nine, std::uint32_t& ahead, std::uint32_t& behind) {
  const Double8 zero = Double8::all(0);
  ahead = behind = 0;
  for (int first = 0; first < PartingDirections::width; first += 8) {
    const Lanes3 n{Double8::load(directions.at[0] + first), Double8::load(directions.at[1] + first),
                   Double8::load(directions.at[2] + first)};
    unsigned below = 0, above = 0;
    for (int k = 0; k < 9; ++k) {
      const Double8 along = dot(n, {Double8::all(nine[k].x), Double8::all(nine[k].y), Double8::all(nine[k].z)});
      below |= (along <= zero).bits();
      above |= (zero <= along).bits();
    }
    ahead |= (~below & 0xffu) << first;
    behind |= (~above & 0xffu) << first;
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
