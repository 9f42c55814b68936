#include "narrow/classify/patches.h"

#include <algorithm>
#include <numeric>

#include "shape/weld.h"

namespace graze {

Patches patches(const ShapeData& shape, const std::vector<bool>& contact, FunctionRef<bool(std::uint32_t)> counts) {
  const Weld& weld = kept_weld(shape);
  std::vector<std::uint32_t> parent(weld.positions);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  Patches result;
  for (std::uint32_t i = 0; i < weld.triangles.size(); ++i) {
    if (contact[i]) continue;
    if (counts(i)) result.triangles.push_back(i);
    for (const std::uint32_t other : {weld.triangles[i][1], weld.triangles[i][2]}) {
      const std::uint32_t p = root(weld.triangles[i][0]), q = root(other);
      parent[std::max(p, q)] = std::min(p, q);
    }
  }
  const auto patch = [&](std::uint32_t i) { return root(weld.triangles[i][0]); };
  std::vector<std::uint32_t>& list = result.triangles;
  std::stable_sort(list.begin(), list.end(), [&](std::uint32_t p, std::uint32_t q) { return patch(p) < patch(q); });
  for (std::size_t i = 1; i <= list.size(); ++i)
    if (i == list.size() || patch(list[i]) != patch(list[i - 1])) result.ends.push_back(i);
  return result;
}

}  // namespace graze
