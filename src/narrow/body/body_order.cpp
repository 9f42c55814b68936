#include "narrow/body/body_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "shape/compound.h"
#include "shape/data.h"

namespace graze {
namespace {

// -1, 0 or 1; tells -0 from 0.
int compare(double x, double y) {
  if (x != y) return x < y ? -1 : 1;
  return int(std::signbit(y)) - int(std::signbit(x));
}

int compare(Vec3 x, Vec3 y) {
  for (int k = 0; k < 3; ++k)
    if (const int order = compare(x[k], y[k]); order != 0) return order;
  return 0;
}

int compare(std::uint32_t x, std::uint32_t y) { return x == y ? 0 : x < y ? -1 : 1; }

int compare(const Pose& x, const Pose& y) {
  for (int c = 0; c < 3; ++c)
    if (const int order = compare(x.linear[c], y.linear[c]); order != 0) return order;
  return compare(x.translation, y.translation);
}

int compare(const Triangle& x, const Triangle& y) {
  if (const int order = compare(x.a, y.a); order != 0) return order;
  if (const int order = compare(x.b, y.b); order != 0) return order;
  return compare(x.c, y.c);
}

template <class Item>
int compare_lists(std::span<const Item> x, std::span<const Item> y) {
  if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (const int order = compare(x[i], y[i]); order != 0) return order;
  return 0;
}

int compare(const ShapeData& a, const ShapeData& b);

int compare(const Compound& a, const Compound& b) {
  if (a.nodes.size() != b.nodes.size()) return a.nodes.size() < b.nodes.size() ? -1 : 1;
  if (a.leaves.size() != b.leaves.size()) return a.leaves.size() < b.leaves.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const Compound::Node &x = a.nodes[i], &y = b.nodes[i];
    if (const int order = compare(x.pose, y.pose); order != 0) return order;
    if (const int order = compare(x.parent, y.parent); order != 0) return order;
    if (const int order = compare(x.index, y.index); order != 0) return order;
  }
  for (std::size_t i = 0; i < a.leaves.size(); ++i) {
    if (const int order = compare(a.leaves[i].node, b.leaves[i].node); order != 0) return order;
    if (const int order = compare(data_of(a.leaves[i].shape), data_of(b.leaves[i].shape)); order != 0) return order;
  }
  return 0;
}

int compare(const ShapeData& a, const ShapeData& b) {
  if (&a == &b) return 0;
  if (a.form != b.form) return a.form < b.form ? -1 : 1;
  if (a.solid != b.solid) return a.solid ? -1 : 1;
  if (const int order = compare(a.radius, b.radius); order != 0) return order;
  if (const int order = compare(a.world_margin, b.world_margin); order != 0) return order;
  if (const int order = compare(a.extent, b.extent); order != 0) return order;
  if (const int order = compare(a.normal, b.normal); order != 0) return order;
  if (const int order = compare(a.offset, b.offset); order != 0) return order;
  if (a.form == ShapeForm::compound) return compare(*a.compound, *b.compound);
  if (const int order = compare(a.triangle_count, b.triangle_count); order != 0) return order;
  for (std::uint32_t i = 0; i < a.triangle_count; ++i)
    if (const int order = compare(a.triangle(i), b.triangle(i)); order != 0) return order;
  // What the triangles of a convex body leave out, and how a polyhedron's are called.
  if (a.is_hull())
    if (const int order = compare_lists(a.vertices.view(), b.vertices.view()); order != 0) return order;
  if (const int order = compare_lists(a.faces.view(), b.faces.view()); order != 0) return order;
  return compare_lists(a.tags.view(), b.tags.view());
}

}  // namespace

int body_order(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b) noexcept {
  const int order = compare(pose_a, pose_b);
  return order != 0 ? order : compare(a, b);
}

}  // namespace graze
