#include "base/work.h"

namespace graze::work {

namespace {

// About ten milliseconds of work.
constexpr std::uint64_t stride = std::uint64_t{1} << 20;

std::uint64_t next_look() noexcept {
  const bool far = meter.stop == nullptr || meter.budget < meter.done || meter.budget - meter.done <= stride;
  return far ? meter.budget : meter.done + stride;
}

}  // namespace

bool ended() noexcept {
  if (meter.done > meter.budget) return true;
  if (meter.stop != nullptr && meter.stop->load(std::memory_order_relaxed)) return true;
  meter.limit = next_look();
  return false;
}

Stoppable::Stoppable(const std::atomic<bool>* stop) noexcept : before_(meter.stop) {
  meter.stop = stop;
  meter.limit = next_look();
}

Stoppable::~Stoppable() {
  meter.stop = before_;
  meter.limit = next_look();
}

}  // namespace graze::work
