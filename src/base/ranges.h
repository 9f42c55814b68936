// Algorithms over whole ranges, as those of std::ranges, which older standard libraries lack (base/compat.h). A
// projection or a condition may be a member.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace graze::ranges {

template <class Range, class F>
constexpr bool all_of(const Range& range, F holds) {
  return std::all_of(std::begin(range), std::end(range), [&](const auto& x) -> bool { return std::invoke(holds, x); });
}
template <class Range, class F>
constexpr bool any_of(const Range& range, F holds) {
  return std::any_of(std::begin(range), std::end(range), [&](const auto& x) -> bool { return std::invoke(holds, x); });
}
template <class Range, class F>
constexpr bool none_of(const Range& range, F holds) {
  return !ranges::any_of(range, holds);
}
template <class Range, class T>
constexpr auto find(Range&& range, const T& value) {
  return std::find(std::begin(range), std::end(range), value);
}
template <class Range, class F>
constexpr auto find_if(Range&& range, F holds) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& x) -> bool { return std::invoke(holds, x); });
}
template <class A, class B>
constexpr bool equal(const A& a, const B& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}
template <class Range, class Out>
constexpr Out copy(const Range& range, Out out) {
  return std::copy(std::begin(range), std::end(range), out);
}

// Compare what the projection gives.
template <class Less, class Projection>
constexpr auto by_projection(Less less, Projection projection) {
  return [less, projection](const auto& a, const auto& b) -> bool {
    return less(std::invoke(projection, a), std::invoke(projection, b));
  };
}
struct Self {
  template <class T>
  constexpr T&& operator()(T&& value) const noexcept {
    return std::forward<T>(value);
  }
};
template <class Range, class Less = std::less<>, class Projection = Self>
constexpr void sort(Range&& range, Less less = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), by_projection(less, projection));
}
template <class Range, class T, class Less = std::less<>, class Projection = Self>
constexpr auto lower_bound(Range&& range, const T& value, Less less = {}, Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto& x, const T& y) -> bool { return less(std::invoke(projection, x), y); });
}
template <class Range, class Less = std::less<>, class Projection = Self>
constexpr auto min_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::min_element(std::begin(range), std::end(range), by_projection(less, projection));
}
template <class Range, class Less = std::less<>, class Projection = Self>
constexpr auto minmax_element(Range&& range, Less less = {}, Projection projection = {}) {
  return std::minmax_element(std::begin(range), std::end(range), by_projection(less, projection));
}

}  // namespace graze::ranges
