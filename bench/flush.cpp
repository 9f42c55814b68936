// flush: two cubes of 192 triangles that share a face, under one random rotation for both. The rounding of the posed
// vertices decides where they touch, cut into each other or miss by an ulp: a peer with tolerances guesses.
#include "bench/pairs.h"

namespace graze::bench {

std::vector<Row> flush(const Settings& settings) {
  scenes::Random random(settings.seed);
  std::vector<PairQuery> queries;
  for (int i = 0; i < settings.effort.flush_poses; ++i) {
    const Mat3 rotation = random_rotation(random);
    queries.push_back({0, 0, {rotation, {}}, {rotation, rotation * Vec3{2, 0, 0}}});
  }
  std::vector<MeshData> meshes;
  meshes.push_back(scenes::cube(4));
  PairStage stage(std::move(meshes), make_pair_peers());
  std::vector<Row> rows = stage.yes_no("flush", "cubes-192", queries, settings.effort);
  for (Row& row : stage.all_pairs("flush", "cubes-192-all", queries, settings.effort)) rows.push_back(row);
  return rows;
}

}  // namespace graze::bench
