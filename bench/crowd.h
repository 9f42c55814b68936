// Many bodies at random places, and what is asked of them: the scene of the benchmark of world queries.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

struct CrowdShape {
  enum class Kind : std::uint8_t { box, sphere, capsule, mesh };
  Kind kind = Kind::box;
  Vec3 half;               // of a box
  double radius = 0;       // of a sphere or capsule
  double half_length = 0;  // of a capsule, along z
  scenes::MeshData mesh;   // a surface
};
Shape to_shape(const CrowdShape& shape);

struct CrowdBody {
  std::uint32_t shape = 0;
  Vec3 place;
  Quat rotation;
  Pose pose() const { return make_pose(place, rotation); }
};

struct Crowd {
  std::vector<CrowdShape> shapes;
  std::vector<CrowdBody> bodies;
  double side = 1;  // the bodies are in a cube from -side to side
};

// Boxes, spheres and capsules of sizes from 0.2 to 0.6, or surfaces of 80 triangles; about one in 40 of the room is
// theirs, whatever the count.
Crowd make_crowd(std::uint32_t count, bool meshes, std::uint64_t seed);
// More bodies of the shapes of the crowd, at other places of it.
std::vector<CrowdBody> visitors(const Crowd& crowd, std::size_t count, std::uint64_t seed);

}  // namespace graze::bench
