#include "robot/cover_round.h"

#include <algorithm>
#include <cmath>

#include "graze/error.h"
#include "hull/polytope.h"
#include "math/constants.h"
#include "motion/turn.h"

namespace graze {

namespace {

constexpr int sides = 16;
using roundoff::up;

// Around the unit circle, with the circle in it.
std::vector<Vec3> outer_circle() {
  std::vector<Vec3> corners;
  constexpr double step = 0x1.921fb54442d18p+2 / sides;
  const double out = up / (1 - turn_by(step / 2).versine);
  for (int i = 0; i < sides; ++i) {
    const Turn turn = turn_by(step * i);
    corners.push_back({(1 - turn.versine) * out, turn.sine * out, 0});
  }
  return corners;
}

// Around the unit sphere: rings and poles on it, then scaled until the nearest facet is outside.
const std::vector<Vec3>& outer_sphere() {
  static const std::vector<Vec3> made = [] {
    std::vector<Vec3> corners = {{0, 0, 1}, {0, 0, -1}};
    constexpr double step = 0x1.921fb54442d18p+2 / sides;
    for (int ring = 1; ring < sides / 2; ++ring) {
      const Turn tilt = turn_by(step * ring);
      for (int i = 0; i < sides; ++i) {
        const Turn turn = turn_by(step * (i + 0.5 * (ring % 2)));
        corners.push_back({tilt.sine * (1 - turn.versine), tilt.sine * turn.sine, 1 - tilt.versine});
      }
    }
    const Polytope hull = convex_hull(corners);
    double nearest = 1;
    for (const auto& t : facet_fans(hull)) {
      const Vec3 a = hull.vertices[t[0]], normal = cross(hull.vertices[t[1]] - a, hull.vertices[t[2]] - a);
      if (length(normal) > 1e-6) nearest = std::min(nearest, dot(normal, a) / length(normal));
    }
    // Facets of more than three corners are split by rounding: a thousandth of a millionth more covers that.
    for (Vec3& corner : corners) corner = corner * (1.000000001 / nearest);
    return corners;
  }();
  return made;
}

}  // namespace

std::vector<Vec3> outer_corners(const Shape& shape, const Pose& pose) {
  const Box box = shape.bounds();
  std::vector<Vec3> local;
  bool exact = false;
  switch (shape.form()) {
    case ShapeForm::sphere:
      for (const Vec3& p : outer_sphere()) local.push_back(p * shape.radius());
      break;
    case ShapeForm::capsule: {
      const double half = (box.hi.z - shape.radius()) * up + box.hi.z * 0x1p-40;
      for (const double end : {-half, half}) {
        for (const Vec3& p : outer_sphere()) local.push_back(p * shape.radius() + Vec3{0, 0, end});
      }
      break;
    }
    case ShapeForm::ellipsoid:
      for (const Vec3& p : outer_sphere()) local.push_back({p.x * box.hi.x, p.y * box.hi.y, p.z * box.hi.z});
      break;
    case ShapeForm::cylinder:
    case ShapeForm::cone:
      for (const Vec3& p : outer_circle()) {
        local.push_back({p.x * box.hi.x, p.y * box.hi.x, box.lo.z * up});
        if (shape.form() == ShapeForm::cylinder) local.push_back({p.x * box.hi.x, p.y * box.hi.x, box.hi.z * up});
      }
      if (shape.form() == ShapeForm::cone) local.push_back({0, 0, box.hi.z * up});
      break;
    case ShapeForm::box:
      exact = true;
      for (int i = 0; i < 8; ++i) {
        local.push_back({i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z});
      }
      break;
    default:  // convex shapes, segments and points have their corners
      exact = true;
      for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
        const Triangle t = shape.triangle(i);
        for (const Vec3& corner : {t.a, t.b, t.c}) local.push_back(corner);
      }
  }
  if (local.empty()) throw Error(std::string("a ") + name(shape.form()) + " cannot be covered by hulls");
  std::vector<Vec3> posed;
  for (const Vec3& p : local) posed.push_back(pose * p);
  if (exact) return posed;
  // Rounding of the pose: a little larger about the middle.
  Box around;
  for (const Vec3& p : posed) around = merge(around, p);
  const Vec3 middle = around.lo * 0.5 + around.hi * 0.5;
  const Vec3 far = max(abs(around.lo), abs(around.hi));
  const double thinnest = std::min({around.hi.x - around.lo.x, around.hi.y - around.lo.y, around.hi.z - around.lo.z});
  const double more = thinnest > 0 ? 0x1p-44 * std::max({far.x, far.y, far.z}) / thinnest : 0;
  for (Vec3& p : posed) p = middle + (p - middle) * (up + more);
  return posed;
}

}  // namespace graze
