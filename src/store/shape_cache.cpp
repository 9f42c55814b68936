#include "store/shape_cache.h"

namespace graze {

namespace {

// Beside the bytes of its file a shape has what queries make of it on first need, such as its topology.
std::uint64_t bytes_in_memory(std::uint64_t bytes) { return 2 * bytes + 2048; }

}  // namespace

bool ShapeCache::has(std::uint32_t shape) const {
  const std::lock_guard lock(mutex_);
  return entries_.contains(shape);
}

Shape ShapeCache::get(std::uint32_t shape) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& place = entries_[shape];
    if (place == nullptr) {
      place = std::make_shared<Entry>();
      place->place = order_.insert(order_.begin(), shape);
    } else {
      order_.splice(order_.begin(), order_, place->place);
    }
    entry = place;
  }
  // One thread loads, others that want the same shape wait for it, and the rest go on.
  std::call_once(entry->once, [&] {
    entry->shape = store_.load_shape(shape);
    const std::lock_guard lock(mutex_);
    const auto still = entries_.find(shape);
    if (still == entries_.end() || still->second != entry) return;
    entry->bytes = bytes_in_memory(store_.shape_record(shape).bytes);
    used_ += entry->bytes;
    make_room();
  });
  return entry->shape;
}

void ShapeCache::make_room() {
  while (used_ > memory_ && order_.size() > 1) {
    const std::uint32_t last = order_.back();
    used_ -= entries_.at(last)->bytes;
    entries_.erase(last);
    order_.pop_back();
  }
}

}  // namespace graze
