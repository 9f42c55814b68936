#include "narrow/body/members.h"

#include <algorithm>

#include "narrow/body/borrowed.h"
#include "narrow/body/parts.h"
#include "narrow/body/posed.h"
#include "shape/compound.h"

namespace graze {
namespace {

constexpr std::size_t most_posed = 16;  // leaves of a compound that are posed for a box around all of them

}  // namespace

Status find_leaves(const Body& body, std::vector<Member>& leaves) {
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  if (body.shape.form() != ShapeForm::compound) {
    leaves.push_back({borrowed(body), leaf_box(body.shape, body.pose), 0});
    return Status::ok;
  }
  const Compound& compound = *data_of(body.shape).compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  leaves.reserve(compound.leaves.size());
  for (const CompoundLeaf& leaf : compound.leaves) {
    const Body part{borrowed(leaf.shape), poses[leaf.node]};
    if (const Status status = check_pose(part.pose, orientation); status != Status::ok) return Status::out_of_range;
    leaves.push_back({part, leaf_box(part.shape, part.pose), leaf.first_number});
  }
  return Status::ok;
}

Status find_leaves(const Body& a, const Body& b, std::vector<Member>& leaves_a, std::vector<Member>& leaves_b) {
  const Status status = find_leaves(a, leaves_a);
  return status == Status::ok ? find_leaves(b, leaves_b) : status;
}

Box world_box(const Shape& shape, const Pose& pose) {
  if (shape.form() != ShapeForm::compound) return leaf_box(shape, pose);
  const Compound& compound = *data_of(shape).compound;
  if (compound.leaves.size() > most_posed) {
    const Body body{borrowed(shape), pose};
    if (Parts parts; parts.set(body) == Status::ok && parts.roots().size() == 1) return parts.whole_box();
  }
  Box box;
  const std::vector<Pose> poses = node_poses(compound, pose);
  for (const CompoundLeaf& leaf : compound.leaves) box = merge(box, leaf_box(leaf.shape, poses[leaf.node]));
  return box;
}

Chain chain_of(const Body& body) {
  Chain chain;
  const auto see = [&](const Pose& pose) {
    const Vec3 t = abs(pose.translation);
    chain.translations = std::max({chain.translations, t.x, t.y, t.z});
  };
  see(body.pose);
  if (body.shape.form() != ShapeForm::compound) return chain;
  const Compound& compound = *data_of(body.shape).compound;
  for (const Pose& pose : node_poses(compound, body.pose)) see(pose);
  chain.poses += static_cast<double>(compound.nodes.size());
  return chain;
}

}  // namespace graze
