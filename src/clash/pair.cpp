#include "clash/pair.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "clash/giant.h"
#include "clash/surface_contact.h"
#include "graze/interference.h"
#include "graze/penetration.h"
#include "graze/solid.h"
#include "math/constants.h"
#include "math/posed_box.h"
#include "narrow/classify/classify_surface.h"
#include "narrow/depth/ball_inside.h"

namespace graze {

namespace {

Vec3 unit_way(Vec3 v) {
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

// Pairs with a surface, within the contact: surfaces have no depth.
PairOutcome with_surface(const Body& a, const Body& b, const ClashSettings& settings) {
  const std::uint64_t budget = std::max<std::uint64_t>(settings.budget / 2, 1);
  const ClassifyResult c = classify_surface(a, b, budget);
  if (c.status != Status::ok) return nothing("classify", c.status);
  PairOutcome outcome = apart(a, b, ClashClass::touching);
  if (!outcome.clash || c.answer == PairClass::touching) return outcome;
  if (c.answer != PairClass::equal && touch_within(a, b, settings.contact, std::max<std::uint64_t>(budget / 64, 1)))
    return outcome;
  Clash& clash = *outcome.clash;
  clash.value = c.answer == PairClass::overlapping ? ClashClass::overlapping
                : c.answer == PairClass::equal     ? ClashClass::duplicate
                                                   : ClashClass::enclosed;
  if (clash.value != ClashClass::duplicate) clash.bound = infinity;
  clash.a_is_inside = c.answer == PairClass::enclosed;
  return outcome;
}

// How thick a part is: the greatest ball in it tells. What takes long is asked for once.
class Thickness {
 public:
  Thickness(const Body& body, std::uint64_t budget) : body_(body), budget_(budget) {}

  // Is an overlap of such a depth one with nearly all that the part has?
  bool is_little_for(double depth) {
    if (holds_ball(body_, 2 * depth)) return false;
    if (radius_ < 0)
      radius_ = std::max(0.0, find_interference(body_, body_, {.precision = 0.1, .budget = budget_}).lower);
    return !(radius_ >= 2 * depth);
  }

 private:
  const Body& body_;
  std::uint64_t budget_;
  double radius_ = -1;  // not asked for yet
};

// What the local penetration of a pair is worth where only its number is wanted: some milliseconds.
constexpr std::uint64_t quick_budget = std::uint64_t{1} << 19;

// With common interior, from what was asked of a giant through its trees.
Clash with_giant(const Body& a, const Body& b, const GiantDepth& depth, const ClashSettings& settings) {
  const bool separating = settings.measure == ClashMeasure::separating;
  Clash clash;
  clash.local_lower = depth.lower;
  clash.local_upper = depth.upper;
  clash.depth_lower = depth.depth_lower;
  clash.depth_upper = depth.depth_upper;
  clash.distance = 0 - (separating ? depth.depth_upper : depth.lower);  // of no depth 0, not -0
  clash.bound = separating ? depth.depth_upper - depth.depth_lower : depth.upper - depth.lower;
  clash.point = depth.point;
  const Box x = posed_box(a.pose, a.shape.bounds()), y = posed_box(b.pose, b.shape.bounds());
  clash.region = {max(x.lo, y.lo), min(x.hi, y.hi)};
  const Vec3 size = clash.region.hi - clash.region.lo;
  clash.volume_lower = 0;
  clash.volume_upper = size.x * size.y * size.z * (1 + 0x1p-40);
  return clash;
}

// A small part deep in a giant.
std::optional<Clash> in_giant(const Body& a, const Body& b, const ClashSettings& settings) {
  for (const bool a_is_giant : {true, false}) {
    const Body &giant = a_is_giant ? a : b, &small = a_is_giant ? b : a;
    if (!is_giant_beside(giant.shape, small.shape)) continue;
    const std::optional<GiantDepth> depth = deep_in_giant(giant, small, settings.contact);
    if (!depth) return {};
    Clash clash = with_giant(a, b, *depth, settings);
    clash.value = ClashClass::enclosed;
    clash.a_is_inside = !a_is_giant;
    return clash;
  }
  return {};
}

// A small part that overlaps a giant; nothing where the class depends on how deep.
std::optional<Clash> at_giant(const Body& a, const Body& b, const ClashSettings& settings) {
  for (const bool a_is_giant : {true, false}) {
    const Body &giant = a_is_giant ? a : b, &small = a_is_giant ? b : a;
    if (!is_giant_beside(giant.shape, small.shape)) continue;
    const GiantDepth depth = depth_at_giant(giant, small);
    if (settings.tolerance > 0 && !(depth.lower > settings.tolerance)) return {};
    Clash clash = with_giant(a, b, depth, settings);
    clash.value = ClashClass::overlapping;
    return clash;
  }
  return {};
}

InterferenceResult interference_of(const PairParts& parts, const ClashSettings& settings, double threshold,
                                   std::uint64_t budget) {
  const std::uint64_t share = std::max<std::uint64_t>(settings.budget / 4, 2);
  return find_interference(parts.a, parts.b, {.budget = std::min(share, budget), .threshold = threshold});
}
bool is_known(const InterferenceResult& r) { return r.status == Status::ok || r.status == Status::budget; }

// A penetration that is known as well as was asked for counts as what was found; else as what it may be.
double most_of(const InterferenceResult& r) { return r.upper <= 1.0101 * r.lower ? r.lower : r.upper; }

// The interference of an overlap as well as its class needs to know it where there is a tolerance. `thin`: it is within
// that, but most of a thin part.
InterferenceResult narrowed(const PairParts& parts, const ClashSettings& settings, InterferenceResult r, bool& thin) {
  const std::uint64_t share = std::max<std::uint64_t>(settings.budget / 4, 2);
  Thickness of_a(parts.a, share), of_b(parts.b, share);
  const auto is_thin = [&](double depth) { return of_a.is_little_for(depth) || of_b.is_little_for(depth); };
  if (r.status == Status::budget && r.lower <= settings.tolerance)
    r = interference_of(parts, settings, std::max(settings.tolerance, settings.contact), unlimited_budget);
  thin = most_of(r) <= settings.tolerance && is_thin(most_of(r));
  // A wide bracket may be what makes a part seem thin.
  for (int tries = 0; tries < 12 && thin && most_of(r) > r.lower; ++tries) {
    const InterferenceResult again = interference_of(parts, settings, 0.75 * r.upper, quick_budget);
    if (!(again.upper < r.upper)) break;
    r = again;
    thin = is_thin(most_of(r));
  }
  return r;
}

// `found` is the interference, where it was asked for already.
PairOutcome with_common_interior(const PairParts& parts, PairClass value, const ClashSettings& settings,
                                 const std::optional<InterferenceResult>& found) {
  const Body &a = parts.a, &b = parts.b;
  if (value == PairClass::overlapping) {
    if (const std::optional<Clash> quick = at_giant(a, b, settings)) return {*quick, {}};
  }
  const std::uint64_t share = std::max<std::uint64_t>(settings.budget / 4, 2);
  Clash clash;
  bool separating = settings.measure == ClashMeasure::separating;
  InterferenceResult r = found ? *found : interference_of(parts, settings, settings.contact, quick_budget);
  bool thin = false;
  if (!separating && value == PairClass::overlapping && settings.tolerance > 0) r = narrowed(parts, settings, r, thin);
  const bool measured = is_known(r);
  if (!measured && r.status != Status::unsupported) return nothing("interference", r.status);
  separating = separating || !measured;  // curved bodies have no local penetration
  clash.local_lower = r.lower;
  clash.local_upper = r.upper;
  clash.volume_lower = r.volume_lower;
  clash.volume_upper = r.volume_upper;
  clash.region = r.box;
  // The search for a way out takes many units of little work: beside the other measure it is not worth as much.
  const PenetrationResult p =
      find_penetration(a, b, {.budget = separating ? share : std::max(share / 256, share % 256)});
  if (p.status != Status::ok && p.status != Status::budget) return nothing("penetration", p.status);
  if (separating && p.status == Status::budget && !std::isfinite(p.upper)) return nothing("penetration", p.status);
  clash.depth_lower = p.lower;
  clash.depth_upper = p.upper;
  clash.normal = p.status == Status::ok ? unit_way(-p.vector) : Vec3{};
  if (separating) {
    clash.distance = -p.upper;
    clash.bound = p.upper - p.lower;
  } else {
    clash.distance = 0 - r.lower;
    clash.bound = r.upper - r.lower;
  }
  // Without depth one is flat and on the boundary of the other, or both are flat.
  clash.point = r.lower > 0 ? r.point : p.status == Status::ok && p.depth > 0 ? p.inside : find_distance(a, b).point_a;
  const double most = separating ? p.upper : most_of(r);
  if (value == PairClass::equal) {
    clash.value = ClashClass::duplicate;
  } else if (value != PairClass::overlapping) {
    clash.value = ClashClass::enclosed;
    clash.a_is_inside = value == PairClass::enclosed;
  } else {
    // Faces that are flush but for the contact have common points nowhere deeper than that, however long the way out.
    const bool flush = !separating && r.upper <= settings.contact;
    const bool allowed = flush || ((separating || settings.tolerance > 0) && most <= settings.tolerance && !thin);
    clash.value = allowed ? ClashClass::touching : ClashClass::overlapping;
  }
  return {clash, {}};
}

// What the radii of a shaft and its bore say, where facets are in each other no deeper than facets of such radii may
// be.
void heed_fit(const PairParts& parts, const ClashSettings& settings, Clash& clash) {
  const FoundFit found = find_fit(parts.cylinders_a, parts.cylinders_b, settings.contact);
  if (found.fit.kind == FitKind::none) return;
  clash.fit = found.fit;
  const double press = found.fit.shaft - found.fit.bore;
  const bool inside = clash.value == ClashClass::overlapping || clash.local_upper >= 0;
  if (clash.value == ClashClass::enclosed || clash.value == ClashClass::duplicate || std::isinf(clash.bound)) return;
  const double told = std::max(0.0, press) + found.sagitta + found.off + settings.contact;
  if (inside && clash.local_lower <= told && !(clash.local_upper <= told)) {
    // Facets of round faces are the slowest to bracket: where that is all that is left, it is worth more.
    const InterferenceResult again = find_interference(
        parts.a, parts.b,
        {.precision = std::max(0.01, 0.8 * (told / clash.local_lower - 1)), .budget = 2 * settings.budget});
    if (again.upper < clash.local_upper) clash.local_upper = again.upper;
  }
  if (inside && !(clash.local_upper <= told)) return;
  if (press > 0 && found.fit.kind == FitKind::press) {
    clash.value = press <= settings.tolerance ? ClashClass::touching : ClashClass::overlapping;
    clash.distance = -press;
    clash.bound = found.off;
    clash.local_lower = std::max(0.0, press - found.off);
    clash.local_upper = press + found.off;
    clash.point = found.fit.point;
  } else if (inside) {
    // Facets are in each other and what they stand for is not.
    clash.value = ClashClass::touching;
    clash.distance = 0;
    clash.bound = found.sagitta;
    clash.local_lower = 0;
    clash.local_upper = found.off;
    clash.volume_lower = 0;
  }
}

// As classify() has it with the contact as tolerance. By the local measure the depth that separates, which takes longer
// and is never less, is asked for only where that measure does not tell; it is kept in `found`.
ClassifyResult class_of(const PairParts& parts, const ClashSettings& settings,
                        std::optional<InterferenceResult>& found) {
  const Body &a = parts.a, &b = parts.b;
  const auto ask = [&](double tolerance) {
    return classify(a, b, {.tolerance = tolerance, .budget = std::max<std::uint64_t>(settings.budget / 2, 1)});
  };
  const bool giant = is_giant_beside(a.shape, b.shape) || is_giant_beside(b.shape, a.shape);
  if (settings.contact == 0 || settings.measure == ClashMeasure::separating || giant) return ask(settings.contact);
  ClassifyResult exact = ask(0);
  if (exact.status != Status::ok) return ask(settings.contact);
  if (exact.answer == PairClass::touching) return exact;
  if (exact.answer == PairClass::clear) {
    const WithinResult near = within(a, b, settings.contact);
    exact.status = near.status;
    if (near.yes()) exact.answer = PairClass::touching;
    return exact;
  }
  if (exact.answer != PairClass::overlapping) {
    // A part that holds a ball is no less deep in what holds it.
    const bool thick = holds_ball(exact.answer == PairClass::encloses ? b : a, 2 * settings.contact);
    return thick ? exact : ask(settings.contact);
  }
  found = interference_of(parts, settings, settings.contact, quick_budget);
  if (!is_known(*found)) return ask(settings.contact);
  if (found->lower > settings.contact) return exact;
  if (!(found->upper <= settings.contact)) return ask(settings.contact);
  exact.answer = PairClass::touching;
  return exact;
}

PairOutcome solids(const PairParts& parts, const ClashSettings& settings) {
  const Body &a = parts.a, &b = parts.b;
  if (const std::optional<Clash> quick = in_giant(a, b, settings)) return {*quick, {}};
  std::optional<InterferenceResult> found;
  const ClassifyResult c = class_of(parts, settings, found);
  if (c.status != Status::ok) return nothing("classify", c.status);
  PairOutcome outcome = c.answer == PairClass::clear      ? apart(a, b, ClashClass::clearance)
                        : c.answer == PairClass::touching ? apart(a, b, ClashClass::touching)
                                                          : with_common_interior(parts, c.answer, settings, found);
  if (outcome.clash) heed_fit(parts, settings, *outcome.clash);
  return outcome;
}

}  // namespace

PairOutcome check_pair(const PairParts& parts, const ClashSettings& settings) {
  const Body &a = parts.a, &b = parts.b;
  // A gap equal to the clearance is enough of a gap.
  const double too_near = settings.clearance > 0 ? std::nextafter(settings.clearance, 0.0) : 0;
  const WithinResult near = within(a, b, std::max(too_near, settings.contact));
  if (near.status != Status::ok) return nothing("within", near.status);
  if (!near.yes()) return {};

  if (a.shape.solid() && b.shape.solid()) return solids(parts, settings);
  const WithinResult touching = within(a, b, settings.contact);
  if (touching.status != Status::ok) return nothing("within", touching.status);
  return touching.yes() ? with_surface(a, b, settings) : apart(a, b, ClashClass::clearance);
}

}  // namespace graze
