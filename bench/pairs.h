// Timing and comparing queries between pairs of different meshes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/peers/pair.h"
#include "bench/workload.h"

namespace graze::bench {

// Ours and the peers, built over the same meshes.
class PairStage {
 public:
  PairStage(std::vector<MeshData> meshes, std::vector<std::unique_ptr<PairPeer>> peers,
            std::unique_ptr<PairPeer> ours = make_graze_pair());

  const std::vector<MeshData>& meshes() const { return meshes_; }
  PairPeer& ours() { return *ours_; }

  // A row a peer. A slow peer gets a part of the queries, evenly spread, and ours is timed on the same.
  std::vector<Row> yes_no(const char* workload, const std::string& scene, const std::vector<PairQuery>& queries,
                          const Effort& effort);
  // Every meeting pair of triangles, for the peers that list them; a disagreement is a pair that only one lists.
  std::vector<Row> all_pairs(const char* workload, const std::string& scene, const std::vector<PairQuery>& queries,
                             const Effort& effort);

 private:
  std::vector<Row> run(const char* workload, const std::string& scene, const std::vector<PairQuery>& queries,
                       const Effort& effort, bool all);
  void compare_answers(PairPeer& peer, const std::vector<PairQuery>& queries, Row& row);
  void compare_pairs(PairPeer& peer, const std::vector<PairQuery>& queries, Row& row);

  std::vector<MeshData> meshes_;
  std::unique_ptr<PairPeer> ours_;
  std::vector<std::unique_ptr<PairPeer>> peers_;
};

// A uniformly random rotation.
Mat3 random_rotation(scenes::Random& random);

}  // namespace graze::bench
