// The scene of `graze demo`, a still life on a table whose top is the plane z = 0. Contacts are exact in the doubles:
// heights and radii are sums of powers of two, so that flush is flush and a pole touches in one point.
#include <utility>

#include "scenes/scenes.h"

namespace graze::scenes {

namespace {

Shape demo_solid(MeshData mesh) {
  ShapeOptions options;
  options.solid = true;
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), std::move(options));
}

}  // namespace

Scene demo() {
  const Shape board = demo_solid(cube(64));
  const Shape box = demo_solid(cube(24));
  const Shape ball = demo_solid(sphere(20000));
  const Shape ring = demo_solid(torus(9000));
  const Shape tangle = demo_solid(knot(16000));
  // A count that gives the tube a multiple of four sides, one of which is straight down.
  const Shape halo = demo_solid(torus(20400));
  // 0.6, 0, 0, 0.8 is a unit quaternion about x; both parts square to a sum of 1 within rounding.
  const Quat tilt{0.6, 0, 0, 0.8};
  const Quat quarter_x{0.7071067811865476, 0, 0, 0.7071067811865476};
  const Quat turned_z{0, 0, 0.28, 0.96};

  Scene scene;
  scene.name = "demo";
  scene.bodies = {
      {"table", board, make_pose({0, 0, -0.125}, {}, {4, 4, 0.125})},
      // Rests on the table with one vertex, its pole.
      {"ball", ball, make_pose({-2, -1.25, 0.75}, {}, {0.75, 0.75, 0.75})},
      // Face on face with the table, and one on the other.
      {"crate", box, make_pose({2, 0.5, 0.5}, {}, {0.75, 0.75, 0.5})},
      {"parcel", box, make_pose({2, 0.5, 1.25}, turned_z, {0.5, 0.375, 0.25})},
      // Through each other.
      {"knot", tangle, make_pose({-0.5, 1, 1.75}, tilt, {1.5, 1.5, 1.5})},
      {"ring", ring, make_pose({-1.25, 1, 1.5}, quarter_x)},
      // Its lowest point is 2^-40 above the table: near, and clear.
      {"halo", halo, make_pose({0.75, -2, 0.21875 + 0x1p-40}, {}, {0.625, 0.625, 0.625})},
  };
  return scene;
}

}  // namespace graze::scenes
