// Bodies that push each other: a ball knocks over a wall, and nothing ever meets.
#include <graze/dynamics.h>
#include <graze/graze.h>

#include <cstdio>

int main() {
  using namespace graze;
  Simulation simulation({.proofs = true});
  std::uint64_t key = 0;
  const auto add = [&](const Shape& shape, Vec3 at, BodySettings settings) {
    settings.key = key++;
    simulation.add({shape, make_pose(at)}, settings);
  };
  add(make_box({10, 10, 1}), {0, 0, -1}, {.role = BodyRole::fixed});
  const Shape brick = make_box({0.2, 0.1, 0.1});
  for (int row = 0; row < 4; ++row)
    for (int i = 0; i < 4 + row % 2; ++i)
      add(brick, {(i - 0.5 * (row % 2)) * 0.404, 0, 0.102 + 0.202 * row}, {.density = 1800});
  add(make_sphere(0.15), {0.7, -3, 0.4}, {.density = 7800, .velocity = {0, 20, 0}});

  std::size_t shortened = 0, proofs = 0;
  for (int step = 0; step < 120; ++step) {
    const StepReport report = simulation.step(1.0 / 60);
    shortened += report.shortened.size();
    for (const TickCertificate& tick : simulation.certificates()) proofs += tick.proofs.size();
    if (step % 30 == 29)
      std::printf("%.1f s: %zu of %zu awake, %zu contacts, %.1f J\n", (step + 1) / 60.0, report.awake, report.bodies,
                  report.contacts, report.kinetic);
  }
  std::size_t meeting = 0;
  for (std::uint64_t a = 0; a < key; ++a)
    for (std::uint64_t b = a + 1; b < key; ++b)
      meeting += !collide(simulation.state(a).body, simulation.state(b).body).no();
  std::printf("%zu proofs, %zu shortened ways, %zu pairs that meet\n", proofs, shortened, meeting);
  return meeting == 0 ? 0 : 1;
}
