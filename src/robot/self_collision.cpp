// Which pairs of links can meet at all: sampled, then proven.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/hash.h"
#include "graze/error.h"
#include "robot/adjacent.h"
#include "robot/incomplete.h"
#include "robot/kinematics.h"
#include "robot/pair_list.h"
#include "robot/prove_clear.h"

namespace graze {

const char* name(SelfClass value) noexcept {
  switch (value) {
    case SelfClass::adjacent:
      return "adjacent";
    case SelfClass::always:
      return "always";
    case SelfClass::sometimes:
      return "sometimes";
    case SelfClass::never:
      return "never";
    case SelfClass::undecided:
      return "undecided";
    case SelfClass::disabled:
      return "disabled";
    default:
      return "unchecked";
  }
}

namespace {

constexpr std::uint64_t no_sample = ~std::uint64_t{0};

// Of one pair over some samples. Adding up and taking the least do not depend on the order.
struct Found {
  std::uint64_t hits = 0, undecided = 0, first_hit = no_sample, first_clear = no_sample;
};

// The same for any thread: each sample has random numbers of its own.
std::vector<double> sample_values(const Robot& robot, std::uint64_t seed, std::uint64_t sample) {
  std::vector<double> values = default_values(robot);
  if (sample == 0) return values;
  std::uint64_t state = mix(mix(seed) ^ sample);
  for (std::size_t v = 0; v < values.size(); ++v) {
    state += 0x9e3779b97f4a7c15u;
    const double fraction = double(mix(state) >> 11) * 0x1p-53;
    values[v] = value_at(searched_range(robot.variables[v]), fraction);
  }
  return values;
}

// Links at the poses of a sample.
void look_at(const Robot& robot, const LinkPath& path, std::span<const Pose> links, std::uint64_t sample,
             Found& outcome) {
  const std::uint32_t a = path.a(), b = path.b();
  const CollideResult result = collide({robot.links[a].shape, links[a]}, {robot.links[b].shape, links[b]});
  if (result.status != Status::ok) {
    ++outcome.undecided;
  } else if (result.yes()) {
    ++outcome.hits;
    outcome.first_hit = std::min(outcome.first_hit, sample);
  } else {
    outcome.first_clear = std::min(outcome.first_clear, sample);
  }
}

SelfClass class_of(bool adjacent, const Found& outcome, std::uint64_t looks) {
  if (adjacent) return SelfClass::adjacent;
  if (outcome.hits == looks) return SelfClass::always;
  if (outcome.hits > 0) return SelfClass::sometimes;
  return outcome.undecided > 0 ? SelfClass::undecided : SelfClass::never;
}

class MatrixSearch {
 public:
  MatrixSearch(const Robot& robot, const SelfCollisionSettings& settings, std::vector<LinkPath> paths)
      : robot_(robot), settings_(settings), paths_(std::move(paths)), start_(std::chrono::steady_clock::now()) {
    matrix_.samples = settings.samples;
    matrix_.seed = settings.seed;
  }

  SelfCollisionMatrix run(std::span<const DisabledPair> disabled) {
    begin(disabled);
    if (!moving_.empty()) {
      sample();
      classify();
      prove();
    }
    matrix_.complete = !stopped_;
    return std::move(matrix_);
  }

 private:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  // Tells how far it is. True: it is time to end, for good.
  bool should_stop(MatrixProgress progress) {
    const std::lock_guard<std::mutex> lock(telling_);
    if (stopped_) return true;
    progress.seconds = seconds();
    if (settings_.seconds > 0 && progress.seconds > settings_.seconds) stopped_ = true;
    if (settings_.progress && !settings_.progress(progress)) stopped_ = true;
    return stopped_;
  }

  // Pairs whose poses are the same for all values are settled at once, and so are links that a fixed joint holds
  // together. Other pairs that do not move against each other are sampled: rounding may decide whether they touch.
  void begin(std::span<const DisabledPair> disabled) {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const LinkPath& path = paths_[i];
      SelfPair pair;
      pair.a = path.a();
      pair.b = path.b();
      if (const DisabledPair* const listed = find_disabled(disabled, pair.a, pair.b)) {
        pair.value = SelfClass::disabled;
        pair.reason = listed->reason;
      } else if (path.is_held()) {
        pair.value = SelfClass::unchecked;
      } else if (const bool joined = path.is_rigid() && is_adjacent(robot_, path); !joined && !path.stands()) {
        moving_.push_back(i);
      } else {
        const std::vector<double> values = default_values(robot_);
        Found outcome;
        look_at(robot_, path, link_poses(robot_, values), 0, outcome);
        pair.value = class_of(joined, outcome, 1);
        pair.proven = outcome.undecided == 0;
        pair.hits = outcome.hits;
        pair.undecided = outcome.undecided;
        pair.at_default = outcome.hits > 0;
        if (outcome.hits > 0) pair.witness = values;
        if (outcome.first_clear == 0) pair.apart = values;
      }
      matrix_.pairs.push_back(std::move(pair));
    }
  }

  void sample() {
    outcomes_.resize(paths_.size());
    std::mutex adding;
    std::uint64_t looked = 0;
    parallel_for(settings_.samples, 64, settings_.threads, [&](std::size_t begin, std::size_t end) {
      std::vector<Found> part(paths_.size());
      std::uint64_t done = 0;
      for (std::size_t sample = begin; sample < end; ++sample) {
        // Sample 0 is looked at in any case.
        if (sample > 0 && sample % 64 == 0 && should_stop({.samples = sample, .pairs = moving_.size()})) break;
        const std::vector<Pose> links = link_poses(robot_, sample_values(robot_, settings_.seed, sample));
        for (const std::size_t i : moving_) look_at(robot_, paths_[i], links, sample, part[i]);
        ++done;
      }
      const std::lock_guard<std::mutex> lock(adding);
      looked += done;
      for (const std::size_t i : moving_) {
        outcomes_[i].hits += part[i].hits;
        outcomes_[i].undecided += part[i].undecided;
        outcomes_[i].first_hit = std::min(outcomes_[i].first_hit, part[i].first_hit);
        outcomes_[i].first_clear = std::min(outcomes_[i].first_clear, part[i].first_clear);
      }
    });
    matrix_.samples = looked;
  }

  void classify() {
    parallel_for(moving_.size(), 1, settings_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        SelfPair& pair = matrix_.pairs[moving_[k]];
        const Found& outcome = outcomes_[moving_[k]];
        const LinkPath& path = paths_[moving_[k]];
        pair.value = class_of(!path.is_rigid() && is_adjacent(robot_, path), outcome, matrix_.samples);
        pair.hits = outcome.hits;
        pair.undecided = outcome.undecided;
        pair.at_default = outcome.first_hit == 0;
        if (outcome.first_hit != no_sample) pair.witness = sample_values(robot_, settings_.seed, outcome.first_hit);
        if (outcome.first_clear != no_sample) pair.apart = sample_values(robot_, settings_.seed, outcome.first_clear);
        // A sample with contact and one without.
        if (pair.value == SelfClass::sometimes) pair.proven = !pair.apart.empty();
      }
    });
  }

  // In rounds, each with twice the distances of the one before: what is proven with little work is proven first.
  void prove() {
    struct Proof {
      std::size_t pair;
      std::unique_ptr<ClearProver> prover;
    };
    std::vector<Proof> open;
    for (const std::size_t i : moving_) {
      const SelfClass value = matrix_.pairs[i].value;
      if (value != SelfClass::never && value != SelfClass::undecided) continue;
      open.push_back({i, std::make_unique<ClearProver>(robot_, paths_[i])});
    }
    const std::size_t all = open.size();
    MatrixProgress progress{.samples = matrix_.samples, .pairs = moving_.size(), .to_prove = all};
    std::uint64_t spent = 0;
    double round_began = seconds();
    for (std::uint64_t round = 32; !open.empty() && spent < settings_.proof_budget; round *= 2) {
      const std::uint64_t more = std::min(round, settings_.proof_budget - spent);
      spent += more;
      // Those that have least left to do first.
      std::stable_sort(open.begin(), open.end(),
                       [](const Proof& x, const Proof& y) { return x.prover->boxes() < y.prover->boxes(); });
      parallel_for(open.size(), 1, settings_.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
          // In slices, so that an end is seen soon.
          for (std::uint64_t left = more; left > 0 && open[k].prover->state() == ClearProver::State::open;) {
            const std::uint64_t slice = std::min<std::uint64_t>(left, 64);
            open[k].prover->run(slice);
            left -= slice;
            if (should_stop(progress)) return;
          }
        }
      });
      std::erase_if(open, [&](Proof& proof) {
        SelfPair& pair = matrix_.pairs[proof.pair];
        const ClearProver::State state = proof.prover->state();
        if (state == ClearProver::State::clear) {
          pair.value = SelfClass::never;
          pair.proven = true;
          ++progress.proven;
        } else if (state == ClearProver::State::met) {
          pair.value = SelfClass::sometimes;
          pair.proven = !pair.apart.empty();
          pair.witness = proof.prover->witness();
        }
        return state != ClearProver::State::open;
      });
      progress.settled = all - open.size();
      // The next round has twice the distances for the pairs that are left; the last one has what the budget leaves.
      const double now = seconds();
      progress.seconds_left = spent < settings_.proof_budget ? 2 * (now - round_began) : 0;
      round_began = now;
      if (should_stop(progress)) break;
    }
  }

  const Robot& robot_;
  const SelfCollisionSettings& settings_;
  std::vector<LinkPath> paths_;
  std::chrono::steady_clock::time_point start_;
  SelfCollisionMatrix matrix_;
  std::vector<std::size_t> moving_;  // pairs that samples are for
  std::vector<Found> outcomes_;
  std::mutex telling_;
  bool stopped_ = false;
};

// Links that are incomplete: what none of the rest meets may meet what is missing. `listed`: the pairs that were looked
// at are those that are disabled, else all.
void note_missing(const Robot& robot, std::span<const DisabledPair> disabled, bool listed,
                  SelfCollisionMatrix& matrix) {
  for (SelfPair& pair : matrix.pairs) {
    const RobotLink &a = robot.links[pair.a], &b = robot.links[pair.b];
    if (pair.value == SelfClass::disabled || !lacks_geometry(a, b)) continue;
    pair.apart.clear();
    if (pair.value == SelfClass::sometimes) pair.proven = false;
    if (pair.value != SelfClass::never && pair.value != SelfClass::undecided) continue;
    pair.value = SelfClass::unchecked;
    pair.proven = false;
    pair.reason = missing_reason(robot, a, b);
  }
  // Links of which nothing was read are in no pair.
  for (std::uint32_t a = 0; a < robot.links.size(); ++a) {
    for (std::uint32_t b = a + 1; b < robot.links.size(); ++b) {
      const RobotLink &x = robot.links[a], &y = robot.links[b];
      const DisabledPair* const off = find_disabled(disabled, a, b);
      if (!lacks_geometry(x, y) || (x.shape && y.shape) || (listed && !off)) continue;
      SelfPair pair;
      pair.a = a;
      pair.b = b;
      pair.value = off && !listed ? SelfClass::disabled : SelfClass::unchecked;
      pair.reason = off && !listed ? off->reason : missing_reason(robot, x, y);
      matrix.pairs.push_back(std::move(pair));
    }
  }
  std::sort(matrix.pairs.begin(), matrix.pairs.end(),
            [](const SelfPair& x, const SelfPair& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

}  // namespace

SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionSettings& settings,
                                          std::span<const DisabledPair> disabled) {
  const FloatState standard;
  if (settings.samples == 0) throw Error("at least one sample is needed");
  SelfCollisionMatrix matrix = MatrixSearch(robot, settings, all_link_pairs(robot)).run(disabled);
  note_missing(robot, disabled, false, matrix);
  return matrix;
}

SelfCollisionMatrix audit_disabled(const Robot& robot, std::span<const DisabledPair> disabled,
                                   const SelfCollisionSettings& settings) {
  const FloatState standard;
  if (settings.samples == 0) throw Error("at least one sample is needed");
  std::vector<LinkPath> paths;
  for (LinkPath& path : all_link_pairs(robot)) {
    if (find_disabled(disabled, path.a(), path.b())) paths.push_back(std::move(path));
  }
  SelfCollisionMatrix matrix = MatrixSearch(robot, settings, std::move(paths)).run({});
  for (SelfPair& pair : matrix.pairs) pair.reason = find_disabled(disabled, pair.a, pair.b)->reason;
  note_missing(robot, disabled, true, matrix);
  return matrix;
}

}  // namespace graze
