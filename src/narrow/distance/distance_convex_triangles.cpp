// The boxes of the mesh's tree are opened in the order of their proven distance to the body.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "base/guard.h"
#include "base/work.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/pair/convex_cuts.h"
#include "narrow/pair/convex_triangles.h"

namespace graze {
namespace {

// A box of the tree: the points c + x h0 + y h1 + z h2 with |x|, |y|, |z| <= 1, in the frame of the tree.
struct SlotBox {
  Vec3 centre;
  Vec3 half[3];
};

// Float axes are orthonormal only to within 2^-21: the box that the triangles are in is this much larger.
constexpr double slot_slack = 0x1p-18;

SlotBox slot_box(const OrientedNode& node, int slot) {
  SlotBox box{{node.centre[0][slot], node.centre[1][slot], node.centre[2][slot]}, {}};
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{node.axis[k][0][slot], node.axis[k][1][slot], node.axis[k][2][slot]};
    box.half[k] = axis * double(node.half[k][slot]);
  }
  return box;
}

// Triangles, and boxes of the tree, in the order of their proven distance.
class NearestToSet {
 public:
  NearestToSet(const ConvexTriangles& sides, double max, Counters& counters)
      : sides_(sides),
        counters_(counters),
        best_(max),
        doubt_(doubtful(size_of(sides.body.box), size_of(sides.mesh.body.box))),
        around_(Reach{sides.body.set.radius, sides.mesh.body.radius, doubt_}.upper()),
        cuts_(sides.body.set, sides.mesh.placement, best_ + around_) {}

  // Returns false when no triangle is as near as `max`.
  bool search(const PairCache* cache) {
    const ShapeData& shape = *sides_.mesh.body.shape;
    if (cache != nullptr && cache->used) {
      const std::uint32_t last = cache->nearest.b;
      if (last < shape.triangle_count) look_at(last);
    }
    if (sides_.mesh.placement.usable) {
      descend();
    } else {
      for (std::uint32_t i = 0; i < shape.triangle_count && !met(); ++i) {
        work::poll();
        look_at(i);
      }
    }
    return any_;
  }

  bool met() const { return any_ && found_.relation == Relation::meet; }
  bool apart() const { return lower_ > 0; }               // from every triangle that was looked at
  const ConvexDistance& found() const { return found_; }  // of the nearest, with the least lower bound of all
  std::uint32_t triangle() const { return triangle_; }
  double lower() const { return lower_; }

 private:
  struct Entry {
    double lower;
    std::uint32_t node;
    friend bool operator>(const Entry& x, const Entry& y) {
      return x.lower != y.lower ? x.lower > y.lower : x.node > y.node;
    }
  };

  // Swapping the bodies mirrors what is found, so that one order will do.
  ConvexDistance between(const Support& other, double max) const {
    return convex_distance(sides_.body.set, other, {.max = max});
  }

  void look_at(std::uint32_t i) {
    if (any_ && i == triangle_) return;
    ++counters_.triangle_tests;
    const Triangle t = sides_.mesh.body.triangle(i);
    if (box_gap(sides_.body.box, grown(box_of(t), sides_.mesh.body.radius)) > best_ || cuts_.beyond_last(t)) return;
    ++counters_.double_tests;
    work::charge(32);
    const ConvexDistance next = distance_between(sides_.body.set, sides_.triangle(i), best_);
    lower_ = std::min(lower_, next.lower > 0 ? next.lower : 0.0);
    if (next.lower > 0) cuts_.add(next.normal);
    if (next.beyond) return;
    if (any_ && !(next.upper < found_.upper || (next.upper == found_.upper && i < triangle_))) return;
    any_ = true;
    found_ = next;
    triangle_ = i;
    best_ = std::min(best_, next.upper);
    cuts_.set_reach(best_ + around_);
  }

  // A lower bound of the distance to all triangles below the slot.
  double bound_of(const SlotBox& slot) const {
    const Placement& at = sides_.mesh.placement;
    const Vec3 half[3] = {at.to_world * slot.half[0], at.to_world * slot.half[1], at.to_world * slot.half[2]};
    const Vec3 centre = at.centre + at.to_world * slot.centre;
    const double slack = 2 * sum_abs(at.world_slack) +
                         (sum_abs(half[0]) + sum_abs(half[1]) + sum_abs(half[2])) * slot_slack +
                         sum_abs(centre) * 0x1p-48;
    const Vec3 extent = abs(half[0]) + abs(half[1]) + abs(half[2]);
    const double around = slack + sides_.mesh.body.radius;
    const double gap = box_gap(sides_.body.box, grown(Box{centre - extent, centre + extent}, around));
    if (gap > best_) return gap;
    const Support box = support_of_box({1, 1, 1}, {{half[0], half[1], half[2]}, centre}, around);
    // That they meet is told sooner than that they are 0 apart.
    if (gap == 0 && convex_meeting(sides_.body.set, box).relation == Relation::meet) return 0;
    return std::max(gap, between(box, best_).lower);
  }

  // A triangle about where the body is near, so that there is a limit from the start: no triangle that is farther than
  // it can be the answer, and all others are looked at in the order that they would have been.
  void guess() {
    const ShapeData& shape = *sides_.mesh.body.shape;
    const Placement& at = sides_.mesh.placement;
    const Vec3 y = at.from_world * (posed(sides_.body.set.pose, sides_.body.set.centre) - at.centre);
    const OrientedNode* node = shape.oriented().data();
    for (;;) {
      int nearest = 0;
      double least = infinity;
      for (int slot = 0; slot < OrientedNode::width && node->child[slot] != Node::none; ++slot) {
        double gap_sq = 0;
        const Vec3 from = y - Vec3{node->centre[0][slot], node->centre[1][slot], node->centre[2][slot]};
        for (int k = 0; k < 3; ++k) {
          const Vec3 axis{node->axis[k][0][slot], node->axis[k][1][slot], node->axis[k][2][slot]};
          const double gap = std::max(std::fabs(dot(axis, from)) - double(node->half[k][slot]), 0.0);
          gap_sq += gap * gap;
        }
        if (gap_sq < least) {
          least = gap_sq;
          nearest = slot;
        }
      }
      if (node->is_leaf(nearest)) {
        const Tree& tree = shape.tree();
        const ConvexDistance one = between(sides_.triangle(tree.order[tree.leaves[node->leaf(nearest)].first]), best_);
        if (one.lower > 0) cuts_.add(one.normal);
        if (!one.beyond) best_ = std::min(best_, one.upper + doubt_);
        cuts_.set_reach(best_ + around_);
        return;
      }
      node = shape.oriented().data() + node->child[nearest];
    }
  }

  void descend() {
    if (!any_) guess();
    const ShapeData& shape = *sides_.mesh.body.shape;
    const Tree& tree = shape.tree();
    const OrientedNode* nodes = shape.oriented().data();
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    waiting.push({0, 0});
    while (!waiting.empty() && !met()) {
      const Entry next = waiting.top();
      waiting.pop();
      work::poll();
      if (next.lower > best_) return;
      const OrientedNode& node = nodes[next.node];
      std::array<std::pair<double, int>, OrientedNode::width> slots;
      std::size_t count = 0;
      const unsigned near = cuts_.slots(node, (1u << OrientedNode::width) - 1);
      counters_.box_tests += OrientedNode::width;
      for (int slot = 0; slot < OrientedNode::width && node.child[slot] != Node::none; ++slot) {
        if ((near >> slot & 1) == 0) continue;
        work::charge(32);
        const std::pair next_slot{bound_of(slot_box(node, slot)), slot};
        std::size_t at = count++;
        for (; at > 0 && next_slot < slots[at - 1]; --at) slots[at] = slots[at - 1];
        slots[at] = next_slot;
      }
      for (std::size_t k = 0; k < count; ++k) {
        const auto [lower, slot] = slots[k];
        if (lower > best_ || met()) break;
        if (!node.is_leaf(slot)) {
          waiting.push({lower, node.child[slot]});
          continue;
        }
        const Leaf& leaf = tree.leaves[node.leaf(slot)];
        for (unsigned left = cuts_.leaf(leaf, (1u << leaf.count) - 1); left != 0; left &= left - 1)
          look_at(tree.order[leaf.first + std::uint32_t(std::countr_zero(left))]);
      }
    }
  }

  const ConvexTriangles& sides_;
  Counters& counters_;
  double best_;    // nothing farther matters
  double doubt_;   // nothing that is this much farther can seem to matter
  double around_;  // the same from the core
  ConvexCuts cuts_;
  double lower_ = infinity;
  bool any_ = false;
  ConvexDistance found_;
  std::uint32_t triangle_ = 0;
};

// Which part of the triangle, by the corners that the point is between.
Feature triangle_feature(const ConvexFeature& feature, std::uint32_t triangle, const ShapeData& shape) {
  Feature result{kind_of(feature), 0, triangle, shape.tags.empty() ? 0 : shape.tags[triangle]};
  if (feature.count == 1) result.index = std::uint16_t(feature.point[0]);
  if (feature.count == 2) {
    const std::uint32_t low = std::min(feature.point[0], feature.point[1]);
    const bool across = low == 0 && std::max(feature.point[0], feature.point[1]) == 2;
    result.index = std::uint16_t(across ? 2 : low);
  }
  return result;
}

DistanceResult distance_of(const ConvexTriangles& sides, double max, PairCache* cache) {
  DistanceResult result = at_distance_0();
  NearestToSet nearest(sides, max, result.counters);
  const bool any =
      !(box_gap(sides.body.box, grown(sides.mesh.body.box, sides.mesh.body.radius)) > max) && nearest.search(cache);
  if (any) remember(cache, {0, nearest.triangle()});
  if (!nearest.met() && enclosed(sides, nearest.apart(), result.counters)) {
    result.point_a = result.point_b = point_of(sides.body.set);
    result.point_bound = size_of(sides.body.box) * 0x1p-44;
    result.feature_b.kind = Feature::Kind::solid;
    return result;
  }
  if (!any) {
    set_beyond(result, std::min(max, nearest.lower()));
    return result;
  }
  ConvexDistance found = nearest.found();
  if (found.relation != Relation::meet) found.lower = std::min(found.lower, nearest.lower());
  set_distance(result, found, sides.body.set, sides.triangle(nearest.triangle()),
               size_of(sides.body.box) + size_of(sides.mesh.body.box) + sides.mesh.body.radius, max);
  if (result.beyond) return result;
  set_feature(sides.body.shape->form, found.feature_a, result.feature_a);
  result.feature_b = triangle_feature(found.feature_b, nearest.triangle(), *sides.mesh.body.shape);
  return result;
}

}  // namespace

DistanceResult distance_convex_triangles(const Body& a, const Body& b, const DistanceSettings& settings,
                                         PairCache* cache) {
  ConvexTriangles sides;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<DistanceResult>(status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = distance_of(sides, settings.max, cache);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
