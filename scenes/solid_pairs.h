// Pairs of solids in contact: flush, equal, stacked, in each other. What classification and depth are measured on, and
// compared with.
#pragma once

#include <string>
#include <vector>

#include "scenes/scenes.h"

namespace graze::scenes {

// A pipe along z from 0 to `height`: eight triangles a side.
MeshData pipe(std::uint32_t sides, double outer, double inner, double height);
// A wall from (0, 0, 0) to (openings * 2, 0.25, 3) with a window of 1 x 1 in every 2 of its length; faces are squares
// of 1 / cells, each two triangles.
MeshData wall(std::uint32_t openings, std::uint32_t cells);
// What fills the window of number `which` of such a wall.
MeshData window(std::uint32_t which);
// A threaded bolt along z: `turns` turns of `sides` steps, radius 1 to 1.15; and the nut around the same thread, which
// is a cylinder of radius 2 outside. Their threads are the same triangles.
MeshData bolt(std::uint32_t turns, std::uint32_t sides);
MeshData nut(std::uint32_t turns, std::uint32_t sides);
// A cabinet from (0, 0, 0) to (1, 0.6, 2): sides, shelves, doors and handles as boxes, 156 distinct triangles, of which
// all but those of one box are there `copies` times, as in models whose files repeat their primitives.
MeshData cabinet(std::uint32_t copies);

struct SolidPair {
  std::string name;
  Body a, b;
  double contact = 0;
  PairClass value = PairClass::unknown;  // exact where contact is 0
};

// All of them; each is built from the same meshes in every run.
std::vector<SolidPair> solid_pairs();

}  // namespace graze::scenes
