// Points and segments descend the other body's tree. Else the pair traversal of collide with its boxes grown. Points
// that are r apart in the world are, on each axis of a tree's frame, at most r * reach apart (narrow/body/placement.h),
// so r * 2 reach in length: added to the slack of the map, which every separating axis allows for. Leaves are not
// tested in float: what their boxes leave goes to double.
#include "narrow/within/near_pairs.h"

#include <limits>

#include "base/stable_radix_sort.h"
#include "base/work.h"
#include "narrow/body/box_hull.h"
#include "narrow/pair/primitive_triangles.h"
#include "tree/traverse.h"

namespace graze {
namespace {

bool every_pair(const PairMap&, const Leaf& host, const Leaf& guest, bool, LeafMeetings& meetings) {
  for (std::uint32_t i = 0; i < guest.count; ++i) {
    meetings.possible[i] = std::uint8_t((1u << host.count) - 1);
    meetings.certain[i] = 0;
  }
  return true;
}

// False when the slack leaves the range of the kernels.
bool grow(PairMap& map, const Placement& host, double reach) {
  const double slack = double(map.slack) + reach * host.from_world_norm * 2;
  map.slack = std::nextafter(float(slack), std::numeric_limits<float>::infinity());
  return slack < 1e6;
}

// The triangles that are the surface of a body. A triangle of a box that is inside the hull of its corners may be
// nearer to what is within than the surface is.
class Surface {
 public:
  explicit Surface(const Posed& body) noexcept : all_(body.shape->form != ShapeForm::box) {
    if (!all_) outer_ = outer_triangles(body);
  }
  bool has(std::uint32_t triangle) const noexcept { return all_ || (outer_ >> triangle & 1u) != 0; }

 private:
  bool all_;
  std::uint32_t outer_ = 0;
};

std::vector<TrianglePair> near_core(const Posed& core, const PlacedBody& mesh, bool core_is_a, const Reach& reach,
                                    Counters& counters) {
  std::vector<std::uint32_t> met;
  for_each_met(core, mesh, reach, false, counters, [&](std::uint32_t i) {
    met.push_back(i);
    return true;
  });
  return sorted_pairs(std::move(met), mesh.body.shape->triangle_count, core_is_a);
}

}  // namespace

bool descends(const PlacedBody& core, const PlacedBody& mesh) noexcept {
  const ShapeForm form = core.body.shape->form;
  return (form == ShapeForm::sphere || form == ShapeForm::capsule || form == ShapeForm::segment ||
          form == ShapeForm::point) &&
         !mesh.body.shape->primitive();
}

void sort_triangle_pairs(std::vector<TrianglePair>& pairs) {
  stable_radix_sort(pairs, [](const TrianglePair& pair) { return std::uint64_t{pair.a} << 32 | pair.b; });
}

std::vector<TrianglePair> near_pairs(const PlacedBody& a, const PlacedBody& b, const Reach& reach, Counters& counters) {
  std::vector<TrianglePair> pairs;
  const double most = reach.upper();
  if (box_gap(a.body.box, b.body.box) > most) return pairs;
  if (descends(a, b)) return near_core(a.body, b, true, reach, counters);
  if (descends(b, a)) return near_core(b.body, a, false, reach, counters);
  const Surface surface_a(a.body), surface_b(b.body);
  const auto look_at = [&](std::uint32_t i, std::uint32_t j, bool certain) {
    if (!surface_a.has(i) || !surface_b.has(j)) return true;
    if (certain) {
      ++counters.triangle_tests;
      work::charge(1);
      work::poll();
      pairs.push_back({i, j});
      return true;
    }
    const Triangle s = a.body.triangle(i), t = b.body.triangle(j);
    ++counters.triangle_tests;
    work::charge(1);
    if (box_gap(box_of(s), box_of(t)) > most) return true;
    ++counters.double_tests;
    work::charge(16);
    work::poll();
    if (triangles_within(s, t, reach)) pairs.push_back({i, j});
    return true;
  };
  PairFrame frame;
  if (pair_frame(a.placement, b.placement, frame) && grow(frame.b_in_a, a.placement, most) &&
      grow(frame.a_in_b, b.placement, most)) {
    // Without a reach that is the traversal of collide, whose test in float leaves little to decide.
    Kernels kernel = kernels();
    if (most > 0) kernel.leaf_pair = every_pair;
    const PairWork work =
        traverse_pairs({a.body.shape->tree(), a.body.shape->oriented().data()},
                       {b.body.shape->tree(), b.body.shape->oriented().data()}, frame, false, look_at, kernel);
    counters.box_tests += work.boxes;
  } else {
    for (std::uint32_t i = 0; i < a.body.shape->triangle_count; ++i)
      for (std::uint32_t j = 0; j < b.body.shape->triangle_count; ++j) look_at(i, j, false);
  }
  sort_triangle_pairs(pairs);
  return pairs;
}

}  // namespace graze
