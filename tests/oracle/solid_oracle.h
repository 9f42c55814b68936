// Solids as signed tetrahedra, in rational numbers.
//
// A closed surface that is the boundary of some tetrahedra, each counted with a sign, winds around a point as often as
// the sum of the signs of those that hold it. Cutting tetrahedra by the planes of others leaves convex parts in each of
// which both sums are constant: the classes of two solids are read off a list. No surface is looked at.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "graze/solid.h"
#include "tests/oracle/rational.h"

namespace graze::oracle {

struct RationalPoint {
  Rational x, y, z;

  RationalPoint() = default;
  RationalPoint(Rational px, Rational py, Rational pz) : x(std::move(px)), y(std::move(py)), z(std::move(pz)) {}
  explicit RationalPoint(Vec3 p) : x(exact(p.x)), y(exact(p.y)), z(exact(p.z)) {}
};
inline RationalPoint operator-(const RationalPoint& a, const RationalPoint& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Rational dot(const RationalPoint& a, const RationalPoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline RationalPoint cross(const RationalPoint& a, const RationalPoint& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

using Tetrahedron = std::array<RationalPoint, 4>;

// normal . (x - origin) <= 0 is inside.
struct OuterPlane {
  RationalPoint origin, normal;
  Rational height(const RationalPoint& p) const { return dot(normal, p - origin); }
};

// The four planes of a tetrahedron that is not flat.
inline std::array<OuterPlane, 4> planes_of(const Tetrahedron& t) {
  std::array<OuterPlane, 4> planes;
  for (std::size_t i = 0; i < 4; ++i) {
    const RationalPoint &a = t[(i + 1) % 4], &b = t[(i + 2) % 4], &c = t[(i + 3) % 4];
    planes[i] = {a, cross(b - a, c - a)};
    if (sgn(planes[i].height(t[i])) > 0) planes[i].normal = RationalPoint() - planes[i].normal;
  }
  return planes;
}

// A convex polytope by its corners, each with the planes that it is on.
struct ConvexPart {
  using On = std::bitset<256>;
  struct Corner {
    RationalPoint point;
    On on;
  };
  std::vector<OuterPlane> planes;
  std::vector<Corner> corners;

  explicit ConvexPart(const Tetrahedron& t) {
    for (const OuterPlane& plane : planes_of(t)) planes.push_back(plane);
    for (std::size_t i = 0; i < 4; ++i) {
      corners.push_back({t[i], {}});
      for (std::size_t k = 0; k < 4; ++k) corners.back().on[k] = k != i;
    }
  }

  // Keeps what is not above the plane; nothing may be left. Corners are joined by an edge when no third one is on all
  // the planes that both are on.
  void clip(const OuterPlane& plane) {
    const std::size_t number = planes.size();
    if (number >= On().size()) throw std::length_error("too many planes");
    std::vector<int> side;
    std::vector<Rational> height;
    std::vector<Corner> kept;
    for (const Corner& corner : corners) {
      height.push_back(plane.height(corner.point));
      side.push_back(sgn(height.back()));
      if (side.back() > 0) continue;
      kept.push_back(corner);
      kept.back().on[number] = side.back() == 0;
    }
    planes.push_back(plane);
    if (kept.size() < corners.size()) {
      for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t j = 0; j < corners.size(); ++j) {
          if (side[i] >= 0 || side[j] <= 0) continue;
          On common = corners[i].on & corners[j].on;
          bool edge = true;
          for (std::size_t k = 0; k < corners.size() && edge; ++k)
            edge = k == i || k == j || (common & corners[k].on) != common;
          if (!edge) continue;
          const RationalPoint &p = corners[i].point, &q = corners[j].point;
          const Rational s = height[i] / (height[i] - height[j]);
          common[number] = true;
          kept.push_back({{p.x + s * (q.x - p.x), p.y + s * (q.y - p.y), p.z + s * (q.z - p.z)}, common});
        }
    }
    corners.swap(kept);
  }
  bool has_inside(const OuterPlane& plane) const {
    for (const Corner& corner : corners)
      if (sgn(plane.height(corner.point)) < 0) return true;
    return false;
  }
};

inline OuterPlane turned(const OuterPlane& plane) { return {plane.origin, RationalPoint() - plane.normal}; }

// The parts of a solid polytope in the other, at most one, and outside of it; those without interior are left out.
inline void split(ConvexPart part, const std::vector<OuterPlane>& other, std::vector<ConvexPart>& in,
                  std::vector<ConvexPart>& out) {
  for (const OuterPlane& plane : other)
    if (!part.has_inside(plane)) return out.push_back(std::move(part));
  for (const OuterPlane& plane : other) {
    if (!part.has_inside(plane)) return out.push_back(std::move(part));
    const OuterPlane back = turned(plane);
    if (!part.has_inside(back)) continue;
    out.push_back(part);
    out.back().clip(back);
    part.clip(plane);
  }
  in.push_back(std::move(part));
}

// Have two polytopes, as closed sets, a common point?
inline bool closed_meet(ConvexPart part, const ConvexPart& other) {
  for (const OuterPlane& plane : other.planes) {
    part.clip(plane);
    if (part.corners.empty()) return false;
  }
  return true;
}

struct SignedTetrahedron {
  Tetrahedron corners;
  int sign;
};
using SignedSolid = std::vector<SignedTetrahedron>;

// Space where at least one of the tetrahedra is, in parts with the sums of both solids.
class Parts {
 public:
  struct Part {
    ConvexPart where;
    std::array<int, 2> winding;
  };

  // Adds a solid's tetrahedron to the sums.
  void add(const SignedTetrahedron& tetrahedron, std::size_t solid) {
    const ConvexPart whole(tetrahedron.corners);
    std::vector<ConvexPart> rest{whole}, in, out;
    std::vector<Part> next;
    for (Part& part : parts_) {
      in.clear();
      out.clear();
      split(part.where, whole.planes, in, out);
      if (in.empty()) {
        next.push_back(std::move(part));
        continue;
      }
      for (ConvexPart& p : out) next.push_back({std::move(p), part.winding});
      for (ConvexPart& p : in) {
        next.push_back({std::move(p), part.winding});
        next.back().winding[solid] += tetrahedron.sign;
      }
      std::vector<ConvexPart> left;
      in.clear();
      for (ConvexPart& p : rest) split(std::move(p), part.where.planes, in, left);
      rest.swap(left);
    }
    for (ConvexPart& p : rest) {
      next.push_back({std::move(p), {0, 0}});
      next.back().winding[solid] += tetrahedron.sign;
    }
    parts_.swap(next);
  }

  const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_;
};

inline PairClass class_of(const SignedSolid& a, const SignedSolid& b) {
  Parts all;
  for (const SignedTetrahedron& t : a) all.add(t, 0);
  for (const SignedTetrahedron& t : b) all.add(t, 1);
  bool both = false, only_a = false, only_b = false;
  for (const Parts::Part& part : all.parts()) {
    const bool in_a = part.winding[0] >= 1, in_b = part.winding[1] >= 1;
    both = both || (in_a && in_b);
    only_a = only_a || (in_a && !in_b);
    only_b = only_b || (in_b && !in_a);
  }
  if (both && only_a) return only_b ? PairClass::overlapping : PairClass::encloses;
  if (both) return only_b ? PairClass::enclosed : PairClass::equal;
  for (const Parts::Part& p : all.parts())
    for (const Parts::Part& q : all.parts())
      if (p.winding[0] >= 1 && q.winding[1] >= 1 && closed_meet(p.where, q.where)) return PairClass::touching;
  return PairClass::clear;
}

// By a tetrahedron around the point that is smaller than any distance between doubles and planes of doubles of ordinary
// size.
inline Where where(const SignedSolid& solid, Vec3 point) {
  Rational tiny = 1;
  mpq_div_2exp(tiny.get_mpq_t(), tiny.get_mpq_t(), 4000);
  const RationalPoint p(point);
  const auto corner = [&](int x, int y, int z) {
    return RationalPoint(p.x + x * tiny, p.y + y * tiny, p.z + z * tiny);
  };
  Parts around;
  around.add({{corner(1, 1, 1), corner(1, -1, -1), corner(-1, 1, -1), corner(-1, -1, 1)}, 1}, 1);
  for (const SignedTetrahedron& t : solid) around.add(t, 0);
  bool in = false, out = false;
  for (const Parts::Part& part : around.parts())
    if (part.winding[1] == 1) (part.winding[0] >= 1 ? in : out) = true;
  return in && out ? Where::on : in ? Where::inside : Where::outside;
}

}  // namespace graze::oracle
