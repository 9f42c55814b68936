#include "world/command_queue.h"

#include <utility>

namespace graze {

void CommandQueue::push(Command command) {
  const std::lock_guard lock(mutex_);
  commands_.list.push_back(std::move(command));
}

void CommandQueue::push(const MoveCommand& command) {
  const std::lock_guard lock(mutex_);
  // Where memory runs out, an empty row may stay behind.
  if (commands_.list.empty() || !std::holds_alternative<MoveRow>(commands_.list.back())) {
    commands_.list.push_back(MoveRow{commands_.moves.size()});
    ++rows_;
  }
  commands_.moves.push_back(command);
  std::get<MoveRow>(commands_.list.back()).end = commands_.moves.size();
}

void CommandQueue::take(Commands& taken) {
  taken.clear();
  const std::lock_guard lock(mutex_);
  std::swap(commands_, taken);
  rows_ = 0;
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
  return commands_.list.size() - rows_ + commands_.moves.size();
}

std::size_t CommandQueue::memory() const {
  const std::lock_guard lock(mutex_);
  return commands_.memory() + (generations_.capacity() + free_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace graze
