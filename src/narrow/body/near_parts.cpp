#include "narrow/body/near_parts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "narrow/body/borrowed.h"
#include "narrow/body/part_pairs.h"

namespace graze {
namespace {

Body made_of(const Parts& parts, const std::vector<char>& near) {
  std::vector<CompoundPart> kept;
  for (std::uint32_t i = 0; i < near.size(); ++i) {
    if (near[i] == 0) continue;
    Body leaf = parts.body(i);
    kept.push_back({std::move(leaf.shape), leaf.pose});
  }
  return {make_compound(std::move(kept)), {}};
}

}  // namespace

Status near_parts(const Body& a, const Body& b, double reach, Counters& counters, PartsInReach& result) {
  result.a = borrowed(a);
  result.b = borrowed(b);
  Parts parts_a, parts_b;
  if (const Status status = set_parts(a, b, parts_a, parts_b); status != Status::ok) return status;
  std::vector<char> near_a(parts_a.size()), near_b(parts_b.size());
  for_each_near(parts_a, parts_b, reach, counters, [&](std::uint32_t i, std::uint32_t j) {
    near_a[i] = near_b[j] = 1;
    return true;
  });
  const auto all = [](const std::vector<char>& near) {
    return std::all_of(near.begin(), near.end(), [](char one) { return one != 0; });
  };
  result.any = std::find(near_a.begin(), near_a.end(), 1) != near_a.end();
  if (!result.any) return Status::ok;
  result.whole_a = all(near_a);
  result.whole_b = all(near_b);
  if (!result.whole_a) result.a = made_of(parts_a, near_a);
  if (!result.whole_b) result.b = made_of(parts_b, near_b);
  return Status::ok;
}

}  // namespace graze
