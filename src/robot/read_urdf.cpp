#include "robot/readers.h"
#include "robot/urdf_geometry.h"

namespace graze {

namespace {

class UrdfReader {
 public:
  UrdfReader(const XmlFile& file, const ReadRobotSettings& settings) : file_(file), geometry_(file, settings, draft_) {}

  RobotDraft read() {
    const XmlElement& root = file_.root();
    draft_.name = file_.text(root, "name");
    for (const XmlElement& element : root.children) {
      if (element.name == "link") {
        const std::string& name = file_.text(element, "name");
        draft_.links.push_back({name, geometry_.read(element, name), {}, &element});
        if (element.child("visual") && !element.child("collision")) draft_.visual_only.push_back(name);
      } else if (element.name == "joint") {
        draft_.joints.push_back(read_joint(element));
      }
    }
    if (draft_.links.empty()) file_.fail(root, "the robot has no links");
    return std::move(draft_);
  }

 private:
  const XmlElement& needed(const XmlElement& joint, const char* child) const {
    const XmlElement* const found = joint.child(child);
    if (!found) file_.fail(joint, "joint '" + file_.text(joint, "name") + "' has no <" + child + ">");
    return *found;
  }

  JointDraft read_joint(const XmlElement& element) {
    JointDraft joint;
    joint.at = &element;
    joint.name = file_.text(element, "name");
    joint.kind = kind_of(element);
    joint.parent_at = &needed(element, "parent");
    joint.child_at = &needed(element, "child");
    joint.parent = file_.text(*joint.parent_at, "link");
    joint.child = file_.text(*joint.child_at, "link");
    joint.origin = read_origin(file_, element, draft_.remarks);
    // What others have for an axis says nothing.
    if (!moves(joint.kind)) return joint;
    if (const XmlElement* const axis = element.child("axis")) {
      leave_aside(file_.others(*axis, {"xyz"}), draft_.remarks);
      joint.axis = file_.point(*axis, "xyz");
    }
    if ((joint.mimic_at = element.child("mimic"))) {
      leave_aside(file_.others(*joint.mimic_at, {"joint", "multiplier", "offset"}), draft_.remarks);
      joint.mimic = file_.text(*joint.mimic_at, "joint");
      joint.multiplier = file_.number(*joint.mimic_at, "multiplier", 1);
      joint.offset = file_.number(*joint.mimic_at, "offset", 0);
    } else if (joint.kind != JointKind::continuous) {
      joint.limit_at = &needed(element, "limit");
      joint.lower = file_.number(*joint.limit_at, "lower", 0);
      joint.upper = file_.number(*joint.limit_at, "upper", 0);
    }
    return joint;
  }

  JointKind kind_of(const XmlElement& element) const {
    const std::string& type = file_.text(element, "type");
    for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::continuous, JointKind::prismatic,
                                 JointKind::planar, JointKind::floating}) {
      if (type == name(kind)) return kind;
    }
    file_.fail(element, "joint '" + file_.text(element, "name") + "': there is no type '" + type + "'");
  }

  const XmlFile& file_;
  RobotDraft draft_;
  GeometryReader geometry_;
};

}  // namespace

RobotDraft read_urdf(const XmlFile& file, const ReadRobotSettings& settings) {
  return UrdfReader(file, settings).read();
}

}  // namespace graze
