#include "robot/cover_field.h"

#include <algorithm>
#include <cmath>

#include "graze/draw.h"
#include "graze/error.h"
#include "shape/compound.h"
#include "shape/kinds.h"

namespace graze {

namespace {

void add_parts(const Shape& shape, const Pose& pose, std::vector<CoverField::Part>& into) {
  if (shape.form() != ShapeForm::compound) {
    into.push_back({shape, pose});
    return;
  }
  for (const CompoundPart& part : data_of(shape).compound->parts) add_parts(part.shape, pose * part.pose, into);
}

Body at_point(Vec3 at) {
  static const Shape point = make_point();
  return {point, {{}, at}};
}

}  // namespace

CoverField::CoverField(const Shape& shape) : shape_(shape) {
  if (!shape) throw Error("there is no shape to be covered");
  add_parts(shape, {}, parts_);
  for (const Part& part : parts_) {
    if (part.shape.form() == ShapeForm::halfspace) throw Error("a half-space has no end: nothing covers it");
    if (part.shape.margin() > 0) continue;  // deep enough without: what is within it is not known to be
    std::vector<Vec3> corners;
    const bool surface = kind_row(part.shape.form()).family == Family::triangles;
    if (surface && !part.shape.solid()) continue;
    if (surface) {
      for (std::uint32_t i = 0; i < part.shape.triangle_count(); ++i) {
        const Triangle t = part.shape.triangle(i);
        for (const Vec3& corner : {t.a, t.b, t.c}) corners.push_back(part.pose * corner);
      }
      cores_.push_back({{part.shape, part.pose}, {make_soup(std::move(corners)), {}}, 0});
      continue;
    }
    // The corners of the drawing are on the part: their hull is in it.
    DrawList list;
    draw({part.shape, part.pose}, {}, list);
    std::vector<Vec3> drawn;
    double largest = 0;
    for (const DrawList::Face& face : list.triangles) {
      for (const Vec3& corner : {face.a, face.b, face.c}) {
        drawn.push_back(corner);
        largest = std::max(largest, length(corner));
      }
    }
    if (drawn.size() < 4) continue;
    const Shape hull = make_convex(drawn);
    std::vector<Vec3> sides;
    for (std::uint32_t i = 0; i < hull.triangle_count(); ++i) {
      const Triangle t = hull.triangle(i);
      for (const Vec3& corner : {t.a, t.b, t.c}) sides.push_back(corner);
    }
    cores_.push_back({{hull, {}}, {make_soup(std::move(sides)), {}}, largest * 0x1p-40});
  }
}

CoverField::Away CoverField::away(Vec3 at) const {
  const DistanceResult found = find_distance(at_point(at), {shape_, {}});
  // Nothing is known of what has no answer.
  if (!(found.lower >= 0)) return {0, std::numeric_limits<double>::infinity()};
  return {found.lower, found.upper};
}

double CoverField::depth(Vec3 at) const {
  double deepest = 0;
  for (const Core& core : cores_) {
    const CollideResult met = collide(at_point(at), core.solid);
    if (met.status != Status::ok || !met.yes()) continue;
    const DistanceResult found = find_distance(at_point(at), core.surface);
    if (found.lower > 0) deepest = std::max(deepest, found.lower - core.slack);
  }
  return deepest;
}

}  // namespace graze
