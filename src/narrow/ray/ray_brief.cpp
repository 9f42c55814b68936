// Rays of graze/ray_brief.h. Triangles are asked for what a brief says; of other bodies there are full results in small
// batches, of which the brief part is kept.
#include "graze/ray_brief.h"

#include <algorithm>
#include <vector>

#include "base/executor.h"
#include "base/float_state.h"
#include "narrow/prepared.h"
#include "narrow/ray/ray_group.h"

namespace graze {
namespace {

// Full results that stay in the nearest cache of a core, and enough of them that what is done once per block does not
// count.
constexpr std::size_t block = 64;

}  // namespace

void cast(const Body& body, std::span<const Ray> rays, std::span<RayBrief> briefs, const RaySettings& settings) {
  const FloatState standard;
  if (briefs.size() < rays.size()) throw Error("ray: there are fewer briefs than rays");
  RaySettings each = settings;
  each.threads = 1;
  if (each.want == RayWant::all) each.want = RayWant::closest;
  if (rays.size() == 1) {  // without memory of the heap
    briefs[0] = brief_of(cast(body, rays[0], each));
    return;
  }
  const Prepared prepared(body);  // placed once for all blocks
  const PreparedData& data = data_of(prepared);
  if (data.rays == PreparedData::Rays::triangles && settings.budget == unlimited_budget) {
    const RayTarget& target = data.ray_target();
    const ShapeData& shape = *target.body.shape;
    const bool named = shape.primitive() || shape.form == ShapeForm::polyhedron;
    cast_many(target, rays, settings, briefs.data());
    if (named)
      for (RayBrief& brief : briefs.first(rays.size()))
        if (brief.yes()) brief.triangle = shape.number(brief.triangle);
    return;
  }
  parallel_for(rays.size(), block, settings.threads, [&](std::size_t begin, std::size_t end) {
    std::vector<RayResult> results(std::min(block, end - begin));
    for (std::size_t first = begin; first < end; first += block) {
      const std::size_t count = std::min(block, end - first);
      cast(prepared, rays.subspan(first, count), std::span(results), each);
      for (std::size_t i = 0; i < count; ++i) briefs[first + i] = brief_of(results[i]);
    }
  });
}

}  // namespace graze
