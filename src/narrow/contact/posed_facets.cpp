#include "narrow/contact/posed_facets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "narrow/body/collapse.h"
#include "narrow/contact/manifold.h"
#include "narrow/pair/convex_pair.h"
#include "shape/lazy.h"

namespace graze {
namespace {

const Facets& facets_of(const ShapeData& shape) {
  const Attached& attached = shape.lazy->facets.get([&] {
    auto made = std::make_shared<const Facets>(
        shape.hull ? shape.hull : std::make_shared<const Polytope>(convex_hull(shape.vertices.view())));
    return Attached{made, sizeof(Facets) + made->frame.normals.size() * sizeof(Vec3) +
                              made->frame.scanned.size() * sizeof(PointBlock)};
  });
  return *static_cast<const Facets*>(attached.object.get());
}

std::uint16_t number(std::uint32_t index) { return index < 0x10000 ? std::uint16_t(index) : std::uint16_t{0}; }
int axis_of(std::uint32_t bit) { return bit == 1 ? 0 : bit == 2 ? 1 : 2; }

}  // namespace

Facets::Facets(std::shared_ptr<const Polytope> hull) : polytope(std::move(hull)), frame(*polytope) {
  Checksum sum;
  sum.add(polytope->vertices.data(), polytope->vertices.size() * sizeof(Vec3));
  checksum = sum.value();
}

bool has_facets(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  if (shape.world_margin > 0) return false;
  const bool faced = shape.form == ShapeForm::box || (shape.is_hull() && shape.hull->dimension == 3);
  return faced && !collapses(body);
}

FacetedBody::FacetedBody(const Body& body)
    : shape(data_of(body.shape)), pose(body.pose), facets(facets_of(shape)), posed(facets.frame, body.pose) {
  const Mat3& m = body.pose.linear;
  const double size = dot(m.c0, m.c0), little = 1e-6 * size;
  uniform = std::fabs(dot(m.c1, m.c1) - size) <= little && std::fabs(dot(m.c2, m.c2) - size) <= little &&
            std::fabs(dot(m.c0, m.c1)) <= little && std::fabs(dot(m.c0, m.c2)) <= little &&
            std::fabs(dot(m.c1, m.c2)) <= little;
}

std::uint32_t FacetedBody::facet_along(std::uint32_t corner, Vec3 n, Vec3& normal) const {
  const Polytope& p = polytope();
  const Vec3 local = posed.carried_back(n);
  std::uint32_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = p.neighbour_start[corner]; i < p.neighbour_start[corner + 1]; ++i) {
    const std::uint32_t facet = p.facet[p.outgoing[i]];
    double along = dot(facets.frame.normals[facet], local);
    if (!uniform) along /= length(posed.normal(facet));
    if (along > most) {
      most = along;
      best = facet;
    }
  }
  normal = posed.normal(best);
  normal = normal * (1 / length(normal));
  return best;
}

Feature FacetedBody::corner_feature(std::uint32_t corner) const {
  if (shape.form == ShapeForm::box) return box_corner(corner);
  return {Feature::Kind::vertex, number(corner), 0, 0};
}

Feature FacetedBody::edge_feature(std::uint32_t half_edge) const {
  const Polytope& p = polytope();
  if (shape.form == ShapeForm::box) {
    const std::uint32_t from = p.loop[half_edge];
    return box_edge(axis_of(from ^ p.loop[p.twin[half_edge]]), from);
  }
  return {Feature::Kind::edge, number(std::min(half_edge, p.twin[half_edge])), 0, 0};
}

std::uint32_t FacetedBody::edge_named(const Feature& edge) const {
  if (shape.form != ShapeForm::box) return edge.index;
  const auto count = std::uint32_t(polytope().loop.size());
  for (std::uint32_t h = 0; h < count; ++h)
    if (edge_feature(h).index == edge.index) return h;
  return count;
}

Feature FacetedBody::facet_feature(std::uint32_t facet) const {
  const Polytope& p = polytope();
  if (shape.form == ShapeForm::box) {
    const std::uint32_t* corner = &p.loop[p.facet_start[facet]];
    return box_face(axis_of(~((corner[0] ^ corner[1]) | (corner[0] ^ corner[2])) & 7u), corner[0]);
  }
  return {Feature::Kind::face, number(facet), 0, 0};
}

Feature FacetedBody::feature_of(const ConvexFeature& found) const {
  const Polytope& p = polytope();
  const std::uint32_t v = found.point[0];
  if (found.count == 1) return corner_feature(v);
  for (std::uint32_t i = p.neighbour_start[v]; i < p.neighbour_start[v + 1]; ++i)
    if (found.count == 2 && p.neighbours[i] == found.point[1]) return edge_feature(p.outgoing[i]);
  // Three corners of one facet, or two across one.
  for (std::uint32_t i = p.neighbour_start[v]; i < p.neighbour_start[v + 1]; ++i) {
    const std::uint32_t facet = p.facet[p.outgoing[i]];
    const auto begin = p.loop.begin() + p.facet_start[facet], end = p.loop.begin() + p.facet_start[facet + 1];
    bool all = true;
    for (std::uint32_t k = 1; k < found.count; ++k) all = all && std::find(begin, end, found.point[k]) != end;
    if (all) return facet_feature(facet);
  }
  return {kind_of(found), 0, 0, 0};
}

}  // namespace graze
