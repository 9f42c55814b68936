// A case made ready for the collide workloads: its object frames, every implementation built, contacts found.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/poses.h"
#include "bench/workload.h"

namespace graze::bench {

struct Stage {
  MeshData mesh;  // in one object frame
  std::unique_ptr<CollidePeer> ours;
  std::vector<std::unique_ptr<CollidePeer>> peers;
  std::vector<Contact> contacts;  // by FCL OBBRSS, whichever peers are compared
};

std::vector<Stage> make_stages(const Case& scene, const Settings& settings);

// Poses of each stage, evenly spread over all of them.
struct Part {
  std::vector<std::vector<Pose>> poses;
  std::size_t total = 0;
};

// About `count` poses of all those given, in whole groups of `group` neighbours; at least one group a stage.
Part spread(const std::vector<std::vector<Pose>>& poses, std::size_t count, std::size_t group);

// What an implementation does with the poses of one stage; results go to index `first` on.
using StageQuery = std::function<void(CollidePeer& peer, std::span<const Pose> poses, std::size_t first)>;

// One measured pair of implementations: peer number `peer` against ours, on the same part.
struct Measurement {
  std::size_t peer = 0;
  Part part;
  double ours_ns = 0, peer_ns = 0;  // a query
  int rounds = 0;
};

// Chooses for each peer the part of the poses that fits the effort, then times all of them and ours, interleaved.
std::vector<Measurement> measure(std::vector<Stage>& stages, const std::vector<std::size_t>& peers,
                                 const std::vector<std::vector<Pose>>& poses, std::size_t group,
                                 const StageQuery& query, const Effort& effort);

// The fields that every collide row has.
Row make_row(const char* workload, const Case& scene, const CollidePeer& peer, const Measurement& measurement);

}  // namespace graze::bench
