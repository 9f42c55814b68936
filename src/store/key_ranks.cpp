#include "store/key_ranks.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "clash/part_key.h"
#include "store/sorter.h"
#include "store/wide_hash.h"

namespace graze {

namespace {

// What is known of a part before the origin is.
struct Waiting {
  WideHash name;  // of the GlobalId, or of the path
  std::uint64_t shape = 0;
  std::uint64_t by_id = 0;  // 1: it has a GlobalId
  Box box;
};

// Parts that are alike have the same `name`, and `by_id`; without GlobalIds shape and place are in the name, too.
struct Alike {
  std::uint64_t key = 0;
  WideHash name;
  std::uint64_t shape = 0, place = 0;
  std::uint32_t number = 0;
  std::uint32_t by_id = 0;

  auto group() const noexcept { return std::tie(name, by_id); }
  auto order() const noexcept { return std::tie(name, by_id, shape, place, number); }
};

void rank(std::vector<Alike>& of_key, KeyRanks::Found& found) {
  std::sort(of_key.begin(), of_key.end(), [](const Alike& x, const Alike& y) { return x.order() < y.order(); });
  for (std::size_t i = 1; i < of_key.size(); ++i) {
    if (of_key[i].group() != of_key[i - 1].group()) continue;
    found.ranks[of_key[i].number] = found.ranks[of_key[i - 1].number] + 1;
    found.shared_ids += of_key[i].by_id;
  }
  of_key.clear();
}

}  // namespace

void KeyRanks::add(const Part& part, std::uint64_t shape, const Box& box) {
  const std::string name = part.global_id.empty() ? key_path(part) : part.global_id;
  WideChecksum sum;
  sum.add(name.data(), name.size());
  const Waiting record{sum.value(), shape, part.global_id.empty() ? 0u : 1u, box};
  file_.write(std::as_bytes(std::span(&record, 1)));
}

KeyRanks::Found KeyRanks::find(Vec3 origin, std::uint64_t memory) {
  file_.flush();
  constexpr std::uint64_t records_a_read = 4096;
  const std::uint64_t count = file_.size() / sizeof(Waiting);
  Sorter<Alike> sorter(folder_, memory);
  std::vector<Waiting> buffer;
  for (std::uint64_t first = 0; first < count; first += buffer.size()) {
    buffer.resize(std::size_t(std::min(records_a_read, count - first)));
    file_.read(first * sizeof(Waiting), std::as_writable_bytes(std::span(buffer)));
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const Waiting& part = buffer[i];
      Alike record{0,
                   part.name,
                   part.shape,
                   key_place(part.box, origin),
                   static_cast<std::uint32_t>(first + i),
                   static_cast<std::uint32_t>(part.by_id)};
      if (record.by_id == 0) {
        WideChecksum sum;
        sum.add_value(part.name);
        sum.add_value(record.shape);
        sum.add_value(record.place);
        record.name = sum.value();
      }
      record.key = record.name.high;
      sorter.add(record);
    }
  }
  Found found;
  found.ranks.resize(std::size_t(count));
  std::vector<Alike> of_key;
  for (Alike record; sorter.next(record);) {
    if (!of_key.empty() && of_key.back().key != record.key) rank(of_key, found);
    of_key.push_back(record);
  }
  rank(of_key, found);
  return found;
}

}  // namespace graze
