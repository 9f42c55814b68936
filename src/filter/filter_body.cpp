// Rounding. A posed vertex, and the exact image of a point, are off M x + t as computed by less than 8u in every
// coordinate of |M| (|middle| + sum |half|) + |t|: `slack` is 2^-49 of the largest, sixteen times u.
//
// The most that M stretches, s^2 <= the largest row sum of |M^T M|, rounds by 4u of itself: 2^-48 more.
#include "filter/filter_body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "filter/local_volumes.h"
#include "math/norms.h"
#include "math/posed_point.h"
#include "narrow/body/parts.h"
#include "narrow/body/posed.h"
#include "narrow/body/support_body.h"
#include "shape/compound.h"

namespace graze {
namespace {

double stretch(const Mat3& m) {
  double most = 0;
  for (int i = 0; i < 3; ++i) {
    double row = 0;
    for (int j = 0; j < 3; ++j) row += std::fabs(dot(m[i], m[j]));
    most = std::max(most, row);
  }
  return std::sqrt(most) * (1 + 0x1p-48) + 0x1p-500;
}

// Curved sets are decided to 2e-7 of their size (convex/gjk.h), and worse where they are thin.
constexpr double curved_doubt = 1e-4, infinity = std::numeric_limits<double>::infinity();

// As a part of the size.
double doubt_of(const ShapeData& shape, const Pose& pose) {
  if (shape.form == ShapeForm::compound) {
    if (!shape.compound->any_round) return 0;
    double most = 0;
    const std::vector<Pose> poses = node_poses(*shape.compound, pose);
    for (const CompoundLeaf& leaf : shape.compound->leaves)
      most = std::max(most, doubt_of(data_of(leaf.shape), poses[leaf.node]));
    return most;
  }
  const bool squashed = shape.radius > 0 && posed_radius(pose.linear, shape.radius) < 0;
  if (squashed && shape.form == ShapeForm::capsule) return infinity;  // is unsupported
  return squashed || shape.curved() ? curved_doubt : 0;
}

// A compound is in the box of its tree, posed.
void box_parts(const Body& body, FilterBody& result) {
  Parts parts;
  if (parts.set(body) != Status::ok || parts.roots().size() != 1) return;
  const PartBox box = parts.local_box(parts.roots()[0]);
  const Mat3& linear = body.pose.linear;
  const Vec3 terms = abs(linear) * (abs(box.middle) + box.half) + abs(body.pose.translation);
  const double slack = largest(terms) * 0x1p-49 + 2 * parts.slack();
  if (!(slack < 0x1p200)) return;
  result.slack = slack;
  result.middle = posed(body.pose, box.middle);
  result.half = {linear.c0 * box.half.x, linear.c1 * box.half.y, linear.c2 * box.half.z};
  result.around = box.margin * (1 + 0x1p-50);
}

}  // namespace

void make_filter_body(const Box& box, FilterBody& result) noexcept {
  std::unique_ptr<FilterHull> hull = std::move(result.hull);
  if (hull != nullptr) {
    hull->polytope.reset();
    hull->support.reset();
  }
  result = {};
  result.hull = std::move(hull);
  const Vec3 extent = (box.hi * 0.5 - box.lo * 0.5) * (1 + 0x1p-50);
  const double size = (extent.x + extent.y) + extent.z;
  if (!(size < 0x1p300)) {
    result.radius = result.doubt = infinity;
    return;
  }
  result.middle = result.centre = box.lo * 0.5 + box.hi * 0.5;
  result.slack = (largest(max(abs(box.lo), abs(box.hi))) + size) * 0x1p-49 + 0x1p-1000;
  result.radius = length(extent) * (1 + 0x1p-48) + 2 * result.slack;
  for (int k = 0; k < 3; ++k) result.half[static_cast<std::size_t>(k)][k] = extent[k];
  result.boxed = true;
}

void make_filter_body(const Body& body, const Box& box, const FilterNeeds& needs, FilterBody& result) {
  make_filter_body(box, result);
  const ShapeData& shape = data_of(body.shape);
  if (const double part = doubt_of(shape, body.pose); part > 0) result.doubt = part * result.radius;
  if (!result.boxed || shape.form == ShapeForm::halfspace) return;
  if (shape.form == ShapeForm::compound) {
    box_parts(body, result);
    return;
  }
  const double own = shape.radius > 0 ? posed_radius(body.pose.linear, shape.radius) : 0;
  if (own < 0) return;  // a sphere that its pose makes an ellipsoid; a capsule cannot be asked
  const double around = (own + shape.world_margin) * (1 + 0x1p-50);
  const LocalVolumes& local = local_volumes(shape);
  const Mat3& linear = body.pose.linear;
  const Mat3 sizes = abs(linear);
  const Vec3 extent = (abs(local.half[0]) + abs(local.half[1])) + abs(local.half[2]);
  const Vec3 terms = sizes * (abs(local.middle) + abs(local.centre) + extent) + abs(body.pose.translation);
  const double factor = stretch(linear);
  if (!(largest(terms) < 0x1p300 && factor < 0x1p300 && factor > 0x1p-300)) return;
  result.slack = largest(terms) * 0x1p-49 + 0x1p-1000;
  const double radius = (local.radius * factor + around) * (1 + 0x1p-48) + 2 * result.slack;
  if (radius < result.radius) {
    result.centre = posed(body.pose, local.centre);
    result.radius = radius;
  }
  result.middle = posed(body.pose, local.middle);
  for (std::size_t k = 0; k < 3; ++k) result.half[k] = linear * local.half[k];
  result.around = around;
  if (!needs.hull) return;
  if (result.hull == nullptr) result.hull = std::make_unique<FilterHull>();
  FilterHull& posed = *result.hull;
  if (const LocalHull* hull = local_hull(shape)) {
    // A point that the hull holds may be rounded out of the hull of the posed corners, by less than the slack.
    posed.around = (around + result.slack) * (1 + 0x1p-50);
    posed.polytope.emplace(hull->frame, body.pose);
    if (!posed.polytope->in_range()) posed.polytope.reset();
    if (posed.polytope) posed.support = support_of(hull->table, body.pose, posed.around);
  } else if (SupportBody support; shape.primitive() && make_support(body, support) == Status::ok) {
    posed.support = support.set;
  }
}

}  // namespace graze
