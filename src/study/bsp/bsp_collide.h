// The BSP trees of bsp/ in exact queries. They only choose which triangles are looked at: the answers are those of
// collide() and of brute force.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/query.h"
#include "study/bsp/candidates.h"

namespace graze::study {

// A body seen through a tree of its triangles.
struct BspBody {
  const CandidatePolygons* tree;
  Pose pose;
};

// As collide(a, b, settings) of the two shapes. After the game server paper: the body with the smaller bounding sphere,
// as a box, goes down the tree of the larger; each polygon found there goes, as a sphere or as the part of its box
// within that of the body, whichever is less, down the tree of the smaller; the pairs that are left are decided
// exactly. box_tests counts planes and boxes of polygons, triangle_tests the pairs.
CollideResult collide(const BspBody& a, const BspBody& b, const CollideSettings& settings = {}) noexcept;

// The triangles of the posed body that may meet the box, which is in the world: ascending, each once. All of those
// that do are among them, on the posed doubles.
Status candidates_in(const BspBody& body, const Box& world, std::vector<std::uint32_t>& found,
                     Counters& counters) noexcept;

}  // namespace graze::study
