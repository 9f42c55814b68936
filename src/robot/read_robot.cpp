// read_robot of graze/robot.h: URDF, expanded by xacro.h, with the geometry of urdf_geometry.h.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "robot/kinematics.h"
#include "robot/urdf_geometry.h"
#include "robot/xacro.h"

namespace graze {

namespace {

constexpr double past_pi = 0x1.921fb54442d19p+1;  // the double above pi

class RobotReader {
 public:
  RobotReader(const XmlFile& file, const ReadRobotSettings& settings)
      : file_(file), geometry_(file, settings, robot_) {}

  Robot read() {
    const XmlElement& root = file_.root();
    if (root.name != "robot") file_.fail(root, "the file holds a <" + root.name + ">, not a <robot>");
    robot_.name = file_.text(root, "name");
    for (const XmlElement& element : root.children) {
      if (element.name.starts_with("xacro:") || element.name == "link" || element.name == "joint") {
        refuse_xacro(file_, element);
      }
      if (element.name == "link") {
        add_unique(links_, element);
      } else if (element.name == "joint") {
        add_unique(joints_, element);
      }
    }
    if (links_.order.empty()) file_.fail(root, "the robot has no links");
    hang();
    order();
    for (const XmlElement* const joint : joints_.order) mimic(*joint, 0);
    find_turns(robot_);
    return std::move(robot_);
  }

 private:
  // Elements by their name attribute, in the order of the file.
  struct Named {
    std::vector<const XmlElement*> order;
    std::unordered_map<std::string, const XmlElement*> by_name;
  };

  void add_unique(Named& all, const XmlElement& element) {
    const std::string& name = file_.text(element, "name");
    const auto [at, fresh] = all.by_name.emplace(name, &element);
    if (!fresh) {
      file_.fail(element, "a second " + element.name + " '" + name + "'; the first is in line " +
                              std::to_string(at->second->line));
    }
    all.order.push_back(&element);
  }

  const XmlElement& needed(const XmlElement& joint, const char* child) const {
    const XmlElement* const found = joint.child(child);
    if (!found) file_.fail(joint, "joint '" + file_.text(joint, "name") + "' has no <" + child + ">");
    return *found;
  }

  const XmlElement* link_of(const XmlElement& joint, const char* end) const {
    const XmlElement& element = needed(joint, end);
    const std::string& name = file_.text(element, "link");
    const auto found = links_.by_name.find(name);
    if (found == links_.by_name.end()) file_.fail(element, "there is no link '" + name + "'");
    return found->second;
  }

  void hang() {
    for (const XmlElement* const joint : joints_.order) {
      const XmlElement *parent = link_of(*joint, "parent"), *child = link_of(*joint, "child");
      const auto [at, fresh] = joint_above_.emplace(child, joint);
      if (!fresh) {
        file_.fail(*joint, "link '" + file_.text(*child, "name") + "' hangs on two joints; the first is in line " +
                               std::to_string(at->second->line));
      }
      below_[parent].push_back(joint);
    }
  }

  // Depth first from the root, children in the order of the file.
  void order() {
    const XmlElement* root = nullptr;
    for (const XmlElement* const link : links_.order) {
      if (joint_above_.contains(link)) continue;
      if (root) {
        file_.fail(*link, "links '" + file_.text(*root, "name") + "' and '" + file_.text(*link, "name") +
                              "' both hang on nothing: a robot has one root");
      }
      root = link;
    }
    if (!root) file_.fail(*links_.order[0], "every link hangs on another: the joints go round in a circle");
    std::vector<std::pair<const XmlElement*, std::uint32_t>> waiting = {{nullptr, 0}};  // joints, and their parents
    while (!waiting.empty()) {
      const auto [joint, parent] = waiting.back();
      waiting.pop_back();
      const XmlElement* const link = joint ? link_of(*joint, "child") : root;
      const auto number = static_cast<std::uint32_t>(robot_.links.size());
      const std::string& name = file_.text(*link, "name");
      RobotLink entry;
      entry.name = name;
      entry.shape = geometry_.read(*link, name);
      if (joint) {
        entry.joint = number - 1;
        add_joint(*joint, parent, number);
      }
      robot_.links.push_back(std::move(entry));
      const std::vector<const XmlElement*>& children = below_[link];
      for (auto child = children.rbegin(); child != children.rend(); ++child) waiting.emplace_back(*child, number);
    }
    if (robot_.links.size() < links_.order.size()) {
      for (const XmlElement* const link : links_.order) {
        const std::string& name = file_.text(*link, "name");
        if (std::none_of(robot_.links.begin(), robot_.links.end(),
                         [&](const RobotLink& l) { return l.name == name; })) {
          file_.fail(*link, "link '" + name + "' is in a circle of joints");
        }
      }
    }
  }

  void add_joint(const XmlElement& element, std::uint32_t parent, std::uint32_t child) {
    RobotJoint joint;
    joint.name = file_.text(element, "name");
    joint.kind = kind_of(element);
    joint.parent = parent;
    joint.child = child;
    joint.origin = read_origin(file_, element, robot_.remarks);
    if (joint.kind == JointKind::planar || joint.kind == JointKind::floating) {
      hold(joint, std::string("is ") + name(joint.kind));
    } else if (moves(joint.kind) && !read_axis(element, joint)) {
      hold(joint, "has an axis of length 0");
      without_axis_.insert(&element);
    } else if (moves(joint.kind) && !element.child("mimic")) {
      joint.variable = static_cast<std::uint32_t>(robot_.variables.size());
      robot_.variables.push_back(variable_of(element, joint));
    }
    numbered_.emplace(&element, static_cast<std::uint32_t>(robot_.joints.size()));
    robot_.joints.push_back(std::move(joint));
  }

  void hold(const RobotJoint& joint, const std::string& why) {
    robot_.remarks.push_back("joint '" + joint.name + "' " + why +
                             ": it is held at its origin, and pairs of links across it are not checked");
  }

  // Of a joint that moves about it or along it: what others have for an axis says nothing. False: it is 0.
  bool read_axis(const XmlElement& element, RobotJoint& joint) {
    const XmlElement* const axis = element.child("axis");
    if (!axis) return true;
    leave_aside(file_.others(*axis, {"xyz"}), robot_.remarks);
    const Vec3 given = file_.point(*axis, "xyz");
    const double largest = std::max({std::fabs(given.x), std::fabs(given.y), std::fabs(given.z)});
    if (largest == 0) return false;
    const Vec3 near_one = {given.x / largest, given.y / largest, given.z / largest};
    const double size = length(near_one);
    joint.axis = {near_one.x / size, near_one.y / size, near_one.z / size};
    return true;
  }

  static bool moves(JointKind kind) {
    return kind == JointKind::revolute || kind == JointKind::continuous || kind == JointKind::prismatic;
  }

  JointKind kind_of(const XmlElement& element) const {
    const std::string& type = file_.text(element, "type");
    for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::continuous, JointKind::prismatic,
                                 JointKind::planar, JointKind::floating}) {
      if (type == name(kind)) return kind;
    }
    file_.fail(element, "joint '" + file_.text(element, "name") + "': there is no type '" + type + "'");
  }

  RobotVariable variable_of(const XmlElement& element, const RobotJoint& joint) {
    if (joint.kind == JointKind::continuous) return {joint.name, -past_pi, past_pi};
    const XmlElement& limit = needed(element, "limit");
    RobotVariable result = {joint.name, file_.number(limit, "lower", 0), file_.number(limit, "upper", 0)};
    const std::string which = "joint '" + joint.name + "': ";
    if (result.lower > result.upper) {
      robot_.remarks.push_back(which + "lower is above upper; the limits are taken the other way round");
      std::swap(result.lower, result.upper);
    }
    const bool turning = joint.kind == JointKind::revolute;
    const double most = turning ? largest_angle : 0x1p500;
    if (result.lower < -most || result.upper > most) {
      if (!turning || result.upper < -most || result.lower > most) file_.fail(limit, which + "out of range");
      robot_.remarks.push_back(which + "limits beyond 4096 radians are taken as that");
      result.lower = std::max(result.lower, -most);
      result.upper = std::min(result.upper, most);
    }
    return result;
  }

  // Follows <mimic> to the joint that has a variable.
  void mimic(const XmlElement& element, std::size_t steps) {
    const XmlElement* const mimic_element = element.child("mimic");
    RobotJoint& joint = robot_.joints[numbered_.at(&element)];
    if (!mimic_element || joint.variable != RobotJoint::none || !moves(joint.kind)) return;
    if (without_axis_.contains(&element)) return;
    leave_aside(file_.others(*mimic_element, {"joint", "multiplier", "offset"}), robot_.remarks);
    const std::string& other_name = file_.text(*mimic_element, "joint");
    const auto other_element = joints_.by_name.find(other_name);
    if (other_element == joints_.by_name.end()) {
      file_.fail(*mimic_element, "there is no joint '" + other_name + "'");
    }
    if (steps > robot_.joints.size()) file_.fail(*mimic_element, "joints mimic each other in a circle");
    mimic(*other_element->second, steps + 1);
    const RobotJoint& other = robot_.joints[numbered_.at(other_element->second)];
    if (other.variable == RobotJoint::none) {
      file_.fail(*mimic_element, "joint '" + other_name + "' does not move: nothing can mimic it");
    }
    const double multiplier = file_.number(*mimic_element, "multiplier", 1);
    const double offset = file_.number(*mimic_element, "offset", 0);
    joint.variable = other.variable;
    joint.multiplier = multiplier * other.multiplier;
    joint.offset = multiplier * other.offset + offset;
    const RobotVariable& variable = robot_.variables[joint.variable];
    const double most = joint.kind == JointKind::prismatic ? 0x1p500 : largest_angle;
    for (const double value : {variable.lower, variable.upper}) {
      if (!(std::fabs(joint.multiplier * value + joint.offset) <= most)) {
        file_.fail(*mimic_element, "joint '" + joint.name + "' goes out of range");
      }
    }
  }

  const XmlFile& file_;
  Robot robot_;
  GeometryReader geometry_;
  Named links_, joints_;
  std::unordered_map<const XmlElement*, const XmlElement*> joint_above_;         // of a link
  std::unordered_map<const XmlElement*, std::vector<const XmlElement*>> below_;  // joints of a link
  std::unordered_map<const XmlElement*, std::uint32_t> numbered_;                // joints
  std::unordered_set<const XmlElement*> without_axis_;                           // joints that should move
};

}  // namespace

Robot read_robot(const std::string& path, const ReadRobotSettings& settings) {
  const FloatState standard;
  const XmlFile file(path);
  return RobotReader(file, settings).read();
}

}  // namespace graze
