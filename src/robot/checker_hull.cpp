// What parts the hulls of two bodies parts the bodies; a ball around a point in the one and a ball around the same
// point in the other must be moved apart by the sum of their radii.
#include "robot/checker_hull.h"

#include <algorithm>
#include <cmath>

#include "convex/depth.h"
#include "graze/penetration.h"
#include "narrow/body/members.h"
#include "narrow/body/posed.h"
#include "narrow/body/support_body.h"
#include "narrow/families.h"
#include "shape/convex_solid.h"

namespace graze {

namespace {

// A hull of as many corners is found in tenths of a second.
constexpr std::uint32_t most_triangles = 200000;

// The hull of the 26 directions to faces, edges and corners of a cube, each of this length, holds the unit ball: the
// planes of its triangles have the normal (1, sqrt(2) - 1, sqrt(3) - sqrt(2)) and those that mirror it.
constexpr double ball_growth = 1.1282;
// The same of a polygon of 16 corners and the unit disc.
constexpr double disc_growth = 1.0197;

template <class Visit>
void for_directions(const Visit& visit) {
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = -1; k <= 1; ++k) {
        const Vec3 d{double(i), double(j), double(k)};
        if (i != 0 || j != 0 || k != 0) visit(d * (1 / length(d)));
      }
}

std::vector<Vec3> around_curved(const ShapeData& shape) {
  std::vector<Vec3> points;
  const Vec3 e = shape.extent;
  if (shape.form == ShapeForm::ellipsoid) {
    for_directions([&](Vec3 d) { points.push_back(Vec3{d.x * e.x, d.y * e.y, d.z * e.z} * ball_growth); });
    return points;
  }
  // 16 corners by rotations of an eighth of a right angle and its double, exact enough for disc_growth.
  constexpr double cosines[] = {1, 0.9238795325112867, 0.7071067811865476, 0.3826834323650898};
  for (int i = 0; i < 16; ++i) {
    const int in_quarter = i % 4, quarter = i / 4;
    double c = cosines[in_quarter], s = in_quarter == 0 ? 0 : cosines[4 - in_quarter];
    for (int k = 0; k < quarter; ++k) {
      const double turned = -s;
      s = c;
      c = turned;
    }
    const double x = c * e.x * disc_growth, y = s * e.y * disc_growth;
    points.push_back({x, y, -e.z});
    points.push_back(shape.form == ShapeForm::cone ? Vec3{0, 0, e.z} : Vec3{x, y, e.z});
  }
  return points;
}

// Points whose hull, and a ball around each of the radius, hold a leaf that stands in its pose.
struct Outline {
  std::vector<Vec3> points;
  double radius = 0;
};

bool outline_of(const Body& body, Outline& leaf) {
  const ShapeData& shape = data_of(body.shape);
  if (is_curved(body) && !shape.curved()) return false;  // a ball or capsule under a pose that scales it
  if (shape.curved()) {
    for (const Vec3 p : around_curved(shape)) leaf.points.push_back(body.pose * p);
    leaf.radius = shape.world_margin;
    return true;
  }
  Posed posed;
  if (make_posed_with_radius(body, posed) != Status::ok) return false;
  leaf.radius = posed.radius;
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    const Triangle t = posed.triangle(i);
    leaf.points.insert(leaf.points.end(), {t.a, t.b, t.c});
  }
  return true;
}

Shape hull_of(const std::vector<Outline>& leaves) {
  double common = leaves[0].radius;
  for (const Outline& leaf : leaves) common = std::min(common, leaf.radius);
  std::vector<Vec3> points;
  for (const Outline& leaf : leaves) {
    const double more = (leaf.radius - common) * ball_growth;
    for (const Vec3 p : leaf.points) {
      if (more > 0) {
        for_directions([&](Vec3 d) { points.push_back(p + d * more); });
      } else {
        points.push_back(p);
      }
    }
  }
  return with_margin(make_convex(std::move(points)), common);
}

// The radius of a ball around the point that is in the body; 0: none is known.
double ball_in(const CheckerHull& body, const Pose& pose, Vec3 point) {
  const Body at{make_point(), make_pose(point)};
  double best = 0;
  for (const CheckerHull::Part& part : body.parts) {
    const Pose placed = pose * part.pose;
    const Body solid{part.solid, placed};
    if (!part.surface) {
      const PenetrationResult out = find_penetration(at, solid);
      if (out.ok() && out.lower > 0) best = std::max(best, out.lower + part.margin);
      continue;
    }
    if (!collide(at, solid).yes()) continue;
    const DistanceResult out = find_distance(at, {part.surface, placed});
    if (out.ok()) best = std::max(best, out.lower + part.margin);
  }
  return best;
}

}  // namespace

std::shared_ptr<const CheckerHull> make_checker_hull(const Shape& shape) {
  std::vector<Member> leaves;
  if (find_leaves({shape, {}}, leaves) != Status::ok) return nullptr;
  auto made = std::make_shared<CheckerHull>();
  made->has_depth = true;
  std::vector<Outline> outlines;
  for (const Member& member : leaves) {
    const Shape& leaf = member.body.shape;
    const ShapeData& data = data_of(leaf);
    if (data.form == ShapeForm::halfspace || data.triangle_count > most_triangles) return nullptr;
    made->has_depth = made->has_depth && (data.primitive() || data.solid);
    CheckerHull::Part part;
    part.pose = member.body.pose;
    part.margin = data.world_margin;
    auto bare = std::make_unique<ShapeData>(data);
    bare->world_margin = 0;
    if (!data.primitive()) {
      auto surface = std::make_unique<ShapeData>(*bare);
      surface->solid = false;
      part.surface = shape_of(std::move(surface));
    }
    part.solid = shape_of(std::move(bare));
    made->parts.push_back(std::move(part));
    outlines.emplace_back();
    if (!outline_of(member.body, outlines.back())) return nullptr;
  }
  if (data_of(shape).primitive()) {
    made->hull = shape;
    made->primitive = made->convex = true;
  } else if (const Shape* twin = convex_twin(data_of(shape))) {
    made->hull = *twin;
    made->convex = true;
  } else {
    made->hull = hull_of(outlines);
  }
  const PrepareSettings settings{.rays = false, .world = false};
  prepare(made->hull, settings);
  if (!made->has_depth) made->parts.clear();
  for (const CheckerHull::Part& part : made->parts) {
    prepare(part.solid, settings);
    if (part.surface) prepare(part.surface, settings);
  }
  return made;
}

double hull_gap(const CheckerHull& a, const Pose& pose_a, const CheckerHull& b, const Pose& pose_b, double enough,
                double slack) {
  SupportBody set_a, set_b;
  if (make_support({a.hull, pose_a}, set_a) != Status::ok || make_support({b.hull, pose_b}, set_b) != Status::ok) {
    return 0;
  }
  // A hundredth of the robot's parts is near enough for a bound.
  const double tolerance = 0.01 * std::min(length(set_a.box.hi - set_a.box.lo), length(set_b.box.hi - set_b.box.lo));
  const ConvexDistance found = convex_distance(set_a.set, set_b.set, {.max = enough + slack, .tolerance = tolerance});
  return found.lower - slack;
}

DepthBracket bracket_depth(const CheckerHull& a, const Pose& pose_a, const CheckerHull& b, const Pose& pose_b,
                           double slack) {
  DepthBracket found;
  SupportBody set_a, set_b;
  if (make_support({a.hull, pose_a}, set_a) != Status::ok || make_support({b.hull, pose_b}, set_b) != Status::ok) {
    return found;
  }
  const ConvexDepth depth = convex_depth(set_a.set, set_b.set);
  found.known = depth.relation != Relation::undecided || depth.upper > 0;
  found.upper = depth.upper + slack;
  found.normal = depth.normal;
  found.point_a = depth.point_a;
  found.point_b = depth.point_b;
  if (a.convex && b.convex) {
    found.lower = std::max(0.0, depth.lower - slack);
    return found;
  }
  // On the way out, from its middle to its ends.
  for (const double part : {0.5, 0.25, 0.75}) {
    const Vec3 point = depth.point_a * part + depth.point_b * (1 - part);
    const double of_a = ball_in(a, pose_a, point);
    const double of_b = of_a > 0 ? ball_in(b, pose_b, point) : 0;
    if (!(of_b > 0)) continue;
    found.lower = std::max(found.lower, of_a + of_b - slack);
    break;
  }
  return found;
}

}  // namespace graze
