// A moving mesh against a still one: `move` beside the peers, timed and judged.
#pragma once

#include "bench/peers/motion.h"
#include "bench/workload.h"

namespace graze::bench {

struct MotionScene {
  MeshData still, moving;
  std::vector<MotionQuery> queries;  // clear of each other at the start
};

// A row a peer, on the leading queries that fit the effort. A peer may be later or earlier than our bracket by
// `tolerance` of the motion. In `more`, of the `judged` queries, which
// may be more than were timed: `missed` (no contact, where there is one), `late` (after our
// bracket), `latest` (by how much of the motion), `early` (before it; right for who only promises that), `false_hits`
// (contact where there is none); of ours: `bracket` (the widest), `unproven` (hits without a proof of contact).
// Contacts are confirmed by exact arithmetic at poses just after our bracket and at the peer's times.
std::vector<Row> compare_motions(const char* workload, const std::string& scene_name, const MotionScene& scene,
                                 std::span<const std::unique_ptr<MotionPeer>> peers, const Effort& effort,
                                 double tolerance);

}  // namespace graze::bench
