// Every pair of triangles that meets, for one large pair of bodies in several threads.
#pragma once

#include <cstddef>
#include <vector>

#include "graze/query.h"
#include "narrow/body/posed.h"
#include "tree/frames.h"

namespace graze {

struct MeetingPairs {
  std::vector<TrianglePair> pairs;  // in the order in which one thread finds them
  bool complete = true;             // false when max_results cut the list
  Counters counters;
};

// The same pairs for any number of threads (0: as many as the machine has), also when cut; then `counters` tell of more
// work than one thread does, which stops in time.
MeetingPairs meeting_pairs(const Posed& a, const Posed& b, const PairFrame& frame, std::size_t max_results,
                           int threads);

}  // namespace graze
