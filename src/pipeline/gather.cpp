// The end of a step: results in the order of keys, and what began and ended.
#include <algorithm>
#include <tuple>
#include <utility>

#include "pipeline/pipeline_state.h"

namespace graze {
namespace {

template <class Keyed>
auto keys(const Keyed& of) {
  return std::tuple(of.key_a, of.key_b);
}

bool touched(const PairResult& pair) { return pair.touching == Answer::yes || pair.hit == Answer::yes; }

}  // namespace

void Pipeline::State::gather() {
  std::swap(result.pairs, earlier_pairs);
  placings.clear();
  std::size_t open = 0;  // records in `work` are in order
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    const PairRecord& record = records[i];
    if (record.resting) {
      if (record.result == no_result) continue;
      const PairResult& before = earlier_pairs[record.result];
      placings.push_back({before.key_a, before.key_b, i, record.result});
    } else if (open < work.size() && work[open] == i) {
      const auto source = static_cast<std::uint32_t>(open++);
      if (listed[source] != 0) placings.push_back({answers[source].key_a, answers[source].key_b, i, source});
    }
  }
  std::sort(placings.begin(), placings.end(), [](const Placing& x, const Placing& y) { return keys(x) < keys(y); });
  result.pairs.resize(placings.size());
  for (std::uint32_t i = 0; i < placings.size(); ++i) {
    const Placing& placing = placings[i];
    PairRecord& record = records[placing.record];
    result.pairs[i] = std::move(record.resting ? earlier_pairs[placing.source] : answers[placing.source]);
    PairResult& pair = result.pairs[i];
    pair.resting = record.resting;
    if (record.resting) {  // whose user data may be others by now
      pair.user_a = objects().objects[pair.a.slot].settings.user;
      pair.user_b = objects().objects[pair.b.slot].settings.user;
    }
    record.result = i;
  }
}

void Pipeline::State::tell_events() {
  result.events.clear();
  result.woken.clear();
  WorldState& all = objects();
  const auto tell = [&](PairEvent kind, const PairResult& pair) {
    // Of an object that is gone, as the last step that told of the pair knew it.
    const auto user = [&](ObjectId id, std::uint64_t last) {
      const Object* object = all.find(id);
      return object != nullptr ? object->settings.user : last;
    };
    result.events.push_back(
        {kind, pair.a, pair.b, pair.key_a, pair.key_b, user(pair.a, pair.user_a), user(pair.b, pair.user_b)});
  };
  const auto wake = [&](ObjectId sleeper, ObjectId other) {
    Object& object = *all.find(sleeper);
    if (!object.asleep || all.awake[other.slot] == 0) return;
    all.set_asleep(object, false);
    result.woken.push_back(sleeper);
  };
  // A pair whose objects were replaced by others of the same keys ended and began.
  std::size_t before = 0;
  const auto end_until = [&](const PairResult* next) {
    for (; before < earlier_pairs.size(); ++before) {
      const PairResult& pair = earlier_pairs[before];
      if (next != nullptr && keys(pair) > keys(*next)) return;
      if (next != nullptr && pair.a == next->a && pair.b == next->b) return;
      if (touched(pair)) tell(PairEvent::end, pair);
    }
  };
  for (const PairResult& pair : result.pairs) {
    end_until(&pair);
    const bool same =
        before < earlier_pairs.size() && earlier_pairs[before].a == pair.a && earlier_pairs[before].b == pair.b;
    const bool was = same && touched(earlier_pairs[before]);
    before += same;
    if (!touched(pair)) {
      if (was) tell(PairEvent::end, pair);
      continue;
    }
    tell(was ? PairEvent::persist : PairEvent::begin, pair);
    if (was) continue;
    wake(pair.a, pair.b);
    wake(pair.b, pair.a);
  }
  end_until(nullptr);
}

}  // namespace graze
