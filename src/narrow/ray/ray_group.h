// Rays against the triangles of a placed body: one, or many, sixteen at a time.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "graze/query.h"
#include "graze/ray_brief.h"
#include "narrow/ray/ray_candidates.h"

namespace graze {

// No t past the greatest double can be told, so an endless ray ends there.
inline bool is_endless(const Ray& ray) noexcept { return ray.max == std::numeric_limits<double>::infinity(); }
inline Ray to_the_greatest(Ray ray) noexcept {
  ray.max = std::numeric_limits<double>::max();
  return ray;
}

// The very answer of cast(body, ray, settings) for the body that the target is made of, without a budget; what must be
// told of faults is left to the caller. The result may be a used one.
void cast_placed(const RayTarget& target, const Ray& ray, const RaySettings& settings, RayResult& result) noexcept;

// The ray ends. The result may be a used one. Triangles have the numbers of the tree.
void cast_one(const RayTarget& target, const Ray& ray, const RaySettings& settings, RayResult& result);

// In settings.threads. Results may be used ones; there are at least as many as rays. Rays that go about the same way
// descend together where the closest hit is wanted without a budget; the answers are those of each by itself, but for
// the counters.
void cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayResult* results);
// The same into a list that is made on the way.
std::vector<RayResult> cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings);
// RayWant::all is answered as `closest`.
void cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayBrief* briefs);

RayBrief brief_of(const RayResult& result) noexcept;

}  // namespace graze
