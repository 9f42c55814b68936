// Who is right: slow answers in rational arithmetic, by code that shares nothing with ours. Asked only where two
// implementations disagree.
#pragma once

#include <optional>

#include "bench/peers/pair.h"
#include "bench/peers/peer.h"

namespace graze::bench {

// Do two closed triangles of the mesh and of its copy, with the posed doubles of the contract, have a common point?
bool exact_meet(const MeshData& mesh, const Pose& pose, TrianglePair pair);

// Brute force over every pair of triangles whose boxes overlap.
bool exact_collide(const MeshData& mesh, const Pose& pose);

// The same for two meshes at poses of their own.
bool exact_meet(const MeshData& a, const MeshData& b, const PairQuery& query, TrianglePair pair);
bool exact_collide(const MeshData& a, const MeshData& b, const PairQuery& query);

// The parameter of the closest hit, rounded; nothing when the ray misses. Brute force over every triangle.
std::optional<double> exact_ray(const MeshData& mesh, const Ray& ray);

}  // namespace graze::bench
