#include "io/ifc/segment_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::ifc {

namespace {

// Five points of Gauss' rule on [-1, 1].
constexpr double nodes[] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640};
constexpr double weights[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891,
                              0.2369268850561891};

double value_of(const std::vector<double>& coefficients, double u) {
  double sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * u + coefficients[i];
  return sum;
}

double slope_of(const std::vector<double>& coefficients, double u) {
  double sum = 0;
  for (std::size_t i = coefficients.size(); i-- > 1;) sum = sum * u + static_cast<double>(i) * coefficients[i];
  return sum;
}

// A length along the parent curve, or a parameter of it, of which a unit is that long.
double measure(const Record& record, std::size_t field, double unit) {
  const double value = record.number(field);
  if (!std::isfinite(value)) record.fail("a length is not finite");
  return record.raw(field).starts_with("IFCPARAMETERVALUE") ? value * unit : value;
}

// 1 / A of a term of the given power, with its sign, as spirals give their terms: lengths.
double term(const Record& record, std::size_t field, int power) {
  if (!record.given(field)) return 0;
  const double a = record.number(field);
  if (!(std::fabs(a) > 0) || !std::isfinite(a)) record.fail("a term is 0 or not finite");
  return (a < 0 ? -1 : 1) / std::pow(std::fabs(a), power + 1);
}

int spiral_order(const Record& parent) {
  return parent.is("IFCSECONDORDERPOLYNOMIALSPIRAL")    ? 2
         : parent.is("IFCTHIRDORDERPOLYNOMIALSPIRAL")   ? 3
         : parent.is("IFCSEVENTHORDERPOLYNOMIALSPIRAL") ? 7
                                                        : 0;
}

}  // namespace

SegmentShape::SegmentShape(const Context& context, const Record& segment) {
  const Record parent = context.record(segment.ref(4));
  double unit = 1;  // of a parameter
  if (parent.is("IFCLINE")) {
    const Record vector = context.record(parent.ref(1));
    unit = vector.is("IFCVECTOR") ? vector.number(1) : 1;
  } else if (parent.is("IFCCIRCLE")) {
    const double radius = parent.number(1);
    if (!(radius > 0) || !std::isfinite(radius)) parent.fail("its radius is not above 0");
    curvature_[0] = 1 / radius;
    unit = radius * context.radians;
  } else if (parent.is("IFCCLOTHOID")) {
    curvature_[1] = term(parent, 1, 1);
    unit = std::fabs(parent.number(1)) * std::sqrt(std::numbers::pi);
  } else if (const int order = spiral_order(parent); order > 0) {
    for (int power = order; power >= 0; --power)
      curvature_[static_cast<std::size_t>(power)] = term(parent, static_cast<std::size_t>(1 + order - power), power);
  } else if (parent.is("IFCSINESPIRAL")) {
    sine_ = term(parent, 1, 0);
    curvature_[1] = term(parent, 2, 1);
    curvature_[0] = term(parent, 3, 0);
  } else if (parent.is("IFCCOSINESPIRAL")) {
    cosine_ = term(parent, 1, 0);
    curvature_[0] = term(parent, 2, 0);
  } else if (parent.is("IFCPOLYNOMIALCURVE")) {
    if (parent.given(3) && parent.is_list(3)) parent.fail("polynomial curves in space are not read");
    x_ = parent.numbers(1);
    y_ = parent.given(2) ? parent.numbers(2) : std::vector<double>{0};
    if (x_.size() < 2) parent.fail("it has no length");
  } else {
    parent.fail("such curves are not read as segments");
  }
  start_ = measure(segment, 2, unit);
  length_ = measure(segment, 3, unit);
  if (length_ < 0) {
    length_ = -length_;
    sense_ = -1;
  }
}

double SegmentShape::heading(double along) const noexcept {
  double sum = 0;
  for (std::size_t i = terms; i-- > 0;) sum = (sum + curvature_[i] / static_cast<double>(i + 1)) * along;
  if (sine_ != 0 || cosine_ != 0) {
    const double half_period = length_ / std::numbers::pi, angle = along / half_period;
    sum += sine_ * half_period * (1 - std::cos(2 * angle)) / 2 + cosine_ * half_period * std::sin(angle);
  }
  return sum;
}

double SegmentShape::curvature(double distance) const noexcept {
  const double along = start_ + sense_ * distance;
  double sum = 0;
  for (std::size_t i = terms; i-- > 0;) sum = sum * along + curvature_[i];
  if (sine_ != 0 || cosine_ != 0) {
    const double angle = std::numbers::pi * along / length_;
    sum += sine_ * std::sin(2 * angle) + cosine_ * std::cos(angle);
  }
  return sum;
}

double SegmentShape::bend_rate(double distance) const noexcept {
  const double along = start_ + sense_ * distance;
  double sum = 0;
  for (std::size_t i = terms; i-- > 1;) sum = sum * along + static_cast<double>(i) * curvature_[i];
  if (sine_ != 0 || cosine_ != 0) {
    const double rate = std::numbers::pi / length_, angle = rate * along;
    sum += 2 * rate * sine_ * std::cos(2 * angle) - rate * cosine_ * std::sin(angle);
  }
  return sense_ * sum;
}

// Where a polynomial curve has the length from its start on.
double SegmentShape::polynomial_parameter(double distance) const {
  const auto speed = [&](double u) { return std::hypot(slope_of(x_, u), slope_of(y_, u)); };
  const auto length_to = [&](double u) {
    constexpr int panels = 8;
    const double half = (u - start_) / (2 * panels);
    double sum = 0;
    for (int i = 0; i < panels; ++i)
      for (int k = 0; k < 5; ++k) sum += weights[k] * speed(start_ + half * (2 * i + 1 + nodes[k]));
    return sum * half;
  };
  double u = start_ + sense_ * distance;
  for (int round = 0; round < 30; ++round) {
    const double rate = speed(u);
    if (!(rate > 0)) break;
    const double step = (length_to(u) - sense_ * distance) / rate;
    u -= step;
    if (std::fabs(step) <= 1e-14 * (std::fabs(u) + distance)) break;
  }
  return u;
}

CurvePlace SegmentShape::at(double distance) const {
  if (!x_.empty()) {
    const auto direction = [&](double u) { return std::atan2(sense_ * slope_of(y_, u), sense_ * slope_of(x_, u)); };
    const double u = polynomial_parameter(distance), from = direction(start_), to = direction(u);
    const double dx = value_of(x_, u) - value_of(x_, start_), dy = value_of(y_, u) - value_of(y_, start_);
    const double c = std::cos(from), s = std::sin(from);
    return {{dx * c + dy * s, dy * c - dx * s, 0}, {std::cos(to - from), std::sin(to - from), 0}};
  }
  const double from = heading(start_);
  const auto turned = [&](double t) { return heading(start_ + sense_ * t) - from; };
  // Short enough for the rule: a quarter of a radian a panel, also where the curve first turns one way and then back.
  double most = 0;
  for (const double t : {0.0, distance}) {
    double bend = 0;
    for (std::size_t i = terms; i-- > 0;) bend = bend * std::fabs(start_ + sense_ * t) + std::fabs(curvature_[i]);
    most = std::max(most, bend + std::fabs(sine_) + std::fabs(cosine_));
  }
  // Where the heading is more than a parabola, an eighth of the way besides.
  const bool winding = sine_ != 0 || cosine_ != 0 ||
                       std::any_of(curvature_.begin() + 2, curvature_.end(), [](double c) { return c != 0; });
  const int panels = static_cast<int>(std::clamp(std::ceil(most * std::fabs(distance) * 4), winding ? 8.0 : 1.0, 1e5));
  const double half = distance / (2 * panels);
  double x = 0, y = 0;
  for (int i = 0; i < panels; ++i) {
    for (int k = 0; k < 5; ++k) {
      const double angle = turned(half * (2 * i + 1 + nodes[k]));
      x += weights[k] * std::cos(angle);
      y += weights[k] * std::sin(angle);
    }
  }
  const double angle = turned(distance);
  return {{x * half, y * half, 0}, {std::cos(angle), std::sin(angle), 0}};
}

}  // namespace graze::ifc
