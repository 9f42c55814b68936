#include "io/ifc/alignment.h"

#include <algorithm>
#include <cmath>

#include "io/ifc/curve.h"
#include "io/ifc/place.h"

namespace graze::ifc {

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

std::vector<Alignment::CantPiece> Alignment::cant_of(const Context& context, const Record& record) {
  // Placements have the distance and the lift in their plane, and the tilt in their axis.
  const auto bank = [&](const Record& place) -> Bank {
    if (!place.is("IFCAXIS2PLACEMENT2D") && !place.is("IFCAXIS2PLACEMENT3D")) place.fail("such cant is not read");
    Bank found{point_at(context, place.ref(0)).y, 0};
    if (place.is("IFCAXIS2PLACEMENT3D") && place.given(1)) {
      const Vec3 axis = direction_at(context, place.ref(1));
      if (!(axis.z > 0)) place.fail("its axis does not point up");
      found.tilt = std::atan2(axis.y, axis.z);
    }
    return found;
  };
  std::vector<CantPiece> pieces;
  bool ended = true;  // whether where the last piece ends is known
  for (const std::uint32_t id : record.refs(0)) {
    const Record segment = context.record(id);
    if (!segment.is("IFCCURVESEGMENT")) segment.fail("such segments are not read");
    if (context.record(segment.ref(4)).is("IFCPOLYNOMIALCURVE")) segment.fail("cant along such curves is not read");
    const Record place = context.record(segment.ref(1));
    const Bank from = bank(place);
    if (!ended) pieces.back().to = from;
    const SegmentShape shape(context, segment);
    ended = !(shape.length() > 0);
    if (ended) continue;
    pieces.push_back({point_at(context, place.ref(0)).x, from, from, shape});
    if (pieces.size() > 1 && !(pieces.back().start >= pieces[pieces.size() - 2].start))
      record.fail("its segments do not follow each other");
  }
  if (pieces.empty()) record.fail("its segments have no length");
  if (!ended && record.given(3)) {
    pieces.back().to = bank(context.record(record.ref(3)));
  } else if (!ended) {
    // The lift is the curvature times the length of the segment; of the tilt nothing is said.
    const SegmentShape& shape = pieces.back().shape;
    pieces.back().to.lift += shape.length() * (shape.curvature(shape.length()) - shape.curvature(0));
  }
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
  if (record.is("IFCSEGMENTEDREFERENCECURVE")) {
    const Alignment base(context, record.ref(2));
    if (!base.cant_.empty()) record.fail("it stands on another one with cant");
    *this = base;
    cant_ = cant_of(context, record);
    return;
  }
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
  if (!cant_.empty()) {
    const BankRate there = bank_at(distance);
    place.point.z += there.bank.lift;
    const double level = std::hypot(place.tangent.x, place.tangent.y);
    place.tangent = unit_of({place.tangent.x, place.tangent.y, place.tangent.z + level * there.rise});
  }
  return place;
}

Alignment::BankRate Alignment::bank_at(double distance) const {
  const auto next = std::upper_bound(cant_.begin() + 1, cant_.end(), distance,
                                     [](double d, const CantPiece& piece) { return d < piece.start; });
  const CantPiece& piece = *(next - 1);
  const double length = piece.shape.length(), along = std::clamp(distance - piece.start, 0.0, length);
  const double first = piece.shape.curvature(0), change = piece.shape.curvature(length) - first;
  // Along lines and circles nothing changes.
  if (!(std::fabs(change) > 0)) return {piece.from, 0};
  const double share = (piece.shape.curvature(along) - first) / change;
  const double lift = piece.to.lift - piece.from.lift, tilt = piece.to.tilt - piece.from.tilt;
  return {{piece.from.lift + lift * share, piece.from.tilt + tilt * share},
          lift * piece.shape.bend_rate(along) / change};
}

Pose Alignment::frame(double distance) const {
  const CurvePlace place = at(distance);
  const Vec3 left = unit_of({-place.tangent.y, place.tangent.x, 0}), up = cross(place.tangent, left);
  if (cant_.empty()) return {{place.tangent, left, up}, place.point};
  const double tilt = bank_at(distance).bank.tilt, c = std::cos(tilt), s = std::sin(tilt);
  return {{place.tangent, left * c - up * s, up * c + left * s}, place.point};
}

std::vector<double> Alignment::stations(const Context& context, double from, double to, Carried carried) const {
  std::vector<double> all = {from};
  // Where pieces begin, and then halves.
  std::vector<double> ends;
  const auto between = [&](double d) {
    if (d > from && d < to) ends.push_back(d);
  };
  for (const Piece& piece : plan_) between(piece.start);
  for (const Piece& piece : profile_) between(piece.start);
  for (const CantPiece& piece : cant_) between(piece.start);
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
      const Pose fa = frame(a), fb = frame(b);
      // Two triangles between sides that are turned against each other are that far from what goes through both.
      double off = 0.25 * carried.widest * std::fabs(cant_.empty() ? 0 : bank_at(b).bank.tilt - bank_at(a).bank.tilt);
      const double farthest = carried.farthest;
      // The quarters, too: the middle of what bends one way and then the other is on the chord.
      for (const double share : {0.25, 0.5, 0.75}) {
        const Pose between_them = frame(a + (b - a) * share);
        for (const Vec3& p :
             {Vec3{}, Vec3{0, farthest, 0}, Vec3{0, -farthest, 0}, Vec3{0, 0, farthest}, Vec3{0, 0, -farthest}})
          off = std::max(off, graze::length(between_them * p - (fa * p * (1 - share) + fb * p * share)));
      }
      const bool fine = off <= context.deflection && dot(fa.linear.c0, fb.linear.c0) >= std::cos(most_turn) &&
                        dot(fa.linear.c1, fb.linear.c1) >= std::cos(most_turn);
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
  Pose frame = curve.frame(point.distance);
  frame.translation = frame * Vec3{point.longitudinal, point.lateral, point.vertical};
  return frame;
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
