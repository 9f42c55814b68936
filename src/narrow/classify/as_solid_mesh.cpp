// The winding number of the surfaces of several solids together is the sum of theirs. It is at least 1 where one of
// them is, as long as none of the others is negative: so the union is the solid of all triangles.
#include "narrow/classify/as_solid_mesh.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hull/polytope.h"
#include "math/posed_point.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/collapse.h"
#include "narrow/body/posed.h"
#include "narrow/classify/cells.h"
#include "narrow/families.h"
#include "narrow/inside/bounding.h"
#include "shape/complete.h"
#include "shape/compound.h"

namespace graze {
namespace {

struct Triangles {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;

  void add(const Triangle& t) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {t.a, t.b, t.c});
    triangles.push_back({first, first + 1, first + 2});
  }
};

bool is_mesh(const ShapeData& shape) { return family_of(shape.form) == Family::triangles; }
// The body as it is has the triangles of the set.
bool has_triangles(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  return shape.world_margin == 0 && (is_mesh(shape) || (shape.form == ShapeForm::box && !collapses(body)));
}
bool is_hull(const ShapeData& shape) { return shape.faceted(); }
bool is_thread(const ShapeData& shape) { return shape.radius == 0 && axis_forms.has(shape.form); }

std::size_t point_count(const ShapeData& shape) {
  return shape.form == ShapeForm::terrain ? shape.heights.size() : shape.vertices.size();
}

// The hull of the posed corners, by its dimension.
void add_hull(const Posed& body, Triangles& solid, Triangles& thin) {
  const Polytope hull = posed_hull(*body.shape, body.pose);
  Triangles& all = hull.dimension == 3 ? solid : thin;
  const auto first = static_cast<std::uint32_t>(all.vertices.size());
  all.vertices.insert(all.vertices.end(), hull.vertices.begin(), hull.vertices.end());
  for (const Index3& t : facet_fans(hull)) all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

void add_surface(const Posed& body, Triangles& thin) {
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) thin.add(body.triangle(i));
}

void add_mesh(const Posed& body, Triangles& all) {
  const ShapeData& shape = *body.shape;
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

struct Part {
  Body body;
  Posed posed;
};

// False: some part is not polyhedral.
bool find_leaves(const Body& body, std::vector<Part>& leaves) {
  const auto add = [&](const Body& part) {
    Part leaf{part, {}};
    const ShapeData& shape = data_of(part.shape);
    if (!(is_mesh(shape) || is_hull(shape) || is_thread(shape))) return false;
    if (shape.world_margin > 0 || make_posed(part, leaf.posed) != Status::ok) return false;
    leaves.push_back(leaf);
    return true;
  };
  int orientation = 0;
  if (check_pose(body.pose, orientation) != Status::ok) return false;
  if (body.shape.form() != ShapeForm::compound) return add(borrowed(body));
  const Compound& compound = *data_of(body.shape).compound;
  const std::vector<Pose> poses = node_poses(compound, body.pose);
  for (const CompoundLeaf& leaf : compound.leaves)
    if (!add({borrowed(leaf.shape), poses[leaf.node]})) return false;
  return true;
}

bool harms_others(const std::vector<Part>& leaves, const Part& leaf) {
  if (!is_mesh(*leaf.posed.shape) || !leaf.posed.shape->solid) return false;
  for (const Part& other : leaves)
    if (&other != &leaf && overlap(other.posed.box, leaf.posed.box)) return winds_backwards(leaf.body);
  return false;
}

bool empty_inside(const Posed& body) {
  Counters counters;
  return !has_interior({body, place(*body.shape, body.pose)}, counters);
}

Body mesh_of(Triangles&& all, bool solid) {
  ShapeData data;
  data.form = ShapeForm::mesh;
  data.vertices = std::move(all.vertices);
  data.triangles = std::move(all.triangles);
  complete(data);
  data.solid = solid;  // every part is closed, and so is it posed: equal corners stay equal
  return {shape_of(std::make_unique<const ShapeData>(std::move(data))), {}};
}

// All parts, those without interior apart; nothing when a part is not polyhedral, or winds around others backwards.
bool gather(const Body& body, Triangles& solid, Triangles& thin) {
  std::vector<Part> leaves;
  if (!find_leaves(body, leaves)) return false;
  for (const Part& leaf : leaves) {
    if (harms_others(leaves, leaf)) return false;
    const ShapeData& shape = *leaf.posed.shape;
    if (is_hull(shape)) {
      add_hull(leaf.posed, solid, thin);
    } else if (is_thread(shape) || !shape.solid || (leaves.size() > 1 && empty_inside(leaf.posed))) {
      add_surface(leaf.posed, thin);
    } else {
      add_mesh(leaf.posed, solid);
    }
  }
  return true;
}

}  // namespace

std::optional<Body> as_solid_mesh(const Body& body) {
  Triangles solid, thin;
  if (!body.shape || !gather(body, solid, thin) || !thin.triangles.empty()) return std::nullopt;
  return mesh_of(std::move(solid), true);
}

std::optional<Body> as_solid_triangles(const Body& body) {
  if (body.shape && data_of(body.shape).solid && has_triangles(body)) return body;
  return as_solid_mesh(body);
}

std::optional<PolyhedralSet> as_polyhedral(const Body& body) {
  if (!body.shape) return std::nullopt;
  if (has_triangles(body)) {
    Posed posed;
    if (make_posed(body, posed) != Status::ok) return std::nullopt;
    return PolyhedralSet{body, posed.shape->solid, posed.shape->triangle_count};
  }
  Triangles solid, thin;
  if (!gather(body, solid, thin)) return std::nullopt;
  if (solid.triangles.empty()) return PolyhedralSet{mesh_of(std::move(thin), false), false, 0};
  const auto first_thin = static_cast<std::uint32_t>(solid.triangles.size());
  // Each once either way round: it winds around nothing.
  for (const Index3& t : thin.triangles) {
    const Triangle face{thin.vertices[t[0]], thin.vertices[t[1]], thin.vertices[t[2]]};
    solid.add(face);
    solid.add({face.a, face.c, face.b});
  }
  return PolyhedralSet{mesh_of(std::move(solid), true), true, first_thin};
}

}  // namespace graze
