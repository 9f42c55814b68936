// The convex hulls themselves, by their certified distance (convex/gjk.h).
#include "convex/gjk.h"
#include "filter/filter.h"

namespace graze {
namespace {

class Hulls final : public Filter {
 public:
  bool needs_hull() const noexcept override { return true; }

  FilterResult test(const FilterBody& a, const FilterBody& b, double gap, FilterCache& cache) const noexcept override {
    const Support *set_a = a.support(), *set_b = b.support();
    if (set_a == nullptr || set_b == nullptr) return {};
    if (gap == 0) {
      const ConvexMeeting meeting = convex_meeting(*set_a, *set_b, &cache.hull);
      return meeting.relation == Relation::separate ? FilterResult{true, meeting.lower} : FilterResult{};
    }
    const ConvexDistance distance = convex_distance(*set_a, *set_b, {.max = gap}, &cache.hull);
    return distance.lower > gap ? FilterResult{true, distance.lower} : FilterResult{};
  }
};

}  // namespace

const Filter& hull_filter() noexcept {
  static const Hulls filter;
  return filter;
}

}  // namespace graze
