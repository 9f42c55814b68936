// Trees that follow triangles which have moved: what is done with one triangle, node or leaf.
//
// The partition stays. Bounds for rays are whole numbers of one grid, so that those of a node are the least and the
// largest of its children's: nothing is lost on the way up. Boxes for pairs keep their axes, and are measured again
// around all triangles below them.
//
// A box for pairs, with u = 2^-24 and axes that are unit and perpendicular up to 4u: a corner along an axis is off by
// 7u for the rounding of the corner, the products and the sums; the place of the centre along it by 33u, as the axes
// are not quite perpendicular and its coordinates are rounded; and the coefficients of a corner along the axes differ
// from its places along them by 42u for the same reason. Half sides allow 128u more than was measured.
#pragma once

#include "backend/cuda/float_keys.h"
#include "backend/cuda/mesh_layout.h"

namespace graze::gpu {

// The frame of a body that has moved, as the device has found it.
struct MovedFrame {
  LocalFrame frame;
  std::uint32_t usable = 1;  // 0: a vertex is not finite, or the body is not for a device
};

// Sees a body, a RayScene or PairMesh, from where it is now; false where it is not for a device.
template <class Scene>
GRAZE_ANYWHERE bool follow(Scene& scene) noexcept {
  if (scene.moved == nullptr) return true;
  scene.frame = scene.moved->frame;
  return scene.moved->usable != 0;
}

// A frame for everything between lo and hi, both finite. As volume/aabb.h's, but for bodies near the ends of the
// doubles, which are not for a device.
GRAZE_ANYWHERE MovedFrame frame_around(Vec3 lo, Vec3 hi) noexcept {
  MovedFrame moved;
  double reach = 0;
  for (int k = 0; k < 3; ++k) {
    const double middle = 0.5 * lo[k] + 0.5 * hi[k];
    moved.frame.origin[k] = middle;
    reach = greatest(reach, greatest(hi[k] - middle, middle - lo[k]));
  }
  // A power of two above the reach; 1 for a body that is a point.
  const std::uint64_t exponent = bit_cast<std::uint64_t>(reach) >> 52;
  if (reach > 0) moved.frame.scale = bit_cast<double>((exponent + 1) << 52);
  moved.usable = exponent < 2000 && ordinary_frame(moved.frame) ? 1 : 0;
  return moved;
}

GRAZE_ANYWHERE Vec3 into_frame(Vec3 p, const LocalFrame& frame) noexcept {
  return (p - frame.origin) * (1 / frame.scale);
}

GRAZE_ANYWHERE Triangle into_frame(const Triangle& t, const LocalFrame& frame) noexcept {
  return {into_frame(t.a, frame), into_frame(t.b, frame), into_frame(t.c, frame)};
}

GRAZE_ANYWHERE FloatTriangle rounded(const Triangle& t, std::uint32_t number) noexcept {
  const auto corner = [](Vec3 p, float w) {
    return FourFloats{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), w};
  };
  return {corner(t.a, float_of(number)), corner(t.b, 0), corner(t.c, 0)};
}

// --- for rays ---

// The bounds of a child of a node.
struct GridBounds {
  std::uint32_t word[3];
};

GRAZE_ANYWHERE GridBounds grid_bounds(Vec3 lo, Vec3 hi) noexcept {
  GridBounds bounds{};
  for (int k = 0; k < 3; ++k) bounds.word[k] = grid_word(lo[k], hi[k]);
  return bounds;
}
GRAZE_ANYWHERE GridBounds merged(const GridBounds& a, const GridBounds& b) noexcept {
  GridBounds both{};
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t lo_a = a.word[k] & 0xffffu, lo_b = b.word[k] & 0xffffu;
    const std::uint32_t hi_a = a.word[k] >> 16, hi_b = b.word[k] >> 16;
    both.word[k] = (lo_a < lo_b ? lo_a : lo_b) | (hi_a > hi_b ? hi_a : hi_b) << 16;
  }
  return both;
}
// Of the triangles of a leaf, as they lie in the world.
GRAZE_ANYWHERE GridBounds bounds_of(const LeafReference& leaf, const FloatTriangle* triangles, const Vec3* vertices,
                                    const Index3* corners, const LocalFrame& frame) noexcept {
  Vec3 lo{2, 2, 2}, hi{-2, -2, -2};
  for (std::uint32_t k = 0; k < leaf.count; ++k) {
    const Triangle t = into_frame(triangle_of(vertices, corners, triangles[leaf.first + k].number()), frame);
    lo = min(lo, min(min(t.a, t.b), t.c));
    hi = max(hi, max(max(t.a, t.b), t.c));
  }
  return grid_bounds(lo, hi);
}

// --- for pairs ---

// From where to where triangles reach along three axes, as keys.
struct AxisExtents {
  std::int32_t lo[3], hi[3];
};
GRAZE_ANYWHERE AxisExtents no_extents() noexcept {
  constexpr std::int32_t most = 0x7fffffff;
  return {{most, most, most}, {-most, -most, -most}};
}
GRAZE_ANYWHERE void add_to(AxisExtents& extents, const PairNode& node, const FloatTriangle& t) noexcept {
  for (int k = 0; k < 3; ++k) {
    const float x = node.axis[3 * k], y = node.axis[3 * k + 1], z = node.axis[3 * k + 2];
    const auto along = [&](const FourFloats& v) { return multiply_add(x, v.x, multiply_add(y, v.y, z * v.z)); };
    const float a = along(t.a), b = along(t.b), c = along(t.c);
    const std::int32_t lo = float_key(least(least(a, b), c)), hi = float_key(greatest(greatest(a, b), c));
    extents.lo[k] = lo < extents.lo[k] ? lo : extents.lo[k];
    extents.hi[k] = hi > extents.hi[k] ? hi : extents.hi[k];
  }
}
GRAZE_ANYWHERE void set_box(PairNode& node, const AxisExtents& extents) noexcept {
  float middle[3];
  for (int k = 0; k < 3; ++k) {
    const float lo = float_of_key(extents.lo[k]), hi = float_of_key(extents.hi[k]);
    middle[k] = 0.5f * (lo + hi);
    node.half[k] = 0.5f * (hi - lo) + 128 * float_unit;
  }
  for (int i = 0; i < 3; ++i)
    node.centre[i] =
        multiply_add(node.axis[i], middle[0], multiply_add(node.axis[3 + i], middle[1], node.axis[6 + i] * middle[2]));
}
// Boxes of so few triangles are measured by one thread, larger ones by a thread for each triangle.
inline constexpr std::uint32_t few_below = 32;
GRAZE_ANYWHERE AxisExtents extents_of(const PairNode& node, const PlaceRange& range,
                                      const FloatTriangle* triangles) noexcept {
  AxisExtents extents = no_extents();
  for (std::uint32_t k = range.begin; k < range.end; ++k) add_to(extents, node, read_triangle(triangles + k));
  return extents;
}

}  // namespace graze::gpu
