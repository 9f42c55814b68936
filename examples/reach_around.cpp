// Which triangles of a mesh are within reach of a tool: spheres, capsules, boxes and half-spaces as bodies.
#include <graze/graze.h>

#include <iostream>

int main() {
  // A roof of two triangles, 4 x 4, one unit above the origin.
  const graze::Shape roof = graze::make_mesh({{-2, -2, 1}, {2, -2, 1}, {2, 2, 1}, {-2, 2, 1}}, {{0, 1, 2}, {0, 2, 3}});
  const graze::Body above{roof, {}};

  // The sphere touches the roof in one point: touching is contact, decided exactly.
  const graze::Body ball{graze::make_sphere(1), {}};
  const graze::CollideResult touch = graze::collide(above, ball);
  if (!touch.ok()) return 1;
  std::cout << "ball: " << (touch.yes() ? "touches" : "is clear") << '\n';

  // A capsule of half length 0.5 along z, lower: how far is it from the roof?
  const graze::Body probe{graze::make_capsule(0.25, 0.5), graze::make_pose(graze::Vec3{0.5, -1, -0.25})};
  const graze::DistanceResult gap = graze::find_distance(above, probe);
  if (!gap.ok()) return 1;
  std::cout << "probe: " << gap.distance << " away, off by at most " << gap.bound << '\n';

  // Every triangle that reaches into a box.
  const graze::Body region{graze::make_box({0.5, 0.5, 0.5}), graze::make_pose(graze::Vec3{1, -1, 1})};
  for (const graze::TrianglePair& pair : graze::collide(above, region, {.all = true}).pairs)
    std::cout << "triangle " << pair.a << " is in the box\n";

  // The ground: z <= 0.
  const graze::Body ground{graze::make_halfspace({0, 0, 1}, 0), {}};
  std::cout << "roof: " << graze::find_distance(above, ground).distance << " above the ground\n";
  const bool right = graze::collide(above, ball).yes() && gap.distance == 0.5 &&
                     graze::collide(above, region, {.all = true}).pairs.size() == 1 &&
                     graze::find_distance(above, ground).distance == 1;
  return right ? 0 : 1;
}
