#include "io/ifc/primitive.h"

#include <cmath>
#include <numbers>

#include "io/ifc/place.h"
#include "io/ifc/sweep.h"

namespace graze::ifc {

namespace {

double above_zero(const Record& record, std::size_t field) {
  const double value = record.number(field);
  if (!(value > 0) || !std::isfinite(value)) record.fail("its sizes are not above 0");
  return value;
}

// A fan from the outline to a tip.
SolidMesh pointed(const std::vector<Point2>& outline, Vec3 tip) {
  Section base;
  base.add_loop(outline, false);
  SolidMesh mesh;
  for (const Point2& p : base.points) mesh.vertices.push_back({p[0], p[1], 0});
  const auto apex = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(tip);
  const PolygonLoop& loop = base.loops[0];
  for (std::size_t i = 0; i < loop.size(); ++i) mesh.triangles.push_back({loop[i], loop[(i + 1) % loop.size()], apex});
  for (const Index3& t : fill_polygon(base.points, base.loops)) mesh.triangles.push_back({t[0], t[2], t[1]});
  return mesh;
}

SolidMesh ball(const Context& context, double radius) {
  Section half;
  std::vector<Point2> points;
  const int steps = 2 * arc_steps(radius, std::numbers::pi / 2, context.deflection);
  for (int i = 0; i <= steps; ++i) {
    const double a = std::numbers::pi * i / steps;
    points.push_back({i == 0 || i == steps ? 0 : radius * std::sin(a), i == 0       ? -radius
                                                                       : i == steps ? radius
                                                                                    : -radius * std::cos(a)});
  }
  half.add_loop(points, false);
  // The y axis of the half disk becomes z.
  const SolidMesh turned =
      revolved(context, half, half, {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {}}, 2 * std::numbers::pi);
  SolidMesh mesh;
  mesh.append(turned, {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {}});
  return mesh;
}

}  // namespace

bool is_primitive(std::string_view type) {
  return type == "IFCBLOCK" || type == "IFCRECTANGULARPYRAMID" || type == "IFCRIGHTCIRCULARCONE" ||
         type == "IFCRIGHTCIRCULARCYLINDER" || type == "IFCSPHERE";
}

SolidMesh primitive_mesh(const Context& context, const Record& record) {
  SolidMesh mesh;
  const double a = above_zero(record, 1);
  if (record.is("IFCBLOCK") || record.is("IFCRECTANGULARPYRAMID")) {
    const double b = above_zero(record, 2), c = above_zero(record, 3);
    const std::vector<Point2> base = {{0, 0}, {a, 0}, {a, b}, {0, b}};
    if (record.is("IFCBLOCK")) {
      Section section;
      section.add_loop(base, false);
      mesh = extruded(section, {0, 0, c});
    } else {
      mesh = pointed(base, {a / 2, b / 2, c});
    }
  } else if (record.is("IFCSPHERE")) {
    mesh = ball(context, a);
  } else {
    const double radius = above_zero(record, 2);
    mesh = record.is("IFCRIGHTCIRCULARCONE") ? pointed(circle_points(context, radius, radius), {0, 0, a})
                                             : extruded(disk_section(context, radius, 0), {0, 0, a});
  }
  SolidMesh placed;
  placed.append(mesh, placement_at(context, record.ref_or_none(0)));
  return placed;
}

}  // namespace graze::ifc
