#include "clash/pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/penetration.h"
#include "graze/solid.h"
#include "math/posed_point.h"

namespace graze {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Vec3 unit(Vec3 v) {
  const double l = length(v);
  return l > 0 && std::isfinite(l) ? v * (1 / l) : Vec3{};
}

PairOutcome nothing(const char* query, Status status) { return {{}, std::string(query) + ": " + name(status)}; }

// Gap, points and direction of bodies that are apart or touch.
PairOutcome apart(const Body& a, const Body& b, ClashClass value) {
  const DistanceResult d = find_distance(a, b, {.budget = unlimited_budget});
  if (d.status != Status::ok) return nothing("distance", d.status);
  Clash clash;
  clash.value = value;
  clash.distance = d.distance;
  clash.bound = d.bound;
  clash.point = d.point_a * 0.5 + d.point_b * 0.5;
  clash.normal = d.normal;
  return {clash, {}};
}

bool strictly_on_both_sides(const Triangle& plane, const Triangle& corners) {
  const int s[3] = {orient3d(plane.a, plane.b, plane.c, corners.a), orient3d(plane.a, plane.b, plane.c, corners.b),
                    orient3d(plane.a, plane.b, plane.c, corners.c)};
  return std::max({s[0], s[1], s[2]}) > 0 && std::min({s[0], s[1], s[2]}) < 0;
}

Triangle posed(const Pose& pose, const Triangle& t) { return {posed(pose, t.a), posed(pose, t.b), posed(pose, t.c)}; }

PairOutcome meeting_surfaces(const Body& a, const Body& b) {
  PairOutcome outcome = apart(a, b, ClashClass::touching);
  if (outcome.clash && surfaces_cross(a, b)) {
    outcome.clash->value = ClashClass::overlapping;
    outcome.clash->bound = infinity;
  }
  return outcome;
}

PairOutcome with_common_interior(const Body& a, const Body& b, PairClass value, const ClashSettings& settings) {
  const PenetrationResult p = find_penetration(a, b, {.budget = unlimited_budget});
  if (p.status != Status::ok) return nothing("penetration", p.status);
  Clash clash;
  clash.distance = -p.depth;
  clash.bound = p.depth - p.lower;
  // Without depth one is flat and on the boundary of the other, or both are flat.
  clash.point = p.depth > 0 ? p.inside : find_distance(a, b).point_a;
  clash.normal = unit(-p.vector);
  if (value == PairClass::equal) {
    clash.value = ClashClass::duplicate;
  } else if (value != PairClass::overlapping) {
    clash.value = ClashClass::enclosed;
    clash.a_is_inside = value == PairClass::enclosed;
  } else {
    clash.value = p.depth <= settings.tolerance ? ClashClass::touching : ClashClass::overlapping;
  }
  return {clash, {}};
}

}  // namespace

bool surfaces_cross(const Body& a, const Body& b) {
  bool found = false;
  (void)collide(a, b, [&](TrianglePair pair) {
    const Triangle ta = posed(a.pose, a.shape.triangle(pair.a)), tb = posed(b.pose, b.shape.triangle(pair.b));
    found = strictly_on_both_sides(ta, tb) && strictly_on_both_sides(tb, ta);
    return !found;
  });
  return found;
}

PairOutcome check_pair(const Body& a, const Body& b, const ClashSettings& settings) {
  // A gap equal to the clearance is enough of a gap.
  const double too_near = settings.clearance > 0 ? std::nextafter(settings.clearance, 0.0) : 0;
  const WithinResult near = within(a, b, std::max(too_near, settings.contact));
  if (near.status != Status::ok) return nothing("within", near.status);
  if (!near.yes()) return {};

  if (!a.shape.solid() || !b.shape.solid()) {
    const WithinResult touching = within(a, b, settings.contact);
    if (touching.status != Status::ok) return nothing("within", touching.status);
    return touching.yes() ? meeting_surfaces(a, b) : apart(a, b, ClashClass::clearance);
  }
  const ClassifyResult c = classify(a, b, {.tolerance = settings.contact, .budget = unlimited_budget});
  if (c.status != Status::ok) return nothing("classify", c.status);
  switch (c.answer) {
    case PairClass::clear:
      return apart(a, b, ClashClass::clearance);
    case PairClass::touching:
      return apart(a, b, ClashClass::touching);
    default:
      return with_common_interior(a, b, c.answer, settings);
  }
}

}  // namespace graze
