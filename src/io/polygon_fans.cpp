#include "io/polygon_fans.h"

#include <algorithm>
#include <span>

#include "io/limits.h"
#include "io/solid/fill_polygon.h"

namespace graze {

namespace {

Vec3 doubled_area(const std::vector<Vec3>& vertices, const Index3& t) {
  return cross(vertices[t[1]] - vertices[t[0]], vertices[t[2]] - vertices[t[0]]);
}

// Does every triangle face as all of them together do? But for those that are flat, and rounded.
bool faces_one_way(const std::vector<Vec3>& vertices, std::span<const Index3> triangles, Vec3 normal) {
  const double size = dot(normal, normal);
  return std::all_of(triangles.begin(), triangles.end(), [&](const Index3& t) {
    const Vec3 area = doubled_area(vertices, t);
    return size > 0 ? dot(area, normal) >= -1e-9 * size : dot(area, area) == 0;
  });
}

}  // namespace

std::size_t PolygonFans::mend(const std::vector<Vec3>& vertices, std::vector<Index3>& triangles) const {
  std::size_t crossed = 0;
  std::uint64_t work_left = limits::polygon_work(triangles.size());
  for (const Fan& fan : fans) {
    const std::span<Index3> cut(triangles.data() + fan.first, fan.count);
    Vec3 normal;
    for (const Index3& t : cut) normal = normal + doubled_area(vertices, t);
    if (faces_one_way(vertices, cut, normal)) continue;
    const std::uint64_t work = std::uint64_t(fan.count) * fan.count;
    if (work > work_left) {
      ++crossed;
      continue;
    }
    work_left -= work;
    // In the plane of the two axes that the face is seen best along.
    const Vec3 size = abs(normal);
    const int away = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int u = (away + 1) % 3, v = (away + 2) % 3;
    PolygonLoop corners = {cut[0][0], cut[0][1]};
    for (const Index3& t : cut) corners.push_back(t[2]);
    std::vector<Point2> points;
    PolygonLoop loop;
    for (const std::uint32_t corner : corners) {
      loop.push_back(static_cast<std::uint32_t>(points.size()));
      points.push_back({vertices[corner][u], vertices[corner][v]});
    }
    std::vector<Index3> filled = fill_polygon(points, {loop});
    for (Index3& t : filled) t = {corners[t[0]], corners[t[1]], corners[t[2]]};
    if (filled.size() == cut.size() && faces_one_way(vertices, filled, normal)) {
      std::copy(filled.begin(), filled.end(), cut.begin());
    } else {
      ++crossed;
    }
  }
  return crossed;
}

}  // namespace graze
