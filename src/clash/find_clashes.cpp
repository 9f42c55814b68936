// find_clashes of graze/clash.h: pairs of parts whose boxes are near enough, each asked by clash/pair.h, side by side.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/work.h"
#include "broad/broad_phase.h"
#include "broad/float_box.h"
#include "clash/pair_order.h"
#include "graze/error.h"
#include "math/posed_box.h"
#include "narrow/body/borrowed.h"

namespace graze {

const char* name(ClashClass value) noexcept {
  switch (value) {
    case ClashClass::overlapping:
      return "overlapping";
    case ClashClass::enclosed:
      return "enclosed";
    case ClashClass::duplicate:
      return "duplicate";
    case ClashClass::touching:
      return "touching";
    default:
      return "clearance";
  }
}

const char* name(ClashMeasure value) noexcept { return value == ClashMeasure::local ? "local" : "separating"; }

namespace {

struct Candidate {
  std::uint32_t a, b, rule;
};

void check_settings(const ClashSettings& settings) {
  const std::pair<const char*, double> values[] = {
      {"tolerance", settings.tolerance}, {"clearance", settings.clearance}, {"contact", settings.contact}};
  for (const auto& [field, value] : values) {
    if (!(value >= 0) || !std::isfinite(value)) {
      throw Error(std::string("the ") + field + " must be a finite number that is not negative");
    }
  }
}

// All pairs of boxes that overlap.
std::vector<std::pair<std::uint32_t, std::uint32_t>> overlaps(std::span<const Box> boxes, int threads) {
  BroadPhase broad;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) (void)broad.add(i, boxes[i]);  // all are usable
  const BroadResult found = broad.step(threads);
  if (found.status != Status::ok) throw Error("too many pairs of parts are near each other: out of memory");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  pairs.reserve(found.pairs.size());
  for (const IdPair& pair : found.pairs) pairs.emplace_back(pair.lesser(), pair.greater());
  return pairs;
}

// Pairs of parts whose boxes are no farther apart than `reach` and whose sides match, sorted by paths.
std::vector<Candidate> candidates(std::span<const Part> parts, std::span<const Box> boxes, double reach,
                                  const ClashSets& sets, int threads) {
  const double half = std::nextafter(0.5 * reach, std::numeric_limits<double>::infinity());
  std::vector<Box> near(boxes.begin(), boxes.end());
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    near[i] = grown(boxes[i], reach > 0 ? half : 0);
    if (!usable(near[i])) throw Error("part '" + parts[i].path + "' is not within the finite numbers");
  }

  const auto side = [&](std::uint32_t i) { return sets.sides.empty() ? ClashSets::both : sets.sides[i]; };
  std::vector<Candidate> result;
  for (const auto& [one, other] : sets.overlaps ? sets.overlaps(near) : overlaps(near, threads)) {
    std::uint32_t a = std::min(one, other), b = std::max(one, other);
    const bool forward = (side(a) & ClashSets::a) && (side(b) & ClashSets::b);
    const bool backward = (side(b) & ClashSets::a) && (side(a) & ClashSets::b);
    if (!forward && !backward) continue;
    if (!forward || (backward && parts[b].path < parts[a].path)) std::swap(a, b);
    if (sets.ignored && sets.ignored(a, b)) continue;
    const std::uint32_t rule = sets.rule_of ? sets.rule_of(a, b) : no_rule;
    if (sets.rule_of && rule >= sets.each.size()) continue;
    result.push_back({a, b, rule});
  }
  std::sort(result.begin(), result.end(), [&](const Candidate& x, const Candidate& y) {
    const int order = parts[x.a].path.compare(parts[y.a].path);
    return order != 0 ? order < 0 : parts[x.b].path < parts[y.b].path;
  });
  return result;
}

// The round faces of parts, each found when it is first asked for.
class RoundFaces {
 public:
  explicit RoundFaces(std::span<const Part> parts) : parts_(parts), known_(parts.size()), found_(parts.size()) {}
  std::span<const Cylinder> of(std::uint32_t part) {
    std::call_once(known_[part], [&] { found_[part] = find_cylinders({parts_[part].shape, parts_[part].pose}); });
    return found_[part];
  }

 private:
  std::span<const Part> parts_;
  std::vector<std::once_flag> known_;
  std::vector<std::vector<Cylinder>> found_;
};

// [0, count) handed out in order, from the beginning to the end, by several at first and one by one at last, so that
// no thread is left with more than one when the others have ended.
class TaskRow {
 public:
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  explicit TaskRow(std::size_t count) : count_(count), long_(count > singles ? (count - singles) / length : 0) {}

  bool next(Range& range) {
    std::size_t task = next_.load(std::memory_order_relaxed);
    do {
      if (task >= closed || begin_of(task) >= count_) return false;
    } while (!next_.compare_exchange_weak(task, task + 1, std::memory_order_relaxed));
    range = {begin_of(task), begin_of(task + 1)};
    return true;
  }
  // Nothing more is handed out.
  void close() {
    std::size_t task = next_.load(std::memory_order_relaxed);
    while (task < closed && !next_.compare_exchange_weak(task, task + closed, std::memory_order_relaxed)) {
    }
  }
  // How many were handed out, all from 0 on.
  std::size_t taken() const { return begin_of(next_.load(std::memory_order_relaxed) % closed); }

 private:
  static constexpr std::size_t singles = 1024, length = 8, closed = std::size_t{1} << 30;

  std::size_t begin_of(std::size_t task) const {
    return task < long_ ? task * length : long_ * length + (task - long_);
  }

  std::size_t count_, long_;
  std::atomic<std::size_t> next_{0};
};

Box common(const Box& a, const Box& b, double reach) {
  const Box ga = grown(a, 0.5 * reach), gb = grown(b, 0.5 * reach);
  return {max(ga.lo, gb.lo), min(ga.hi, gb.hi)};
}

}  // namespace

ClashResult find_clashes(std::span<const Part> parts, const ClashSettings& settings, const ClashSets& sets,
                         const ClashProgress& progress) {
  const FloatState standard;
  check_settings(settings);
  if (!sets.sides.empty() && sets.sides.size() != parts.size()) {
    throw Error("there are " + std::to_string(sets.sides.size()) + " sides of " + std::to_string(parts.size()) +
                " parts");
  }
  if (!sets.keys.empty() && sets.keys.size() != parts.size()) {
    throw Error("there are " + std::to_string(sets.keys.size()) + " keys of " + std::to_string(parts.size()) +
                " parts");
  }
  const std::vector<PartKey> keys = sets.keys.empty() ? part_keys(parts) : sets.keys;
  const auto stopped = [&] { return sets.stop != nullptr && *sets.stop; };
  std::vector<Box> boxes(parts.size());
  parallel_for(parts.size(), 256, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) boxes[i] = posed_box(parts[i].pose, parts[i].shape.bounds());
  });
  double reach = std::max(sets.rule_of ? 0 : settings.clearance, settings.contact);
  std::vector<ClashSettings> each = sets.each;
  for (ClashSettings& own : each) {
    check_settings(own);
    own.contact = settings.contact;
    own.budget = settings.budget;
    reach = std::max(reach, own.clearance);
  }
  const std::vector<Candidate> pairs = candidates(parts, boxes, reach, sets, settings.threads);

  ClashResult result;
  result.candidates = pairs.size();
  result.checked = std::min<std::uint64_t>(settings.first, pairs.size());
  // Threads take the next pairs until none is left. Where someone is told of the progress, or may stop the work, they
  // come together now and then, and after very many pairs, whose answers are kept until then; what is found does not
  // depend on when.
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t most_at_once = 1 << 16, most_workers = 256;
  const bool heard = progress || sets.stop != nullptr;
  Clock::duration patience = std::chrono::milliseconds(50);
  RoundFaces round(parts);
  std::vector<PairOutcome> outcomes(std::min<std::size_t>(pairs.size() - result.checked, most_at_once));
  for (std::size_t first = result.checked; first < pairs.size(); first = result.checked) {
    if (stopped() || (progress && !progress(first, pairs.size()))) {
      result.complete = false;
      break;
    }
    const Clock::time_point end = Clock::now() + patience;
    TaskRow tasks(std::min<std::size_t>(pairs.size() - first, most_at_once));
    parallel_for(most_workers, 1, settings.threads, [&](std::size_t begin, std::size_t last) {
      const work::Stoppable stoppable(sets.stop);
      for (std::size_t worker = begin; worker < last; ++worker)
        for (TaskRow::Range range; tasks.next(range) && !stopped();) {
          for (std::size_t i = range.begin; i < range.end && !stopped(); ++i) {
            const Candidate& pair = pairs[first + i];
            const Part &a = parts[pair.a], &b = parts[pair.b];
            outcomes[i] = check_in_order(
                {{borrowed(a.shape), a.pose}, {borrowed(b.shape), b.pose}, round.of(pair.a), round.of(pair.b)},
                pair.rule == no_rule ? settings : each[pair.rule]);
            if (!outcomes[i].clash) continue;
            Clash& clash = *outcomes[i].clash;
            clash.a = pair.a;
            clash.b = pair.b;
            clash.rule = pair.rule;
            clash.id = clash_id(keys[pair.a], keys[pair.b]);
            clash.box = common(boxes[pair.a], boxes[pair.b], reach);
          }
          if (heard && Clock::now() > end) tasks.close();
        }
    });
    // Some pairs have no answer when it was stopped, or none but that they were: all since the threads came together
    // are left to the next search.
    if (stopped()) {
      result.complete = false;
      break;
    }
    const std::size_t count = tasks.taken();
    for (std::size_t i = 0; i < count; ++i) {
      const Candidate& pair = pairs[first + i];
      if (!outcomes[i].undecided.empty())
        result.undecided.push_back({pair.a, pair.b, std::move(outcomes[i].undecided)});
      else if (outcomes[i].clash)
        result.clashes.push_back(std::move(*outcomes[i].clash));
    }
    result.checked += count;
    patience = std::chrono::milliseconds(500);
  }
  return result;
}

}  // namespace graze
