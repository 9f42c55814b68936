// Numbers in messages: the shortest digits that read back the same.
#pragma once

#include <cmath>
#include <string>

#include "base/compat.h"
#include "graze/math.h"

namespace graze {

inline std::string text(double x) {
  if (std::isnan(x)) return "nan";
  char buffer[32];
  return {buffer, write_double(buffer, buffer + sizeof buffer, x)};
}

inline std::string text(Vec3 p) {
  std::string all(1, '(');
  all.append(text(p.x)).append(", ").append(text(p.y)).append(", ").append(text(p.z)).append(")");
  return all;
}

}  // namespace graze
