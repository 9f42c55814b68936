// Robots: links on joints, which of them can meet, and whether a path through joint space is free (docs/robots.md).
// Lengths are metres and angles radians, as in URDF.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/assembly.h"
#include "graze/query.h"

namespace GRAZE_API graze {

// --- Robot: what a URDF, SDF or MJCF file says of collision geometry and kinematics ---

// As URDF has them: fixed; revolute, within limits; continuous, without; prismatic; planar and floating, which are held
// at their origin.
enum class JointKind : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating };
const char* name(JointKind kind) noexcept;  // the enumerator in words

// A rigid part of a robot.
struct RobotLink {
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // no joint
  std::string name;                                         // as in the file
  Shape shape;                 // all its collision geometry, in its own frame; an empty handle: it has none
  std::uint32_t joint = none;  // that it hangs on; none: the root
  // Where the frame that the file gives the link is, in its own frame, which is that of the joint: other than the
  // identity only where SDF or MJCF put a joint elsewhere in the link.
  Pose frame = {};
  // Some of its collision geometry could not be read, and Robot::skipped has it; of the root also what was lost with
  // links that are not there.
  bool incomplete = false;
};

// What a link hangs on, and how it moves.
struct RobotJoint {
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // no variable
  std::string name;                                         // as in the file
  JointKind kind = JointKind::fixed;                        // as in the file
  std::uint32_t parent = 0, child = 0;                      // links
  Pose origin;                                              // of the child in the frame of the parent, at position 0
  Vec3 axis{1, 0, 0};                                       // unit, in the frame of the child
  // The position is multiplier * (value of the variable) + offset; a joint that mimics another has that one's variable.
  // none: fixed, or held at its origin: planar, floating, or with an axis of length 0.
  std::uint32_t variable = none;
  double multiplier = 1, offset = 0;
};

// What can be set: one per joint that moves and mimics no other.
struct RobotVariable {
  std::string name;             // of the joint
  double lower = 0, upper = 0;  // of a continuous joint -pi and pi, which it may leave
  // The limits are a turn or more apart, and the robot is the same after a turn: all its joints with this variable turn
  // by a whole multiple of it. The matrix then looks at one turn within the limits.
  bool turns = false;
};

// Two links that are not to be checked.
struct DisabledPair {
  std::uint32_t a = 0, b = 0;  // links, a < b
  std::string reason;          // as the file gives it
};

// Links and joints as a tree with one root.
struct Robot {
  std::string name;                      // as in the file
  std::vector<RobotLink> links;          // parents before children, else in the order of the file
  std::vector<RobotJoint> joints;        // joint i holds link i + 1
  std::vector<RobotVariable> variables;  // in the order of their joints
  // Collision geometry that could not be read, and why; empty unless ReadRobotSettings::allow_incomplete is set. While
  // it has an entry no verdict says that the robot is free.
  std::vector<SkippedPart> skipped;
  std::vector<std::string> remarks;  // what else a user should know
  // Pairs that the file itself says are not to be checked (contact excludes of MJCF); sorted. They are not left out by
  // themselves: hand them over as `disabled`.
  std::vector<DisabledPair> excluded = {};
};

// Where meshes are looked for, and who reads them.
struct ReadRobotSettings {
  // Where package://NAME/REST is looked for: as PATH/NAME/REST, as PATH/REST where the last folder of PATH is NAME, and
  // in the folders in PATH, up to four levels down, whose package.xml has that name. Then in the folder of the file,
  // its parent, and so on.
  std::vector<std::string> package_paths = {};
  std::vector<AssemblyReader> readers = {};  // for meshes of more formats: graze/readers.h
  // Of a file that xacro has still to expand: name and value of $(arg name).
  std::vector<std::pair<std::string, std::string>> arguments = {};
  // Lost geometry is an Error that names the link and the file. Set, the rest of the robot is returned with the loss in
  // Robot::skipped: contacts of the rest are found, and what else would be free is unknown.
  bool allow_incomplete = false;
};

// URDF, SDF or MJCF, decided by the content; with xacro, which is expanded. Throws Error naming file and line, also
// where collision geometry is missing or cannot be read, unless `allow_incomplete` is set. Attributes and elements that
// have no meaning are listed in `remarks`, and so are links that have visual geometry alone.
Robot read_robot(const std::string& path, const ReadRobotSettings& settings = {});

// Of a name; throws Error when there is no such link.
std::uint32_t find_link(const Robot& robot, const std::string& name);

// Where each link is, in the frame of the root, for one value per variable; rounded. Every verdict about a robot is
// about these very poses. Throws Error for a wrong number of
// values, and for one that is not finite or an angle beyond 4096.
std::vector<Pose> link_poses(const Robot& robot, std::span<const double> values);

// --- SRDF: pairs of links that need no check ---

// The pairs of <disable_collisions>, and of <disable_default_collisions> but for <enable_collisions>; sorted. An entry
// with a link that the robot does not have is left aside, and told in `remarks`. Xacro is expanded. Throws Error naming
// file and line.
std::vector<DisabledPair> read_srdf(const std::string& path, const Robot& robot,
                                    std::vector<std::string>* remarks = nullptr,
                                    const ReadRobotSettings& settings = {});

// --- the self-collision matrix ---

// What is known of two links over all poses of a robot.
enum class SelfClass : std::uint8_t {
  // Named as parent and child by one joint, and in contact at every one of 1,000 positions of it, evenly spaced within
  // its limits, of a fixed joint at its only one: proven then, else by these samples. A gap within the rounding of
  // poses counts as contact. Trajectories do not check them.
  adjacent,
  always,     // in contact: proven for links that do not move against the root, else in all samples
  sometimes,  // there is a pose with contact, and one without
  never,      // no contact: proven for all values within the limits, else in no sample
  undecided,  // some samples of curved links were too near to touching to tell, and none was in contact
  disabled,   // listed as not to be checked
  unchecked   // across a joint that is held at its origin, or of a link that is incomplete, and in no sample in contact
};
const char* name(SelfClass value) noexcept;  // the enumerator in words

// Two links, their class, and what it rests on.
struct SelfPair {
  std::uint32_t a = 0, b = 0;             // links with geometry, a < b
  SelfClass value = SelfClass::never;     // the class
  bool proven = false;                    // the class holds for every pose within the limits
  std::uint64_t hits = 0, undecided = 0;  // of the samples; of links that do not move against the root, of one
  std::vector<double> witness = {};       // values of a pose with contact, exactly; empty: none is known
  std::string reason = {};                // of a disabled pair, and of one that lacks geometry
  std::vector<double> apart = {};         // values of a pose without contact, exactly; empty: none is known
  bool at_default = false;                // in contact where all values are at 0, or as near as can be
};

// MoveIt's word for why a pair may be left out: "Adjacent", "Never", "Always", which with it is in contact in at least
// `fraction` of the samples, "Default", in contact at the default pose; "" where it must be checked. Those of a pair
// that is `sometimes` in contact are for information: such pairs can collide and part.
const char* moveit_reason(const SelfPair& pair, std::uint64_t samples, double fraction = 0.95) noexcept;

// How far the search for a matrix is.
struct MatrixProgress {
  std::uint64_t samples = 0;                          // that were looked at, about
  std::size_t pairs = 0;                              // that move against each other
  std::size_t to_prove = 0, settled = 0, proven = 0;  // of these: met by no sample; proven or refuted; proven
  double seconds = 0, seconds_left = 0;               // since the start; of the round of proofs to come, about
};

// How many poses are looked at, and how hard a proof is tried.
struct SelfCollisionSettings {
  std::uint64_t samples =
      10000;               // poses, uniform within the limits; the first has all values at 0, or as near as can be
  std::uint64_t seed = 1;  // of the samples: the same seed gives the same poses
  // Distances that may be asked for each pair that no sample met, to prove that nothing does; 0: none.
  std::uint64_t proof_budget = 1 << 18;
  int threads = 0;  // 0: as many as the machine has; the answer does not depend on it
  // Above 0: the search ends about then, with what it has found: which pairs are proven depends on the machine, and
  // nothing that is proven is wrong. Pairs that need little work are proven first.
  double seconds = 0;
  // Called now and then, by one thread at a time; false ends the search in the same way.
  std::function<bool(const MatrixProgress& progress)> progress = {};
};

// What is known of every two links.
struct SelfCollisionMatrix {
  std::uint64_t samples = 0, seed = 0;  // that were looked at, and as it was set
  std::vector<SelfPair> pairs;          // of every two links with geometry, sorted
  bool complete = true;                 // false: the time was over, or `progress` ended it
};

// Contact is that of `collide`, exact on the posed doubles of link_poses().
SelfCollisionMatrix self_collision_matrix(const Robot& robot, const SelfCollisionSettings& settings = {},
                                          std::span<const DisabledPair> disabled = {});

// The same of the pairs that are disabled alone, as if they were not: those whose class is `sometimes` are disabled
// although they can meet, and have a witness. Each pair has the reason that the file gives.
SelfCollisionMatrix audit_disabled(const Robot& robot, std::span<const DisabledPair> disabled,
                                   const SelfCollisionSettings& settings = {});

// An SRDF file: every pair that is disabled, adjacent, always or never, with its reason.
std::string srdf_text(const Robot& robot, const SelfCollisionMatrix& matrix);
// The SRDF file at `path` with every byte that it has, and the pairs that are adjacent, always or never added at its
// end, with their reasons. The matrix is one that was made with what the file disables. Throws Error as read_srdf does.
std::string srdf_merged(const std::string& path, const Robot& robot, const SelfCollisionMatrix& matrix,
                        const ReadRobotSettings& settings = {});
// A file that holds nothing but pairs that are disabled, as srdf_text() makes it. Throws Error where it cannot be read.
bool is_plain_srdf(const std::string& path);

// --- trajectories: straight from waypoint to waypoint in joint space ---

// A way through joint space, as a file gives it.
struct Trajectory {
  std::vector<std::vector<double>> waypoints;  // each with one value per variable
  // Variables that are not in the file, values beyond the limits, continuous joints that are taken the short way round.
  std::vector<std::string> remarks;
};

// Comma-separated: a line of joint names, then a line of numbers per waypoint; columns `time` and `time_from_start` are
// passed over, and so are those of joints that mimic others, with a remark where they say something else. Variables
// without a column are 0, or as near as can be. A continuous joint goes the short way round: where a value is more than
// half a turn from the one before, turns are added or taken off. Throws Error naming file and line.
Trajectory read_trajectory(const std::string& path, const Robot& robot);

// What stands around a robot.
struct Obstacle {
  std::string name;  // for messages and reports
  Shape shape;       // of any kind but half-spaces, which have no end
  Pose pose;         // in the frame of the root
};

// How near is too near, and how much work to do.
struct TrajectorySettings {
  // A gap up to this, or up to four times what rounding may do, may be called a graze; 0: 2^-20 of the robot's size.
  double tolerance = 0;
  std::uint64_t budget = 1 << 20;  // distances that may be asked for each pair
  int threads = 0;                 // 0: as many as the machine has; the answer does not depend on it
};

// A place on a trajectory.
struct TrajectoryTime {
  std::size_t waypoint = 0;  // the last one that was passed, from 0
  double fraction = 0;       // of the way to the next
  friend auto operator<=>(const TrajectoryTime&, const TrajectoryTime&) = default;
};

// Two bodies that meet, or come nearer than the tolerance. Links have the numbers that they have in the robot, and
// obstacle i is that many more than there are links.
struct TrajectoryContact {
  std::uint32_t a = 0, b = 0;  // bodies, a < b
  // Contact: none of these links since the last graze and before `from`; at `to` by `collide` on the posed doubles.
  // Graze: from `from` to `to` the gap is not proven to be above the tolerance; a contact is not proven, either.
  TrajectoryTime from, to;
  bool contact = false;
  double gap = 0;  // of a graze: the least that was seen, or more; above 0
  Vec3 point;      // in the frame of the root, about where: at `to` of a contact, where `gap` was seen of a graze
  std::vector<double> values;  // then
};

// What was found out about a trajectory.
struct TrajectoryResult {
  double tolerance = 0;                     // used
  std::vector<TrajectoryContact> contacts;  // each pair's first contact, and its grazes before that; sorted by `from`
  // Pairs of which nothing is known from some time on, because the budget was spent, a query failed, or a link is
  // incomplete. While there are any the trajectory is not free.
  struct Unfinished {
    std::uint32_t a = 0, b = 0;  // bodies, a < b
    TrajectoryTime from;         // nothing is known after it
    std::string reason;          // a sentence
  };
  std::vector<Unfinished> unfinished;  // by bodies
  // Pairs that nothing is said of: what is free is proven except for these. Each has its class: adjacent, disabled, or
  // unchecked, across a joint that is held.
  struct Unchecked {
    std::uint32_t a = 0, b = 0;              // bodies, a < b
    SelfClass value = SelfClass::unchecked;  // why it is not checked
    std::string reason;                      // a sentence; of a disabled pair as the file gives it
  };
  std::vector<Unchecked> unchecked;  // by bodies
  std::uint64_t queries = 0;         // distances that were asked
};

// Every other pair of links with geometry, and every link with every obstacle. Nothing is missed: what is free is
// proven to be, from distances and bounds on how far links can move. An obstacle that is in contact with a link that
// does not move against the root is `adjacent` to it: the robot stands there. Throws Error for waypoints of a wrong
// length or not finite, a negative tolerance, and an obstacle that has no end, no shape or a bad pose.
TrajectoryResult check_trajectory(const Robot& robot, std::span<const std::vector<double>> waypoints,
                                  const TrajectorySettings& settings = {}, std::span<const DisabledPair> disabled = {},
                                  std::span<const Obstacle> obstacles = {});

}  // namespace graze
