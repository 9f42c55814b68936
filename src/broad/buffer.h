// Memory that grows and is kept: elements have no value until they are written.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace graze {

template <class T>
class Buffer {
 public:
  // Room for `count` elements, of which the first `kept` stay as they are.
  T* need(std::size_t count, std::size_t kept = 0) {
    if (count > capacity_) {
      const std::size_t capacity = std::max(count, capacity_ + capacity_ / 2);
      std::unique_ptr<T[]> larger(new T[capacity]);
      std::copy_n(data_.get(), kept, larger.get());
      data_ = std::move(larger);
      capacity_ = capacity;
    }
    return data_.get();
  }
  T* data() noexcept { return data_.get(); }
  const T* data() const noexcept { return data_.get(); }
  std::size_t capacity() const noexcept { return capacity_; }

 private:
  std::unique_ptr<T[]> data_;
  std::size_t capacity_ = 0;
};

}  // namespace graze
