#include <algorithm>
#include <cmath>

#include "base/executor.h"
#include "graze/query.h"
#include "math/exact.h"
#include "narrow/ray_candidates.h"
#include "narrow/ray_triangle.h"

namespace graze {

RayTarget ray_target(const Posed& body, const Placement& placement) {
  return {body, placement, bare(body.shape->ray_tree()), ray_cast(), &ray_kernels()};
}

void find_candidates(const RayTarget& target, const PlacedRays& placed, int index, const Ray& ray, RayAim aim,
                     RayCandidates& found) {
  found.size = found.boxes = found.triangles = 0;
  if ((placed.usable >> index & 1) != 0) {
    target.cast(target.tree, placed.frames, index, {aim, placed.limit(index, ray.max), placed.surely_before(index, ray.max)},
                found);
  } else if ((placed.misses >> index & 1) == 0) {
    found.triangles = target.body.shape->triangle_count;
    found.many.assign(found.triangles, {0, 0, 0, false});
    for (std::uint32_t i = 0; i < found.triangles; ++i) found.many[i].triangle = i;
    found.data = found.many.data();
    found.size = found.capacity = found.triangles;
  }
}

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

// What double arithmetic did not know of a hit is found exactly.
void write_hit(const RayTarget& target, const RayMeeting& m, const Candidate& c, RayHit& hit) {
  const auto& tags = target.body.shape->tags;
  hit.triangle = c.triangle;
  hit.tag = tags.empty() ? 0 : tags[c.triangle];
  hit.t = m.t;
  hit.point = m.point;
  hit.normal = m.normal * target.body.orientation;
  hit.barycentric = m.barycentric;
  const bool known = !c.crossing.flat && !std::isnan(m.t);
  if (known && m.has_normal && m.has_barycentric) return;

  const Ray& ray = *m.ray;
  if (!known) {
    hit.t = rounded_parameter(ray, m.triangle, c.crossing);
    hit.point = ray.origin + (ray.direction - ray.base) * hit.t;
  }
  if (!m.has_normal) hit.normal = unit_normal(m.triangle) * target.body.orientation;
  if (!known || !m.has_barycentric) hit.barycentric = barycentric(ray, m.triangle, c.crossing, hit.point);
}

void make_hit(const RayTarget& target, const Ray& ray, const Candidate& c, RayHit& hit) {
  RayMeeting meeting;
  meeting.ray = &ray;
  meeting.triangle = target.body.triangle(c.triangle);
  target.kernels->meet(&meeting, 1);
  write_hit(target, meeting, c, hit);
}

bool valid(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && is_finite(ray.base) && !(ray.direction == ray.base) &&
         !std::isnan(ray.max);
}

RayAim aim_of(const RaySettings& settings) {
  return settings.all ? RayAim::all : settings.any ? RayAim::any : RayAim::closest;
}

// Decides about the candidates in double and exactly, one after the other.
void decide(const RayTarget& target, const Ray& ray, RayAim aim, const RayCandidates& found, RayResult& result) {
  const std::uint64_t exact_before = exact_count();
  std::vector<Candidate> hits;
  for (std::uint32_t i = 0; i < found.size && (aim != RayAim::any || hits.empty()); ++i) {
    const std::uint32_t triangle = found.data[i].triangle;
    const Candidate c{triangle, ray_meets_triangle(ray, target.body.triangle(triangle))};
    if (c.crossing.hit) hits.push_back(c);
  }
  const auto order = [&](const Candidate& p, const Candidate& q) { return before(target.body, ray, p, q); };
  result.hit = !hits.empty();
  if (aim == RayAim::all) {
    std::sort(hits.begin(), hits.end(), order);
    result.hits.resize(hits.size());
    for (std::size_t i = 0; i < hits.size(); ++i) make_hit(target, ray, hits[i], result.hits[i]);
    if (result.hit) result.closest = result.hits.front();
  } else if (result.hit) {
    make_hit(target, ray, *std::min_element(hits.begin(), hits.end(), order), result.closest);
  }
  result.counters.exact_tests += exact_count() - exact_before;
}

// Up to RayFrames::width rays. They are cast one by one; what they have in common is done for all at once, and between
// the steps the memory of their triangles arrives: first the indices, then the corners.
class RayGroup {
 public:
  void run(const RayTarget& target, std::span<const Ray> rays, RayAim aim, RayResult* results) {
    const Shape::Data& shape = *target.body.shape;
    const int count = int(rays.size());
    target.kernels->place(target.placement, rays.data(), count, placed_);
    for (int i = 0; i < count; ++i) {
      const Ray& ray = rays[std::size_t(i)];
      RayResult& result = results[i];
      result.status = valid(ray) ? Status::ok : Status::invalid;
      result.hit = false;
      result.closest = {};
      result.hits.clear();
      result.counters = {};
      RayCandidates& found = found_[i];
      found.size = 0;
      if (result.status != Status::ok || ray.max < 0) continue;
      find_candidates(target, placed_, i, ray, aim, found);
      result.counters.box_tests = found.boxes;
      result.counters.triangle_tests = found.triangles;
      if (found.size != 0) shape.prefetch_indices(last(i).triangle);
    }
    for (int i = 0; i < count; ++i)
      if (found_[i].size != 0) shape.prefetch(last(i).triangle);

    int sure[RayFrames::width], sure_count = 0;
    for (int i = 0; i < count; ++i) {
      if (found_[i].size == 0) continue;
      // Nearly always float arithmetic leaves one triangle that is hit without doubt.
      if (last(i).sure && (aim == RayAim::any || (aim == RayAim::closest && found_[i].size == 1))) {
        meetings_[sure_count].ray = &rays[std::size_t(i)];
        meetings_[sure_count].triangle = target.body.triangle(last(i).triangle);
        sure[sure_count++] = i;
      } else {
        decide(target, rays[std::size_t(i)], aim, found_[i], results[i]);
      }
    }
    if (sure_count == 0) return;
    target.kernels->meet(meetings_, sure_count);
    for (int k = 0; k < sure_count; ++k) {
      const int i = sure[k];
      const std::uint64_t before = exact_count();
      results[i].hit = true;
      write_hit(target, meetings_[k], {last(i).triangle, {}}, results[i].closest);
      results[i].counters.exact_tests += exact_count() - before;
    }
  }

 private:
  const RayCandidate& last(int i) const { return found_[i].data[found_[i].size - 1]; }

  PlacedRays placed_;
  RayCandidates found_[RayFrames::width];
  RayMeeting meetings_[RayFrames::width];
};

RayResult failed(Status status) {
  RayResult result;
  result.status = status;
  return result;
}

Status make_target(const Body& body, RayTarget& target) {
  Posed posed_body;
  const Status status = make_posed(body, posed_body);
  if (status == Status::ok) target = ray_target(posed_body, place(*posed_body.shape, body.pose));
  return status;
}

}  // namespace

RayResult ray(const Body& body, const Ray& ray, const RaySettings& settings) noexcept {
  try {
    RayTarget target;
    if (const Status status = make_target(body, target); status != Status::ok) return failed(status);
    RayGroup group;
    RayResult result;
    group.run(target, {&ray, 1}, aim_of(settings), &result);
    return result;
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed(Status::out_of_memory);
  }
}

void ray(const Body& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings,
         int threads) {
  if (results.size() < rays.size()) throw Error("ray: there are fewer results than rays");
  RayTarget target;
  if (const Status status = make_target(body, target); status != Status::ok) {
    std::fill_n(results.begin(), rays.size(), failed(status));
    return;
  }
  const RayAim aim = aim_of(settings);
  parallel_for(rays.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    RayGroup group;
    for (std::size_t first = begin; first < end; first += RayFrames::width)
      group.run(target, rays.subspan(first, std::min(std::size_t(RayFrames::width), end - first)), aim, &results[first]);
  });
}

std::vector<RayResult> ray(const Body& body, std::span<const Ray> rays, const RaySettings& settings, int threads) {
  std::vector<RayResult> results(rays.size());
  ray(body, rays, results, settings, threads);
  return results;
}

}  // namespace graze
