#include "store/path_order.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <span>
#include <utility>

#include "store/scratch_file.h"

namespace graze {

namespace {

struct Entry {
  std::string text;
  std::uint32_t number;
  friend auto operator<=>(const Entry&, const Entry&) = default;
};

// A sorted run, read from its beginning: length, number, text.
class SortedRun {
 public:
  SortedRun(const std::string& folder, std::vector<Entry>& entries) : file_(folder) {
    std::sort(entries.begin(), entries.end());
    for (const Entry& entry : entries) {
      const std::uint32_t head[2] = {static_cast<std::uint32_t>(entry.text.size()), entry.number};
      file_.write(std::as_bytes(std::span(head)));
      file_.write(std::as_bytes(std::span(entry.text)));
    }
    file_.flush();
    entries.clear();
  }
  bool next(Entry& entry) {
    if (!need(8)) return false;
    std::uint32_t head[2];
    std::copy_n(buffer_.data() + at_, 8, reinterpret_cast<std::byte*>(head));
    need(8 + std::size_t{head[0]});
    entry.text.assign(reinterpret_cast<const char*>(buffer_.data() + at_ + 8), head[0]);
    entry.number = head[1];
    at_ += 8 + std::size_t{head[0]};
    return true;
  }

 private:
  // At least that many bytes from at_ on are in the buffer, if there are so many.
  bool need(std::size_t bytes) {
    if (buffer_.size() - at_ >= bytes) return true;
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ = 0;
    const std::size_t had = buffer_.size();
    const std::uint64_t left = file_.size() - read_;
    const auto more = std::size_t(std::min<std::uint64_t>(left, std::max<std::size_t>(bytes, std::size_t{1} << 18)));
    buffer_.resize(had + more);
    file_.read(read_, std::span(buffer_).subspan(had));
    read_ += more;
    return buffer_.size() >= bytes;
  }

  ScratchFile file_;
  std::vector<std::byte> buffer_;
  std::size_t at_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace

std::vector<std::uint32_t> text_ranks(FunctionRef<bool(std::string&)> next, const std::string& folder,
                                      std::uint64_t memory) {
  std::vector<Entry> entries;
  std::vector<std::unique_ptr<SortedRun>> runs;
  std::uint64_t bytes = 0;
  std::uint32_t count = 0;
  for (std::string text; next(text);) {
    bytes += sizeof(Entry) + text.size();
    entries.push_back({std::move(text), count++});
    if (bytes < memory) continue;
    runs.push_back(std::make_unique<SortedRun>(folder, entries));
    bytes = 0;
  }
  std::vector<std::uint32_t> ranks(count);
  std::uint32_t rank = 0;
  if (runs.empty()) {
    std::sort(entries.begin(), entries.end());
    for (const Entry& entry : entries) ranks[entry.number] = rank++;
    return ranks;
  }
  runs.push_back(std::make_unique<SortedRun>(folder, entries));
  using Item = std::pair<Entry, std::size_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap;
  Entry entry;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]->next(entry)) heap.emplace(entry, i);
  }
  while (!heap.empty()) {
    const std::size_t i = heap.top().second;
    ranks[heap.top().first.number] = rank++;
    heap.pop();
    if (runs[i]->next(entry)) heap.emplace(entry, i);
  }
  return ranks;
}

}  // namespace graze
