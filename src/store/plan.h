// Which pairs of parts must be asked, cut into units of work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/store.h"
#include "store/block_file.h"
#include "store/questions.h"
#include "store/tiles.h"
#include "store/wide_hash.h"

namespace graze {

// Pairs of a unit, at most; one of a part that is cut into pieces, which takes longer, counts as many.
inline constexpr std::uint32_t pairs_a_unit = 1u << 15, pairs_a_pair_of_pieces = 1u << 8;

struct StoredPair {
  std::uint32_t a = 0, b = 0;  // numbers of parts; a is of set A, or has the lesser path
};

// The pairs of a tile under one rule, or some of them where there are many: those whose boxes, grown by half the reach,
// overlap, with the lower corner of the overlap in the tile. Of a part that is cut into pieces, the first pair of
// pieces counts.
struct StoredUnit {
  std::uint64_t first = 0;  // in the file of pairs; these are sorted by the hashes of the parts, the lesser first
  std::uint32_t count = 0;
  SpaceCell cell;
  std::uint32_t rule = no_rule;  // which of ClashSets::each is asked
  WideHash key;  // of settings and of both parts' hashes, for all pairs: of all that goes into the results
};
static_assert(sizeof(StoredUnit) == 48);

struct Plan {
  WideHash id;
  BlockReader units, pairs;

  std::uint64_t size() const noexcept { return units.size() / sizeof(StoredUnit); }
  StoredUnit unit(std::uint64_t number) const { return units.value<StoredUnit>(number); }
  std::vector<StoredPair> pairs_of(const StoredUnit& unit) const;
};

// The plan as it was made before, with the same parts, settings and sets; made, and kept in the store, if there is none
// or it is damaged. Throws Error; nullopt when progress stops it.
std::optional<Plan> make_plan(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets,
                              const Questions& questions, const StoreProgress& progress);
// By the name that check_store() gives it, of the store in that folder. Throws Error.
Plan open_plan(const std::string& store, const std::string& id);
// All plans of the store in that folder; damaged ones are left out.
std::vector<Plan> plans_of(const std::string& store);
// Where plans, and the scratch files that they are made with, are.
std::string plan_folder(const std::string& store);

}  // namespace graze
