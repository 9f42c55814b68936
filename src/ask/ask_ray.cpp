// Rays: the nearer boxes about first, and nothing beyond the closest hit so far. The parameter of a hit is the exact
// one rounded, and what rounds to the same is a tie that the key decides: so the limit is the next double.
#include <cmath>
#include <tuple>

#include "ask/asker.h"
#include "base/executor.h"
#include "base/fault.h"
#include "base/first_touch.h"
#include "base/float_state.h"
#include "broad/exact_box.h"
#include "graze/record.h"
#include "math/ray_base.h"
#include "narrow/ray/ray_group.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

bool valid(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && ray.direction != base_of(ray);
}

auto place_of(const WorldRayHit& hit) { return std::tuple(hit.hit.t, hit.object.key); }

// It will be read soon.
void fetch(const RayTarget* target) {
  for (std::size_t at = 0; at < sizeof *target; at += 64)
    __builtin_prefetch(reinterpret_cast<const char*>(target) + at);
}

void cast(const Asker& asker, const Ray& given, RayWant want, WorldRayResult& result) {
  result.status = Status::ok;
  result.answer = Answer::unknown;
  result.closest = {};
  result.hits.clear();
  result.failed.clear();
  result.counters = {};
  if (!asker.valid() || !valid(given)) {
    result.status = Status::invalid;
    return;
  }
  result.answer = Answer::no;
  Ray shortened = given;
  const RayKernels& kernels = ray_kernels();
  RayResult one;  // of one object
  const auto found = [&](std::uint32_t slot, const RayHit& hit) {
    if (want == RayWant::all) result.hits.push_back({asker.name(slot), hit});
    if (!result.yes() || std::tuple(hit.t, asker.name(slot).key) < place_of(result.closest))
      result.closest = {asker.name(slot), hit};
    result.answer = Answer::yes;
    if (want == RayWant::any) return -1.0;
    if (want == RayWant::closest)
      shortened.max =
          std::min(shortened.max, std::nextafter(result.closest.hit.t, std::numeric_limits<double>::infinity()));
    return shortened.max;
  };
  const RowsAhead ahead{asker.seen(), sizeof(Seen)};
  asker.boxes().ray(given, given.max, ahead, [&](std::uint32_t slot) -> double {
    const Seen& seen = asker.seen()[slot];
    const auto* const slabs = std::get_if<SlabOutline>(&seen.outline);
    const RayTarget* target = nullptr;
    if (slabs != nullptr) {
      target = seen.target();
      if (target != nullptr) fetch(target);
      if (kernels.misses(*slabs, shortened)) return shortened.max;
    }
    if (const auto* swept = std::get_if<SweptOutline>(&seen.outline)) {
      RayHit hit;
      const QuickHit quick = quick_hit(kernels, shortened, swept->core, swept->radius, hit);
      result.counters.triangle_tests += quick != QuickHit::unsure;  // as cast() counts
      result.counters.double_tests += quick == QuickHit::yes;
      if (quick == QuickHit::no) return shortened.max;
      if (quick == QuickHit::yes) return asker.wants(slot) ? found(slot, hit) : shortened.max;
    }
    if (!asker.wants(slot)) return shortened.max;
    const RaySettings each{.want = want == RayWant::any ? RayWant::any : RayWant::closest};
    if (slabs != nullptr) {
      if (target == nullptr) target = seen.make_target(asker.body(slot));
      if (target != nullptr)
        cast_placed(*target, shortened, each, one);
      else
        one = cast(asker.body(slot), shortened, each);  // which tells what memory ran out for
      note_fault(one.status, [&] {
        const Body& body = asker.body(slot);
        return define_lines(body) + ray_line("a", body, shortened, each) + "\n";
      });
    } else {
      one = cast(asker.body(slot), shortened, each);
    }
    result.counters += one.counters;
    if (one.status != Status::ok) {
      result.failed.push_back({asker.name(slot), one.status});
      return shortened.max;
    }
    return one.yes() ? found(slot, one.closest) : shortened.max;
  });
  if (want == RayWant::all)
    std::sort(result.hits.begin(), result.hits.end(),
              [](const WorldRayHit& x, const WorldRayHit& y) { return place_of(x) < place_of(y); });
  if (!result.failed.empty()) {
    // Which were asked depends on the tree, but for these.
    std::erase_if(result.failed, [&](const ObjectFailure& failure) {
      const BoxEntry entry = meet(given, asker.boxes().box(failure.object.id.slot));
      return !entry.hit || (want == RayWant::closest && result.yes() && entry.t > result.closest.hit.t);
    });
    close(result);
  }
}

}  // namespace

WorldRayResult cast(const World& world, const Ray& ray, const WorldRaySettings& settings) {
  const FloatState standard;
  return answered<WorldRayResult>([&](WorldRayResult& result) {
    const Asker asker(world, settings.filter);
    cast(asker, ray, settings.want, result);
  });
}

void cast(const World& world, std::span<const Ray> rays, std::span<WorldRayResult> results,
          const WorldRaySettings& settings) {
  const FloatState standard;
  if (results.size() < rays.size()) throw Error("rays: there are fewer results than rays");
  const Asker asker(world, settings.filter);
  parallel_for(rays.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) cast(asker, rays[i], settings.want, results[i]);
  });
}

void cast(const World& world, std::span<const Ray> rays, std::span<WorldRayBrief> briefs,
          const WorldRaySettings& settings) {
  const FloatState standard;
  if (briefs.size() < rays.size()) throw Error("rays: there are fewer briefs than rays");
  const RayWant want = settings.want == RayWant::all ? RayWant::closest : settings.want;
  const Asker asker(world, settings.filter);
  parallel_for(rays.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
    WorldRayResult result;
    for (std::size_t i = begin; i < end; ++i) {
      cast(asker, rays[i], want, result);
      WorldRayBrief& brief = briefs[i] = {};
      brief.status = result.status;
      brief.answer = result.answer;
      if (!result.yes()) continue;
      brief.t = result.closest.hit.t;
      brief.object = result.closest.object.id;
      brief.triangle = result.closest.hit.triangle;
      brief.tag = result.closest.hit.tag;
    }
  });
}

std::vector<WorldRayResult> cast(const World& world, std::span<const Ray> rays, const WorldRaySettings& settings) {
  const FloatState standard;
  auto results = made_list<WorldRayResult>(rays.size(), settings.threads);
  graze::cast(world, rays, results, settings);
  return results;
}

}  // namespace graze
