#include "narrow/classify/certificates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>

#include "base/work.h"
#include "math/exact.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

constexpr std::size_t most_planes = 8;

using Point = std::array<double, 3>;

// A posed triangle as a part of a chain: its corners in ascending order, and its weight that way round.
struct Oriented {
  std::array<Point, 3> corner;
  int weight;
  friend bool operator==(const Oriented&, const Oriented&) = default;
  // Spelled out: arrays of older standard libraries have no three-way comparison.
  friend bool operator<(const Oriented& a, const Oriented& b) {
    return a.corner != b.corner ? a.corner < b.corner : a.weight < b.weight;
  }
};

std::vector<Oriented> chain_of(const SolidBody& solid) {
  const Posed& body = solid.placed.body;
  std::vector<Oriented> result;
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    if (!solid.bounding(i)) continue;
    const Triangle t = body.triangle(i);
    Oriented one{{}, solid.bounding.weight(i) * body.orientation};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p = (k == 0 ? t.a : k == 1 ? t.b : t.c) + Vec3{};  // no -0
      one.corner[k] = {p.x, p.y, p.z};
    }
    const auto order = [&](std::size_t j, std::size_t k) {
      if (one.corner[j] <= one.corner[k]) return;
      std::swap(one.corner[j], one.corner[k]);
      one.weight = -one.weight;
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
    result.push_back(one);
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool same_in_order(const SolidBody& a, const SolidBody& b) {
  const Posed &x = a.placed.body, &y = b.placed.body;
  if (x.orientation != y.orientation) return false;
  for (std::uint32_t i = 0; i < x.shape->triangle_count; ++i) {
    if (a.bounding.weight(i) != b.bounding.weight(i)) return false;
    const Triangle t = x.triangle(i), u = y.triangle(i);
    if (t.a != u.a || t.b != u.b || t.c != u.c) return false;
  }
  return true;
}

double largest_side(const Box& box) {
  const Vec3 side = box.hi - box.lo;
  return std::max({side.x, side.y, side.z});
}

struct SidesSeen {
  bool above = false, below = false;
};

// On which sides of a plane the corners of the body are; both may stand for at least both.
SidesSeen sides_of(const Posed& body, const Triangle& t) {
  SidesSeen seen;
  const PlaneFilter plane(t.a, t.b, t.c);
  const auto look = [&](Vec3 p) {
    int s = filtered_side(plane, p - t.a);
    if (s == 0) s = side(t.a, t.b, t.c, p);
    seen.above = seen.above || s > 0;
    seen.below = seen.below || s < 0;
    return !(seen.above && seen.below);
  };
  const ShapeData& shape = *body.shape;
  if (shape.indexed()) {  // vertices that no triangle uses can only hide that the plane parts
    work::charge(shape.vertices.size());
    for (const Vec3& p : shape.vertices)
      if (!look(posed(body.pose, p))) break;
    return seen;
  }
  work::charge(3 * std::uint64_t{shape.triangle_count});
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    const Triangle u = body.triangle(i);
    if (!look(u.a) || !look(u.b) || !look(u.c)) break;
  }
  return seen;
}

}  // namespace

bool same_chain(const SolidBody& a, const SolidBody& b) {
  const Posed &x = a.placed.body, &y = b.placed.body;
  if (x.box.lo != y.box.lo || x.box.hi != y.box.hi) return false;
  work::charge(std::uint64_t{x.shape->triangle_count} + y.shape->triangle_count);
  if (x.shape->triangle_count == y.shape->triangle_count && same_in_order(a, b)) return true;
  return chain_of(a) == chain_of(b);
}

bool interior_beside_first(const SolidBody& solid, Counters& counters) {
  constexpr int most_looks = 8;
  const Posed& body = solid.placed.body;
  int looks = 0;
  for (std::uint32_t i = 0; i < body.shape->triangle_count && looks < most_looks; ++i) {
    const Triangle t = body.triangle(i);
    const int axis = projection_axis(t);
    if (axis < 0 || !solid.bounding(i)) continue;
    ++looks;
    const WindingNear near(solid, t.a, counters);
    const std::array<int, 4> found = near.windings(ExactDirection::along(t.a, t.b), {t, axis});
    if (found[2] >= 1 || found[3] >= 1) return true;
  }
  return false;
}

bool PartingPlane::tired() const noexcept { return tried_.size() >= most_planes; }

bool PartingPlane::parts(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const Posed &x = a_.placed.body, &y = b_.placed.body;
  const Triangle t = x.triangle(triangle_a), u = y.triangle(triangle_b);
  const auto outward = [](const SolidBody& solid, std::uint32_t i, const Triangle& posed) {
    const Vec3 n = cross(posed.b - posed.a, posed.c - posed.a);
    return n * (solid.placed.body.orientation * solid.bounding.weight(i) < 0 ? -1.0 : 1.0);
  };
  const Vec3 n = outward(a_, triangle_a, t), m = outward(b_, triangle_b, u);
  const double l = length(n);
  if (!(dot(n, m) < 0) || !(l > 0)) return false;
  const Vec3 unit = n * (1 / l);
  const Plane plane{unit, dot(unit, t.a)};
  const auto same = [&](const Plane& other) {
    const double near = 1e-9 * (std::fabs(plane.height) + std::fabs(other.height) + largest_side(x.box));
    return dot(other.normal, unit) > 1 - 1e-12 && std::fabs(other.height - plane.height) <= near;
  };
  if (std::any_of(tried_.begin(), tried_.end(), same)) return false;
  tried_.push_back(plane);
  const SidesSeen of_a = sides_of(x, t);
  if (of_a.above && of_a.below) return false;
  const SidesSeen of_b = sides_of(y, t);
  return !(of_a.above && of_b.above) && !(of_a.below && of_b.below) && !(of_b.above && of_b.below);
}

}  // namespace graze
