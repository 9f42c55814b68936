// The end of a step: results in the order of keys, and what began and ended.
#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "base/parallel_sort.h"
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
  const Pieces pieces(records.size(), 512, settings.threads);
  if (found_placings.size() < records.size()) found_placings.resize(records.size());
  left_over.resize(pieces.size());
  pieces.run(settings.threads, [this](std::size_t piece, std::size_t begin, std::size_t end) {
    std::size_t to = begin;
    // Records in `work` are in order.
    auto open = std::lower_bound(work.begin(), work.end(), begin);
    for (std::size_t i = begin; i < end; ++i) {
      const PairRecord& record = records[i];
      const auto number = static_cast<std::uint32_t>(i);
      if (record.resting) {
        if (record.result == no_result) continue;
        const PairResult& before = earlier_pairs[record.result];
        found_placings[to++] = {before.key_a, before.key_b, number, record.result};
      } else if (open != work.end() && *open == i) {
        const auto source = static_cast<std::uint32_t>(open++ - work.begin());
        if (listed[source] != 0) found_placings[to++] = {answers[source].key_a, answers[source].key_b, number, source};
      }
    }
    left_over[piece] = to - begin;
  });
  const auto before = [](const Placing& x, const Placing& y) { return keys(x) < keys(y); };
  std::size_t count = 0;
  for (std::size_t& left : left_over) count += std::exchange(left, count);  // from now on: where those of a piece go
  placings.resize(count);
  std::atomic<bool> in_order{true};
  pieces.run(settings.threads, [&](std::size_t piece, std::size_t begin, std::size_t) {
    const std::size_t first = left_over[piece], last = piece + 1 < pieces.size() ? left_over[piece + 1] : count;
    const auto from = found_placings.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = placings.begin() + static_cast<std::ptrdiff_t>(first);
    if (!std::is_sorted(to, std::copy_n(from, last - first, to), before)) in_order = false;
  });
  for (const std::size_t first : left_over)
    if (first > 0 && first < count && !before(placings[first - 1], placings[first])) in_order = false;
  if (!in_order) parallel_sort(placings, unsorted_placings, settings.threads, before);
  result.pairs.resize(placings.size());
  parallel_for(placings.size(), 256, settings.threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Placing& placing = placings[i];
      PairRecord& record = records[placing.record];
      result.pairs[i] = std::move(record.resting ? earlier_pairs[placing.source] : answers[placing.source]);
      PairResult& pair = result.pairs[i];
      pair.resting = record.resting;
      if (record.resting) {  // whose user data may be others by now
        pair.user_a = objects().objects[pair.a.slot].settings.user;
        pair.user_b = objects().objects[pair.b.slot].settings.user;
      }
      record.result = static_cast<std::uint32_t>(i);
    }
  });
}

// Of the results [begin, end), and of the earlier pairs that come before them and after those of the piece before.
void Pipeline::State::tell_events(std::size_t begin, std::size_t end, Told& own) const {
  own.events.clear();
  own.begun.clear();
  const WorldState& all = state_of(*static_cast<const World*>(world));
  const auto tell = [&](PairEvent kind, const PairResult& pair) {
    // Of an object that is gone, as the last step that told of the pair knew it.
    const auto user = [&](ObjectId id, std::uint64_t last) {
      const Object* object = all.find(id);
      return object != nullptr ? object->settings.user : last;
    };
    own.events.push_back(
        {kind, pair.a, pair.b, pair.key_a, pair.key_b, user(pair.a, pair.user_a), user(pair.b, pair.user_b)});
  };
  const auto first_after = [this](const PairResult& pair) {
    return std::upper_bound(earlier_pairs.begin(), earlier_pairs.end(), pair,
                            [](const PairResult& x, const PairResult& y) { return keys(x) < keys(y); });
  };
  // A pair whose objects were replaced by others of the same keys ended and began.
  auto before = begin == 0 ? earlier_pairs.begin() : first_after(result.pairs[begin - 1]);
  const auto end_until = [&](const PairResult* next) {
    for (; before != earlier_pairs.end(); ++before) {
      if (next != nullptr && keys(*before) > keys(*next)) return;
      if (next != nullptr && before->a == next->a && before->b == next->b) return;
      if (touched(*before)) tell(PairEvent::end, *before);
    }
  };
  for (std::size_t i = begin; i < end; ++i) {
    const PairResult& pair = result.pairs[i];
    end_until(&pair);
    const bool same = before != earlier_pairs.end() && before->a == pair.a && before->b == pair.b;
    const bool was = same && touched(*before);
    before += same;
    if (!touched(pair)) {
      if (was) tell(PairEvent::end, pair);
      continue;
    }
    tell(was ? PairEvent::persist : PairEvent::begin, pair);
    if (!was) own.begun.emplace_back(pair.a, pair.b);
  }
  if (end == result.pairs.size()) end_until(nullptr);
}

void Pipeline::State::tell_events() {
  // One piece at least: the last one tells what ended after all that is left.
  const Pieces pieces(std::max<std::size_t>(result.pairs.size(), 1), 512, settings.threads);
  told.resize(std::max(told.size(), pieces.size()));
  pieces.run(settings.threads, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    tell_events(begin, std::min(end, result.pairs.size()), told[piece]);
  });
  if (pieces.size() == 1) {
    std::swap(result.events, told[0].events);
  } else {
    left_over.resize(pieces.size());  // here: where the events of each piece begin
    std::size_t count = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      left_over[piece] = count;
      count += told[piece].events.size();
    }
    result.events.resize(count);
    pieces.run(settings.threads, [&](std::size_t piece, std::size_t, std::size_t) {
      std::copy(told[piece].events.begin(), told[piece].events.end(),
                result.events.begin() + static_cast<std::ptrdiff_t>(left_over[piece]));
    });
  }
  // Who is awake wakes whom it meets, one after another: that one may wake the next.
  result.woken.clear();
  WorldState& all = objects();
  const auto wake = [&](ObjectId sleeper, ObjectId other) {
    Object& object = *all.find(sleeper);
    if (!object.asleep || all.awake[other.slot] == 0) return;
    all.set_asleep(object, false);
    result.woken.push_back(sleeper);
  };
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    for (const auto& [a, b] : told[piece].begun) {
      wake(a, b);
      wake(b, a);
    }
}

}  // namespace graze
