#include "robot/draft.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "graze/error.h"
#include "robot/kinematics.h"

namespace graze {

namespace {

constexpr double past_pi = 0x1.921fb54442d19p+1;  // the double above pi
constexpr std::size_t nowhere = ~std::size_t{0};

class Assembler {
 public:
  Assembler(const XmlFile& file, RobotDraft draft) : file_(file), draft_(std::move(draft)) {}

  Robot read() {
    robot_.name = draft_.name;
    robot_.skipped = std::move(draft_.skipped);
    robot_.remarks = std::move(draft_.remarks);
    number(draft_.links, links_, "link");
    number(draft_.joints, joints_, "joint");
    hang();
    order();
    note_visual_links();
    mark_incomplete();
    for (std::size_t joint = 0; joint < draft_.joints.size(); ++joint) mimic(joint, 0);
    find_turns(robot_);
    exclude();
    return std::move(robot_);
  }

 private:
  using Names = std::unordered_map<std::string, std::size_t>;

  template <class Drafts>
  void number(const Drafts& drafts, Names& names, const std::string& what) {
    for (std::size_t i = 0; i < drafts.size(); ++i) {
      const auto [at, fresh] = names.emplace(drafts[i].name, i);
      if (fresh) continue;
      file_.fail(*drafts[i].at, "a second " + what + " '" + drafts[i].name + "'; the first is in " +
                                    file_.place(*drafts[at->second].at));
    }
  }

  std::size_t link_of(const JointDraft& joint, const std::string& name, const XmlElement* at) const {
    const auto found = links_.find(name);
    if (found == links_.end()) file_.fail(at ? *at : *joint.at, "there is no link '" + name + "'");
    return found->second;
  }

  void hang() {
    joint_above_.assign(draft_.links.size(), nowhere);
    below_.resize(draft_.links.size());
    for (std::size_t i = 0; i < draft_.joints.size(); ++i) {
      const JointDraft& joint = draft_.joints[i];
      const std::size_t parent = link_of(joint, joint.parent, joint.parent_at);
      const std::size_t child = link_of(joint, joint.child, joint.child_at);
      if (joint_above_[child] != nowhere) {
        file_.fail(*joint.at, "link '" + joint.child + "' hangs on two joints; the first is in " +
                                  file_.place(*draft_.joints[joint_above_[child]].at));
      }
      joint_above_[child] = i;
      below_[parent].push_back(i);
    }
  }

  std::size_t root() const {
    std::size_t found = nowhere;
    for (std::size_t link = 0; link < draft_.links.size(); ++link) {
      if (joint_above_[link] != nowhere) continue;
      if (found != nowhere) {
        file_.fail(*draft_.links[link].at, "links '" + draft_.links[found].name + "' and '" + draft_.links[link].name +
                                               "' both hang on nothing: a robot has one root");
      }
      found = link;
    }
    if (found == nowhere) {
      file_.fail(*draft_.links[0].at, "every link hangs on another: the joints go round in a circle");
    }
    return found;
  }

  // Depth first from the root, children in the order of the file.
  void order() {
    number_of_.assign(draft_.links.size(), RobotLink::none);
    numbered_.assign(draft_.joints.size(), RobotJoint::none);
    const std::size_t top = root();
    std::vector<std::pair<std::size_t, std::uint32_t>> waiting = {{nowhere, 0}};  // joints, and their parents
    while (!waiting.empty()) {
      const auto [joint, parent] = waiting.back();
      waiting.pop_back();
      const std::size_t link = joint == nowhere ? top : links_.at(draft_.joints[joint].child);
      const auto number = static_cast<std::uint32_t>(robot_.links.size());
      number_of_[link] = number;
      LinkDraft& from = draft_.links[link];
      RobotLink entry;
      entry.name = from.name;
      entry.shape = std::move(from.shape);
      entry.frame = from.frame;
      if (joint != nowhere) {
        entry.joint = number - 1;
        add_joint(joint, parent, number);
      }
      robot_.links.push_back(std::move(entry));
      const std::vector<std::size_t>& children = below_[link];
      for (auto child = children.rbegin(); child != children.rend(); ++child) waiting.emplace_back(*child, number);
    }
    for (std::size_t link = 0; link < draft_.links.size(); ++link) {
      if (number_of_[link] != RobotLink::none) continue;
      file_.fail(*draft_.links[link].at, "link '" + draft_.links[link].name + "' is in a circle of joints");
    }
  }

  // A link without collision geometry collides with nothing, as all formats have it. A robot of such links alone is one
  // whose geometry was left out.
  void note_visual_links() {
    if (draft_.visual_only.empty()) return;
    const bool has_shape =
        std::any_of(robot_.links.begin(), robot_.links.end(), [](const RobotLink& link) { return bool(link.shape); });
    if (!has_shape && robot_.skipped.empty()) {
      robot_.skipped.push_back({draft_.visual_only[0] + "/visual", "no link has collision geometry, only visual"});
      return;
    }
    std::string names;
    for (const std::string& name : draft_.visual_only) names += (names.empty() ? "" : ", ") + name;
    robot_.remarks.push_back("links with visual geometry alone collide with nothing: " + names);
  }

  // What was lost is named by its link; what belongs to no link that is there counts for the root.
  void mark_incomplete() {
    for (const SkippedPart& part : robot_.skipped) {
      bool found = false;
      for (RobotLink& link : robot_.links) {
        if (!part.path.starts_with(link.name + "/")) continue;
        link.incomplete = found = true;
      }
      if (!found) robot_.links[0].incomplete = true;
    }
  }

  void add_joint(std::size_t index, std::uint32_t parent, std::uint32_t child) {
    JointDraft& from = draft_.joints[index];
    RobotJoint joint;
    joint.name = from.name;
    joint.kind = from.kind;
    joint.parent = parent;
    joint.child = child;
    joint.origin = from.origin;
    if (from.held.empty() && (joint.kind == JointKind::planar || joint.kind == JointKind::floating)) {
      from.held = std::string("is ") + name(joint.kind);
    }
    if (from.held.empty() && moves(joint.kind) && !set_axis(from.axis, joint)) from.held = "has an axis of length 0";
    if (!from.held.empty()) {
      hold(index, from.held);
    } else if (moves(joint.kind) && from.mimic.empty()) {
      joint.offset = from.offset;
      joint.variable = static_cast<std::uint32_t>(robot_.variables.size());
      robot_.variables.push_back(variable_of(from));
    }
    numbered_[index] = static_cast<std::uint32_t>(robot_.joints.size());
    robot_.joints.push_back(std::move(joint));
  }

  void hold(std::size_t index, const std::string& why) {
    draft_.joints[index].held = why;
    robot_.remarks.push_back("joint '" + draft_.joints[index].name + "' " + why +
                             ": it is held at its origin, and pairs of links across it are not checked");
  }

  static bool set_axis(Vec3 given, RobotJoint& joint) {
    const double largest = std::max({std::fabs(given.x), std::fabs(given.y), std::fabs(given.z)});
    if (largest == 0) return false;
    const Vec3 near_one = {given.x / largest, given.y / largest, given.z / largest};
    const double size = length(near_one);
    joint.axis = {near_one.x / size, near_one.y / size, near_one.z / size};
    return true;
  }

  RobotVariable variable_of(const JointDraft& joint) {
    if (joint.kind == JointKind::continuous) return {joint.name, -past_pi, past_pi};
    RobotVariable result = {joint.name, joint.lower, joint.upper};
    const std::string which = "joint '" + joint.name + "': ";
    if (result.lower > result.upper) {
      robot_.remarks.push_back(which + "lower is above upper; the limits are taken the other way round");
      std::swap(result.lower, result.upper);
    }
    const bool turning = joint.kind == JointKind::revolute;
    const double most = turning ? largest_angle : 0x1p500;
    if (result.lower < -most || result.upper > most) {
      if (!turning || result.upper < -most || result.lower > most) {
        file_.fail(joint.limit_at ? *joint.limit_at : *joint.at, which + "out of range");
      }
      robot_.remarks.push_back(which + "limits beyond 4096 radians are taken as that");
      result.lower = std::max(result.lower, -most);
      result.upper = std::min(result.upper, most);
    }
    return result;
  }

  // Follows those that go along with others to the joint that has a variable.
  void mimic(std::size_t index, std::size_t steps) {
    const JointDraft& from = draft_.joints[index];
    RobotJoint& joint = robot_.joints[numbered_[index]];
    if (from.mimic.empty() || joint.variable != RobotJoint::none || !moves(joint.kind) || !from.held.empty()) return;
    const XmlElement& at = from.mimic_at ? *from.mimic_at : *from.at;
    const auto found = joints_.find(from.mimic);
    if (found == joints_.end()) return hold(index, "mimics '" + from.mimic + "', which is not there");
    if (steps > draft_.joints.size()) return hold(index, "mimics itself in a circle");
    mimic(found->second, steps + 1);
    if (!draft_.joints[index].held.empty()) return;
    const RobotJoint& other = robot_.joints[numbered_[found->second]];
    if (other.variable == RobotJoint::none) return hold(index, "mimics '" + from.mimic + "', which does not move");
    joint.variable = other.variable;
    joint.multiplier = from.multiplier * other.multiplier;
    joint.offset = from.multiplier * other.offset + from.offset;
    const RobotVariable& variable = robot_.variables[joint.variable];
    const double most = joint.kind == JointKind::prismatic ? 0x1p500 : largest_angle;
    for (const double value : {variable.lower, variable.upper}) {
      if (!(std::fabs(joint.multiplier * value + joint.offset) <= most)) {
        file_.fail(at, "joint '" + joint.name + "' goes out of range");
      }
    }
  }

  void exclude() {
    for (const RobotDraft::Excluded& pair : draft_.excluded) {
      const std::uint32_t a = number_of_[links_.at(pair.a)], b = number_of_[links_.at(pair.b)];
      if (a != b) robot_.excluded.push_back({std::min(a, b), std::max(a, b), pair.reason});
    }
    const auto before = [](const DisabledPair& x, const DisabledPair& y) {
      return std::pair(x.a, x.b) < std::pair(y.a, y.b);
    };
    std::stable_sort(robot_.excluded.begin(), robot_.excluded.end(), before);
    const auto last =
        std::unique(robot_.excluded.begin(), robot_.excluded.end(),
                    [](const DisabledPair& x, const DisabledPair& y) { return x.a == y.a && x.b == y.b; });
    robot_.excluded.erase(last, robot_.excluded.end());
  }

  const XmlFile& file_;
  RobotDraft draft_;
  Robot robot_;
  Names links_, joints_;
  std::vector<std::size_t> joint_above_;         // of a link
  std::vector<std::vector<std::size_t>> below_;  // joints of a link
  std::vector<std::uint32_t> number_of_;         // of links in the robot
  std::vector<std::uint32_t> numbered_;          // of joints in the robot
};

}  // namespace

Robot robot_of(const XmlFile& file, RobotDraft draft) { return Assembler(file, std::move(draft)).read(); }

}  // namespace graze
