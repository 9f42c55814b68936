// overlap and within: all objects whose boxes are near enough, each asked exactly.
#include <cmath>

#include "ask/asker.h"
#include "base/executor.h"
#include "base/float_state.h"
#include "math/posed_box.h"

namespace graze {
namespace {

// Those whose boxes are within the range of the body's, in the largest norm.
template <class Result, class Ask>
void ask_near(const Asker& asker, const Body& body, double range, Result& result, const Ask& ask) {
  Box box;
  if (!asker.valid() || !find_box(body, box)) {
    result.status = Status::invalid;
    return;
  }
  if (range > 0) box = grown(box, range);
  asker.boxes().overlap(box, [&](std::uint32_t slot) {
    if (!asker.wants(slot)) return true;
    auto found = ask(asker.body(slot));
    if (found.first.status != Status::ok)
      result.failed.push_back({asker.name(slot), found.first.status});
    else if (found.second)
      result.objects.push_back({asker.name(slot), std::move(found.first)});
    return true;
  });
  sort_by_key(result.objects);
  if (!result.objects.empty() || result.failed.empty()) result.answer = answer_of(!result.objects.empty());
  close(result);
}

void find_overlaps(const Asker& asker, const Body& body, const CollideSettings& settings, WorldOverlapResult& result) {
  ask_near(asker, body, 0, result, [&](const Body& other) {
    CollideResult found = collide(body, other, settings);
    const bool yes = found.yes();
    return std::pair(std::move(found), yes);
  });
}

void find_within(const Asker& asker, const Body& body, double tolerance, const WithinSettings& settings,
                 WorldWithinResult& result) {
  if (!(tolerance >= 0)) {
    result.status = Status::invalid;
    return;
  }
  ask_near(asker, body, tolerance, result, [&](const Body& other) {
    const WithinResult found = within(body, other, tolerance, settings);
    return std::pair(found, found.yes());
  });
}

// Result i of bodies[i].
template <class Result, class Ask>
std::vector<Result> for_each_body(std::span<const Body> bodies, int threads, const Ask& ask) {
  std::vector<Result> results(bodies.size());
  parallel_for(bodies.size(), 16, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      results[i] = answered<Result>([&](Result& result) { ask(bodies[i], result); });
  });
  return results;
}

}  // namespace

WorldOverlapResult find_overlaps(const World& world, const Body& body, const QueryFilter& filter,
                                 const CollideSettings& settings) {
  const FloatState standard;
  return answered<WorldOverlapResult>(
      [&](WorldOverlapResult& result) { find_overlaps(Asker(world, filter), body, settings, result); });
}

std::vector<WorldOverlapResult> find_overlaps(const World& world, std::span<const Body> bodies,
                                              const QueryFilter& filter, const CollideSettings& settings) {
  const FloatState standard;
  const Asker asker(world, filter);
  return for_each_body<WorldOverlapResult>(bodies, settings.threads, [&](const Body& body, WorldOverlapResult& result) {
    find_overlaps(asker, body, settings, result);
  });
}

WorldWithinResult within(const World& world, const Body& body, double tolerance, const QueryFilter& filter,
                         const WithinSettings& settings) {
  const FloatState standard;
  return answered<WorldWithinResult>(
      [&](WorldWithinResult& result) { find_within(Asker(world, filter), body, tolerance, settings, result); });
}

std::vector<WorldWithinResult> within(const World& world, std::span<const Body> bodies, double tolerance,
                                      const QueryFilter& filter, const WithinSettings& settings) {
  const FloatState standard;
  const Asker asker(world, filter);
  return for_each_body<WorldWithinResult>(bodies, settings.threads, [&](const Body& body, WorldWithinResult& result) {
    find_within(asker, body, tolerance, settings, result);
  });
}

}  // namespace graze
