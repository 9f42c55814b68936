// A convex body against triangles: the tree leaves those near its oriented box, and each is a convex set of three
// points. Distances open the boxes of the tree in the order of their proven distance to the body.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

#include "base/guard.h"
#include "base/work.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/near_triangles.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/family/support_queries.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/where.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Sides {
  SupportBody body;
  PlacedBody mesh;
  bool body_is_a = false;

  Support triangle(std::uint32_t i) const {
    const Triangle t = mesh.body.triangle(i);
    return support_of(std::array{t.a, t.b, t.c}, {}, mesh.body.radius);
  }
  TrianglePair pair(std::uint32_t i) const { return body_is_a ? TrianglePair{0, i} : TrianglePair{i, 0}; }
};

bool has_triangles(const Body& body) { return body.shape && !data_of(body.shape).primitive(); }

Status make_sides(const Body& a, const Body& b, Sides& sides) {
  sides.body_is_a = has_triangles(b);
  // Faults are told in the order of the arguments.
  const Body &body = sides.body_is_a ? a : b, &mesh = sides.body_is_a ? b : a;
  const auto make_body = [&] { return make_support(body, sides.body); };
  const auto make_mesh = [&] { return prepare(mesh, sides.mesh); };
  Status status = sides.body_is_a ? make_body() : make_mesh();
  if (status == Status::ok) status = sides.body_is_a ? make_mesh() : make_body();
  return status;
}

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

// Is the body in the solid? `apart`: it has no point of the mesh's surface; else its middle may be on that.
bool enclosed(const Sides& sides, bool apart, Counters& counters) {
  const Vec3 point = point_of(sides.body.set);
  if (!sides.mesh.body.shape->solid || !overlap(sides.mesh.body.box, Box{point, point})) return false;
  if (apart) return inside_solid(sides.mesh, point, counters);
  return where(SolidBody(sides.mesh), point, counters) != Where::outside;
}

// The least of the brackets that were left open.
struct Open {
  bool any = false;
  double lower = infinity, upper = infinity;

  void add(const ConvexMeeting& found) {
    any = true;
    lower = std::min(lower, found.lower > 0 ? found.lower : 0.0);
    upper = std::min(upper, found.upper);
  }
};

// Calls found(triangle) for all within the tolerance of the body; what cannot be told goes to `open`.
template <class Found>
void for_each_within(const Sides& sides, double tolerance, const Found& found, Open& open, Counters& counters) {
  const Box around = grown(sides.body.box, Reach{sides.mesh.body.radius, tolerance, 0}.upper());
  if (!overlap(around, sides.mesh.body.box)) return;
  const Reach reach{sides.body.set.radius, sides.mesh.body.radius, tolerance};
  visit_near(
      sides.mesh, world_volume(sides.body, reach.upper()),
      [&](std::uint32_t i) {
        ++counters.triangle_tests;
        const Triangle t = sides.mesh.body.triangle(i);
        if (!overlap(around, box_of(t))) return true;
        ++counters.double_tests;
        const ConvexMeeting meeting = meeting_within(sides.body.set, sides.triangle(i), tolerance);
        if (meeting.relation == Relation::undecided) open.add(meeting);
        return meeting.relation != Relation::meet || found(i);
      },
      counters);
}

// Is the triangle that was near enough last time still so, beyond doubt? Not asked of curved bodies, of which another
// triangle may leave open what one of them proves: whether that is known must not depend on a cache.
bool still_within(const Sides& sides, double tolerance, const PairCache* cache, Counters& counters) {
  if (cache == nullptr || !cache->used || !sides.body.set.of_points()) return false;
  const std::uint32_t last = sides.body_is_a ? cache->nearest.b : cache->nearest.a;
  if (last >= sides.mesh.body.shape->triangle_count) return false;
  ++counters.triangle_tests;
  ++counters.double_tests;
  return meeting_within(sides.body.set, sides.triangle(last), tolerance).relation == Relation::meet;
}

// Triangles, and boxes of the tree, in the order of their proven distance.
class NearestToSet {
 public:
  NearestToSet(const Sides& sides, double max, Counters& counters) : sides_(sides), counters_(counters), best_(max) {}

  // Returns false when no triangle is as near as `max`.
  bool search(const PairCache* cache) {
    const ShapeData& shape = *sides_.mesh.body.shape;
    if (cache != nullptr && cache->used) {
      const std::uint32_t last = sides_.body_is_a ? cache->nearest.b : cache->nearest.a;
      if (last < shape.triangle_count) look_at(last);
    }
    if (sides_.mesh.placement.usable) {
      descend();
    } else {
      for (std::uint32_t i = 0; i < shape.triangle_count && !met(); ++i) look_at(i);
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
    if (box_gap(sides_.body.box, grown(box_of(sides_.mesh.body.triangle(i)), sides_.mesh.body.radius)) > best_) return;
    ++counters_.double_tests;
    work::charge(32);
    const ConvexDistance next = distance_between(sides_.body.set, sides_.triangle(i), best_);
    lower_ = std::min(lower_, next.lower > 0 ? next.lower : 0.0);
    if (next.beyond) return;
    if (any_ && !(next.upper < found_.upper || (next.upper == found_.upper && i < triangle_))) return;
    any_ = true;
    found_ = next;
    triangle_ = i;
    best_ = std::min(best_, next.upper);
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
    return std::max(gap, between(box, best_).lower);
  }

  void descend() {
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
      for (int slot = 0; slot < OrientedNode::width && node.child[slot] != Node::none; ++slot) {
        ++counters_.box_tests;
        work::charge(32);
        slots[count++] = {bound_of(slot_box(node, slot)), slot};
      }
      std::sort(slots.begin(), slots.begin() + std::ptrdiff_t(count));
      for (std::size_t k = 0; k < count; ++k) {
        const auto [lower, slot] = slots[k];
        if (lower > best_ || met()) break;
        if (!node.is_leaf(slot)) {
          waiting.push({lower, node.child[slot]});
          continue;
        }
        const Leaf& leaf = tree.leaves[node.leaf(slot)];
        for (std::uint32_t i = 0; i < leaf.count; ++i) look_at(tree.order[leaf.first + i]);
      }
    }
  }

  const Sides& sides_;
  Counters& counters_;
  double best_;  // nothing farther matters
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

void mirror(DistanceResult& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = Vec3{} - result.normal;
}

// With the body as a.
DistanceResult distance_of(const Sides& sides, double max, PairCache* cache) {
  DistanceResult result = at_distance_0();
  NearestToSet nearest(sides, max, result.counters);
  const bool any =
      !(box_gap(sides.body.box, grown(sides.mesh.body.box, sides.mesh.body.radius)) > max) && nearest.search(cache);
  if (any) remember(cache, sides.pair(nearest.triangle()));
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

CollideResult support_mesh_collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  Sides sides;
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<CollideResult>(status);
  const std::uint64_t exact_before = exact_count();
  auto result = no_so_far<CollideResult>();
  if (!settings.all && still_within(sides, 0, cache, result.counters)) {
    result.answer = Answer::yes;
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }
  Open open;
  for_each_within(
      sides, 0,
      [&](std::uint32_t i) {
        if (!result.yes()) remember(cache, sides.pair(i));
        result.answer = Answer::yes;
        if (!settings.all) return false;
        result.complete = result.pairs.size() < settings.max_results;
        if (result.complete) result.pairs.push_back(sides.pair(i));
        return result.complete;
      },
      open, result.counters);
  std::sort(result.pairs.begin(), result.pairs.end());
  if (!result.yes()) result.answer = answer_of(enclosed(sides, !open.any, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  if (open.any && (settings.all || !result.yes())) {
    result.status = Status::undecided;
    result.lower = result.yes() ? 0 : open.lower;
    result.upper = result.yes() ? 0 : open.upper;
  }
  return result;
}

DistanceResult support_mesh_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  Sides sides;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<DistanceResult>(status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = distance_of(sides, settings.max, cache);
  if (!sides.body_is_a) mirror(result);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

WithinResult support_mesh_within(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  Sides sides;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  result.answer = answer_of(tolerance == infinity);
  if (result.yes()) return result;
  const std::uint64_t exact_before = exact_count();
  if (still_within(sides, tolerance, cache, result.counters)) {
    result.answer = Answer::yes;
    result.witness = sides.pair(sides.body_is_a ? cache->nearest.b : cache->nearest.a);
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }
  Open open;
  for_each_within(
      sides, tolerance,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        result.witness = sides.pair(i);
        remember(cache, result.witness);
        return false;
      },
      open, result.counters);
  if (!result.yes()) result.answer = answer_of(enclosed(sides, !open.any, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  if (!result.yes() && open.any) {
    result.status = Status::undecided;
    result.lower = open.lower;
    result.upper = open.upper;
  }
  return result;
}

}  // namespace graze
