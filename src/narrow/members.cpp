#include "narrow/members.h"

#include <algorithm>

#include "narrow/posed.h"
#include "narrow/support_body.h"
#include "shape/compound.h"

namespace graze {
namespace {

Box leaf_box(const Body& body) {
  const Shape::Data& shape = body.shape.data();
  if (shape.form == ShapeForm::halfspace) return shape.bounds;
  const double radius = shape.radius > 0 ? posed_radius(body.pose.linear, shape.radius) : 0;
  if (radius < 0) return grown(posed_box(body.pose, body.shape.bounds()), shape.world_margin);
  return grown(posed_box(body.pose, shape.bounds), radius + shape.world_margin);
}

}  // namespace

Status find_leaves(const Body& body, std::vector<Member>& leaves) {
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  if (body.shape.form() != ShapeForm::compound) {
    leaves.push_back({body, leaf_box(body), 0});
    return Status::ok;
  }
  const Compound& compound = *body.shape.data().compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  leaves.reserve(compound.leaves.size());
  for (const CompoundLeaf& leaf : compound.leaves) {
    const Body part{leaf.shape, poses[leaf.node]};
    if (const Status status = check_pose(part.pose, orientation); status != Status::ok) return Status::out_of_range;
    leaves.push_back({part, leaf_box(part), leaf.first_number});
  }
  return Status::ok;
}

Status find_leaves(const Body& a, const Body& b, std::vector<Member>& leaves_a, std::vector<Member>& leaves_b) {
  const Status status = find_leaves(a, leaves_a);
  return status == Status::ok ? find_leaves(b, leaves_b) : status;
}

Box world_box(const Body& body) {
  if (body.shape.form() != ShapeForm::compound) return leaf_box(body);
  const Compound& compound = *body.shape.data().compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  Box box;
  for (const CompoundLeaf& leaf : compound.leaves) box = merge(box, leaf_box({leaf.shape, poses[leaf.node]}));
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
  const Compound& compound = *body.shape.data().compound;
  for (const Pose& pose : node_poses(compound, body.pose)) see(pose);
  chain.poses += static_cast<double>(compound.nodes.size());
  return chain;
}

namespace {

int order(double x, double y) { return x < y ? -1 : x > y ? 1 : 0; }
int order(Vec3 x, Vec3 y) {
  for (int k = 0; k < 3; ++k)
    if (const int order_k = order(x[k], y[k]); order_k != 0) return order_k;
  return 0;
}

int order(const Member& p, const Member& q) {
  const Shape::Data &s = p.body.shape.data(), &t = q.body.shape.data();
  for (int k = 0; k < 3; ++k)
    if (const int columns = order(p.body.pose.linear[k], q.body.pose.linear[k]); columns != 0) return columns;
  for (const int each : {order(p.body.pose.translation, q.body.pose.translation), order(p.box.lo, q.box.lo),
                         order(p.box.hi, q.box.hi), int(s.form) - int(t.form), order(s.radius, t.radius),
                         order(s.world_margin, t.world_margin), order(s.extent, t.extent), order(s.normal, t.normal),
                         order(s.offset, t.offset), order(s.triangle_count, t.triangle_count)})
    if (each != 0) return each;
  for (std::uint32_t i = 0; i < s.triangle_count; ++i) {
    const Triangle x = s.triangle(i), y = t.triangle(i);
    for (const int each : {order(x.a, y.a), order(x.b, y.b), order(x.c, y.c)})
      if (each != 0) return each;
  }
  return 0;
}

}  // namespace

int order_of(const std::vector<Member>& a, const std::vector<Member>& b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const int each = order(a[i], b[i]); each != 0) return each;
  return 0;
}

}  // namespace graze
