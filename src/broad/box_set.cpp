#include "broad/box_set.h"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace graze {

void BoxSet::write(std::uint32_t id, const Box& box) noexcept {
  boxes_[id] = box;
  floats_[id] = to_float(box, id);
  largest_ = largest_bound(floats_[id], largest_);
}

void BoxSet::note(std::uint32_t id) noexcept {
  if ((flags_[id] & listed) != 0) return;
  flags_[id] = std::uint8_t(flags_[id] | listed);
  changes_.push_back(id);
}

Status BoxSet::add(std::uint32_t id, const Box& box) noexcept {
  if (id == none || has(id) || !usable(box)) return Status::invalid;
  try {
    if (id >= flags_.size()) {
      // Everything that another call needs is reserved before anything changes.
      const std::size_t count = std::max(std::size_t{id} + 1, flags_.size() + flags_.size() / 2);
      boxes_.reserve(count);
      floats_.reserve(count);
      places_.reserve(count);
      ids_.reserve(count);
      changes_.reserve(count);
      flags_.reserve(count);
      const std::size_t size = std::size_t{id} + 1;
      boxes_.resize(size, Box{{}, {}});
      floats_.resize(size);
      places_.resize(size, none);
      flags_.resize(size);
    }
  } catch (const std::exception&) {  // bad_alloc or length_error
    return Status::out_of_memory;
  }
  flags_[id] = std::uint8_t(flags_[id] | present);
  places_[id] = std::uint32_t(ids_.size());
  ids_.push_back(id);
  write(id, box);
  note(id);
  return Status::ok;
}

Status BoxSet::move(std::uint32_t id, const Box& box) noexcept {
  if (!has(id) || !usable(box)) return Status::invalid;
  write(id, box);
  note(id);
  return Status::ok;
}

Status BoxSet::move(std::span<const std::uint32_t> ids, std::span<const Box> boxes) noexcept {
  if (ids.size() != boxes.size()) return Status::invalid;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const Status status = move(ids[i], boxes[i]); status != Status::ok) return status;
  return Status::ok;
}

Status BoxSet::remove(std::uint32_t id) noexcept {
  if (!has(id)) return Status::invalid;
  const std::uint32_t last = ids_.back();
  ids_[places_[id]] = last;
  places_[last] = places_[id];
  places_[id] = none;
  ids_.pop_back();
  flags_[id] = std::uint8_t(flags_[id] & ~present);
  boxes_[id] = Box{{}, {}};
  floats_[id] = FloatBox{};
  note(id);
  return Status::ok;
}

void BoxSet::settle() noexcept {
  for (const std::uint32_t id : changes_) flags_[id] = (flags_[id] & present) != 0 ? present | settled : 0;
  changes_.clear();
}

void BoxSet::renew() {
  changes_.assign(ids_.begin(), ids_.end());
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  largest_ = 0;
  for (const std::uint32_t id : ids_) {
    flags_[id] = present | listed;
    largest_ = largest_bound(floats_[id], largest_);
  }
}

std::string BoxSet::validate() const {
  if (boxes_.size() != flags_.size() || floats_.size() != flags_.size() || places_.size() != flags_.size())
    return "the tables by id differ in length";
  if (changes_.capacity() < flags_.size() || ids_.capacity() < flags_.size()) return "no room for every id";
  std::size_t there = 0, noted = 0;
  for (std::uint32_t id = 0; id < flags_.size(); ++id) {
    noted += (flags_[id] & listed) != 0;
    if (!has(id)) continue;
    ++there;
    if (places_[id] >= ids_.size() || ids_[places_[id]] != id) return "id " + std::to_string(id) + " is misplaced";
    const FloatBox expected = to_float(boxes_[id], id);
    for (int axis = 0; axis < 3; ++axis)
      if (floats_[id].lo[axis] != expected.lo[axis] || floats_[id].hi[axis] != expected.hi[axis])
        return "the float box of id " + std::to_string(id) + " is not its box";
    if (floats_[id].id != id) return "the float box of id " + std::to_string(id) + " has another id";
    if (largest_bound(floats_[id], largest_) != largest_) return "a bound is above the largest";
  }
  if (there != ids_.size()) return "ids are listed that are not there";
  if (noted != changes_.size()) return "the changes are not those that are flagged";
  for (const std::uint32_t id : changes_)
    if ((flags_[id] & listed) == 0) return "id " + std::to_string(id) + " is among the changes for nothing";
  return {};
}

}  // namespace graze
