#include "io/ifc/spline.h"

#include <algorithm>

#include "io/ifc/place.h"

namespace graze::ifc {

SplineCurve spline_at(const Context& context, const Record& record) {
  SplineCurve curve;
  const double degree = record.number(0);
  if (!(degree >= 1) || degree > 30) record.fail("its degree is out of range");
  curve.degree = static_cast<int>(degree);
  for (const std::uint32_t id : record.refs(1)) curve.poles.push_back(point_at(context, id));
  const std::size_t count = curve.poles.size(), order = static_cast<std::size_t>(curve.degree) + 1;
  if (count < order) record.fail("it has fewer poles than its degree needs");
  if (record.given(5) && record.given(6)) {
    const std::vector<double> times = record.numbers(5), knots = record.numbers(6);
    if (times.size() != knots.size()) record.fail("its knots do not match their multiplicities");
    for (std::size_t i = 0; i < knots.size(); ++i) {
      if (!(times[i] >= 1) || times[i] > static_cast<double>(count + order))
        record.fail("a multiplicity is out of range");
      curve.knots.insert(curve.knots.end(), static_cast<std::size_t>(times[i]), knots[i]);
    }
  } else {  // Bezier curves one after the other where the count is right, else even knots
    for (std::size_t i = 0; i < count + order; ++i)
      curve.knots.push_back(static_cast<double>(std::clamp<std::ptrdiff_t>(
          static_cast<std::ptrdiff_t>(i) - curve.degree, 0, static_cast<std::ptrdiff_t>(count - order + 1))));
  }
  if (curve.knots.size() != count + order)
    record.fail("it has " + std::to_string(curve.knots.size()) + " knots, not " + std::to_string(count + order));
  if (!std::is_sorted(curve.knots.begin(), curve.knots.end())) record.fail("its knots fall");
  curve.weights = record.given(8) ? record.numbers(8) : std::vector<double>(count, 1);
  if (curve.weights.size() != count) record.fail("its weights are not one a pole");
  curve.from = curve.knots[order - 1];
  curve.to = curve.knots[count];
  if (!(curve.from < curve.to)) record.fail("its knots span nothing");
  return curve;
}

Vec3 spline_point(const SplineCurve& curve, double t) {
  const auto p = static_cast<std::size_t>(curve.degree), n = curve.poles.size();
  t = std::clamp(t, curve.from, curve.to);
  std::size_t k = p;
  while (k + 1 < n && curve.knots[k + 1] <= t) ++k;
  std::vector<Vec3> d(p + 1);
  std::vector<double> w(p + 1);
  for (std::size_t j = 0; j <= p; ++j) {
    w[j] = curve.weights[k - p + j];
    d[j] = curve.poles[k - p + j] * w[j];
  }
  for (std::size_t r = 1; r <= p; ++r) {
    for (std::size_t j = p; j >= r; --j) {
      const double lo = curve.knots[j + k - p], hi = curve.knots[j + 1 + k - r];
      const double a = hi > lo ? (t - lo) / (hi - lo) : 0;
      d[j] = d[j - 1] * (1 - a) + d[j] * a;
      w[j] = w[j - 1] * (1 - a) + w[j] * a;
    }
  }
  return w[p] != 0 ? d[p] / w[p] : d[p];
}

namespace {

void refine(const SplineCurve& curve, double from, Vec3 a, double to, Vec3 b, double deflection, int depth,
            std::vector<Vec3>& points) {
  const double middle = (from + to) / 2;
  const Vec3 m = spline_point(curve, middle);
  const Vec3 d = b - a;
  const double t = dot(d, d) > 0 ? std::clamp(dot(m - a, d) / dot(d, d), 0.0, 1.0) : 0;
  if (depth >= 12 || (depth >= 2 && length(a + d * t - m) <= deflection)) {
    points.push_back(b);
    return;
  }
  refine(curve, from, a, middle, m, deflection, depth + 1, points);
  refine(curve, middle, m, to, b, deflection, depth + 1, points);
}

}  // namespace

std::vector<Vec3> spline_points(const SplineCurve& curve, double from, double to, double deflection) {
  std::vector<double> stops = {std::min(from, to)};
  for (const double knot : curve.knots) {
    if (knot > stops.back() && knot < std::max(from, to)) stops.push_back(knot);
  }
  stops.push_back(std::max(from, to));
  std::vector<Vec3> points = {spline_point(curve, stops[0])};
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    if (curve.degree == 1) {
      points.push_back(spline_point(curve, stops[i + 1]));
    } else {
      refine(curve, stops[i], points.back(), stops[i + 1], spline_point(curve, stops[i + 1]), deflection, 0, points);
    }
  }
  if (from > to) std::reverse(points.begin(), points.end());
  return points;
}

}  // namespace graze::ifc
