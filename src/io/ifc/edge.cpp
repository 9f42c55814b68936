#include "io/ifc/edge.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/ifc/curve.h"
#include "io/ifc/place.h"

namespace graze::ifc {

namespace {

std::vector<Vec3> arc_between(const Context& context, const Record& conic, Vec3 start, Vec3 end, bool same_sense) {
  const Pose place = placement_at(context, conic.ref(0));
  const double rx = conic.number(1), ry = conic.is("IFCELLIPSE") ? conic.number(2) : rx;
  if (!(rx > 0) || !(ry > 0)) conic.fail("its radius is not above 0");
  const auto angle_of = [&](Vec3 p) {
    const Vec3 d = p - place.translation;
    return std::atan2(dot(d, place.linear.c1) / ry, dot(d, place.linear.c0) / rx);
  };
  constexpr double turn = 2 * std::numbers::pi;
  const double from = angle_of(start);
  double to = start == end ? from : angle_of(end);
  if (same_sense && to <= from + 1e-12) to += turn;
  if (!same_sense && to >= from - 1e-12) to -= turn;
  const int steps = arc_steps(std::max(rx, ry), to - from, context.deflection);
  std::vector<Vec3> points = {start};
  for (int i = 1; i < steps; ++i) {
    const double a = from + (to - from) * i / steps;
    points.push_back(place * Vec3{rx * std::cos(a), ry * std::sin(a), 0});
  }
  points.push_back(end);
  return points;
}

}  // namespace

std::vector<Vec3> edge_points(const Context& context, std::uint32_t id) {
  const Nested nested(context, id);
  const Record edge = context.record(id);
  if (edge.is("IFCORIENTEDEDGE")) {
    std::vector<Vec3> points = edge_points(context, edge.ref(2));
    if (!edge.flag(3, true)) std::reverse(points.begin(), points.end());
    return points;
  }
  const Vec3 start = point_at(context, edge.ref(0)), end = point_at(context, edge.ref(1));
  if (!edge.is("IFCEDGECURVE")) return {start, end};
  std::uint32_t geometry = edge.ref(2);
  Record curve = context.record(geometry);
  for (int depth = 0; curve.is("IFCSURFACECURVE") || curve.is("IFCSEAMCURVE") || curve.is("IFCINTERSECTIONCURVE");
       ++depth) {
    if (depth > 10) curve.fail("it is made of itself");
    curve = context.record(geometry = curve.ref(0));
  }
  const bool same_sense = edge.flag(3, true);
  if (curve.is("IFCLINE")) return {start, end};
  if (curve.is("IFCCIRCLE") || curve.is("IFCELLIPSE")) return arc_between(context, curve, start, end, same_sense);
  PointChain chain = chain_at(context, geometry);
  if (chain.closed) chain.points.push_back(chain.points.front());
  if (!same_sense) std::reverse(chain.points.begin(), chain.points.end());
  if (chain.points.size() < 2) return {start, end};
  chain.points.front() = start;
  chain.points.back() = end;
  return chain.points;
}

}  // namespace graze::ifc
