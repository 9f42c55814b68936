// What a kind of broad phase implements.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "broad/broad_phase.h"

namespace graze {

// Keeps what it wants from step to step. After an exception from find() it is not used again.
class PairFinder {
 public:
  virtual ~PairFinder() = default;

  // Replaces `pairs` by every pair of overlapping boxes, sorted. At the first call everything in the set is listed as
  // added, and `pairs` is empty; later, `pairs` holds those of the last call, and the set lists what changed since.
  virtual void find(const BoxSet& set, int threads, std::vector<IdPair>& pairs, BroadCounters& counters) = 0;
  // After find(), before the set changes: empty, or what is wrong.
  virtual std::string validate(const BoxSet& set) const = 0;
};

std::unique_ptr<PairFinder> make_brute_force();

}  // namespace graze
