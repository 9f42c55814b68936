#include "narrow/distance/nearest_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/work.h"
#include "narrow/inside/enclosed.h"

namespace graze {
namespace {

MetricSide side_of(const Posed& body) {
  const Tree& tree = body.shape->tree();
  return {body.shape->oriented().data(), tree.leaves.data(), tree.order.data()};
}

template <class Item>
void grow(std::vector<Item>& more, Item*& items, std::size_t count, std::size_t& capacity) {
  std::vector<Item> larger(2 * capacity);
  std::copy(items, items + count, larger.begin());
  more = std::move(larger);
  items = more.data();
  capacity = more.size();
}

}  // namespace

Status prepare(const Body& body, PlacedBody& target) noexcept {
  const Status status = make_posed_with_radius(body, target.body);
  if (status == Status::ok) target.placement = place(*target.body.shape, target.body.pose);
  return status;
}

bool find_inside(const PlacedBody& a, const PlacedBody& b, Counters& counters, Inside& inside) {
  if (!a.body.shape->solid && !b.body.shape->solid) return false;
  if (!overlap(a.body.box, b.body.box)) return false;
  std::optional<std::uint32_t> triangle = enclosed_triangle(a, b, counters);
  inside.a_in_b = triangle.has_value();
  if (!triangle) triangle = enclosed_triangle(b, a, counters);
  if (triangle) inside.triangle = *triangle;
  return triangle.has_value();
}

double box_gap(const Box& a, const Box& b) noexcept {
  const Vec3 gap = max(max(b.lo - a.hi, a.lo - b.hi), Vec3{});
  const double most = std::max({gap.x, gap.y, gap.z});
  if (!(most > 0)) return 0;
  // Squares may leave the doubles; the largest side alone is a bound, too.
  const double sq = dot(gap, gap);
  return sq > 1e-290 && sq < 1e300 ? std::sqrt(sq) * (1 - 0x1p-50) : most * (1 - 0x1p-50);
}

NearestSearch::NearestSearch(const NearBodies& bodies) {
  search_.frame = &bodies.frame;
  search_.side[0] = side_of(bodies.a.body);
  search_.side[1] = side_of(bodies.b.body);
  search_.pairs = first_pairs_;
  search_.pair_count = 0;
  search_.pair_capacity = std::size(first_pairs_);
  search_.entries = first_entries_;
  search_.entry_capacity = std::size(first_entries_);
  search_.nodes = first_nodes_;
  search_.node_capacity = std::size(first_nodes_);
  search_.context = this;
  search_.box_tests = 0;
  search_.triangle_tests = 0;
  search_.grow_pairs = [](NearSearch& s) {
    grow(static_cast<NearestSearch*>(s.context)->more_pairs_, s.pairs, s.pair_count, s.pair_capacity);
  };
  search_.grow_entries = [](NearSearch& s) {
    grow(static_cast<NearestSearch*>(s.context)->more_entries_, s.entries, s.entry_capacity, s.entry_capacity);
  };
  search_.grow_nodes = [](NearSearch& s) {
    grow(static_cast<NearestSearch*>(s.context)->more_nodes_, s.nodes, s.node_capacity, s.node_capacity);
  };
  search_.decide = [](NearSearch& s, std::uint32_t a, std::uint32_t b) {
    return static_cast<NearestSearch*>(s.context)->decide(a, b);
  };
}

bool NearestSearch::run(float limit, float enough, bool limit_is_guess, Vec3 normal) {
  search_.limit = limit;
  search_.enough = enough;
  search_.limit_is_guess = limit_is_guess;
  for (int k = 0; k < 3; ++k) search_.way[k] = float(-normal[k]);
  const std::uint64_t before = search_.box_tests, triangles_before = search_.triangle_tests;
  search_.most_box_tests = before + work::left();
  const bool ended = find_nearest(search_);
  work::charge((search_.box_tests - before) + 4 * (search_.triangle_tests - triangles_before));
  work::poll();
  return ended;
}

}  // namespace graze
