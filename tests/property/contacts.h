// What holds of every contact, whatever the surfaces; and contacts of faces that lie on each other, whose common region
// is known.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "graze/penetration.h"
#include "graze/record.h"
#include "narrow/triangle/triangle_distance.h"
#include "tests/oracle/same.h"
#include "tests/property/mesh_pairs.h"

namespace graze::property {

inline std::string contact_lines(const Body& a, const Body& b, const ContactSettings& settings) {
  return define_line("a", a.shape) + "\n" + define_line("b", b.shape) + "\n" + contacts_line("a", a, "b", b, settings) +
         "\n";
}

// A lower bound of the distance of a point to the triangles.
inline double distance_to(Vec3 point, const std::vector<Triangle>& triangles) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& t : triangles) {
    const TriangleDistance found = triangle_distance({point, point, point}, t);
    least = std::min(least, found.distance - found.bound);
  }
  return least;
}

inline bool mirrors(const ContactResult& one, const ContactResult& other) {
  if (one.status != other.status || one.contacts.size() != other.contacts.size() ||
      one.curves.size() != other.curves.size() || !oracle::same(one.point_bound, other.point_bound))
    return false;
  for (std::size_t i = 0; i < one.contacts.size(); ++i) {
    const Contact &p = one.contacts[i], &q = other.contacts[i];
    if (!(p.point == q.point && p.normal == Vec3{} - q.normal && p.depth == q.depth && p.bound == q.bound &&
          p.crossing == q.crossing && p.arbitrary == q.arbitrary && p.patch == q.patch && p.feature_a == q.feature_b &&
          p.feature_b == q.feature_a))
      return false;
  }
  for (std::size_t i = 0; i < one.curves.size(); ++i)
    if (one.curves[i].closed != other.curves[i].closed || one.curves[i].points != other.curves[i].points) return false;
  return true;
}

// Two boxes or hulls have one normal, depths of any size and no crossings (docs/contacts.md, "Two convex bodies").
inline bool has_one_normal(const Body& a, const Body& b) {
  const auto faced = [](const Body& body) {
    return (body.shape.form() == ShapeForm::box || body.shape.form() == ShapeForm::convex) && body.shape.margin() == 0;
  };
  return faced(a) && faced(b);
}

// What is wrong with the contacts of two bodies without radius; empty when nothing is.
inline std::string fault_in_contacts(const Body& a, const Body& b, const ContactSettings& settings,
                                     const ContactResult& result) {
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  const std::vector<Triangle> of_a = posed_triangles(a), of_b = posed_triangles(b);
  const bool convex = has_one_normal(a, b);
  for (std::size_t i = 0; i < result.contacts.size(); ++i) {
    const Contact& c = result.contacts[i];
    const std::string which = "contact " + std::to_string(i) + ": ";
    if (!(std::fabs(length(c.normal) - 1) <= 0x1p-48)) return which + "no unit normal";
    if (!std::isfinite(c.depth) || std::isnan(c.bound)) return which + "no depth";
    if (!c.crossing && !((convex ? -c.depth : std::fabs(c.depth)) <= settings.tolerance + c.bound))
      return which + "deeper than the tolerance";
    if (c.crossing && !(c.depth >= 0)) return which + "a crossing with a gap";
    const double most = convex ? std::max(std::fabs(c.depth), settings.tolerance) : settings.tolerance;
    const double limit = (c.crossing ? 0 : most / 2) + result.point_bound;
    if (!(distance_to(c.point, of_a) <= limit)) return which + "not on a";
    if (!(distance_to(c.point, of_b) <= limit)) return which + "not on b";
    const auto named = [](const Body& body) {
      return body.shape.form() != ShapeForm::box && body.shape.form() != ShapeForm::convex;
    };
    const bool named_a = named(a), named_b = named(b);
    if (named_a && !(distance_to(c.point, {of_a[c.feature_a.triangle]}) <= limit))
      return which + "not on its part of a";
    if (named_b && !(distance_to(c.point, {of_b[c.feature_b.triangle]}) <= limit))
      return which + "not on its part of b";
    for (std::size_t j = 0; j < i; ++j)
      if (result.contacts[j].point == c.point && length(result.contacts[j].normal - c.normal) < 1e-6)
        return which + "repeats " + std::to_string(j);
  }
  const double extent = std::max({length(abs(of_a[0].a)), length(abs(of_b[0].a)), result.point_bound * 0x1p48});
  for (const ContactCurve& curve : result.curves) {
    if (curve.points.size() < 2) return "a curve of one point";
    for (const Vec3& point : curve.points)
      if (!(distance_to(point, of_a) <= extent * 0x1p-52 && distance_to(point, of_b) <= extent * 0x1p-52))
        return "a curve's point is off the surfaces";
  }
  return {};
}

// Surfaces of every form and pose: contacts exactly where the bodies are within the tolerance.
inline Tally check_contacts(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const auto [a, b] = random_bodies(dice, kind, triangles);
    const Box box = posed_box(a.pose, a.shape.bounds());
    const double size = length(box.hi - box.lo);
    const ContactSettings settings{.tolerance = dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(-12, -1)),
                                   .curves = dice.chance(2)};
    const ContactResult result = find_contacts(a, b, settings);
    const bool near = within(a, b, settings.tolerance).yes();
    tally.count(name(kind), near);
    std::string fault = fault_in_contacts(a, b, settings, result);
    if (fault.empty() && near == result.contacts.empty()) fault = near ? "no contact" : "a contact of bodies apart";
    if (fault.empty() && !mirrors(result, find_contacts(b, a, settings))) fault = "(b, a) does not mirror (a, b)";
    if (!fault.empty()) {
      tally.failure =
          std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(a, b, settings);
      return tally;
    }
  }
  return tally;
}

// --- faces on each other ---

struct Point2 {
  double x, y;
};

// The part of a convex polygon to the left of the line from p to q.
inline std::vector<Point2> clipped(const std::vector<Point2>& polygon, Point2 p, Point2 q) {
  std::vector<Point2> result;
  const auto side = [&](Point2 r) { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 r = polygon[i], s = polygon[(i + 1) % polygon.size()];
    const double at_r = side(r), at_s = side(s);
    if (at_r >= 0) result.push_back(r);
    if ((at_r < 0) != (at_s < 0)) {
      const double t = at_r / (at_r - at_s);
      result.push_back({r.x + (s.x - r.x) * t, r.y + (s.y - r.y) * t});
    }
  }
  return result;
}

// A box of random tessellation around the origin, or a primitive one. `exact`: no vertex of it is rounded.
inline Shape random_box(oracle::Dice& dice, Vec3 half, bool exact = false) {
  if (dice.chance(3)) return make_box(half);
  scenes::MeshData cube = scenes::cube(exact ? dice.pick({1u, 2u, 4u}) : dice.pick({1u, 2u, 3u, 4u, 5u}));
  for (Vec3& v : cube.vertices) v = {v.x * half.x, v.y * half.y, v.z * half.z};
  return mesh_of(cube, {.solid = dice.chance(2)});
}

// a is on b: below it by `gap` along the world's z, and touching in the corners of `region`, at z = 0.
inline std::string fault_in_rest(const Body& a, const Body& b, const ContactSettings& settings, const Pose& world,
                                 std::vector<Point2> region, double gap) {
  const ContactResult result = find_contacts(a, b, settings);
  if (std::string fault = fault_in_contacts(a, b, settings, result); !fault.empty()) return fault;
  if (!mirrors(result, find_contacts(b, a, settings))) return "(b, a) does not mirror (a, b)";
  if (result.contacts.size() != region.size())
    return std::to_string(result.contacts.size()) + " contacts, not " + std::to_string(region.size());
  const Vec3 down = world.linear * Vec3{0, 0, -1};
  // Corners that are aside of each other by rounding are so by an angle.
  const double aside = gap > 0 ? 1e-15 * (4 + length(world.translation)) / gap : 0;
  for (const Contact& c : result.contacts) {
    // A corner is where two sides cross that are each known to within a few bounds, at an angle of 0.05 or more.
    const double wide = 8 * settings.tolerance + 160 * c.bound;
    const auto at = std::ranges::find_if(region, [&](Point2 p) {
      return length(world * Vec3{p.x, p.y, 0} - c.point) <= wide;
    });
    if (at == region.end()) return "a contact that is no corner of the common region";
    region.erase(at);
    if (c.crossing) return "a crossing";
    if (c.patch != 0) return "more than one patch";
    if (!(length(c.normal - down) <= 1e-6 + 4 * aside)) return "the normal is not the face's";
    if (!(std::fabs(c.depth + gap) <= 0.1 * settings.tolerance + c.bound))
      return "the depth is not the gap's: " + std::to_string(c.depth / settings.tolerance) + " and " +
             std::to_string(-gap / settings.tolerance) + " of the tolerance";
  }
  return {};
}

// A box on a box, or on a triangulated floor, turned about the normal and shifted, with a gap or an overlap below the
// tolerance, all of it under a rotation and an offset: contacts at the corners of the common region, and nowhere else.
inline Tally check_resting_boxes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool on_floor = dice.chance(2);
    const auto half_length = [&] { return dice.uniform(0.5, 2); };
    const Vec3 upper{half_length(), half_length(), half_length()};
    Vec3 lower{half_length(), half_length(), half_length()};
    Shape floor;
    if (on_floor) {
      const std::uint32_t cells = static_cast<std::uint32_t>(dice.integer(1, 8));
      lower = {dice.uniform(1, 3), dice.uniform(1, 3), 0};
      floor = make_terrain(cells + 1, cells + 1, 2 * lower.x / cells, 2 * lower.y / cells,
                           std::vector<double>((cells + 1) * (cells + 1), 0.0));
    } else {
      floor = random_box(dice, lower);
    }
    const Pose lower_in_world = on_floor ? make_pose({-lower.x, -lower.y, 0}) : make_pose({0, 0, -lower.z});
    const bool aligned = dice.chance(3);
    const double angle = aligned ? 0 : dice.uniform(0.05, 1.5);
    const Vec3 shift{dice.uniform(-1, 1) * (lower.x + upper.x) * 1.2, dice.uniform(-1, 1) * (lower.y + upper.y) * 1.2,
                     0};
    const Quat turn{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
    const Vec3 offset = dice.chance(2) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 4));
    const double tolerance = (4 + length(offset)) * (dice.chance(2) ? 1e-14 : 1e-9);
    const double gap = dice.chance(2) ? 0 : dice.uniform(-0.5, 0.5) * tolerance;
    const Pose world = dice.chance(4) ? make_pose(offset) : make_pose(offset, dice.rotation());
    const Body a{random_box(dice, upper), world * make_pose(shift + Vec3{0, 0, upper.z + gap}, turn)};
    const Body b{floor, world * lower_in_world};

    std::vector<Point2> region;
    const Mat3 turned = to_matrix(turn);
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
      const Vec3 p = turned * Vec3{x * upper.x, y * upper.y, 0} + shift;
      region.push_back({p.x, p.y});
    }
    const Point2 corners[4] = {{-lower.x, -lower.y}, {lower.x, -lower.y}, {lower.x, lower.y}, {-lower.x, lower.y}};
    for (int k = 0; k < 4 && !region.empty(); ++k) region = clipped(region, corners[k], corners[(k + 1) % 4]);

    tally.count(on_floor ? "on a floor" : "on a box", !region.empty());
    const ContactSettings settings{.tolerance = tolerance};
    const std::string fault = fault_in_rest(a, b, settings, world, region, gap);
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(a, b, settings);
      return tally;
    }
  }
  return tally;
}

// A box on a box, both turned, whose sides are flush on one side, on two, or all around, to within rounding: the
// corners of the common rectangle, as anywhere else.
inline Tally check_flush_boxes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 lower{dice.uniform(0.5, 2), dice.uniform(0.5, 2), dice.uniform(0.5, 2)};
    Vec3 upper = lower, shift;
    int flush = 0;
    double low[2], high[2];
    for (int k = 0; k < 2; ++k) {
      switch (dice.integer(0, 3)) {
        case 0:  // both sides
          flush += 2;
          break;
        case 1:
          ++flush;
          upper[k] = lower[k] * dice.uniform(0.3, 2);
          shift[k] = lower[k] - upper[k];
          break;
        case 2:
          ++flush;
          upper[k] = lower[k] * dice.uniform(0.3, 2);
          shift[k] = upper[k] - lower[k];
          break;
        default:
          upper[k] = lower[k] * dice.uniform(0.3, 0.9);
          shift[k] = dice.uniform(-0.9, 0.9) * (lower[k] - upper[k]);
      }
      low[k] = std::max(-lower[k], shift[k] - upper[k]);
      high[k] = std::min(lower[k], shift[k] + upper[k]);
    }
    const Vec3 offset = dice.chance(2) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 4));
    const ContactSettings settings{.tolerance = (4 + length(offset)) * (dice.chance(2) ? 1e-14 : 1e-9)};
    const double gap = dice.chance(2) ? 0 : dice.uniform(-0.5, 0.5) * settings.tolerance;
    const Pose world = make_pose(offset, dice.rotation());
    const Body a{random_box(dice, upper), world * make_pose(shift + Vec3{0, 0, upper.z + gap})};
    const Body b{random_box(dice, lower), world * make_pose({0, 0, -lower.z})};
    tally.count(std::to_string(flush) + " sides", flush > 0);
    const std::vector<Point2> region{{low[0], low[1]}, {high[0], low[1]}, {high[0], high[1]}, {low[0], high[1]}};
    if (const std::string fault = fault_in_rest(a, b, settings, world, region, gap); !fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(a, b, settings);
      return tally;
    }
  }
  return tally;
}

inline std::vector<Vec3> posed_corners(const Body& body) {
  std::vector<Vec3> corners;
  for (const Triangle& t : posed_triangles(body)) corners.insert(corners.end(), {t.a, t.b, t.c});
  return corners;
}

// Boxes with integer corners in a frame that is turned, all of it in exact numbers, so that faces are flush bit for
// bit: they touch, and have no depth. Where they share a rectangle, a segment or a point, exactly its corners are
// contacts, and their normals are the sum of the directions in which one box ends where the other begins: of a
// rectangle, the face's. Of two primitive boxes the normal is any along which they are parted.
inline Tally check_grid_boxes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  while (tally.total().cases < count) {
    const bool turned = dice.chance(2);
    Mat3 frame;
    if (turned) {  // of a quaternion of integers: a rotation times the square of its length
      const double w = dice.integer(1, 2);
      const Vec3 v = dice.grid(-2, 2);
      const auto along = [&](Vec3 u) { return u * (w * w - dot(v, v)) + v * (2 * dot(v, u)) + cross(v, u) * (2 * w); };
      frame = {along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})};
    }
    Box box[2];
    Body body[2];
    for (int k = 0; k < 2; ++k) {
      Vec3 p = dice.grid(-3, 3);
      const Vec3 size = dice.grid(1, 4);
      const int axis = dice.integer(0, 2);
      if (k == 1) p[axis] = dice.chance(2) ? box[0].hi[axis] : box[0].lo[axis] - size[axis];
      box[k] = {p, p + size};
      // Rounded vertices in the midst of a face leave it not flat when it is turned.
      body[k] = {random_box(dice, size * 0.5, turned), {frame, frame * (p + size * 0.5)}};
    }
    const Vec3 lo = max(box[0].lo, box[1].lo), hi = min(box[0].hi, box[1].hi);
    const bool touching = lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z;
    std::vector<Vec3> corners;
    for (int k = 0; touching && k < 8; ++k) {
      const Vec3 p = frame * Vec3{(k & 1) != 0 ? hi.x : lo.x, (k & 2) != 0 ? hi.y : lo.y, (k & 4) != 0 ? hi.z : lo.z};
      if (std::ranges::find(corners, p) == corners.end()) corners.push_back(p);
    }
    Vec3 normal;
    for (int k = 0; k < 3; ++k) normal[k] = box[0].hi[k] <= box[1].lo[k] ? 1 : box[1].hi[k] <= box[0].lo[k] ? -1 : 0;
    normal = frame * normal;
    normal = normal * (1 / length(normal));
    const ContactSettings settings{.tolerance = dice.chance(2) ? 0 : 1e-9};
    const ContactResult result = find_contacts(body[0], body[1], settings);
    tally.count(corners.size() == 4   ? "rectangle"
                : corners.size() == 2 ? "segment"
                : touching            ? "point"
                                      : "apart",
                touching);
    std::string fault = fault_in_contacts(body[0], body[1], settings, result);
    if (fault.empty() && !mirrors(result, find_contacts(body[1], body[0], settings)))
      fault = "(b, a) does not mirror (a, b)";
    if (fault.empty() && result.contacts.size() != corners.size())
      fault = std::to_string(result.contacts.size()) + " contacts, not " + std::to_string(corners.size());
    for (const Contact& c : result.contacts) {
      if (has_one_normal(body[0], body[1])) {
        if (std::ranges::none_of(corners, [&](Vec3 p) { return length(p - c.point) <= result.point_bound; }))
          fault = "a contact at no corner";
        if (c.crossing || !(std::fabs(c.depth) <= c.bound)) fault = "a contact with a depth";
        double beyond = 0;  // of b, along the normal
        for (const Vec3& p : posed_corners(body[0]))
          for (const Vec3& q : posed_corners(body[1])) beyond = std::max(beyond, dot(c.normal, p - q));
        if (!(beyond <= c.bound)) fault = "a normal along which the boxes are not parted";
        continue;
      }
      if (std::ranges::find(corners, c.point) == corners.end()) fault = "a contact at no corner";
      if (c.crossing || c.depth != 0) fault = "a contact with a depth";
      if (!(length(c.normal - normal) <= 1e-15)) fault = "a normal that is not that of the common face";
    }
    if (classify(body[0], body[1]).answer != (touching ? PairClass::touching : PairClass::clear)) fault = "the class";
    if (body[0].shape.solid() && body[1].shape.solid() && find_penetration(body[0], body[1]).depth != 0)
      fault = "a depth";
    if (!fault.empty()) {
      tally.failure = fault + "\n" + contact_lines(body[0], body[1], settings);
      return tally;
    }
  }
  return tally;
}

// --- curves ---

// The length of the segment in which two triangles in general position cross; 0 when they do not.
inline double crossing_length(const Triangle& s, const Triangle& t) {
  const auto interval = [](const Triangle& cut, const Triangle& by, Vec3 line, double& lo, double& hi) {
    const Vec3 n = cross(by.b - by.a, by.c - by.a);
    const Vec3 corner[3] = {cut.a, cut.b, cut.c};
    lo = std::numeric_limits<double>::infinity();
    hi = -lo;
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = corner[k], q = corner[(k + 1) % 3];
      const double at_p = dot(n, p - by.a), at_q = dot(n, q - by.a);
      if ((at_p < 0) == (at_q < 0)) continue;
      const double along = dot(line, p + (q - p) * (at_p / (at_p - at_q)));
      lo = std::min(lo, along);
      hi = std::max(hi, along);
    }
  };
  Vec3 line = cross(cross(s.b - s.a, s.c - s.a), cross(t.b - t.a, t.c - t.a));
  line = line * (1 / length(line));
  double lo_s, hi_s, lo_t, hi_t;
  interval(s, t, line, lo_s, hi_s);
  interval(t, s, line, lo_t, hi_t);
  return std::max(0.0, std::min(hi_s, hi_t) - std::max(lo_s, lo_t));
}

// Closed surfaces in general position: closed curves, as long as all pairs of triangles cross together.
inline Tally check_curves(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const auto closed_surface = [&] {
    const int kind = dice.integer(0, 3);
    return mesh_of(kind == 0   ? scenes::sphere(triangles)
                   : kind == 1 ? scenes::torus(triangles)
                   : kind == 2 ? scenes::knot(triangles)
                               : scenes::cube(3),
                   {.solid = dice.chance(2)});
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    const Body a{closed_surface(), make_pose(dice.in_cube(1), dice.rotation())};
    const Body b{closed_surface(),
                 make_pose(a.pose.translation + dice.direction() * dice.uniform(0, 2), dice.rotation())};
    const ContactSettings settings{.reduce = dice.chance(2), .curves = true};
    const ContactResult result = find_contacts(a, b, settings);
    std::string fault = fault_in_contacts(a, b, settings, result);
    double expected = 0, found = 0;
    const std::vector<Triangle> of_a = posed_triangles(a), of_b = posed_triangles(b);
    for (const auto& [p, q] : brute_force(a, b, triangles_meet)) expected += crossing_length(of_a[p], of_b[q]);
    for (const ContactCurve& curve : result.curves) {
      if (!curve.closed) fault = "an open curve";
      for (std::size_t k = 0; k < curve.points.size(); ++k)
        found += length(curve.points[(k + 1) % curve.points.size()] - curve.points[k]);
    }
    tally.count(result.curves.size() > 1 ? "several curves" : "at most one curve", !result.curves.empty());
    if (fault.empty() && !(std::fabs(found - expected) <= 1e-9 * (1 + expected)))
      fault = "curves of length " + std::to_string(found) + ", not " + std::to_string(expected);
    if (fault.empty() && !mirrors(result, find_contacts(b, a, settings))) fault = "(b, a) does not mirror (a, b)";
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(a, b, settings);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
