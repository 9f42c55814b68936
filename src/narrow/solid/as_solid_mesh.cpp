// The winding number of the surfaces of several solids together is the sum of theirs. It is at least 1 where one of
// them is, as long as none of the others is negative: so the union is the solid of all triangles.
#include "narrow/solid/as_solid_mesh.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hull/polytope.h"
#include "math/posed_point.h"
#include "narrow/cells.h"
#include "narrow/posed.h"
#include "narrow/solid/bounding.h"
#include "narrow/solid/cells.h"
#include "shape/complete.h"
#include "shape/compound.h"

namespace graze {
namespace {

struct Triangles {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
};

bool has_triangles(const Shape::Data& shape) {
  return shape.solid && shape.world_margin == 0 &&
         (shape.form == ShapeForm::box || family_of(shape.form) == Family::triangles);
}

std::size_t point_count(const Shape::Data& shape) {
  return shape.form == ShapeForm::terrain ? shape.heights.size() : shape.vertices.size();
}

// The hull of the posed corners; false when it is flat.
bool add_hull(const Shape::Data& shape, const Pose& pose, Triangles& all) {
  std::vector<Vec3> corners;
  for (const Vec3& p : shape.vertices.view()) corners.push_back(posed(pose, p));
  const Polytope hull = convex_hull(corners);
  if (hull.dimension < 3) return false;
  const auto first = static_cast<std::uint32_t>(all.vertices.size());
  all.vertices.insert(all.vertices.end(), hull.vertices.begin(), hull.vertices.end());
  for (std::uint32_t f = 0; f < hull.facet_count(); ++f)
    for (std::uint32_t k = hull.facet_start[f] + 2; k < hull.facet_start[f + 1]; ++k)
      all.triangles.push_back({first + hull.loop[hull.facet_start[f]], first + hull.loop[k - 1], first + hull.loop[k]});
  return true;
}

void add_mesh(const Posed& body, Triangles& all) {
  const Shape::Data& shape = *body.shape;
  const Bounding bounds(shape);
  constexpr std::uint32_t unused = 0xffffffff;
  std::vector<std::uint32_t> place(point_count(shape), unused);
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    if (!bounds(i)) continue;
    const Triangle t = body.triangle(i);
    const Vec3 corner[3] = {t.a, t.b, t.c};
    const std::array<std::size_t, 3> from = shape.corners(i);
    Index3 to;
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& at = place[from[k]];
      if (at == unused) {
        at = static_cast<std::uint32_t>(all.vertices.size());
        all.vertices.push_back(corner[k]);
      }
      to[k] = at;
    }
    if (body.orientation < 0) std::swap(to[1], to[2]);
    all.triangles.push_back(to);
  }
}

// Does the surface wind the wrong way around anything? Then it bounds a solid when it is turned inside out.
bool winds_backwards(const Body& body) {
  PlacedBody reversed;
  if (make_posed(body, reversed.body) != Status::ok) return true;
  reversed.placement = place(*reversed.body.shape, body.pose);
  reversed.body.orientation = -reversed.body.orientation;
  Counters counters;
  return interiors_meet(reversed, reversed, counters);
}

struct SolidPart {
  Body body;
  Posed posed;
};

// False: some part is no polyhedral solid.
bool find_leaves(const Body& body, std::vector<SolidPart>& leaves) {
  const auto add = [&](const Body& part) {
    SolidPart leaf{part, {}};
    const Shape::Data& shape = part.shape.data();
    const bool hull = shape.form == ShapeForm::convex && shape.solid && shape.world_margin == 0;
    if (!(hull || has_triangles(shape)) || make_posed(part, leaf.posed) != Status::ok) return false;
    leaves.push_back(leaf);
    return true;
  };
  int orientation = 0;
  if (check_pose(body.pose, orientation) != Status::ok) return false;
  if (body.shape.form() != ShapeForm::compound) return add(body);
  const Compound& compound = *body.shape.data().compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  for (const CompoundLeaf& leaf : compound.leaves)
    if (!add({leaf.shape, poses[leaf.node]})) return false;
  return true;
}

bool harms_others(const std::vector<SolidPart>& leaves, const SolidPart& leaf) {
  if (leaf.posed.shape->primitive()) return false;
  for (const SolidPart& other : leaves)
    if (&other != &leaf && overlap(other.posed.box, leaf.posed.box)) return winds_backwards(leaf.body);
  return false;
}

}  // namespace

std::optional<Body> as_solid_mesh(const Body& body) {
  if (!body.shape) return std::nullopt;
  std::vector<SolidPart> leaves;
  if (!find_leaves(body, leaves)) return std::nullopt;
  Triangles all;
  for (const SolidPart& leaf : leaves) {
    if (harms_others(leaves, leaf)) return std::nullopt;
    if (!leaf.posed.shape->primitive()) {
      add_mesh(leaf.posed, all);
    } else if (!add_hull(*leaf.posed.shape, leaf.posed.pose, all)) {
      return std::nullopt;
    }
  }
  Shape::Data data;
  data.form = ShapeForm::mesh;
  data.vertices = std::move(all.vertices);
  data.triangles = std::move(all.triangles);
  complete(data);
  data.solid = true;  // every part is closed, and so is it posed: equal corners stay equal
  return Body{Shape(std::make_shared<const Shape::Data>(std::move(data))), {}};
}

std::optional<Body> as_solid_triangles(const Body& body) {
  if (body.shape && has_triangles(body.shape.data())) return body;
  return as_solid_mesh(body);
}

}  // namespace graze
