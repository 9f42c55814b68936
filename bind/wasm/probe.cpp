// Probes of the full module: tools that a hand moves.
#include "graze/probe.h"

#include <memory>

#include "bind/wasm/export.h"
#include "graze/error.h"

namespace graze::wasm {
namespace {

std::vector<std::unique_ptr<Probe>> probes;

Probe& probe_of(std::uint32_t number) {
  if (number == 0 || number > probes.size() || probes[number - 1] == nullptr)
    throw Error("the probe has been disposed of");
  return *probes[number - 1];
}

}  // namespace

// Settings: stiffness, largest force, largest change, gap, budget. Leaves the gap and the radius.
GRAZE_EXPORT(probe) std::uint32_t probe(Handle tool, const double* pose, const double* settings) {
  return guarded([&] {
    const ProbeSettings how{.stiffness = settings[0],
                            .largest_force = settings[1],
                            .largest_change = settings[2],
                            .gap = settings[3],
                            .budget = std::uint64_t(settings[4])};
    probes.push_back(std::make_unique<Probe>(body_of(tool, pose), how));
    answers.add(probes.back()->gap());
    answers.add(probes.back()->radius());
    return std::uint32_t(probes.size());
  });
}
GRAZE_EXPORT(probe_forget) void probe_forget(std::uint32_t number) {
  if (number > 0 && number <= probes.size()) probes[number - 1].reset();
}
GRAZE_EXPORT(probe_place) std::uint32_t probe_place(std::uint32_t number, const double* shadow) {
  return guarded([&] {
    probe_of(number).place(pose_at(shadow));
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
