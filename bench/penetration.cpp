// penetration-mesh: the way out of two copies of a non-convex solid. A disagreement is a pose from which the peer's
// vector does not part the copies by the exact predicate; that ours does is checked, too.
#include <algorithm>

#include "bench/pairs.h"
#include "bench/peers/depth.h"
#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

bool parts(const Body& moved, const Body& fixed, Vec3 v) {
  Body there = moved;
  there.pose.translation = there.pose.translation + v;
  const PairClass found = classify(there, fixed).answer;
  return found == PairClass::clear || found == PairClass::touching;
}

// Copies that have common interior.
std::vector<Pose> deep_poses(const Shape& shape, scenes::Random& random, std::size_t count) {
  std::vector<Pose> poses;
  while (poses.size() < count) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
    const Pose pose{random_rotation(random), {x, y, z}};
    if (!parts({shape, pose}, {shape, {}}, {})) poses.push_back(pose);
  }
  return poses;
}

}  // namespace

std::vector<Row> penetration_mesh(const Settings& settings) {
  std::vector<Case> cases{{"torus-500", scenes::torus(500)}, {"knot-2k", scenes::knot(2000)}};
  if (!settings.quick) cases.push_back({"knot-100k", scenes::knot(100000)});
  std::vector<Row> rows;
  for (const Case& scene : cases) {
    scenes::Random random(settings.seed);
    const Shape shape = make_mesh(scene.mesh.vertices, scene.mesh.triangles, {.solid = true});
    const Body fixed{shape, {}};
    const std::size_t count = scene.mesh.triangles.size() > 50000 ? 4 : settings.quick ? 8 : 24;
    const std::vector<Pose> poses = deep_poses(shape, random, count);
    const auto peer = make_fcl_depth();
    peer->build(scene.mesh);
    std::vector<PenetrationResult> ours(count);
    std::vector<Vec3> theirs(count);
    const Timings times = interleave({{[&] {
                                        for (std::size_t i = 0; i < count; ++i)
                                          ours[i] = find_penetration({shape, poses[i]}, fixed);
                                      }},
                                      {[&] {
                                        for (std::size_t i = 0; i < count; ++i) theirs[i] = peer->way_out(poses[i]);
                                      }}},
                                     settings.quick ? 1 : settings.effort.rounds);
    Row row;
    row.workload = "penetration-mesh";
    row.scene = scene.name;
    row.peer = peer->name();
    row.peer_version = peer->version();
    row.queries = count;
    row.rounds = times.rounds;
    row.triangles = scene.mesh.triangles.size();
    row.ours_ns = times.medians[0] * 1e9 / static_cast<double>(count);
    row.peer_ns = times.medians[1] * 1e9 / static_cast<double>(count);
    std::vector<double> brackets;
    for (std::size_t i = 0; i < count; ++i) {
      if (!parts({shape, poses[i]}, fixed, theirs[i])) {
        ++row.disagreements;
        ++row.peer_wrong;
      }
      if (!parts({shape, poses[i]}, fixed, ours[i].vector)) {
        ++row.disagreements;
        ++row.ours_wrong;
      }
      brackets.push_back(ours[i].lower / ours[i].depth);
    }
    std::sort(brackets.begin(), brackets.end());
    row.more = {{"median_lower_by_depth", brackets[brackets.size() / 2]}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace graze::bench
