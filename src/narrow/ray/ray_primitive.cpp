// A ball or a capsule is convex, and the squared distance g(t) of the ray's line from its core is a convex function: of
// one end of the core before and after the planes that end it, of the line through it in between. So the line is inside
// of it between two parameters; which of the three quadratics each one is a root of is told by the value and the slope
// of g where the line passes those planes. All of that are signs of polynomials of degree 6 at most in differences of
// doubles, found exactly; a filter in double leaves the lines that clearly pass by.
#include "narrow/ray/ray_primitive.h"

#include <cmath>
#include <limits>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/ray/quadratic_root.h"
#include "narrow/ray/ray_place.h"

namespace graze {
namespace {

// The line o + t d around a core from a to b, m = o - a, n = o - b, v = b - a.
struct CapsuleLine {
  Dyadic3 d, m, n, v;
  Dyadic dd, dv, mv, vv;
  Dyadic radius_sq;
};

CapsuleLine line_around(const Ray& ray, Vec3 a, Vec3 b, double radius) {
  count_exact();
  CapsuleLine line;
  line.d = exact_difference(ray.direction, base_of(ray));
  line.m = exact_difference(ray.origin, a);
  line.n = exact_difference(ray.origin, b);
  line.v = exact_difference(b, a);
  line.dd = dot(line.d, line.d);
  line.dv = dot(line.d, line.v);
  line.mv = dot(line.m, line.v);
  line.vv = dot(line.v, line.v);
  line.radius_sq = Dyadic(radius) * Dyadic(radius);
  return line;
}

// A quadratic with its roots: -b / a -+ sqrt(spread).
struct Part {
  Quadratic f;
  int discriminant = 0;  // its sign
  double middle = 0, spread = 0;

  QuadraticRoot root(bool larger) const {
    return QuadraticRoot(f, larger, larger ? middle + std::sqrt(spread) : middle - std::sqrt(spread));
  }
};

Part around_end(const CapsuleLine& line, const Dyadic3& from_end) {
  Part part;
  part.f = {line.dd, dot(line.d, from_end), dot(from_end, from_end) - line.radius_sq};
  const Dyadic discriminant = part.f.b * part.f.b - part.f.a * part.f.c;
  part.discriminant = discriminant.sign();
  part.middle = -quotient(part.f.b, part.f.a);
  part.spread = part.discriminant > 0 ? quotient(discriminant, part.f.a * part.f.a) : 0;
  return part;
}

// |(m + t d) x v|^2 <= r^2 v.v. Its discriminant is v.v (r^2 |d x v|^2 - (m . d x v)^2).
Part around_middle(const CapsuleLine& line) {
  Part part;
  const Dyadic3 dxv = cross(line.d, line.v), mxv = cross(line.m, line.v);
  part.f = {dot(dxv, dxv), dot(dxv, mxv), dot(mxv, mxv) - line.radius_sq * line.vv};
  const Dyadic volume = dot(line.m, dxv);
  const Dyadic discriminant = line.radius_sq * part.f.a - volume * volume;
  part.discriminant = discriminant.sign();
  part.middle = -quotient(part.f.b, part.f.a);
  part.spread = part.discriminant > 0 ? quotient(discriminant, part.f.a) * quotient(line.vv, part.f.a) : 0;
  return part;
}

// Where the line is inside, seen from where it passes a plane that ends the core.
enum class InCylinder { here, before, after, nowhere };

// It passes at t with (from + t d).v = 0; g there is around the end that `from` starts at, and so is its slope.
InCylinder inside_at(const CapsuleLine& line, const Dyadic3& from) {
  const Dyadic along = dot(from, line.v), b = dot(line.d, from), c = dot(from, from) - line.radius_sq;
  const Dyadic value = line.dd * along * along - (b + b) * along * line.dv + c * line.dv * line.dv;
  if (value.sign() <= 0) return InCylinder::here;
  const int slope = (b * line.dv - line.dd * along).sign() * line.dv.sign();
  return slope > 0 ? InCylinder::before : slope < 0 ? InCylinder::after : InCylinder::nowhere;
}

// The two roots between which the line is inside; nothing when it never is.
struct Passage {
  QuadraticRoot in, out;
  bool along = false;  // on the surface all the way, along the core
};

std::optional<Passage> only(const Part& part) {
  if (part.discriminant < 0) return std::nullopt;
  return Passage{part.root(false), part.root(true)};
}

// Is the line on the surface, along the core?
bool slides(const CapsuleLine& line) {
  const Dyadic3 dxv = cross(line.d, line.v), mxv = cross(line.m, line.v);
  return dot(dxv, dxv).sign() == 0 && (dot(mxv, mxv) - line.radius_sq * line.vv).sign() == 0;
}

std::optional<Passage> passage(const CapsuleLine& line) {
  if (line.vv.sign() == 0) return only(around_end(line, line.m));
  const int forward = line.dv.sign();
  if (forward == 0) {
    if (line.mv.sign() < 0) return only(around_end(line, line.m));
    if (dot(line.n, line.v).sign() > 0) return only(around_end(line, line.n));
    return only(around_middle(line));
  }
  // In the order in which the line passes them.
  const Dyadic3 &first = forward > 0 ? line.m : line.n, &last = forward > 0 ? line.n : line.m;
  const InCylinder at_first = inside_at(line, first), at_last = inside_at(line, last);
  if (at_first == InCylinder::nowhere || at_last == InCylinder::nowhere) return std::nullopt;
  if (at_first == InCylinder::before) return only(around_end(line, first));
  if (at_last == InCylinder::after) return only(around_end(line, last));
  if (at_first == InCylinder::after && at_last == InCylinder::before) return only(around_middle(line));
  return Passage{
      at_first == InCylinder::here ? around_end(line, first).root(false) : around_middle(line).root(false),
      at_last == InCylinder::here ? around_end(line, last).root(true) : around_middle(line).root(true),
      at_first == InCylinder::here && at_last == InCylinder::here && slides(line),
  };
}

// Does the line pass the ball around both ends of the core by more than rounding can do? Each of the terms is off by
// less than 2^-48 of its magnitudes; underflow takes less than 1e-160 from a length, which is added, and makes `far`
// smaller.
bool passes_by(const Ray& ray, const Vec3 (&core)[2], double radius) {
  const Vec3 d = ray.direction - base_of(ray), half = core[1] * 0.5 - core[0] * 0.5;
  const Vec3 m = ray.origin - (core[0] * 0.5 + core[1] * 0.5);
  const double farthest = (radius + length(half)) * (1 + 0x1p-40) + 1e-150;
  const Vec3 side = cross(m, d), size = abs(ray.origin) + abs(core[0]) + abs(core[1]);
  const double off = (length(size) * 0x1p-40) * length(d);
  const double far = length(side) - off, near = farthest * length(d);
  return far > near * (1 + 0x1p-40) && length(d) > 1e-150 && near > 1e-150 && far < 1e150;
}

// From the core to the ray at t, as double sees it; false where squares leave the doubles, which exact numbers do not.
bool quick_normal(const Ray& ray, const Vec3 (&core)[2], double t, Vec3& normal) {
  const Vec3 d = ray.direction - base_of(ray), v = core[1] - core[0];
  const double vv = dot(v, v);
  const Vec3 from = (ray.origin - core[0]) + d * t;
  const double along = vv > 0 ? std::fmin(std::fmax(dot(from, v) / vv, 0.0), 1.0) : 0.0;
  const Vec3 out = from - v * along;
  const double size = length(out);
  normal = out * (1 / size);
  return size > 1e-100 && size < 1e100 && (vv == 0 ? core[0] == core[1] : vv > 1e-200 && vv < 1e200);
}

void add_hit(const Ray& ray, double t, Vec3 normal, RayResult& result) {
  RayHit hit;
  hit.t = t;
  hit.normal = normal;
  hit.point = point_at(ray, t);
  result.hits.push_back(hit);
}

// From the nearest point of the core to the ray at t, times a positive number; exactly.
Dyadic3 from_core(const CapsuleLine& line, double t) {
  const Dyadic3 from_a = line.m + line.d * Dyadic(t);
  const Dyadic along = dot(from_a, line.v);
  if (along.sign() <= 0) return from_a;
  if ((along - line.vv).sign() >= 0) return line.n + line.d * Dyadic(t);
  return from_a * line.vv - line.v * along;
}

}  // namespace

bool is_ray(const Ray& ray) noexcept {
  const Vec3 d = ray.direction - base_of(ray);
  return is_finite(ray.origin) && is_finite(ray.direction) && is_finite(base_of(ray)) && !(d == Vec3{}) &&
         !std::isnan(ray.max);
}

QuickHit quick_hit(const RayKernels& kernels, const Ray& ray, const Vec3 (&core)[2], double radius,
                   RayHit& hit) noexcept {
  const SweptEntry entry = kernels.swept_entry(ray, core, radius);
  if (entry.kind == SweptEntry::Kind::misses) return QuickHit::no;
  if (entry.kind == SweptEntry::Kind::unsure || !quick_normal(ray, core, entry.t, hit.normal)) return QuickHit::unsure;
  hit.t = entry.t;
  hit.point = point_at(ray, entry.t);
  return QuickHit::yes;
}

SmoothTarget::SmoothTarget(const Body& body) noexcept : status_(Status::ok), body_{} {
  if (body.shape.form() == ShapeForm::halfspace) {
    int orientation = 0;
    status_ = check_pose(body.pose, orientation);
    if (status_ != Status::ok) return;
    margin_ = body.shape.margin();
    plane_.emplace(data_of(body.shape), body.pose, orientation);
    return;
  }
  status_ = make_posed_with_radius(body, body_);
  if (status_ != Status::ok) return;
  const Triangle core = body_.triangle(0);
  core_[0] = core.a;
  core_[1] = core.b;
}

RayResult SmoothTarget::cast(const Ray& ray, const RaySettings& settings) const {
  auto result = no_so_far<RayResult>();
  result.status = status_ == Status::ok && !is_ray(ray) ? Status::invalid : status_;
  if (result.status != Status::ok || !(ray.max >= 0)) return result;
  const std::uint64_t exact_before = exact_count();
  result.counters.triangle_tests = 1;
  if (plane_) {
    cast_plane(ray, result);
  } else {
    RayHit hit;
    const QuickHit quick = quick_hit(ray_kernels(), ray, core_, body_.radius, hit);
    result.counters.double_tests += quick != QuickHit::no;
    if (quick == QuickHit::yes && settings.want != RayWant::all)
      result.hits.push_back(hit);
    else if (quick != QuickHit::no)
      cast_swept(ray, settings.want == RayWant::all, result);
  }
  result.counters.exact_tests += exact_count() - exact_before;
  result.answer = answer_of(!result.hits.empty());
  if (result.yes()) result.closest = result.hits.front();
  if (settings.want != RayWant::all) result.hits.clear();
  return result;
}

std::optional<RaySpan> swept_span(const Ray& ray, Vec3 p, Vec3 q, double radius) {
  const Vec3 core[2] = {p, q};
  if (passes_by(ray, core, radius)) return std::nullopt;
  const std::optional<Passage> found = passage(line_around(ray, p, q, radius));
  const Dyadic zero(0.0);
  if (!found || found->out.compare(zero) < 0) return std::nullopt;
  const auto past_end = [&](const QuadraticRoot& root, double t) {
    return t > ray.max || (t == ray.max && root.compare(Dyadic(t)) > 0);
  };
  const double before = found->along ? 0 : -1;
  const double in = found->in.compare(zero) < 0 ? before : found->in.rounded();
  if (past_end(found->in, in)) return std::nullopt;
  const double out = found->out.rounded();
  return RaySpan{in, past_end(found->out, out) ? std::numeric_limits<double>::infinity() : out};
}

void SmoothTarget::cast_swept(const Ray& ray, bool all, RayResult& result) const {
  const CapsuleLine line = line_around(ray, core_[0], core_[1], body_.radius);
  const std::optional<Passage> found = passage(line);
  if (!found) return;
  const bool starts_on_it = found->along && found->in.compare(Dyadic(0.0)) < 0;
  for (const QuadraticRoot* root : {&found->in, &found->out}) {
    if (root->compare(Dyadic(0.0)) < 0) continue;
    const double t = starts_on_it ? 0 : root->rounded();
    if (t > ray.max || (t == ray.max && !starts_on_it && root->compare(Dyadic(t)) > 0)) return;
    if (!result.hits.empty() && result.hits.front().t == t) return;
    Vec3 normal;
    if (!quick_normal(ray, core_, t, normal)) normal = unit_vector(from_core(line, t));
    if (normal == Vec3{}) normal = normal_of_ray(ray, root == &found->in);
    add_hit(ray, t, normal, result);
    if (!all) return;
  }
}

void SmoothTarget::cast_plane(const Ray& ray, RayResult& result) const {
  if (margin_ > 0) return cast_shifted_plane(ray, result);
  const Dyadic height = plane_->exact_height(ray.origin), climb = plane_->exact_climb(ray.direction, base_of(ray));
  double t = 0;
  if (height.sign() != 0) {
    if (height.sign() * climb.sign() >= 0) return;  // away from the plane, or along it
    const Dyadic most = climb * Dyadic(ray.max) + height;
    if (most.sign() * height.sign() > 0) return;
    t = quotient(-height, climb);
  }
  add_hit(ray, t, plane_->unit_normal(), result);
}

// Where the height h + t c is m |N|: one of the roots of (h + t c)^2 = m^2 N.N, which has degree 8.
void SmoothTarget::cast_shifted_plane(const Ray& ray, RayResult& result) const {
  count_exact();
  const Dyadic height = plane_->exact_height(ray.origin), climb = plane_->exact_climb(ray.direction, base_of(ray));
  const Dyadic3& normal = plane_->exact_normal();
  const WideDyadic h(height), c(climb), margin_sq(Dyadic(margin_) * Dyadic(margin_));
  const QuadraticOf<WideDyadic> f{c * c, h * c, h * h - margin_sq * WideDyadic(dot(normal, normal))};
  const int above = h.sign() > 0 ? f.c.sign() : -1;
  double t = 0;
  if (above != 0) {
    if (above * c.sign() >= 0) return;
    const double one = quotient(height, Dyadic(1.0)), slope = quotient(climb, Dyadic(1.0));
    const QuadraticRootOf<WideDyadic> root(f, c.sign() > 0, (margin_ * plane_->normal_length() - one) / slope);
    t = root.rounded();
    if (t > ray.max || (t == ray.max && root.compare(WideDyadic(t)) > 0)) return;
  }
  add_hit(ray, t, plane_->unit_normal(), result);
}

}  // namespace graze
