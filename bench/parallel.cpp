// parallel: parallel close proximity (Lin): a sphere inside a sphere of the same tessellation, smaller by a gap,
// so that every facet has a parallel one a hair away and nothing can be rejected early.
#include <fmt/format.h>

#include "bench/pairs.h"

namespace graze::bench {

std::vector<Row> parallel(const Settings& settings) {
  std::vector<Row> rows;
  for (double gap : {1e-1, 1e-2, 1e-3, 1e-4}) {
    MeshData outer = scenes::sphere(static_cast<std::uint32_t>(settings.effort.parallel_triangles)), inner = outer;
    for (Vec3& v : inner.vertices) v = v * (1 - gap);
    scenes::Random random(settings.seed);
    std::vector<PairQuery> queries;
    for (int i = 0; i < 64; ++i) {
      // The two stay parallel; the inner one leaves the middle by up to a third of the gap.
      const Mat3 rotation = random_rotation(random);
      queries.push_back({0, 1, {rotation, {}}, {rotation, random.direction() * (gap * random.uniform(0, 0.33))}});
    }
    PairStage stage({std::move(outer), std::move(inner)}, make_pair_peers());
    for (Row& row : stage.yes_no("parallel", fmt::format("gap-{:.0e}", gap), queries, settings.effort)) {
      row.more.push_back({"gap", gap});
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace graze::bench
