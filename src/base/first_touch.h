// Lists of results that are long: the system hands out their memory page by page when it is first written, which one
// thread does more slowly than many compute what is to be in it.
#pragma once

#include <cstddef>
#include <vector>

namespace graze {

// Writes into every page of memory that holds nothing yet, in that many threads (0: as many as the machine has).
void touch_pages(void* first, std::size_t bytes, int threads);

// Elements as T{}, in memory that is there.
template <class T>
std::vector<T> made_list(std::size_t count, int threads) {
  constexpr std::size_t many_bytes = std::size_t{1} << 22;
  std::vector<T> list;
  if (threads != 1 && count >= many_bytes / sizeof(T)) {
    list.reserve(count);
    touch_pages(list.data(), count * sizeof(T), threads);
  }
  list.resize(count);
  return list;
}

}  // namespace graze
