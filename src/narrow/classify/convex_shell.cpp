#include "narrow/classify/convex_shell.h"

#include <vector>

#include "base/work.h"
#include "math/exact.h"
#include "narrow/classify/certificates.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

constexpr std::size_t most_shell_planes = 12;

// The sides of a plane through three corners; which of them is 1 does not matter, as long as it is always the same.
class PlaneSides {
 public:
  explicit PlaneSides(const Triangle& t) : t_(t), filter_(t.a, t.b, t.c) {
    for (int k = 0; k < 3; ++k)
      if (t.a[k] == t.b[k] && t.a[k] == t.c[k]) axis_ = k;
  }
  int of(Vec3 p) const {
    if (axis_ >= 0) return (p[axis_] > t_.a[axis_]) - (p[axis_] < t_.a[axis_]);
    const int sure = filtered_side(filter_, p - t_.a);
    return sure != 0 ? sure : side(t_.a, t_.b, t_.c, p);
  }

 private:
  Triangle t_;
  PlaneFilter filter_;
  int axis_ = -1;  // of the world, that the plane is across
};

// visit(p) for each corner, or vertex, until it says false.
template <class Visit>
bool each_corner(const Posed& body, const Visit& visit) {
  const ShapeData& shape = *body.shape;
  work::charge(shape.indexed() ? shape.vertices.size() : 3 * std::uint64_t{shape.triangle_count});
  if (shape.indexed()) {  // vertices that no triangle uses can only hide a proof
    for (const Vec3& p : shape.vertices)
      if (!visit(posed(body.pose, p))) return false;
    return true;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    const Triangle t = body.triangle(i);
    if (!visit(t.a) || !visit(t.b) || !visit(t.c)) return false;
  }
  return true;
}

// The planes that a convex solid is between, each with the side that it is on; none where it is not seen to be one.
struct Plane {
  PlaneSides sides;
  int inner = 0;
};
std::vector<Plane> planes_of(const SolidBody& solid) {
  const Posed& body = solid.placed.body;
  std::vector<Plane> planes;
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    if (!solid.bounding(i)) continue;
    const Triangle t = body.triangle(i);
    const auto holds = [&](const Plane& plane) {
      return plane.sides.of(t.a) == 0 && plane.sides.of(t.b) == 0 && plane.sides.of(t.c) == 0;
    };
    bool known = false;
    // Neighbours are often in the plane of the last.
    for (std::size_t k = planes.size(); k-- > 0 && !known;) known = holds(planes[k]);
    if (known) continue;
    if (planes.size() == most_shell_planes || projection_axis(t) < 0) return {};
    work::poll();
    Plane plane{PlaneSides(t)};
    const bool one_side = each_corner(body, [&](Vec3 p) {
      const int s = plane.sides.of(p);
      if (plane.inner == 0) plane.inner = s;
      return s == 0 || s == plane.inner;
    });
    if (!one_side || plane.inner == 0) return {};
    planes.push_back(plane);
  }
  return planes;
}

}  // namespace

bool shell_holds(const SolidBody& shell, const SolidBody& other, Counters& counters) {
  const Box &outer = shell.placed.body.box, &inner = other.placed.body.box;
  for (int k = 0; k < 3; ++k)
    if (inner.lo[k] < outer.lo[k] || inner.hi[k] > outer.hi[k]) return false;
  const std::vector<Plane> planes = planes_of(shell);
  if (planes.empty()) return false;
  bool more = false;
  for (const Plane& plane : planes) {
    bool touched = false;
    const bool within = each_corner(other.placed.body, [&](Vec3 p) {
      const int s = plane.sides.of(p);
      touched = touched || s == 0;
      return s == 0 || s == plane.inner;
    });
    if (!within) return false;
    more = more || !touched;
  }
  return more && interior_beside_first(shell, counters);
}

}  // namespace graze
