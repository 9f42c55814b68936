// The depth of depth.h: a surface of triangles between points of the difference grows where it is nearest to the
// origin, until it is as far away as the support there (the expanding polytope of van den Bergen). What the surface
// proves is in surface.inl.
#include "convex/fine_depth.h"
#include "convex/isa/surface.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr double default_tolerance_of_depth = 1e-10;

// Once for all places that do not know the cores when compiled: it is large.
__attribute__((noinline)) Pair probe_any(const Search& search, Point d) { return search.probe<Core::Way::any>(d); }

template <Core::Way known>
GRAZE_INLINE Pair probe_as(const Search& search, Point d) {
  return known == Core::Way::any ? probe_any(search, d) : search.probe<known>(d);
}

struct Deepest {
  double lower, upper;
  Point direction;  // outward from the difference b - a
  bool full;        // there was no room for more
};

// Four points of the difference that span a body, or the direction in which it is flat.
template <int words>
inline bool span_body(const Search& search, Surface<words>& s, Point first, Deepest& best) {
  const auto try_upper = [&](Point m, const Pair& p) {
    const double overlap = dot(m, Point(p.b) - p.a) + search.slack;
    if (overlap < best.upper) {
      best.upper = overlap;
      best.direction = m;
    }
  };
  // The pair farthest along m, outward.
  const auto probe = [&](Point m) {
    const Pair p = probe_any(search, -m);
    try_upper(m, p);
    return p;
  };
  Point d = first * (1 / norm(first));
  const double thin = 1e-13 * search.span;
  const Pair p0 = probe(d), p1 = probe(-d);
  s.points = s.blocks = 0;
  s.add(p0);
  s.add(p1);
  const Point along = s.point(1) - s.point(0);
  if (!(-dot(along, d) > thin)) return false;
  // Across the first edge, then across the triangle: whichever side reaches farther.
  const double sign = odd_sign(d.x, d.y, d.z);
  const Point side =
      __builtin_fabs(along.x) <= __builtin_fabs(along.y) && __builtin_fabs(along.x) <= __builtin_fabs(along.z)
          ? Point{sign, 0, 0}
      : __builtin_fabs(along.y) <= __builtin_fabs(along.z) ? Point{0, sign, 0}
                                                           : Point{0, 0, sign};
  for (int i = 2; i < 4; ++i) {
    Point m = i == 2 ? cross(cross(along, side), along) : cross(along, s.point(2) - s.point(0));
    // The normal of a triangle does not turn round with its corners.
    if (i == 3) m = m * sign;
    double length = norm(m);
    if (!(length > 0)) return false;
    m = m * (1 / length);
    Pair p = probe(m), q = probe(-m);
    const double base = dot(m, s.point(0));
    const double over = dot(m, Point(p.b) - p.a) - base, under = base - dot(m, Point(q.b) - q.a);
    if (i == 2 && !(larger(over, under) > thin)) {
      // Perhaps it is wide across this one.
      m = cross(along, m);
      m = m * (sign / norm(m));
      p = probe(m);
      q = probe(-m);
      const double again = dot(m, s.point(0));
      const double over2 = dot(m, Point(p.b) - p.a) - again, under2 = again - dot(m, Point(q.b) - q.a);
      if (!(larger(over2, under2) > thin)) return false;
      s.add(over2 >= under2 ? p : q);
      continue;
    }
    if (!(larger(over, under) > thin)) return false;
    s.add(over >= under ? p : q);
  }
  return true;
}

// What is enough to know, besides a narrow bracket.
struct Enough {
  bool deep, apart;  // that there is a depth, and that there is none
};

inline Margins margins_of(const Search& search) {
  return {search.span, 4 * rounding * search.span + (search.a.off + search.b.off)};
}

// From a surface that is closed. `worst`: the triangle that is nearest in the end.
template <Core::Way way, int words>
__attribute__((noinline)) void deepen(const Search& search, Enough known, Surface<words>& s, Deepest& best, int& worst,
                                      int& steps) {
  const Margins margins = margins_of(search);
  const double above = 1e-14 * search.span;
  const auto enough = [&] {
    return best.upper - best.lower <= search.tolerance || (known.deep && best.lower > 0) ||
           (known.apart && best.upper < 0);
  };
  for (;;) {
    const std::uint32_t at =
        scan(std::uint32_t(s.blocks), [&](std::uint32_t block) { return -Double8::load(s.low + 8 * block); });
    worst = int(at);
    best.lower = s.low[worst] - 0x1p-48 * __builtin_fabs(s.low[worst]);  // the scan is that exact
    const Point m{s.nx[worst], s.ny[worst], s.nz[worst]};
    if (enough() || !(dot(m, m) > 0.5)) return;
    const Pair p = probe_as<way>(search, -m);
    ++steps;
    const double overlap = dot(m, Point(p.b) - p.a);
    if (overlap + search.slack < best.upper) {
      best.upper = overlap + search.slack;
      best.direction = m;
    }
    if (enough()) return;
    if (!(overlap > s.height[worst] + above)) return;
    if (s.points == Surface<words>::most_points || s.blocks + 2 >= Surface<words>::most_blocks) {
      best.full = true;
      return;
    }
    const int point = s.add(p);
    if (!expand(s, worst, point, above, margins)) return;
  }
}

// `worst`: the triangle that the deepest place is in, or -1.
template <int words>
__attribute__((noinline)) void write_depth(const Search& search, const Surface<words>& surface, const Deepest& best,
                                           int worst, CoreAnswer& answer) {
  const double unscale = search.unscale;
  answer.inside = answer.inside || best.lower > 0;
  answer.lower = larger(best.lower, 0) * unscale;
  answer.upper = best.upper * unscale;
  answer.converged = best.upper - larger(best.lower, 0) <= 2 * (search.tolerance + search.slack);
  write(answer.normal, -best.direction);
  Point on_a{0, 0, 0}, on_b{0, 0, 0};
  if (worst >= 0 && surface.low[worst] < gone) {
    Point p[3];
    double weight[3];
    for (int c = 0; c < 3; ++c) p[c] = surface.point(surface.corner[c][worst]);
    find_weights(p, 3, weight);
    answer.count = 3;
    for (int c = 0; c < 3; ++c) {
      const Pair& pair = surface.pair[surface.corner[c][worst]];
      on_a = on_a + Point(pair.a) * weight[c];
      on_b = on_b + Point(pair.b) * weight[c];
      answer.index_a[c] = pair.index_a;
      answer.index_b[c] = pair.index_b;
    }
  } else {
    const Pair pair = probe_any(search, -best.direction);
    on_a = pair.a;
    on_b = pair.b;
    answer.count = 1;
    answer.index_a[0] = pair.index_a;
    answer.index_b[0] = pair.index_b;
  }
  write_world(search, answer.point_a, on_a);
  write_world(search, answer.point_b, on_b);
}

template <int words>
__attribute__((noinline)) bool find_depth(const Search& search, const Support& a, const Support& b,
                                          const double* start_slots, bool sign_only, CoreAnswer& answer) {
  Surface<words> surface;
  Deepest best{0, infinite, {0, 0, 0}, false};
  int worst = -1, steps = 0;
  // A surface that is torn, or ends too early, is begun again from another body; what was proven stays.
  double proven = 0;
  for (int attempt = start_slots != nullptr ? 0 : 1; attempt < 4; ++attempt) {
    surface.points = surface.blocks = 0;
    surface.slivers = false;
    if (attempt == 0) {
      for (int i = 0; i < 4; ++i) surface.add(search.pairs[int(start_slots[i])]);
    } else {
      const Point between = first_direction(search, a, b);
      const Point first = attempt == 1   ? between
                          : attempt == 2 ? best.direction
                                         : between + best.direction * norm(between);
      // They may be each other's opposites.
      if (!(norm(first) > (attempt == 3 ? 1e-6 * norm(between) : 0))) break;
      steps += 6;
      if (!span_body(search, surface, first, best)) break;
    }
    start(surface, margins_of(search));
    deepen<Core::Way::any>(search, {sign_only, sign_only}, surface, best, worst, steps);
    if (!surface.slivers) proven = larger(proven, best.lower);
    if (best.full || best.upper - proven <= search.tolerance || (sign_only && (proven > 0 || best.upper < 0))) break;
  }
  best.lower = proven;
  answer.steps += std::uint32_t(steps);
  write_depth(search, surface, best, worst, answer);
  return !best.full;
}

// Is the point of a triangle's plane that is nearest to the origin in the triangle?
template <int words>
inline bool holds_foot(const Surface<words>& s, int at) {
  const Point p = s.point(s.corner[0][at]), e = s.point(s.corner[1][at]) - p, f = s.point(s.corner[2][at]) - p;
  const Point n = cross(e, f);
  const double on_e = dot(n, cross(f, p)), on_f = dot(n, cross(p, e));
  return (on_e >= 0) & (on_f >= 0) & (on_e + on_f <= dot(n, n));
}

// The deepest place may be in another triangle of the plane that the nearest one is in.
template <int words>
inline int triangle_of_foot(const Surface<words>& s, int worst, double level) {
  if (holds_foot(s, worst)) return worst;
  for (int block = 0; block < s.blocks; ++block) {
    unsigned near = (Double8::load(s.low + 8 * block) <= Double8::all(level)).bits();
    for (; near != 0; near &= near - 1) {
      const int at = 8 * block + __builtin_ctz(near);
      if (holds_foot(s, at)) return at;
    }
  }
  return -1;
}

// How far around the way between the centres to look, as turn_of() does; farther where there are many points, since the
// way out is less near to it than they are to each other.
GRAZE_INLINE double wide_turn_of(const Support& support) {
  return smaller(0.05 + 1.45 / root(double(support.count)), 0.56);
}

// Most depths are found from a first surface whose corners do not wait for each other: the support along the way
// between the centres, the three around it and the one on the far side. No search needs to say before that the cores
// meet: a depth above 0 says so. True when there is one, and it is known well enough.
template <Core::Way known>
__attribute__((noinline)) bool quick_depth(const Search& search, const Support& a, const Support& b, bool sign_only,
                                           CoreAnswer& answer) {
  Point to[5];
  if (!look_around(Point(search.centre_b) - search.centre_a, wide_turn_of(a) + wide_turn_of(b), to)) return false;
  to[4] = -to[0];
  Surface<1> surface;
  for (const Point& d : to) (void)surface.add(probe_as<known>(search, d));
  const auto same = [&](int i, int k) {
    return (surface.pair[i].index_a == surface.pair[k].index_a) & (surface.pair[i].index_b == surface.pair[k].index_b);
  };
  if (same(1, 2) | same(2, 3) | same(3, 1)) return false;
  if (!(__builtin_fabs(volume(surface, 1, 2, 3, 4)) > 1e-9 * search.span * search.span * search.span)) return false;
  const Margins margins = margins_of(search);
  if (same(0, 1) | same(0, 2) | same(0, 3)) {
    surface.points = 0;
    for (int i = 1; i < 5; ++i) (void)surface.add(surface.pair[i]);
    start(surface, margins);
  } else {
    start_double(surface, margins);
  }
  Deepest best{0, infinite, {0, 0, 0}, false};
  int worst = 0, steps = 5;
  deepen<known>(search, {sign_only, true}, surface, best, worst, steps);
  if (surface.slivers || !(best.lower > 0 && (sign_only || best.upper - best.lower <= search.tolerance))) return false;
  if (!sign_only) {
    worst = triangle_of_foot(surface, worst, best.lower + 2 * search.tolerance);
    if (worst < 0) return false;
  }
  answer.apart = answer.inside = false;
  answer.tolerance = search.tolerance * search.unscale;
  answer.steps = std::uint32_t(steps);
  write_depth(search, surface, best, worst, answer);
  return true;
}

// Compiled for the kinds of small hulls, too, where lanes are worth the room.
inline bool any_quick_depth(const Search& search, const Support& a, const Support& b, bool sign_only,
                            CoreAnswer& answer) {
#if GRAZE_AVX
  using Way = Core::Way;
  if (search.a.way == search.b.way) {
    if (search.a.way == Way::few) return quick_depth<Way::few>(search, a, b, sign_only, answer);
    if (search.a.way == Way::scan) return quick_depth<Way::scan>(search, a, b, sign_only, answer);
  }
#endif
  return quick_depth<Core::Way::any>(search, a, b, sign_only, answer);
}

inline FinePair fine_pair(const Pair& p) {
  const Point a = p.a, b = p.b;
  return {{a.x, a.y, a.z}, {b.x, b.y, b.z}, p.index_a, p.index_b};
}

void probe_outward(const void* search, const double (&outward)[3], FinePair& found) {
  const Pair p = probe_any(*static_cast<const Search*>(search), {-outward[0], -outward[1], -outward[2]});
  found = fine_pair(p);
}

// Where the surface did not get near enough: fine_depth.h.
void find_fine_depth(const Search& search, const Support& a, const Support& b, bool sign_only, CoreAnswer& answer) {
  Surface<1> start;
  Deepest best{0, answer.upper * search.a.scale, -plain(answer.normal), false};
  answer.steps += 6;
  const bool solid = span_body(search, start, first_direction(search, a, b), best);
  FineDepth fine{};
  fine.upper = best.upper;
  fine.direction[0] = best.direction.x;
  fine.direction[1] = best.direction.y;
  fine.direction[2] = best.direction.z;
  if (solid) {
    FinePair corners[4];
    for (int i = 0; i < 4; ++i) corners[i] = fine_pair(start.pair[i]);
    const double off = 4 * rounding * search.span + (search.a.off + search.b.off);
    fine_depth({&search, probe_outward, corners, search.span, search.slack, off, 2 * search.tolerance, sign_only},
               fine);
  }
  answer.steps += fine.steps;
  answer.inside = answer.inside || fine.lower > 0;
  answer.lower = larger(fine.lower * search.unscale, answer.lower);
  answer.upper = fine.upper * search.unscale;
  answer.converged = fine.upper - answer.lower * search.a.scale <= 2 * (search.tolerance + search.slack);
  write(answer.normal, {-fine.direction[0], -fine.direction[1], -fine.direction[2]});
  if (!fine.found) return;
  Point p[3], on_a{0, 0, 0}, on_b{0, 0, 0};
  double weight[3];
  const auto point = [](const double(&x)[3]) { return Point{x[0], x[1], x[2]}; };
  for (int c = 0; c < 3; ++c) p[c] = point(fine.corner[c].b) - point(fine.corner[c].a);
  find_weights(p, 3, weight);
  answer.count = 3;
  for (int c = 0; c < 3; ++c) {
    on_a = on_a + point(fine.corner[c].a) * weight[c];
    on_b = on_b + point(fine.corner[c].b) * weight[c];
    answer.index_a[c] = fine.corner[c].index_a;
    answer.index_b[c] = fine.corner[c].index_b;
  }
  write_world(search, answer.point_a, on_a);
  write_world(search, answer.point_b, on_b);
}

}  // namespace

void depth(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer) {
  Search search;
  begin(search, a, b, request.tolerance);
  const bool points = a.count != 0 && b.count != 0;
  if (points && !(request.tolerance > 0)) search.tolerance = default_tolerance_of_depth * search.size;
  if (points && !search.a.scaled && !request.patient && any_quick_depth(search, a, b, request.sign_only, answer))
    return;
  Simplex simplex;
  double corners[4] = {};
  const Outcome outcome = seek<true>(search, a, b, request, simplex, corners, answer);
  if (!answer.inside && outcome.lower - search.slack > request.stop_above * search.a.scale) {
    conclude<true>(search, a, b, outcome, simplex, request, answer);
    return;
  }
  if (!(search.span < infinite)) {  // together the bodies leave the doubles, and no surface can be measured
    conclude<true>(search, a, b, outcome, simplex, request, answer);
    answer.inside = answer.converged = false;
    answer.lower = 0;
    answer.upper = infinite;
    return;
  }
  // The difference of the centres is inside: the point that is farthest on its side of the others takes its place.
  for (int i = 0; i < 4 && answer.inside; ++i) {
    if (corners[i] != 0) continue;
    const auto point = [&](int k) {
      const Pair& pair = search.pairs[int(corners[k & 3])];
      return Point(pair.b) - pair.a;
    };
    const Point base = point(i + 1), normal = cross(point(i + 2) - base, point(i + 3) - base);
    (void)search.find<Core::Way::any>(normal * (dot(normal, point(i) - base) > 0 ? -1 : 1));
    corners[i] = search.steps - 1;
    ++answer.steps;
    break;
  }
  const double* const slots = answer.inside ? corners : nullptr;
  const bool sign_only = request.sign_only;
  if (!points || !find_depth<1>(search, a, b, slots, sign_only, answer))
    (void)find_depth<4>(search, a, b, slots, sign_only, answer);
  if (answer.converged || (sign_only && (answer.lower > 0 || answer.upper < 0))) return;
  find_fine_depth(search, a, b, sign_only, answer);
}

}  // namespace graze::GRAZE_ISA_NAMESPACE
