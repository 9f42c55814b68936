#include "motion/moving_scene.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "math/norms.h"
#include "narrow/body/body_order.h"
#include "narrow/body/members.h"
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

}  // namespace

MovingScene::MovingScene(const Body& moving, const Motion& motion, std::span<const MovingBody> others)
    : moving_{moving, motion}, others_(others) {}

Status MovingScene::prepare() {
  phases_ = moving_.motion.phases();
  if (const Status status = add(moving_); status != Status::ok) return status;
  first_.push_back(members_.size());
  for (const MovingBody& other : others_) {
    phases_ = std::max(phases_, other.motion.phases());
    if (const Status status = add(other); status != Status::ok) return status;
    first_.push_back(members_.size());
  }
  for (std::size_t k = 0; k < others_.size(); ++k)
    for (std::size_t i = 0; i < first_[0]; ++i)
      for (std::size_t j = first_[k]; j < first_[k + 1]; ++j) {
        if (comes_first(members_[j], *motions_[j], members_[i], *motions_[i])) {
          pairs_.push_back({&members_[j], &members_[i], k, true});
        } else {
          pairs_.push_back({&members_[i], &members_[j], k, false});
        }
      }
  return Status::ok;
}

Status MovingScene::add(const MovingBody& body) {
  if (!body.body.shape || !is_valid(body.motion)) return Status::invalid;
  std::vector<Member> leaves;
  if (const Status status = find_leaves(body.body, leaves); status != Status::ok) return status;
  for (const Member& leaf : leaves) {
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
    members_.push_back(member);
    motions_.push_back(&body.motion);
  }
  return Status::ok;
}

void MovingScene::set_phase(int phase) {
  for (std::size_t i = 0; i < members_.size(); ++i) members_[i].path = path_of(*motions_[i], phase);
}

// The same whichever of two bodies is called the moving one.
double MovingScene::size() const {
  const auto bounded = [](const Box& box) { return is_finite(box.lo) && is_finite(box.hi); };
  const Box& first = members_[0].placed.body.box;
  double apart = 0;
  for (const MovingMember& member : members_) {
    const Box& box = member.placed.body.box;
    if (bounded(box) && bounded(first))
      apart = std::max(apart, largest(max(max(box.lo - first.hi, first.lo - box.hi), Vec3{})));
  }
  double most = 0;
  for (const MovingMember& member : members_) {
    const Box& box = member.placed.body.box;
    const Path& path = member.path;
    if (!bounded(box)) {  // a half-space
      most = std::max(most, path.most_shift() + largest(member.body.pose.translation));
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
  for (const MovingMember& member : members_)
    for (const Vec3& corner : {member.placed.body.box.lo, member.placed.body.box.hi})
      if (is_finite(corner)) most = std::max(most, largest(corner));
  return most;
}

Body MovingScene::other_at(std::size_t index, int phase, double time) const {
  const MovingBody& other = others_[index];
  return {other.body.shape, graze::pose_at(other.body.pose, other.motion, phase, time)};
}

}  // namespace graze
