// The map M = L diag(h) takes the cube of all |x|, |y|, |z| <= 1 to the box. A posed corner is off its exact image by
// e < 4u (sum over the rows of |M| and |t|), as a length. Carried back by the inverse of M, the corners are off those
// of the cube by at most e / s, where s is the least singular value of M. Sides of planes, hulls and winding numbers do
// not change under M: so where e / s <= 2^-10 everything is as for a cube whose corners are moved by so little, and no
// corner passes through a face, or the thin tetrahedron between the two diagonals of a face into another one.
//
// The product of the singular values is |det M|, and that of the two larger ones at most half the sum |M|^2 of the
// squares of all numbers in M: s >= 2 |det M| / |M|^2. The determinant is computed to within 8u of the product of the
// sums of rows, which is below u |M|^2 times the sum of all: a small part of what is asked.
//
// Most bodies are far from all that, and tell by L alone: s is at least that of L times the least h, and |L| at most
// the sum of its magnitudes.
#include "narrow/body/collapse.h"

#include <algorithm>
#include <vector>

#include "hull/polytope.h"
#include "math/paired.h"
#include "math/posed_point.h"

namespace graze {
namespace {

// 4u times 2^10: what a body must be thick, for the sum of its coordinates.
constexpr double least_share = 0x1p-41;

double sum(Paired v) { return (v.x() + v.y()) + v.z; }
double magnitudes(Paired v) { return sum(abs(v)); }
double squares(Paired v) { return (v.x() * v.x() + v.y() * v.y()) + v.z * v.z; }

bool surely_thick(const Pose& pose, double thickness, double farthest) {
  const Vec3 &a = pose.linear.c0, &b = pose.linear.c1, &c = pose.linear.c2;
  const double x = b.y * c.z - b.z * c.y, y = b.z * c.x - b.x * c.z, z = b.x * c.y - b.y * c.x;
  const double determinant = std::fabs((a.x * x + a.y * y) + a.z * z);
  const double all = sum((abs(Paired(a)) + abs(Paired(b))) + abs(Paired(c)));
  const double coordinates = all * farthest + magnitudes(Paired(pose.translation));
  return all < 0x1p200 && 2 * determinant * thickness > least_share * (all * all) * coordinates + 0x1p-700;
}

// Is thickness * s, of the columns, at most the share of the sum?
bool thin(Paired c0, Paired c1, Paired c2, double coordinates, double thickness) {
  const double x = c1.y() * c2.z - c1.z * c2.y(), y = c1.z * c2.x() - c1.x() * c2.z,
               z = c1.x() * c2.y() - c1.y() * c2.x();
  const double determinant = std::fabs((c0.x() * x + c0.y() * y) + c0.z * z);
  const double square = (squares(c0) + squares(c1)) + squares(c2);
  // Below the last term products may have underflowed.
  return !(2 * determinant * thickness > least_share * square * coordinates + 0x1p-700);
}

// Far numbers are brought nearer, where products stay finite; what is then too small to tell counts as thin.
[[gnu::noinline]] bool far_thin(Vec3 c0, Vec3 c1, Vec3 c2, Vec3 rows, Vec3 t, double thickness) {
  if (!is_finite(c0) || !is_finite(c1) || !is_finite(c2) || !is_finite(rows) || !is_finite(t)) return false;
  constexpr double down = 0x1p-800;
  const double coordinates = sum(paired(rows * down)) + magnitudes(paired(t * down));
  return thin(paired(c0 * down), paired(c1 * down), paired(c2 * down), coordinates, thickness);
}

[[gnu::noinline]] bool thin_under(const Pose& pose, const Vec3& half, const Vec3& farthest, double thickness) {
  const Mat3& m = pose.linear;
  const Paired c0 = Paired(m.c0) * half.x, c1 = Paired(m.c1) * half.y, c2 = Paired(m.c2) * half.z;
  const Paired rows =
      (abs(Paired(m.c0)) * farthest.x + abs(Paired(m.c1)) * farthest.y) + abs(Paired(m.c2)) * farthest.z;
  const double coordinates = sum(rows) + magnitudes(Paired(pose.translation));
  if (coordinates < 0x1p200) [[likely]]
    return thin(c0, c1, c2, coordinates, thickness);
  return far_thin(c0.stored(), c1.stored(), c2.stored(), rows.stored(), pose.translation, thickness);
}

}  // namespace

bool box_collapses(const ShapeData& box, const Pose& pose) noexcept {
  const Vec3& half = box.bounds.hi;
  if (surely_thick(pose, std::min(std::min(half.x, half.y), half.z), std::max(std::max(half.x, half.y), half.z)))
    return false;
  return thin_under(pose, half, half, 1);
}

bool convex_collapses(const ShapeData& convex, const Pose& pose) noexcept {
  const Vec3 farthest = max(abs(convex.bounds.lo), abs(convex.bounds.hi));
  if (surely_thick(pose, convex.thickness, std::max(std::max(farthest.x, farthest.y), farthest.z))) return false;
  return thin_under(pose, {1, 1, 1}, farthest, convex.thickness);
}

Polytope posed_hull(const ShapeData& shape, const Pose& pose) {
  std::vector<Vec3> corners;
  corners.reserve(shape.vertices.size());
  for (const Vec3& p : shape.vertices.view()) corners.push_back(posed(pose, p));
  return convex_hull(corners);
}

Body hull_as_triangles(const Body& body) {
  const Polytope hull = posed_hull(data_of(body.shape), body.pose);
  const ShapeOptions options{.solid = hull.dimension == 3, .tags = {}, .margin = body.shape.margin()};
  if (hull.dimension == 0) return {with_margin(make_point(), options.margin), make_pose(hull.vertices[0])};
  if (hull.dimension == 1) return {with_margin(make_segment(hull.vertices[0], hull.vertices[1]), options.margin), {}};
  return {make_mesh(hull.vertices, facet_fans(hull), options), {}};
}

}  // namespace graze
