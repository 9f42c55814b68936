// threads: the same work in one and in two threads: build, a batch of rays, a batch of poses, every pair of one pose.
// Results do not depend on
// the number; those of the batches are compared. While an Embree device of one thread lives, oneTBB has one thread in
// the whole process: none may be open here.
#include "bench/cases.h"
#include "bench/poses.h"
#include "bench/rays.h"
#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

// `work(threads)`, timed with 1 and 2. ours_ns is one thread's.
Row time_both(const char* scene, std::size_t triangles, std::size_t queries, const std::function<void(int)>& work,
              const Effort& effort) {
  const Timings times = interleave({{[&] { work(1); }}, {[&] { work(2); }}}, effort.rounds);
  const double to_ns = 1e9 / static_cast<double>(queries);
  Row row;
  row.workload = "threads";
  row.scene = scene;
  row.peer = no_peer;
  row.ours_ns = times.medians[0] * to_ns;
  row.queries = queries;
  row.rounds = times.rounds;
  row.triangles = triangles;
  row.more = {{"two_threads_ns", times.medians[1] * to_ns}, {"speedup", times.medians[0] / times.medians[1]}};
  return row;
}

}  // namespace

std::vector<Row> threads(const Settings& settings) {
  const Effort& effort = settings.effort;
  const MeshData mesh = rounded_to_float(object_frame(scenes::knot(settings.quick ? 20000 : 200000), 0));
  const std::size_t triangles = mesh.triangles.size();
  std::vector<Row> rows;
  rows.push_back(time_both(
      "build-rays", triangles, 1, [&](int count) { prepare_rays(make_mesh(mesh.vertices, mesh.triangles), count); },
      effort));
  rows.push_back(time_both(
      "build-pairs", triangles, 1, [&](int count) { prepare_pairs(make_mesh(mesh.vertices, mesh.triangles), count); },
      effort));

  const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
  prepare_pairs(shape);
  prepare_rays(shape);
  const std::vector<Ray> rays = random_rays(mesh, effort.rays, settings.seed);
  std::vector<RayResult> hits[2];
  rows.push_back(time_both(
      "rays", triangles, rays.size(),
      [&](int count) {
        hits[count - 1] = cast({shape, {}}, rays, {.threads = count});
      },
      effort));
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const bool same = hits[0][i].yes() == hits[1][i].yes() && hits[0][i].closest.t == hits[1][i].closest.t;
    rows.back().disagreements += !same;
  }

  const auto judge = make_graze_collide();
  judge->load(mesh);
  judge->build();
  const std::vector<Contact> touching = contacts(*judge, effort.growth_orientations);
  const std::vector<Pose> poses = around_contact(touching, 0.04, settings.seed);
  std::vector<CollideResult> answers[2];
  rows.push_back(time_both(
      "poses", triangles, poses.size(),
      [&](int count) {
        answers[count - 1] = collide({shape, {}}, shape, poses, {.threads = count});
      },
      effort));
  for (std::size_t i = 0; i < poses.size(); ++i) {
    rows.back().disagreements += answers[0][i].yes() != answers[1][i].yes();
  }

  CollideSettings every;
  every.all = true;
  // Of some poses in deep contact, the one with the most pairs.
  Pose inside;
  std::size_t most = 0;
  for (const Pose& pose : deep(touching, 20, settings.seed)) {
    const std::size_t count = collide({shape, {}}, {shape, pose}, every).pairs.size();
    if (count < most) continue;
    most = count;
    inside = pose;
  }
  CollideResult lists[2];
  rows.push_back(time_both(
      "all-pairs", triangles, 1,
      [&](int count) {
        every.threads = count;
        lists[count - 1] = collide({shape, {}}, {shape, inside}, every);
      },
      effort));
  rows.back().more.emplace_back("pairs", static_cast<double>(most));
  rows.back().disagreements += lists[0].pairs != lists[1].pairs;
  for (Row& row : rows) row.ours_wrong = row.disagreements;
  return rows;
}

}  // namespace graze::bench
