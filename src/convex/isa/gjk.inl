// The search of gjk_kernel.h. Written once over the lane type, compiled once per instruction set.
//
// The lower bound of a direction d is d.w / |d| for the support point w, less `slack`: 48 u R for the dot products, the
// differences, the root and the quotient, and what the cores lose (core.inl). The upper bound is the length of a convex
// combination of points found, plus 32 u R for its rounding and what the points may be outside their cores: the weights
// may be 4 u too large together, and of the two points each is off by less than 6 u R on each axis.
//
// Six times the volume of the origin and three corners x, y, z is off by less than 16 u |x||y||z| for its rounding, as
// the sum of the magnitudes in the determinant is at most sqrt(3) |x||y||z|, and by 2 (|x||y| + |y||z| + |z||x|) for
// each unit that the corners are off.
#include "convex/isa/simplex.inl"
#include "graze/api.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr int most_steps_of_points = 60, most_steps = 250;
constexpr double default_tolerance = 1e-11, default_tolerance_curved = 1.5e-7;

// A pair of support points.
struct Pair {
  Spot a, b;
  std::uint32_t index_a, index_b;
};

// d and -d without -0, whose products would be ranked differently when the sets are swapped.
inline Point forth(Point d) { return {d.x + 0.0, d.y + 0.0, d.z + 0.0}; }
inline Point back(Point d) { return {0.0 - d.x, 0.0 - d.y, 0.0 - d.z}; }

struct Search {
  Core a, b;
  Spot centre_a, centre_b;  // placed
  double size, span;        // of the two cores; a bound R on their differences
  double slack, point_slack, tolerance;
  double unscale;  // 1 / scale
  int limit;
  int steps;
  Candidates candidates;
  Spot common;  // when one was found
  Pair pairs[most_steps + 8];

  // The pair that is nearest along d, from a to b.
  template <Core::Way known>
  GRAZE_INLINE Pair probe(Point d) const {
    Pair pair;
    write(pair, support<known>(a, forth(d)), support<known>(b, back(d)));
    return pair;
  }
  template <Core::Way known>
  GRAZE_INLINE Point find(Point d) {
    if (known == Core::Way::few) {
      const std::uint32_t i = lane_along(a.placed, forth(d)), k = lane_along(b.placed, back(d));
      Pair& pair = pairs[steps++];
      const double ax = a.placed.x[i], ay = a.placed.y[i], az = a.placed.z[i];
      const double bx = b.placed.x[k], by = b.placed.y[k], bz = b.placed.z[k];
      pair.a.v[0] = ax, pair.a.v[1] = ay, pair.a.v[2] = az, pair.a.v[3] = 0;
      pair.b.v[0] = bx, pair.b.v[1] = by, pair.b.v[2] = bz, pair.b.v[3] = 0;
      pair.index_a = i < a.count ? i : a.count - 1;
      pair.index_b = k < b.count ? k : b.count - 1;
      return {bx - ax, by - ay, bz - az};
    }
    const Found on_a = support<known>(a, forth(d)), on_b = support<known>(b, back(d));
    write(pairs[steps++], on_a, on_b);
    return first_three(on_b.p - on_a.p);
  }
  static void write(Pair& pair, const Found& on_a, const Found& on_b) {
    pair.a.set(on_a.p);
    pair.b.set(on_b.p);
    pair.index_a = on_a.index;
    pair.index_b = on_b.index;
  }
};

template <bool few>
GRAZE_INLINE void begin(Search& search, const Support& a, const Support& b, double tolerance) {
  const Double4 centre_a = begin<few>(search.a, a), centre_b = begin<few>(search.b, b);
  const double apart = sum(abs(centre_b - centre_a)), size = search.a.radius + search.b.radius;
  // Squares of products of six lengths must neither under- nor overflow.
  double scale = 1;
  bool scaled = false;
  const double most = larger(apart, size);
  if (!(most > 1e-9 && most < 1e9)) [[unlikely]] {
    scaled = true;
    int exponent = 0;
    if (most > 0 && most < infinite) (void)__builtin_frexp(most, &exponent);
    scale = __builtin_ldexp(1.0, exponent < -1000 ? 1000 : exponent > 1000 ? -1000 : -exponent);
  }
  const Double4 origin = centre_a * all4(0.5) + centre_b * all4(0.5);
  place<few>(search.a, a, origin, scale, scaled);
  place<few>(search.b, b, origin, scale, scaled);
  search.centre_a.set((centre_a - origin) * all4(scale));
  search.centre_b.set((centre_b - origin) * all4(scale));
  search.size = size * scale;
  search.span = (apart * scale + search.size) * (1 + 16 * rounding);
  const double off = search.a.off + search.b.off;
  search.slack = 48 * rounding * search.span + (search.a.loss + search.b.loss) + off;
  search.point_slack = 32 * rounding * search.span + off;
  const bool points = few || (a.count != 0 && b.count != 0);
  search.limit = points ? most_steps_of_points : most_steps;
  search.tolerance =
      tolerance > 0 ? tolerance * scale : (points ? default_tolerance : default_tolerance_curved) * search.size;
  search.unscale = scaled ? 1 / scale : 1;
  search.steps = 0;
}
inline void begin(Search& search, const Support& a, const Support& b, double tolerance) {
  begin<false>(search, a, b, tolerance);
}

// Of the middle of a core, posed and placed: unlike a support point it is none of the posed doubles, so that far from
// the origin it may be outside of its core by much more than `off`.
inline double centre_error(const Core& core, const Support& support) {
  const Mat3& m = support.pose.linear;
  const double far = sum(plain(m.c0)) + sum(plain(m.c1)) + sum(plain(m.c2));
  return (support.count + 32) * rounding * (far * support.farthest + sum(plain(support.pose.translation))) * core.scale;
}
inline double centre_error(const Search& search, const Support& a, const Support& b) {
  return centre_error(search.a, a) + centre_error(search.b, b);
}

// Sets equal in everything are the only ones without an order.
inline double order_of(const Support& a, const Support& b) {
  const auto compare = [](const double* p, const double* q, int count) {
    for (int i = 0; i < count; ++i)
      if (p[i] != q[i]) return p[i] < q[i] ? 1.0 : -1.0;
    return 0.0;
  };
  double order = compare(&a.pose.linear.c0.x, &b.pose.linear.c0.x, 12);
  if (order == 0) order = double(a.count < b.count) - double(b.count < a.count);
  if (order == 0) order = double(a.kind < b.kind) - double(b.kind < a.kind);
  if (order == 0) order = compare(&a.extent.x, &b.extent.x, 3);
  if (order == 0) order = double(a.table == nullptr) - double(b.table == nullptr);
  if (order == 0 && a.table == nullptr && a.count != 0) order = compare(a.points.x, b.points.x, 24);
  if (order == 0 && a.table != b.table)
    order = compare(a.table->blocks.data()->x, b.table->blocks.data()->x, int((a.count + 7) / 8) * 24);
  if (order == 0) order = compare(&a.radius, &b.radius, 1);
  return order == 0 ? 1.0 : order;
}
static_assert(sizeof(Pose) == 12 * sizeof(double) && sizeof(PointBlock) == 24 * sizeof(double));

// Turns round with the vector, also where coordinates are 0.
inline double odd_sign(double x, double y, double z) { return __builtin_copysign(1.0, x != 0 ? x : y != 0 ? y : z); }

// From a to b; turns round when they are swapped.
inline Point first_direction(const Search& search, const Support& a, const Support& b) {
  const Point d = Point(search.centre_b) - search.centre_a;
  if (dot(d, d) > least_square) return d;
  return {order_of(a, b), 0, 0};
}

// Weights of the part of a simplex nearest to the origin, none negative; 0 for those beyond its size. Without branches:
// which part is nearest cannot be foreseen.
inline void find_weights(const Point* p, int size, double* weight) {
  const Point e = p[1] - p[0], f = p[2] - p[0], n = cross(e, f);
  const double on_edge = -dot(p[0], e), edge = dot(e, e), area = dot(n, n);
  const double on_e = dot(n, cross(f, p[0])), on_f = dot(n, cross(p[0], e));
  const bool flat = size == 3, line = size == 2;
  const double first = larger(flat ? on_e : line ? on_edge : 0, 0), second = larger(flat ? on_f : 0, 0);
  const double whole = larger(first + second, flat ? area : line ? edge : 1);
  const double inverse = whole > 0 ? 1 / whole : 0;
  weight[1] = first * inverse;
  weight[2] = second * inverse;
  weight[0] = larger(1 - (weight[1] + weight[2]), 0);
}

inline void write_world(const Search& search, Vec3& to, Double4 p) {
  write(to, first_three(p * all4(search.unscale) + search.a.origin.lanes()));
}
inline void write_world(const Search& search, Vec3& to, Point p) { write_world(search, to, lanes(p)); }

// The nearest points of the simplex, placed, and how far they are apart at most. A simplex of fewer than three repeats
// its last pair.
struct Ends {
  const Pair* pair[3];
  Double4 a, b;
  double upper;
};
template <class Mix>
GRAZE_INLINE Ends find_ends(const Search& search, const Simplex& simplex, const Mix& mix) {
  Ends ends;
  for (int i = 0; i < 3; ++i) ends.pair[i] = &search.pairs[int(simplex.slot.v[i])];
  ends.a = mix(ends.pair[0]->a.lanes(), ends.pair[1]->a.lanes(), ends.pair[2]->a.lanes());
  ends.b = mix(ends.pair[0]->b.lanes(), ends.pair[1]->b.lanes(), ends.pair[2]->b.lanes());
  const Double4 v = ends.b - ends.a;
  ends.upper = root(sum(v * v)) + search.point_slack;
  return ends;
}
// From the shares of the candidate that the simplex came from; NaN where they overflow. What the corners have in common
// is not rounded.
GRAZE_INLINE Ends quick_ends(const Search& search, const Simplex& simplex, int at) {
  const double x = search.candidates.share[0][at], y = search.candidates.share[1][at],
               z = search.candidates.share[2][at];
  const double inverse = 1 / ((x + y) + z);
  const Double4 second = all4(y * inverse), third = all4(z * inverse);
  return find_ends(search, simplex,
                   [&](Double4 p, Double4 q, Double4 r) { return p + ((q - p) * second + (r - p) * third); });
}
inline Ends careful_ends(const Search& search, const Simplex& simplex) {
  Point p[3];
  double weight[3];
  for (int i = 0; i < 3; ++i) {
    const Pair& pair = search.pairs[int(simplex.slot.v[i])];
    p[i] = Point(pair.b) - pair.a;
  }
  find_weights(p, simplex.size, weight);
  return find_ends(search, simplex, [&](Double4 x, Double4 y, Double4 z) {
    return (x * all4(weight[0]) + y * all4(weight[1])) + z * all4(weight[2]);
  });
}

// A proof that a tetrahedron of four differences holds the origin: the four volumes with one corner replaced by the
// origin have one sign, whatever rounding did to them and to the corners, each of which may be `off` by so much.
// `part`: these volumes.
inline bool surely_holds(double off, const Point* p, Double4& part) {
  const Lanes4 all{set4(p[0].x, p[1].x, p[2].x, p[3].x), set4(p[0].y, p[1].y, p[2].y, p[3].y),
                   set4(p[0].z, p[1].z, p[2].z, p[3].z)};
  const Double4 far = (abs(all.x) + abs(all.y)) + abs(all.z);
  // Lane i without corner i.
  constexpr Permutation4 first = permutation4(1, 0, 0, 0), second = permutation4(2, 2, 1, 1);
  constexpr Permutation4 third = permutation4(3, 3, 3, 2);
  const Double4 volume = dot(permute(all, first), cross(permute(all, second), permute(all, third)));
  part = volume * set4(1, -1, 1, -1);
  const Double4 f = permute(far, first), g = permute(far, second), h = permute(far, third);
  const Double4 bound = ((all4(16 * rounding) * f) * g) * h + all4(4 * off) * ((f * g + g * h) + h * f);
  const Double4 one_sign = part * all4(part.v[0]);
  return ((bound < abs(part)) & (all4(0) < one_sign)).bits() == 15;
}

// How far a difference of points found in the cores may be off.
inline double difference_error(const Search& search) {
  return 4 * rounding * search.span + (search.a.off + search.b.off);
}

// The same of four pairs. `common`: a common point of the cores, placed.
inline bool holds_origin(const Search& search, const Support& a, const Support& b, bool from_centre,
                         const double* corners, Spot& common) {
  const Pair* pair[4];
  Point p[4];
  for (int i = 0; i < 4; ++i) {
    pair[i] = &search.pairs[int(corners[i])];
    p[i] = first_three(pair[i]->b.lanes() - pair[i]->a.lanes());
  }
  Double4 part;
  if (!surely_holds(difference_error(search) + (from_centre ? centre_error(search, a, b) : 0), p, part)) return false;
  const double inverse = 1 / (((part.v[0] + part.v[1]) + part.v[2]) + part.v[3]);
  Double4 on_both = all4(0);
  for (int i = 0; i < 4; ++i) on_both = on_both + (pair[i]->a.lanes() + pair[i]->b.lanes()) * all4(part.v[i] * inverse);
  common.set(on_both * all4(0.5));
  return true;
}

// Three supports around the direction between the centres: about as far from each other as neighbouring points are.
template <Core::Way known>
GRAZE_INLINE SimplexPoint start_around(Search& search, const Support& a, const Support& b, Simplex& simplex) {
  Point d = first_direction(search, a, b);
  d = d * (1 / norm(d));
  const double sign = odd_sign(d.z, d.y, d.x), q = -1 / (sign + d.z), xy = d.x * d.y * q;
  // Both turn round with d: Duff et al., "Building an orthonormal basis, revisited", but for a sign.
  const Point u{sign + d.x * d.x * q, xy, -d.x}, v{xy, sign + d.y * d.y * q, -d.y};
  const auto turn = [](const Support& support) {
    return support.count == 0 ? 0.1 : smaller(1.1 / root(double(support.count)), 0.4);
  };
  const double wide = turn(a) + turn(b);
  const Point p = search.find<known>(d + u * wide), second = d - u * (0.5 * wide),
              side = v * (0.8660254037844386 * wide);
  const Point q1 = search.find<known>(second + side), q2 = search.find<known>(second - side);
  simplex = {
      {set4(p.x, q1.x, q2.x, q2.x), set4(p.y, q1.y, q2.y, q2.y), set4(p.z, q1.z, q2.z, q2.z)}, set4(0, 1, 2, 2), 3};
  return reduce(simplex, search.candidates);
}

template <Core::Way known>
GRAZE_INLINE bool start_warm(Search& search, const Support& a, const Support& b, const ConvexCache* cache,
                             Simplex& simplex, SimplexPoint& nearest) {
  if (cache == nullptr) return false;
  if (cache->count == 0 || cache->count > 3 || a.count == 0 || b.count == 0) {
    const Point d = plain(cache->axis);
    const double square = dot(d, d);
    if (!(square > least_square && square < infinite)) return false;
    const Point w = search.find<known>(d * (1 / root(square)));
    simplex = single(w, 0);
    search.candidates.share[0][0] = 1;
    search.candidates.share[1][0] = search.candidates.share[2][0] = 0;
    nearest = {w, dot(w, w)};
    return true;
  }
  const std::uint32_t* const index_a = &cache->a[0];
  const std::uint32_t* const index_b = &cache->b[0];
  bool known_points = true;
  for (std::uint32_t i = 0; i < 3; ++i) known_points = known_points & (index_a[i] < a.count) & (index_b[i] < b.count);
  if (!known_points) return false;
  Point p[3];
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Found on_a{placed<known>(search.a, index_a[i]), index_a[i]};
    const Found on_b{placed<known>(search.b, index_b[i]), index_b[i]};
    Search::write(search.pairs[i], on_a, on_b);
    p[i] = first_three(on_b.p - on_a.p);
  }
  search.steps = 3;
  simplex = {{set4(p[0].x, p[1].x, p[2].x, p[2].x), set4(p[0].y, p[1].y, p[2].y, p[2].y),
              set4(p[0].z, p[1].z, p[2].z, p[2].z)},
             set4(0, 1, 2, 2),
             3};
  nearest = reduce(simplex, search.candidates);
  return true;
}

struct Outcome {
  bool stuck, inside;
  double lower;   // not yet less the slack
  Point along;    // the direction of that
  double length;  // of the direction
  int free_steps;
  int at;  // the place of the simplex among the candidates
};

inline void set_searched(const Search& search, const Outcome& outcome, CoreAnswer& answer) {
  answer.steps = std::uint32_t(search.steps - outcome.free_steps);
  answer.tolerance = search.tolerance * search.unscale;
  answer.apart = false;
  answer.inside = answer.converged = outcome.inside;
  answer.count = 0;
  answer.lower = 0;
  answer.upper = outcome.inside ? 0 : infinite;
  if (!outcome.inside) return;
  write_world(search, answer.point_a, search.common.lanes());
  answer.point_b = answer.point_a;
}

template <bool deciding, Core::Way known>
GRAZE_INLINE_LANES Outcome seek(Search& search, const Support& a, const Support& b, const CoreRequest& request,
                                Simplex& simplex, double* corners) {
  const double enough = request.stop_above * search.a.scale + search.slack;
  double close_enough = request.stop_below * search.a.scale - search.point_slack;
  if (deciding && close_enough > 0) close_enough -= centre_error(search, a, b);
  const bool stops = enough < infinite || close_enough > 0;
  const double narrow = 4 * search.tolerance * search.tolerance;
  SimplexPoint nearest;
  Outcome outcome{false, false, -infinite, {0, 0, 0}, 1, 0, 0};
  if (deciding) {
    // The difference of the centres belongs to that of the cores, and is as good a start as a support point.
    const Point between = Point(search.centre_b) - search.centre_a;
    Point d = request.cache != nullptr ? plain(request.cache->axis) : Point{0, 0, 0};
    if (!(dot(d, d) > least_square)) d = first_direction(search, a, b);
    search.pairs[0].a = search.centre_a;
    search.pairs[0].b = search.centre_b;
    search.pairs[0].index_a = search.pairs[0].index_b = 0;
    search.steps = outcome.free_steps = 1;
    simplex = single(between, 0);
    nearest = {d, dot(between, between)};
  } else if (start_warm<known>(search, a, b, request.cache, simplex, nearest)) {
    outcome.free_steps = search.steps == 3 ? 3 : 0;
  } else {
    nearest = start_around<known>(search, a, b, simplex);
  }
  for (;;) {
    const double length_square = dot(nearest.direction, nearest.direction);
    if (!(length_square > least_square && length_square < infinite)) [[unlikely]] {
      outcome.stuck = true;
      break;
    }
    const Point w = search.find<known>(nearest.direction);
    const double along = dot(nearest.direction, w);
    if (deciding) {
      // Only the last bound matters; without roots and quotients.
      outcome.along = nearest.direction;
      if (along > 0 && along * along > (enough * enough) * length_square * (1 + 8 * rounding)) break;
      if (close_enough > 0 && nearest.square <= close_enough * close_enough * (1 - 8 * rounding)) break;
    } else {
      // upper - lower <= tolerance, times the length of the direction and squared: known sooner than by roots.
      const double between = nearest.square * length_square - along * along;
      const bool done = (along > 0) & (between * __builtin_fabs(between) <= (narrow * (along * along)) * length_square);
      const double length = root(length_square), bound = along / length;
      if (bound > outcome.lower) {
        outcome.lower = bound;
        outcome.along = nearest.direction;
        outcome.length = length;
      }
      if (done) break;
      if (stops && (outcome.lower > enough || root(nearest.square) <= close_enough)) break;
    }
    if (search.steps >= search.limit) {
      outcome.stuck = true;
      break;
    }
    const Step step = advance<!deciding>(simplex, w, search.steps - 1, nearest, corners, search.candidates);
    if (step.maybe_inside && holds_origin(search, a, b, deciding, corners, search.common)) {
      outcome.inside = true;
      break;
    }
    if (!step.nearer) {
      outcome.stuck = true;
      break;
    }
    outcome.at = step.at;
  }
  if (deciding && search.steps > 1) {
    const Pair& last = search.pairs[search.steps - 1];
    outcome.length = norm(outcome.along);
    outcome.lower = dot(outcome.along, Point(last.b) - last.a) / outcome.length;
  }
  return outcome;
}

// Out of line, so that each is compiled once: this is most of what there is to compile. `last`: where it ended.
template <bool deciding, Core::Way known>
__attribute__((noinline)) Outcome seek_apart(Search& search, const Support& a, const Support& b,
                                             const CoreRequest& request, Simplex& last, double* corners) {
  Simplex simplex;  // of this function alone: in registers
  const Outcome outcome = seek<deciding, known>(search, a, b, request, simplex, corners);
  last = simplex;
  return outcome;
}

// The search for two cores of one kind with points is compiled for that kind.
template <bool deciding>
inline Outcome seek_any(Search& search, const Support& a, const Support& b, const CoreRequest& request,
                        Simplex& simplex, double* corners) {
  using Way = Core::Way;
  if (search.a.way == Way::few && search.b.way == Way::few)
    return seek_apart<deciding, Way::few>(search, a, b, request, simplex, corners);
  if (search.a.way == Way::scan && search.b.way == Way::scan)
    return seek_apart<deciding, Way::scan>(search, a, b, request, simplex, corners);
  if (search.a.way == Way::cells && search.b.way == Way::cells)
    return seek_apart<deciding, Way::cells>(search, a, b, request, simplex, corners);
  return seek_apart<deciding, Way::any>(search, a, b, request, simplex, corners);
}

// The same, with all of the answer set that does not need more work.
template <bool deciding>
inline Outcome seek(Search& search, const Support& a, const Support& b, const CoreRequest& request, Simplex& simplex,
                    double* corners, CoreAnswer& answer) {
  const Outcome outcome = seek_any<deciding>(search, a, b, request, simplex, corners);
  set_searched(search, outcome, answer);
  return outcome;
}

// What is left to say once the search has ended.
template <bool deciding>
inline void conclude(const Search& search, const Support& a, const Support& b, const Outcome& outcome,
                     const Simplex& simplex, const CoreRequest& request, CoreAnswer& answer) {
  const double unscale = search.unscale;
  if (answer.inside) {
    write(answer.normal, {0, 0, 0});
    return;
  }
  write(answer.normal, outcome.length > 0 ? outcome.along * (1 / outcome.length) : Point{0, 0, 0});
  answer.lower = (outcome.lower - search.slack) * unscale;
  answer.apart = answer.lower > request.stop_above;
  if (deciding && answer.apart) {
    answer.converged = true;
    return;
  }
  const Ends ends = careful_ends(search, simplex);
  answer.count = std::uint32_t(simplex.size);
  for (int i = 0; i < 3; ++i) {
    answer.index_a[i] = ends.pair[i]->index_a;
    answer.index_b[i] = ends.pair[i]->index_b;
  }
  write_world(search, answer.point_a, ends.a);
  write_world(search, answer.point_b, ends.b);
  answer.upper = ends.upper * unscale;
  if (deciding) answer.upper += centre_error(search, a, b) * unscale;
  answer.converged = answer.upper <= request.stop_below || answer.apart ||
                     answer.upper - larger(answer.lower, 0) <= 2 * (search.tolerance + search.slack) * unscale;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
