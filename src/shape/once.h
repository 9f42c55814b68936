// A value made on first need, once, by whichever thread comes first.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "base/work.h"

namespace graze {

// std::call_once is not used because a call that throws leaves it stuck on some platforms and under ThreadSanitizer.
template <class T>
class Once {
 public:
  // The value; make() is called by one thread at a time until it returns without throwing, then never again.
  template <class Make>
  const T& get(Make&& make) {
    if (const T* value = peek()) return *value;
    const std::lock_guard lock(mutex_);
    if (!value_) {
      const work::Uncounted building;
      value_ = std::make_unique<const T>(make());
      ready_.store(value_.get(), std::memory_order_release);
    }
    return *value_;
  }

  // Null when not made yet.
  const T* peek() const noexcept { return ready_.load(std::memory_order_acquire); }

 private:
  std::mutex mutex_;
  std::unique_ptr<const T> value_;
  std::atomic<const T*> ready_{nullptr};
};

}  // namespace graze
