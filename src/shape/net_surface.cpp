#include "shape/net_surface.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "shape/complete.h"
#include "shape/lazy.h"
#include "shape/topology.h"
#include "shape/weld.h"

namespace graze {
namespace {

// The corners in ascending order, and whether an odd number of swaps led there.
struct Sorted {
  Index3 corner;
  bool odd;
};

Sorted sorted(Index3 t) {
  bool odd = false;
  const auto order = [&](std::size_t i, std::size_t j) {
    if (t[i] <= t[j]) return;
    std::swap(t[i], t[j]);
    odd = !odd;
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
  return {t, odd};
}

// Uses of something, in buckets by a number that each has.
template <class Use>
struct Buckets {
  std::vector<std::size_t> starts;
  std::vector<Use> uses;

  std::span<Use> bucket(std::size_t i) { return std::span(uses).subspan(starts[i], starts[i + 1] - starts[i]); }
};

// for_each(add) calls add(number, use) for every use, the same each time.
template <class Use, class ForEach>
Buckets<Use> into_buckets(std::size_t count, const ForEach& for_each) {
  Buckets<Use> result;
  result.starts.assign(count + 1, 0);
  for_each([&](std::uint32_t number, const Use&) { ++result.starts[std::size_t{number} + 1]; });
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.uses.resize(result.starts.back());
  std::vector<std::size_t> next(result.starts.begin(), result.starts.end() - 1);
  for_each([&](std::uint32_t number, const Use& use) { result.uses[next[number]++] = use; });
  return result;
}

struct TriangleUse {
  std::uint32_t middle, high, triangle;
  bool odd;
  bool same(const TriangleUse& other) const { return middle == other.middle && high == other.high; }
  friend bool operator<(const TriangleUse& x, const TriangleUse& y) {
    if (x.middle != y.middle) return x.middle < y.middle;
    return x.high != y.high ? x.high < y.high : x.triangle < y.triangle;
  }
};

NetSurface find_net(const ShapeData& shape) {
  NetSurface result;
  if (shape.primitive() || shape.form == ShapeForm::terrain || shape.triangle_count == 0) return result;
  const Weld& weld = kept_weld(shape);
  Buckets<TriangleUse> by_lowest = into_buckets<TriangleUse>(weld.positions, [&](const auto& add) {
    for (std::uint32_t i = 0; i < weld.triangles.size(); ++i) {
      const auto [corner, odd] = sorted(weld.triangles[i]);
      add(corner[0], TriangleUse{corner[1], corner[2], i, odd});
    }
  });
  // The first of its kind, of each triangle.
  std::vector<std::uint32_t> first(weld.triangles.size());
  std::vector<std::int32_t> weight(weld.triangles.size(), 0);
  bool all_distinct = true;
  for (std::size_t i = 0; i < weld.positions; ++i) {
    const std::span<TriangleUse> bucket = by_lowest.bucket(i);
    std::sort(bucket.begin(), bucket.end());
    for (std::size_t k = 0; k < bucket.size(); ++k) {
      const bool copy = k > 0 && bucket[k].same(bucket[k - 1]);
      first[bucket[k].triangle] = copy ? first[bucket[k - 1].triangle] : bucket[k].triangle;
      all_distinct = all_distinct && !copy;
    }
  }
  if (all_distinct) return result;
  for (std::size_t i = 0; i < weld.positions; ++i)
    for (const TriangleUse& use : by_lowest.bucket(i)) {
      const std::uint32_t one = first[use.triangle];
      weight[one] += use.odd == sorted(weld.triangles[one]).odd ? 1 : -1;
    }
  const Surface& facts = surface(shape);
  const bool all_bound = facts.stitched || facts.topology.degenerate_triangles == 0;
  ShapeData distinct;
  distinct.form = ShapeForm::mesh;
  std::vector<Index3> triangles;
  for (std::uint32_t i = 0; i < weld.triangles.size(); ++i) {
    if (first[i] != i) continue;
    const Index3& t = weld.triangles[i];
    triangles.push_back(t);
    // With two equal corners neither way round is the right one, and nothing is bounded under any pose.
    const bool flat = t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    const bool bounds = !flat && (all_bound || !is_degenerate(shape.triangle(i)));
    result.weight.push_back(bounds ? weight[i] : 0);
  }
  distinct.vertices = welded_points(weld, shape);
  distinct.triangles = std::move(triangles);
  complete(distinct);
  result.distinct = shape_of(std::make_unique<const ShapeData>(std::move(distinct)));
  return result;
}

struct EdgeUse {
  std::uint32_t high, triangle;
  std::uint8_t edge;
  bool down;
};

std::vector<Index3> find_neighbours(const ShapeData& shape, std::span<const std::int32_t> weight) {
  const Weld& weld = kept_weld(shape);
  std::vector<Index3> result(weld.triangles.size(), Index3{no_triangle, no_triangle, no_triangle});
  const auto weight_of = [&](std::uint32_t i) { return weight.empty() ? 1 : weight[i]; };
  Buckets<EdgeUse> by_low = into_buckets<EdgeUse>(weld.positions, [&](const auto& add) {
    for (std::uint32_t i = 0; i < weld.triangles.size(); ++i) {
      if (weight_of(i) == 0) continue;
      const Index3& t = weld.triangles[i];
      for (std::uint8_t k = 0; k < 3; ++k) {
        const std::uint32_t p = t[k], q = t[(k + 1) % 3];
        add(std::min(p, q), EdgeUse{std::max(p, q), i, k, p > q});
      }
    }
  });
  for (std::size_t i = 0; i < weld.positions; ++i) {
    const std::span<EdgeUse> bucket = by_low.bucket(i);
    std::sort(bucket.begin(), bucket.end(), [](const EdgeUse& x, const EdgeUse& y) {
      return x.high != y.high ? x.high < y.high : x.triangle != y.triangle ? x.triangle < y.triangle : x.edge < y.edge;
    });
    for (std::size_t k = 0; k < bucket.size();) {
      std::size_t end = k + 1;
      while (end < bucket.size() && bucket[end].high == bucket[k].high) ++end;
      const EdgeUse &x = bucket[k], &y = bucket[end - 1];
      if (end - k == 2 && x.down != y.down && x.triangle != y.triangle &&
          weight_of(x.triangle) == weight_of(y.triangle)) {
        result[x.triangle][x.edge] = y.triangle;
        result[y.triangle][y.edge] = x.triangle;
      }
      k = end;
    }
  }
  return result;
}

}  // namespace

const NetSurface& net_surface(const ShapeData& shape) {
  return shape.lazy->net.get([&shape] { return find_net(shape); });
}

const std::vector<Index3>& edge_neighbours(const ShapeData& shape, std::span<const std::int32_t> weight) {
  return shape.lazy->neighbours.get([&] { return find_neighbours(shape, weight); });
}

}  // namespace graze
