// Contacts of every kind of bodies: there is one where bodies are within the tolerance, it is near both, and swapping
// mirrors it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "shape/data.h"
#include "tests/property/contacts.h"
#include "tests/property/kinds.h"

namespace graze::property {

// Are there contacts for sure when the bodies are within the tolerance? A body inside another is not near its surface.
inline bool must_touch(const Body& a, const Body& b) {
  const auto is = [](const Body& body, auto... forms) { return ((body.shape.form() == forms) || ...); };
  const auto hollow = [&](const Body& body) { return !body.shape.solid() && body.shape.margin() == 0; };
  if (!is(a, ShapeForm::halfspace) && !is(b, ShapeForm::halfspace) && hollow(a) && hollow(b)) return true;
  const ClassifyResult found = classify(a, b);
  if (found.status != Status::ok) return false;
  if (found.answer == PairClass::clear) return true;
  if (hollow(a) || hollow(b)) return false;
  // Of several pieces one may be inside the other body, and one apart from it.
  const bool whole = data_of(a.shape).primitive() && data_of(b.shape).primitive();
  return found.answer == PairClass::touching || (whole && found.answer == PairClass::overlapping);
}

// The depth of such bodies may have a wide bracket, which the points share.
inline bool bends(const Body& body) {
  return data_of(body.shape).curved() || body.shape.form() == ShapeForm::compound ||
         body.shape.radius() > 0;  // which a pose may bend
}

inline std::string fault_in_contact_kinds(const Body& a, const Body& b, const ContactSettings& settings, double scale,
                                          bool& hit) {
  const ContactResult result = find_contacts(a, b, settings);
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!mirrors(result, find_contacts(b, a, settings))) return "(b, a) does not mirror (a, b)";
  hit = !result.contacts.empty();
  const WithinResult near = within(a, b, settings.tolerance);
  if (hit && near.status == Status::ok && !near.yes()) return "contacts of bodies apart";
  if (!hit && near.status == Status::ok && near.yes() && must_touch(a, b))
    return "no contacts of bodies within the tolerance";
  if (!bends(a) && !bends(b) && !(result.point_bound <= 1e-6 * scale))
    return "points with a bound of " + std::to_string(result.point_bound);
  for (const Contact& contact : result.contacts) {
    if (std::fabs(length(contact.normal) - 1) > 1e-12) return "a normal that is no unit vector";
    const double most = contact.crossing ? 0 : std::max(std::fabs(contact.depth) + contact.bound, settings.tolerance);
    for (const Body* body : {&a, &b}) {
      const DistanceResult apart = find_distance({make_point(), make_pose(contact.point)}, *body);
      if (apart.status == Status::ok && apart.lower > 0.5 * most + result.point_bound)
        return std::string("a contact far from ") + (body == &a ? "a" : "b");
    }
  }
  return {};
}

// A pair counts as a hit when it has contacts.
inline Tally check_contact_kinds(std::uint64_t seed, std::uint64_t rounds) {
  return check_every_pair(seed, rounds, {.apart = 3}, [](oracle::Dice& dice, const KindPair& pair, bool& hit) {
    const ContactSettings settings{.tolerance = dice.pick({0.0, 1e-6 * pair.size, 0.3 * pair.size}),
                                   .reduce = dice.chance(2)};
    const double scale = pair.size + length(pair.offset);
    const std::string fault = fault_in_contact_kinds(pair.a.body, pair.b.body, settings, scale, hit);
    return fault.empty() ? fault : fault + "\n" + contact_lines(pair.a.body, pair.b.body, settings);
  });
}

}  // namespace graze::property
