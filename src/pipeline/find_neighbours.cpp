// Neighbours by their boxes, and which of them anyone wants to know about.
#include <algorithm>
#include <new>

#include "base/pieces.h"
#include "math/posed_box.h"
#include "pipeline/pipeline_state.h"

namespace graze {
namespace {

// Of neighbours: both loops over them have the same pieces.
constexpr std::size_t pairs_a_piece = 512;

}  // namespace

void Pipeline::State::find_neighbours() {
  const BroadResult found = broad.step(settings.threads);
  if (found.status != Status::ok) throw std::bad_alloc();
  neighbours = found.pairs;
  result.statistics.neighbours = neighbours.size();
  verdicts.resize(neighbours.size());
  const Pieces pieces(neighbours.size(), pairs_a_piece, settings.threads);
  paired_up.resize(pieces.size());
  pieces.run(settings.threads, [this](std::size_t piece, std::size_t begin, std::size_t end) {
    const WorldState& from = objects();
    std::size_t wanted = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Object& a = from.objects[neighbours[i].lesser()];
      const Object& b = from.objects[neighbours[i].greater()];
      const bool fixed = a.kind == ObjectKind::fixed && b.kind == ObjectKind::fixed;
      verdicts[i] = !fixed && from.interest.wants(a, b);
      wanted += verdicts[i];
    }
    paired_up[piece].wanted = wanted;
  });
}

// Of a deformable that is not prepared: are the boxes as they are now, grown by what is asked alone, apart? Those of
// the broad phase may have room besides, which depends on earlier steps and on when settings changed; which step
// prepares a deformable, and with it the last digits of its tree, does not.
bool Pipeline::State::out_of_boxes(std::uint32_t a, std::uint32_t b) {
  const Object &x = objects().objects[a], &y = objects().objects[b];
  if (!with_rooms || (!x.stale() && !y.stale())) return false;
  const Box p = grown(box_of(x), asked_gap * 0.5), q = grown(box_of(y), asked_gap * 0.5);
  return p.lo.x > q.hi.x || p.lo.y > q.hi.y || p.lo.z > q.hi.z || q.lo.x > p.hi.x || q.lo.y > p.hi.y || q.lo.z > p.hi.z;
}

// Both lists are sorted by slots: what is known of a pair is found by going through them together, piece by piece.
void Pipeline::State::pair_up() {
  std::swap(records, earlier_records);
  std::swap(caches, earlier_caches);
  std::swap(pair_caches, earlier_pair_caches);
  std::swap(contact_caches, earlier_contact_caches);
  std::swap(rooms, earlier_rooms);
  const bool remember = with_memory && earlier_caches.size() == earlier_records.size();
  const bool same_question = earlier_pair_caches.size() == earlier_records.size();
  const bool same_contacts = earlier_contact_caches.size() == earlier_records.size();
  const bool same_rooms = with_rooms && earlier_rooms.size() == earlier_records.size();
  const Pieces pieces(neighbours.size(), pairs_a_piece, settings.threads);
  std::size_t wanted = 0;
  for (PairedUp& own : paired_up) {
    own.first = wanted;
    wanted += own.wanted;
  }
  records.resize(wanted);
  caches.resize(with_memory ? wanted : 0);
  pair_caches.resize(wanted);
  contact_caches.resize(settings.contacts ? wanted : 0);
  rooms.resize(with_rooms ? wanted : 0);
  if (open_records.size() < wanted) open_records.resize(wanted);
  const std::vector<std::uint8_t>& awake = objects().awake;
  pieces.run(settings.threads, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    PairedUp& own = paired_up[piece];
    own.open = own.apart = 0;
    own.stale.clear();
    std::size_t at = own.first;
    auto earlier = std::lower_bound(earlier_records.begin(), earlier_records.end(), neighbours[begin],
                                    [](const PairRecord& record, IdPair pair) { return record.slots < pair; });
    for (std::size_t i = begin; i < end; ++i) {
      if (verdicts[i] == 0) continue;
      const IdPair pair = neighbours[i];
      const std::uint32_t a = pair.lesser(), b = pair.greater();
      const std::uint32_t generation_a = generations[a], generation_b = generations[b];
      while (earlier != earlier_records.end() && earlier->slots < pair) ++earlier;
      bool known = false;
      std::uint32_t told_as = no_result;
      if (earlier != earlier_records.end()) {
        known = earlier->slots == pair && earlier->lesser_generation == generation_a &&
                earlier->greater_generation == generation_b;
        if (known) told_as = earlier->result;
      }
      const auto before = static_cast<std::size_t>(earlier - earlier_records.begin());
      const bool resting = known && !changed[a] && !changed[b] && !awake[a] && !awake[b];
      if (with_memory) caches[at] = known && remember ? earlier_caches[before] : FilterCache{};
      const bool told_before = told_as != no_result;
      if (same_question && (told_before || (known && (settings.range == 0 || same_rooms)))) {
        pair_caches[at] = earlier_pair_caches[before];
      } else {
        pair_caches[at] = PairCache{};
      }
      if (settings.contacts)
        contact_caches[at] = told_before && same_contacts ? earlier_contact_caches[before] : ContactCache{};
      double room = 0;
      // Rounded down: a step counts for a little more than it is.
      if (known && same_rooms && !told_before)
        room = earlier_rooms[before].left - (moved[a] + moved[b]) * (1 + 0x1p-50);
      if (with_rooms) {
        rooms[at].left = room;
        rooms[at].told = told_before;
      }
      // Field by field: a record that is put together first and then copied is read in larger pieces than it was
      // written in, for which the machine waits longer than for all else here.
      PairRecord& record = records[at];
      record.slots = pair;
      record.lesser_generation = generation_a;
      record.greater_generation = generation_b;
      record.result = resting || room > 0 ? told_as : no_result;
      record.resting = resting;
      if (!resting && room > 0) {
        ++own.apart;
      } else if (!resting && out_of_boxes(a, b)) {
        ++own.apart;
      } else if (!resting) {
        open_records[own.first + own.open++] = static_cast<std::uint32_t>(at);
        for (const std::uint32_t slot : {a, b})
          if (objects().objects[slot].stale()) own.stale.push_back(slot);
      }
      ++at;
    }
  });
  left_apart = 0;
  to_prepare.clear();
  std::size_t open = 0;
  for (const PairedUp& own : paired_up) {
    open += own.open;
    left_apart += own.apart;
    to_prepare.insert(to_prepare.end(), own.stale.begin(), own.stale.end());
  }
  StepStatistics& statistics = result.statistics;
  statistics.unwanted = neighbours.size() - records.size();
  statistics.candidates = open + left_apart;
  statistics.resting = records.size() - statistics.candidates;
}

}  // namespace graze
