#include "base/shared_count.h"

#include <array>
#include <cstddef>
#include <new>

namespace graze {
namespace {

constexpr std::size_t cell_count = 32;  // a power of two
// What a cell holds: whether it is closed, the epoch for which it was opened last, and in the lower half the handles
// counted in it, from a middle on, since a thread may drop more than it makes.
constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63, middle = std::uint64_t{1} << 31, lower_half = 0xffffffff;
constexpr std::uint32_t most_epochs = 0x7fffffff;
// Added to the one number while cells are being closed, so that nobody else brings it to zero.
constexpr std::int64_t guard = std::int64_t{1} << 60;

constexpr bool is_closed(std::uint64_t word) { return (word & closed_bit) != 0; }
constexpr std::uint32_t epoch_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32) & most_epochs; }

struct ThreadPlace {
  std::uint32_t cell = 0;  // counted from 1; 0: not given yet
  std::uint64_t touches = 0;
};
#if defined(__GNUC__) && defined(__ELF__) && !defined(GRAZE_DYNAMIC_TLS)
[[gnu::tls_model("initial-exec")]]  // one instruction, also in a shared library
#endif
thread_local constinit ThreadPlace place;

std::atomic<std::uint32_t> threads_seen{0};

std::size_t own_cell() noexcept {
  if (place.cell == 0)
    place.cell = threads_seen.fetch_add(1, std::memory_order_relaxed) % static_cast<std::uint32_t>(cell_count) + 1;
  return place.cell - 1;
}

}  // namespace

struct SharedCount::Cells {
  struct alignas(64) Cell {
    std::atomic<std::uint64_t> word{closed_bit};
  };
  std::array<Cell, cell_count> each;
};

SharedCount::~SharedCount() { delete cells_.load(std::memory_order_acquire); }

std::uint64_t SharedCount::touches() noexcept { return place.touches; }

std::uint32_t SharedCount::hold() noexcept {
  ++place.touches;
  if (Cells* const cells = cells_.load(std::memory_order_acquire)) {
    std::atomic<std::uint64_t>& cell = cells->each[own_cell()].word;
    std::uint64_t word = cell.load(std::memory_order_relaxed);
    // A cell that is full leaves the handle to the one number.
    while (!is_closed(word) && (word & lower_half) != lower_half)
      if (cell.compare_exchange_weak(word, word + 1, std::memory_order_relaxed)) return epoch_of(word);
  }
  std::int64_t before = central_.load(std::memory_order_relaxed);
  if (central_.compare_exchange_strong(before, before + 1, std::memory_order_relaxed)) return 0;
  central_.fetch_add(1, std::memory_order_relaxed);
  open();
  return 0;
}

bool SharedCount::release(std::uint32_t epoch) noexcept {
  // Nobody can copy the only handle while it is dropped.
  if (epoch == 0 && central_.load(std::memory_order_acquire) == 1 &&
      state_.load(std::memory_order_acquire) == State::closed)
    return true;
  ++place.touches;
  if (epoch != 0) {
    // A cell that cannot go lower, or that is about to be opened for this epoch, leaves it to the next: together they
    // count the handles that are there.
    Cells& cells = *cells_.load(std::memory_order_acquire);
    bool closed = false;
    for (std::size_t at = own_cell(); !closed; at = (at + 1) % cell_count) {
      std::atomic<std::uint64_t>& cell = cells.each[at].word;
      std::uint64_t word = cell.load(std::memory_order_relaxed);
      while (epoch_of(word) == epoch && !is_closed(word) && (word & lower_half) != 0)
        if (cell.compare_exchange_weak(word, word - 1, std::memory_order_release, std::memory_order_relaxed))
          return false;
      closed = epoch_of(word) > epoch || (epoch_of(word) == epoch && is_closed(word));
    }
  }
  return central_.fetch_sub(1, std::memory_order_acq_rel) == 1 && close();
}

void SharedCount::open() noexcept {
  State expected = State::closed;
  if (!state_.compare_exchange_strong(expected, State::changing, std::memory_order_acq_rel)) return;
  Cells* cells = cells_.load(std::memory_order_relaxed);
  if (cells == nullptr) cells = new (std::nothrow) Cells;
  if (cells == nullptr || epochs_ == most_epochs) {
    state_.store(State::closed, std::memory_order_release);
    return;
  }
  cells_.store(cells, std::memory_order_release);
  const std::uint64_t empty = std::uint64_t{++epochs_} << 32 | middle;
  for (Cells::Cell& cell : cells->each) cell.word.store(empty, std::memory_order_relaxed);
  state_.store(State::opened, std::memory_order_release);
}

// The caller has brought the one number to zero, and nobody else does before it is above zero again: handles in cells
// do not touch it while these are open, and who opens them holds a handle that is counted in it. Another opening may
// follow at once, before what was in the cells has been added, and leave the number at zero once more.
bool SharedCount::close() noexcept {
  while (state_.load(std::memory_order_acquire) == State::opened) {
    state_.store(State::changing, std::memory_order_relaxed);
    central_.fetch_add(guard, std::memory_order_relaxed);
    const std::uint64_t closed = closed_bit | std::uint64_t{epochs_} << 32;
    std::int64_t counted = 0;
    for (Cells::Cell& cell : cells_.load(std::memory_order_relaxed)->each) {
      const std::uint64_t word = cell.word.exchange(closed, std::memory_order_acq_rel);
      counted += static_cast<std::int64_t>(word & lower_half) - static_cast<std::int64_t>(middle);
    }
    state_.store(State::closed, std::memory_order_release);
    if (central_.fetch_add(counted - guard, std::memory_order_acq_rel) != guard - counted) return false;
  }
  return true;
}

}  // namespace graze
