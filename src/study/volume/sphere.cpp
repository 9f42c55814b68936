#include "study/volume/sphere.h"

#include <algorithm>

#include "math/round.h"
#include "study/volume/volume.h"

namespace graze::study {
namespace {

static_assert(Volume<Sphere>);

Vec3 centre_of(const float* p) { return {p[0], p[1], p[2]}; }

Vec3 farthest(std::span<const Triangle> triangles, Vec3 from, double& distance_sq) {
  Vec3 result = triangles[0].a;
  distance_sq = -1;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const Vec3 d = p - from;
      if (const double sq = dot(d, d); sq > distance_sq) {
        distance_sq = sq;
        result = p;
      }
    }
  return result;
}

}  // namespace

// From the middle of the box the centre goes to the farthest point by ever smaller parts of the way (Badoiu and
// Clarkson), which comes near the smallest sphere; whatever it reaches, the radius is measured from there.
Sphere Sphere::fit(std::span<const Triangle> triangles) noexcept {
  Box box;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) box = merge(box, p);
  Vec3 centre = (box.lo + box.hi) * 0.5;
  double sq = 0;
  for (int step = 0; step < 8; ++step)
    centre = centre + (farthest(triangles, centre, sq) - centre) * (1.0 / (step + 3));
  Sphere sphere;
  for (int k = 0; k < 3; ++k) sphere.centre[k] = float(centre[k]);
  farthest(triangles, centre_of(sphere.centre), sq);
  sphere.radius = round_up(std::sqrt(sq) * (1 + 0x1p-50) + 2 * frame_rounding);
  return sphere;
}

Sphere merge(const Sphere& a, const Sphere& b) noexcept {
  const Vec3 from = centre_of(a.centre), way = centre_of(b.centre) - from;
  const double apart = length(way), ra = a.radius, rb = b.radius;
  if (apart * (1 + 0x1p-40) + rb < ra) return a;
  if (apart * (1 + 0x1p-40) + ra < rb) return b;
  const double part = apart > 0 ? std::clamp((apart + rb - ra) / (2 * apart), 0.0, 1.0) : 0;
  Sphere sphere;
  for (int k = 0; k < 3; ++k) sphere.centre[k] = float(from[k] + part * way[k]);
  const Vec3 centre = centre_of(sphere.centre);
  const double to_a = length(centre - from) + ra, to_b = length(centre - centre_of(b.centre)) + rb;
  sphere.radius = round_up(std::max(to_a, to_b) * (1 + 0x1p-48));
  return sphere;
}

}  // namespace graze::study
