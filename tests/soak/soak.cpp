// graze_soak [--minutes N] [--seed S] [--only TITLE]: the full counts of the random checks, again and again with new
// seeds.
//
// Exit code 0 when time is up and everything agreed, 1 at the first disagreement, whose case is printed as lines for
// `graze query`, 2 for bad usage.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "graze/readers.h"
#if GRAZE_HAS_SESSION
#include "tests/fuzz/run.h"
#endif
#include "tests/property/ball_contacts.h"
#include "tests/property/box_depths.h"
#include "tests/property/box_surfaces.h"
#include "tests/property/box_trees.h"
#include "tests/property/broad.h"
#include "tests/property/bsp_pairs.h"
#include "tests/property/budgets.h"
#include "tests/property/ccd.h"
#include "tests/property/checkers.h"
#include "tests/property/classes.h"
#include "tests/property/closed_forms.h"
#include "tests/property/collapsed.h"
#include "tests/property/command_queue.h"
#include "tests/property/compound_solids.h"
#include "tests/property/compounds.h"
#include "tests/property/concentric.h"
#include "tests/property/consistent.h"
#include "tests/property/contact_kinds.h"
#include "tests/property/contact_trees.h"
#include "tests/property/contacts.h"
#include "tests/property/convex_pairs.h"
#include "tests/property/crowds.h"
#include "tests/property/damaged_files.h"
#include "tests/property/depths.h"
#include "tests/property/distances.h"
#include "tests/property/exact_distances.h"
#include "tests/property/expel_moves.h"
#include "tests/property/extremes.h"
#include "tests/property/facing_hulls.h"
#include "tests/property/filters.h"
#include "tests/property/flush_solids.h"
#include "tests/property/hull_filters.h"
#include "tests/property/hulls.h"
#include "tests/property/kept_distances.h"
#include "tests/property/kind_classes.h"
#include "tests/property/kinds.h"
#include "tests/property/machines.h"
#include "tests/property/manifolds.h"
#include "tests/property/mesh_moves.h"
#include "tests/property/motion_scenes.h"
#include "tests/property/moves.h"
#include "tests/property/penetrations.h"
#include "tests/property/primitives.h"
#include "tests/property/quick_moves.h"
#include "tests/property/rays.h"
#include "tests/property/robots.h"
#include "tests/property/round_pairs.h"
#include "tests/property/rounded_rays.h"
#include "tests/property/simulations.h"
#include "tests/property/sliding.h"
#include "tests/property/smooth_rays.h"
#include "tests/property/solids.h"
#include "tests/property/spins.h"
#include "tests/property/step_formats.h"
#include "tests/property/stick_contacts.h"
#include "tests/property/study_systems.h"
#include "tests/property/sweeps.h"
#include "tests/property/swept.h"
#include "tests/property/tracking.h"
#include "tests/property/triangle_distances.h"
#include "tests/property/triangle_pairs.h"
#include "tests/property/turning_moves.h"
#include "tests/property/walks.h"
#include "tests/property/whole_range_rays.h"
#include "tests/property/world_files.h"
#include "tests/property/world_queries.h"
#include "tests/property/worlds.h"

namespace graze::property {
namespace {

// Where worlds are saved.
std::string world_file() {
  return (std::filesystem::temp_directory_path() / ("graze_soak_" + std::to_string(::getpid()) + ".world")).string();
}

Tally check_all_damaged_files(std::uint64_t seed) {
  std::vector<models::Format> formats = models::own_formats();
  ReadOptions options;
  [[maybe_unused]] const auto add = [&](const std::vector<models::Format>& more) {
    formats.insert(formats.end(), more.begin(), more.end());
  };
#if GRAZE_HAS_ASSIMP
  add(models::assimp_formats());
  options.readers.push_back(assimp_reader());
#endif
#if GRAZE_HAS_STEP
  add(models::step_formats());
  options.readers.push_back(step_reader());
#endif
  const std::string folder = (std::filesystem::temp_directory_path() / "graze_soak").string();
  return check_damaged_files(seed, 220, formats, folder, options);
}

// Each ray has a second of processor time.
Tally check_many_range_rays(std::uint64_t seed, std::uint64_t count) {
  RangeTimes times;
  Tally tally = check_whole_range_rays(seed, count, times);
  std::printf("slowest ray %.3f ms, %llu refused\n%s", 1e3 * times.slowest,
              static_cast<unsigned long long>(times.refused), times.slowest_lines.c_str());
  if (!tally.failed() && !(times.slowest < 1)) tally.failure = "a ray takes too long\n" + times.slowest_lines;
  return tally;
}

struct Check {
  const char* title;
  std::function<Tally(std::uint64_t seed)> run;
  double least_rate, most_rate;  // of hits: a check that never or always hits has tested nothing
};

// A check that lasts for a given time, with nothing else to check, lasts for all of it.
std::vector<Check> checks(double alone_seconds) {
  std::vector<Check> all = {
      {"trajectories of robots", [](std::uint64_t seed) { return check_trajectories(seed, 1500, 300); }, 0.3, 0.8},
      {"trajectories of machines", [](std::uint64_t seed) { return check_machines(seed, 2000, 300); }, 0.3, 0.95},
      {"self-collisions of robots", [](std::uint64_t seed) { return check_self_collisions(seed, 300, 2000); }, 0.1,
       0.8},
      {"configurations of checkers", [](std::uint64_t seed) { return check_valid(seed, 1000, 100); }, 0.2, 0.9},
      {"clearances of checkers", [](std::uint64_t seed) { return check_clearances(seed, 700, 20); }, 0.5, 1},
      {"ways of checkers", [](std::uint64_t seed) { return check_ways(seed, 1200, 17, 100); }, 0.1, 0.9},
      {"simulations", [](std::uint64_t seed) { return check_never(seed, 10000); }, 0.2, 1},
      {"certificates of simulations", [](std::uint64_t seed) { return check_certificates(seed, 1000000); }, 0.2, 0.98},
      {"box trees", [](std::uint64_t seed) { return check_box_trees(seed, 1100, 40, 200); }, 0.3, 1.0},
      {"world queries", [](std::uint64_t seed) { return check_world_queries(seed, 100, 10000); }, 0.2, 0.9},
      {"world files", [](std::uint64_t seed) { return check_world_files(seed, 500, 8, world_file()); }, 0.1, 0.9},
      {"damaged worlds", [](std::uint64_t seed) { return check_damaged_worlds(seed, 50, 200, world_file()); }, 0.3, 1},
      {"worlds", [](std::uint64_t seed) { return check_worlds(seed, 40, 50); }, 0.01, 0.6},
      {"crowds", [](std::uint64_t seed) { return check_crowds(seed, 12, 12, 8000); }, 0.05, 0.95},
      {"edits from threads", [](std::uint64_t seed) { return check_edits({.seed = seed, .commands = 2000000}); }, 0.001,
       0.5},
      {"edits at a rate",
       [=](std::uint64_t seed) {
         return check_edits({.seed = seed, .commands = std::int64_t(alone_seconds * 25000), .rate = 100000});
       },
       0.001, 0.5},
      {"budgets", [](std::uint64_t seed) { return check_budgets(seed, 40); }, 0.15, 0.95},
      {"filters", [](std::uint64_t seed) { return check_filters(seed, 20000); }, 0.3, 0.9},
      {"triangle pairs", [](std::uint64_t seed) { return check_triangle_pairs(seed, 270000); }, 0.2, 0.8},
      {"small mesh pairs", [](std::uint64_t seed) { return check_mesh_pairs(seed, 3000, 30, true); }, 0.2, 0.8},
      {"mesh pairs", [](std::uint64_t seed) { return check_mesh_pairs(seed, 500, 600, false); }, 0.2, 0.8},
      {"flush cubes", [](std::uint64_t seed) { return check_flush_cubes(seed, 3000); }, 0.5, 0.99},
      {"solids", [](std::uint64_t seed) { return check_solids(seed, 3000); }, 0.2, 0.9},
      {"rays from inside", [](std::uint64_t seed) { return check_leaks(seed, 600000, 10000); }, 1.0, 1.0},
      {"rays", [](std::uint64_t seed) { return check_rays(seed, 24000); }, 0.2, 0.9},
      {"extreme mesh pairs", [](std::uint64_t seed) { return check_extreme_pairs(seed, 3000); }, 0.1, 0.9},
      {"triangle distances", [](std::uint64_t seed) { return check_triangle_distances(seed, 80000); }, 0.6, 0.95},
      {"extreme rays", [](std::uint64_t seed) { return check_rays(seed, 12000, extreme_ray_body); }, 0.1, 0.9},
      {"rays over the whole range", [](std::uint64_t seed) { return check_many_range_rays(seed, 1000000); }, 0.3, 0.8},
      {"exact distances", [](std::uint64_t seed) { return check_exact_distances(seed, 1500, 30); }, 0.1, 0.7},
      {"distances", [](std::uint64_t seed) { return check_distances(seed, 1200, 30); }, 0.1, 0.7},
      {"distances of larger meshes", [](std::uint64_t seed) { return check_distances(seed, 60, 300); }, 0.1, 0.7},
      {"ccd against the oracle", [](std::uint64_t seed) { return check_exact_ccd(seed, 12000); }, 0.3, 0.7},
      {"ccd", [](std::uint64_t seed) { return check_ccd(seed, 1000000); }, 0.3, 0.7},
      {"ccd with tolerance", [](std::uint64_t seed) { return check_ccd_tolerance(seed, 30000); }, 0.3, 0.95},
      {"moves",
       [](std::uint64_t seed) {
         std::uint64_t unproven = 0;
         return check_moves(seed, 5000, unproven);
       },
       0.3, 0.8},
      {"quick moves",
       [](std::uint64_t seed) {
         std::uint64_t unsure = 0;
         return check_quick_moves(seed, 200000, unsure);
       },
       0.3, 0.8},
      {"quick moves against exact times",
       [](std::uint64_t seed) {
         std::uint64_t unsure = 0;
         return check_quick_times(seed, 5000, unsure);
       },
       0.25, 0.85},
      {"turning moves",
       [](std::uint64_t seed) {
         std::uint64_t unsure = 0;
         TurningWidths widths;
         return check_turning_moves(seed, 50000, unsure, widths);
       },
       0.2, 0.8},
      {"turning moves against exact times",
       [](std::uint64_t seed) {
         std::uint64_t unsure = 0;
         return check_turning_times(seed, 5000, unsure);
       },
       0.2, 0.9},
      {"moves of meshes", [](std::uint64_t seed) { return check_mesh_moves(seed, 1500, 300); }, 0.2, 0.95},
      {"moves with spin",
       [](std::uint64_t seed) {
         std::uint64_t unproven = 0;
         return check_spins(seed, 20000, unproven);
       },
       0.2, 0.9},
      {"spins that are other motions", [](std::uint64_t seed) { return check_spin_kinds(seed, 10000); }, 0.1, 0.9},
      {"symmetries of moves", [](std::uint64_t seed) { return check_move_symmetries(seed, 20000); }, 0.3, 0.8},
      {"exact rotations", [](std::uint64_t seed) { return check_exact_rotations(seed, 300); }, 0.2, 0.9},
      {"moves with a zone", [](std::uint64_t seed) { return check_expel_moves(seed, 1000000); }, 0.2, 0.95},
      {"sweeps", [](std::uint64_t seed) { return check_sweeps(seed, 60000); }, 0.3, 0.9},
      {"walks by sweeps", [](std::uint64_t seed) { return check_sweep_walks(seed, 40000); }, 0.1, 0.9},
      {"switches of sweeps", [](std::uint64_t seed) { return check_sweep_switches(seed, 20000); }, 0.05, 0.9},
      {"primitives", [](std::uint64_t seed) { return check_primitives(seed, 3000, 12); }, 0.3, 0.7},
      {"kinds", [](std::uint64_t seed) { return check_kinds(seed, 40); }, 0.25, 0.75},
      {"convex bodies", [](std::uint64_t seed) { return check_hulls(seed, 6000); }, 0.3, 0.95},
      {"compounds of solids", [](std::uint64_t seed) { return check_compound_solids(seed, 2000); }, 0.3, 0.95},
      {"compounds", [](std::uint64_t seed) { return check_compounds(seed, 2000); }, 0.15, 0.9},
      {"caches of pairs", [](std::uint64_t seed) { return check_pair_caches(seed, 20000); }, 0.15, 0.9},
      {"closed forms",
       [](std::uint64_t seed) {
         ClosedCounts counts;
         return check_closed_forms(seed, 1000, counts);
       },
       0.25, 0.8},
      {"volumes against trees",
       [](std::uint64_t seed) {
         SweptWork work;
         return check_swept(seed, 12000, 60, work);
       },
       0.3, 0.9},
      {"smooth rays", [](std::uint64_t seed) { return check_smooth_rays(seed, 9000); }, 0.25, 0.75},
      {"contacts", [](std::uint64_t seed) { return check_contacts(seed, 3000, 30); }, 0.3, 0.7},
      {"contacts of larger meshes", [](std::uint64_t seed) { return check_contacts(seed, 120, 300); }, 0.2, 0.8},
      {"resting boxes", [](std::uint64_t seed) { return check_resting_boxes(seed, 4000); }, 0.3, 0.99},
      {"boxes on a grid", [](std::uint64_t seed) { return check_grid_boxes(seed, 8000); }, 0.2, 0.9},
      {"crossing curves", [](std::uint64_t seed) { return check_curves(seed, 300, 400); }, 0.5, 1.0},
      {"broad phases", [](std::uint64_t seed) { return check_broad(seed, 1000, 200, 100); }, 0.5, 0.95},
      {"broad phases, many boxes", [](std::uint64_t seed) { return check_broad(seed, 22, 100, 3000); }, 0.5, 1.0},
      {"broad phases in threads", [](std::uint64_t seed) { return check_broad(seed, 22, 40, 6000, 4); }, 0.5, 1.0},
      {"bsp pairs", [](std::uint64_t seed) { return check_bsp_pairs(seed, 6000, 24); }, 0.3, 0.7},
      {"bsp solids", [](std::uint64_t seed) { return check_bsp_solids(seed, 1000); }, 0.3, 0.7},
      {"bsp boxes", [](std::uint64_t seed) { return check_bsp_boxes(seed, 8000, false); }, 0.3, 0.7},
      {"depths of kinds", [](std::uint64_t seed) { return check_depths(seed, 4); }, 0.2, 0.9},
      {"contacts of kinds", [](std::uint64_t seed) { return check_contact_kinds(seed, 10); }, 0.2, 0.95},
      {"contacts whatever the tree", [](std::uint64_t seed) { return check_contact_trees(seed, 5000); }, 0.5, 0.99},
      {"contacts of balls", [](std::uint64_t seed) { return check_ball_contacts(seed, 100000); }, 0.5, 0.995},
      {"contacts of capsules", [](std::uint64_t seed) { return check_stick_contacts(seed, 100000); }, 0.5, 0.995},
      {"manifolds of boxes", [](std::uint64_t seed) { return check_manifolds(seed, 100000, true); }, 0.3, 1.0},
      {"manifolds of hulls", [](std::uint64_t seed) { return check_manifolds(seed, 100000, false); }, 0.3, 1.0},
      {"distances kept", [](std::uint64_t seed) { return check_kept_distances(seed, 20000); }, 0.5, 0.999},
      {"manifolds kept of boxes", [](std::uint64_t seed) { return check_kept_manifolds(seed, 20000, true); }, 0.3, 1.0},
      {"manifolds kept of hulls", [](std::uint64_t seed) { return check_kept_manifolds(seed, 20000, false); }, 0.1, 1.0},
      {"trembling boxes", [](std::uint64_t seed) { return check_trembling(seed, 5000, true, 1e-4); }, 0.99, 1.0},
      {"trembling hulls", [](std::uint64_t seed) { return check_trembling(seed, 5000, false, 1e-4); }, 0.99, 1.0},
      {"concentric bodies", [](std::uint64_t seed) { return check_concentric(seed, 20000); }, 0.8, 0.99},
      {"contacts at centres", [](std::uint64_t seed) { return check_centred_contacts(seed, 40000); }, 0.4, 0.9},
      {"depths of boxes", [](std::uint64_t seed) { return check_box_depths(seed, 100000); }, 0.4, 0.99},
      {"facing hulls", [](std::uint64_t seed) { return check_facing_hulls(seed, 40000); }, 0.6, 1.0},
      {"penetrations", [](std::uint64_t seed) { return check_penetrations(seed, 1000); }, 0.3, 0.95},
      {"exact depths", [](std::uint64_t seed) { return check_exact_depths(seed, 1000); }, 0.3, 0.95},
      {"classes of aligned solids", [](std::uint64_t seed) { return check_classes(seed, 2000, aligned_pair); }, 0.4,
       0.9},
      {"solids in convex ones", [](std::uint64_t seed) { return check_shells(seed, 100000); }, 0.1, 0.9},
      {"depths with limits", [](std::uint64_t seed) { return check_limited_depths(seed, 1000); }, 0.5, 1.0},
      {"cells of flush solids", [](std::uint64_t seed) { return check_flush_cells(seed, 100000); }, 0.5, 0.98},
      {"classes of any solids", [](std::uint64_t seed) { return check_classes(seed, 10000, random_pair); }, 0.4, 0.9},
      {"collapsed bodies and partners", [](std::uint64_t seed) { return check_collapsed_partners(seed, 50000); }, 0.3,
       0.9},
      {"points and rays of collapsed bodies", [](std::uint64_t seed) { return check_collapsed_points(seed, 100000); },
       0.2, 0.8},
      {"collapsed bodies", [](std::uint64_t seed) { return check_collapsed(seed, 100000); }, 0.3, 0.8},
      {"classes of compounds", [](std::uint64_t seed) { return check_compound_classes(seed, 1000, 10); }, 0.3, 0.95},
      {"classes of plain bodies", [](std::uint64_t seed) { return check_plain_classes(seed, 50000); }, 0.6, 0.98},
      {"classes of round bodies", [](std::uint64_t seed) { return check_round_classes(seed, 50000); }, 0.4, 0.95},
      {"rays at margins", [](std::uint64_t seed) { return check_rounded_rays(seed, 4000); }, 0.25, 0.95},
      {"classes of kinds", [](std::uint64_t seed) { return check_kind_classes(seed, 20); }, 0.8, 1.0},
      {"points and solids", [](std::uint64_t seed) { return check_points(seed, 300, 10); }, 0.3, 0.9},
      {"bsp inside", [](std::uint64_t seed) { return check_bsp_inside(seed, 400, 40); }, 0.3, 0.7},
      {"small hulls", [](std::uint64_t seed) { return check_hulls(seed, 20000, 12, true); }, 0.4, 0.9},
      {"hulls", [](std::uint64_t seed) { return check_hulls(seed, 1000, 300, false); }, 0.5, 0.9},
      {"study trees", [](std::uint64_t seed) { return check_study_trees(seed, 60000); }, 0.2, 0.9},
      {"study convex", [](std::uint64_t seed) { return check_study_convex(seed, 10000); }, 0.3, 0.95},
      {"study pieces", [](std::uint64_t seed) { return check_study_pieces(seed, 10000); }, 0.9, 1},
      {"study supports", [](std::uint64_t seed) { return check_study_supports(seed, 20000); }, 0.7, 1},
      {"study bsp", [](std::uint64_t seed) { return check_study_bsp(seed, 50000); }, 0.2, 0.9},
      {"study frames", [](std::uint64_t seed) { return check_study_frames(seed, 70000); }, 0.5, 1},
      {"study boxes", [](std::uint64_t seed) { return check_study_boxes(seed, 10000); }, 0.3, 0.95},
      {"study crowds", [](std::uint64_t seed) { return check_study_crowds(seed, 10000); }, 0.1, 0.9},
      {"tracking", [](std::uint64_t seed) { return check_tracking(seed, 30000, 30); }, 0.6, 0.95},
      {"filters of hulls", [](std::uint64_t seed) { return check_hull_filters(seed, 20000, 30); }, 0.4, 0.95},
      {"convex pairs", [](std::uint64_t seed) { return check_convex_pairs(seed, 20000); }, 0.2, 0.8},
      {"round convex pairs", [](std::uint64_t seed) { return check_round_pairs(seed, 5000); }, 0.5, 0.99},
      {"exact convex pairs", [](std::uint64_t seed) { return check_exact_convex_pairs(seed, 2000); }, 0.2, 0.8},
      {"scenes of motion", check_motion_scenes, 0.3, 0.7},
      {"consistent verbs",
       [](std::uint64_t seed) {
         ConsistentCounts counts;
         return check_consistent(seed, 100000, counts);
       },
       0.3, 0.9},
      {"damaged files", check_all_damaged_files, 0.4, 0.98},
      {"sliding", [](std::uint64_t seed) { return check_sliding(seed, 10000); }, 0.3, 1.0},
      {"walks", [](std::uint64_t seed) { return check_walks(seed, 1000, 40); }, 0.6, 0.7},
      {"stacked boxes", [](std::uint64_t seed) { return check_flush_boxes(seed, 10000); }, 0.8, 0.99},
  };
#if GRAZE_HAS_SESSION
  all.push_back({"requests", [](std::uint64_t seed) { return fuzz::check_requests(seed, 1000000); }, 0.25, 0.75});
#endif
  all.push_back({"surfaces of boxes", [](std::uint64_t seed) { return check_box_surfaces(seed, 100000); }, 0.3, 0.9});
  return all;
}

int run(double minutes, std::uint64_t seed, const std::string& only) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  std::printf("soak of %g minutes, seed %llu\n", minutes, static_cast<unsigned long long>(seed));
  oracle::Dice seeds(seed);
  std::uint64_t cases = 0, rounds = 0;
  const std::vector<Check> all = checks(only.empty() ? 20 : std::max(1.0, minutes * 60));
  do {
    for (const Check& check : all) {
      const std::uint64_t own_seed = seeds.bits();  // the same whatever is left out
      if (!only.empty() && only != check.title) continue;
      const Tally tally = check.run(own_seed);
      tally.print(check.title);
      cases += tally.total().cases;
      if (tally.failed()) {
        std::printf("%s", tally.failure.c_str());
        return 1;
      }
      const double rate = tally.total().rate();
      if (rate < check.least_rate || rate > check.most_rate) {
        std::printf("WRONG: %.3f of the cases hit, outside %.2f to %.2f\n", rate, check.least_rate, check.most_rate);
        return 1;
      }
    }
    ++rounds;
    std::printf("%llu rounds, %llu cases, %.0f s, all agree\n", static_cast<unsigned long long>(rounds),
                static_cast<unsigned long long>(cases), elapsed());
    std::fflush(stdout);
  } while (elapsed() < minutes * 60);
  return 0;
}

int usage() {
  std::fprintf(stderr, "usage: graze_soak [--minutes N] [--seed S] [--only TITLE]\n");
  return 2;
}

int parse_and_run(int count, char** words) {
  double minutes = 10;
  std::uint64_t seed = oracle::run_seed();
  std::string only;
  for (int i = 1; i < count; i += 2) {
    if (i + 1 == count) return usage();
    char* end = nullptr;
    if (std::strcmp(words[i], "--minutes") == 0) {
      minutes = std::strtod(words[i + 1], &end);
      if (!(minutes >= 0) || !std::isfinite(minutes)) return usage();
    } else if (std::strcmp(words[i], "--seed") == 0) {
      seed = std::strtoull(words[i + 1], &end, 0);
    } else if (std::strcmp(words[i], "--only") == 0) {
      only = words[i + 1];
      const std::vector<Check> all = checks(0);
      if (std::none_of(all.begin(), all.end(), [&](const Check& check) { return only == check.title; })) return usage();
      continue;
    } else {
      return usage();
    }
    if (end == words[i + 1] || *end != '\0') return usage();
  }
  return run(minutes, seed, only);
}

}  // namespace
}  // namespace graze::property

int main(int count, char** words) { return graze::property::parse_and_run(count, words); }
