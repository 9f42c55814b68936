#include "hull/hull2.h"

#include <algorithm>

#include "math/exact.h"

namespace graze {
namespace {

using Indices = std::vector<std::uint32_t>;

// Points of the plane by two coordinates, of equals only the first.
Indices in_order(std::span<const Vec3> points, int i, int j) {
  Indices order(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint32_t>(k);
  std::sort(order.begin(), order.end(), [&](std::uint32_t k, std::uint32_t l) {
    const Vec3 &p = points[k], &q = points[l];
    return p[i] != q[i] ? p[i] < q[i] : p[j] != q[j] ? p[j] < q[j] : k < l;
  });
  const auto equal = [&](std::uint32_t k, std::uint32_t l) {
    return points[k][i] == points[l][i] && points[k][j] == points[l][j];
  };
  order.erase(std::unique(order.begin(), order.end(), equal), order.end());
  return order;
}

}  // namespace

// Along an axis that is not in the plane the points fall one to one on a coordinate plane, and lines on lines. There
// the monotone chain (Andrew 1979) runs below and comes back above, keeping strict left turns.
FacetLoops polygon_facets(std::span<const Vec3> points, const Simplex& simplex) {
  const Vec3 a = points[simplex.corner[0]], b = points[simplex.corner[1]], c = points[simplex.corner[2]];
  const int axis = turn(2, a, b, c) != 0 ? 2 : turn(1, a, b, c) != 0 ? 1 : 0;
  const Indices order = in_order(points, (axis + 1) % 3, (axis + 2) % 3);
  Indices chain;
  const auto extend = [&](std::uint32_t index, std::size_t kept) {
    while (chain.size() >= kept + 2 &&
           turn(axis, points[chain[chain.size() - 2]], points[chain.back()], points[index]) <= 0)
      chain.pop_back();
    chain.push_back(index);
  };
  for (const std::uint32_t index : order) extend(index, 0);
  const std::size_t kept = chain.size() - 1;
  for (std::size_t k = order.size() - 1; k-- > 0;) extend(order[k], kept);
  chain.pop_back();

  FacetLoops loops;
  loops.corner = chain;
  loops.close();
  loops.corner.insert(loops.corner.end(), chain.rbegin(), chain.rend());
  loops.close();
  return loops;
}

}  // namespace graze
