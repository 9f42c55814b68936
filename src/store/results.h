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
  WideHash a, b;
  PairOutcome outcome;
};

// All of a clash that check_pair() finds, as it is in files.
struct StoredClash {
  ClashClass value{};
  std::uint8_t a_is_inside = 0;
  FitKind fit{};
  std::uint8_t shaft_is_a = 0;
  std::uint32_t reserved = 0;
  double distance = 0, bound = 0;
  Vec3 point, normal;
  double local_lower = 0, local_upper = 0, volume_lower = 0, volume_upper = 0;
  Box region;
  double depth_lower = 0, depth_upper = 0;
  double shaft = 0, bore = 0;
  Vec3 fit_point, fit_axis;
};
static_assert(sizeof(StoredClash) == 232);
StoredClash stored(const Clash& clash);
Clash clash_of(const StoredClash& stored);

// Where the results of a unit are.
std::string result_path(const std::string& store, const WideHash& key);
// Throws Error naming the file.
void write_results(const std::string& path, const WideHash& key, const WideHash& settings,
                   const std::vector<StoredResult>& results);
// What a file of results has.
struct UnitResults {
  WideHash settings;  // Questions::hash() of what was asked
  std::vector<StoredResult> pairs;
};
// None when there is no such file, or when it is damaged: then they are to be found again.
std::optional<UnitResults> read_results(const std::string& path, const WideHash& key);

}  // namespace graze
