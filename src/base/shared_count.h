// How many handles share an object, counted so that threads that copy and drop handles of the same object do not wait
// for each other.
//
// All handles are counted in one number at first. When two threads are seen to change it at the same time, cells are
// opened, one cache line each: from then on a thread counts the handles that it makes, and those of them that it drops,
// in a cell of its own. A handle remembers under which opening (`epoch`) it was counted; 0 means in the one number.
//
// Nobody watches the sum of the cells while the one number is above zero, since some handle that was there before the
// opening keeps the object. Who brings it to zero closes the cells and adds what was in them; if that is nothing, the
// object has no handle left. A handle whose opening has been closed is counted in the one number.
#pragma once

#include <atomic>
#include <cstdint>

#include "graze/api.h"

namespace graze {

class SharedCount {
 public:
  SharedCount() = default;
  // An object that is copied has handles of its own.
  SharedCount(const SharedCount&) noexcept {}
  SharedCount& operator=(const SharedCount&) noexcept { return *this; }
  GRAZE_API ~SharedCount();

  // One handle more, the copy of one that stays meanwhile. Returns its epoch; that of the first is 0.
  std::uint32_t hold() noexcept;
  // One handle less, of this epoch. True when it was the last one: nobody else touches the object any more.
  bool release(std::uint32_t epoch) noexcept;

  // Cells from now on, as if threads had been seen to contend. Called while a handle that is counted in the one number
  // stays. Does nothing where there are cells, or no memory for them.
  void open() noexcept;
  bool is_open() const noexcept { return state_.load(std::memory_order_acquire) == State::opened; }

  // How often this thread has changed the count of an object that others may hold: tests show by it that queries do
  // not.
  static std::uint64_t touches() noexcept;

 private:
  enum class State : std::uint32_t { closed, changing, opened };
  struct Cells;

  bool close() noexcept;

  // A line of its own, beside whatever of the object threads read.
  alignas(64) std::atomic<std::int64_t> central_{1};
  std::atomic<Cells*> cells_{nullptr};  // made once, kept as long as the object
  std::atomic<State> state_{State::closed};
  std::uint32_t epochs_ = 0;  // how often cells were opened; touched by who is changing the state
};

}  // namespace graze
