// Meshes made of many closed boxes.
#pragma once

#include "scenes/scenes.h"

namespace graze::scenes {

// Adds the 12 triangles of a box, turned about its own vertical middle by `part` of `whole` steps around.
void add_box(MeshData& mesh, Vec3 lo, Vec3 hi, double part = 0, double whole = 1);

// Adds a prism from z0 to z1: its outline, counter-clockwise, seen from above, must be seen whole from its first point.
void add_prism(MeshData& mesh, const std::vector<Vec3>& outline, double z0, double z1);

}  // namespace graze::scenes
