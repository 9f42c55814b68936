// What a shape builds on first need.
#pragma once

#include <cstdint>
#include <vector>

#include "shape/data.h"
#include "shape/once.h"
#include "shape/topology.h"
#include "shape/weld.h"

namespace graze {

struct Shape::Data::Lazy {
  RayTree earlier_rays;  // of the same triangles elsewhere, to be refitted; no nodes: there is none
  Once<RayTree> ray_tree;
  Once<Tree> tree;
  Once<Array<OrientedNode>> oriented;
  Once<Surface> surface;
  Once<std::vector<std::uint32_t>> components;
  Once<Weld> weld;
};

// data.topology() with the first open edge.
const Surface& surface(const Shape::Data& data);

}  // namespace graze
