// A robot as a file describes it, joint by joint, before its links are put in order: what the readers of all formats
// make.
#pragma once

#include <string>
#include <vector>

#include "graze/robot.h"
#include "io/xml.h"

namespace graze {

struct LinkDraft {
  std::string name;
  Shape shape;                     // in the frame of the link, which is that of the joint that it hangs on
  Pose frame = {};                 // RobotLink::frame
  const XmlElement* at = nullptr;  // for errors
};

struct JointDraft {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::string parent, child;  // names of links
  Pose origin = {};           // of the child in the frame of the parent
  Vec3 axis{1, 0, 0};         // of any length
  std::string held = {};      // why it is held at its origin, though it should move; empty: it is not
  double lower = 0, upper = 0;
  std::string mimic = {};  // the joint that it goes along with; empty: none
  // The position is multiplier * (that joint's position) + offset; without another, offset + (the variable).
  double multiplier = 1, offset = 0;
  // For errors; null: at the joint.
  const XmlElement *at = nullptr, *parent_at = nullptr, *child_at = nullptr, *mimic_at = nullptr, *limit_at = nullptr;
};

struct RobotDraft {
  std::string name;
  std::vector<LinkDraft> links;    // in the order of the file
  std::vector<JointDraft> joints;  // likewise
  // Pairs of names: not to be checked, and why.
  struct Excluded {
    std::string a, b, reason;
  };
  std::vector<Excluded> excluded = {};
  std::vector<std::string> visual_only = {};  // links that are to be seen and collide with nothing
  std::vector<SkippedPart> skipped = {};
  std::vector<std::string> remarks = {};
};

// Does it turn or slide?
inline bool moves(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous || kind == JointKind::prismatic;
}

// Of a joint that slides without an end: told in a remark.
inline constexpr double slide_without_limits = 10;

// Throws Error naming the place, where the links are not a tree with one root, or limits are out of range.
Robot robot_of(const XmlFile& file, RobotDraft draft);

}  // namespace graze
