// A body as the bodies that it is made of: the leaves of a compound, posed.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/query.h"

namespace graze {

struct Member {
  Body body;                   // borrowed: see narrow/body/borrowed.h
  Box box;                     // world, outward, radius included
  std::uint32_t first_number;  // of its triangles; see find_part()
};

// One leaf for a body that is no compound. The shape is not an empty handle.
GRAZE_API Status find_leaves(const Body& body, std::vector<Member>& leaves);
Status find_leaves(const Body& a, const Body& b, std::vector<Member>& leaves_a, std::vector<Member>& leaves_b);

// World, outward, radius and margin included, of a body of any kind with a finite, invertible pose. Of a compound of
// many leaves it is around their boxes in the compound's frame, and may be wider than that around the leaves' own.
Box world_box(const Shape& shape, const Pose& pose);
inline Box world_box(const Body& body) { return world_box(body.shape, body.pose); }

// What the product of poses that places a leaf can round: not fewer than its factors, and no translation on the way has
// a larger component.
struct Chain {
  double poses = 1, translations = 0;
};
Chain chain_of(const Body& body);

}  // namespace graze
