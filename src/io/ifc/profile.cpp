#include "io/ifc/profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/ifc/curve.h"
#include "io/ifc/place.h"
#include "io/ifc/shaped_profile.h"
#include "math/constants.h"

namespace graze::ifc {

namespace {

std::vector<Point2> flat(const PointChain& chain, const Record& record) {
  if (chain.points.size() < 3) record.fail("an outline has fewer than three points");
  std::vector<Point2> points;
  for (const Vec3& p : chain.points) points.push_back({p.x, p.y});
  return points;
}

void append(Section& section, const Section& other) {
  const auto first = static_cast<std::uint32_t>(section.points.size());
  section.points.insert(section.points.end(), other.points.begin(), other.points.end());
  for (PolygonLoop loop : other.loops) {
    for (std::uint32_t& i : loop) i += first;
    section.loops.push_back(std::move(loop));
  }
}

void place(Section& section, const Pose& pose) {
  for (Point2& p : section.points) {
    const Vec3 q = pose * Vec3{p[0], p[1], 0};
    p = {q.x, q.y};
  }
  const Mat3& m = pose.linear;
  if (m.c0.x * m.c1.y - m.c0.y * m.c1.x < 0)
    for (PolygonLoop& loop : section.loops) std::reverse(loop.begin(), loop.end());
}

// A band of that thickness around a chain.
Section band(const PointChain& chain, double thickness, const Record& record) {
  const auto& p = chain.points;
  const std::size_t n = p.size();
  if (n < 2 || !(thickness > 0)) record.fail("it has no area");
  std::vector<Point2> left, right;
  for (std::size_t i = 0; i < n; ++i) {
    const bool before = i > 0 || chain.closed, after = i + 1 < n || chain.closed;
    const Vec3 u = before ? unit_of(p[i] - p[(i + n - 1) % n]) : unit_of(p[i + 1] - p[i]);
    const Vec3 v = after ? unit_of(p[(i + 1) % n] - p[i]) : u;
    const Vec3 sum{-u.y - v.y, u.x + v.x, 0}, normal{-v.y, v.x, 0};
    const double share = dot(sum, normal);
    const Vec3 out = (share > 1e-6 ? sum / share : normal) * (thickness / 2);
    left.push_back({p[i].x + out.x, p[i].y + out.y});
    right.push_back({p[i].x - out.x, p[i].y - out.y});
  }
  Section section;
  if (chain.closed) {
    section.add_loop(left, false);
    section.add_loop(right, false);
    const double a = std::fabs(signed_area(section.points, section.loops[0]));
    const double b = std::fabs(signed_area(section.points, section.loops[1]));
    PolygonLoop& hole = section.loops[a < b ? 0 : 1];
    std::reverse(hole.begin(), hole.end());
  } else {
    right.insert(right.end(), left.rbegin(), left.rend());
    section.add_loop(right, false);
  }
  return section;
}

}  // namespace

void Section::add_loop(const std::vector<Point2>& list, bool hole) {
  const auto first = static_cast<std::uint32_t>(points.size());
  points.insert(points.end(), list.begin(), list.end());
  PolygonLoop loop(list.size());
  for (std::uint32_t i = 0; i < loop.size(); ++i) loop[i] = first + i;
  if ((signed_area(points, loop) < 0) != hole) std::reverse(loop.begin(), loop.end());
  loops.push_back(std::move(loop));
}

std::vector<Point2> circle_points(const Context& context, double rx, double ry) {
  const int quarter = arc_steps(std::max(rx, ry), pi / 2, context.deflection);
  std::vector<Point2> points;
  for (int i = 0; i < 4 * quarter; ++i) {
    const double angle = pi / 2 * (i % quarter) / quarter, c = i % quarter == 0 ? 1 : std::cos(angle),
                 s = i % quarter == 0 ? 0 : std::sin(angle);
    const Point2 turned[4] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    points.push_back({rx * turned[i / quarter][0], ry * turned[i / quarter][1]});
  }
  return points;
}

Section disk_section(const Context& context, double radius, double inner_radius) {
  if (!(radius > 0) || !std::isfinite(radius)) throw Error("a radius is not above 0");
  Section section;
  section.add_loop(circle_points(context, radius, radius), false);
  if (inner_radius > 0) {
    if (inner_radius >= radius) throw Error("a hollow is wider than what it is in");
    section.add_loop(circle_points(context, inner_radius, inner_radius), true);
  }
  return section;
}

Section section_at(const Context& context, std::uint32_t id) {
  const Nested nested(context, id);
  const Record record = context.record(id);
  Section section;
  if (record.is("IFCARBITRARYCLOSEDPROFILEDEF") || record.is("IFCARBITRARYPROFILEDEFWITHVOIDS")) {
    section.add_loop(flat(chain_at(context, record.ref(2)), record), false);
    if (record.is("IFCARBITRARYPROFILEDEFWITHVOIDS"))
      for (const std::uint32_t inner : record.refs(3)) section.add_loop(flat(chain_at(context, inner), record), true);
  } else if (record.is("IFCCENTERLINEPROFILEDEF")) {
    section = band(chain_at(context, record.ref(2)), record.number(3), record);
  } else if (record.is("IFCCOMPOSITEPROFILEDEF")) {
    for (const std::uint32_t part : record.refs(2)) append(section, section_at(context, part));
  } else if (record.is("IFCDERIVEDPROFILEDEF")) {
    section = section_at(context, record.ref(2));
    place(section, operator_at(context, record.ref(3)));
  } else if (record.is("IFCMIRROREDPROFILEDEF")) {
    section = section_at(context, record.ref(2));
    place(section, Pose{{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}});
  } else if (record.is("IFCCIRCLEPROFILEDEF")) {
    section = disk_section(context, record.number(3), 0);
    place(section, placement_at(context, record.ref_or_none(2)));
  } else if (record.is("IFCCIRCLEHOLLOWPROFILEDEF")) {
    section = disk_section(context, record.number(3), record.number(3) - record.number(4));
    place(section, placement_at(context, record.ref_or_none(2)));
  } else if (record.is("IFCELLIPSEPROFILEDEF")) {
    section.add_loop(circle_points(context, record.number(3), record.number(4)), false);
    place(section, placement_at(context, record.ref_or_none(2)));
  } else {
    section = shaped_section(context, record);
    place(section, placement_at(context, record.ref_or_none(2)));
  }
  double area = 0;
  for (const PolygonLoop& loop : section.loops) area += signed_area(section.points, loop);
  if (!(area > 0) || !std::isfinite(area)) record.fail("it has no area");
  return section;
}

}  // namespace graze::ifc
