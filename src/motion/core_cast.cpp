#include "motion/core_cast.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/norms.h"
#include "motion/core_simplex.h"

namespace graze {
namespace {

using roundoff::u;
constexpr std::uint32_t most_steps = 40;
// Contact is looked for this long after a place until which the way is proven clear.
constexpr double window = 0x1p-31;

template <class CoreA, class CoreB>
class Cast {
 public:
  Cast(const CoreA& a, Vec3 way_a, const CoreB& b, Vec3 way_b, CoreCast& result) noexcept
      : a_(a), b_(b), way_a_(way_a), way_b_(way_b), v_(way_a - way_b), apart_(b.at - a.at), result_(result) {
    radii_ = a.radius + b.radius;
    const double ways = largest(way_a) + largest(way_b);
    size_ = ((a.extent + b.extent) + largest(apart_)) + (ways + radii_);
    error_ = 64 * u * size_;
    pose_error_ = 16 * u * (std::max(a.farthest, b.farthest) + ways);
  }

  void run(double limit) noexcept {
    if (!(size_ > 0x1p-100 && size_ < 0x1p102)) return;
    if (first_look(limit)) return;
    CoreSimplex simplex;
    Vec3 n = apart_ + (b_.middle - a_.middle);
    for (; result_.steps < most_steps;) {
      CoreCorner next;
      const double before = time_;
      if (!look_along(n, limit, next)) return;
      bool known = false;
      for (int i = 0; i < simplex.count; ++i)
        known = known || (simplex.corner[i].a == next.a && simplex.corner[i].b == next.b);
      if (!known) simplex.corner[simplex.count++] = next;
      place(simplex, time_);
      reduce(simplex);
      const double gap = length(simplex.nearest) - radii_;
      const bool stuck = simplex.around || (known && !(time_ > before));
      if (direction_ != Vec3{} && closing_ > 0 && (stuck || gap < closing_ * 0x1p-42) && gap < closing_ * window) {
        if (prove(simplex, std::max(gap, 0.0))) return;
      }
      if (stuck) return;
      n = simplex.nearest;
      if (simplex.count == 3) {
        const Vec3 p = simplex.corner[0].at;
        const Vec3 normal = cross(simplex.corner[1].at - p, simplex.corner[2].at - p);
        const double side = dot(normal, p);
        if (side != 0 && normal != Vec3{}) n = side < 0 ? -normal : normal;
      }
      if (n == Vec3{}) return;
    }
  }

 private:
  // Along what is nearest between the ray and the middle of D: of bodies that pass each other that is often enough.
  bool first_look(double limit) noexcept {
    const Vec3 middle = apart_ + (b_.middle - a_.middle);
    const double along = dot(middle, v_), whole = dot(v_, v_);
    if (!(whole > 0)) return false;
    const double share = along / whole;
    if (!(share > 0)) return false;
    CoreCorner next;
    return !look_along(middle - v_ * std::min(share, 1.0), limit, next);
  }

  // Takes the time on as far as the direction proves. False: that is all of it.
  bool look_along(Vec3 n, double limit, CoreCorner& next) noexcept {
    ++result_.steps;
    const Extreme of_a = extreme(a_, n), of_b = extreme(b_, -n);
    next.a = of_a.index;
    next.b = of_b.index;
    const double least = dot(n, apart_) - (of_b.value + of_a.value);
    const double sum = sum_abs(n), size = length(n);
    if (!(size > 0x1p-450)) return true;  // its squares left the doubles: nothing is proven
    const double clear = (least - radii_ * size) - error_ * sum, for_poses = clear - pose_error_ * sum;
    const double speed = dot(n, v_);
    if (!(speed > 0)) {
      // Clear from the time on until which other directions have proven it.
      if (!(for_poses - result_.stand * speed > 0)) return true;
      result_.kind = CoreCast::Kind::clear;
      return false;
    }
    const double until = clear / speed;
    if (until > time_) {
      time_ = until;
      direction_ = n;
      closing_ = speed / size;
    }
    result_.stand = std::max(result_.stand, for_poses / speed);
    if (!(result_.stand > limit)) return true;
    result_.kind = CoreCast::Kind::clear;
    return false;
  }

  template <class Core>
  static Vec3 point(const Core& core, std::uint32_t i) {
    return {core.x[i], core.y[i], core.z[i]};
  }
  Vec3 corner(std::uint32_t i, std::uint32_t j, double time) const {
    return (apart_ - v_ * time) + (point(b_, j) - point(a_, i));
  }
  void place(CoreSimplex& simplex, double time) const {
    for (int i = 0; i < simplex.count; ++i)
      simplex.corner[i].at = corner(simplex.corner[i].a, simplex.corner[i].b, time);
  }

  bool prove(const CoreSimplex& simplex, double gap) noexcept {
    if (!(time_ > 0 && result_.stand > 0) || (radii_ == 0 ? simplex.count < 3 : simplex.around)) return false;
    const double meeting = time_ + gap / closing_;
    for (double later = std::max(4 * error_ / closing_, 0x1p-50); later < window; later *= 4) {
      const double time = std::min(meeting + later, 1.0);
      if (radii_ > 0 ? in_reach(simplex, time) : held(simplex, time)) {
        tell(simplex, time);
        return true;
      }
      if (time == 1) break;
    }
    return false;
  }

  // A mean of points of D is one of D, whatever the weights, if none is negative; it is off by 16u of the sizes.
  bool in_reach(CoreSimplex simplex, double time) const {
    place(simplex, time);
    reduce(simplex);
    for (int i = 0; i < simplex.count; ++i)
      if (!(simplex.weight[i] >= 0)) return false;
    return length(simplex.nearest) + error_ <= radii_ * (1 - 4 * u);
  }

  // Is the ray then inside of a tetrahedron of points of D, on the inner side of all faces? A place is off by 16u of
  // the sizes, an edge, which is a difference of points of the cores, by 4u of its own, and a normal by 16u of the
  // squares.
  bool held(const CoreSimplex& simplex, double time) const {
    std::uint32_t a[4] = {}, b[4] = {};
    for (int k = 0; k < simplex.count; ++k) {
      a[k] = simplex.corner[k].a;
      b[k] = simplex.corner[k].b;
    }
    const auto edge = [&](int from, int to) {
      return (point(b_, b[to]) - point(b_, b[from])) - (point(a_, a[to]) - point(a_, a[from]));
    };
    if (simplex.count == 3) {
      const Vec3 n = cross(edge(0, 1), edge(0, 2)), outward = dot(n, direction_) > 0 ? n : -n;
      a[3] = extreme(a_, -outward).index;
      b[3] = extreme(b_, outward).index;
    }
    const double extents = 2 * (a_.extent + b_.extent), off = 16 * u * size_;
    static constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    for (const auto& face : faces) {
      const Vec3 from = corner(a[face[0]], b[face[0]], time), to = edge(face[0], face[3]);
      const Vec3 normal = cross(edge(face[0], face[1]), edge(face[0], face[2]));
      const auto bound = [&](Vec3 v) {
        return sum_abs(normal) * (off + 8 * u * largest(v)) + 64 * u * extents * extents * sum_abs(v);
      };
      const double ray = -dot(normal, from), fourth = dot(normal, to);
      const double least = bound(from), least_fourth = bound(to);
      if (!((ray > least && fourth > least_fourth) || (ray < -least && fourth < -least_fourth))) return false;
    }
    return true;
  }

  void tell(const CoreSimplex& simplex, double time) noexcept {
    result_.kind = CoreCast::Kind::hit;
    result_.lower = std::min(time_, time);
    result_.upper = time;
    result_.stand = std::min(result_.stand, result_.lower);
    Vec3 on_a, on_b;
    std::uint32_t seen_a = 0, seen_b = 0;
    for (int i = 0; i < simplex.count; ++i) {
      const CoreCorner& c = simplex.corner[i];
      on_a = on_a + point(a_, c.a) * simplex.weight[i];
      on_b = on_b + point(b_, c.b) * simplex.weight[i];
      result_.corners_a += (seen_a >> c.a & 1) == 0;
      result_.corners_b += (seen_b >> c.b & 1) == 0;
      seen_a |= 1u << c.a;
      seen_b |= 1u << c.b;
    }
    const Vec3 world_a = (a_.at + way_a_ * time_) + on_a, world_b = (b_.at + way_b_ * time_) + on_b;
    result_.normal = direction_ * (1 / length(direction_)) + Vec3{};  // without -0
    result_.point = (world_a * 0.5 + world_b * 0.5) + result_.normal * (0.5 * (a_.radius - b_.radius));
  }

  const CoreA& a_;
  const CoreB& b_;
  Vec3 way_a_, way_b_, v_, apart_;
  double radii_, size_, error_, pose_error_;
  double time_ = 0, closing_ = 0;  // proven clear until then, along `direction_`, at that speed
  Vec3 direction_;
  CoreCast& result_;
};

}  // namespace

void cast(const MovingCore& a, Vec3 way_a, const MovingCore& b, Vec3 way_b, double limit, CoreCast& result) noexcept {
  Cast<MovingCore, MovingCore>(a, way_a, b, way_b, result).run(limit);
}
void cast(const ManyCore& a, Vec3 way_a, const MovingCore& b, Vec3 way_b, double limit, CoreCast& result) noexcept {
  Cast<ManyCore, MovingCore>(a, way_a, b, way_b, result).run(limit);
}

}  // namespace graze
