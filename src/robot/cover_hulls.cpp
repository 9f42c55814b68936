// cover_by_hulls of graze/simplify.h.
//
// What a solid S has in a box B is in the hull of the part of its surface in B and of the corners of B in S: an extreme
// point of it is on the surface, or it is a corner of the box, for within a face or an edge of the box there is more of
// S on both sides. So meshes are cut by boxes, triangle by triangle. Corners that cuts make are rounded; each is stood
// for by a small cube around it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/simplify.h"
#include "graze/solid.h"
#include "hull/polytope.h"
#include "robot/cover_gap.h"
#include "robot/cover_round.h"
#include "shape/kinds.h"

namespace graze {

namespace {

struct Corner {
  Vec3 at;
  bool cut = false;  // made by a cut, and rounded
};
using Polygon = std::vector<Corner>;

// The part of a convex polygon on one side of a plane across an axis.
Polygon clipped(const Polygon& polygon, int axis, double at, bool below) {
  Polygon result;
  const auto inside = [&](const Vec3& p) { return below ? p[axis] <= at : p[axis] >= at; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    if (inside(from.at)) result.push_back(from);
    if (inside(from.at) == inside(to.at)) continue;
    const double part = (at - from.at[axis]) / (to.at[axis] - from.at[axis]);
    Corner made{from.at + (to.at - from.at) * part, true};
    made.at[axis] = at;
    // On a corner, exactly: no new one.
    if (from.at[axis] == at || to.at[axis] == at) continue;
    result.push_back(made);
  }
  return result;
}

struct Piece {
  Box box;
  std::vector<Polygon> polygons;
  std::vector<Vec3> corners;  // of the hull
  Shape hull;
  double volume = 0, gap = 0;  // of the hull; the bound of what it adds
};

class MeshCutter {
 public:
  MeshCutter(const CoverField& field, const CoverField::Part& part, double gap)
      : field_(field), body_{part.shape, part.pose}, aim_(gap) {
    Piece whole;
    for (std::uint32_t i = 0; i < part.shape.triangle_count(); ++i) {
      const Triangle t = part.shape.triangle(i);
      const Vec3 a = part.pose * t.a, b = part.pose * t.b, c = part.pose * t.c;
      whole.polygons.push_back({{a}, {b}, {c}});
      for (const Vec3& each : {a, b, c}) whole.box = merge(whole.box, each);
    }
    const Vec3 largest = max(abs(whole.box.lo), abs(whole.box.hi));
    blur_ = 0x1p-44 * std::max({largest.x, largest.y, largest.z});
    finish(whole);
    measure(whole);
    pieces_.push_back(std::move(whole));
  }

  // Cuts the piece that adds most, until all are good enough or there are `most`.
  void run(std::size_t most) {
    while (pieces_.size() < most) {
      const auto worst = std::max_element(pieces_.begin(), pieces_.end(),
                                          [](const Piece& a, const Piece& b) { return a.gap < b.gap; });
      if (worst->gap <= aim_) return;
      Piece left, right;
      if (!cut(*worst, left, right)) {
        worst->gap = 0;  // as it is
        continue;
      }
      *worst = std::move(left);
      if (!right.corners.empty()) pieces_.push_back(std::move(right));
    }
  }

  std::vector<Piece>& pieces() { return pieces_; }

 private:
  void finish(Piece& piece) const {
    std::vector<Vec3> points;
    for (const Polygon& polygon : piece.polygons) {
      for (const Corner& corner : polygon) {
        if (!corner.cut) {
          points.push_back(corner.at);
          continue;
        }
        for (int i = 0; i < 8; ++i) {
          points.push_back(corner.at + Vec3{i & 1 ? blur_ : -blur_, i & 2 ? blur_ : -blur_, i & 4 ? blur_ : -blur_});
        }
      }
    }
    if (body_.shape.solid()) {
      for (int i = 0; i < 8; ++i) {
        const Box& b = piece.box;
        const Vec3 corner{i & 1 ? b.hi.x : b.lo.x, i & 2 ? b.hi.y : b.lo.y, i & 4 ? b.hi.z : b.lo.z};
        // What is not known to be outside may be inside.
        if (inside(body_, corner).answer != Where::outside) points.push_back(corner);
      }
    }
    piece.corners.clear();
    if (points.empty()) return;
    const Polytope hull = convex_hull(points);
    piece.corners = hull.vertices;
    piece.volume = 0;
    const Vec3 base = hull.vertices[0];
    if (hull.dimension == 3) {
      for (const auto& t : facet_fans(hull)) {
        piece.volume += dot(hull.vertices[t[0]] - base, cross(hull.vertices[t[1]] - base, hull.vertices[t[2]] - base));
      }
    }
    piece.hull = make_convex(piece.corners);
  }

  void measure(Piece& piece) const { piece.gap = standing_out(piece.hull, field_, 0.5 * aim_, 400); }

  static void part(const Piece& from, int axis, double at, bool below, Piece& into) {
    into.box = from.box;
    (below ? into.box.hi : into.box.lo)[axis] = at;
    for (const Polygon& polygon : from.polygons) {
      Polygon kept = clipped(polygon, axis, at, below);
      if (!kept.empty()) into.polygons.push_back(std::move(kept));
    }
  }

  // Where both hulls together have the least volume; where no cut gains, in the middle of the longest side, for what is
  // cut then may gain later.
  bool cut(const Piece& piece, Piece& left, Piece& right) const {
    double least = std::numeric_limits<double>::infinity();
    bool found = false;
    Box tight;
    for (const Vec3& corner : piece.corners) tight = merge(tight, corner);
    const Vec3 size = tight.hi - tight.lo;
    std::array<int, 3> axes = {0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return size[a] > size[b]; });
    for (const int axis : axes) {
      const double lo = std::max(tight.lo[axis], piece.box.lo[axis]), hi = std::min(tight.hi[axis], piece.box.hi[axis]);
      if (!(hi - lo > 64 * blur_)) continue;
      for (const double fraction : {0.5, 0.25, 0.75, 0.125, 0.875}) {
        const double at = lo + (hi - lo) * fraction;
        Piece a, b;
        part(piece, axis, at, true, a);
        part(piece, axis, at, false, b);
        finish(a);
        finish(b);
        const double volume = a.volume + b.volume;
        if (found && volume >= least - 1e-6 * piece.volume) continue;
        least = volume;
        left = std::move(a);
        right = std::move(b);
        found = true;
      }
    }
    if (!found) return false;
    if (left.corners.empty()) std::swap(left, right);
    measure(left);
    if (!right.corners.empty()) measure(right);
    return true;
  }

  const CoverField& field_;
  Body body_;
  double aim_ = 0, blur_ = 0;
  std::vector<Piece> pieces_;
};

CoverHull hull_of(const std::vector<Vec3>& points) {
  const Polytope hull = convex_hull(points);
  CoverHull result;
  result.vertices = hull.vertices;
  for (const auto& triangle : facet_fans(hull)) result.triangles.push_back(triangle);
  return result;
}

}  // namespace

HullCover cover_by_hulls(const Shape& shape, const SimplifySettings& settings) {
  const FloatState standard;
  if (!(settings.gap >= 0) || !std::isfinite(settings.gap)) throw Error("gap must be 0 or above, and finite");
  if (settings.most < 1 || settings.most > 4096) throw Error("most must be 1 to 4096");
  const CoverField field(shape);
  const Box box = field.bounds();
  const double gap = settings.gap > 0 ? settings.gap : length(box.hi - box.lo) / 16;
  HullCover cover;
  std::vector<MeshCutter> cutters;
  std::vector<bool> own;  // hulls that add nothing
  for (const CoverField::Part& part : field.parts()) {
    if (part.shape.margin() > 0 || shape.margin() > 0) throw Error("a shape with a margin is not covered by hulls");
    if (kind_row(part.shape.form()).family == Family::triangles) {
      cutters.emplace_back(field, part, gap);
    } else {
      cover.hulls.push_back(hull_of(outer_corners(part.shape, part.pose)));
      // The hull of its posed corners is what such a part is.
      const ShapeForm form = part.shape.form();
      own.push_back(form == ShapeForm::box || form == ShapeForm::convex || form == ShapeForm::segment ||
                    form == ShapeForm::point);
    }
  }
  // The room that is left is shared by the meshes alike.
  const std::size_t taken = cover.hulls.size();
  const std::size_t room = settings.most > taken ? settings.most - taken : 0;
  for (MeshCutter& cutter : cutters) {
    cutter.run(std::max<std::size_t>(1, room / cutters.size()));
    for (const Piece& piece : cutter.pieces()) cover.hulls.push_back(hull_of(piece.corners));
  }
  own.resize(cover.hulls.size(), false);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i]) continue;
    cover.gap = std::max(cover.gap, standing_out(make_convex(cover.hulls[i].vertices), field, 0.05 * gap, 4000));
  }
  return cover;
}

}  // namespace graze
