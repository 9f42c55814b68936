#include "broad/broad_phase.h"

#include <algorithm>

#include "broad/pair_finder.h"

namespace graze {
namespace {

std::unique_ptr<PairFinder> make_finder(BroadKind kind) {
  switch (kind) {
    case BroadKind::automatic:
    case BroadKind::brute_force:
      break;
  }
  return make_brute_force();
}

BroadKind choose(const BoxSet&) noexcept { return BroadKind::brute_force; }

}  // namespace

const char* name(BroadKind kind) noexcept {
  switch (kind) {
    case BroadKind::automatic:
      return "automatic";
    case BroadKind::brute_force:
      return "brute_force";
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
  try {
    const BroadKind wanted = kind_ == BroadKind::automatic ? choose(set_) : kind_;
    if (finder_ == nullptr || wanted != in_use_) use(wanted);
    if (!found_ || !set_.changes().empty()) {
      found_ = false;
      counters_ = {};
      finder_->find(set_, threads, pairs_, counters_);
      set_.settle();
      found_ = true;
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
