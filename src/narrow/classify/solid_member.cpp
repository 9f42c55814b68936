#include "narrow/classify/solid_member.h"

#include <utility>

#include "narrow/body/borrowed.h"
#include "narrow/body/collapse.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/classify/cells.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/families.h"
#include "shape/compound.h"

namespace graze {
namespace {

using Kind = SolidMember::Kind;

// A body that is no compound and not kept by its triangles as they are.
Status add(const Body& body, std::vector<SolidMember>& members) {
  SolidMember member;
  member.kind = member_kind(body);
  member.body = body;
  const bool convex = data_of(body.shape).primitive();
  if (member.kind == Kind::solid && convex) {
    // The triangles of a box are more than its boundary, and those of posed facets need not be in one plane.
    Posed posed;
    if (const Status status = make_posed(body, posed); status != Status::ok) return status;
    member.body = hull_as_triangles(body);
    if (!member.body.shape.solid()) member.kind = Kind::thin;
  }
  if (member.kind == Kind::halfspace) {
    int orientation = 0;
    const Status status = check_pose(body.pose, orientation);
    if (status == Status::ok) members.push_back(std::move(member));
    return status;
  }
  if (member.kind != Kind::curved) {
    if (const Status status = prepare(member.body, member.placed); status != Status::ok) return status;
  }
  if (convex) {
    member.set.emplace();
    if (const Status status = make_support(body, *member.set); status != Status::ok) return status;
  }
  if (member.kind == Kind::solid) {
    Counters counters;
    if (!convex && !has_interior(member.placed, counters)) member.kind = Kind::thin;
    if (member.kind == Kind::solid) member.inside.emplace(member.placed);
  }
  members.push_back(std::move(member));
  return Status::ok;
}

}  // namespace

const char* name(SolidMember::Kind kind) noexcept {
  constexpr const char* names[] = {"thin", "solid", "round", "padded", "curved", "half-space", "shell"};
  return names[static_cast<std::size_t>(kind)];
}

SolidMember::Kind member_kind(const Body& body) noexcept {
  const ShapeData& shape = data_of(body.shape);
  const bool margin = shape.world_margin > 0;
  if (shape.faceted()) return margin ? Kind::padded : Kind::solid;
  if (shape.curved()) return Kind::curved;
  switch (shape.form) {
    case ShapeForm::sphere:
    case ShapeForm::capsule:
      if (shape.radius > 0 && posed_radius(body.pose.linear, shape.radius) < 0) return Kind::curved;
      return shape.radius > 0 || margin ? Kind::round : Kind::thin;
    case ShapeForm::segment:
    case ShapeForm::point:
      return margin ? Kind::round : Kind::thin;
    case ShapeForm::halfspace:
      return Kind::halfspace;
    default:
      return margin ? Kind::shell : shape.solid ? Kind::solid : Kind::thin;
  }
}

Status find_members(const Body& body, std::vector<SolidMember>& members) {
  if (!body.shape) return Status::invalid;
  int orientation = 0;
  if (const Status status = check_pose(body.pose, orientation); status != Status::ok) return status;
  if (body.shape.form() != ShapeForm::compound) return add(borrowed(body), members);
  const Compound& compound = *data_of(body.shape).compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  std::vector<CompoundPart> solids;
  std::vector<Body> solid_bodies;
  for (const CompoundLeaf& leaf : compound.leaves) {
    const Body part{borrowed(leaf.shape), poses[leaf.node]};
    if (check_pose(part.pose, orientation) != Status::ok) return Status::out_of_range;
    if (member_kind(part) == Kind::solid) {
      solids.push_back({part.shape, part.pose});
      solid_bodies.push_back(part);
    } else if (const Status status = add(part, members); status != Status::ok) {
      return status;
    }
  }
  if (solids.empty()) return Status::ok;
  // The product of a pose and the identity is that pose, but for the sign of a zero.
  std::optional<Body> whole;
  if (solids.size() > 1) whole = as_solid_mesh({make_compound(std::move(solids)), {}});
  if (whole) return add(*whole, members);
  for (const Body& part : solid_bodies)
    if (const Status status = add(part, members); status != Status::ok) return status;
  return Status::ok;
}

}  // namespace graze
