// Neighbours by their boxes, and which of them anyone wants to know about.
#include <new>

#include "base/executor.h"
#include "pipeline/pipeline_state.h"

namespace graze {

void Pipeline::State::find_neighbours() {
  const BroadResult found = broad.step(settings.threads);
  if (found.status != Status::ok) throw std::bad_alloc();
  neighbours = found.pairs;
  result.statistics.neighbours = neighbours.size();
  verdicts.resize(neighbours.size());
  parallel_for(neighbours.size(), 512, settings.threads, [this](std::size_t begin, std::size_t end) {
    const WorldState& from = objects();
    for (std::size_t i = begin; i < end; ++i) {
      const Object& a = from.objects[neighbours[i].lesser()];
      const Object& b = from.objects[neighbours[i].greater()];
      const bool fixed = a.kind == ObjectKind::fixed && b.kind == ObjectKind::fixed;
      verdicts[i] = !fixed && from.interest.wants(a, b);
    }
  });
}

// Both lists are sorted by slots: what is known of a pair is found by going through them together.
void Pipeline::State::pair_up() {
  std::swap(records, earlier_records);
  std::swap(caches, earlier_caches);
  std::swap(pair_caches, earlier_pair_caches);
  std::swap(contact_caches, earlier_contact_caches);
  std::swap(rooms, earlier_rooms);
  records.clear();
  caches.clear();
  pair_caches.clear();
  contact_caches.clear();
  rooms.clear();
  work.clear();
  to_prepare.clear();
  const bool remember = with_memory && earlier_caches.size() == earlier_records.size();
  const bool same_question = earlier_pair_caches.size() == earlier_records.size();
  const bool same_contacts = earlier_contact_caches.size() == earlier_records.size();
  const bool same_rooms = with_rooms && earlier_rooms.size() == earlier_records.size();
  left_apart = 0;
  const std::vector<std::uint8_t>& awake = objects().awake;
  std::size_t earlier = 0;
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (verdicts[i] == 0) continue;
    const IdPair pair = neighbours[i];
    const std::uint32_t a = pair.lesser(), b = pair.greater();
    PairRecord record{pair, generations[a], generations[b]};
    while (earlier < earlier_records.size() && earlier_records[earlier].slots < pair) ++earlier;
    bool known = false;
    if (earlier < earlier_records.size()) {
      const PairRecord& before = earlier_records[earlier];
      known = before.slots == pair && before.lesser_generation == record.lesser_generation &&
              before.greater_generation == record.greater_generation;
      if (known) record.result = before.result;
    }
    record.resting = known && !changed[a] && !changed[b] && !awake[a] && !awake[b];
    if (with_memory) caches.push_back(known && remember ? earlier_caches[earlier] : FilterCache{});
    const bool told = known && record.result != no_result;
    pair_caches.push_back(same_question && (told || (known && (settings.range == 0 || same_rooms)))
                              ? earlier_pair_caches[earlier]
                              : PairCache{});
    if (settings.contacts)
      contact_caches.push_back(told && same_contacts ? earlier_contact_caches[earlier] : ContactCache{});
    Room room{0, told};
    // Rounded down: a step counts for a little more than it is.
    if (known && same_rooms && !told) room.left = earlier_rooms[earlier].left - (moved[a] + moved[b]) * (1 + 0x1p-50);
    if (with_rooms) rooms.push_back(room);
    if (!record.resting && room.left > 0) {
      ++left_apart;
    } else if (!record.resting) {
      record.result = no_result;
      work.push_back(static_cast<std::uint32_t>(records.size()));
      for (const std::uint32_t slot : {a, b})
        if (objects().objects[slot].stale()) to_prepare.push_back(slot);
    }
    records.push_back(record);
  }
  StepStatistics& statistics = result.statistics;
  statistics.unwanted = neighbours.size() - records.size();
  statistics.candidates = work.size() + left_apart;
  statistics.resting = records.size() - statistics.candidates;
}

}  // namespace graze
