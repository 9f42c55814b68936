// Faces of more than three corners, as readers cut them into triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/shape.h"

namespace graze {

// The triangles of faces that were cut into fans from their first corner, in a longer list of triangles.
struct PolygonFans {
  struct Fan {
    std::size_t first;    // triangle
    std::uint32_t count;  // of triangles: two fewer than corners
  };
  std::vector<Fan> fans;

  // `count` triangles of one face are about to be appended.
  void add(std::size_t first, std::size_t count) {
    if (count > 1) fans.push_back({first, static_cast<std::uint32_t>(count)});
  }

  // Faces that are not convex, of which a fan has triangles that face the other way, are cut along other diagonals.
  // Returns how many faces no diagonals cut, because they cross themselves or have
  // more corners than limits::polygon_work() allows: these stay fans.
  std::size_t mend(const std::vector<Vec3>& vertices, std::vector<Index3>& triangles) const;
};

}  // namespace graze
