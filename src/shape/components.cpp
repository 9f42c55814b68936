#include "shape/components.h"

#include <algorithm>
#include <numeric>

#include "shape/lazy.h"
#include "shape/weld.h"

namespace graze {

const std::vector<std::uint32_t>& component_triangles(const ShapeData& data) {
  return data.lazy->components.get([&] {
    const Weld welded = weld(data);
    std::vector<std::uint32_t> parent(welded.positions);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    for (const Index3& t : welded.triangles)
      for (const std::uint32_t other : {t[1], t[2]}) {
        const std::uint32_t a = root(t[0]), b = root(other);
        parent[std::max(a, b)] = std::min(a, b);
      }
    std::vector<bool> seen(welded.positions, false);
    std::vector<std::uint32_t> first;
    for (std::uint32_t i = 0; i < welded.triangles.size(); ++i) {
      const std::uint32_t part = root(welded.triangles[i][0]);
      if (!seen[part]) first.push_back(i);
      seen[part] = true;
    }
    return first;
  });
}

}  // namespace graze
