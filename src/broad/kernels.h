// The inner loops of the broad phases, one implementation an instruction set. All give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad/float_box.h"
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
  float slack;       // of the set
};

// Where pairs are written: as the keys of IdPair, and up to `lanes` elements of rubbish beyond them.
struct PairSink {
  std::uint64_t* pairs = nullptr;
  std::size_t capacity = 0, count = 0;
  std::uint64_t doubts = 0;
};

struct BroadKernels {
  // Appends the pairs of each run that overlap, up to the first run for which there may not be room: end - begin +
  // lanes. How many runs are done.
  std::size_t (*runs)(const ColumnView& columns, const Run* runs, std::size_t count, const Exact& exact,
                      PairSink& sink);
};

// Those of the instruction set in use.
const BroadKernels& broad_kernels() noexcept;
// Those of a given one; the processor must have it.
const BroadKernels& broad_kernels(Isa isa) noexcept;

}  // namespace graze
