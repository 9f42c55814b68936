// Which pairs of links can meet at all: sampled, then proven.
#include <mutex>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/hash.h"
#include "robot/adjacent.h"
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
  std::uint64_t hits = 0, undecided = 0, first_hit = no_sample;
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

void look_at(const LinkPath& path, std::span<const Pose> joint_poses, std::uint64_t sample, Found& outcome) {
  Body a, b;
  path.place(joint_poses, a, b);
  const CollideResult result = collide(a, b);
  if (result.status != Status::ok) {
    ++outcome.undecided;
  } else if (result.yes()) {
    ++outcome.hits;
    outcome.first_hit = std::min(outcome.first_hit, sample);
  }
}

std::vector<Pose> joint_poses(const Robot& robot, std::span<const double> values) {
  std::vector<Pose> poses;
  for (const RobotJoint& joint : robot.joints) poses.push_back(joint_pose(joint, joint_position(joint, values)));
  return poses;
}

SelfClass class_of(bool adjacent, const Found& outcome, std::uint64_t looks) {
  if (adjacent) return SelfClass::adjacent;
  if (outcome.hits == looks) return SelfClass::always;
  if (outcome.hits > 0) return SelfClass::sometimes;
  return outcome.undecided > 0 ? SelfClass::undecided : SelfClass::never;
}

}  // namespace

SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionSettings& settings,
                                          std::span<const DisabledPair> disabled) {
  const FloatState standard;
  if (settings.samples == 0) throw Error("at least one sample is needed");
  const std::vector<LinkPath> paths = all_link_pairs(robot);
  SelfCollisionMatrix matrix = {settings.samples, settings.seed, {}};
  std::vector<std::size_t> moving;  // pairs that samples are for
  for (std::size_t i = 0; i < paths.size(); ++i) {
    SelfPair pair;
    pair.a = paths[i].a();
    pair.b = paths[i].b();
    if (const DisabledPair* const listed = find_disabled(disabled, pair.a, pair.b)) {
      pair.value = SelfClass::disabled;
      pair.reason = listed->reason;
    } else if (paths[i].is_held()) {
      pair.value = SelfClass::unchecked;
    } else if (!paths[i].is_rigid()) {
      moving.push_back(i);
    } else {
      const std::vector<double> values = default_values(robot);
      Found outcome;
      look_at(paths[i], joint_poses(robot, values), 0, outcome);
      pair.value = class_of(is_adjacent(robot, paths[i]), outcome, 1);
      pair.proven = outcome.undecided == 0;
      pair.hits = outcome.hits;
      pair.undecided = outcome.undecided;
      if (outcome.hits > 0) pair.witness = values;
    }
    matrix.pairs.push_back(std::move(pair));
  }

  std::vector<Found> outcomes(paths.size());
  std::mutex adding;
  parallel_for(settings.samples, 64, settings.threads, [&](std::size_t begin, std::size_t end) {
    std::vector<Found> part(paths.size());
    for (std::size_t sample = begin; sample < end; ++sample) {
      const std::vector<Pose> poses = joint_poses(robot, sample_values(robot, settings.seed, sample));
      for (const std::size_t i : moving) look_at(paths[i], poses, sample, part[i]);
    }
    const std::lock_guard<std::mutex> lock(adding);
    for (const std::size_t i : moving) {
      outcomes[i].hits += part[i].hits;
      outcomes[i].undecided += part[i].undecided;
      outcomes[i].first_hit = std::min(outcomes[i].first_hit, part[i].first_hit);
    }
  });

  parallel_for(moving.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      SelfPair& pair = matrix.pairs[moving[k]];
      const LinkPath& path = paths[moving[k]];
      const Found& outcome = outcomes[moving[k]];
      pair.value = class_of(is_adjacent(robot, path), outcome, settings.samples);
      pair.hits = outcome.hits;
      pair.undecided = outcome.undecided;
      if (outcome.hits > 0) pair.witness = sample_values(robot, settings.seed, outcome.first_hit);
      // A sample with contact and one without.
      if (pair.value == SelfClass::sometimes) pair.proven = pair.hits + pair.undecided < settings.samples;
      if (pair.value != SelfClass::never && pair.value != SelfClass::undecided) continue;
      ClearProof proof = prove_clear(robot, path, settings.proof_budget);
      if (proof.clear) {
        pair.value = SelfClass::never;
        pair.proven = true;
      } else if (!proof.witness.empty()) {
        pair.value = SelfClass::sometimes;
        pair.proven = pair.undecided < settings.samples;
        pair.witness = std::move(proof.witness);
      }
    }
  });
  return matrix;
}

}  // namespace graze
