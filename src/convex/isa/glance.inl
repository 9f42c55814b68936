// Do two cores meet? Mostly told by a quick look, before the search of gjk.inl. That goes one support after the other,
// each waiting for the last; here four are found side by side: along the way between the centres, and along three
// directions around it. Then a triangle of differences is led to where the line from the difference of the centres
// through the origin leaves the body (the portal of Snethen's XenoCollide).
//
// Nothing but proofs end it. A direction along which the support is beyond the origin by more than `slack` parts the
// cores; a tetrahedron of differences that holds the origin by more than its rounding is a common point. Everything
// else, and whatever takes long, is left to the search, so that how the triangle is led needs no bounds. Supports are
// bounded as in core.inl: those of curved cores in lanes go through the same operations.
//
// Swapping the cores negates all points and directions, and thereby changes no choice.
#include "convex/isa/gjk.inl"
#include "graze/api.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

// Of a core the placed point that is farthest along d.
template <Core::Way known>
GRAZE_INLINE Point far_point(const Core& core, Point d) {
  if (known != Core::Way::few) return first_three(support<known>(core, d).p);
  const std::uint32_t at = lane_along(core.placed, d);
  return {core.placed.x[at], core.placed.y[at], core.placed.z[at]};
}

struct Glance {
  bool apart, inside;
  Point along;    // apart: the direction
  double height;  // and how far the support of the cores is along it, times its length
  int steps;
};

// The triangle to go on with, as the line through the origin sees the points: 1 to 3 go around it, 0 is between them,
// and 4 is the difference of the centres, on the line. It passes through the triangle 0, i, i + 1 when it passes 0, i
// and i, i + 1 on one side and 0, i + 1 on the other; else through 1, 2, 3, or beside them, across one of their edges.
struct Portal {
  std::uint8_t corner[3];
  // Three points in the plane to look across, the corners or point 4 and that edge, in an order in which the normal
  // leads to the side of the centres.
  std::uint8_t plane[3];
};
struct Portals {
  Portal of[128];
};
// By signs, 1 for negative: 0 to 2 of 0, i; 3 to 5 of i, i + 1; 6 of the sum of the latter.
constexpr Portals make_portals() {
  Portals portals{};
  for (unsigned bits = 0; bits < 128; ++bits) {
    const auto bit = [bits](unsigned i) { return (bits >> i & 1) != 0; };
    unsigned from = 1, p = 2, q = 3, last = 0;
    bool turned = bit(6), beside = false, found = false;
    for (unsigned i = 0; i < 3 && !found; ++i) {
      const unsigned next = i == 2 ? 0 : i + 1;
      found = bit(i) != bit(next) && bit(i) == bit(3 + i);
      if (!found) continue;
      from = 0, p = 1 + i, q = 1 + next;
      turned = bit(i);
    }
    for (unsigned i = 0; i < 3 && !found; ++i) {
      const unsigned next = i == 2 ? 0 : i + 1;
      found = bit(3 + i) != bit(6);
      if (!found) continue;
      from = 4, p = 1 + i, q = 1 + next, last = 6 - p - q;
      turned = bit(3 + i);
      beside = true;
    }
    Portal& portal = portals.of[bits];
    portal.plane[0] = std::uint8_t(from);
    portal.plane[1] = std::uint8_t(turned ? q : p);
    portal.plane[2] = std::uint8_t(turned ? p : q);
    portal.corner[0] = std::uint8_t(beside ? p : from);
    portal.corner[1] = std::uint8_t(beside ? q : p);
    portal.corner[2] = std::uint8_t(beside ? last : q);
  }
  return portals;
}
constexpr Portals portals = make_portals();

// Null where a point is in one plane with the line and another one: a 0 would not turn round with the rest. A product
// that underflows says so as well.
GRAZE_INLINE const Portal* find_portal(const Point* w) {
  const Point c = cross(w[4], w[0]), c1 = cross(w[4], w[1]), c2 = cross(w[4], w[2]);
  const double q1 = dot(c, w[1]), q2 = dot(c, w[2]), q3 = dot(c, w[3]);
  const double r1 = dot(c1, w[2]), r2 = dot(c2, w[3]), r3 = -dot(c1, w[3]), sum = (r1 + r2) + r3;
  const double product = ((q1 * q2) * (q3 * r1)) * ((r2 * r3) * sum);
  if (!(product < 0 || product > 0)) return nullptr;
  return &portals.of[unsigned(q1 < 0) | unsigned(q2 < 0) << 1 | unsigned(q3 < 0) << 2 | unsigned(r1 < 0) << 3 |
                     unsigned(r2 < 0) << 4 | unsigned(r3 < 0) << 5 | unsigned(sum < 0) << 6];
}
// Number by number: what was stored so is slow to read as a whole.
GRAZE_INLINE Point picked(const Point* w, unsigned i) {
  const double* const p = &w[i].x;
  return {p[0], p[1], p[2]};
}
GRAZE_INLINE void put(Point p, Point& to) {
  to.x = p.x;
  to.y = p.y;
  to.z = p.z;
}

// How far around the way between the centres to look, about as far as neighbouring points are: a tangent.
GRAZE_INLINE double turn_of(const Support& support) { return smaller(1.6 / root(double(support.count)), 0.56); }

constexpr int most_glances = 6;

// From four points and the difference of the centres. A direction parts the cores when the square of the support's
// height is above `enough` times that of its length.
template <Core::Way known>
GRAZE_INLINE void walk(const Search& search, const Support& a, const Support& b, Point* w, double enough,
                       Glance& result) {
  for (int round = 0; round < most_glances; ++round) {
    const Portal* const found = find_portal(w);
    if (found == nullptr) return;
    const Portal portal = *found;
    const Point from = picked(w, portal.plane[0]);
    const Point d = cross(picked(w, portal.plane[1]) - from, picked(w, portal.plane[2]) - from);
    const double before = dot(d, from);
    const Point p = picked(w, portal.corner[0]), r = picked(w, portal.corner[1]), s = picked(w, portal.corner[2]);
    if (before < 0) {  // never of a plane through the centres' difference
      const Point corners[4] = {w[4], p, r, s};
      Double4 part;
      result.inside = surely_holds(difference_error(search) + centre_error(search, a, b), corners, part);
      return;
    }
    const double square = dot(d, d);
    if (!(square > least_square && square < infinite)) return;
    const Point next = far_point<known>(search.b, back(d)) - far_point<known>(search.a, forth(d));
    const double height = dot(d, next);
    ++result.steps;
    if (height > 0 && height * height > enough * square) {
      result.apart = true;
      result.along = d;
      result.height = height;
      return;
    }
    if (!(height < before)) return;
    put(next, w[0]);
    put(p, w[1]);
    put(r, w[2]);
    put(s, w[3]);
  }
}

// The way between the centres, and three directions about as far around it as `wide`, a tangent: all of them turn round
// when the cores are swapped. False where there is no such way.
GRAZE_INLINE bool look_around(Point centre, double wide, Point* to) {
  const double length = norm(centre);
  if (!(length > 1e-100 && length < infinite)) return false;
  // Across it, both as long and turning round with it: Duff et al., "Building an orthonormal basis, revisited".
  const double sign = odd_sign(centre.z, centre.y, centre.x), q = -1 / (sign * length + centre.z);
  const double xy = centre.x * centre.y * q;
  const Point u{sign * length + centre.x * centre.x * q, xy, -centre.x};
  const Point v{xy, sign * length + centre.y * centre.y * q, -centre.y};
  const Point beside = centre - u * (0.5 * wide), side = v * (0.8660254037844386 * wide);
  to[0] = centre;
  to[1] = centre + u * wide;
  to[2] = beside + side;
  to[3] = beside - side;
  return true;
}

template <Core::Way known>
GRAZE_INLINE void glance(const Search& search, const Support& a, const Support& b, Glance& result) {
  result.apart = result.inside = false;
  const Point centre = Point(search.centre_b) - search.centre_a;
  const double enough = (search.slack * search.slack) * (1 + 16 * rounding);
  Point to[4];
  if (!look_around(centre, known == Core::Way::few ? 1.12 : turn_of(a) + turn_of(b), to)) return;
  Point w[5];
  w[4] = centre;
  for (int i = 0; i < 4; ++i) w[i] = far_point<known>(search.b, back(to[i])) - far_point<known>(search.a, forth(to[i]));
  result.steps = 4;
  for (int i = 0; i < 4; ++i) {
    const double height = dot(to[i], w[i]);
    if (height > 0 && height * height > enough * dot(to[i], to[i])) {
      result.apart = true;
      result.along = to[i];
      result.height = height;
      return;
    }
  }
  walk<known>(search, a, b, w, enough, result);
}

// The points of a core that are farthest along four directions. False where squares may have lost their last places.
GRAZE_INLINE bool far_points(const Core& core, const Lanes4& d, Lanes4& points) {
  using Way = Core::Way;
  if (core.way < Way::ellipsoid) {
    alignas(32) double x[4], y[4], z[4];
    d.x.store(x);
    d.y.store(y);
    d.z.store(z);
    for (int i = 0; i < 4; ++i) {
      const Point p = first_three(support<Way::any>(core, forth({x[i], y[i], z[i]})).p);
      x[i] = p.x;
      y[i] = p.y;
      z[i] = p.z;
    }
    points = {load4(x), load4(y), load4(z)};
    return true;
  }
  const auto local = [&](const Spot& c) { return (all4(c.v[0]) * d.x + all4(c.v[1]) * d.y) + all4(c.v[2]) * d.z; };
  const Lanes4 l{local(core.c0), local(core.c1), local(core.c2)};
  const Point r = core.extent;
  const Double4 zero = all4(0), half = all4(r.z);
  Lanes4 s;
  Double4 square;
  if (core.way == Way::ellipsoid) {
    const Lanes4 q{all4(r.x) * l.x, all4(r.y) * l.y, half * l.z};
    square = dot(q, q);
    const Double4 inverse = all4(1) / root(square);
    s = {all4(r.x) * (q.x * inverse), all4(r.y) * (q.y * inverse), half * (q.z * inverse)};
  } else if (core.way == Way::capsule) {
    square = dot(l, l);
    const Double4 ball = all4(r.x) / root(square);
    s = {l.x * ball, l.y * ball, l.z * ball + where_positive(l.z, half, -half)};
  } else {
    square = l.x * l.x + l.y * l.y;
    const Double4 across = root(square), turned = all4(r.x) / across;
    s = {l.x * turned, l.y * turned, where_positive(l.z, half, -half)};
    if (core.way == Way::cone) {
      const Double4 apex = half * l.z - (all4(r.x) * across - half * l.z);
      s = {where_positive(apex, zero, s.x), where_positive(apex, zero, s.y), where_positive(apex, half, -half)};
    }
  }
  const auto image = [&](int i) {
    const Double4 turned = (all4(core.c0.v[i]) * s.x + all4(core.c1.v[i]) * s.y) + all4(core.c2.v[i]) * s.z;
    return turned + all4(core.t.v[i] - core.origin.v[i]);
  };
  points = {image(0), image(1), image(2)};
  return core.ordinary && core.inset == 0 && (all4(0x1p-800) < square).bits() == 15 &&
         (square < all4(0x1p800)).bits() == 15;
}

// The same look where a core is curved: its four supports in lanes.
GRAZE_INLINE void glance_curved(const Search& search, const Support& a, const Support& b, Glance& result) {
  result.apart = result.inside = false;
  const Point centre = Point(search.centre_b) - search.centre_a;
  const double length = norm(centre), enough = (search.slack * search.slack) * (1 + 16 * rounding);
  if (!(length > 1e-100 && length < infinite)) return;
  const double sign = odd_sign(centre.z, centre.y, centre.x), q = -1 / (sign * length + centre.z);
  const double xy = centre.x * centre.y * q;
  const Point u{sign * length + centre.x * centre.x * q, xy, -centre.x};
  const Point v{xy, sign * length + centre.y * centre.y * q, -centre.y};
  constexpr double wide = 0.7;
  const Double4 on_u = set4(0, wide, -0.5 * wide, -0.5 * wide);
  const Double4 on_v = set4(0, 0, 0.8660254037844386 * wide, -0.8660254037844386 * wide);
  const auto axis = [&](double c, double cu, double cv) { return (all4(c) + all4(cu) * on_u) + all4(cv) * on_v; };
  const Lanes4 to{axis(centre.x, u.x, v.x), axis(centre.y, u.y, v.y), axis(centre.z, u.z, v.z)};
  const Double4 zero = all4(0);
  Lanes4 on_a, on_b;
  const bool known_a = far_points(search.a, to, on_a);
  const bool known_b = far_points(search.b, {zero - to.x, zero - to.y, zero - to.z}, on_b);
  if (!known_a || !known_b) return;
  const Lanes4 across = on_b - on_a;
  const Double4 heights = dot(to, across), squares = dot(to, to);
  const unsigned apart = ((zero < heights) & (all4(enough) * squares < heights * heights)).bits();
  alignas(32) double x[4], y[4], z[4];
  result.steps = 4;
  if (apart != 0) {
    const int i = __builtin_ctz(apart);
    result.apart = true;
    to.x.store(x);
    to.y.store(y);
    to.z.store(z);
    result.along = {x[i], y[i], z[i]};
    heights.store(x);
    result.height = x[i];
    return;
  }
  across.x.store(x);
  across.y.store(y);
  across.z.store(z);
  Point w[5];
  w[4] = centre;
  for (int i = 0; i < 4; ++i) w[i] = {x[i], y[i], z[i]};
  walk<Core::Way::any>(search, a, b, w, enough, result);
}

// True when the answer is told.
template <Core::Way known>
__attribute__((noinline)) bool told_at_a_glance(const Search& search, const Support& a, const Support& b,
                                                CoreAnswer& answer) {
  Glance found;
  if (known == Core::Way::any) {
    glance_curved(search, a, b, found);
  } else {
    glance<known>(search, a, b, found);
  }
  if (!found.apart && !found.inside) return false;
  answer.inside = found.inside;
  answer.apart = found.apart;
  answer.converged = true;
  answer.lower = 0;
  answer.upper = found.inside ? 0 : infinite;
  answer.tolerance = search.tolerance;
  answer.count = 0;
  answer.steps = std::uint32_t(found.steps);
  write(answer.normal, {0, 0, 0});
  if (found.inside) return true;
  const double inverse = 1 / norm(found.along);
  write(answer.normal, found.along * inverse);
  answer.lower = found.height * inverse - search.slack;
  return true;
}

}  // namespace

void decide(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer) {
  Search search;
  const bool few = a.kind == Support::Kind::few && b.kind == Support::Kind::few;
  if (few) {
    begin<true>(search, a, b, request.tolerance);
  } else {
    begin(search, a, b, request.tolerance);
  }
  using Way = Core::Way;
  // Without radii, and without a direction to begin with: with these the search is as fast. The cells of many points
  // are not read four times for nothing.
  if (request.cache == nullptr && request.stop_above == 0 && !search.a.scaled) {
    bool told = false;
    if (a.count == 0 || b.count == 0) {
      if (request.hasty) told = told_at_a_glance<Way::any>(search, a, b, answer);
    } else if (few) {
      told = told_at_a_glance<Way::few>(search, a, b, answer);
    } else if (search.a.way == Way::scan && search.b.way == Way::scan) {
      told = told_at_a_glance<Way::scan>(search, a, b, answer);
    } else if (search.a.way == Way::cells && search.b.way == Way::cells && a.count + b.count <= 512) {
      told = told_at_a_glance<Way::cells>(search, a, b, answer);
    }
    if (told) return;
  }
  Simplex simplex;
  double corners[4] = {};
  const Outcome outcome = seek<true>(search, a, b, request, simplex, corners, answer);
  conclude<true>(search, a, b, outcome, simplex, request, answer);
}

}  // namespace graze::GRAZE_ISA_NAMESPACE
