// The pairs of one tile.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "graze/clash.h"
#include "graze/math.h"
#include "store/tiles.h"
#include "store/wide_hash.h"

namespace graze {

// A part, or a piece of one, in a tile that it has common points with.
struct TileEntry {
  std::uint64_t key = 0;  // the tile in the upper half, the part's number in the lower
  Box box;                // in the world, grown by half the reach
  WideHash hash;
  std::uint32_t rank = 0;  // of the part's path
  std::uint8_t side = 0;   // ClashSets::Side
  bool piece = false;

  std::uint32_t tile() const noexcept { return static_cast<std::uint32_t>(key >> 32); }
  std::uint32_t part() const noexcept { return static_cast<std::uint32_t>(key); }
};

// A pair that belongs to the tile.
struct TilePair {
  std::uint32_t a = 0, b = 0;  // numbers of parts, as in StoredPair
  WideHash hash_a, hash_b;
  std::uint32_t rule = no_rule;
};

// The pieces of parts that are cut, in the order in which they are compared; boxes grown as the entries' are.
using Pieces = std::map<std::uint32_t, std::vector<Box>>;

// Of all entries of a tile. Sorted by the hashes, the lesser of a pair first, then by the parts. Throws Error when
// there are too many.
std::vector<TilePair> find_tile_pairs(const Tiles& tiles, std::span<const TileEntry> entries, const Pieces& pieces);

}  // namespace graze
