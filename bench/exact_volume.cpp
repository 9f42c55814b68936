// The volumes are those of the contract: a box is the hull of its posed corners, a swept one is all within the radius
// of its posed ends, a half-space the exact image.
#include "bench/exact_volume.h"

#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace graze::bench {
namespace {

constexpr double clear = 1e-9;  // what double is trusted to tell, at sizes of about 1

template <class Number>
struct Referee {
  using Kernel = CGAL::Simple_cartesian<Number>;
  using Point = typename Kernel::Point_3;
  using Segment = typename Kernel::Segment_3;
  using Face = typename Kernel::Triangle_3;

  static Point point(Vec3 p) { return {Number(p.x), Number(p.y), Number(p.z)}; }
  static Number least(const Number& x, const Number& y) { return y < x ? y : x; }

  static std::array<Point, 8> corners(const VolumeKind& kind, const Pose& pose) {
    std::array<Point, 8> result;
    for (int i = 0; i < 8; ++i)
      result[static_cast<std::size_t>(i)] =
          point(pose * Vec3{(i & 1) != 0 ? kind.half.x : -kind.half.x, (i & 2) != 0 ? kind.half.y : -kind.half.y,
                            (i & 4) != 0 ? kind.half.z : -kind.half.z});
    return result;
  }
  // The faces of a box, each cut both ways.
  static std::vector<Face> faces(const std::array<Point, 8>& c) {
    static constexpr std::size_t loops[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    std::vector<Face> result;
    for (const auto& l : loops)
      for (std::size_t k = 0; k < 4; ++k) result.emplace_back(c[l[k]], c[l[(k + 1) % 4]], c[l[(k + 2) % 4]]);
    return result;
  }
  // Below every plane through three corners that has all corners below it.
  static bool in_hull(const std::array<Point, 8>& c, const Point& p) {
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j)
        for (std::size_t k = 0; k < 8; ++k) {
          if (i == j || j == k || k == i || CGAL::orientation(c[i], c[j], c[k], p) != CGAL::POSITIVE) continue;
          if (std::none_of(c.begin(), c.end(),
                           [&](const Point& q) { return CGAL::orientation(c[i], c[j], c[k], q) == CGAL::POSITIVE; }))
            return false;
        }
    return true;
  }

  static Number sq(const Segment& s, const Face& t) {
    if (!s.is_degenerate() && !t.is_degenerate() && CGAL::do_intersect(s, t)) return 0;
    Number best = least(CGAL::squared_distance(s.source(), t), CGAL::squared_distance(s.target(), t));
    for (int i = 0; i < 3; ++i) {
      const Segment edge(t.vertex(i), t.vertex(i + 1));
      best =
          least(best, s.is_degenerate() ? CGAL::squared_distance(s.source(), edge) : CGAL::squared_distance(s, edge));
    }
    return best;
  }
  static Number sq(const Face& s, const Face& t) {
    Number best = sq(Segment(s.vertex(0), s.vertex(1)), t);
    for (int i = 0; i < 3; ++i) {
      best = least(best, sq(Segment(s.vertex(i), s.vertex(i + 1)), t));
      best = least(best, sq(Segment(t.vertex(i), t.vertex(i + 1)), s));
    }
    return best;
  }

  // Of the core and the triangle, squared; 0 where the triangle is in a box.
  static Number core_sq(const VolumeKind& kind, const Pose& pose, const Face& t) {
    if (kind.form == ShapeForm::box) {
      const std::array<Point, 8> c = corners(kind, pose);
      if (in_hull(c, t.vertex(0))) return 0;
      Number best = sq(faces(c)[0], t);
      for (const Face& face : faces(c)) best = least(best, sq(face, t));
      return best;
    }
    const Vec3 half = kind.form == ShapeForm::capsule ? Vec3{0, 0, kind.half.z} : kind.half;
    const bool spot = kind.form == ShapeForm::sphere || kind.form == ShapeForm::point;
    return sq(Segment(point(pose * (spot ? Vec3{} : -half)), point(pose * (spot ? Vec3{} : half))), t);
  }
  // How far above the half-space, over a length that is not negative.
  static Number height(const Pose& pose, Vec3 p) {
    const Mat3& m = pose.linear;
    const auto at = [&](int row, int column) { return Number(m.at(row, column)); };
    Number determinant = 0, result = 0;
    for (int r = 0; r < 3; ++r) {
      const int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
      const Number cofactor = at(r1, 0) * at(r2, 1) - at(r1, 1) * at(r2, 0);  // of the third column
      determinant += at(r, 2) * cofactor;
      result += cofactor * (Number(p[r]) - Number(pose.translation[r]));
    }
    return result / determinant;
  }
};

using Exact = Referee<CGAL::Gmpq>;
using Plain = Referee<double>;

template <class R>
typename R::Face face(const Triangle& t) {
  return typename R::Face(R::point(t.a), R::point(t.b), R::point(t.c));
}

// Signed for a half-space and for what a radius holds.
double plain_gap(const VolumeKind& kind, const Pose& pose, const Triangle& t) {
  if (kind.half_space())
    return std::min({Plain::height(pose, t.a), Plain::height(pose, t.b), Plain::height(pose, t.c)});
  return std::sqrt(Plain::core_sq(kind, pose, face<Plain>(t))) - kind.radius;
}

Box reach(const VolumeKind& kind, const Pose& pose) {
  const double r = kind.radius + length(kind.half);
  return {pose.translation - Vec3{r, r, r}, pose.translation + Vec3{r, r, r}};
}

}  // namespace

bool exact_meet(const VolumeKind& kind, const Pose& pose, const Triangle& t) {
  const double gap = plain_gap(kind, pose, t);
  if (gap > clear) return false;
  if (kind.radius > 0 && gap < -clear) return true;
  if (kind.half_space())
    return gap < -clear || Exact::height(pose, t.a) <= 0 || Exact::height(pose, t.b) <= 0 ||
           Exact::height(pose, t.c) <= 0;
  const CGAL::Gmpq radius(kind.radius);
  return Exact::core_sq(kind, pose, face<Exact>(t)) <= radius * radius;
}

bool exact_collide(const VolumeKind& kind, const Pose& pose, const MeshData& mesh) {
  const Box near = reach(kind, pose);
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Index3& i) {
    const Triangle t{mesh.vertices[i[0]], mesh.vertices[i[1]], mesh.vertices[i[2]]};
    if (!kind.half_space() && !overlap(near, merge(merge(merge(Box{}, t.a), t.b), t.c))) return false;
    return exact_meet(kind, pose, t);
  });
}

double plain_distance(const VolumeKind& kind, const Pose& pose, const MeshData& mesh) {
  double least = std::numeric_limits<double>::infinity();
  for (const Index3& i : mesh.triangles) {
    const Triangle t{mesh.vertices[i[0]], mesh.vertices[i[1]], mesh.vertices[i[2]]};
    least = std::min(least, plain_gap(kind, pose, t));
  }
  return std::max(least, 0.0);
}

}  // namespace graze::bench
