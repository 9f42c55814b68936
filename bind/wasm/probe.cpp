// Probes of the full module: tools that a hand moves.
#include "graze/probe.h"

#include <cmath>
#include <memory>

#include "bind/wasm/export.h"
#include "graze/error.h"
#include "shape/text.h"

namespace graze::wasm {
namespace {

std::vector<std::unique_ptr<Probe>> probes;

Probe& probe_of(std::uint32_t number) {
  if (number == 0 || number > probes.size() || probes[number - 1] == nullptr)
    throw Error("the probe has been disposed of");
  return *probes[number - 1];
}

// The numbers that are given, a bit each, in the order of ProbeSettings; others are its own.
ProbeSettings settings_of(const double* numbers, std::uint32_t given) {
  ProbeSettings how;
  double* const lengths[] = {&how.stiffness, &how.largest_force, &how.largest_change, &how.gap};
  for (std::uint32_t i = 0; i < 4; ++i)
    if ((given >> i & 1) != 0) *lengths[i] = numbers[i];
  if ((given >> 4 & 1) == 0) return how;
  const double budget = numbers[4];
  if (!(budget >= 1 && budget < 0x1p63 && budget == std::floor(budget)))
    throw Error("probe: budget is " + text(budget) + ", which is no whole number from 1 to below 2^63");
  how.budget = std::uint64_t(budget);
  return how;
}

void add_measures(const Probe& probe) {
  answers.add(probe.gap());
  answers.add(probe.radius());
}

}  // namespace

// Settings: stiffness, largest force, largest change, gap, budget. Leaves the gap and the radius.
GRAZE_EXPORT(probe)
std::uint32_t probe(Handle tool, const double* pose, const double* settings, std::uint32_t given) {
  return guarded([&] {
    probes.push_back(std::make_unique<Probe>(body_of(tool, pose), settings_of(settings, given)));
    add_measures(*probes.back());
    return std::uint32_t(probes.size());
  });
}
GRAZE_EXPORT(probe_forget) void probe_forget(std::uint32_t number) {
  if (number > 0 && number <= probes.size()) probes[number - 1].reset();
}
// Leaves the gap and the radius.
GRAZE_EXPORT(probe_place) std::uint32_t probe_place(std::uint32_t number, const double* shadow) {
  return guarded([&] {
    Probe& placed = probe_of(number);
    placed.place(pose_at(shadow));
    add_measures(placed);
    return 1u;
  });
}
// Status, touching, snapped, steps, shadow, force, torque; then of each contact point, normal, body and feature.
GRAZE_EXPORT(probe_tick)
std::uint32_t probe_tick(std::uint32_t number, const double* hand, const Handle* bodies, const double* poses,
                         std::uint32_t count) {
  return guarded([&] {
    std::vector<Body> list;
    for (std::uint32_t i = 0; i < count; ++i) list.push_back(body_of(bodies[i], poses + 12 * i));
    const ProbeResult result = probe_of(number).tick(pose_at(hand), list);
    answers.add_enum(result.status);
    answers.add_enum(result.touching);
    answers.add(result.snapped ? 1 : 0);
    answers.add(result.steps);
    answers.add(result.shadow);
    answers.add(result.force);
    answers.add(result.torque);
    for (int i = 0; i < result.contact_count; ++i) {
      const ProbeContact& contact = result.contacts[std::size_t(i)];
      answers.add(contact.point);
      answers.add(contact.normal);
      answers.add(double(contact.body));
      answers.add(contact.feature);
    }
    return 1u;
  });
}

}  // namespace graze::wasm
