// One robot written in three formats, each in a style of its own: what is read of them must move the same way.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "graze/robot.h"
#include "tests/oracle/dice.h"

namespace graze {

struct TwinLink {
  int parent = -1;  // -1: the root
  std::string type = "fixed";
  Vec3 xyz, rpy;       // of the link in the frame of its parent, at position 0
  Vec3 anchor;         // of its joint, in its own frame
  Vec3 axis{0, 0, 1};  // in its own frame
  double lower = 0, upper = 0;
  int mimic = -1;  // the link whose joint it goes along with
  double multiplier = 1, offset = 0;
  double ref = 0;      // what MJCF calls position 0
  std::string shape;   // box, sphere, cylinder, capsule; empty: none
  Vec3 size{1, 1, 1};  // half sizes; radius and half length
  Vec3 shape_xyz, shape_rpy;
};

using TwinRobot = std::vector<TwinLink>;

// A point of the tree, by the formulas of textbooks.
struct TwinPose {
  Mat3 turn;
  Vec3 at;
};

inline Mat3 twin_turn(Vec3 rpy) {
  const auto about = [](int axis, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    if (axis == 0) return Mat3{{1, 0, 0}, {0, c, s}, {0, -s, c}};
    if (axis == 1) return Mat3{{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    return Mat3{{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  };
  return about(2, rpy.z) * about(1, rpy.y) * about(0, rpy.x);
}
inline TwinPose twin_joined(const TwinPose& a, const TwinPose& b) { return {a.turn * b.turn, a.at + a.turn * b.at}; }
inline Vec3 twin_rpy(const Mat3& m) {
  return {std::atan2(m.c1.z, m.c2.z), std::atan2(-m.c0.z, std::hypot(m.c0.x, m.c0.y)), std::atan2(m.c0.y, m.c0.x)};
}
inline Quat twin_quat(const Mat3& m) {
  // The axis from the parts that change sign, by the angle's half; of turns that are not nearly half a turn.
  const double w = 0.5 * std::sqrt(std::max(0.0, 1 + m.c0.x + m.c1.y + m.c2.z));
  return {(m.c1.z - m.c2.y) / (4 * w), (m.c2.x - m.c0.z) / (4 * w), (m.c0.y - m.c1.x) / (4 * w), w};
}

inline std::string twin_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
inline std::string twin_text(Vec3 v) { return twin_text(v.x) + " " + twin_text(v.y) + " " + twin_text(v.z); }

class TwinWriter {
 public:
  TwinWriter(TwinRobot robot, std::uint64_t style) : robot_(std::move(robot)), dice_(style) {
    for (const TwinLink& link : robot_) {
      const TwinPose own{twin_turn(link.rpy), link.xyz};
      absolute_.push_back(link.parent < 0 ? own : twin_joined(absolute_[std::size_t(link.parent)], own));
    }
  }

  std::string urdf() {
    std::string text = "<robot name='twin'>\n";
    for (std::size_t i = 0; i < robot_.size(); ++i) {
      const TwinLink& link = robot_[i];
      text += "<link name='" + name(i) + "'>" + urdf_shape(link) + "</link>\n";
      if (link.parent < 0) continue;
      const TwinLink& parent = robot_[std::size_t(link.parent)];
      text += "<joint name='j" + std::to_string(i) + "' type='" + link.type + "'><parent link='" +
              name(std::size_t(link.parent)) + "'/><child link='" + name(i) + "'/><origin xyz='" +
              twin_text(link.xyz + twin_turn(link.rpy) * link.anchor - parent.anchor) + "' rpy='" +
              twin_text(link.rpy) + "'/>";
      if (link.type != "fixed") text += "<axis xyz='" + twin_text(link.axis) + "'/>";
      if (link.type == "revolute" || link.type == "prismatic") {
        text += "<limit lower='" + twin_text(link.lower) + "' upper='" + twin_text(link.upper) + "'/>";
      }
      if (link.mimic >= 0) {
        text += "<mimic joint='j" + std::to_string(link.mimic) + "' multiplier='" + twin_text(link.multiplier) +
                "' offset='" + twin_text(link.offset) + "'/>";
      }
      text += "</joint>\n";
    }
    return text + "</robot>\n";
  }

  std::string sdf() {
    std::string text = "<sdf version='1.11'><model name='twin'><pose>1 2 3 0.1 0.2 0.3</pose>\n";
    for (std::size_t i = 0; i < robot_.size(); ++i) {
      const TwinLink& link = robot_[i];
      const std::string parent = link.parent < 0 ? "__model__" : name(std::size_t(link.parent));
      const int style = link.parent < 0 ? 0 : dice_.integer(0, 3);
      std::string pose, joint_pose = "<pose>" + twin_text(link.anchor) + " 0 0 0</pose>";
      if (style == 0) {
        pose = "<pose>" + twin_text(absolute_[i].at) + " " + twin_text(twin_rpy(absolute_[i].turn)) + "</pose>";
      } else if (style == 1) {
        pose = "<pose relative_to='" + parent + "' degrees='true'>" + twin_text(link.xyz) + " " +
               twin_text(link.rpy * (180 / M_PI)) + "</pose>";
      } else if (style == 2) {  // the link hangs on its joint, and the joint on the parent
        pose = "<pose relative_to='j" + std::to_string(i) + "'>" + twin_text(-link.anchor) + " 0 0 0</pose>";
        joint_pose = "<pose relative_to='" + parent + "'>" + twin_text(link.xyz + twin_turn(link.rpy) * link.anchor) +
                     " " + twin_text(link.rpy) + "</pose>";
      } else {
        const Quat q = twin_quat(twin_turn(link.rpy));
        text += "<frame name='f" + std::to_string(i) + "' attached_to='" + parent + "'><pose>" + twin_text(link.xyz) +
                " 0 0 0</pose></frame>\n";
        pose = "<pose relative_to='f" + std::to_string(i) + "' rotation_format='quat_xyzw'>0 0 0 " + twin_text(q.x) +
               " " + twin_text(q.y) + " " + twin_text(q.z) + " " + twin_text(q.w) + "</pose>";
      }
      text += "<link name='" + name(i) + "'>" + pose + sdf_shape(link) + "</link>\n";
      if (link.parent < 0) continue;
      text += "<joint name='j" + std::to_string(i) + "' type='" + link.type + "'>" + joint_pose + "<parent>" + parent +
              "</parent><child>" + name(i) + "</child>";
      if (link.type != "fixed") text += sdf_axis(link, i, parent);
      text += "</joint>\n";
    }
    return text + "</model></sdf>\n";
  }

  std::string mjcf() {
    degrees_ = dice_.chance(2);
    children_.assign(robot_.size(), {});
    for (std::size_t i = 1; i < robot_.size(); ++i) children_[std::size_t(robot_[i].parent)].push_back(i);
    std::string text = "<mujoco model='twin'><compiler" + std::string(degrees_ ? "" : " angle='radian'") +
                       "/>\n<default><joint axis='1 0 0'/><default class='slides'><joint type='slide'/></default>"
                       "</default>\n<worldbody>\n" +
                       body(0) + "</worldbody>\n<equality>\n";
    for (std::size_t i = 0; i < robot_.size(); ++i) {
      const TwinLink& link = robot_[i];
      if (link.mimic < 0) continue;
      text += "<joint joint1='j" + std::to_string(i) + "' joint2='j" + std::to_string(link.mimic) + "' polycoef='" +
              twin_text(link.offset) + " " + twin_text(link.multiplier) + " 0 0 0'/>\n";
    }
    return text + "</equality></mujoco>\n";
  }

 private:
  static std::string name(std::size_t i) { return "link" + std::to_string(i); }

  static std::string urdf_shape(const TwinLink& link) {
    if (link.shape.empty()) return {};
    const std::string round = "radius='" + twin_text(link.size.x) + "'";
    std::string kind = "<" + link.shape + " ";
    if (link.shape == "box") kind += "size='" + twin_text(link.size * 2) + "'";
    if (link.shape != "box") kind += round;
    if (link.shape == "cylinder" || link.shape == "capsule") kind += " length='" + twin_text(2 * link.size.y) + "'";
    return "<collision><origin xyz='" + twin_text(link.shape_xyz - link.anchor) + "' rpy='" +
           twin_text(link.shape_rpy) + "'/><geometry>" + kind + "/></geometry></collision>";
  }

  static std::string sdf_shape(const TwinLink& link) {
    if (link.shape.empty()) return {};
    std::string inner = "<radius>" + twin_text(link.size.x) + "</radius>";
    if (link.shape == "box") inner = "<size>" + twin_text(link.size * 2) + "</size>";
    if (link.shape == "cylinder" || link.shape == "capsule")
      inner += "<length>" + twin_text(2 * link.size.y) + "</length>";
    return "<collision name='c'><pose>" + twin_text(link.shape_xyz) + " " + twin_text(link.shape_rpy) +
           "</pose><geometry><" + link.shape + ">" + inner + "</" + link.shape + "></geometry></collision>";
  }

  std::string sdf_axis(const TwinLink& link, std::size_t i, const std::string& parent) {
    std::string xyz = "<xyz>" + twin_text(link.axis) + "</xyz>";
    const int style = dice_.integer(0, 2);
    if (style == 1) xyz = "<xyz expressed_in='__model__'>" + twin_text(absolute_[i].turn * link.axis) + "</xyz>";
    if (style == 2) xyz = "<xyz expressed_in='" + parent + "'>" + twin_text(twin_turn(link.rpy) * link.axis) + "</xyz>";
    std::string text = "<axis>" + xyz;
    if (link.type == "revolute" || link.type == "prismatic") {
      text += "<limit><lower>" + twin_text(link.lower) + "</lower><upper>" + twin_text(link.upper) + "</upper></limit>";
    }
    if (link.mimic >= 0) {
      text += "<mimic joint='j" + std::to_string(link.mimic) + "'><multiplier>" + twin_text(link.multiplier) +
              "</multiplier><offset>" + twin_text(link.offset) + "</offset><reference>0</reference></mimic>";
    }
    return text + "</axis>";
  }

  double angle(double radians) const { return degrees_ ? radians * (180 / M_PI) : radians; }

  std::string mjcf_turn(Vec3 rpy) {
    const Mat3 m = twin_turn(rpy);
    const Quat q = twin_quat(m);
    switch (dice_.integer(0, 3)) {
      case 0:
        return " quat='" + twin_text(2 * q.w) + " " + twin_text(2 * q.x) + " " + twin_text(2 * q.y) + " " +
               twin_text(2 * q.z) + "'";
      case 1: {
        // About axes that turn along, x first: the angles of the transposed matrix, backwards.
        const double y = std::asin(std::min(1.0, std::max(-1.0, m.c2.x)));
        const double x = std::atan2(-m.c2.y, m.c2.z), z = std::atan2(-m.c1.x, m.c0.x);
        return " euler='" + twin_text(angle(x)) + " " + twin_text(angle(y)) + " " + twin_text(angle(z)) + "'";
      }
      case 2:
        return " xyaxes='" + twin_text(m.c0 * 3) + " " + twin_text(m.c1 * 2 + m.c0) + "'";
      default: {
        const double half = std::acos(std::min(1.0, q.w)), s = std::sin(half);
        const Vec3 axis = s > 0 ? Vec3{q.x / s, q.y / s, q.z / s} : Vec3{1, 0, 0};
        return " axisangle='" + twin_text(axis) + " " + twin_text(angle(2 * half)) + "'";
      }
    }
  }

  std::string body(std::size_t i) {
    const TwinLink& link = robot_[i];
    std::string text = "<body name='" + name(i) + "' pos='" + twin_text(link.xyz) + "'" + mjcf_turn(link.rpy) + ">";
    if (link.type != "fixed") {
      const bool slides = link.type == "prismatic";
      const double unit = slides ? 1 : angle(1);
      text += "<joint name='j" + std::to_string(i) + "' axis='" + twin_text(link.axis) + "' pos='" +
              twin_text(link.anchor) + "'" + (slides ? " class='slides'" : "");
      if (link.type != "continuous") {
        text += " range='" + twin_text(unit * (link.lower + link.ref)) + " " +
                twin_text(unit * (link.upper + link.ref)) + "'";
      }
      if (link.ref != 0) text += " ref='" + twin_text(unit * link.ref) + "'";
      text += "/>";
    }
    if (!link.shape.empty()) {
      const std::string size =
          link.shape == "box" ? twin_text(link.size) : twin_text(link.size.x) + " " + twin_text(link.size.y);
      text += "<geom type='" + link.shape + "' size='" + size + "' pos='" + twin_text(link.shape_xyz) + "'" +
              mjcf_turn(link.shape_rpy) + "/>";
    }
    for (const std::size_t child : children_[i]) text += body(child);
    return text + "</body>\n";
  }

  TwinRobot robot_;
  oracle::Dice dice_;
  std::vector<TwinPose> absolute_;
  std::vector<std::vector<std::size_t>> children_;
  bool degrees_ = false;
};

// A tree of links with joints of every kind.
inline TwinRobot random_twin(oracle::Dice& dice) {
  TwinRobot robot;
  const int count = dice.integer(2, 9);
  std::vector<int> movers;
  for (int i = 0; i < count; ++i) {
    TwinLink link;
    link.parent = i == 0 ? -1 : dice.integer(std::max(0, i - 3), i - 1);
    if (i > 0) {
      link.xyz = dice.chance(4) ? Vec3{} : dice.in_cube(2);
      if (!dice.chance(4)) link.rpy = {dice.uniform(-1.4, 1.4), dice.uniform(-1.4, 1.4), dice.uniform(-1.4, 1.4)};
      link.type = dice.pick<const char*>({"fixed", "revolute", "continuous", "prismatic", "revolute"});
      if (link.type != "fixed") {
        link.axis = dice.chance(3) ? Vec3{0, 0, 1} : dice.direction() * dice.uniform(0.5, 2);
        // Anchors of slides mean nothing in MJCF, which has no place for them.
        if (dice.chance(2) && link.type != "prismatic") link.anchor = dice.in_cube(0.5);
        link.lower = dice.uniform(-2, 0);
        link.upper = dice.uniform(0, 2);
        if (!movers.empty() && dice.chance(4)) {
          link.mimic = movers[std::size_t(dice.integer(0, int(movers.size()) - 1))];
          link.multiplier = dice.uniform(-2, 2);
          link.offset = dice.uniform(-1, 1);
        } else {
          movers.push_back(i);
          if (dice.chance(3)) link.ref = dice.uniform(-1, 1);
        }
      }
    }
    if (!dice.chance(4)) {
      link.shape = dice.pick<const char*>({"box", "sphere", "cylinder", "capsule"});
      link.size = {dice.uniform(0.1, 1), dice.uniform(0.1, 1), dice.uniform(0.1, 1)};
      link.shape_xyz = dice.in_cube(1);
      link.shape_rpy = {dice.uniform(-1, 1), dice.uniform(-1, 1), dice.uniform(-1, 1)};
    }
    robot.push_back(link);
  }
  return robot;
}

}  // namespace graze
