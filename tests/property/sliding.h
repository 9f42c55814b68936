// Frames of sliding: in every frame a body is pushed along a surface and a little into it. Nothing ever enters
// anything, and at every stop the gap is at most four times the zone.
#pragma once

#include "scenes/motion_scenes.h"
#include "tests/property/expel_moves.h"

namespace graze::property {

inline Tally check_sliding(std::uint64_t seed, std::uint64_t frames, std::uint64_t run = 500) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t done = 0; done < frames && !tally.failed();) {
    const Pose frame{to_matrix(dice.rotation()), dice.in_cube(dice.pick({1.0, 1e3, 0x1p20}))};
    const scenes::MeshData floor = scenes::ragged_floor(20, 12, dice.bits());
    const std::vector<MovingBody> others = {{{mesh_of(floor), frame}, {}}};
    const Shape mover = random_mover(dice);
    const Vec3 normal = frame.linear.c2;
    Pose pose{frame.linear * to_matrix(dice.rotation()), frame * Vec3{0, 0, 2}};
    MoveSettings settings;
    settings.expel = dice.pick({1e-2, 1e-4, 1e-6});
    settings.bracket = false;
    // A zone of which a thousandth is no more than rounding does to coordinates may hold a body where it is.
    const bool coarse = settings.expel < 0x1p-36 * length(frame.translation);
    for (std::uint64_t i = 0; i < run && done < frames; ++i, ++done) {
      const double slope = dice.uniform(0, 6.28), pressed = dice.chance(10) ? 2.5 : 0.01;
      const Vec3 along = (frame.linear.c0 * std::cos(slope) + frame.linear.c1 * std::sin(slope)) * 0.05;
      const Vec3 push = i == 0 ? normal * -3.0 : along - normal * (pressed * 0.05);
      MoveResult result = move({mover, pose}, translation_by(push), others, settings);
      const std::string what = "frame " + std::to_string(done);
      tally.failure = fault_in_stand(result, mover, others, settings.expel, what);
      if (tally.failed()) break;
      pose = result.pose;
      const bool stopped = result.stopped;
      if (stopped) {  // and along it with what is left
        result = move({mover, pose}, translation_by(along * (1 - result.fraction)), others, settings);
        tally.failure = fault_in_stand(result, mover, others, settings.expel, what + ", along");
        if (!tally.failed() && result.stopped && !coarse)
          tally.failure = what + ": a way along the floor stopped at " + std::to_string(result.fraction);
        if (tally.failed()) break;
        pose = result.pose;
      }
      tally.count("expel " + std::to_string(settings.expel), stopped);
    }
  }
  return tally;
}

}  // namespace graze::property
