#include "bench/workload.h"

#include "bench/stage.h"

namespace graze::bench {

Bench::Bench(const Case& scene, const Settings& settings) : scene_(scene), settings_(settings) {}
Bench::~Bench() = default;

std::vector<Stage>& Bench::stages() {
  if (stages_.empty()) stages_ = make_stages(scene_, settings_);
  return stages_;
}

std::span<const Workload> workloads() {
  static constexpr Workload list[] = {
      {"collide-near", "yes/no, tumbling copies around the contact distance", collide_near, nullptr},
      {"collide-tangle", "yes/no, gaps and depths within 0.1 % of the size", collide_tangle, nullptr},
      {"collide-all", "every meeting pair of triangles in deep contact", collide_all, nullptr},
      {"ray", "closest hit of random incoherent rays", ray, nullptr},
      {"build", "from vertices and indices to ready for queries", build, nullptr},
      {"exactness", "how often double and exact arithmetic were needed", exactness, nullptr},
      {"proof", "what exactness costs: against ourselves without error bounds", proof, nullptr},
      {"distance", "how far apart two copies are, gaps of 0.1 % to 100 % of the size", distance_cold, nullptr},
      {"distance-coherent", "the same along a motion, each query from the last", distance_coherent, nullptr},
      {"distance-meeting", "the same of copies that meet: is it 0?", distance_meeting, nullptr},
      {"within", "are two copies nearer than 2 % of the size?", within_tolerance, nullptr},
      {"scaled", "a non-uniform scale in the pose against baked vertices", scaled, nullptr},
      {"volume-queries", "box, sphere, capsule, segment, point, half-space against a mesh", volume_queries, nullptr},
      {"ccd-mesh", "two copies, one in rigid motion: the first contact, misses and late answers", ccd_mesh, nullptr},
      {"small", "yes/no, thousands of different meshes of 12 to 200 triangles", nullptr, small},
      {"flush", "two cubes face to face under one rotation: yes/no, every pair", nullptr, flush},
      {"placements", "two models at random places in a cube: hits and rejections", nullptr, placements},
      {"parallel", "yes/no, a sphere within a sphere, a hair apart", nullptr, parallel},
      {"picture", "a picture of 149k triangles by rays, in two frames", nullptr, picture},
      {"growth", "build, near contact and rays from 1k to 1M triangles", nullptr, growth},
      {"threads", "build and batches in one and two threads", nullptr, threads},
      {"cores", "own threads with fresh bodies, batches, a world step and a check, in 1, 2, 4, ... threads", nullptr,
       cores},
      {"refit", "a waving cloth: from new vertices to ready for queries", nullptr, refit},
      {"self", "every pair of triangles of one mesh that meet", nullptr, self},
      {"volumes", "hierarchies of every volume, yes/no near contact, over the number of triangles", nullptr, volumes},
      {"transform", "inverse and parts of a pose, and the world box of a posed box", nullptr, transform},
      {"bsp", "small bodies in levels and large meshes through BSP trees; build", nullptr, bsp},
      {"convex-cold", "how far apart two hulls of 8 to 512 corners are, near contact", nullptr, convex_cold},
      {"convex-warm", "the same along motions, each query from the last", nullptr, convex_warm},
      {"convex-public", "the same through find_distance() with a cache", nullptr, convex_public},
      {"convex-bool", "do two hulls meet?", nullptr, convex_bool},
      {"penetration", "how deep two hulls are in each other", nullptr, penetration},
      {"penetration-mesh", "a way out of two copies of a non-convex solid", nullptr, penetration_mesh},
      {"solids", "classes of flush, equal, stacked and deep solids, with and without a contact tolerance", nullptr,
       solids},
      {"interference", "how much such solids are in each other: local penetration and common volume", nullptr,
       interference},
      {"tracking", "orbiting spheres: closest features against separating planes and GJK", nullptr, tracking},
      {"broad", "every pair of overlapping boxes, all moving: broad phases, 1k to 100k boxes", nullptr, broad},
      {"server", "a step of the game server, from 100 to 10,000 objects", nullptr, server},
      {"filters", "the game server and bouncing spheres with other filters, and what each filter decides", nullptr,
       filters},
      {"neighbours", "bouncing spheres: every broad phase with the exact test, over their number", nullptr, neighbours},
      {"workers", "bouncing spheres in one, two and four threads, and in two processes", nullptr, workers},
      {"schedule", "1,000 bouncing spheres: what the queue of times looks at, against every pair", nullptr, schedule},
      {"deformable", "64 models that deform, against refitting all and asking about every pair", nullptr, deformable},
      {"primitives", "box, sphere, capsule, cylinder, cone, ellipsoid against each other", nullptr, primitives},
      {"compounds", "compounds of 100 to 10,000 convex pieces, near contact and far", nullptr, compounds},
      {"contacts", "manifolds of boxes, hulls and round bodies, cold and warm, and contacts of meshes", nullptr,
       contacts},
      {"ccd-sweep", "a body of 20 triangles translated through a scene of 100k", nullptr, ccd_sweep},
      {"ccd-feature", "a vertex and a face, two edges, on straight paths: rejects, hits, hard ones", nullptr,
       ccd_feature},
      {"ccd-optimisations", "a crate and a ball move through a level: the DOOM III sweep without each optimisation",
       nullptr, ccd_optimisations},
      {"move", "two boxes, and two meshes of 70k triangles, on every kind of motion", nullptr, moves},
      {"mover", "a step of a walking character: on a floor, upstairs, in a level", nullptr, mover},
      {"probe", "a tick of a tool that a hand moves over a mesh of 69k triangles", nullptr, probe},
      {"dynamics", "a tick of a pyramid of boxes that push each other; asleep, growing, in two threads", nullptr,
       dynamics},
      {"world-range", "a step of bodies in coherent motion, with the distances of all that are near", nullptr,
       world_range},
      {"world-rays", "closest hit of rays among 1k to 100k objects", nullptr, world_rays},
      {"world-overlap", "which of 1k to 100k objects meet a body", nullptr, world_overlap},
      {"world-nearest", "which of 1k to 100k objects is nearest to a body", nullptr, world_nearest},
      {"world-sweep", "a body translated among 1k to 100k objects: the first contact", nullptr, world_sweep},
      {"world-walk", "a walker and a move among 10k objects, against the ten nearest", nullptr, world_walk},
      {"world-edits", "one of 1k to 100k objects moves, and a ray follows", nullptr, world_edits},
      {"robot-valid", "is a configuration of a robot with meshes free of contact?", nullptr, robot_valid},
      {"robot-distance", "the least distance of a configuration", nullptr, robot_distance},
      {"robot-edge", "a certified edge of 0.1 to 2 rad, against steps of a degree", nullptr, robot_edge},
      {"robot-path", "10,000 waypoints, certified, against steps of a degree", nullptr, robot_path},
  };
  return list;
}

}  // namespace graze::bench
