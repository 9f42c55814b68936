// Every tick's proof is accepted by a checker that shares nothing with the prover, and false ones are not.
#include <gtest/gtest.h>

#include "graze/query.h"
#include "tests/oracle/dice.h"
#include "tests/response/certificate_checker.h"
#include "scenes/dynamics.h"

namespace graze {
namespace {

using oracle::CertificateChecker;
using oracle::Dice;

struct Tally {
  std::uint64_t accepted = 0, corrupted = 0, wrong = 0, let_through = 0;
};

// Runs a scene and checks every tick of every step; corrupts some proofs, and asks about those that samples show false.
void check_scene(scenes::DynamicScene scene, int steps, double dt, double tick, Dice& dice, Tally& tally) {
  scene.settings.proofs = true;
  scene.settings.longest_tick = tick;
  Simulation simulation = scenes::make_simulation(scene);
  for (int step = 0; step < steps; ++step) {
    CertificateChecker checker(simulation);
    if (scene.drive) scene.drive(simulation, step * dt, dt);
    simulation.step(dt);
    for (const TickCertificate& certificate : simulation.certificates()) {
      const std::string fault = checker.check(certificate, {}, tally.accepted);
      ASSERT_EQ(fault, "") << scene.name << " step " << step;
      for (const TickProof& proof : certificate.proofs) {
        if (!dice.chance(4)) continue;
        TickProof bad = proof;
        switch (dice.integer(0, 3)) {
          case 0: bad.direction = dice.direction(); break;
          case 1: bad.direction = bad.direction + dice.direction() * 0.2; break;
          case 2: bad.direction = -bad.direction; break;
          default:
            bad.part_a = std::uint32_t(dice.bits() % checker.parts(bad.key_a));
            bad.part_b = std::uint32_t(dice.bits() % checker.parts(bad.key_b));
        }
        ++tally.corrupted;
        bool wrong = false;
        for (int i = 0; i <= 8; ++i) wrong = wrong || checker.sampled_gap(bad, i / 8.0) < -1e-9;
        if (!wrong) continue;
        ++tally.wrong;
        tally.let_through += checker.holds(bad);
      }
    }
  }
}

TEST(Certificates, EveryTickIsProven) {
  const std::uint64_t seed = oracle::fresh_seed();
  SCOPED_TRACE(seed);
  Dice dice(seed);
  Tally tally;
  const double dts[] = {1.0 / 60, 1.0 / 15, 1.0 / 4};
  int which = 0;
  for (const char* name : {"spikes", "wedges", "tetrahedra", "capsules", "ball_pit", "lever", "ring_on_pole", "ragdoll",
                           "spinning_rods", "bullet_plate", "heavy_drop", "mesh_on_terrain", "tunnel", "press"}) {
    const double dt = dts[which++ % 3];
    check_scene(scenes::dynamic_scene(name), 4, dt, which % 2 == 0 ? 1.0 / 60 : dt, dice, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.accepted, 1500u);
  EXPECT_GT(tally.wrong, 100u);
  EXPECT_EQ(tally.let_through, 0u);
  std::printf("accepted %llu; of %llu corrupted %llu false, %llu let through\n", (unsigned long long)tally.accepted,
              (unsigned long long)tally.corrupted, (unsigned long long)tally.wrong, (unsigned long long)tally.let_through);
}

}  // namespace
}  // namespace graze
