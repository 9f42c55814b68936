// A sheet that moves: what deformable meshes and self-collision are tried on.
#include <algorithm>
#include <cmath>

#include "scenes/scenes.h"
#include "scenes/turn.h"

namespace graze::scenes {

MeshData cloth(std::uint32_t triangles) {
  const auto cells = std::max(1u, static_cast<std::uint32_t>(std::sqrt(triangles / 2.0) + 0.5));
  MeshData mesh;
  for (std::uint32_t i = 0; i <= cells; ++i)
    for (std::uint32_t j = 0; j <= cells; ++j) mesh.vertices.push_back({2.0 * i / cells - 1, 2.0 * j / cells - 1, 0});
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return i * (cells + 1) + j; };
  for (std::uint32_t i = 0; i < cells; ++i)
    for (std::uint32_t j = 0; j < cells; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

std::vector<Vec3> waving(const MeshData& cloth, double time) {
  std::vector<Vec3> moved = cloth.vertices;
  for (Vec3& p : moved) {
    const double away = p.x + 1;  // from the edge that is held
    const Turn wave = turn(0.75 * away - time, 1), ripple = turn(2 * p.y + 0.3 * away + 1.7 * time, 1);
    p = {p.x - 0.02 * away * wave.cos, p.y, away * (0.12 * wave.sin + 0.015 * ripple.sin)};
  }
  return moved;
}

std::vector<Vec3> pleated(const MeshData& cloth, double depth) {
  std::vector<Vec3> moved = cloth.vertices;
  for (Vec3& p : moved) {
    const Turn pleat = turn(4 * p.x, 1), twice = turn(8 * p.x, 1), along = turn(0.5 * p.y, 1);
    p = {0.4 * p.x - depth * twice.sin, p.y, 0.2 * pleat.sin * (1 + 0.2 * along.sin)};
  }
  return moved;
}

}  // namespace graze::scenes
