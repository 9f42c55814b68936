#include "store/find_pairs.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "broad/broad_phase.h"
#include "graze/clash.h"
#include "graze/error.h"

namespace graze {

namespace {

// The lower corner of the overlap; of parts in pieces, of the first two pieces that overlap.
Vec3 corner(const TileEntry& a, const TileEntry& b, const Pieces& pieces) {
  if (!a.piece && !b.piece) return max(a.box.lo, b.box.lo);
  const auto boxes = [&](const TileEntry& entry) {
    return entry.piece ? std::span<const Box>(pieces.at(entry.part())) : std::span(&entry.box, 1);
  };
  const TileEntry &first = a.part() < b.part() ? a : b, &second = a.part() < b.part() ? b : a;
  for (const Box& x : boxes(first)) {
    for (const Box& y : boxes(second)) {
      if (overlap(x, y)) return max(x.lo, y.lo);
    }
  }
  return max(a.box.lo, b.box.lo);
}

}  // namespace

std::vector<TilePair> find_tile_pairs(const Tiles& tiles, std::span<const TileEntry> entries, const Pieces& pieces) {
  std::vector<TilePair> result;
  if (entries.size() < 2) return result;
  BroadPhase broad;
  for (std::uint32_t i = 0; i < entries.size(); ++i) (void)broad.add(i, entries[i].box);
  const BroadResult found = broad.step(1);
  if (found.status != Status::ok) throw Error("too many pairs of parts are near each other: out of memory");
  const std::uint32_t tile = entries[0].tile();
  for (const IdPair& pair : found.pairs) {
    const TileEntry *a = &entries[pair.lesser()], *b = &entries[pair.greater()];
    if (a->part() == b->part()) continue;
    const bool forward = (a->side & ClashSets::a) && (b->side & ClashSets::b);
    const bool backward = (b->side & ClashSets::a) && (a->side & ClashSets::b);
    if (!forward && !backward) continue;
    if (tiles.at(corner(*a, *b, pieces)) != tile) continue;
    if (!forward || (backward && b->rank < a->rank)) std::swap(a, b);
    result.push_back({a->part(), b->part(), a->hash, b->hash});
  }
  const auto order = [](const TilePair& x) {
    return std::tuple(std::min(x.hash_a, x.hash_b), std::max(x.hash_a, x.hash_b), x.a, x.b);
  };
  std::sort(result.begin(), result.end(), [&](const TilePair& x, const TilePair& y) { return order(x) < order(y); });
  // Pieces of two parts may meet more than once.
  result.erase(std::unique(result.begin(), result.end(),
                           [&](const TilePair& x, const TilePair& y) { return order(x) == order(y); }),
               result.end());
  return result;
}

}  // namespace graze
