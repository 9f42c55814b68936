// Shapes of a store that are in memory: those that were used last, up to a number of bytes.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "store/store_state.h"

namespace graze {

// For any number of threads. A shape that is in use outlives its place here.
class ShapeCache {
 public:
  ShapeCache(const PartStore::State& store, std::uint64_t memory) : store_(store), memory_(memory) {}

  // Throws Error naming the file that is damaged.
  Shape get(std::uint32_t shape);
  bool has(std::uint32_t shape) const;

 private:
  struct Entry {
    std::once_flag once;
    Shape shape;
    std::uint64_t bytes = 0;
    std::list<std::uint32_t>::iterator place;
  };
  void make_room();

  const PartStore::State& store_;
  std::uint64_t memory_, used_ = 0;
  std::uint32_t large_ = 0xffffffff;  // the last that was loaded of those that are large for the memory
  mutable std::mutex mutex_;
  std::unordered_map<std::uint32_t, std::shared_ptr<Entry>> entries_;
  std::list<std::uint32_t> order_;  // the one that was used last comes first
};

}  // namespace graze
