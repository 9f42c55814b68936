// The hierarchies of study/hierarchy/, one per volume, behind the interface of the peers: ours against ours.
#pragma once

#include <memory>
#include <vector>

#include "bench/peers/peer.h"
#include "study/hierarchy/hierarchy.h"

namespace graze::bench {
using namespace study;

class HierarchyPeer : public CollidePeer {
 public:
  // Of all queries since the last call.
  virtual HierarchyCounters take_counters() = 0;
};

// Every volume, in the order of the tables.
std::vector<std::unique_ptr<HierarchyPeer>> make_hierarchies(Grouping grouping);

}  // namespace graze::bench
