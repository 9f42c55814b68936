#include "broad/box_set.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "base/executor.h"

namespace graze {

void BoxSet::write(std::uint32_t id, const Box& box) noexcept {
  boxes_[id] = box;
  floats_[id] = to_float(box, id);
  largest_ = largest_bound(floats_[id], largest_);
}

void BoxSet::note(std::uint32_t id) noexcept {
  changes_.data()[change_count_] = id;
  change_count_ += (flags_[id] & Flag::listed) == 0;
  flags_[id] = std::uint8_t(flags_[id] | Flag::listed);
}

Status BoxSet::add(std::uint32_t id, const Box& box) noexcept {
  if (id == none || has(id) || !usable(box)) return Status::invalid;
  try {
    const std::size_t size = std::size_t{id} + 1;
    if (size > room_) {
      // All that any call needs is reserved before anything changes.
      const std::size_t room = std::max(size, room_ + room_ / 2);
      boxes_.reserve(room);
      floats_.reserve(room);
      flags_.reserve(room);
      places_.reserve(room);
      ids_.reserve(room);
      changes_.need(room + 1, change_count_);
      room_ = room;
    }
    if (size > flags_.size()) {
      boxes_.resize(size, Box{{}, {}});
      floats_.resize(size);
      flags_.resize(size);
      places_.resize(size, none);
    }
  } catch (const std::exception&) {  // bad_alloc or length_error
    return Status::out_of_memory;
  }
  flags_[id] = std::uint8_t(flags_[id] | Flag::present);
  places_[id] = std::uint32_t(ids_.size());
  ids_.push_back(id);
  write(id, box);
  note(id);
  same_ids_ = false;
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
  BoxTables tables{boxes_.data(),   floats_.data(), flags_.data(), flags_.size(),
                   changes_.data(), change_count_,  largest_};
  const std::size_t moved = broad_kernels().move(ids.data(), boxes.data(), ids.size(), tables);
  change_count_ = tables.change_count;
  largest_ = tables.largest;
  return moved == ids.size() ? Status::ok : Status::invalid;
}

Status BoxSet::move(std::uint32_t id, const Box& box, Moves& moves) noexcept {
  if (!has(id) || !usable(box)) return Status::invalid;
  boxes_[id] = box;
  floats_[id] = to_float(box, id);
  moves.largest = largest_bound(floats_[id], moves.largest);
  moves.changes[moves.count] = id;
  moves.count += (flags_[id] & Flag::listed) == 0;
  flags_[id] = std::uint8_t(flags_[id] | Flag::listed);
  return Status::ok;
}

void BoxSet::take(const Moves& moves) noexcept {
  std::uint32_t* const to = changes_.data() + change_count_;
  if (moves.changes != to) std::copy_n(moves.changes, moves.count, to);  // which is never after the list
  change_count_ += moves.count;
  largest_ = std::max(largest_, moves.largest);
}

Status BoxSet::remove(std::uint32_t id) noexcept {
  if (!has(id)) return Status::invalid;
  const std::uint32_t last = ids_.back();
  ids_[places_[id]] = last;
  places_[last] = places_[id];
  places_[id] = none;
  ids_.pop_back();
  flags_[id] = std::uint8_t(flags_[id] & ~Flag::present);
  boxes_[id] = Box{{}, {}};
  floats_[id] = FloatBox{};
  note(id);
  same_ids_ = false;
  return Status::ok;
}

void BoxSet::settle(int threads) {
  parallel_for(change_count_, 2048, threads, [this](std::size_t begin, std::size_t end) {
    std::uint8_t* const flags = flags_.data();
    for (const std::uint32_t id : changes().subspan(begin, end - begin))
      flags[id] = (flags[id] & Flag::present) != 0 ? Flag::present | Flag::settled : 0;
  });
  change_count_ = 0;
  same_ids_ = true;
}

void BoxSet::renew() noexcept {
  change_count_ = ids_.size();
  same_ids_ = false;
  std::copy(ids_.begin(), ids_.end(), changes_.data());
  std::fill(flags_.begin(), flags_.end(), std::uint8_t{0});
  largest_ = 0;
  for (const std::uint32_t id : ids_) {
    flags_[id] = Flag::present | Flag::listed;
    largest_ = largest_bound(floats_[id], largest_);
  }
}

std::size_t BoxSet::memory() const noexcept {
  return boxes_.capacity() * sizeof(Box) + floats_.capacity() * sizeof(FloatBox) + flags_.capacity() +
         (places_.capacity() + ids_.capacity() + changes_.capacity()) * sizeof(std::uint32_t);
}

std::string BoxSet::validate() const {
  if (boxes_.size() != flags_.size() || floats_.size() != flags_.size() || places_.size() != flags_.size())
    return "the tables by id differ in length";
  if (flags_.empty()) return {};
  if (changes_.capacity() <= flags_.size() || ids_.capacity() < flags_.size()) return "no room for every id";
  std::size_t there = 0, noted = 0;
  for (std::uint32_t id = 0; id < flags_.size(); ++id) {
    noted += (flags_[id] & Flag::listed) != 0;
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
  if (noted != change_count_) return "the changes are not those that are flagged";
  for (const std::uint32_t id : changes())
    if ((flags_[id] & Flag::listed) == 0) return "id " + std::to_string(id) + " is among the changes for nothing";
  return {};
}

}  // namespace graze
