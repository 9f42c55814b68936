// An immutable array that owns a vector or views memory kept alive by someone else (a mapped file).
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/assert.h"

namespace graze {

template <class T>
class Array {
 public:
  Array() = default;
  Array(std::vector<T> values) {
    auto owner = std::make_shared<std::vector<T>>(std::move(values));
    view_ = *owner;
    own_ = owner.get();
    owner_ = std::move(owner);
  }
  Array(std::span<const T> view, std::shared_ptr<const void> owner) : view_(view), owner_(std::move(owner)) {}

  std::size_t size() const noexcept { return view_.size(); }
  bool empty() const noexcept { return view_.empty(); }
  const T& operator[](std::size_t i) const noexcept {
    GRAZE_ASSERT(i < view_.size());
    return view_[i];
  }
  const T* data() const noexcept { return view_.data(); }
  auto begin() const noexcept { return view_.begin(); }
  auto end() const noexcept { return view_.end(); }
  std::span<const T> view() const noexcept { return view_; }
  std::size_t bytes() const noexcept { return view_.size_bytes(); }
  // The values, to be changed: the vector itself when nobody else holds it, else a copy.
  std::vector<T> take() && {
    std::vector<T> values = sole() ? std::move(*own_) : std::vector<T>(begin(), end());
    *this = {};
    return values;
  }
  // The same in place: they stay this array's.
  std::span<T> edit() {
    if (!sole()) *this = Array(std::vector<T>(begin(), end()));
    return *own_;
  }

 private:
  // Does nobody else hold the vector? Taking part in the count orders what others read before they let go.
  bool sole() const noexcept {
    const std::shared_ptr<const void> again = owner_;
    return own_ != nullptr && owner_.use_count() == 2;
  }

  std::span<const T> view_;
  std::shared_ptr<const void> owner_;
  std::vector<T>* own_ = nullptr;  // what owner_ keeps alive, when that is a vector
};

}  // namespace graze
