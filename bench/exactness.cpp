// exactness: how much of the work the float filter left to double, and double to exact arithmetic, by our own counters.
#include "bench/cases.h"
#include "bench/rays.h"
#include "bench/stage.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

Row make_row(const Bench& bench, const char* what, double ns, std::size_t queries, const Counters& counters) {
  Row row;
  row.workload = "exactness";
  row.scene = bench.scene().name + "-" + what;
  row.peer = no_peer;
  row.ours_ns = ns;
  row.queries = queries;
  row.rounds = 1;
  row.triangles = bench.scene().mesh.triangles.size();
  const auto count = static_cast<double>(queries);
  const auto tests = static_cast<double>(counters.triangle_tests), doubles = static_cast<double>(counters.double_tests);
  const auto exact = static_cast<double>(counters.exact_tests);
  row.more = {{"box_tests_a_query", static_cast<double>(counters.box_tests) / count},
              {"triangle_tests_a_query", tests / count},
              {"double_tests_a_query", doubles / count},
              {"exact_tests_a_query", exact / count},
              {"double_share", tests > 0 ? doubles / tests : 0},
              {"exact_share", tests > 0 ? exact / tests : 0}};
  return row;
}

}  // namespace

std::vector<Row> exactness(Bench& bench) {
  const Effort& effort = bench.settings().effort;
  const std::uint64_t seed = bench.settings().seed;
  const Stage& stage = bench.stages().front();
  const Shape shape = make_mesh(stage.mesh.vertices, stage.mesh.triangles);
  prepare_pairs(shape, 1);
  prepare_rays(shape, 1);
  std::vector<Row> rows;
  const auto add = [&](const char* what, const std::vector<Pose>& poses, bool all) {
    Counters counters;
    CollideSettings settings;
    settings.all = all;
    const Seconds time = time_once([&] {
      for (const Pose& pose : poses) counters += collide({shape, {}}, {shape, pose}, settings).counters;
    });
    rows.push_back(make_row(bench, what, time * 1e9 / static_cast<double>(poses.size()), poses.size(), counters));
  };
  add("near", around_contact(stage.contacts, 0.04, seed), false);
  add("tangle", around_contact(stage.contacts, 0.002, seed), false);
  add("all", deep(stage.contacts, effort.deep_poses, seed), true);

  const std::vector<Ray> rays = random_rays(stage.mesh, effort.rays, seed);
  Counters counters;
  const Seconds time = time_once([&] {
    for (const RayResult& result : cast({shape, {}}, rays)) counters += result.counters;
  });
  rows.push_back(make_row(bench, "ray", time * 1e9 / static_cast<double>(rays.size()), rays.size(), counters));
  return rows;
}

}  // namespace graze::bench
