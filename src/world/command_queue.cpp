#include "world/command_queue.h"

#include <utility>

namespace graze {

void CommandQueue::push(Command command) {
  const std::lock_guard lock(mutex_);
  commands_.push_back(std::move(command));
}

void CommandQueue::take(std::vector<Command>& taken) {
  taken.clear();
  const std::lock_guard lock(mutex_);
  std::swap(commands_, taken);
}

void CommandQueue::give_back(const std::vector<std::uint32_t>& slots) {
  const std::lock_guard lock(mutex_);
  free_.reserve(free_.size() + slots.size());
  for (const std::uint32_t slot : slots) {
    // A slot that has had every generation is never used again: no id comes back.
    if (++generations_[slot] != 0) free_.push_back(slot);
  }
}

ObjectId CommandQueue::take_slot() {
  if (free_.empty()) {
    const auto slot = static_cast<std::uint32_t>(generations_.size());
    generations_.push_back(1);
    return {slot, 1};
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  return {slot, generations_[slot]};
}

std::uint64_t CommandQueue::next_key() const {
  const std::lock_guard lock(mutex_);
  return next_key_;
}

void CommandQueue::set_next_key(std::uint64_t key) {
  const std::lock_guard lock(mutex_);
  next_key_ = key;
}

std::size_t CommandQueue::pending() const {
  const std::lock_guard lock(mutex_);
  return commands_.size();
}

std::size_t CommandQueue::memory() const {
  const std::lock_guard lock(mutex_);
  return commands_.capacity() * sizeof(Command) + (generations_.capacity() + free_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace graze
