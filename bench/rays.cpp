#include "bench/rays.h"

#include <cmath>
#include <optional>

#include "bench/exact.h"

namespace graze::bench {
namespace {

constexpr double float_tolerance = 1e-4, our_tolerance = 1e-12;

Vec3 to_float(Vec3 v) {
  for (int axis = 0; axis < 3; ++axis) v[axis] = static_cast<double>(static_cast<float>(v[axis]));
  return v;
}

bool right(const RayPeer::Hit& hit, const std::optional<double>& truth, double tolerance) {
  if (hit.hit != truth.has_value()) return false;
  return !truth || std::abs(hit.t - *truth) <= tolerance * (1 + *truth);
}

}  // namespace

std::vector<Ray> random_rays(const MeshData& mesh, int count, std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Ray> rays;
  for (int i = 0; i < count; ++i) {
    const Vec3 origin = to_float(random.direction() * 3);
    Vec3 target{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (i % 4 != 0) {
      const Index3& t = mesh.triangles[random.next() % mesh.triangles.size()];
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      target = mesh.vertices[t[0]] * (1 - u - v) + mesh.vertices[t[1]] * u + mesh.vertices[t[2]] * v;
    }
    const Vec3 way = target - origin;
    rays.push_back({origin, to_float(way * (1 / length(way)))});
  }
  return rays;
}

void compare_hits(const MeshData& mesh, std::span<const Ray> rays, std::span<const RayPeer::Hit> ours,
                  std::span<const RayPeer::Hit> theirs, Row& row) {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const std::optional<double> our_t = ours[i].hit ? std::optional(ours[i].t) : std::nullopt;
    if (right(theirs[i], our_t, float_tolerance)) continue;
    ++row.disagreements;
    const std::optional<double> truth = exact_ray(mesh, rays[i]);
    row.ours_wrong += !right(ours[i], truth, our_tolerance);
    row.peer_wrong += !right(theirs[i], truth, float_tolerance);
  }
}

}  // namespace graze::bench
