#include "broad/broad_phase.h"

#include <algorithm>

#include "base/assert.h"
#include "base/float_state.h"
#include "broad/pair_finder.h"

namespace graze {
namespace {

std::unique_ptr<PairFinder> make_finder(BroadKind kind) {
  switch (kind) {
    case BroadKind::sweep:
      return make_sweep();
    case BroadKind::sweep_and_prune:
      return make_sweep_and_prune();
    case BroadKind::grid2:
      return make_grid(2);
    case BroadKind::grid3:
      return make_grid(3);
    case BroadKind::octree:
      return make_octree();
    case BroadKind::dynamic_tree:
      return make_dynamic_tree();
    case BroadKind::brute_force:
    case BroadKind::automatic:
      break;
  }
  return make_brute_force();
}

// What `automatic` takes: the first rule that holds for the number of boxes. Measured: docs/broad.md.
struct Rule {
  std::size_t most;
  BroadKind kind;
};
constexpr Rule rules[] = {
    {16, BroadKind::brute_force},
    {std::numeric_limits<std::size_t>::max(), BroadKind::dynamic_tree},
};

// A kind that is in use stays until the number of boxes is a quarter beyond its bounds, so that boxes that come and go
// do not make it start anew each time.
BroadKind choose(std::size_t count, BroadKind in_use) noexcept {
  std::size_t least = 0;
  for (const Rule& rule : rules) {
    const bool few = count<least - least / 4, many = count> rule.most && count - rule.most > rule.most / 4;
    if (rule.kind == in_use && !few && !many) return in_use;
    least = rule.most;
  }
  for (const Rule& rule : rules)
    if (count <= rule.most) return rule.kind;
  return BroadKind::dynamic_tree;
}

}  // namespace

const char* name(BroadKind kind) noexcept {
  switch (kind) {
    case BroadKind::automatic:
      return "automatic";
    case BroadKind::brute_force:
      return "brute_force";
    case BroadKind::sweep:
      return "sweep";
    case BroadKind::sweep_and_prune:
      return "sweep_and_prune";
    case BroadKind::grid2:
      return "grid2";
    case BroadKind::grid3:
      return "grid3";
    case BroadKind::octree:
      return "octree";
    case BroadKind::dynamic_tree:
      return "dynamic_tree";
  }
  return "unknown";
}

BroadPhase::BroadPhase(BroadKind kind) : kind_(kind), in_use_(kind) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

void BroadPhase::use(BroadKind kind) {
  finder_ = make_finder(kind);
  in_use_ = kind;
  pairs_.clear();
  set_.renew();
}

BroadResult BroadPhase::step(int threads) noexcept {
  const FloatState standard;
  try {
    const BroadKind wanted = kind_ == BroadKind::automatic ? choose(set_.ids().size(), in_use_) : kind_;
    if (finder_ == nullptr || wanted != in_use_) use(wanted);
    if (!found_ || !set_.changes().empty()) {
      found_ = false;
      counters_ = {};
      finder_->find(set_, threads, pairs_, counters_);
      set_.settle(threads);
      found_ = true;
      GRAZE_ASSERT_SLOW(validate().empty());
    } else {
      counters_ = {};
    }
  } catch (const std::exception&) {  // bad_alloc or length_error
    finder_.reset();
    found_ = false;
    return {Status::out_of_memory, {}, {}};
  }
  return {Status::ok, pairs_, counters_};
}

std::string BroadPhase::validate() const {
  if (const std::string fault = set_.validate(); !fault.empty()) return fault;
  if (finder_ == nullptr || !set_.changes().empty()) return {};
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const IdPair pair = pairs_[i];
    if (i > 0 && !(pairs_[i - 1] < pair)) return "pairs are not sorted";
    if (pair.lesser() >= pair.greater()) return "a pair has its greater id first";
    if (!set_.has(pair.lesser()) || !set_.has(pair.greater())) return "a pair of what is not there";
    if (!overlap(set_.box(pair.lesser()), set_.box(pair.greater()))) return "a pair that does not overlap";
  }
  return finder_->validate(set_);
}

}  // namespace graze
