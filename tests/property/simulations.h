// Simulations of all scenes: no two bodies ever have a common point, and every tick's certificates hold.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/dynamics.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"
#include "tests/response/certificate_checker.h"

namespace graze::property {

inline std::vector<std::string> simulation_names() {
  std::vector<std::string> names = scenes::dynamic_scene_names();
  for (const std::string& name : scenes::dynamic_case_names())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

struct SimulationLength {
  double dt = 1.0 / 60, tick = 1.0 / 60;
};
inline const SimulationLength simulation_lengths[] = {
    {1.0 / 240, 1.0 / 60}, {1.0 / 60, 1.0 / 60}, {1.0 / 15, 1.0 / 60}, {0.25, 1.0 / 60},
    {1, 1.0 / 60},         {1.0 / 15, 1.0 / 15}, {0.25, 0.25},         {1, 1}};

// What a run has done; `failure` is empty, or what was wrong.
struct SimulationRun {
  std::uint64_t ticks = 0, steps = 0, with_contacts = 0, pairs = 0;  // steps with contacts; pairs asked
  std::string failure;
};

// So many ticks of a scene, all pairs asked after each step, until stop() says so. What has fallen asleep is thrown up
// again.
template <class Stop>
SimulationRun run_never(const std::string& name, const SimulationLength& length, std::uint64_t seed,
                        std::uint64_t ticks, const Stop& stop) {
  oracle::Dice dice(seed);
  SimulationRun run;
  scenes::DynamicScene scene = name == "pyramid" ? scenes::pyramid(10) : scenes::dynamic_scene(name);
  scene.settings.longest_tick = length.tick;
  if (length.tick == length.dt && length.dt > 0.05) scene.settings.halvings = 0;
  // Another start each time.
  for (scenes::DynamicBody& body : scene.bodies)
    if (body.settings.role == BodyRole::moving) body.settings.velocity += dice.in_cube(0.2);
  Simulation simulation = scenes::make_simulation(scene);
  int idle = 0;
  while (run.ticks < ticks && !stop()) {
    if (scene.drive) scene.drive(simulation, double(run.steps) * length.dt, length.dt);
    const StepReport report = simulation.step(length.dt);
    if (report.awake == 0 && ++idle > 3) {
      idle = 0;
      for (const scenes::DynamicBody& body : scene.bodies) {
        if (body.settings.role != BodyRole::moving) continue;
        simulation.wake(body.settings.key);
        simulation.set_velocity(body.settings.key, dice.in_cube(2) + Vec3{0, 0, 2}, dice.in_cube(3));
      }
    }
    run.ticks += std::uint64_t(report.ticks);
    ++run.steps;
    run.with_contacts += report.contacts > 0;
    std::vector<Body> bodies;
    for (const std::uint64_t key : simulation.keys()) bodies.push_back(simulation.state(key).body);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        if (scene.bodies[i].settings.role == BodyRole::fixed && scene.bodies[j].settings.role == BodyRole::fixed)
          continue;
        ++run.pairs;
        if (collide(bodies[i], bodies[j]).no()) continue;
        run.failure = name + ": bodies " + std::to_string(i + 1) + " and " + std::to_string(j + 1) + " meet\n";
        return run;
      }
  }
  return run;
}

// `ticks` of each scene and length. A hit is a step with contacts.
inline Tally check_never(std::uint64_t seed, std::uint64_t ticks) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (const std::string& name : simulation_names())
    for (const SimulationLength& length : simulation_lengths) {
      const SimulationRun run = run_never(name, length, dice.bits(), ticks, [] { return false; });
      tally.kinds[name].cases += run.steps;
      tally.kinds[name].hits += run.with_contacts;
      if (run.failure.empty()) continue;
      tally.failure = run.failure;
      return tally;
    }
  return tally;
}

struct CertificateRun {
  std::uint64_t accepted = 0, corrupted = 0, rejected = 0;  // corrupted ones that samples show to be false
  std::string failure;
};

// Certificates of scenes until so many are accepted, or stop() says so; of each fourth one a corrupted copy, which must
// be rejected where samples show it to be false.
// `quick`: only scenes of a few bodies, and no long steps of many ticks.
template <class Stop>
CertificateRun run_certificates(std::uint64_t seed, std::uint64_t count, bool quick, const Stop& stop) {
  oracle::Dice dice(seed);
  CertificateRun run;
  std::vector<std::string> names = simulation_names();
  std::erase_if(names, [&](const std::string& name) {
    return name == "pyramid" || name == "arch101" || (quick && scenes::dynamic_scene(name).bodies.size() > 20);
  });
  while (run.accepted < count && !stop()) {
    const std::string& name = names[std::size_t(dice.integer(0, int(names.size()) - 1))];
    scenes::DynamicScene scene = scenes::dynamic_scene(name);
    const SimulationLength length = simulation_lengths[quick ? dice.pick({0, 1, 5, 6, 7}) : dice.integer(0, 7)];
    scene.settings.proofs = true;
    scene.settings.longest_tick = length.tick;
    Simulation simulation = scenes::make_simulation(scene);
    for (int step = 0; step < (quick ? 8 : 40) && run.accepted < count && !stop(); ++step) {
      oracle::CertificateChecker checker(simulation);
      if (scene.drive) scene.drive(simulation, step * length.dt, length.dt);
      simulation.step(length.dt);
      for (const TickCertificate& certificate : simulation.certificates()) {
        if (stop()) break;
        const std::string fault = checker.check(certificate, {}, run.accepted);
        if (!fault.empty()) {
          run.failure = name + ": " + fault + "\n";
          return run;
        }
        for (const TickProof& proof : certificate.proofs) {
          if (!dice.chance(4)) continue;
          TickProof bad = proof;
          switch (dice.integer(0, 3)) {
            case 0:
              bad.direction = dice.direction();
              break;
            case 1:
              bad.direction = bad.direction + dice.direction() * 0.2;
              break;
            case 2:
              bad.direction = -bad.direction;
              break;
            default:
              bad.part_a = std::uint32_t(dice.bits() % checker.parts(bad.key_a));
              bad.part_b = std::uint32_t(dice.bits() % checker.parts(bad.key_b));
          }
          bool wrong = false;
          for (int i = 0; i <= 8; ++i) wrong = wrong || checker.sampled_gap(bad, i / 8.0) < -1e-9;
          ++run.corrupted;
          if (!wrong) continue;
          if (checker.holds(bad)) {
            run.failure = name + ": a false certificate was accepted\n";
            return run;
          }
          ++run.rejected;
        }
      }
    }
  }
  return run;
}

// Corrupted ones that are false are the hits.
inline Tally check_certificates(std::uint64_t seed, std::uint64_t count, bool quick = false) {
  const CertificateRun run = run_certificates(seed, count, quick, [] { return false; });
  Tally tally;
  tally.seed = seed;
  tally.kinds["corrupted"] = {run.corrupted, run.rejected};
  tally.failure = run.failure;
  return tally;
}

}  // namespace graze::property
