// What is within r of a triangle is a prism of height 2r over it and what is within r of its edges; of a solid there is
// its inside, too. The line of a ray meets each of these in an interval whose ends are rounded once, and rounding keeps
// their order, so that the ends of the intervals' union are those of the exact one, rounded.
//
// With N the triangle's normal, not of unit length, the prism is where N.(x - a) is at most r |N| either way: a
// quadratic inequality, with three linear ones for its sides. These have degree 14 in the given numbers when they are
// compared (narrow/ray/ray_interval.h): 14 * 654 bits fit into a Dyadic, and a WideDyadic holds that of any doubles.
//
// Between two places where the line of the ray meets the surface of a solid all is inside, or nothing is. The point in
// the middle is found exactly and rounded once, since a rounded parameter would lead past a small body that is far from
// the ray's start. Where the body is only a few units of the last place thick, rounding may lead to its surface; then
// the place infinitely near behind the first of the two is asked.
#include "narrow/ray/ray_rounded.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/guard.h"
#include "graze/solid.h"
#include "math/constants.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/near_triangles.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/winding_near.h"
#include "narrow/ray/ray_interval.h"
#include "narrow/ray/ray_place.h"
#include "narrow/ray/ray_primitive.h"
#include "narrow/ray/ray_triangle.h"
#include "narrow/triangle/flat.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {
namespace {

constexpr std::uint32_t no_triangle = std::numeric_limits<std::uint32_t>::max();

bool in_wide_range(double x) { return x == 0 || (std::fabs(x) >= 0x1p-300 && std::fabs(x) <= 0x1p300); }
bool in_wide_range(Vec3 v) { return in_wide_range(v.x) && in_wide_range(v.y) && in_wide_range(v.z); }

struct Span {
  RaySpan at;
  std::uint32_t triangle;
};

template <class Number>
std::optional<RaySpan> span_of(const LineInterval<Number>& interval, double max) {
  if (interval.holds_nothing() || !interval.in || !interval.out) return std::nullopt;
  const Number zero(0.0), one(1.0);
  const auto past_end = [&](const LineEnd<Number>& end, double t) {
    return t > max || (t == max && end.compare(Number(t), one) > 0);
  };
  if (interval.out->compare(zero, one) < 0) return std::nullopt;
  const double in = interval.in->compare(zero, one) < 0 ? -1 : interval.in->rounded();
  if (past_end(*interval.in, in)) return std::nullopt;
  const double out = interval.out->rounded();
  return RaySpan{in, past_end(*interval.out, out) ? infinity : out};
}

// Nothing for a degenerate triangle, which is its edges.
template <class Number>
std::optional<RaySpan> prism_span(const Ray& ray, const Triangle& t, double radius) {
  count_exact();
  const Vec3 corner[3] = {t.a, t.b, t.c};
  const auto difference = [](Vec3 p, Vec3 q) { return exact_difference<Number>(p, q); };
  const auto d = difference(ray.direction, base_of(ray)), from = difference(ray.origin, t.a);
  const auto normal = cross(difference(t.b, t.a), difference(t.c, t.a));
  const Number size_sq = dot(normal, normal), height = dot(normal, from), climb = dot(normal, d);
  if (size_sq.sign() == 0) return std::nullopt;
  LineInterval<Number> inside;
  const Number above = square(height) - square(Number(radius)) * size_sq;
  if (climb.sign() != 0) {
    inside.cut(QuadraticOf<Number>{square(climb), height * climb, above});
  } else if (above.sign() > 0) {
    return std::nullopt;
  }
  for (int k = 0; k < 3; ++k) {
    const auto inward = cross(normal, difference(corner[(k + 1) % 3], corner[k]));
    inside.cut(-dot(inward, difference(ray.origin, corner[k])), -dot(inward, d));
  }
  return span_of(inside, ray.max);
}

// The part of the ray near the body, as a volume that holds it; nothing when there is none.
std::optional<WorldVolume> reach_of(const Ray& ray, const Posed& body) {
  const Vec3 d = ray.direction - base_of(ray);
  const double size = std::max({largest(ray.origin), largest(body.box.lo), largest(body.box.hi), body.radius});
  const double wide = body.radius + size * 0x1p-30;
  double from = 0, to = ray.max;
  for (int k = 0; k < 3; ++k) {
    const double lo = body.box.lo[k] - wide - ray.origin[k], hi = body.box.hi[k] + wide - ray.origin[k];
    if (d[k] == 0) {
      if (lo > 0 || hi < 0) return std::nullopt;
      continue;
    }
    from = std::max(from, std::min(lo / d[k], hi / d[k]));
    to = std::min(to, std::max(lo / d[k], hi / d[k]));
  }
  if (!(from <= to)) return std::nullopt;
  WorldVolume volume;
  volume.middle = ray.origin + d * (from * 0.5 + to * 0.5);
  volume.half[0] = d * (to * 0.5 - from * 0.5);
  volume.axes = 1;
  volume.radius = body.radius * (1 + 0x1p-30);
  volume.slack = Vec3{size, size, size} * 0x1p-28;
  return volume;
}

// Where the ray meets the surface without its margin.
struct Meeting {
  Ratio at;
  double rounded;
  std::uint32_t triangle;  // no_triangle where the ray runs in its plane, and for the ends of the ray
};

Vec3 point_between(const Ray& ray, const Ratio& p, const Ratio& q) {
  const Dyadic middle = p.numerator * q.denominator + q.numerator * p.denominator;
  const Dyadic unit = (p.denominator * q.denominator) * Dyadic(2.0);
  const Dyadic3 from = exact_vector(ray.origin), d = exact_difference(ray.direction, base_of(ray));
  return quotient(from * unit + d * middle, unit);
}

// Is the ray in the solid just after it met the triangle, in whose plane it does not lie?
bool inside_after(const SolidBody& solid, const Ray& ray, std::uint32_t triangle, Counters& counters) {
  const Triangle face = solid.placed.body.triangle(triangle);
  const Difference along{ray.direction, base_of(ray)};
  const Vec3 d = ray.direction - base_of(ray);
  int longest = 0;
  for (int k = 1; k < 3; ++k)
    if (std::fabs(d[k]) > std::fabs(d[longest])) longest = k;
  const auto through_ray = [&](int axis) { return ExactPlane{ray.origin, along, {unit_axis[axis], {}}}; };
  const ExactPoint point(plane_of(face), through_ray((longest + 1) % 3), through_ray((longest + 2) % 3));
  const WindingNear near(solid, point, counters);
  return near.inside(Leave{{false, along, {}, {}}, face, projection_axis(face)});
}

// Is the ray's end far out of the body?
bool ends_outside(const Ray& ray, const Box& box) {
  const Vec3 end = point_at(ray, ray.max);
  return !is_finite(end) || largest(end) * 0.5 > std::max({largest(ray.origin), largest(box.lo), largest(box.hi)});
}

Status add_inside(const Body& body, const PlacedBody& placed, const Ray& ray, std::vector<Meeting>& met,
                  std::vector<Span>& spans, Counters& counters) {
  auto data = std::make_unique<ShapeData>(data_of(body.shape));
  data->world_margin = 0;
  const Body bare{shape_of(std::move(data)), body.pose};
  std::sort(met.begin(), met.end(), [](const Meeting& p, const Meeting& q) {
    return p.rounded != q.rounded ? p.rounded < q.rounded : compare(p.at, q.at) < 0;
  });
  const Dyadic zero(0.0), one(1.0);
  if (!ends_outside(ray, placed.body.box)) met.push_back({{Dyadic(ray.max), one}, infinity, no_triangle});
  const Meeting start{{zero, one}, -1, no_triangle};
  for (std::size_t i = 0; i < met.size(); ++i) {
    const Meeting &before = i == 0 ? start : met[i - 1], &next = met[i];
    if (compare(before.at, next.at) >= 0) continue;
    const Vec3 between = i == 0 ? ray.origin : point_between(ray, before.at, next.at);
    const InsideResult at = inside(bare, between);
    if (at.status != Status::ok) return at.status;
    bool in = at.answer == Where::inside;
    if (at.answer == Where::on && before.triangle != no_triangle)
      in = inside_after(SolidBody(placed), ray, before.triangle, counters);
    if (in) spans.push_back({{before.rounded, next.rounded}, no_triangle});
  }
  return Status::ok;
}

RayHit hit_at(const Ray& ray, const Posed& body, double t, std::uint32_t triangle, bool enters) {
  RayHit hit;
  hit.t = t;
  hit.point = point_at(ray, t);
  hit.triangle = body.shape->number(triangle);
  hit.tag = body.shape->tags.empty() ? 0 : body.shape->tags[triangle];
  if (is_finite(hit.point))
    hit.normal = triangle_distance(body.triangle(triangle), {hit.point, hit.point, hit.point}).normal;
  if (hit.normal == Vec3{}) hit.normal = normal_of_ray(ray, enters);
  return hit;
}

}  // namespace

RayResult rounded_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  auto result = no_so_far<RayResult>();
  PlacedBody placed;
  result.status = prepare(body, placed);
  if (result.status == Status::ok && !is_ray(ray)) result.status = Status::invalid;
  if (result.status != Status::ok || !(ray.max >= 0)) return result;
  const Posed& posed = placed.body;
  const bool ordinary = in_wide_range(ray.origin) && in_wide_range(ray.direction) && in_wide_range(base_of(ray)) &&
                        in_wide_range(posed.radius) && largest(posed.box.lo) <= 0x1p300 &&
                        largest(posed.box.hi) <= 0x1p300;

  const std::uint64_t exact_before = exact_count();
  const bool solid = body.shape.solid();
  std::vector<Span> spans;
  std::vector<Meeting> met;
  const auto add = [&](const std::optional<RaySpan>& span, std::uint32_t triangle) {
    if (span) spans.push_back({*span, triangle});
  };
  const auto visit = [&](std::uint32_t i) {
    ++result.counters.double_tests;
    const Triangle t = posed.triangle(i);
    const bool plain = ordinary && in_wide_range(t.a) && in_wide_range(t.b) && in_wide_range(t.c);
    add(plain ? prism_span<Dyadic>(ray, t, posed.radius) : prism_span<WideDyadic>(ray, t, posed.radius), i);
    add(swept_span(ray, t.a, t.b, posed.radius), i);
    add(swept_span(ray, t.b, t.c, posed.radius), i);
    add(swept_span(ray, t.c, t.a, posed.radius), i);
    if (solid)
      if (const RayCrossing crossing = ray_meets_triangle(ray, t); crossing.hit)
        met.push_back(
            {exact_parameter(ray, t, crossing), rounded_parameter(ray, t, crossing), crossing.flat ? no_triangle : i});
    return true;
  };
  if (!ordinary) {
    for (std::uint32_t i = 0; i < posed.shape->triangle_count; ++i) visit(i);
  } else if (const std::optional<WorldVolume> near = reach_of(ray, posed)) {
    visit_near(placed, *near, visit, result.counters);
  } else {
    return result;
  }
  if (solid) result.status = add_inside(body, placed, ray, met, spans, result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
  if (result.status != Status::ok) return result;

  std::sort(spans.begin(), spans.end(), [](const Span& p, const Span& q) {
    return p.at.in != q.at.in ? p.at.in < q.at.in : p.triangle < q.triangle;
  });
  for (std::size_t first = 0; first < spans.size();) {
    Span last = spans[first];  // of those that hang together, the one that ends last
    std::size_t next = first + 1;
    for (; next < spans.size() && spans[next].at.in <= last.at.out; ++next) {
      const Span& more = spans[next];
      if (more.at.out > last.at.out || (more.at.out == last.at.out && more.triangle < last.triangle)) last = more;
    }
    const double in = spans[first].at.in, out = last.at.out;
    if (in >= 0) result.hits.push_back(hit_at(ray, posed, in, spans[first].triangle, true));
    if (out < infinity && out > in) result.hits.push_back(hit_at(ray, posed, out, last.triangle, false));
    first = next;
  }
  result.answer = answer_of(!result.hits.empty());
  if (result.yes()) result.closest = result.hits.front();
  if (settings.want != RayWant::all) result.hits.clear();
  return result;
}

}  // namespace graze
