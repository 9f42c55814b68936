// Sorting more records than fit into memory: sorted runs in scratch files, then all of them merged.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <queue>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/scratch_file.h"

namespace graze {

// Record is trivially copyable and begins with `std::uint64_t key`; of equal keys the one that was added first comes
// first. Throws Error naming the folder when a run cannot be written.
template <class Record>
class Sorter {
 public:
  // At most about `memory` bytes; scratch files are made in the folder, and only if needed.
  Sorter(std::string folder, std::uint64_t memory) : folder_(std::move(folder)) {
    static_assert(std::is_trivially_copyable_v<Record>);
    most_ = std::size_t(std::max<std::uint64_t>(memory / (sizeof(Record) + sizeof(Place)), 1024));
  }

  std::uint64_t size() const noexcept { return size_; }

  void add(const Record& record) {
    if (records_.size() == most_) spill();
    records_.push_back(record);
    ++size_;
  }

  // After the last add(): the records in order, one by one; false after the last.
  bool next(Record& record) {
    if (!sorted_) begin();
    if (runs_.empty()) {
      if (at_ == places_.size()) return false;
      record = records_[places_[at_++].index];
      return true;
    }
    if (heap_.empty()) return false;
    const std::size_t i = heap_.top().second;
    heap_.pop();
    record = sources_[i].front();
    if (sources_[i].next()) heap_.emplace(sources_[i].front().key, i);
    return true;
  }

 private:
  struct Place {
    std::uint64_t key;
    std::uint32_t index;
  };
  struct Source {
    ScratchFile* file;
    std::vector<Record> records;
    std::size_t at;
    std::uint64_t taken;  // of the file
    std::size_t most;

    bool fill() {
      const std::uint64_t left = file->size() / sizeof(Record) - taken;
      records.resize(std::size_t(std::min<std::uint64_t>(left, most)));
      file->read(taken * sizeof(Record), std::as_writable_bytes(std::span(records)));
      taken += records.size();
      at = 0;
      return !records.empty();
    }
    const Record& front() const { return records[at]; }
    bool next() { return ++at < records.size() || fill(); }
  };

  void sort() {
    places_.resize(records_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = {records_[i].key, static_cast<std::uint32_t>(i)};
    std::sort(places_.begin(), places_.end(),
              [](const Place& x, const Place& y) { return x.key != y.key ? x.key < y.key : x.index < y.index; });
  }

  void spill() {
    sort();
    runs_.push_back(std::make_unique<ScratchFile>(folder_));
    for (const Place& place : places_) runs_.back()->write(std::as_bytes(std::span(&records_[place.index], 1)));
    runs_.back()->flush();
    records_.clear();
  }

  void begin() {
    sorted_ = true;
    if (runs_.empty()) return sort();
    spill();
    records_ = {};
    places_ = {};
    const std::size_t buffer = std::max<std::size_t>(most_ / runs_.size() / 2, 256);
    for (auto& run : runs_) sources_.push_back({run.get(), {}, 0, 0, buffer});
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i].fill()) heap_.emplace(sources_[i].front().key, i);
    }
  }

  using Item = std::pair<std::uint64_t, std::size_t>;  // of equal keys the earlier run comes first

  std::string folder_;
  std::size_t most_;
  std::uint64_t size_ = 0;
  bool sorted_ = false;
  std::vector<Record> records_;
  std::vector<Place> places_;
  std::size_t at_ = 0;
  std::vector<std::unique_ptr<ScratchFile>> runs_;
  std::vector<Source> sources_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap_;
};

}  // namespace graze
