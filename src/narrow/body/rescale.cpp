#include "narrow/body/rescale.h"

#include <algorithm>
#include <memory>

#include "base/ranges.h"
#include "math/norms.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/members.h"
#include "narrow/body/posed.h"
#include "shape/compound.h"
#include "shape/data.h"

namespace graze {
namespace {

// Products of up to six lengths are far from the ends of the doubles in here.
constexpr double least_ordinary = 0x1p-100, most_ordinary = 0x1p100;
// Outside answers that are scaled back may leave the doubles, or lose their last places.
constexpr double least = 0x1p-900, most = 0x1p1000;

double size_of(const Body& body) {
  const Box box = world_box(body);
  return std::max(largest(box.lo), largest(box.hi));
}

// What is in the shape and not in the pose can be scaled of one shape, not of the parts of a compound.
bool can_be_scaled(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  if (shape.form != ShapeForm::compound) return true;
  return ranges::all_of(shape.compound->leaves,
                        [](const CompoundLeaf& leaf) { return leaf.shape.margin() == 0 && leaf.shape.radius() == 0; });
}

Body scaled(const Body& body, int exponent, bool& exact) {
  const auto times = [&](Vec3 v) {
    return Vec3{std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
  };
  const Pose& pose = body.pose;
  Body result{borrowed(body.shape),
              {{times(pose.linear.c0), times(pose.linear.c1), times(pose.linear.c2)}, times(pose.translation)}};
  const ShapeData& shape = data_of(body.shape);
  if (shape.form == ShapeForm::halfspace) {  // the pose has its normal, whose length does not count
    auto plane = std::make_unique<ShapeData>(shape);
    plane->offset = std::scalbn(shape.offset, exponent);
    plane->world_margin = std::scalbn(shape.world_margin, exponent);
    return {shape_of(std::move(plane)), {pose.linear, result.pose.translation}};
  }
  if ((shape.world_margin == 0 && shape.radius == 0) || shape.form == ShapeForm::compound) return result;
  auto data = std::make_unique<ShapeData>(shape);
  data->world_margin = std::scalbn(shape.world_margin, exponent);
  // A pose that is hardly no rotation keeps a radius as it is, and a scaled one does not.
  const double found = posed_radius(result.pose.linear, shape.radius);
  if (shape.radius > 0 && found > 0) {
    const double radius = std::scalbn(posed_radius(pose.linear, shape.radius), exponent);
    data->radius *= radius / found;
    exact = exact && posed_radius(result.pose.linear, data->radius) == radius;
  }
  result.shape = shape_of(std::move(data));
  return result;
}

// A radius that is off by a last place is looked for among its neighbours.
bool mend_radius(const Body& body, int exponent, Body& result) {
  const ShapeData& shape = data_of(result.shape);
  const double wanted = std::scalbn(posed_radius(body.pose.linear, data_of(body.shape).radius), exponent);
  double radius = shape.radius * (1 - 0x1p-51);
  for (int i = 0; i < 8; ++i, radius = std::nextafter(radius, 2 * radius)) {
    if (posed_radius(result.pose.linear, radius) != wanted) continue;
    auto data = std::make_unique<ShapeData>(shape);
    data->radius = radius;
    result.shape = shape_of(std::move(data));
    return true;
  }
  return false;
}

// Bodies of one kind, without the radius.
bool same_corners(const Body& body, int exponent, const Body& result) {
  const auto same = [&](Vec3 v, Vec3 w) {
    return std::scalbn(v.x, exponent) == w.x && std::scalbn(v.y, exponent) == w.y && std::scalbn(v.z, exponent) == w.z;
  };
  const auto kept = [&](Vec3 v, Vec3 w) {
    return std::scalbn(w.x, -exponent) == v.x && std::scalbn(w.y, -exponent) == v.y &&
           std::scalbn(w.z, -exponent) == v.z;
  };
  if (!kept(body.pose.translation, result.pose.translation)) return false;
  if (body.shape.form() == ShapeForm::halfspace)
    return std::scalbn(data_of(result.shape).offset, -exponent) == data_of(body.shape).offset;
  for (int k = 0; k < 3; ++k)
    if (!kept(body.pose.linear[k], result.pose.linear[k])) return false;
  Posed from, to;
  if (make_posed_with_radius(body, from) != Status::ok) return true;  // no corners
  if (make_posed_with_radius(result, to) != Status::ok) return false;
  for (std::uint32_t i = 0; i < from.shape->triangle_count; ++i) {
    const Triangle s = from.triangle(i), t = to.triangle(i);
    if (!same(s.a, t.a) || !same(s.b, t.b) || !same(s.c, t.c)) return false;
  }
  return true;
}

}  // namespace

std::optional<Rescaled> rescaled(const Body& a, const Body& b) {
  const double size = std::max(size_of(a), size_of(b));
  if ((size >= least_ordinary && size <= most_ordinary) || !(size >= least && size <= most)) return {};
  if (!can_be_scaled(a) || !can_be_scaled(b)) return {};
  const int exponent = -std::ilogb(size);
  Rescaled result;
  result.exponent = exponent;
  result.a = scaled(a, exponent, result.exact);
  result.b = scaled(b, exponent, result.exact);
  for (const Body* body : {&result.a, &result.b})
    if (fault(body->pose) != PoseFault::none) return {};
  return result;
}

std::optional<Body> scaled_exactly(const Body& body, int exponent) {
  if (!can_be_scaled(body)) return {};
  bool exact = true;
  Body result = scaled(body, exponent, exact);
  if (fault(result.pose) != PoseFault::none || (!exact && !mend_radius(body, exponent, result))) return {};
  const double margin = data_of(body.shape).world_margin;
  if (std::scalbn(data_of(result.shape).world_margin, -exponent) != margin) return {};
  std::vector<Member> leaves, scaled_leaves;
  if (find_leaves(body, result, leaves, scaled_leaves) != Status::ok) return {};
  for (std::size_t i = 0; i < leaves.size(); ++i)
    if (!same_corners(leaves[i].body, exponent, scaled_leaves[i].body)) return {};
  return result;
}

}  // namespace graze
