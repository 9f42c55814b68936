// Memory of a device, errors of CUDA, and work space that is cut into arrays.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "graze/error.h"

namespace graze::gpu {

// Thrown by the calls on memory of the host, which answer without the device then.
struct DeviceFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();  // an error that is not sticky ends here
  throw DeviceFailure(std::string(what) + ": " + cudaGetErrorString(error));
}

// Makes a device the current one; false where there is no such device.
inline bool choose(int device) {
  int there = 0;
  if (cudaGetDeviceCount(&there) != cudaSuccess) {
    (void)cudaGetLastError();
    return false;
  }
  if (device < 0 || device >= there) return false;
  check(cudaSetDevice(device), "choosing the device");
  return true;
}

// Which context of the current device this is: another number after a reset, when everything on the device is gone.
// 0 where there is none.
std::uint64_t context_now() noexcept;
// The same of any device.
std::uint64_t context_of(int device) noexcept;

// An array on the current device.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size > 0) check(cudaMalloc(&data_, size * sizeof(T)), "memory of the device");
  }
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() {
    if (data_ != nullptr && cudaFree(data_) != cudaSuccess) (void)cudaGetLastError();  // of a device that is lost
  }
  // The memory went with its context.
  void abandon() noexcept { data_ = nullptr; }

  T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }
  void fill_from(std::span<const T> values) {
    check(cudaMemcpy(data_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice), "copying to the device");
  }
  void copy_to(std::span<T> values) const {
    check(cudaMemcpy(values.data(), data_, values.size_bytes(), cudaMemcpyDeviceToHost), "copying from the device");
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// Cuts a work space into arrays that start at multiples of 256 bytes. Without memory it only adds up what is needed.
class Scratch {
 public:
  Scratch() = default;
  Scratch(void* memory, std::size_t bytes) : memory_(static_cast<char*>(memory)), bytes_(bytes) {}

  template <class T>
  T* take(std::size_t count) {
    const std::size_t begin = used_;
    used_ += (count * sizeof(T) + 255) / 256 * 256;
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + begin);
  }
  std::size_t used() const noexcept { return used_; }
  bool fits() const noexcept { return used_ <= bytes_; }

 private:
  char* memory_ = nullptr;
  std::size_t bytes_ = 0, used_ = 0;
};

inline Status launched() noexcept { return cudaGetLastError() == cudaSuccess ? Status::ok : Status::internal; }

}  // namespace graze::gpu
