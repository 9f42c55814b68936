// small: two thousand different meshes of 12 to 200 triangles, random ones of them against each other at random poses
// near contact.
#include <algorithm>
#include <cmath>

#include "bench/pairs.h"

namespace graze::bench {
namespace {

constexpr std::uint32_t mesh_count = 2000;

// A cube, sphere, torus or knot, stretched at random along each axis. Any two differ.
MeshData small_mesh(scenes::Random& random) {
  const auto triangles = static_cast<std::uint32_t>(random.uniform(12, 200));
  MeshData mesh;
  switch (random.next() % 4) {
    case 0:
      mesh = scenes::cube(static_cast<std::uint32_t>(std::sqrt(triangles / 12.0)));
      break;
    case 1:
      mesh = scenes::sphere(triangles);
      break;
    case 2:
      mesh = scenes::torus(triangles);
      break;
    default:
      mesh = scenes::knot(triangles);
      break;
  }
  const Vec3 stretch{random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
  for (Vec3& v : mesh.vertices) v = {v.x * stretch.x, v.y * stretch.y, v.z * stretch.z};
  return mesh;
}

double radius(const MeshData& mesh) {
  double largest = 0;
  for (const Vec3& v : mesh.vertices) largest = std::max(largest, length(v));
  return largest;
}

}  // namespace

std::vector<Row> small(const Settings& settings) {
  scenes::Random random(settings.seed);
  std::vector<MeshData> meshes;
  while (meshes.size() < mesh_count) {
    MeshData mesh = small_mesh(random);
    if (mesh.triangles.size() >= 12 && mesh.triangles.size() <= 200) meshes.push_back(std::move(mesh));
  }
  std::vector<PairQuery> queries;
  for (int i = 0; i < settings.effort.small_pairs; ++i) {
    PairQuery query;
    query.a = static_cast<std::uint32_t>(random.next() % mesh_count);
    query.b = static_cast<std::uint32_t>(random.next() % mesh_count);
    query.pose_a = {random_rotation(random), {}};
    // Surfaces of stretched shapes meet at about 0.7 of the sum of their radii: half of the poses collide.
    const double distance = (radius(meshes[query.a]) + radius(meshes[query.b])) * random.uniform(0.5, 0.9);
    query.pose_b = {random_rotation(random), random.direction() * distance};
    queries.push_back(query);
  }
  PairStage stage(std::move(meshes), make_pair_peers());
  return stage.yes_no("small", "12-200", queries, settings.effort);
}

}  // namespace graze::bench
