// Scene generators shared by tests, benchmarks, the command line and the demo. All are deterministic.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/graze.h"

namespace graze::scenes {

struct MeshData {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
};

// Closed, outward-oriented meshes around the origin. Counts are approximate but reproducible.
MeshData sphere(std::uint32_t triangles);  // radius 1, latitude-longitude, poles closed by fans
MeshData torus(std::uint32_t triangles);   // radii 1 and 0.35, axis z
MeshData knot(std::uint32_t triangles);    // a (2,3) torus knot tube, largest coordinate about 1
MeshData cube(std::uint32_t cells);        // [-1, 1]^3, cells x cells squares a face: 12 cells^2 triangles

// Turned about (1, 1, 1) by part of a turn, then scaled uniformly into [-1, 1]^3 around the centre of its bounding box.
MeshData object_frame(const MeshData& mesh, double turn);

// A square sheet in [-1, 1]^2, z = 0, and where its vertices go.
MeshData cloth(std::uint32_t triangles);
std::vector<Vec3> waving(const MeshData& cloth, double time);    // held at x = -1; a period is 1; does not meet itself
std::vector<Vec3> pleated(const MeshData& cloth, double depth);  // eight pleats; from a depth of 0.04 on they meet

// A storey of rooms x rooms rooms, 8 wide and 3 high, from (0, 0, 0): many closed shells, touching and overlapping as
// the parts of game levels do; about 310 triangles a room, z up.
MeshData level(std::uint32_t rooms);

// splitmix64: small, seedable, the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  double uniform();                      // [0, 1)
  double uniform(double lo, double hi);  // [lo, hi)
  Vec3 direction();                      // uniform on the unit sphere
  Quat rotation();                       // uniform unit quaternion

 private:
  std::uint64_t state_;
};

struct SceneBody {
  std::string name;
  Shape shape;
  Pose pose;
};
struct Scene {
  std::string name;
  std::vector<SceneBody> bodies;
};

// What `graze demo` checks: a few bodies that touch, overlap, lie flush, and miss by a hair.
Scene demo();

}  // namespace graze::scenes
