#include "clash/pair_order.h"

#include <utility>

#include "math/posed_box.h"

namespace graze {

namespace {

int order_of(double a, double b) { return a < b ? -1 : b < a ? 1 : 0; }

int order_of(const Vec3& a, const Vec3& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (const int order = order_of(a[axis], b[axis]); order != 0) return order;
  return 0;
}

int order_of(const Box& a, const Box& b) {
  const int order = order_of(a.lo, b.lo);
  return order != 0 ? order : order_of(a.hi, b.hi);
}

int order_of(const Pose& a, const Pose& b) {
  if (const int order = order_of(a.translation, b.translation); order != 0) return order;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      if (const int order = order_of(a.linear.at(row, column), b.linear.at(row, column)); order != 0) return order;
  }
  return 0;
}

int order_of(const Shape& a, const Shape& b) {
  if (a.solid() != b.solid()) return a.solid() ? -1 : 1;
  const std::uint32_t count = a.triangle_count();
  if (count != b.triangle_count()) return count < b.triangle_count() ? -1 : 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Triangle s = a.triangle(i), t = b.triangle(i);
    for (const auto& [p, q] : {std::pair(s.a, t.a), std::pair(s.b, t.b), std::pair(s.c, t.c)})
      if (const int order = order_of(p, q); order != 0) return order;
  }
  return 0;
}

}  // namespace

int order_of(const Body& a, const Body& b) {
  const int boxes = order_of(posed_box(a.pose, a.shape.bounds()), posed_box(b.pose, b.shape.bounds()));
  if (boxes != 0) return boxes;
  const int poses = order_of(a.pose, b.pose);
  return poses != 0 ? poses : order_of(a.shape, b.shape);
}

PairOutcome turned(PairOutcome outcome) {
  if (!outcome.clash) return outcome;
  Clash& clash = *outcome.clash;
  clash.a_is_inside = clash.value == ClashClass::enclosed && !clash.a_is_inside;
  clash.normal = Vec3{} - clash.normal;  // not -0 for 0
  if (clash.fit.kind != FitKind::none) clash.fit.shaft_is_a = !clash.fit.shaft_is_a;
  return outcome;
}

PairOutcome check_in_order(const PairParts& parts, const ClashSettings& settings) {
  if (order_of(parts.a, parts.b) > 0)
    return turned(check_pair({parts.b, parts.a, parts.cylinders_b, parts.cylinders_a}, settings));
  PairOutcome outcome = check_pair(parts, settings);
  if (outcome.clash) outcome.clash->normal = outcome.clash->normal + Vec3{};  // as turned twice: no -0
  return outcome;
}

}  // namespace graze
