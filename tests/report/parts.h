// Boxes as parts, and what is found among them.
#pragma once

#include <string>
#include <vector>

#include "report/clash_report.h"

namespace graze::test {

inline Shape box_mesh(Vec3 half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  const std::vector<Index3> triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return make_mesh(corners, triangles, {.solid = true});
}

inline Part box_part(const std::string& path, Vec3 half, Vec3 at) {
  return {path, path, box_mesh(half), make_pose(at), ""};
}

inline ClashReport report_of(std::vector<Part> parts, const ClashSettings& settings = {}) {
  ClashReport report;
  report.files = {"model.glb"};
  report.assembly.parts = std::move(parts);
  report.assembly.metres_per_unit = 1;
  report.units = "m";
  report.settings = settings;
  report.result = find_clashes(report.assembly.parts, settings);
  report.group_radius = 1;
  return report;
}

// One pair of each class, far from the others, in the order of ClashClass.
inline ClashReport one_of_each() {
  return report_of({box_part("a0", {1, 1, 1}, {0, 0, 0}), box_part("a1", {1, 1, 1}, {1.5, 0.25, 0.5}),
                    box_part("b0", {2, 2, 2}, {0, 10, 0}), box_part("b1", {0.5, 0.5, 0.5}, {0.5, 10, 0}),
                    box_part("c0", {1, 1, 1}, {0, 20, 0}), box_part("c1", {1, 1, 1}, {0, 20, 0}),
                    box_part("d0", {1, 1, 1}, {0, 30, 0}), box_part("d1", {1, 1, 1}, {2, 30.5, 0.5}),
                    box_part("e0", {1, 1, 1}, {0, 40, 0}), box_part("e1", {1, 1, 1}, {2.25, 40, 0})},
                   {.clearance = 0.5});
}

}  // namespace graze::test
