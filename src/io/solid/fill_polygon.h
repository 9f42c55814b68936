// Polygons with holes as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/shape.h"

namespace graze {

using Point2 = std::array<double, 2>;
using PolygonLoop = std::vector<std::uint32_t>;  // indices of points, in order

// Triangles between the loops: outlines counter-clockwise, holes clockwise; where all together run clockwise, so do the
// triangles. Whatever the loops look like, the edges of the triangles are those of the loops, each as often, and others
// in pairs that go both ways: what loops close, the triangles close. Loops of fewer than two points are nothing.
std::vector<Index3> fill_polygon(const std::vector<Point2>& points, const std::vector<PolygonLoop>& loops);

double signed_area(const std::vector<Point2>& points, const PolygonLoop& loop) noexcept;

}  // namespace graze
