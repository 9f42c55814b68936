// The checker that planners call: a robot among obstacles, prepared once and asked again and again (docs/robots.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/answer.h"
#include "graze/api.h"
#include "graze/robot.h"

namespace GRAZE_API graze {

// What holds for a checker as long as it lives.
struct RobotCheckerSettings {
  std::vector<DisabledPair> disabled = {};  // pairs of links that are not checked; allow() edits them later
  bool skip_adjacent = true;  // links that SelfClass::adjacent says of are not checked, either: unchecked() lists them
  int threads = 0;            // to prepare; 0: as many as the machine has. No answer depends on it.
};

// Two bodies of a checker, by number: links have those of Robot::links, all others what they were given when added.
struct CheckedPair {
  std::uint32_t a = 0, b = 0;  // a < b
  friend constexpr auto operator<=>(const CheckedPair&, const CheckedPair&) = default;
};

// How much valid() is to find out.
struct ValidSettings {
  bool all = false;  // list every pair in contact; else stop at the first
  int threads = 1;   // for many configurations; 0: as many as the machine has. No answer depends on it.
};

// Is a configuration free of contact? `invalid`: a value is missing, not finite, or an angle beyond 4096. A robot that
// is incomplete is never free: the answer is no or unknown, and the status `undecided`.
struct [[nodiscard]] ValidResult : YesNo {
  // When no: a pair in contact, by `collide` on the posed doubles of link_poses(); with `all` every one, sorted.
  std::vector<CheckedPair> contacts = {};
};

// What clearance() is to find out.
struct ClearanceSettings {
  // Pairs that are farther apart are of no interest: where all are, the answer is `beyond`.
  double max = std::numeric_limits<double>::infinity();
  // Beside the nearest pair, list those that are at most this much farther apart; below 0: the nearest alone. At 0
  // the list has every pair that may be the nearest, as far as the bounds of the distances tell.
  double range = -1;
  bool depth = true;  // of pairs in contact look for the depth; else their distance is 0, and the first ends the search
  // Of pairs in contact that are not both convex: how hard a short way out is looked for, as PenetrationSettings has
  // it, in milliseconds to seconds. 0: the depth of their hulls, in microseconds; the bracket is as wide as the two
  // differ.
  int effort = 0;
  bool gradient = true;  // fill in ClearancePair::gradient
  int threads = 1;       // for many configurations; 0: as many as the machine has. No answer depends on it.
};

// How far apart two bodies are, and how that changes.
struct ClearancePair {
  std::uint32_t a = 0, b = 0;                             // bodies, a < b
  double distance = unknown_number;                       // below 0: minus the depth, or with `effort` 0 of the hulls
  double lower = unknown_number, upper = unknown_number;  // the true one is between them
  Vec3 point_a = unknown_point, point_b = unknown_point;  // nearest, in the frame of the root; of a depth: one of both
  Vec3 normal = unknown_point;  // unit, from a to b: the way on which b leaves a; 0 of bodies that touch without depth
  // By variable: how fast the distance grows with it. The derivative where the nearest points are the only ones, and
  // the distance is above 0 or both bodies are convex; empty: the normal is 0, or it was not asked for.
  std::vector<double> gradient = {};
};

// The least distance of any pair that is checked. Of a robot that is incomplete the status is `undecided`, and `lower`
// minus infinity: what is missing may be nearer.
struct [[nodiscard]] ClearanceResult : Outcome {
  bool beyond = false;  // all are farther apart than `max`, or there are none: `lower` holds, and there are no pairs
  double distance = unknown_number;                       // the least; infinite when beyond
  double lower = unknown_number, upper = unknown_number;  // of it
  std::vector<ClearancePair> pairs = {};                  // the nearest first: by distance, then by bodies
};

// How a way through joint space is looked at.
struct WaySettings {
  bool first = true;  // find the first contact; else any one ends the search, which is then sooner
  // A gap up to this, or up to four times what rounding may do, may be left open; 0: 2^-20 of the robot's size.
  double tolerance = 0;
  std::uint64_t budget = std::uint64_t{1} << 18;  // distances to ask for each chunk of the way
  int threads = 1;  // for long ways, or many; 0: as many as the machine has. No answer depends on it.
};

// Is a way free? A no has a contact. What is free is proven for every moment of the real way; the answer is unknown
// where a gap comes too near to the tolerance without a contact that is seen, where the budget is spent, and for a
// robot that is incomplete, of which `lower` is the start: what is missing may be in contact before.
struct [[nodiscard]] WayResult : YesNo {
  // There is no contact before `lower`; with `first` = false and a contact that is not promised, and both are where it
  // is. When no: contact at `upper`. When yes: both are the end of the way.
  TrajectoryTime lower, upper;
  CheckedPair pair = {};            // when no: in contact at `upper`; when unknown: the first that came too near
  double gap = unknown_number;      // when unknown: the least that was seen there, or more
  std::vector<double> values = {};  // when no: at `upper`
  std::uint64_t distances = 0;      // that were asked for
};

struct CheckerState;  // not for users

// A robot, obstacles around it, and objects in its hands. Edits are for one thread while no query runs; queries may run
// side by side, and set nothing up. All frames are that of the robot's root, where the obstacles stand. Contact is that
// of `collide`, exact on the posed doubles; numbers below are bodies as of CheckedPair.
class RobotChecker {
 public:
  // Builds what queries would build on first need. Throws Error where a shape cannot be prepared.
  explicit RobotChecker(Robot robot, const RobotCheckerSettings& settings = {});
  RobotChecker(RobotChecker&&) noexcept;
  RobotChecker& operator=(RobotChecker&&) noexcept;
  ~RobotChecker();

  const Robot& robot() const noexcept;  // as it was given

  // --- edits: they throw Error, and do nothing, for a number that is not there, an empty handle, a bad pose ---

  // A body that stands in the frame of the root, of any kind and under any pose. Gives its number.
  std::uint32_t add_obstacle(const Shape& shape, const Pose& pose);
  // The same obstacle in another place.
  void move_obstacle(std::uint32_t obstacle, const Pose& pose);
  // A body that a link carries, in the frame of the link: checked against everything but that link, the `touching`
  // links and other bodies on the same link. Gives its number.
  std::uint32_t attach(std::uint32_t link, const Shape& shape, const Pose& pose,
                       std::span<const std::uint32_t> touching = {});
  // An obstacle, or what is attached. Its number is never given again.
  void remove(std::uint32_t body);
  // A margin around the link's shape, in metres; not negative.
  void set_padding(std::uint32_t link, double padding);
  // Each piece of the link's geometry scaled about its own origin; above 0.
  void set_scale(std::uint32_t link, double scale);
  // Whether two bodies may be in contact: if so, they are not checked.
  void allow(std::uint32_t a, std::uint32_t b, bool allowed = true);

  // Is the pair not checked? Also of those that unchecked() lists for other reasons than allow().
  bool allowed(std::uint32_t a, std::uint32_t b) const;
  // Every pair of bodies that is not checked although it might meet, or of which geometry is missing, with its reason,
  // sorted: what is said to be free is free but for these. Pairs of obstacles, and of bodies on one link, are not in
  // it.
  std::vector<TrajectoryResult::Unchecked> unchecked() const;
  // Where a body is. Throws Error as link_poses() does, and for a number that is not there.
  Body body(std::uint32_t number, std::span<const double> values) const;

  // --- queries: from any thread, one value per variable ---

  // Is the configuration free of contact?
  ValidResult valid(std::span<const double> values, const ValidSettings& settings = {}) const;
  // Many of them: result i is valid(configurations[i], settings).
  [[nodiscard]] std::vector<ValidResult> valid(std::span<const std::vector<double>> configurations,
                                               const ValidSettings& settings = {}) const;

  // The least signed distance.
  ClearanceResult clearance(std::span<const double> values, const ClearanceSettings& settings = {}) const;
  // Many of them.
  [[nodiscard]] std::vector<ClearanceResult> clearance(std::span<const std::vector<double>> configurations,
                                                       const ClearanceSettings& settings = {}) const;

  // Is the straight way between two configurations free? Certified: nothing between them is missed.
  WayResult edge(std::span<const double> from, std::span<const double> to, const WaySettings& settings = {}) const;
  // The same from waypoint to waypoint. Invalid without waypoints.
  WayResult path(std::span<const std::vector<double>> waypoints, const WaySettings& settings = {}) const;
  // Many ways: result i is path(ways[i], settings), with `threads` shared among them.
  [[nodiscard]] std::vector<WayResult> paths(std::span<const std::vector<std::vector<double>>> ways,
                                             const WaySettings& settings = {}) const;

 private:
  std::unique_ptr<CheckerState> state_;
};

}  // namespace graze
