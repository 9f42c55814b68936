#include "io/ifc/alignment.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/ifc/curve.h"
#include "io/ifc/place.h"

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
  } else if (parent.is("IFCSECONDORDERPOLYNOMIALSPIRAL") || parent.is("IFCTHIRDORDERPOLYNOMIALSPIRAL")) {
    const int order = parent.is("IFCSECONDORDERPOLYNOMIALSPIRAL") ? 2 : 3;
    for (int power = order; power >= 0; --power)
      curvature_[power] = term(parent, static_cast<std::size_t>(1 + order - power), power);
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
  for (int i = 3; i >= 0; --i) sum = (sum + curvature_[i] / (i + 1)) * along;
  return sum;
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
    for (int i = 3; i >= 0; --i) bend = bend * std::fabs(start_ + sense_ * t) + std::fabs(curvature_[i]);
    most = std::max(most, bend);
  }
  const int panels = static_cast<int>(std::clamp(std::ceil(most * std::fabs(distance) * 4), 1.0, 1e5));
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

std::vector<Alignment::Piece> Alignment::pieces_of(const Context& context, const Record& record) {
  std::vector<Piece> pieces;
  double start = 0;
  for (const std::uint32_t id : record.refs(0)) {
    const Record segment = context.record(id);
    if (!segment.is("IFCCURVESEGMENT")) segment.fail("such segments are not read");
    const Record place = context.record(segment.ref(1));
    if (!place.is("IFCAXIS2PLACEMENT2D")) place.fail("segments that are placed in space are not read");
    Piece piece{start, placement_at(context, place.id()), SegmentShape(context, segment)};
    // The last one marks the end, and has no length.
    if (!(piece.shape.length() > 0)) continue;
    start += piece.shape.length();
    pieces.push_back(std::move(piece));
  }
  if (pieces.empty()) record.fail("its segments have no length");
  return pieces;
}

Alignment::Alignment(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  const Nested nested(context, id);
  const auto of_segments = [&](const Record& curve) {
    const std::vector<std::uint32_t> segments =
        curve.is("IFCCOMPOSITECURVE") || curve.is("IFCGRADIENTCURVE") ? curve.refs(0) : std::vector<std::uint32_t>();
    return !segments.empty() && context.file.type_of(segments[0]) == "IFCCURVESEGMENT";
  };
  if (record.is("IFCSEGMENTEDREFERENCECURVE")) record.fail("cant is not read");
  if (record.is("IFCGRADIENTCURVE")) {
    const Alignment base(context, record.ref(2));
    if (!base.profile_.empty()) record.fail("it stands on another one with heights");
    *this = base;
    profile_ = pieces_of(context, record);
    for (Piece& piece : profile_) piece.start = piece.place.translation.x;
    std::stable_sort(profile_.begin(), profile_.end(),
                     [](const Piece& a, const Piece& b) { return a.start < b.start; });
    return;
  }
  if (of_segments(record)) {
    plan_ = pieces_of(context, record);
    length_ = plan_.back().start + plan_.back().shape.length();
    return;
  }
  PointChain chain = chain_at(context, id);
  if (chain.closed && !chain.points.empty()) chain.points.push_back(chain.points.front());
  if (chain.points.size() < 2) record.fail("it has no length");
  chain_ = std::move(chain.points);
  chain_starts_.push_back(0);
  for (std::size_t i = 1; i < chain_.size(); ++i)
    chain_starts_.push_back(chain_starts_.back() + graze::length(chain_[i] - chain_[i - 1]));
  length_ = chain_starts_.back();
}

CurvePlace Alignment::in_plan(double distance) const {
  if (!chain_.empty()) {
    const auto next = std::upper_bound(chain_starts_.begin() + 1, chain_starts_.end() - 1, distance);
    const auto i = static_cast<std::size_t>(next - chain_starts_.begin()) - 1;
    const Vec3 along = unit_of(chain_[i + 1] - chain_[i]);
    return {chain_[i] + along * (distance - chain_starts_[i]), along};
  }
  const auto next = std::upper_bound(plan_.begin() + 1, plan_.end(), distance,
                                     [](double d, const Piece& piece) { return d < piece.start; });
  const Piece& piece = *(next - 1);
  const CurvePlace local = piece.shape.at(distance - piece.start);
  return {piece.place * local.point, piece.place.linear * local.tangent};
}

// Heights are given for distances in plan: where the profile has that distance is searched.
void Alignment::raise(double distance, CurvePlace& place) const {
  const auto next = std::upper_bound(profile_.begin() + 1, profile_.end(), distance,
                                     [](double d, const Piece& piece) { return d < piece.start; });
  const Piece& piece = *(next - 1);
  const auto at = [&](double t) {
    const CurvePlace local = piece.shape.at(t);
    return CurvePlace{piece.place * local.point, piece.place.linear * local.tangent};
  };
  double t = (distance - piece.start) / std::max(1e-3, piece.place.linear.c0.x);
  CurvePlace found = at(t);
  for (int round = 0; round < 50; ++round) {
    if (!(found.tangent.x > 1e-3)) throw Error("the heights of a curve are upright somewhere");
    const double step = (found.point.x - distance) / found.tangent.x;
    if (std::fabs(step) <= 1e-13 * (std::fabs(distance) + 1)) break;
    t -= step;
    found = at(t);
  }
  place.point.z += found.point.y;
  const double rise = found.tangent.y / found.tangent.x;
  place.tangent = unit_of({place.tangent.x, place.tangent.y, rise});
}

CurvePlace Alignment::at(double distance) const {
  const double slack = 1e-3 * length_;
  if (!(distance >= -slack) || !(distance <= length_ + slack)) throw Error("a place lies beyond the end of its curve");
  CurvePlace place = in_plan(distance);
  if (!profile_.empty()) raise(distance, place);
  return place;
}

std::vector<double> Alignment::stations(const Context& context, double from, double to) const {
  std::vector<double> all = {from};
  // Where pieces begin, and then halves.
  std::vector<double> ends;
  const auto between = [&](double d) {
    if (d > from && d < to) ends.push_back(d);
  };
  for (const Piece& piece : plan_) between(piece.start);
  for (const Piece& piece : profile_) between(piece.start);
  for (const double d : chain_starts_) between(d);
  ends.push_back(to);
  std::sort(ends.begin(), ends.end());
  constexpr double most_turn = 0.2244;
  const std::size_t most = 100000;
  std::vector<double> pending;
  for (const double end : ends) {
    if (!(end > all.back())) continue;
    pending.assign(1, end);
    while (!pending.empty()) {
      const double a = all.back(), b = pending.back(), middle = a + (b - a) / 2;
      const CurvePlace pa = at(a), pb = at(b), pm = at(middle);
      const double off = graze::length(pm.point - (pa.point + pb.point) * 0.5);
      const bool fine = off <= context.deflection && dot(pa.tangent, pb.tangent) >= std::cos(most_turn);
      if (fine || all.size() + pending.size() > most || !(middle > a) || !(middle < b)) {
        all.push_back(b);
        pending.pop_back();
      } else {
        pending.push_back(middle);
      }
    }
  }
  return all;
}

LinearPoint linear_point_at(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  if (!record.is("IFCPOINTBYDISTANCEEXPRESSION")) record.fail("it is no point along a curve");
  LinearPoint point;
  if (record.raw(0).starts_with("IFCPARAMETERVALUE")) record.fail("places by a parameter are not read");
  point.distance = record.number(0);
  point.lateral = record.number(1, 0);
  point.vertical = record.number(2, 0);
  point.longitudinal = record.number(3, 0);
  point.curve = record.ref(4);
  return point;
}

Pose linear_frame(const Alignment& curve, const LinearPoint& point) {
  const CurvePlace place = curve.at(point.distance);
  const Vec3 left = unit_of({-place.tangent.y, place.tangent.x, 0}), up = cross(place.tangent, left);
  const Vec3 moved = place.point + place.tangent * point.longitudinal + left * point.lateral + up * point.vertical;
  return {{place.tangent, left, up}, moved};
}

Pose linear_placement_at(const Context& context, std::uint32_t id) {
  const Nested nested(context, id);
  const Record record = context.record(id);
  if (!record.is("IFCAXIS2PLACEMENTLINEAR")) return placement_at(context, id);
  if (context.file.type_of(record.ref(0)) != "IFCPOINTBYDISTANCEEXPRESSION") return placement_at(context, id);
  const LinearPoint point = linear_point_at(context, record.ref(0));
  const Pose frame = linear_frame(Alignment(context, point.curve), point);
  if (!record.given(1) && !record.given(2)) return frame;
  const Vec3 z = record.given(1) ? direction_at(context, record.ref(1)) : frame.linear.c2;
  const Vec3 x = record.given(2) ? direction_at(context, record.ref(2)) : frame.linear.c0;
  return frame_of(frame.translation, z, x);
}

}  // namespace graze::ifc
