#include "narrow/compound_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "narrow/nearest.h"
#include "narrow/posed.h"
#include "narrow/support_body.h"
#include "shape/compound.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Result>
Result failed(Status status) {
  Result result;
  result.status = status;
  return result;
}

struct Member {
  Body body;
  Box box;  // world, outward, radius included
  std::uint32_t first_number;
};

Box world_box(const Body& body) {
  const Shape::Data& shape = body.shape.data();
  if (shape.form == ShapeForm::halfspace) return shape.bounds;
  const double radius = shape.radius > 0 ? posed_radius(body.pose.linear, shape.radius) : 0;
  if (radius < 0) return grown(posed_box(body.pose, body.shape.bounds()), shape.world_margin);
  return grown(posed_box(body.pose, shape.bounds), radius + shape.world_margin);
}

// One leaf for a body that is no compound.
Status find_leaves(const Body& body, std::vector<Member>& leaves) {
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  if (body.shape.form() != ShapeForm::compound) {
    leaves.push_back({body, world_box(body), 0});
    return Status::ok;
  }
  const Compound& compound = *body.shape.data().compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  leaves.reserve(compound.leaves.size());
  for (const CompoundLeaf& leaf : compound.leaves) {
    const Body part{leaf.shape, poses[leaf.node]};
    if (const Status status = check_pose(part.pose, orientation); status != Status::ok) return Status::out_of_range;
    leaves.push_back({part, world_box(part), leaf.first_number});
  }
  return Status::ok;
}

Status find_leaves(const Body& a, const Body& b, std::vector<Member>& leaves_a, std::vector<Member>& leaves_b) {
  const Status status = find_leaves(a, leaves_a);
  return status == Status::ok ? find_leaves(b, leaves_b) : status;
}

// An order of two bodies that does not depend on which is called a; 0 where all of their leaves are alike.
int order_of(const std::vector<Member>& a, const std::vector<Member>& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  const auto less = [](const Member& p, const Member& q) {
    for (int k = 0; k < 4; ++k) {
      const Vec3 x = k < 3 ? p.body.pose.linear[k] : p.body.pose.translation;
      const Vec3 y = k < 3 ? q.body.pose.linear[k] : q.body.pose.translation;
      for (int i = 0; i < 3; ++i)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    }
    for (int i = 0; i < 3; ++i) {
      if (p.box.lo[i] != q.box.lo[i]) return p.box.lo[i] < q.box.lo[i] ? -1 : 1;
      if (p.box.hi[i] != q.box.hi[i]) return p.box.hi[i] < q.box.hi[i] ? -1 : 1;
    }
    return int(p.body.shape.form()) - int(q.body.shape.form());
  };
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const int order = less(a[i], b[i]); order != 0) return order;
  return 0;
}

struct LeafPair {
  double gap;
  std::uint32_t a, b;
  friend bool operator<(const LeafPair& x, const LeafPair& y) {
    return x.gap != y.gap ? x.gap < y.gap : x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

// Those whose boxes come within `reach`, the nearest first.
std::vector<LeafPair> near_pairs(const std::vector<Member>& a, const std::vector<Member>& b, double reach,
                                 Counters& counters) {
  std::vector<LeafPair> pairs;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      ++counters.box_tests;
      // Infinite boxes have no difference.
      const double gap = overlap(a[i].box, b[j].box) ? 0 : box_gap(a[i].box, b[j].box);
      if (!(gap > reach)) pairs.push_back({gap, i, j});
    }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Statuses of pairs that said neither yes nor no: a fault comes before an open question.
struct Unsettled {
  Status status = Status::ok;
  double lower = infinity, upper = infinity;

  void add(Status other, double low, double high) {
    if (other == Status::undecided) {
      lower = std::min(lower, low);
      upper = std::min(upper, high);
    }
    if (other != Status::ok && (status == Status::ok || status == Status::undecided)) status = other;
  }
};

void mirror(DistanceResult& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = Vec3{} - result.normal;
}

DistanceResult distance_of(const std::vector<Member>& a, const std::vector<Member>& b, double max) {
  Counters counters;
  DistanceResult best;
  best.beyond = true;
  best.distance = best.upper = best.bound = infinity;
  best.lower = max;
  double lower = infinity;
  LeafPair nearest{};
  Unsettled open;
  for (const LeafPair& pair : near_pairs(a, b, max, counters)) {
    const double limit = std::min(max, best.upper);
    if (pair.gap > limit) break;
    DistanceResult next = distance(a[pair.a].body, b[pair.b].body, {.max = limit});
    counters += next.counters;
    if (next.status != Status::ok && next.status != Status::undecided) {
      open.add(next.status, 0, 0);
      continue;
    }
    lower = std::min(lower, next.lower);
    if (next.beyond) continue;
    const bool first = pair.a != nearest.a ? pair.a < nearest.a : pair.b < nearest.b;
    if (!best.beyond && !(next.distance < best.distance || (next.distance == best.distance && first))) continue;
    next.feature_a.triangle += a[pair.a].first_number;
    next.feature_b.triangle += b[pair.b].first_number;
    best = next;
    nearest = pair;
    if (best.distance == 0) break;
  }
  if (open.status != Status::ok && !(best.distance == 0)) best.status = open.status;
  best.counters = counters;
  if (best.distance == 0) return best;
  best.lower = std::min(best.lower, lower);
  if (!best.beyond) best.bound = std::max(best.bound, std::nextafter(best.distance - best.lower, infinity));
  return best;
}

}  // namespace

CollideResult compound_collide(const Body& a, const Body& b, const CollideSettings& settings) {
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<CollideResult>(status);
  CollideResult result;
  Unsettled open;
  for (const LeafPair& pair : near_pairs(leaves_a, leaves_b, 0, result.counters)) {
    CollideSettings each = settings;
    each.max_results = settings.max_results - result.pairs.size();
    const CollideResult next = collide(leaves_a[pair.a].body, leaves_b[pair.b].body, each);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok && next.status != Status::undecided) continue;
    result.colliding = result.colliding || next.colliding;
    for (const TrianglePair& met : next.pairs)
      result.pairs.push_back({met.a + leaves_a[pair.a].first_number, met.b + leaves_b[pair.b].first_number});
    result.complete = next.complete;
    if (!result.complete || (result.colliding && !settings.all)) break;
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  if (open.status != Status::ok && (settings.all || !result.colliding)) {
    result.status = open.status;
    result.lower = result.colliding ? 0 : open.lower;
    result.upper = result.colliding ? 0 : open.upper;
  }
  return result;
}

DistanceResult compound_distance(const Body& a, const Body& b, const DistanceSettings& settings) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<DistanceResult>(status);
  if (order_of(leaves_a, leaves_b) <= 0) return distance_of(leaves_a, leaves_b, settings.max);
  DistanceResult result = distance_of(leaves_b, leaves_a, settings.max);
  mirror(result);
  return result;
}

WithinResult compound_within(const Body& a, const Body& b, double tolerance) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<WithinResult>(status);
  WithinResult result;
  Unsettled open;
  for (const LeafPair& pair : near_pairs(leaves_a, leaves_b, tolerance, result.counters)) {
    const WithinResult next = within(leaves_a[pair.a].body, leaves_b[pair.b].body, tolerance);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok || !next.within) continue;
    result.within = true;
    result.witness = {next.witness.a + leaves_a[pair.a].first_number, next.witness.b + leaves_b[pair.b].first_number};
    return result;
  }
  if (open.status != Status::ok) {
    result.status = open.status;
    result.lower = open.lower;
    result.upper = open.upper;
  }
  return result;
}

RayResult compound_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  std::vector<Member> leaves;
  if (const Status status = find_leaves(body, leaves); status != Status::ok) return failed<RayResult>(status);
  RayResult result;
  const auto before = [](const RayHit& x, const RayHit& y) { return x.t != y.t ? x.t < y.t : x.triangle < y.triangle; };
  for (const Member& leaf : leaves) {
    RayResult next = graze::ray(leaf.body, ray, settings);
    result.counters += next.counters;
    if (next.status != Status::ok) return failed<RayResult>(next.status);
    if (!next.hit) continue;
    next.closest.triangle += leaf.first_number;
    for (RayHit& hit : next.hits) {
      hit.triangle += leaf.first_number;
      result.hits.push_back(hit);
    }
    if (!result.hit || before(next.closest, result.closest)) result.closest = next.closest;
    result.hit = true;
    if (settings.any && !settings.all) return result;
  }
  std::sort(result.hits.begin(), result.hits.end(), before);
  return result;
}

}  // namespace graze
