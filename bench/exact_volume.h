// Who is right about a volume and a mesh: brute force, in double where it is clear and in rational arithmetic where
// not, by code that shares nothing with ours.
#pragma once

#include "bench/peers/volume.h"

namespace graze::bench {

// Is the triangle within the posed volume, or touching it?
bool exact_meet(const VolumeKind& kind, const Pose& pose, const Triangle& triangle);
// Is any of the mesh?
bool exact_collide(const VolumeKind& kind, const Pose& pose, const MeshData& mesh);
// The least distance, 0 where they meet; in double.
double plain_distance(const VolumeKind& kind, const Pose& pose, const MeshData& mesh);

}  // namespace graze::bench
