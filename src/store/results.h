// What a unit of work found, as a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clash/pair.h"
#include "store/wide_hash.h"

namespace graze {

// Of two parts, the one with the lesser hash first.
struct StoredResult {
  WideHash low, high;
  PairOutcome outcome;
};

// The same with the parts in the other order.
PairOutcome mirrored(PairOutcome outcome);

// Where the results of a unit are.
std::string result_path(const std::string& store, const WideHash& key);
// Throws Error naming the file.
void write_results(const std::string& path, const WideHash& key, const WideHash& settings,
                   const std::vector<StoredResult>& results);
// None when there is no such file, when it is damaged, or of other settings: then they are to be found again.
std::optional<std::vector<StoredResult>> read_results(const std::string& path, const WideHash& key,
                                                      const WideHash& settings);

}  // namespace graze
