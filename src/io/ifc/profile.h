// Profile definitions of an IFC file as polygons with holes in the plane.
#pragma once

#include <vector>

#include "io/ifc/context.h"
#include "io/solid/fill_polygon.h"

namespace graze::ifc {

// Outlines run counter-clockwise, holes clockwise.
struct Section {
  std::vector<Point2> points;
  std::vector<PolygonLoop> loops;

  void add_loop(const std::vector<Point2>& points, bool hole);
};

// All areas of the profile together. Throws Error naming what is not read or has no area.
Section section_at(const Context& context, std::uint32_t id);

Section disk_section(const Context& context, double radius, double inner_radius);
std::vector<Point2> circle_points(const Context& context, double rx, double ry);

}  // namespace graze::ifc
