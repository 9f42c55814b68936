// Distances by the search of gjk.inl: of the cores alone, and with radii as convex_distance() tells them.
#include "convex/isa/gjk.inl"
#include "graze/api.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

void distance(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer) {
  Search search;
  begin(search, a, b, request.tolerance);
  Simplex simplex;
  double corners[4] = {};
  const Outcome outcome = seek<false>(search, a, b, request, simplex, corners, answer);
  conclude<false>(search, a, b, outcome, simplex, request, answer);
}

GRAZE_INLINE std::uint32_t different(std::uint32_t first, std::uint32_t second, std::uint32_t third) {
  return 1 + std::uint32_t(second != first) + (std::uint32_t(third != first) & std::uint32_t(third != second));
}

// The points without repetition; none of a curved core. Without branches: which are equal cannot be foreseen.
GRAZE_INLINE ConvexFeature feature(const Support& support, std::uint32_t first, std::uint32_t second,
                                   std::uint32_t third) {
  if (support.count == 0) return {0, {0, 0, 0}};
  const std::uint32_t two = second != first, more = std::uint32_t(third != first) & std::uint32_t(third != second);
  const std::uint32_t next = (second & (0 - two)) | (third & ((two - 1) & (0 - more)));
  return {1 + two + more, {first, next, third & (0 - (two & more))}};
}

template <bool few>
GRAZE_INLINE ConvexDistance measure_as(const Support& a, const Support& b, const ConvexDistanceSettings& settings,
                                       ConvexCache* cache) {
  const double radii = a.radius + b.radius;
  const CoreRequest request{.stop_above = (settings.max + radii) * (1 + 0x1p-50),
                            .stop_below = radii > 0 ? radii * (1 - 8 * rounding) : -1,
                            .tolerance = settings.tolerance,
                            .sign_only = false,
                            .cache = cache};
  Search search;
  begin<few>(search, a, b, request.tolerance);
  Simplex simplex;
  double corners[4] = {};
  const Outcome outcome = few ? seek<false, Core::Way::few>(search, a, b, request, simplex, corners)
                              : seek_any<false>(search, a, b, request, simplex, corners);
  if (!outcome.stuck && !outcome.inside) {
    const Ends ends = quick_ends(search, simplex, outcome.at);
    const double lower = (outcome.lower - search.slack) * search.unscale, upper = ends.upper * search.unscale;
    // As lower_gap() and upper_gap() of rounded.h.
    const double lower_gap = radii == 0 ? lower : (lower - radii) - 0x3p-53 * (lower + radii);
    const double upper_gap = radii == 0 ? upper : (upper - radii) + 0x3p-53 * (upper + radii);
    if (lower_gap > 0 && upper - lower <= 2 * (search.tolerance + search.slack) * search.unscale) {
      const Point normal{outcome.along.x / outcome.length, outcome.along.y / outcome.length,
                         outcome.along.z / outcome.length};
      const std::uint32_t a0 = ends.pair[0]->index_a, a1 = ends.pair[1]->index_a, a2 = ends.pair[2]->index_a;
      const std::uint32_t b0 = ends.pair[0]->index_b, b1 = ends.pair[1]->index_b, b2 = ends.pair[2]->index_b;
      if (cache != nullptr) {
        write(cache->axis, normal);
        cache->count = std::uint32_t(simplex.size);
        std::uint32_t* const to_a = &cache->a[0];
        std::uint32_t* const to_b = &cache->b[0];
        to_a[0] = a0;
        to_a[1] = a1;
        to_a[2] = a2;
        to_b[0] = b0;
        to_b[1] = b1;
        to_b[2] = b2;
      }
      Double4 on_a = ends.a, on_b = ends.b;
      if (radii > 0) {
        const Double4 between = on_b - on_a;
        const double apart = root(sum(between * between));
        const Double4 unit = between * all4(search.a.scale / apart);
        on_a = on_a + unit * all4(a.radius);
        on_b = on_b - unit * all4(b.radius);
      }
      const Point point_a = first_three(on_a * all4(search.unscale) + search.a.origin.lanes());
      const Point point_b = first_three(on_b * all4(search.unscale) + search.a.origin.lanes());
      return {.relation = Relation::separate,
              .converged = true,
              .beyond = lower_gap > settings.max,
              .lower = lower_gap,
              .upper = upper_gap,
              .point_a = {point_a.x, point_a.y, point_a.z},
              .point_b = {point_b.x, point_b.y, point_b.z},
              .off = 0,
              .normal = {normal.x, normal.y, normal.z},
              .feature_a = feature(a, a0, a1, a2),
              .feature_b = feature(b, b0, b1, b2),
              .steps = std::uint32_t(search.steps - outcome.free_steps)};
    }
  }
  CoreAnswer answer;
  set_searched(search, outcome, answer);
  if (outcome.inside) {
    // From three of the corners the next search of sets that still meet finds the fourth, or one like it, at once.
    for (int i = 0; i < 3; ++i) {
      const Pair& pair = search.pairs[int(corners[i])];
      answer.index_a[i] = pair.index_a;
      answer.index_b[i] = pair.index_b;
    }
    answer.held = 3;
  }
  conclude<false>(search, a, b, outcome, simplex, request, answer);
  return settled_distance(a, b, settings, request, answer, cache);
}

ConvexDistance measure(const Support& a, const Support& b, const ConvexDistanceSettings& settings, ConvexCache* cache) {
  const bool few = a.kind == Support::Kind::few && b.kind == Support::Kind::few;
  return few ? measure_as<true>(a, b, settings, cache) : measure_as<false>(a, b, settings, cache);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
