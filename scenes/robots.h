// Robots with meshes for links, and obstacles around them: as planners have them, for benchmarks and tests.
#pragma once

#include "graze/robot.h"
#include "scenes/scenes.h"

namespace graze::scenes {

struct MeshRobot {
  Robot robot;
  std::vector<MeshData> meshes;  // of each link, in its frame
};

// An arm of seven joints about z and others in turn, 1.9 m long, on a base, with a
// hand: nine links, each a closed mesh of about `triangles` that is not convex. Neighbours overlap at their joint.
MeshRobot mesh_arm(std::uint32_t triangles);
// The same with long and short links in turn, thick for their length. The end of link 6 and that of the hand, link 8,
// touch in every pose, but for rounding: whether they meet is decided by last places.
MeshRobot mesh_stocky_arm(std::uint32_t triangles);
// Thirty links: a trunk with a waist, a neck and a head, two arms of seven joints with hands, two legs of five.
MeshRobot mesh_humanoid(std::uint32_t triangles);

struct Obstacle {
  MeshData mesh;
  Pose pose;
};
// Knots, tori, cubes and balls between 0.8 m and 1.8 m from the origin, of about `triangles` each.
std::vector<Obstacle> obstacles_around(std::uint32_t count, std::uint32_t triangles, std::uint64_t seed);

}  // namespace graze::scenes
