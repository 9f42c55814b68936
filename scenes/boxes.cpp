#include "scenes/boxes.h"

#include "scenes/turn.h"

namespace graze::scenes {

void add_box(MeshData& mesh, Vec3 lo, Vec3 hi, double part, double whole) {
  MeshData box = cube(1);
  const Vec3 centre = (lo + hi) * 0.5, half = (hi - lo) * 0.5;
  const Turn t = turn(part, whole);
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3 v : box.vertices) {
    const Vec3 p{v.x * half.x, v.y * half.y, v.z * half.z};
    mesh.vertices.push_back(centre + Vec3{p.x * t.cos - p.y * t.sin, p.x * t.sin + p.y * t.cos, p.z});
  }
  for (const Index3& triangle : box.triangles)
    mesh.triangles.push_back({triangle[0] + base, triangle[1] + base, triangle[2] + base});
}

void add_prism(MeshData& mesh, const std::vector<Vec3>& outline, double z0, double z1) {
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  const auto sides = static_cast<std::uint32_t>(outline.size());
  for (const double z : {z0, z1})
    for (const Vec3 p : outline) mesh.vertices.push_back({p.x, p.y, z});
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    mesh.triangles.push_back({base + i, base + j, base + sides + j});
    mesh.triangles.push_back({base + i, base + sides + j, base + sides + i});
    if (i == 0 || j == 0) continue;
    mesh.triangles.push_back({base, base + j, base + i});
    mesh.triangles.push_back({base + sides, base + sides + i, base + sides + j});
  }
}

}  // namespace graze::scenes
