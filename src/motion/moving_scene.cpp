#include "motion/moving_scene.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/work.h"
#include "math/norms.h"
#include "motion/rescaled_scene.h"
#include "motion/swept_box.h"
#include "narrow/body/body_order.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/parts.h"
#include "narrow/distance/nearest_search.h"

namespace graze {
namespace {

auto numbers(const Motion& m) {
  return std::tuple(m.kind, m.translation.x, m.translation.y, m.translation.z, m.origin.x, m.origin.y, m.origin.z,
                    m.axis.x, m.axis.y, m.axis.z, m.angle, m.advance);
}

bool comes_first(const MovingMember& a, const Motion& motion_a, const MovingMember& b, const Motion& motion_b) {
  const int order = body_order(a.body, b.body);
  return order != 0 ? order < 0 : numbers(motion_a) < numbers(motion_b);
}

// Pairs of leaves whose boxes come within `reach` of each other at some time, if not at the same.
class SweptParts {
 public:
  SweptParts(const MovingBody& a, const MovingBody& b, double reach, std::vector<TrianglePair>& found)
      : a_(a), b_(b), reach_(reach), found_(found) {}

  Status run() {
    if (const Status status = set_parts(a_.body, b_.body, parts_a_, parts_b_); status != Status::ok) return status;
    for (const std::uint32_t root_a : parts_a_.roots())
      for (const std::uint32_t root_b : parts_b_.roots())
        descend(root_a, way(parts_a_, root_a, a_.motion), root_b, way(parts_b_, root_b, b_.motion));
    return Status::ok;
  }

 private:
  static Box way(const Parts& parts, std::uint32_t node, const Motion& motion) {
    return swept_box(parts.box(node), motion);
  }

  void descend(std::uint32_t node_a, const Box& way_a, std::uint32_t node_b, const Box& way_b) {
    work::charge(1);
    if (box_gap(way_a, way_b) > reach_) return;
    work::poll();
    const bool leaf_a = parts_a_.is_leaf(node_a), leaf_b = parts_b_.is_leaf(node_b);
    if (leaf_a && leaf_b) {
      found_.push_back({parts_a_.leaf(node_a), parts_b_.leaf(node_b)});
    } else if (!leaf_a && (leaf_b || !(sum_abs(way_a.hi - way_a.lo) < sum_abs(way_b.hi - way_b.lo)))) {
      for (const std::uint32_t child : {parts_a_.left(node_a), parts_a_.right(node_a)})
        descend(child, way(parts_a_, child, a_.motion), node_b, way_b);
    } else {
      for (const std::uint32_t child : {parts_b_.left(node_b), parts_b_.right(node_b)})
        descend(node_a, way_a, child, way(parts_b_, child, b_.motion));
    }
  }

  const MovingBody &a_, &b_;
  double reach_;
  std::vector<TrianglePair>& found_;
  Parts parts_a_, parts_b_;
};

}  // namespace

MovingScene::MovingScene(const Body& moving, const Motion& motion, std::span<const MovingBody> others)
    : moving_{borrowed(moving), motion}, others_(others) {}

Status MovingScene::prepare() {
  phases_ = moving_.motion.phases();
  sides_.reserve(1 + others_.size());
  if (const Status status = add(moving_); status != Status::ok) return status;
  for (const MovingBody& other : others_) {
    phases_ = std::max(phases_, other.motion.phases());
    if (const Status status = add(other); status != Status::ok) return status;
  }
  return Status::ok;
}

Status MovingScene::add(const MovingBody& body) {
  if (!body.body.shape || !is_valid(body.motion)) return Status::invalid;
  Side& side = sides_.emplace_back();
  side.body = &body;
  if (const Status status = find_leaves(body.body, side.leaves); status != Status::ok) return status;
  side.members.resize(side.leaves.size());
  return body.body.shape.form() == ShapeForm::compound ? Status::ok : make_member(side, 0);
}

Status MovingScene::make_member(Side& side, std::uint32_t index) {
  if (side.members[index] != nullptr) return Status::ok;
  const Member& leaf = side.leaves[index];
  MovingMember member;
  member.body = leaf.body;
  member.first_number = leaf.first_number;
  const Status status = graze::prepare(leaf.body, member.placed);
  member.has_triangles = status == Status::ok;
  member.placed.body.box = leaf.box;
  // Half-spaces, curved bodies, and spheres that the pose makes ellipsoids.
  if (status != Status::ok && (status != Status::unsupported || !data_of(leaf.body.shape).primitive())) return status;
  // The set is the hull of the posed corners, which its posed triangles bound but for rounding.
  if (member.has_triangles && data_of(leaf.body.shape).faceted())
    member.slack = 4 * largest(member.placed.placement.world_slack);
  side.members[index] = &members_.emplace_back(std::move(member));
  return Status::ok;
}

Status MovingScene::find_pairs(double reach) {
  std::vector<TrianglePair> near;  // leaves
  Side& moving = sides_[0];
  for (std::size_t k = 0; k < others_.size(); ++k) {
    Side& other = sides_[k + 1];
    near.clear();
    if (moving.leaves.size() == 1 && other.leaves.size() == 1) {
      near.push_back({0, 0});
    } else if (const Status status = SweptParts(*moving.body, *other.body, reach, near).run(); status != Status::ok) {
      return status;
    }
    std::sort(near.begin(), near.end());
    for (const auto& [i, j] : near) {
      Status status = make_member(moving, i);
      if (status == Status::ok) status = make_member(other, j);
      if (status != Status::ok) return status;
      const MovingMember &a = *moving.members[i], &b = *other.members[j];
      if (comes_first(b, other.body->motion, a, moving.body->motion)) {
        pairs_.push_back({&b, &a, k, true});
      } else {
        pairs_.push_back({&a, &b, k, false});
      }
    }
  }
  return Status::ok;
}

void MovingScene::set_phase(int phase) {
  for (Side& side : sides_) {
    side.path = path_of(side.body->motion, phase);
    for (MovingMember* member : side.members)
      if (member != nullptr) member->path = side.path;
  }
}

// The same whichever of two bodies is called the moving one.
double MovingScene::size() const {
  const auto bounded = [](const Box& box) { return is_finite(box.lo) && is_finite(box.hi); };
  const Box& first = sides_[0].leaves[0].box;
  double apart = 0;
  for (const Side& side : sides_)
    for (const Member& leaf : side.leaves)
      if (bounded(leaf.box) && bounded(first))
        apart = std::max(apart, largest(max(max(leaf.box.lo - first.hi, first.lo - leaf.box.hi), Vec3{})));
  double most = 0;
  for (const Side& side : sides_)
    for (const Member& leaf : side.leaves) {
      const Box& box = leaf.box;
      const Path& path = side.path;
      if (!bounded(box)) {  // a half-space; where it turns, as far as it goes at the other bodies
        double arm = 0;
        for (const Side& near : sides_)
          for (const Member& each : near.leaves)
            if (bounded(each.box))
              arm = std::max(arm, largest(max(abs(each.box.lo - path.origin), abs(each.box.hi - path.origin))));
        const double way = path.most_shift() + path.most_turn() * arm;
        most = std::max(most, way + largest(leaf.body.pose.translation));
        continue;
      }
      const Vec3 arm = max(abs(box.lo - path.origin), abs(box.hi - path.origin));
      const double way = path.most_shift() + path.most_turn() * largest(arm);
      most = std::max(most, largest(box.hi - box.lo) + std::max(way, apart));
    }
  return most;
}

double MovingScene::largest_coordinate() const {
  double most = 0;
  for (const Side& side : sides_)
    for (const Member& leaf : side.leaves)
      for (const Vec3& corner : {leaf.box.lo, leaf.box.hi})
        if (is_finite(corner)) most = std::max(most, largest(corner));
  return most;
}

double MovingScene::extent() const {
  double most = largest_coordinate();
  for (const Side& side : sides_) {
    most = std::max(most, size_of(side.body->motion));
    for (const Member& leaf : side.leaves)
      if (!is_finite(leaf.box.lo) || !is_finite(leaf.box.hi))
        most = std::max(most, largest(leaf.body.pose.translation));
  }
  return most;
}

bool MovingScene::is_straight() const {
  for (const Side& side : sides_) {
    const Motion::Kind kind = side.body->motion.kind;
    if (kind != Motion::Kind::none && kind != Motion::Kind::translation) return false;
    for (const Member& leaf : side.leaves) {
      const ShapeData& shape = data_of(leaf.body.shape);
      if (shape.triangle_count == 0 || shape.faceted() || shape.radius > 0 || shape.world_margin > 0) return false;
    }
  }
  return true;
}

Body MovingScene::other_at(std::size_t index, int phase, double time) const {
  const MovingBody& other = others_[index];
  return {borrowed(other.body.shape), graze::pose_at(other.body.pose, other.motion, phase, time)};
}

}  // namespace graze
