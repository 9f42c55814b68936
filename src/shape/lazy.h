// What a shape builds on first need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "shape/data.h"
#include "shape/net_surface.h"
#include "shape/once.h"
#include "shape/polygons.h"
#include "shape/topology.h"
#include "shape/weld.h"

namespace graze {

// What a later room makes of a shape, once, and keeps with it.
struct Attached {
  std::shared_ptr<const void> object;
  std::size_t bytes = 0;
};

struct ShapeData::Lazy {
  RayTree earlier_rays;  // of the same triangles elsewhere, to be refitted; no nodes: there is none
  Once<RayTree> ray_tree;
  Once<Tree> tree;
  Once<Array<OrientedNode>> oriented;
  Once<Surface> surface;
  Once<std::vector<std::uint32_t>> components;
  Once<Attached> support;         // of a convex shape
  Once<Attached> facets;          // of a box or a convex shape
  Once<Attached> filter_volumes;  // of any shape in a world
  Once<Attached> filter_hull;
  Once<Attached> sides;   // of a solid: see narrow/inside/side_grid.h
  Once<Attached> convex;  // of a solid of triangles: see shape/convex_solid.h
  Once<Weld> weld;
  Once<PolygonSurface> polygons;
  Once<NetSurface> net;
  Once<std::vector<Index3>> neighbours;  // across edges
};

// data.topology() with the first open edge.
const Surface& surface(const ShapeData& data);

}  // namespace graze
