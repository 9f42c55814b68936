// How much a workload measures, and on what.
#pragma once

#include <cstdint>
#include <string>

namespace graze::measure {

// How much is measured. Counts are upper limits: a slow implementation gets a part of the queries, evenly spread, and
// ours is timed on the same part.
struct Effort {
  int rounds = 5;          // at least
  int frames = 2;          // object frames that the paper's procedure averages over
  int orientations = 500;  // of the tumbling turn, in each frame; two poses each
  int deep_poses = 100;    // collide-all, in each frame
  int rays = 40000;
  double seconds_a_round = 0.12;  // that one implementation may take

  // Of the workloads that bring their own scenes.
  int small_pairs = 20000;
  int flush_poses = 200;
  int placements = 50000;
  int parallel_triangles = 10000;  // of each surface
  int picture_width = 1024;        // 4 : 3
  int growth_orientations = 50;
};

struct Settings {
  Effort effort;
  std::uint64_t seed = 1;
  bool quick = false;       // small scenes
  std::string data_folder;  // GRAZE_DATA, or ""
};

}  // namespace graze::measure
