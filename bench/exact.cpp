// Triangles are CGAL's over GMP rationals, decided by its do_intersect; a triangle without area is handed over as the
// segment or point that it is, which do_intersect demands.
#include "bench/exact.h"

#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <array>
#include <variant>

namespace graze::bench {
namespace {

using Number = CGAL::Gmpq;
using Kernel = CGAL::Simple_cartesian<Number>;
using Point = Kernel::Point_3;
using Vector = Kernel::Vector_3;
using Figure = std::variant<Point, Kernel::Segment_3, Kernel::Triangle_3>;

Point to_exact(Vec3 p) { return {Number(p.x), Number(p.y), Number(p.z)}; }

Figure figure(const Triangle& t) {
  const std::array<Point, 3> p{to_exact(t.a), to_exact(t.b), to_exact(t.c)};
  if (!CGAL::collinear(p[0], p[1], p[2])) return Kernel::Triangle_3(p[0], p[1], p[2]);
  const auto [first, last] = std::minmax_element(p.begin(), p.end());  // lexicographic: the ends along the line
  if (*first == *last) return *first;
  return Kernel::Segment_3(*first, *last);
}

struct Meets {
  bool operator()(const Point& a, const Point& b) const { return a == b; }
  bool operator()(const Point& a, const Kernel::Segment_3& b) const { return b.has_on(a); }
  bool operator()(const Kernel::Segment_3& a, const Point& b) const { return a.has_on(b); }
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return CGAL::do_intersect(a, b);
  }
};

bool meet(const Triangle& a, const Triangle& b) { return std::visit(Meets{}, figure(a), figure(b)); }

Triangle corners(const MeshData& mesh, std::size_t index) {
  const Index3& t = mesh.triangles[index];
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

Triangle posed(const Triangle& t, const Pose& pose) { return {pose * t.a, pose * t.b, pose * t.c}; }

struct Boxed {
  Box box;
  Triangle triangle;
};

Box box_of(const Triangle& t) { return merge(merge(merge(Box{}, t.a), t.b), t.c); }

// Sorted by the low end along x.
std::vector<Boxed> boxed(const MeshData& mesh, const Pose* pose) {
  std::vector<Boxed> result;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = pose != nullptr ? posed(corners(mesh, i), *pose) : corners(mesh, i);
    result.push_back({box_of(t), t});
  }
  std::sort(result.begin(), result.end(), [](const Boxed& p, const Boxed& q) { return p.box.lo.x < q.box.lo.x; });
  return result;
}

void keep_near(std::vector<Boxed>& list, const Box& other) {
  std::erase_if(list, [&](const Boxed& entry) { return !overlap(entry.box, other); });
}

Box box_of(const std::vector<Boxed>& list) {
  Box box;
  for (const Boxed& entry : list) box = merge(box, entry.box);
  return box;
}

bool meet(std::vector<Boxed> a, std::vector<Boxed> b) {
  keep_near(a, box_of(b));
  keep_near(b, box_of(a));
  std::size_t first = 0;
  for (const Boxed& entry : a) {
    // b is sorted by the low end, so only a prefix of boxes that end before every later a can be left for good.
    while (first < b.size() && b[first].box.hi.x < entry.box.lo.x) ++first;
    for (std::size_t i = first; i < b.size() && b[i].box.lo.x <= entry.box.hi.x; ++i) {
      if (overlap(entry.box, b[i].box) && meet(entry.triangle, b[i].triangle)) return true;
    }
  }
  return false;
}

// A lower and an upper hull of where the ray meets the box, wide enough for the rounding here.
bool may_hit(const Ray& ray, const Box& box) {
  double near = 0, far = ray.max;
  for (int axis = 0; axis < 3; ++axis) {
    const double slack = 1e-9 * (1 + std::abs(ray.origin[axis]) + std::abs(box.lo[axis]) + std::abs(box.hi[axis]));
    const double lo = box.lo[axis] - slack - ray.origin[axis], hi = box.hi[axis] + slack - ray.origin[axis];
    if (ray.direction[axis] == 0) {
      if (lo > 0 || hi < 0) return false;
      continue;
    }
    const double t0 = lo / ray.direction[axis], t1 = hi / ray.direction[axis];
    near = std::max(near, std::min(t0, t1) * (1 - 1e-9));
    far = std::min(far, std::max(t0, t1) * (1 + 1e-9));
  }
  return near <= far;
}

// The parameter of a point of the ray's line.
Number parameter(const Point& origin, const Vector& direction, const Point& p) {
  return ((p - origin) * direction) / direction.squared_length();
}

void take_least(std::optional<Number>& best, const Number& t, const Number& max) {
  if (t >= 0 && t <= max && (!best || t < *best)) best = t;
}

// The closest parameter at which the line meets the figure, if it is within 0 and max.
struct Closest {
  const Point& origin;
  const Vector& direction;
  const Number& max;
  std::optional<Number>& best;

  void operator()(const Point& p) const {
    if (CGAL::collinear(origin, origin + direction, p)) take_least(best, parameter(origin, direction, p), max);
  }
  void operator()(const Kernel::Segment_3& s) const { common(s); }
  void operator()(const Kernel::Triangle_3& t) const { common(t); }

  template <class F>
  void common(const F& shape) const {
    // The start counts when it lies in the figure; else the closest point is an end of the common part.
    if (shape.has_on(origin)) return take_least(best, Number(0), max);
    const auto cut = CGAL::intersection(Kernel::Line_3(origin, direction), shape);
    if (!cut) return;
    if (const Point* p = boost::get<Point>(&*cut)) take_least(best, parameter(origin, direction, *p), max);
    if (const auto* s = boost::get<Kernel::Segment_3>(&*cut)) {
      take_least(best, parameter(origin, direction, s->source()), max);
      take_least(best, parameter(origin, direction, s->target()), max);
    }
  }
};

}  // namespace

bool exact_meet(const MeshData& mesh, const Pose& pose, TrianglePair pair) {
  return meet(corners(mesh, pair.a), posed(corners(mesh, pair.b), pose));
}

bool exact_meet(const MeshData& a, const MeshData& b, const PairQuery& query, TrianglePair pair) {
  return meet(posed(corners(a, pair.a), query.pose_a), posed(corners(b, pair.b), query.pose_b));
}

bool exact_collide(const MeshData& mesh, const Pose& pose) { return meet(boxed(mesh, nullptr), boxed(mesh, &pose)); }

bool exact_collide(const MeshData& a, const MeshData& b, const PairQuery& query) {
  return meet(boxed(a, &query.pose_a), boxed(b, &query.pose_b));
}

std::optional<double> exact_ray(const MeshData& mesh, const Ray& ray) {
  const Point origin = to_exact(ray.origin);
  const Vector direction = to_exact(ray.direction) - Point(0, 0, 0);
  const Number max(ray.max);
  std::optional<Number> best;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = corners(mesh, i);
    if (may_hit(ray, box_of(t))) std::visit(Closest{origin, direction, max, best}, figure(t));
  }
  if (!best) return std::nullopt;
  return CGAL::to_double(*best);
}

}  // namespace graze::bench
