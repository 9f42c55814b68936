// Boxes for the tests of models.
#pragma once

#include <string>

#include "graze/math.h"

namespace graze::test {

// An object of an OBJ file, after `first` vertices of others.
inline std::string obj_box(const std::string& name, int first, Vec3 lo, Vec3 hi) {
  std::string text = "o " + name + "\n";
  for (int i = 0; i < 8; ++i) {
    text += "v " + std::to_string(i & 1 ? hi.x : lo.x) + " " + std::to_string(i & 2 ? hi.y : lo.y) + " " +
            std::to_string(i & 4 ? hi.z : lo.z) + "\n";
  }
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& face : faces) {
    text += "f";
    for (const int corner : face) text += " " + std::to_string(first + corner + 1);
    text += "\n";
  }
  return text;
}

// From (x0, y, 0) to (x1, y + 3, 0.2).
inline std::string obj_box(const std::string& name, int first, double x0, double x1, double y = 0) {
  return obj_box(name, first, {x0, y, 0}, {x1, y + 3, 0.2});
}

}  // namespace graze::test
