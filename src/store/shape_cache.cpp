#include "store/shape_cache.h"

#include <algorithm>

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
    if (entry->bytes > memory_ / 4) large_ = shape;
    make_room();
  });
  return entry->shape;
}

void ShapeCache::make_room() {
  // The large one stays, and the others have half of the memory at least: it takes part in pair after pair, and each
  // time it would have to be read and checked again.
  const auto large = entries_.find(large_);
  const std::uint64_t kept = large == entries_.end() ? 0 : large->second->bytes;
  const std::uint64_t most = std::max(memory_, kept + memory_ / 2);
  for (auto at = order_.end(); used_ > most && at != order_.begin();) {
    --at;
    if (*at == large_ || at == order_.begin()) continue;
    const auto entry = entries_.find(*at);
    used_ -= entry->second->bytes;
    entries_.erase(entry);
    at = order_.erase(at);
  }
}

}  // namespace graze
