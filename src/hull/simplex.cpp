#include "hull/simplex.h"

#include <cmath>

#include "math/exact.h"

namespace graze {
namespace {

// The point with the largest measure, if that point is accepted; else the first that is accepted; else none. The
// measure is a guess in double: it may round, overflow or be NaN.
template <class Measure, class Accept>
bool pick(std::span<const Vec3> points, Measure measure, Accept accept, std::uint32_t& found) {
  double best = 0;
  std::uint32_t guess = 0;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const double value = measure(points[i]);
    if (!(value > best)) continue;
    best = value;
    guess = i;
  }
  if (best > 0 && accept(points[guess])) {
    found = guess;
    return true;
  }
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (!accept(points[i])) continue;
    found = i;
    return true;
  }
  return false;
}

}  // namespace

Simplex spanning_simplex(std::span<const Vec3> points) noexcept {
  Simplex simplex;
  auto& corner = simplex.corner;
  for (std::uint32_t i = 1; i < points.size(); ++i)
    if (before(points[i], points[corner[0]])) corner[0] = i;
  const Vec3 a = points[corner[0]];
  if (!pick(
          points, [&](Vec3 p) { return dot(p - a, p - a); }, [&](Vec3 p) { return p != a; }, corner[1]))
    return simplex;
  simplex.dimension = 1;
  const Vec3 b = points[corner[1]];
  if (!pick(
          points,
          [&](Vec3 p) {
            const Vec3 normal = cross(b - a, p - a);
            return dot(normal, normal);
          },
          [&](Vec3 p) { return turn(0, a, b, p) != 0 || turn(1, a, b, p) != 0 || turn(2, a, b, p) != 0; }, corner[2]))
    return simplex;
  simplex.dimension = 2;
  const Vec3 c = points[corner[2]];
  const PlaneFilter plane(a, b, c);
  if (!pick(
          points, [&](Vec3 p) { return std::fabs(dot(plane.normal, p - a)); },
          [&](Vec3 p) { return filtered_side(plane, p - a) != 0 || side(a, b, c, p) != 0; }, corner[3]))
    return simplex;
  simplex.dimension = 3;
  return simplex;
}

}  // namespace graze
