#include "io/ifc/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/ifc/alignment.h"
#include "io/ifc/place.h"
#include "io/ifc/spline.h"
#include "math/constants.h"

namespace graze::ifc {

namespace {

void push(std::vector<Vec3>& points, Vec3 p) {
  if (points.empty() || !(points.back() == p)) points.push_back(p);
}

// Neighbours that are nearer than the precision of the file become one, and the ends of a chain that meet close it.
PointChain tidy(const Context& context, std::vector<Vec3> points) {
  PointChain chain;
  const double near = context.precision;
  for (const Vec3& p : points) {
    if (chain.points.empty() || length(p - chain.points.back()) > near) chain.points.push_back(p);
  }
  if (chain.points.size() > 2 && length(chain.points.front() - chain.points.back()) <= near) {
    chain.points.pop_back();
    chain.closed = true;
  }
  return chain;
}

// A circle, an ellipse or a line: what trims by parameters or by points.
struct Conic {
  Pose place;
  double rx = 0, ry = 0;

  Vec3 at(double angle) const {
    // Quarters are exact, so that circles touch their boxes.
    const double quarter = angle / (pi / 2), whole = std::nearbyint(quarter);
    double c = std::cos(angle), s = std::sin(angle);
    if (std::fabs(quarter - whole) < 1e-14) {
      const int k = static_cast<int>(std::fmod(std::fmod(whole, 4) + 4, 4));
      c = k == 0 ? 1 : k == 2 ? -1 : 0;
      s = k == 1 ? 1 : k == 3 ? -1 : 0;
    }
    return place * Vec3{rx * c, ry * s, 0};
  }
  double angle_of(Vec3 point) const {
    const Vec3 d = point - place.translation;
    return std::atan2(dot(d, place.linear.c1) / ry, dot(d, place.linear.c0) / rx);
  }
  void arc(const Context& context, double from, double to, std::vector<Vec3>& points) const {
    const int steps = arc_steps(std::max(rx, ry), to - from, context.deflection);
    for (int i = 0; i <= steps; ++i) push(points, at(i == steps ? to : from + (to - from) * i / steps));
  }
};

Conic conic_at(const Context& context, const Record& record) {
  Conic conic;
  conic.place = placement_at(context, record.ref(0));
  conic.rx = record.number(1);
  conic.ry = record.is("IFCELLIPSE") ? record.number(2) : conic.rx;
  if (!(conic.rx > 0) || !(conic.ry > 0) || !std::isfinite(conic.rx) || !std::isfinite(conic.ry))
    record.fail("its radius is not above 0");
  return conic;
}

bool is_conic(const Record& record) { return record.is("IFCCIRCLE") || record.is("IFCELLIPSE"); }

// One end of a trimmed curve: a parameter, a point, or both.
struct Trim {
  double parameter = not_given;
  Vec3 point;
  bool has_point = false;
};

Trim trim_of(const Context& context, const Record& record, std::size_t field) {
  Trim trim;
  for (const std::string_view item : record.items(field)) {
    if (item.starts_with("#")) {
      const std::uint32_t id =
          static_cast<std::uint32_t>(std::strtoul(std::string(item.substr(1)).c_str(), nullptr, 10));
      trim.point = point_at(context, id);
      trim.has_point = true;
    } else {
      trim.parameter = parse_real(item);
    }
  }
  if (!trim.has_point && std::isnan(trim.parameter)) record.fail("it is trimmed by nothing");
  return trim;
}

// By the length along it, from the first point on: how polylines are parametrised is by the number of the piece.
Vec3 point_of_chain(const PointChain& chain, double parameter) {
  const auto& p = chain.points;
  const std::size_t pieces = p.size() - (chain.closed ? 0 : 1);
  const double whole = std::floor(std::clamp(parameter, 0.0, static_cast<double>(pieces)));
  const std::size_t i = std::min(static_cast<std::size_t>(whole), pieces == 0 ? 0 : pieces - 1);
  const double t = std::clamp(parameter - static_cast<double>(i), 0.0, 1.0);
  const Vec3 a = p[i], b = p[(i + 1) % p.size()];
  return t == 0 ? a : t == 1 ? b : a + (b - a) * t;
}

double parameter_of_point(const PointChain& chain, Vec3 point) {
  const auto& p = chain.points;
  const std::size_t pieces = p.size() - (chain.closed ? 0 : 1);
  double best = std::numeric_limits<double>::infinity(), at = 0;
  for (std::size_t i = 0; i < pieces; ++i) {
    const Vec3 a = p[i], d = p[(i + 1) % p.size()] - a;
    const double t = dot(d, d) > 0 ? std::clamp(dot(point - a, d) / dot(d, d), 0.0, 1.0) : 0;
    const double gap = length(a + d * t - point);
    if (gap < best) {
      best = gap;
      at = static_cast<double>(i) + t;
    }
  }
  return at;
}

PointChain cut(const Context& context, const PointChain& chain, double from, double to) {
  if (chain.points.size() < 2) return chain;
  const double pieces = static_cast<double>(chain.points.size() - (chain.closed ? 0 : 1));
  from = std::clamp(from, 0.0, pieces);
  to = std::clamp(to, 0.0, pieces);
  if (from == 0 && to == pieces) return chain;
  std::vector<Vec3> points = {point_of_chain(chain, from)};
  for (double k = std::floor(from) + 1; k < to; ++k) push(points, point_of_chain(chain, k));
  push(points, point_of_chain(chain, to));
  return tidy(context, std::move(points));
}

PointChain trimmed(const Context& context, const Record& record) {
  const Record basis = context.record(record.ref(0));
  const Trim first = trim_of(context, record, 1), second = trim_of(context, record, 2);
  const bool same_sense = record.flag(3, true), by_points = record.word(4) == "CARTESIAN";
  std::vector<Vec3> points;
  const auto use_point = [&](const Trim& trim) { return trim.has_point && (by_points || std::isnan(trim.parameter)); };
  if (is_conic(basis)) {
    const Conic conic = conic_at(context, basis);
    const auto angle = [&](const Trim& trim) {
      return use_point(trim) ? conic.angle_of(trim.point) : trim.parameter * context.radians;
    };
    double from = angle(first), to = angle(second);
    const double turn = 2 * pi;
    // The way from one to the other is at most once around, and not nothing.
    from = std::fmod(from, turn);
    double way = std::fmod(to - from, turn);
    if (!std::isfinite(way)) record.fail("its angles are not finite");
    if (same_sense && way <= 1e-12) way += turn;
    if (!same_sense && way >= -1e-12) way -= turn;
    to = from + way;
    conic.arc(context, from, to, points);
    // The points that the file gives are where the curve goes on.
    if (use_point(first)) points.front() = first.point;
    if (use_point(second)) points.back() = second.point;
  } else if (basis.is("IFCLINE")) {
    const Vec3 origin = point_at(context, basis.ref(0));
    const Record vector = context.record(basis.ref(1));
    const Vec3 along = direction_at(context, basis.ref(1)) * (vector.is("IFCVECTOR") ? vector.number(1) : 1);
    const auto at = [&](const Trim& trim) { return use_point(trim) ? trim.point : origin + along * trim.parameter; };
    points = {at(first), at(second)};
  } else {
    const bool spline = basis.type().find("BSPLINE") != std::string_view::npos;
    if (spline) {
      const SplineCurve curve = spline_at(context, basis);
      const PointChain chain = tidy(context, spline_points(curve, curve.from, curve.to, context.deflection));
      if (!use_point(first) && !use_point(second))
        return tidy(context, spline_points(curve, first.parameter, second.parameter, context.deflection));
      return cut(context, chain, parameter_of_point(chain, first.point), parameter_of_point(chain, second.point));
    }
    const PointChain chain = chain_at(context, basis.id());
    const auto at = [&](const Trim& trim) {
      return use_point(trim) ? parameter_of_point(chain, trim.point) : trim.parameter;
    };
    return cut(context, chain, std::min(at(first), at(second)), std::max(at(first), at(second)));
  }
  if (!same_sense && basis.is("IFCLINE")) std::reverse(points.begin(), points.end());
  PointChain chain = tidy(context, std::move(points));
  return chain;
}

void arc_through(const Context& context, Vec3 a, Vec3 b, Vec3 c, std::vector<Vec3>& points, const Record& record) {
  const Vec3 u = b - a, v = c - a, n = cross(u, v);
  const double nn = dot(n, n);
  push(points, a);
  if (!(nn > 1e-24 * dot(u, u) * dot(v, v))) {  // on one line
    push(points, b);
    push(points, c);
    return;
  }
  const Vec3 to_centre = (cross(n, u) * dot(v, v) + cross(v, n) * dot(u, u)) / (2 * nn);
  const Vec3 centre = a + to_centre;
  const double radius = length(to_centre);
  if (!std::isfinite(radius)) record.fail("an arc has no centre");
  Conic conic;
  conic.place = {{-to_centre / radius, cross(unit_of(n), -to_centre / radius), unit_of(n)}, centre};
  conic.rx = conic.ry = radius;
  double whole = conic.angle_of(c);
  if (whole <= 0) whole += 2 * pi;
  std::vector<Vec3> arc;
  conic.arc(context, 0, whole, arc);
  arc.back() = c;
  for (std::size_t i = 1; i < arc.size(); ++i) push(points, arc[i]);
}

PointChain indexed(const Context& context, const Record& record) {
  const std::vector<Vec3> list = point_list_at(context, record.ref(0));
  std::vector<Vec3> points;
  const auto point = [&](double index) {
    if (!(index >= 1) || index > static_cast<double>(list.size())) record.fail("it names a point that is not there");
    return list[static_cast<std::size_t>(index) - 1];
  };
  if (!record.given(1)) {
    points = list;
  } else {
    for (const std::string_view item : record.items(1)) {
      std::vector<double> indices;
      append_numbers(item.substr(std::min(item.find('('), item.size())), indices);
      if (item.starts_with("IFCARCINDEX")) {
        if (indices.size() != 3) record.fail("an arc has not three points");
        arc_through(context, point(indices[0]), point(indices[1]), point(indices[2]), points, record);
      } else {
        for (const double index : indices) push(points, point(index));
      }
    }
  }
  return tidy(context, std::move(points));
}

// Curves that are known by the distance along them.
PointChain aligned(const Context& context, const Record& record) {
  const Alignment curve(context, record.id());
  std::vector<Vec3> points;
  for (const double distance : curve.stations(context, 0, curve.length())) push(points, curve.at(distance).point);
  return tidy(context, std::move(points));
}

PointChain composite(const Context& context, const Record& record) {
  std::vector<Vec3> points;
  const std::vector<std::uint32_t> segments = record.refs(0);
  if (!segments.empty() && context.file.type_of(segments[0]) == "IFCCURVESEGMENT") return aligned(context, record);
  for (const std::uint32_t id : record.refs(0)) {
    const Record segment = context.record(id);
    if (!segment.is("IFCCOMPOSITECURVESEGMENT") && !segment.is("IFCREPARAMETRISEDCOMPOSITECURVESEGMENT"))
      segment.fail("such segments are not read");
    PointChain part = chain_at(context, segment.ref(2));
    if (part.closed) part.points.push_back(part.points.front());
    if (!segment.flag(1, true)) std::reverse(part.points.begin(), part.points.end());
    // Some programs write segments the wrong way round: they are turned where only that joins them.
    if (!points.empty() && part.points.size() > 1) {
      const double gap = length(points.back() - part.points.front()),
                   other = length(points.back() - part.points.back());
      if (other < gap && other <= 10 * context.precision) std::reverse(part.points.begin(), part.points.end());
    }
    for (const Vec3& p : part.points) push(points, p);
  }
  return tidy(context, std::move(points));
}

PointChain offset_curve(const Context& context, const Record& record) {
  const PointChain basis = chain_at(context, record.ref(0));
  const double by = record.number(1);
  const auto& p = basis.points;
  PointChain chain = basis;
  const std::size_t n = p.size();
  if (n < 2) return chain;
  const auto left = [](Vec3 d) { return unit_of(Vec3{-d.y, d.x, 0}); };
  for (std::size_t i = 0; i < n; ++i) {
    const bool has_before = i > 0 || basis.closed, has_after = i + 1 < n || basis.closed;
    const Vec3 before = has_before ? left(p[i] - p[(i + n - 1) % n]) : Vec3{};
    const Vec3 after = has_after ? left(p[(i + 1) % n] - p[i]) : Vec3{};
    if (!has_before || !has_after) {
      chain.points[i] = p[i] + (has_before ? before : after) * by;
      continue;
    }
    const Vec3 sum = before + after;
    const double share = dot(sum, after);
    chain.points[i] = p[i] + (share > 1e-6 ? sum / share : after) * by;
  }
  return chain;
}

}  // namespace

PointChain chain_at(const Context& context, std::uint32_t id) {
  const Nested nested(context, id);
  const Record record = context.record(id);
  if (record.is("IFCPOLYLINE") || record.is("IFCPOLYLOOP")) {
    std::vector<Vec3> points;
    for (const std::uint32_t p : record.refs(0)) points.push_back(point_at(context, p));
    PointChain chain = tidy(context, std::move(points));
    if (record.is("IFCPOLYLOOP")) chain.closed = true;
    return chain;
  }
  if (record.is("IFCINDEXEDPOLYCURVE")) return indexed(context, record);
  if (record.is("IFCCOMPOSITECURVE") || record.is("IFC2DCOMPOSITECURVE") || record.is("IFCCOMPOSITECURVEONSURFACE") ||
      record.is("IFCBOUNDARYCURVE") || record.is("IFCOUTERBOUNDARYCURVE"))
    return composite(context, record);
  if (record.is("IFCGRADIENTCURVE") || record.is("IFCSEGMENTEDREFERENCECURVE")) return aligned(context, record);
  if (record.is("IFCTRIMMEDCURVE")) return trimmed(context, record);
  if (is_conic(record)) {
    const Conic conic = conic_at(context, record);
    PointChain chain;
    const int quarter = arc_steps(std::max(conic.rx, conic.ry), pi / 2, context.deflection);
    for (int i = 0; i < 4 * quarter; ++i) chain.points.push_back(conic.at(pi / 2 * i / quarter));
    chain.closed = true;
    return chain;
  }
  if (record.type().find("BSPLINECURVE") != std::string_view::npos) {
    const SplineCurve curve = spline_at(context, record);
    return tidy(context, spline_points(curve, curve.from, curve.to, context.deflection));
  }
  if (record.is("IFCLINE")) {
    const Vec3 origin = point_at(context, record.ref(0));
    const Record vector = context.record(record.ref(1));
    return {{origin, origin + direction_at(context, record.ref(1)) * (vector.is("IFCVECTOR") ? vector.number(1) : 1)},
            false};
  }
  if (record.is("IFCOFFSETCURVE2D")) return offset_curve(context, record);
  if (record.is("IFCSURFACECURVE") || record.is("IFCSEAMCURVE") || record.is("IFCINTERSECTIONCURVE"))
    return chain_at(context, record.ref(0));
  record.fail("such curves are not read");
}

PointChain chain_between(const Context& context, std::uint32_t id, double from, double to) {
  const PointChain whole = chain_at(context, id);
  if ((std::isnan(from) && std::isnan(to)) || whole.points.size() < 2) return whole;
  const Record record = context.record(id);
  const double pieces = static_cast<double>(whole.points.size() - (whole.closed ? 0 : 1));
  std::vector<Vec3> points;
  if (is_conic(record)) {
    const double turn = 2 * pi / context.radians;
    const double a = (std::isnan(from) ? 0 : from) * context.radians,
                 b = (std::isnan(to) ? turn : to) * context.radians;
    if (std::fabs(b - a) >= 2 * pi - 1e-9) return whole;
    conic_at(context, record).arc(context, a, b, points);
    return tidy(context, std::move(points));
  }
  // Many programs write 0 and 1 for all of a polyline, whose parameters count its pieces.
  if (from == 0 && to == 1) return whole;
  if (record.is("IFCPOLYLINE") || (record.is("IFCINDEXEDPOLYCURVE") && !record.given(1)))
    return cut(context, whole, std::isnan(from) ? 0 : from, std::isnan(to) ? pieces : to);
  if (record.is("IFCLINE")) {
    const Vec3 along = whole.points[1] - whole.points[0];
    return tidy(context, {whole.points[0] + along * (std::isnan(from) ? 0 : from),
                          whole.points[0] + along * (std::isnan(to) ? 1 : to)});
  }
  // Of other curves the parameters that occur are those of the whole.
  return whole;
}

PointChain rounded_chain(const Context& context, const PointChain& chain, double radius) {
  if (!(radius > 0) || chain.points.size() < 3) return chain;
  const auto& p = chain.points;
  std::vector<Vec3> points = {p.front()};
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const Vec3 u = unit_of(p[i - 1] - p[i]), v = unit_of(p[i + 1] - p[i]);
    const double cosine = std::clamp(dot(u, v), -1.0, 1.0), half = std::acos(cosine) / 2;
    if (std::fabs(cosine) > 1 - 1e-12) {
      push(points, p[i]);
      continue;
    }
    const double tangent = radius / std::tan(half);
    const Vec3 centre = p[i] + unit_of(u + v) * (radius / std::sin(half));
    const Vec3 start = p[i] + u * tangent, x = (start - centre) / radius, n = unit_of(cross(v, u));
    Conic conic{{{x, cross(n, x), n}, centre}, radius, radius};
    const double angle = pi - 2 * half;
    std::vector<Vec3> arc;
    const double sign = dot(conic.place.linear.c1, u) < 0 ? 1 : -1;
    conic.arc(context, 0, sign * angle, arc);
    for (const Vec3& q : arc) push(points, q);
  }
  push(points, p.back());
  return {points, false};
}

}  // namespace graze::ifc
