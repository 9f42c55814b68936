// Items from memory of the host to a device and answers back, chunk by chunk: while one chunk is worked on, the next is
// on its way. Memory that the device cannot read by itself is first copied into pages that stay where they are, by
// several threads; such pages are kept from call to call.
#pragma once

#include <cstring>
#include <mutex>
#include <vector>

#include "backend/cuda/device_memory.h"
#include "backend/cuda/host_batches.h"
#include "base/executor.h"

namespace graze::gpu {

// Blocks of memory of the host that the device reads by itself.
class PinnedPool {
 public:
  struct Block {
    void* data = nullptr;
    std::size_t bytes = 0;
    int device = 0;             // of the call that asked for it
    std::uint64_t context = 0;  // a reset of that device takes the block with it
  };
  Block take(std::size_t bytes) {
    int device = 0;
    check(cudaGetDevice(&device), "choosing the device");
    const std::uint64_t context = context_now();
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(free_, [&](const Block& block) { return block.device == device && block.context != context; });
      for (std::size_t k = 0; k < free_.size(); ++k)
        if (free_[k].device == device && free_[k].bytes >= bytes && free_[k].bytes <= 4 * bytes) {
          const Block block = free_[k];
          free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(k));
          return block;
        }
    }
    Block block{nullptr, bytes, device, context};
    check(cudaHostAlloc(&block.data, bytes, cudaHostAllocPortable), "memory that the device can read");
    return block;
  }
  void give_back(Block block) noexcept {
    const std::lock_guard lock(mutex_);
    if (free_.size() < most)
      free_.push_back(block);
    else
      cudaFreeHost(block.data);
  }
  void clear() noexcept {
    const std::lock_guard lock(mutex_);
    for (const Block& block : free_)
      if (context_of(block.device) == block.context) cudaFreeHost(block.data);
    free_.clear();
    (void)cudaGetLastError();
  }
  // Never destroyed: the driver may be gone before.
  static PinnedPool& one() {
    static PinnedPool& pool = *new PinnedPool;
    return pool;
  }

 private:
  static constexpr std::size_t most = 16;
  std::mutex mutex_;
  std::vector<Block> free_;
};

template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(std::size_t size) : block_(PinnedPool::one().take(std::max<std::size_t>(1, size) * sizeof(T))) {}
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  ~PinnedArray() { PinnedPool::one().give_back(block_); }
  T* data() const noexcept { return static_cast<T*>(block_.data); }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }

 private:
  PinnedPool::Block block_;
};

// A stream whose work has ended when it is destroyed.
class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream of the device"); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  operator cudaStream_t() const noexcept { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), "working on the device"); }

 private:
  cudaStream_t stream_ = nullptr;
};

inline bool device_can_read(const void* memory) {
  cudaPointerAttributes attributes{};
  const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
  if (!known) (void)cudaGetLastError();
  return known && attributes.type == cudaMemoryTypeHost;
}

// Values on their way to the device, through pages of `staging` where needed.
template <class T>
void send(std::span<const T> values, const DeviceArray<T>& to, const PinnedArray<T>& staging, int threads,
          cudaStream_t stream) {
  const T* from = values.data();
  if (!device_can_read(from)) {
    from = staging.data();
    parallel_for(values.size(), 8192, threads, [&](std::size_t begin, std::size_t end) {
      std::memcpy(static_cast<void*>(staging.data() + begin), values.data() + begin, (end - begin) * sizeof(T));
    });
  }
  check(cudaMemcpyAsync(to.data(), from, values.size_bytes(), cudaMemcpyHostToDevice, stream), "copying to the device");
}
template <class T>
void fetch(const DeviceArray<T>& from, std::size_t count, const PinnedArray<T>& to, cudaStream_t stream) {
  check(cudaMemcpyAsync(to.data(), from.data(), count * sizeof(T), cudaMemcpyDeviceToHost, stream),
        "copying from the device");
}

// The arrays of one chunk: `each` items for each of `count` answers.
template <class Item>
struct ChunkSlot {
  DeviceArray<Item> items;
  DeviceArray<DeviceAnswer> answers;
  DeviceArray<std::uint32_t> undecided, undecided_count;
  DeviceArray<char> scratch;
  PinnedArray<Item> from;
  PinnedArray<DeviceAnswer> said;
  Stream stream;

  ChunkSlot(std::size_t count, std::size_t each, std::size_t scratch_bytes)
      : items(count * each),
        answers(count),
        undecided(count),
        undecided_count(1),
        scratch(scratch_bytes),
        from(count * each),
        said(count) {}
};

// Adds the numbers of the items that a chunk has left undecided, in order.
inline void list_undecided(const PinnedArray<DeviceAnswer>& said, std::size_t begin, std::size_t count,
                           std::vector<std::uint32_t>& undecided) {
  for (std::size_t i = 0; i < count; ++i)
    if (said[i] == DeviceAnswer::undecided) undecided.push_back(static_cast<std::uint32_t>(begin + i));
}

// Runs work() with the device as the current one: work() tells whether the items are for a device at all.
template <class Work>
DeviceOutcome on_device(int device, std::vector<std::uint32_t>& undecided, const Work& work) {
  try {
    if (choose(device)) return {work(), {}};
    return {};
  } catch (const DeviceFailure& failure) {
    undecided.clear();
    return {false, failure.what()};
  }
}

// launch(slot, begin, count) starts a chunk, take(slot, begin, count) reads its answers when it is done: in order.
template <class Slot, class Launch, class Take>
void in_chunks(std::size_t count, std::size_t chunk, Slot& one, Slot& other, const Launch& launch, const Take& take) {
  Slot* const slots[2] = {&one, &other};
  const std::size_t chunks = (count + chunk - 1) / chunk;
  const auto finish = [&](std::size_t k) {
    slots[k % 2]->stream.wait();
    take(*slots[k % 2], k * chunk, std::min(chunk, count - k * chunk));
  };
  for (std::size_t k = 0; k < chunks; ++k) {
    if (k >= 2) finish(k - 2);
    launch(*slots[k % 2], k * chunk, std::min(chunk, count - k * chunk));
  }
  for (std::size_t k = chunks < 2 ? 0 : chunks - 2; k < chunks; ++k) finish(k);
}

}  // namespace graze::gpu
