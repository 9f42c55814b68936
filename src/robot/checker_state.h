// What a RobotChecker holds: bodies on links or in the world, the pairs to check, and bounds on how far joints move
// them.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "graze/box_tree.h"
#include "graze/robot_checker.h"
#include "robot/checker_hull.h"

namespace graze {

// A box in a frame of its own, posed; the sphere around it has the same centre.
struct CheckerBox {
  Vec3 centre, half;
  Mat3 axes;          // unit and perpendicular, but for rounding
  double radius = 0;  // infinite: there is no box
  double slack = 0;   // of distances to it, for what rounding makes of axes and of posed vertices
};

inline double slack_of(const CheckerBox& box) noexcept { return 0x1p-36 * (length(box.centre) + box.radius); }

// By the spheres around them.
inline bool surely_apart(const CheckerBox& a, const CheckerBox& b) noexcept {
  const Vec3 between = b.centre - a.centre;
  const double far = (a.radius + b.radius) + (a.slack + b.slack);
  return dot(between, between) > far * far * (1 + 0x1p-40);
}

// Below the distance of the boxes where that is above 0; else minus the length of some translation that parts them, or
// less. It need not be more than `enough`.
double box_separation(const CheckerBox& a, const CheckerBox& b, double enough) noexcept;
// Less than the distance of the boxes, or 0; it need not be more than `enough`.
double box_gap(const CheckerBox& a, const CheckerBox& b, double enough) noexcept;

struct CheckedBody {
  enum class Kind : std::uint8_t { link, attached, obstacle, gone };
  Kind kind = Kind::gone;
  std::uint32_t link = 0;                   // that it hangs on; of an obstacle the root
  Shape shape;                              // as it is checked; an empty handle: a link without geometry
  Pose pose;                                // in the frame of the link, or the root
  bool posed = false;                       // the pose is not that of the link itself
  CheckerBox box;                           // in the same frame, with the margin
  std::shared_ptr<const CheckerHull> hull;  // null: there is none
  double padding = 0, scale = 1;
  bool held = false;                            // below a joint that is held
  std::uint32_t first_weight = 0, weights = 0;  // in TravelTable::chains

  bool on_robot() const noexcept { return (kind == Kind::link || kind == Kind::attached) && shape; }
};

// One joint between two bodies: how far a change of 1 of its variable moves a, and b, at most.
struct TravelWeight {
  std::uint32_t variable = 0, joint = 0;
  double to_a = 0, to_b = 0;
};

// Two bodies on the robot.
struct CheckedSelf {
  std::uint32_t a = 0, b = 0;
  std::uint32_t first_weight = 0, weights = 0;  // in TravelTable::pairs
};

// Bounds on motion for slides of prismatic joints within `slides`.
struct TravelTable {
  std::vector<double> slides;        // by joint
  std::vector<TravelWeight> pairs;   // from a to b; the joints before a standing link move a, those after it b
  std::vector<TravelWeight> chains;  // of bodies, from the root: to_b alone
  std::vector<double> doubts;        // by body: how far computed places of it on a way are off at most
};

// What one query at a time needs, kept for the next.
struct CheckerWorkspace {
  std::uint64_t stamp = 0;  // of the edit that `bodies` are of
  std::vector<Pose> links;
  std::vector<Body> bodies;
  std::vector<CheckerBox> boxes;
  std::vector<std::uint32_t> near;  // obstacles
  std::vector<Vec3> axes;           // of joints, in the frame of the root: see find_axes()
};

struct GRAZE_HIDDEN CheckerState {
  Robot robot;
  std::vector<CheckedBody> bodies;
  std::vector<std::uint32_t> movers;     // bodies on the robot, with geometry
  std::vector<std::uint32_t> obstacles;  // ascending
  std::vector<std::uint32_t> boundless;  // of these, those without a box
  BoxTree tree;                          // of those with one
  std::vector<CheckedSelf> pairs;        // of movers, sorted
  TravelTable travel;
  std::vector<TrajectoryResult::Unchecked> listed;  // pairs of links: disabled, adjacent or across a held joint
  std::unordered_set<std::uint64_t> allowed;        // by allow(), attach() and the settings
  double size = 0;                                  // of the robot
  bool incomplete = false;                          // geometry of it is missing
  std::uint64_t stamp = 1;

  mutable std::mutex guard;  // of `idle`
  mutable std::vector<std::unique_ptr<CheckerWorkspace>> idle;

  static std::uint64_t key(std::uint32_t a, std::uint32_t b) noexcept {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }
  bool is_allowed(std::uint32_t a, std::uint32_t b) const { return !allowed.empty() && allowed.contains(key(a, b)); }
  // After any edit but the move of an obstacle.
  void prepare_pairs();
  TravelTable travel_of(std::vector<double> slides) const;

  std::unique_ptr<CheckerWorkspace> take() const;
  void give(std::unique_ptr<CheckerWorkspace> workspace) const;

  bool are_values(std::span<const double> values) const noexcept;
  // Puts the bodies on the robot where values say.
  void place(std::span<const double> values, CheckerWorkspace& workspace) const;
  // The axes of joints that turn, where place() has put the links; they go through the origin of the child.
  void find_axes(CheckerWorkspace& workspace) const;
  // Obstacles that may be within `gap` of a posed body, ascending; allowed ones left out.
  void find_near(std::uint32_t mover, double gap, CheckerWorkspace& workspace) const;
};

// A workspace for as long as a query runs.
class BorrowedWorkspace {
 public:
  explicit BorrowedWorkspace(const CheckerState& state) : state_(state), workspace_(state.take()) {}
  BorrowedWorkspace(const BorrowedWorkspace&) = delete;
  BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;
  ~BorrowedWorkspace() { state_.give(std::move(workspace_)); }
  CheckerWorkspace& operator*() const noexcept { return *workspace_; }

 private:
  const CheckerState& state_;
  std::unique_ptr<CheckerWorkspace> workspace_;
};

// The answers, each with a workspace of its own while it works.
ValidResult find_valid(const CheckerState& state, std::span<const double> values, const ValidSettings& settings,
                       CheckerWorkspace& workspace);
ClearanceResult find_clearance(const CheckerState& state, std::span<const double> values,
                               const ClearanceSettings& settings, CheckerWorkspace& workspace);
WayResult find_way(const CheckerState& state, std::span<const std::vector<double>> waypoints,
                   const WaySettings& settings);

}  // namespace graze
