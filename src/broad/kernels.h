// The inner loops of the broad phases, one implementation an instruction set. All give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad/box_block.h"
#include "broad/float_box.h"
#include "broad/ray_walk.h"
#include "graze/math.h"
#include "math/isa.h"

namespace graze {

// Float boxes as columns, each readable for `lanes` elements beyond the last.
struct ColumnView {
  static constexpr std::size_t lanes = 16;
  const float* lo[3];
  const float* hi[3];
  const std::uint32_t* ids;
};

// One box of the columns against those of a range that does not hold it.
struct Run {
  std::uint32_t box, begin, end;
};

// What float leaves undecided is looked up.
struct Exact {
  const Box* boxes;  // by id
  const FloatBox* floats;
  float slack;  // of the set
};

// Where pairs are written: as the keys of IdPair, and up to `lanes` elements of rubbish beyond them.
struct PairSink {
  std::uint64_t* pairs = nullptr;
  std::size_t capacity = 0, count = 0;
  std::uint64_t doubts = 0;
};

// What a set of boxes keeps by id (broad/box_set.h).
struct BoxTables {
  enum Flag : std::uint8_t { present = 1, settled = 2, listed = 4 };
  Box* boxes;
  FloatBox* floats;
  std::uint8_t* flags;
  std::size_t limit;       // of ids
  std::uint32_t* changes;  // each id once that has the flag `listed`; one more may be written
  std::size_t change_count;
  float largest;  // of largest_bound()
};

// Gaps of boxes count as no more than this along an axis, so that their squares are floats.
inline constexpr float gap_most = 0x1p60f;

struct BroadKernels {
  // Moves boxes, up to the first id that is not there or box that is not usable; how many.
  std::size_t (*move)(const std::uint32_t* ids, const Box* boxes, std::size_t count, BoxTables& tables);

  // Appends the pairs of each run that overlap, up to the first run for which there may not be room: end - begin +
  // lanes. How many runs are done.
  std::size_t (*runs)(const ColumnView& columns, const Run* runs, std::size_t count, const Exact& exact,
                      PairSink& sink);

  // Box order[i] of the table becomes rows[i] and lane i of the blocks; an order of `limit` or above is an unused lane.
  // The box of block i becomes lane i of `parents`, whose other lanes stay.
  void (*gather)(const FloatBox* table, std::uint32_t limit, const std::uint32_t* order, std::size_t blocks,
                 FloatBox* rows, BoxBlock* to, BoxBlock* parents);

  // Bit i when the box overlaps lane i.
  unsigned (*one)(const FloatBox& box, const BoxBlock& block);

  // The place in the order of the next box that the ray may meet at an s of at most `limit`, the nearer ones about
  // first; false when there is none any more. `limit` is one of the ray's limit(), and does not grow from call to call.
  bool (*next_box)(RayWalk& walk, float limit, std::uint32_t& place);
  // Bit i when lane i holds a box that may be as near as the root of `limit`; gaps_sq[i]: not nearer than the root of
  // that.
  unsigned (*near)(const FloatBox& box, float limit, const BoxBlock& block, float* gaps_sq);

  // Two levels of the tree. A pair is two blocks, one index in the upper half, one in the lower; equal ones ask for the
  // pairs within a block, and come before all others. Writes the pairs of lanes that overlap, as the numbers 16 * block
  // + lane, up to the first group of `group` pairs for which there may not be room (most_of_group); how many are done.
  static constexpr std::size_t group = 128, most_of_group = group * 16 * 16 + 16;
  std::size_t (*lanes)(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                       PairSink& sink, std::uint64_t& tests);
  // The same at the lowest level, of which `rows` are the boxes: pairs of ids, exactly.
  std::size_t (*leaves)(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                        const FloatBox* rows, const Exact& exact, PairSink& sink, std::uint64_t& tests);

  // Keys sorted but for groups of up to `most` neighbours: sorts them.
  void (*sort_groups)(std::uint64_t* keys, std::size_t count, std::size_t most);
};

// Those of the instruction set in use.
const BroadKernels& broad_kernels() noexcept;
// Those of a given one; the processor must have it.
const BroadKernels& broad_kernels(Isa isa) noexcept;

}  // namespace graze
