// A solver's memory: the impulse of each corner of a crate is found again in the next frame by the name of the corner.
#include <graze/graze.h>

#include <array>
#include <cstdio>

int main() {
  const graze::Body floor{graze::make_box({5, 5, 0.5}), graze::make_pose({0, 0, -0.5})};
  std::array<double, 8> impulse{};  // a corner of a box has a number from 0 to 7
  for (int frame = 0; frame < 100; ++frame) {
    const double tremble = (frame % 7 - 3) * 1e-6;
    const graze::Body crate{graze::make_box({1, 1, 1}), graze::make_pose({tremble, 0, 1 + tremble})};
    const graze::ContactResult found = graze::find_contacts(floor, crate, {.tolerance = 1e-5});
    if (!found.ok() || found.contacts.size() != 4) return 1;
    for (const graze::Contact& contact : found.contacts) {
      if (contact.feature_b.kind != graze::Feature::Kind::vertex) return 1;
      impulse[contact.feature_b.index] += 1;
    }
  }
  // The lower four, each in every frame.
  for (std::size_t i = 0; i < impulse.size(); ++i) {
    std::printf("corner %zu: %g\n", i, impulse[i]);
    if (impulse[i] != (i < 4 ? 100 : 0)) return 1;
  }
}
