// A box or convex shape with interior, in the world, with its facets and the names of its features.
#pragma once

#include <memory>

#include "convex/gjk.h"
#include "convex/posed_polytope.h"
#include "graze/query.h"
#include "hull/polytope.h"
#include "shape/data.h"

namespace graze {

// Made once for a shape, which keeps it.
struct Facets {
  std::shared_ptr<const Polytope> polytope;
  PolytopeFrame frame;
  std::uint64_t checksum;  // of the corners
  explicit Facets(std::shared_ptr<const Polytope> hull);
};

// A box, or a convex shape that is not flat, without a margin, whose pose does not collapse it.
bool has_facets(const Body& body);

// Of a body that has facets. Facets and edges are those of the shape, right up to posed.rounding().
struct FacetedBody {
  const ShapeData& shape;
  const Pose& pose;
  const Facets& facets;
  PosedPolytope posed;
  bool uniform;  // does the pose keep all directions as long as each other, but for a millionth?

  explicit FacetedBody(const Body& body);
  const Polytope& polytope() const { return *facets.polytope; }

  // Of the facets at a corner the one that looks most along n; its unit normal, outward.
  std::uint32_t facet_along(std::uint32_t corner, Vec3 n, Vec3& normal) const;

  // Names as in docs/contacts.md.
  Feature corner_feature(std::uint32_t corner) const;
  Feature edge_feature(std::uint32_t half_edge) const;
  Feature facet_feature(std::uint32_t facet) const;
  Feature feature_of(const ConvexFeature& found) const;
  // A half-edge of the edge that is named so; any number where none is.
  std::uint32_t edge_named(const Feature& edge) const;
};

}  // namespace graze
