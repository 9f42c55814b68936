#include "narrow/classify/look_around.h"

#include <bit>
#include <cstdint>

#include "base/compat.h"

namespace graze {
namespace {

constexpr std::size_t most_kept = 2048;

}  // namespace

std::size_t LookAround::Hash::operator()(Vec3 p) const noexcept {
  std::uint64_t sum = 0;
  for (int k = 0; k < 3; ++k) sum = mix(std::rotl(sum, 21) ^ bit_cast<std::uint64_t>(p[k] + 0.0));  // no -0
  return sum;
}

unsigned LookAround::see(const Views& views, const ExactDirection& along, const FacePlane& face, bool both_sides) {
  const std::array<int, 4> in_a = views.a.windings(along, face), in_b = views.b.windings(along, face);
  unsigned seen = 0;
  for (std::size_t way = both_sides ? 0 : 2; way < 4; ++way)
    seen |= 1u << ((in_a[way] >= 1 ? 2 : 0) + (in_b[way] >= 1 ? 1 : 0));
  return seen;
}

unsigned LookAround::from(const ExactPoint& point, const ExactDirection& along, const FacePlane& face,
                          bool both_sides) {
  if (point.error() > 0) return see({{a_, point, counters_}, {b_, point, counters_}}, along, face, both_sides);
  if (kept_.size() == most_kept) kept_.clear();
  const auto known = kept_.find(point.about());
  if (known != kept_.end()) return see(known->second, along, face, both_sides);
  const auto made = kept_.emplace(point.about(), Views{{a_, point, counters_}, {b_, point, counters_}});
  return see(made.first->second, along, face, both_sides);
}

}  // namespace graze
