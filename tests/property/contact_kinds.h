// Contacts of every kind of bodies: there is one where bodies are within the tolerance, it is near both, and swapping
// mirrors it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/property/contacts.h"
#include "tests/property/kinds.h"

namespace graze::property {

inline std::string fault_in_contact_kinds(const Body& a, const Body& b, const ContactSettings& settings, double scale,
                                          bool& hit) {
  const ContactResult result = contacts(a, b, settings);
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!mirrors(result, contacts(b, a, settings))) return "(b, a) does not mirror (a, b)";
  hit = !result.contacts.empty();
  const WithinResult near = within(a, b, settings.tolerance);
  if (hit && near.status == Status::ok && !near.within) return "contacts of bodies apart";
  // Of a body inside another only the surfaces count.
  const auto hollow = [](const Body& body) {
    return body.shape.form() == ShapeForm::halfspace || (!body.shape.solid() && body.shape.margin() == 0);
  };
  if (!hit && near.status == Status::ok && near.within && a.shape.form() != ShapeForm::compound &&
      b.shape.form() != ShapeForm::compound && (hollow(a) || hollow(b)) &&
      (a.shape.form() == ShapeForm::halfspace || b.shape.form() == ShapeForm::halfspace))
    return "no contacts of bodies within the tolerance";
  const auto is = [](const Body& body, auto... forms) { return ((body.shape.form() == forms) || ...); };
  const auto sharp = [&](const Body& body) {
    return body.shape.margin() == 0 && !is(body, ShapeForm::sphere, ShapeForm::capsule, ShapeForm::compound);
  };
  const auto plane = [&](const Body& body) { return is(body, ShapeForm::halfspace); };
  for (const Contact& contact : result.contacts) {
    if (std::fabs(length(contact.normal) - 1) > 1e-12) return "a normal that is no unit vector";
    if (contact.crossing || !((sharp(a) && sharp(b)) || plane(a) || plane(b))) continue;
    const double most = 0.5 * std::max(std::fabs(contact.depth) + contact.bound, settings.tolerance) +
                        result.point_bound + 1e-12 * scale;
    for (const Body* body : {&a, &b}) {
      const DistanceResult apart = distance({make_point(), make_pose(contact.point)}, *body);
      if (apart.status == Status::ok && apart.lower > most)
        return std::string("a contact far from ") + (body == &a ? "a" : "b");
    }
  }
  return {};
}

// A pair counts as a hit when it has contacts.
inline Tally check_contact_kinds(std::uint64_t seed, std::uint64_t rounds) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr int last = int(ShapeForm::compound);
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (int first = 0; first <= last; ++first)
      for (int second = 0; second <= last; ++second) {
        const auto form_a = static_cast<ShapeForm>(first), form_b = static_cast<ShapeForm>(second);
        if (form_a == ShapeForm::halfspace && form_b == ShapeForm::halfspace) continue;
        const double size = std::pow(10.0, dice.uniform(-2, 2));
        const Vec3 offset = dice.chance(2) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 3));
        const Kind a = random_kind(dice, form_a, size, offset);
        const Kind b = random_kind(dice, form_b, size * dice.uniform(0.3, 2),
                                   offset + dice.direction() * (size * dice.uniform(0, 3)));
        const ContactSettings settings{.tolerance = dice.pick({0.0, 1e-6 * size, 0.3 * size}),
                                       .reduce = dice.chance(2)};
        bool hit = false;
        const std::string fault = fault_in_contact_kinds(a.body, b.body, settings, size + length(offset), hit);
        tally.count(name(form_a), hit);
        if (fault.empty()) continue;
        tally.failure = std::string(name(form_a)) + " and " + name(form_b) + ", round " + std::to_string(round) + ": " +
                        fault + "\n" + contact_lines(a.body, b.body, settings);
        return tally;
      }
  return tally;
}

}  // namespace graze::property
