// Probe of graze/probe.h: a god-object with turns, made of steps that are proven free by the gap alone.
//
// A motion of the tool by a small way v of its centre and a small turn w is x = (v, radius w), six lengths. No point of
// the tool goes farther than |v| + radius |w|: with a gap of more than that nothing is met on the way. A contact at the
// arm r from the centre, with the gap g along the normal n, is left with a gap of about g + n.v + (r x n).w. Of the way
// to the hand the shadow goes the nearest one that leaves all contacts the gap that it is to keep, which is the
// principle of least constraint with the mass of a ball.
//
// Each step begins with the distance to what is nearest, which is one contact; others are remembered for some steps, so
// that grooves and corners are felt with all of their sides.
#include "graze/probe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/guard.h"
#include "base/work.h"
#include "graze/error.h"
#include "math/ordinary.h"
#include "math/posed_point.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/posed.h"
#include "shape/text.h"

namespace graze {
namespace {

constexpr int most_probe_steps = 16;  // of a tick
constexpr int oldest = 24;            // steps for which a contact is remembered that is not the nearest
constexpr int sweeps = 100;           // over the contacts, to find the way that they allow
constexpr double nothing = 1.0 / 32;  // of the gap that is kept: shorter ways are not gone

// (v, radius w)
struct Way {
  Vec3 go, turn;
  friend Way operator+(Way a, Way b) { return {a.go + b.go, a.turn + b.turn}; }
  friend Way operator*(Way a, double s) { return {a.go * s, a.turn * s}; }
  friend double dot(Way a, Way b) { return graze::dot(a.go, b.go) + graze::dot(a.turn, b.turn); }
};
double size_of(const Way& way) {
  const double square = dot(way, way);
  return square < 1e300 ? std::sqrt(square) : any_length({any_length(way.go), any_length(way.turn), 0});
}
// No point of the tool goes farther.
double bound_of(const Way& way) { return (any_length(way.go) + any_length(way.turn)) * (1 + 0x1p-40); }

// A contact as a row: it allows the ways with row . way >= least.
struct ProbeStop {
  Way row;
  double least;
};

// The nearest way that all contacts allow, by the forces that they answer with, one after another until these stay.
Way along(Way way, std::span<const ProbeStop> stops, double enough) {
  double pressed[ProbeResult::most_contacts] = {};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      const Way& row = stops[i].row;
      const double before = pressed[i];
      pressed[i] = std::max(0.0, before - (dot(row, way) - stops[i].least) / dot(row, row));
      way = way + row * (pressed[i] - before);
      change = std::max(change, std::fabs(pressed[i] - before));
    }
    if (change <= enough) break;
  }
  return way;
}

Vec3 of_length(Vec3 v, double size) {
  const Vec3 direction = ordinary(v);
  return direction * (size / length(direction));
}
Vec3 limited(Vec3 v, double most) { return any_length(v) > most ? of_length(v, most) : v; }
// Against the way, `factor` times as long, at most `most`; also where that leaves the doubles.
Vec3 spring(Vec3 way, double factor, double most) {
  const Vec3 v = way * -factor;
  if (is_finite(v)) return limited(v, most);
  return way == Vec3{} ? way : of_length(-way, most);
}

void check(const char* field, double value, bool fits) {
  if (!std::isfinite(value) || !fits)
    throw Error(std::string("probe: ") + field + " is " + text(value) + ", which is out of its range");
}

}  // namespace

Probe::Probe(const Body& tool, const ProbeSettings& settings) : tool_(tool.shape), settings_(settings) {
  const FloatState standard;
  if (!tool_) throw Error("probe: the tool is an empty handle");
  if (tool_.form() == ShapeForm::halfspace) throw Error("probe: a half-space is no tool");
  int orientation = 0;
  if (check_pose(tool.pose, orientation) != Status::ok) throw Error("probe: the pose is singular or not finite");
  check("stiffness", settings.stiffness, settings.stiffness > 0);
  check("largest_force", settings.largest_force, settings.largest_force > 0);
  check("largest_change", settings.largest_change, settings.largest_change > 0 && settings.largest_change <= 1);
  check("gap", settings.gap, settings.gap >= 0);
  const Box box = tool_.bounds();
  centre_ = (box.lo + box.hi) * 0.5;
  place(tool.pose);
  if (!(gap_ > 0)) throw Error("probe: a tool without extent needs a gap");
  if (!std::isfinite(radius_)) throw Error("probe: the tool leaves the range of the doubles");
}

void Probe::place(const Pose& shadow) noexcept {
  const FloatState standard;
  shadow_ = hand_ = shadow;
  force_ = torque_ = {};
  contact_count_ = 0;
  nearest_.clear();
  radius_ = 0;
  measure();
}

// The radius for the columns that the shadow has, whatever lengths place gave them and the rounding of many steps left
// them: asked before every step. It stays the same double while 2^-41 of it is to spare, which is more than its own
// rounding takes; halves of the box are taken from the middle as it is rounded, and are exact or within 2^-53.
void Probe::measure() noexcept {
  const Box box = tool_.bounds();
  const Mat3& m = shadow_.linear;
  const Vec3 half = max(box.hi - centre_, centre_ - box.lo);
  const double extent = any_length(m.c0) * half.x + any_length(m.c1) * half.y + any_length(m.c2) * half.z;
  if (radius_ > 0 && extent * (1 + 0x1p-41) + tool_.margin() <= radius_) return;
  radius_ = extent * (1 + 0x1p-40) + tool_.margin();
  if (!(radius_ > 0)) radius_ = settings_.gap;
  gap_ = settings_.gap > 0 ? settings_.gap : radius_ / 128;
}

// How far the tool would have gone since the last tick if nothing were in its way.
double Probe::way_of_hand(const Pose& hand) noexcept {
  const Mat3 &now = hand.linear, &before = hand_.linear;
  const double turned = std::max({any_length(now.c0 - before.c0) / any_length(now.c0),
                                  any_length(now.c1 - before.c1) / any_length(now.c1),
                                  any_length(now.c2 - before.c2) / any_length(now.c2)});
  const double gone = any_length(posed(hand, centre_) - posed(hand_, centre_));
  hand_ = hand;
  return gone + 2 * turned * radius_;
}

// The same contact again, nearly, takes the place of what was known of it; else the oldest makes room.
void Probe::note(const Contact& contact) noexcept {
  const auto known = [&](const Contact& other) {
    return other.told.body == contact.told.body && dot(other.told.normal, contact.told.normal) > 0.98 &&
           length(other.arm - contact.arm) < 0.1 * radius_;
  };
  const auto begin = contacts_.begin(), end = begin + contact_count_;
  auto at = std::find_if(begin, end, known);
  if (at == end && contact_count_ == ProbeResult::most_contacts)
    at = std::max_element(begin, end, [](const Contact& x, const Contact& y) { return x.age < y.age; });
  else if (at == end)
    ++contact_count_;
  *at = contact;
}

// What is left of the contacts after a step: they turn with nothing, and their gaps are where the step leaves them.
void Probe::grow_old(Vec3 go, Vec3 turn) noexcept {
  int kept = 0;
  for (int i = 0; i < contact_count_; ++i) {
    Contact contact = contacts_[static_cast<std::size_t>(i)];
    contact.gap += dot(contact.told.normal, go) + dot(cross(contact.arm, contact.told.normal), turn) / radius_;
    if (++contact.age > oldest || contact.gap > 4 * gap_) continue;
    contacts_[static_cast<std::size_t>(kept++)] = contact;
  }
  contact_count_ = kept;
}

// Notes what is nearest, where it is within reach. The gap is a lower bound, of at most the reach.
Status Probe::look(std::span<const Body> bodies, double reach, double& gap, Counters& counters) {
  gap = reach;
  nearest_.resize(bodies.size());
  const Body tool{borrowed(tool_), shadow_};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DistanceResult found = find_distance(tool, bodies[i], {.max = gap, .budget = unlimited_budget}, &nearest_[i]);
    counters += found.counters;
    if (found.status != Status::ok) return found.status;
    if (found.beyond) continue;
    gap = found.lower;
    if (!(gap > 0)) return Status::invalid;
    const Vec3 point = (found.point_a + found.point_b) * 0.5;
    note({{point, -found.normal, i, found.feature_b}, found.point_a - posed(shadow_, centre_), found.lower, 0});
  }
  return Status::ok;
}

// Steps until the hand is reached, something holds the shadow, or it has gone as far as it may in a tick.
void Probe::follow(const Pose& hand, std::span<const Body> bodies, ProbeResult& result) {
  const double keep = gap_, too_short = nothing * keep;
  const std::uint64_t begun = work::meter.done;
  // As far as the hand went and as the force may change; the rest of a longer way is left to the next ticks.
  double travel = settings_.largest_change * settings_.largest_force / settings_.stiffness + way_of_hand(hand);
  // A shadow that place put where it has no radius, and ways that leave the doubles.
  if (!(keep > 0) || !std::isfinite(radius_) || !std::isfinite(travel)) throw Error("probe: out of range");
  result.touching = Answer::no;
  for (; result.steps < most_probe_steps; ++result.steps) {
    measure();
    const Vec3 pivot = posed(shadow_, centre_);
    const Motion left = motion_between(shadow_, hand, pivot, 1e-6);
    Way way{left.translation, {}};
    if (left.angle != 0) way.turn = left.axis * (left.angle * radius_ / length(left.axis));
    const double wanted = size_of(way);
    if (wanted <= too_short) return;
    if (wanted > travel) way = way * (travel / wanted);
    double gap = 0;
    const double reach = std::max(2 * keep, bound_of(way) + keep);
    if (result.status = look(bodies, reach, gap, result.counters); result.status != Status::ok) return;
    std::array<ProbeStop, ProbeResult::most_contacts> stops;
    for (int i = 0; i < contact_count_; ++i) {
      const Contact& contact = contacts_[static_cast<std::size_t>(i)];
      const Vec3 normal = contact.told.normal;
      stops[static_cast<std::size_t>(i)] = {{normal, cross(contact.arm, normal) * (1 / radius_)}, keep - contact.gap};
    }
    way = along(way, {stops.data(), static_cast<std::size_t>(contact_count_)}, 0.01 * too_short);
    if (size_of(way) <= too_short) break;
    // Half of the gap that it keeps is left; of a lesser one, which it is to leave, half of that.
    const double room = std::max(gap - 0.5 * keep, 0.5 * gap), bound = bound_of(way);
    if (bound > room) way = way * (room / bound);
    const double gone = size_of(way);
    const double angle = length(way.turn) / radius_;
    shadow_ = pose_at(
        shadow_, angle > 1e-12 ? translation_with_rotation(way.go, pivot, way.turn, angle) : translation_by(way.go), 0,
        1);
    grow_old(way.go, way.turn);
    travel -= gone;
    if (travel <= too_short) {
      result.snapped = wanted > gone + too_short;
      break;
    }
    if (work::meter.done - begun > settings_.budget) {
      result.status = Status::budget;
      break;
    }
  }
  for (int i = 0; i < contact_count_; ++i) {
    const Contact& contact = contacts_[static_cast<std::size_t>(i)];
    if (contact.gap < 1.5 * keep) result.contacts[static_cast<std::size_t>(result.contact_count++)] = contact.told;
  }
  result.touching = answer_of(result.contact_count > 0);
}

void Probe::pull(const Pose& hand, ProbeResult& result) {
  const Motion left = motion_between(shadow_, hand, posed(shadow_, centre_), 1e-6);
  Vec3 turn;
  if (left.angle != 0) turn = left.axis * (left.angle / length(left.axis));
  const double most = settings_.largest_force, change = settings_.largest_change * most;
  const double most_torque = std::min(most * radius_, std::numeric_limits<double>::max());
  const Vec3 by = spring(left.translation, settings_.stiffness, most) - force_;
  const Vec3 twist = spring(turn, settings_.stiffness * radius_ * radius_, most_torque) - torque_;
  result.snapped = result.snapped || any_length(by) > change || any_length(twist) > change * radius_;
  force_ = force_ + limited(by, change);
  torque_ = torque_ + limited(twist, change * radius_);
}

ProbeResult Probe::tick(const Pose& hand, std::span<const Body> bodies) noexcept {
  const FloatState standard;
  ProbeResult result;
  const Pose before = shadow_, hand_before = hand_;
  try {
    follow(hand, bodies, result);
    // Coordinates may be so large that their rounding is more than the gap.
    for (const Body& body : bodies) {
      const CollideResult met = collide({borrowed(tool_), shadow_}, body);
      result.counters += met.counters;
      if (met.answer == Answer::no) continue;
      result.status = met.status == Status::ok ? Status::invalid : met.status;
    }
    if (result.status == Status::ok || result.status == Status::budget) pull(hand, result);
  } catch (const Error&) {
    result.status = Status::invalid;
  } catch (...) {
    result.status = status_of_exception();
  }
  if (result.status != Status::ok && result.status != Status::budget) {
    result.touching = Answer::unknown;
    result.contact_count = contact_count_ = 0;
    result.snapped = false;
    result.steps = 0;
    shadow_ = before;
    hand_ = hand_before;
    force_ = torque_ = {};
  }
  result.shadow = shadow_;
  result.force = force_;
  result.torque = torque_;
  return result;
}

}  // namespace graze
