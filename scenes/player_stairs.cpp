#include "scenes/motion_parts.h"

namespace graze::scenes {

MeshData ragged_floor(double half, std::uint32_t cells, std::uint64_t seed) {
  MeshData mesh;
  Random random(seed);
  const double cell = 2 * half / cells;
  for (std::uint32_t i = 0; i <= cells; ++i)
    for (std::uint32_t j = 0; j <= cells; ++j) {
      const auto place = [&](std::uint32_t k) {
        const bool rim = k == 0 || k == cells;
        return snapped(-half + cell * (k + (rim ? 0 : random.uniform(-0.3, 0.3))));
      };
      const double x = place(j), y = place(i);
      mesh.vertices.push_back({x, y, 0});
    }
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return i * (cells + 1) + j; };
  for (std::uint32_t i = 0; i < cells; ++i)
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = at(i, j), b = at(i, j + 1), c = at(i + 1, j + 1), d = at(i + 1, j);
      if (random.uniform() < 0.5) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
      } else {
        mesh.triangles.push_back({a, b, d});
        mesh.triangles.push_back({b, c, d});
      }
    }
  return mesh;
}

MeshData staircase(int steps, double rise, double tread, double width) {
  MeshData mesh;
  for (int step = 0; step < steps; ++step) {
    const double end = step + 1 == steps ? (step + 8) * tread : (step + 1) * tread;
    add_box(mesh, {step * tread, -width / 2, 0}, {end, width / 2, (step + 1) * rise});
  }
  for (Vec3& v : mesh.vertices) v = snapped(v);
  return mesh;
}

}  // namespace graze::scenes
