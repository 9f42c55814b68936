#include "narrow/pair/halfspace_triangles.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"
#include "narrow/body/tree_heights.h"
#include "tree/descend.h"

namespace graze {
namespace {

// Squares of the normal may leave the doubles.
double scaled_length(Vec3 v) {
  const Vec3 part = abs(v);
  const double most = std::max({part.x, part.y, part.z});
  return most > 0 ? most * length(v * (1 / most)) : 0;
}

template <class Visit>
void descend_plane(const ShapeData& shape, const TreePlane& plane, bool first_only, Counters& counters,
                   const Visit& visit) {
  PairWork work;
  descend(shape.tree(), shape.oriented().data(), plane, first_only, work, visit);
  counters.box_tests += work.boxes;
  counters.triangle_tests += work.triangles;
}

}  // namespace

Status make_sides(const Body& halfspace, const Body& other, HalfspaceSides& sides) {
  sides.plane = &halfspace;
  if (const Status status = check_pose(halfspace.pose, sides.orientation); status != Status::ok) return status;
  if (const Status status = make_posed_with_radius(other, sides.placed.body); status != Status::ok) return status;
  // The plane's margin goes to the other body, added with one rounding.
  sides.own_radius = sides.placed.body.radius;
  sides.placed.body.radius += halfspace.shape.margin();
  const Posed& body = sides.placed.body;
  if (!PosedPlane::in_range(data_of(halfspace.shape), halfspace.pose) || !PosedPlane::in_range(body.box.lo) ||
      !PosedPlane::in_range(body.box.hi) || !PosedPlane::in_range(body.radius))
    return Status::out_of_range;
  sides.placed.placement = place(*body.shape, body.pose);
  return Status::ok;
}

HalfspacePlane::HalfspacePlane(const HalfspaceSides& sides)
    : body_(*sides.plane),
      orientation_(sides.orientation),
      rounded_(data_of(body_.shape), body_.pose, orientation_),
      normal_size_(scaled_length(rounded_.normal)),
      normal_error_(sum_abs(rounded_.magnitude) * 0x1p-48) {}

const PosedPlane& HalfspacePlane::exact() {
  if (!exact_) exact_.emplace(data_of(body_.shape), body_.pose, orientation_);
  return *exact_;
}

double HalfspacePlane::height_below(double distance) const {
  return distance * std::max(normal_size_ - normal_error_, 0.0) * (1 - 0x1p-48);
}

bool HalfspacePlane::within(Vec3 point, double r, double s) {
  const Height at = rounded_.height(point);
  if (at.value + at.error < height_below(r + s)) return true;
  if (at.value - at.error > height_above(r + s) + 1e-290) return false;
  return exact().within(point, r, s);
}

void for_each_within(HalfspacePlane& plane, const PlacedBody& placed, double tolerance, bool first_only,
                     FunctionRef<bool(std::uint32_t)> found, Counters& counters) {
  const double radius = placed.body.radius;
  const auto visit = [&](std::uint32_t i, bool certain) {
    if (!certain) {
      ++counters.double_tests;
      const Triangle t = placed.body.triangle(i);
      if (!plane.within(t.a, radius, tolerance) && !plane.within(t.b, radius, tolerance) &&
          !plane.within(t.c, radius, tolerance))
        return true;
    }
    return found(i);
  };
  const ShapeData& shape = *placed.body.shape;
  if (const TreeHeights heights(plane.rounded(), placed.placement); heights.usable) {
    TreePlane low = tree_plane(heights);
    low.outer = heights.outer(plane.height_above(radius + tolerance));
    low.inner = heights.inner(plane.height_below(radius + tolerance));
    descend_plane(shape, low, first_only, counters, visit);
    return;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    ++counters.triangle_tests;
    if (!visit(i, false)) return;
  }
}

LowestVertex find_lowest(const HalfspacePlane& plane, const PlacedBody& placed, Counters& counters) {
  LowestVertex best;
  const auto look_at = [&](std::uint32_t i) {
    const Triangle t = placed.body.triangle(i);
    const Vec3 corners[3] = {t.a, t.b, t.c};
    for (std::uint8_t k = 0; k < 3; ++k) {
      const Height at = plane.rounded().height(corners[k]);
      best.error = std::max(best.error, at.error);
      if (at.value < best.value || (at.value == best.value && i < best.triangle)) {
        best.point = corners[k];
        best.triangle = i;
        best.corner = k;
        best.value = at.value;
      }
    }
  };
  const ShapeData& shape = *placed.body.shape;
  const TreeHeights heights(plane.rounded(), placed.placement);
  if (heights.usable) {
    TreePlane low = tree_plane(heights);
    low.inner = -std::numeric_limits<float>::infinity();
    low.outer = std::numeric_limits<float>::infinity();
    descend_plane(shape, low, true, counters, [&](std::uint32_t i, bool) {
      ++counters.double_tests;
      look_at(i);
      low.outer = heights.outer(best.value + best.error);
      return true;
    });
    return best;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    ++counters.triangle_tests;
    look_at(i);
  }
  return best;
}

}  // namespace graze
