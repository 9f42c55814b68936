// nearest: boxes from near to far, each object asked exactly, until no box is as near as the last of k answers. A
// distance may be less than the true one by its bound, which is far below what floats round boxes by.
#include <cmath>
#include <tuple>

#include "ask/asker.h"
#include "base/executor.h"
#include "base/float_state.h"
#include "broad/exact_box.h"
#include "motion/moving_core.h"

namespace graze {
namespace {

auto place_of(const WorldNear& near) { return std::tuple(near.result.distance, near.object.key); }

void find_nearest(const Asker& asker, const Body& body, std::size_t k, const DistanceSettings& settings,
                  WorldNearestResult& result) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box;
  if (!asker.valid() || !find_box(body, box)) {
    result.status = Status::invalid;
    return;
  }
  if (k == 0) return;
  const Vec3 size = box.hi - box.lo;
  const double doubt = double(asker.boxes().slack()) + ((size.x + size.y) + size.z) * 0x1p-30;
  const auto before = [](const WorldNear& x, const WorldNear& y) { return place_of(x) < place_of(y); };
  std::vector<WorldNear>& nearest = result.objects;  // a heap while it grows, the farthest first
  // What needs a budget may have no answer, and is then told of.
  MovingCore core, other_core;
  const bool few_corners = settings.budget == default_budget && make_moving_core(body, core);
  double max = settings.max;
  asker.boxes().near(box, max, [&](std::uint32_t slot) {
    if (!asker.wants(slot)) return max;
    const Body& other = asker.body(slot);
    const bool cores = few_corners && max < infinity && make_moving_core(other, other_core);
    if (cores && least_gap(core, other_core) > max) return max;
    // A limit may change the last digits of a distance: it only tells what is too far.
    DistanceSettings settings_here = settings;
    const auto is_beyond = [&] {
      settings_here.max = max;
      return max < infinity && find_distance(body, other, settings_here).beyond;
    };
    if (!cores && is_beyond()) return max;
    settings_here.max = infinity;
    const DistanceResult found = find_distance(body, other, settings_here);
    if (cores && found.distance > max && is_beyond()) return max;
    if (found.status != Status::ok) {
      result.failed.push_back({asker.name(slot), found.status});
      return max;
    }
    nearest.push_back({asker.name(slot), found});
    std::push_heap(nearest.begin(), nearest.end(), before);
    if (nearest.size() > k) {
      std::pop_heap(nearest.begin(), nearest.end(), before);
      nearest.pop_back();
    }
    if (nearest.size() == k) max = nearest.front().result.distance * (1 + 0x1p-40) + doubt;
    return max;
  });
  std::sort_heap(nearest.begin(), nearest.end(), before);
  // Which were asked depends on the tree, but for these.
  if (nearest.size() == k)
    std::erase_if(result.failed, [&](const ObjectFailure& failure) {
      return gap(box, asker.boxes().box(failure.object.id.slot)).value > nearest.back().result.distance;
    });
  close(result);
}

}  // namespace

WorldNearestResult find_nearest(const World& world, const Body& body, std::size_t k, const QueryFilter& filter,
                                const DistanceSettings& settings) {
  const FloatState standard;
  return answered<WorldNearestResult>(
      [&](WorldNearestResult& result) { find_nearest(Asker(world, filter), body, k, settings, result); });
}

WorldNearestResult find_nearest(const World& world, Vec3 point, std::size_t k, const QueryFilter& filter,
                                const DistanceSettings& settings) {
  const FloatState standard;
  return find_nearest(world, Body{make_point(), {{}, point}}, k, filter, settings);
}

std::vector<WorldNearestResult> find_nearest(const World& world, std::span<const Body> bodies, std::size_t k,
                                             const QueryFilter& filter, const DistanceSettings& settings) {
  const FloatState standard;
  const Asker asker(world, filter);
  std::vector<WorldNearestResult> results(bodies.size());
  parallel_for(bodies.size(), 16, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      results[i] = answered<WorldNearestResult>(
          [&](WorldNearestResult& result) { find_nearest(asker, bodies[i], k, settings, result); });
  });
  return results;
}

}  // namespace graze
