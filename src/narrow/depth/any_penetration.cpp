// What parts two bodies parts every part of the one from every part of the other: so the depth of any two parts is a
// lower bound, also that of parts made smaller. Of a solid of triangles and a convex body it is a point in both, with
// its distances to the two surfaces added up, as in narrow/depth/deep_point.h.
//
// The vector is tried: along many directions, as far as `collide` needs to say no. Directions that do not part the
// bodies within the best length so far cost one question.
#include "narrow/depth/any_penetration.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "base/ranges.h"
#include "convex/depth.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/members.h"
#include "narrow/body/posed.h"
#include "narrow/body/so_far.h"
#include "narrow/depth/convex_penetration.h"
#include "narrow/depth/way_out.h"
#include "narrow/families.h"
#include "narrow/inside/interior.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

Shape changed(const Shape& shape, bool solid, double margin) {
  auto data = std::make_unique<ShapeData>(data_of(shape));
  data->solid = solid;
  data->world_margin = margin;
  return shape_of(std::move(data));
}

bool of_triangles(const Body& body) { return family_of(body) == Family::triangles; }
// Is the body one that has an inside, or a convex one?
bool usable(const Body& body) {
  const Family family = family_of(body);
  return family == Family::triangles ? body.shape.solid() : family != Family::halfspace && family != Family::compound;
}

struct Deep {
  double lower = 0;
  Vec3 point, normal;  // normal: a guess which way the first body may leave; 0: none
};

// Points in a solid of triangles and a convex body.
class Points {
 public:
  Points(const Body& solid, const SupportBody& set)
      : solid_{changed(solid.shape, true, 0), solid.pose},
        surface_{changed(solid.shape, false, 0), solid.pose},
        set_(set),
        tolerance_(1e-3 * largest(set.box.hi - set.box.lo)) {}

  const Deep& best() const { return best_; }

  void look_at(Vec3 p) {
    if (!is_finite(p)) return;  // near the end of the doubles
    const Vec3 origin[1] = {{}};
    const Support point = support_of(origin, make_pose(p));
    const ConvexDepth in_set = convex_depth(point, set_.set, {.tolerance = tolerance_});
    if (in_set.relation != Relation::meet) return;
    const Body at{make_point(), make_pose(p)};
    const CollideResult held = collide(at, solid_);
    if (held.status != Status::ok || !held.yes()) return;
    const DistanceResult to_surface = find_distance(at, surface_, {.budget = unlimited_budget});
    if (to_surface.status != Status::ok) return;
    const double lower = (in_set.lower + to_surface.lower) * (1 - 0x1p-52);
    if (!(lower > best_.lower)) return;
    best_ = {lower, p, to_surface.normal};
  }

  void look_around(const Box& common, int steps) {
    const Vec3 side = common.hi - common.lo;
    for (int i = 0; i < steps; ++i)
      for (int j = 0; j < steps; ++j)
        for (int k = 0; k < steps; ++k)
          look_at(common.lo + Vec3{side.x * (i + 0.5), side.y * (j + 0.5), side.z * (k + 0.5)} * (1.0 / steps));
    double step = 0.5 * largest(side) / steps;
    for (int round = 0; round < 30 && best_.lower > 0; ++round) {
      const double before = best_.lower;
      const Vec3 from = best_.point;
      for (int k = 0; k < 6; ++k) {
        Vec3 p = from;
        p[k / 2] += k % 2 == 0 ? step : -step;
        look_at(p);
      }
      if (!(best_.lower > before)) step *= 0.5;
    }
  }

 private:
  Body solid_, surface_;
  const SupportBody& set_;
  const double tolerance_;  // of depths in the set: many points are looked at, and one is as good as its neighbours
  Deep best_;
};

constexpr std::uint32_t most_corners = 256;

template <class Visit>
void for_corners(const Body& mesh, const Visit& visit) {
  Posed posed;
  if (make_posed_with_radius(mesh, posed) != Status::ok) return;
  for (std::uint32_t i = 0; i < std::min(posed.shape->triangle_count, most_corners); ++i) {
    const Triangle t = posed.triangle(i);
    for (const Vec3 p : {t.a, t.b, t.c}) visit(p);
  }
}

// The deepest corner of a surface in a solid of triangles.
Deep corners_in(const Body& surface, const Body& solid) {
  const Body inside{changed(solid.shape, true, 0), solid.pose}, boundary{changed(solid.shape, false, 0), solid.pose};
  Deep best;
  for_corners(surface, [&](Vec3 p) {
    const Body at{make_point(), make_pose(p)};
    const CollideResult held = collide(at, inside);
    if (held.status != Status::ok || !held.yes()) return;
    const DistanceResult out = find_distance(at, boundary);
    if (out.status == Status::ok && out.lower > best.lower) best = {out.lower, p, out.normal};
  });
  return best;
}

Box common_box(const Box& a, const Box& b) { return {max(a.lo, b.lo), min(a.hi, b.hi)}; }

// A lower bound of the depth of two leaves.
Deep depth_of(const Member& a, const Member& b, const PenetrationSettings& settings) {
  Deep deep;
  SupportBody set_a, set_b;
  const bool mesh_a = of_triangles(a.body), mesh_b = of_triangles(b.body);
  if ((!mesh_a && make_support(a.body, set_a) != Status::ok) || (!mesh_b && make_support(b.body, set_b) != Status::ok))
    return deep;
  if (!mesh_a && !mesh_b) {
    const ConvexDepth depth = convex_depth(set_a.set, set_b.set);
    return {depth.lower, convex_penetration(a.body, b.body).inside, Vec3{} - depth.normal};
  }
  // Of a surface without interior the corners are in it, and few other points.
  const bool thin_a = mesh_a && lacks_interior(a.body), thin_b = mesh_b && lacks_interior(b.body);
  if (mesh_a && mesh_b && (thin_a || thin_b)) {
    deep = thin_a ? corners_in(a.body, b.body) : corners_in(b.body, a.body);
    if (!thin_a) deep.normal = Vec3{} - deep.normal;
    return deep;
  }
  if (mesh_a && mesh_b) {
    const PenetrationResult bare =
        find_penetration({changed(a.body.shape, true, 0), a.body.pose}, {changed(b.body.shape, true, 0), b.body.pose},
                         {.effort = settings.effort, .budget = unlimited_budget});
    return {bare.lower, bare.inside, bare.vector};
  }
  Points points(mesh_a ? a.body : b.body, mesh_a ? set_b : set_a);
  points.look_at(point_of(mesh_a ? set_b.set : set_a.set));
  if (thin_a || thin_b) for_corners((thin_a ? a : b).body, [&](Vec3 p) { points.look_at(p); });
  points.look_around(common_box(a.box, b.box), 4 + std::min(settings.effort, 8));
  deep = points.best();
  if (mesh_a) deep.normal = Vec3{} - deep.normal;  // the point leaves along it; so does b
  return deep;
}

// The hull of all vertices, or the convex body itself; nothing where a part of a compound is curved or has a radius.
struct Hull {
  std::unique_ptr<SupportTable> table;
  std::optional<Support> set;

  explicit Hull(const std::vector<Member>& leaves) {
    SupportBody body;
    if (leaves.size() == 1 && !of_triangles(leaves[0].body)) {
      if (make_support(leaves[0].body, body) == Status::ok) set = body.set;
      return;
    }
    std::vector<Vec3> points;
    double radius = 0;
    for (const Member& leaf : leaves) {
      Posed posed;
      if (is_curved(leaf.body)) return;
      if (make_posed_with_radius(leaf.body, posed) != Status::ok) return;
      radius = std::max(radius, posed.radius);
      for (std::uint32_t i = 0; i < posed.shape->triangle_count; ++i) {
        const Triangle t = posed.triangle(i);
        points.insert(points.end(), {t.a, t.b, t.c});
      }
    }
    if (points.empty()) return;
    // Each corner once: a table of points is built in the square of their number.
    const auto less = [](Vec3 p, Vec3 q) { return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z); };
    ranges::sort(points, less);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    table = std::make_unique<SupportTable>(points);
    set = support_of(*table, {}, radius);
  }
};

class Search {
 public:
  Search(WayOut& way, double start, double most) : way_(way), start_(start), most_(most) {}

  // Goes along a direction until the bodies are parted, then back as far as they stay so.
  void look_along(Vec3 direction) {
    const double norm = length(direction);
    if (!(norm > 0) || !(norm < infinity)) return;
    const Vec3 out = direction * (1 / norm);
    if (way_.found() && !way_.parts(out * (way_.length() * (1 - 0x1p-30)))) return;
    double inner = 0, outer = std::max(start_, most_ * 0x1p-40);
    // From 2^-40 to 4 times the most by doubling: 42 steps.
    while (!way_.parts(out * outer)) {
      inner = outer;
      outer *= 2;
      // Near the ends of the doubles it would never get there.
      if (!(outer > inner && outer < infinity) || outer > 4 * most_) return;
    }
    for (int k = 0; k < 52 && outer - inner > 0x1p-50 * most_; ++k) {
      const double middle = inner * 0.5 + outer * 0.5;
      (way_.parts(out * middle) ? outer : inner) = middle;
    }
    way_.offer(out * outer, out, 0);
  }

  // Directions beside the best one.
  void refine(int rounds) {
    double angle = 0.25;
    for (int round = 0; round < rounds && way_.found(); ++round) {
      const double before = way_.length();
      const Vec3 out = way_.vector() * (1 / before);
      const Vec3 axis = std::fabs(out.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
      const Vec3 u = cross(out, axis) * (1 / length(cross(out, axis))), v = cross(out, u);
      for (const Vec3 side : {u, -u, v, -v}) look_along(out + side * angle);
      if (!(way_.length() < before)) angle *= 0.25;
    }
  }

 private:
  WayOut& way_;
  double start_, most_;
};

PenetrationResult tried(const Body& a, const Body& b, const std::vector<Member>& leaves_a,
                        const std::vector<Member>& leaves_b, const PenetrationSettings& settings) {
  PenetrationResult result = at_depth_0();
  const CollideResult met = collide(a, b);
  result.counters += met.counters;
  if (met.status != Status::ok && met.status != Status::undecided) result.status = met.status;
  if (met.status == Status::ok && !met.yes()) return result;
  if (result.status != Status::ok) return result;

  double points = 0, most = 0;
  std::vector<Vec3> directions;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = -1; k <= 1; ++k)
        if (i != 0 || j != 0 || k != 0) directions.push_back({double(i), double(j), double(k)});
  Deep best;
  bool have_point = false;
  const std::vector<Member> thick_a = leaves_that_count(leaves_a), thick_b = leaves_that_count(leaves_b);
  for (const Member& p : thick_a)
    for (const Member& q : thick_b) {
      points = std::max({points, largest(p.box.lo), largest(p.box.hi), largest(q.box.lo), largest(q.box.hi)});
      most = std::max({most, largest(p.box.hi - q.box.lo), largest(q.box.hi - p.box.lo)});
      if (!overlap(p.box, q.box)) continue;
      const Deep deep = depth_of(p, q, settings);
      directions.push_back(deep.normal);
      if (deep.lower > best.lower || (!have_point && deep.lower > 0)) {
        best = deep;
        have_point = true;
      }
    }
  const Hull hull_a(leaves_a), hull_b(leaves_b);
  const auto parted = [](const Body& moved, const Body& fixed) {
    const CollideResult meeting = collide(moved, fixed);
    return meeting.status == Status::ok && !meeting.yes();
  };
  WayOut way(a, b, parted);
  if (hull_a.set && hull_b.set) {
    const ConvexDepth whole = convex_depth(*hull_a.set, *hull_b.set);
    const Vec3 out = Vec3{} - whole.normal;
    if (whole.relation != Relation::separate) way.offer(out * whole.upper, out, 60);
  }
  Search search(way, best.lower, most);
  for (const Vec3 direction : directions) search.look_along(direction);
  search.refine(8 + 4 * std::min(settings.effort, 16));
  if (!way.found()) {
    result.status = Status::out_of_range;  // the doubles end before the bodies part
    return result;
  }
  const Chain chain_a = chain_of(a), chain_b = chain_of(b);
  const double lost = std::max(chain_a.poses, chain_b.poses) *
                      rounding_of_motion(points, std::max(chain_a.translations, chain_b.translations), way.length());
  result.vector = way.vector();
  result.depth = way.length();
  result.lower = std::clamp(best.lower - lost, 0.0, way.length());
  result.inside = best.point;
  return result;
}

}  // namespace

PenetrationResult any_penetration(const Body& a, const Body& b, const PenetrationSettings& settings) {
  PenetrationResult result = at_depth_0();
  std::vector<Member> leaves_a, leaves_b;
  result.status = find_leaves(a, b, leaves_a, leaves_b);
  if (result.status != Status::ok) return result;
  for (const std::vector<Member>* leaves : {&leaves_a, &leaves_b})
    for (const Member& leaf : *leaves)
      if (!usable(leaf.body)) {
        result.status = Status::unsupported;
        return result;
      }
  const std::uint64_t exact_before = exact_count();
  result = tried(a, b, leaves_a, leaves_b, settings);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
