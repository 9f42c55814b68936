#include <algorithm>
#include <cmath>

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

RayHit make_hit(const RayTarget& target, const Ray& ray, const Candidate& c) {
  const Triangle t = target.body.triangle(c.triangle);
  RayHit hit;
  hit.t = rounded_parameter(ray, t, c.crossing);
  hit.triangle = c.triangle;
  const auto& tags = target.body.shape->tags;
  hit.tag = tags.empty() ? 0 : tags[c.triangle];
  hit.point = ray.origin + (ray.direction - ray.base) * hit.t;
  hit.barycentric = barycentric(ray, t, c.crossing, hit.point);
  hit.normal = unit_normal(t) * target.body.orientation;
  return hit;
}

bool valid(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && is_finite(ray.base) && !(ray.direction == ray.base) &&
         !std::isnan(ray.max);
}

// What float arithmetic left of a ray: a triangle that it hits or may hit, at s within lo ... hi.
struct Found {
  std::uint32_t triangle;
  float lo, hi;
  bool sure;
};

// Fills `found` with every triangle that may be the answer. Returns false when the tree cannot be used.
bool find_candidates(const RayTarget& target, const Ray& ray, const RaySettings& settings, std::vector<Found>& found,
                     Counters& counters) {
  PlacedRay placed;
  const RayPlacing placing = place_ray(target.placement, ray, placed);
  if (placing != RayPlacing::usable) return placing == RayPlacing::misses;
  const Tree& tree = target.body.shape->tree();
  const Kernels& kernel = kernels();
  const float before_max = placed.surely_before(ray.max);
  float limit = placed.limit(ray.max);
  const auto visit = [&](const Leaf& leaf) {
    LeafHits hits;
    kernel.ray_leaf(placed.frame, limit, leaf, hits);
    counters.triangle_tests += leaf.count;
    for (unsigned bits = hits.possible; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      const bool sure = (hits.certain >> i & 1) != 0 && hits.lo[i] > 0 && hits.hi[i] < before_max;
      const std::uint32_t triangle = tree.order[leaf.first + std::uint32_t(i)];
      target.body.shape->prefetch(triangle);
      found.push_back({triangle, hits.lo[i], hits.hi[i], sure});
      if (!sure || settings.all) continue;
      if (settings.any) return false;
      limit = std::min(limit, hits.hi[i]);
    }
    return true;
  };
  counters.box_tests += traverse_ray(
      tree, placed.frame, [&] { return limit; }, visit);
  if (!settings.all) std::erase_if(found, [&](const Found& f) { return f.lo > limit; });
  return true;
}

// Decides about the candidates in double and exactly; a single sure one needs no more.
void decide(const RayTarget& target, const Ray& ray, std::span<const Found> found, const RaySettings& settings,
            std::vector<Candidate>& hits, Counters& counters) {
  for (const Found& f : found) {
    if (f.sure && (found.size() == 1 || settings.any)) {
      hits.assign(1, {f.triangle, {.hit = true}});
      return;
    }
  }
  for (const Found& f : found) {
    ++counters.double_tests;
    const Candidate c{f.triangle, ray_meets_triangle(ray, target.body.triangle(f.triangle))};
    if (!c.crossing.hit) continue;
    hits.push_back(c);
    if (settings.any && !settings.all) return;
  }
}

// A ray between its search and its answer. Reused from ray to ray.
struct Pending {
  Ray ray;
  RayResult result;
  std::vector<Found> found;
  std::vector<Candidate> hits;
};

// False when the answer is already there.
bool search(const RayTarget& target, const Ray& ray, const RaySettings& settings, Pending& pending) {
  RayResult& result = pending.result;
  result = {};
  pending.ray = ray;
  pending.ray.max = std::min(ray.max, std::numeric_limits<double>::max());
  pending.found.clear();
  pending.hits.clear();
  if (!valid(ray)) result.status = Status::invalid;
  if (!valid(ray) || ray.max < 0) return false;

  if (!find_candidates(target, pending.ray, settings, pending.found, result.counters)) {
    pending.found.clear();
    for (std::uint32_t i = 0; i < target.body.shape->triangle_count; ++i) pending.found.push_back({i, 0, 0, false});
    result.counters.triangle_tests += pending.found.size();
  }
  return !pending.found.empty();
}

void finish(const RayTarget& target, const RaySettings& settings, Pending& pending) {
  auto& [ray, result, found, hits] = pending;
  const std::uint64_t exact_before = exact_count();
  decide(target, ray, found, settings, hits, result.counters);
  result.hit = !hits.empty();
  const auto order = [&](const Candidate& p, const Candidate& q) { return before(target.body, pending.ray, p, q); };
  if (settings.all) {
    std::sort(hits.begin(), hits.end(), order);
    result.hits.reserve(hits.size());
    for (const Candidate& c : hits) result.hits.push_back(make_hit(target, ray, c));
    if (result.hit) result.closest = result.hits.front();
  } else if (result.hit) {
    const auto best = hits.size() == 1 ? hits.begin() : std::min_element(hits.begin(), hits.end(), order);
    result.closest = make_hit(target, ray, *best);
  }
  result.counters.exact_tests += exact_count() - exact_before;
}

RaySettings cleaned(RaySettings settings) {
  if (settings.all) settings.any = false;
  return settings;
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
    if (status != Status::ok) return failed(status);
    Pending pending;
    if (search(target, ray, cleaned(settings), pending)) finish(target, cleaned(settings), pending);
    return std::move(pending.result);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed(Status::out_of_memory);
  }
}

std::vector<RayResult> ray(const Body& body, std::span<const Ray> rays, const RaySettings& settings, int threads) {
  RayTarget target;
  const Status status = make_target(body, target);
  if (status != Status::ok) return std::vector<RayResult>(rays.size(), failed(status));
  std::vector<RayResult> results(rays.size());
  // Several rays are searched before the first is finished, so that their triangles have time to arrive in the cache.
  constexpr std::size_t ahead = 8;
  const RaySettings wanted = cleaned(settings);
  parallel_for(rays.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    Pending pending[ahead];
    bool open[ahead];
    for (std::size_t first = begin; first < end; first += ahead) {
      const std::size_t count = std::min(ahead, end - first);
      for (std::size_t i = 0; i < count; ++i) open[i] = search(target, rays[first + i], wanted, pending[i]);
      for (std::size_t i = 0; i < count; ++i) {
        if (open[i]) finish(target, wanted, pending[i]);
        results[first + i] = std::move(pending[i].result);
      }
    }
  });
  return results;
}

}  // namespace graze
