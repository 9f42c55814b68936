#include <algorithm>
#include <cmath>
#include <new>

#include "base/executor.h"
#include "graze/query.h"
#include "math/exact.h"
#include "narrow/ray_candidates.h"
#include "narrow/ray_triangle.h"

namespace graze {
namespace {

struct Candidate {
  std::uint32_t triangle = 0;
  RayCrossing crossing;
};

// Orders by exact parameter, then index. Brackets decide unless they overlap.
bool before(const Posed& body, const Ray& ray, const Candidate& p, const Candidate& q) {
  if (p.crossing.hi < q.crossing.lo) return true;
  if (q.crossing.hi < p.crossing.lo) return false;
  const int order = compare(exact_parameter(ray, body.triangle(p.triangle), p.crossing),
                            exact_parameter(ray, body.triangle(q.triangle), q.crossing));
  return order != 0 ? order < 0 : p.triangle < q.triangle;
}

// Unit length by a power-of-two scaling first, so that neither the area of a tiny triangle nor of a huge one is lost.
Vec3 unit_normal(const Triangle& t, int orientation) {
  const Vec3 u = t.b - t.a, v = t.c - t.a;
  const auto largest = [](Vec3 w) { return std::fmax(std::fmax(std::fabs(w.x), std::fabs(w.y)), std::fabs(w.z)); };
  const double size_u = largest(u), size_v = largest(v);
  if (!(size_u > 0) || !(size_v > 0) || !std::isfinite(size_u) || !std::isfinite(size_v)) return {};
  const auto scaled = [](Vec3 w, double size) {
    const int e = -std::ilogb(size);
    return Vec3{std::scalbn(w.x, e), std::scalbn(w.y, e), std::scalbn(w.z, e)};
  };
  const Vec3 normal = cross(scaled(u, size_u), scaled(v, size_v));
  const double norm = length(normal);
  return norm > 0 ? normal * (orientation / norm) : Vec3{};
}

RayHit make_hit(const RayTarget& target, const Ray& ray, const Candidate& c) {
  const Triangle t = target.body.triangle(c.triangle);
  RayHit hit;
  hit.t = rounded_parameter(ray, t, c.crossing);
  hit.triangle = c.triangle;
  const auto& tags = target.body.shape->tags;
  hit.tag = tags.empty() ? 0 : tags[c.triangle];
  hit.point = ray.origin + ray.direction * hit.t;
  hit.barycentric = barycentric(ray, t, c.crossing, hit.point);
  hit.normal = unit_normal(t, determinant_sign(target.body.pose.linear));
  return hit;
}

bool valid(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && !(ray.direction == Vec3{}) && !std::isnan(ray.max);
}

RayResult cast(const RayTarget& target, Ray ray, const RaySettings& settings) {
  RayResult result;
  if (!valid(ray)) {
    result.status = Status::invalid;
    return result;
  }
  ray.max = std::min(ray.max, std::numeric_limits<double>::max());
  if (ray.max < 0) return result;

  const std::uint64_t exact_before = exact_count();
  std::vector<Candidate> found;
  Candidate best;
  double upper = ray.max;
  const auto leaf = [&](std::uint32_t index) {
    ++result.counters.triangle_tests;
    const Candidate c{index, ray_meets_triangle(ray, target.body.triangle(index))};
    if (!c.crossing.hit) return true;
    if (settings.all) found.push_back(c);
    if (!result.hit || before(target.body, ray, c, best)) best = c;
    result.hit = true;
    if (!settings.all) upper = std::min(upper, best.crossing.hi);
    return !settings.any || settings.all;
  };
  for_each_candidate(
      target, ray, [&] { return upper; }, leaf, result.counters);
  if (result.hit) result.closest = make_hit(target, ray, best);
  if (settings.all) {
    std::sort(found.begin(), found.end(),
              [&](const Candidate& p, const Candidate& q) { return before(target.body, ray, p, q); });
    result.hits.reserve(found.size());
    for (const Candidate& c : found) result.hits.push_back(make_hit(target, ray, c));
  }
  result.counters.exact_tests = exact_count() - exact_before;
  return result;
}

RayResult failed(Status status) {
  RayResult result;
  result.status = status;
  return result;
}

Status make_target(const Body& body, RayTarget& target) {
  const Status status = make_posed(body, target.body);
  if (status == Status::ok) target.placement = place(*target.body.shape, body.pose);
  return status;
}

}  // namespace

RayResult ray(const Body& body, const Ray& ray, const RaySettings& settings) noexcept {
  try {
    RayTarget target;
    const Status status = make_target(body, target);
    return status == Status::ok ? cast(target, ray, settings) : failed(status);
  } catch (const std::bad_alloc&) {
    return failed(Status::out_of_memory);
  }
}

std::vector<RayResult> ray(const Body& body, std::span<const Ray> rays, const RaySettings& settings, int threads) {
  RayTarget target;
  const Status status = make_target(body, target);
  if (status != Status::ok) return std::vector<RayResult>(rays.size(), failed(status));
  std::vector<RayResult> results(rays.size());
  parallel_for(rays.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) results[i] = cast(target, rays[i], settings);
  });
  return results;
}

}  // namespace graze
