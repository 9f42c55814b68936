#include "narrow/distance/nearest_pair.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"

namespace graze {
namespace {

const Vec3& corner(const Triangle& t, int index) { return index == 0 ? t.a : index == 1 ? t.b : t.c; }

// Finds the corner or edge of `t` that is `feature` of `of`; false when there is none, and for a face.
bool same_feature(const Triangle& of, TriangleFeature feature, const Triangle& t, TriangleFeature& result) {
  if (feature.kind == TriangleFeature::Kind::face) return false;
  const Vec3& p = corner(of, feature.index);
  result.kind = feature.kind;
  if (feature.kind == TriangleFeature::Kind::vertex) {
    for (int i = 0; i < 3; ++i)
      if (corner(t, i) == p) {
        result.index = std::uint8_t(i);
        return true;
      }
    return false;
  }
  const Vec3& q = corner(of, (feature.index + 1) % 3);
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = corner(t, i), &to = corner(t, (i + 1) % 3);
    if ((from == p && to == q) || (from == q && to == p)) {
      result.index = std::uint8_t(i);
      return true;
    }
  }
  return false;
}

}  // namespace

void NearestTriangles::look_at(TrianglePair other, const Triangle& other_a, const Triangle& other_b) noexcept {
  const TriangleDistance distance = triangle_distance(other_a, other_b);
  lower = std::min(lower, distance.distance - distance.bound);
  if (any && (distance.distance > found.distance || (distance.distance == found.distance && !(other < pair)))) return;
  any = true;
  pair = other;
  found = distance;
  a = other_a;
  b = other_b;
}

// All points are taken from a corner of the nearest pair, so that only differences are rounded. With u = 2^-53 a
// difference is off by u of itself, and its product with the normal by 4 u more; the normal's length is 1 within 8 u.
bool NearestTriangles::settles(TrianglePair other, const Triangle& other_a, const Triangle& other_b) noexcept {
  if (!any || found.distance == 0) return false;
  if (other == pair) return true;
  const Vec3 n = found.normal, across = b.a - a.a;
  double end_a = -std::numeric_limits<double>::infinity(), end_b = -end_a, magnitude = sum_abs(across);
  for (int i = 0; i < 3; ++i) {
    const Vec3 from_a = corner(other_a, i) - a.a, from_b = corner(other_b, i) - b.a;
    end_a = std::max(end_a, dot(n, from_a));
    end_b = std::min(end_b, dot(n, from_b));
    magnitude += sum_abs(from_a) + sum_abs(from_b);
  }
  const double error = magnitude * 0x1p-49;
  const double gap = ((dot(n, across) + end_b) - end_a) - error;
  if (gap > found.distance) return true;
  if (!(gap > found.distance - 4 * error)) return false;
  TriangleFeature feature_a = found.feature_a, feature_b = found.feature_b;
  const bool same_a = other.a == pair.a || same_feature(a, found.feature_a, other_a, feature_a);
  const bool same_b = other.b == pair.b || same_feature(b, found.feature_b, other_b, feature_b);
  if (!same_a || !same_b) return false;
  lower = std::min(lower, gap);
  if (other < pair) {
    pair = other;
    found.feature_a = feature_a;
    found.feature_b = feature_b;
    a = other_a;
    b = other_b;
  }
  return true;
}

double NearestTriangles::bound() const noexcept {
  if (found.distance == 0) return 0;
  return std::max(found.bound, std::nextafter(found.distance - lower, std::numeric_limits<double>::infinity()));
}

}  // namespace graze
