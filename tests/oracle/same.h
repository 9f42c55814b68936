// Equal answers: numbers that are equal, or both unknown.
#pragma once

#include <cmath>

#include "graze/math.h"

namespace graze::oracle {

inline bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }
inline bool same(Vec3 p, Vec3 q) { return same(p.x, q.x) && same(p.y, q.y) && same(p.z, q.z); }

}  // namespace graze::oracle
