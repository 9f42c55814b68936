// Robot arms whose self-collisions are known, as URDF.
#pragma once

#include <string>
#include <vector>

namespace graze::scenes {

struct ArmPair {
  std::string a, b;   // names of links, in the order of the file
  std::string value;  // adjacent, always, sometimes, never
};

struct Arm {
  std::string urdf;
  std::vector<ArmPair> pairs;  // of all links with geometry, sorted as the matrix is
};

// A post that turns about z on a wide floor, with a forearm that tips about y at its top, a wall beside it, and a sign
// on the wall that reaches into the floor. All are boxes. With d the direction of the forearm, of length 1.25 and half
// thickness 1/16, seen in the world, e and f those of its sides, and the pitch p: the forearm meets the
//   wall (from x = 0.75 on) where max(0, 1.25 d.x) + (|e.x| + |f.x|) / 16 >= 0.75,
//   floor (up to z = 0) where max(0, 1.25 sin p) + |cos p| / 16 >= 1.
Arm two_joint_arm();

// Seven joints, about z and y in turn, as of common arms; boxes, capsules, cylinders and a sphere; about 1.4 m long.
Arm seven_joint_arm();

}  // namespace graze::scenes
