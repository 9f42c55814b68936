// Lists of results that are long: the system hands out their memory page by page when it is first written, and a vector
// makes its elements one after another. One thread does both more slowly than many compute what is to be in them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/executor.h"

namespace graze {

// Writes into every page of memory that holds nothing yet; the second in that many threads (0: as many as the machine
// has).
void touch_pages(void* first, std::size_t bytes);
void touch_pages(void* first, std::size_t bytes, int threads);

// Is a list so long that its memory is worth threads?
template <class T>
bool is_long_list(std::size_t count, int threads) {
  constexpr std::size_t many_bytes = std::size_t{1} << 22;
  return threads != 1 && count >= many_bytes / sizeof(T);
}

// Elements as T{}, in memory that is there.
template <class T>
std::vector<T> made_list(std::size_t count, int threads) {
  std::vector<T> list;
  if (is_long_list<T>(count, threads)) {
    list.reserve(count);
    touch_pages(list.data(), count * sizeof(T), threads);
  }
  list.resize(count);
  return list;
}

// A list that is made while it is filled: in blocks, and in the loop that fills a block one thread makes the elements
// of the next one, as T{}, in memory that threads have touched in the loop before.
template <class T>
class GrowingList {
 public:
  GrowingList(std::size_t count, int threads) : count_(count), threads_(threads) {
    list_.reserve(count);
    touch(std::min(count_, 2 * first_block));
    list_.resize(std::min(count_, first_block));
  }

  T* data() noexcept { return list_.data(); }  // where all elements will be
  std::vector<T> take() noexcept { return std::move(list_); }

  // As parallel_for(units, grain, ...): body(begin, end) fills the elements from first + begin * each to
  // first + end * each, or to the end of the list. Calls follow each other: the first begins at 0, each where the last
  // one ended.
  template <class Body>
  void fill(std::size_t first, std::size_t each, std::size_t units, std::size_t grain, const Body& body) {
    if (each > most_in_block / 64) {  // too few of them in a block for all threads
      touch(count_);
      list_.resize(count_);
      return parallel_for(units, grain, threads_, body);
    }
    const auto end_of = [&](std::size_t unit) { return std::min(count_, first + unit * each); };
    const std::size_t share = std::max(grain, elements_a_job / each);
    for (std::size_t unit = 0; unit < units;) {
      const std::size_t end = std::min(units, unit + block_ / each);
      touch(end_of(end));
      if (list_.size() < end_of(end)) list_.resize(end_of(end));
      block_ = std::min(2 * block_, most_in_block);
      const std::size_t next = std::min(count_, end_of(end) + block_);
      const std::size_t after = std::min(count_, next + std::min(2 * block_, most_in_block));
      touch(next);
      char* const from = reinterpret_cast<char*>(list_.data()) + touched_ * sizeof(T);
      const std::size_t bytes = (std::max(after, touched_) - touched_) * sizeof(T);
      const std::size_t touches = (bytes + bytes_a_job - 1) / bytes_a_job, jobs = (end - unit + share - 1) / share;
      parallel_for(1 + touches + jobs, 1, threads_, [&](std::size_t begin, std::size_t last) {
        for (std::size_t job = begin; job < last; ++job) {
          if (job == 0) {
            if (list_.size() < next) list_.resize(next);
          } else if (job <= touches) {
            const std::size_t at = (job - 1) * bytes_a_job;
            touch_pages(from + at, std::min(bytes_a_job, bytes - at));
          } else {
            const std::size_t at = unit + (job - 1 - touches) * share;
            body(at, std::min(end, at + share));
          }
        }
      });
      touched_ = std::max(after, touched_);
      unit = end;
    }
  }

 private:
  // A block is computed by sixteen threads in about the time in which one makes it.
  static constexpr std::size_t first_block = 4096, most_in_block = 65536, elements_a_job = 512;
  static constexpr std::size_t bytes_a_job = std::size_t{1} << 18;

  void touch(std::size_t end) {
    if (end <= touched_) return;
    touch_pages(reinterpret_cast<char*>(list_.data()) + touched_ * sizeof(T), (end - touched_) * sizeof(T), threads_);
    touched_ = end;
  }

  std::vector<T> list_;  // never grows beyond what is reserved
  std::size_t count_, touched_ = 0, block_ = first_block;
  int threads_;
};

}  // namespace graze
