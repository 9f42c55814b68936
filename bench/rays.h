// Random rays, and the comparison of their hits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/workload.h"

namespace graze::bench {

// From random points of a sphere of radius 3 around; three in four at a random point of a random triangle, the others
// at a random point of the cube [-1, 1]^3. Unit directions; all numbers exact in float.
std::vector<Ray> random_rays(const MeshData& mesh, int count, std::uint64_t seed);

// Hits agree when both miss, or both hit and t differs by at most 1e-4 (1 + t): sizes are about 1, and peers work in
// float. Otherwise the exact t decides, to within the same of the peer and 1e-12 (1 + t) of ours. Adds to the row.
void compare_hits(const MeshData& mesh, std::span<const Ray> rays, std::span<const RayPeer::Hit> ours,
                  std::span<const RayPeer::Hit> theirs, Row& row);

}  // namespace graze::bench
