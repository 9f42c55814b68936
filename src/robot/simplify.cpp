// simplify of graze/simplify.h: a robot with simple links, written as URDF.
#include "graze/simplify.h"

#include <cmath>

#include "base/float_state.h"
#include "base/json_text.h"
#include "graze/error.h"
#include "io/xml.h"
#include "robot/incomplete.h"
#include "robot/orientation.h"

namespace graze {

namespace {

std::string text_of(double value) {
  std::string text;
  append_number(text, value);
  return text;
}
std::string text_of(Vec3 v) { return text_of(v.x) + " " + text_of(v.y) + " " + text_of(v.z); }

std::string collision(Vec3 at, const std::string& geometry) {
  const std::string origin = at == Vec3{} ? "" : "<origin xyz=\"" + text_of(at) + "\"/>";
  return "    <collision>" + origin + "<geometry>" + geometry + "</geometry></collision>\n";
}

std::string obj_text(const CoverHull& hull) {
  std::string text;
  for (const Vec3& v : hull.vertices) text += "v " + text_of(v) + "\n";
  for (const Index3& t : hull.triangles) {
    text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " + std::to_string(t[2] + 1) + "\n";
  }
  return text;
}

// Letters that every file system takes.
std::string file_name(const std::string& link, std::size_t number) {
  std::string name;
  for (const char c : link) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    name += plain ? c : '_';
  }
  return name + "_" + std::to_string(number) + ".obj";
}

std::string joint_text(const Robot& robot, const RobotJoint& joint) {
  const bool moves = joint.variable != RobotJoint::none;
  const bool kept = moves || joint.kind == JointKind::planar || joint.kind == JointKind::floating;
  std::string text = "  <joint name=\"" + xml_escaped(joint.name) + "\" type=\"" + (kept ? name(joint.kind) : "fixed") +
                     "\">\n    <parent link=\"" + xml_escaped(robot.links[joint.parent].name) + "\"/><child link=\"" +
                     xml_escaped(robot.links[joint.child].name) + "\"/>\n    <origin xyz=\"" +
                     text_of(joint.origin.translation) + "\" rpy=\"" + text_of(rpy_of(joint.origin.linear)) + "\"/>\n";
  if (moves) {
    const RobotVariable& variable = robot.variables[joint.variable];
    text += "    <axis xyz=\"" + text_of(joint.axis) + "\"/>";
    const bool own = variable.name == joint.name;
    if (joint.kind != JointKind::continuous) {
      // Of a joint that goes along with another: what that lets it do.
      const double a = joint.multiplier * variable.lower + joint.offset,
                   b = joint.multiplier * variable.upper + joint.offset;
      text += "<limit lower=\"" + text_of(own ? variable.lower : std::min(a, b)) + "\" upper=\"" +
              text_of(own ? variable.upper : std::max(a, b)) + "\" effort=\"0\" velocity=\"0\"/>";
    }
    if (!own) {
      text += "<mimic joint=\"" + xml_escaped(variable.name) + "\" multiplier=\"" + text_of(joint.multiplier) +
              "\" offset=\"" + text_of(joint.offset) + "\"/>";
    }
    text += "\n";
  }
  return text + "  </joint>\n";
}

// URDF has no reference positions: the variable is then that of the position.
Robot without_references(const Robot& robot) {
  Robot result = robot;
  for (std::uint32_t v = 0; v < result.variables.size(); ++v) {
    double offset = 0;
    for (const RobotJoint& joint : result.joints) {
      if (joint.variable == v && joint.name == result.variables[v].name) offset = joint.offset;
    }
    if (offset == 0) continue;
    result.variables[v].lower += offset;
    result.variables[v].upper += offset;
    for (RobotJoint& joint : result.joints) {
      if (joint.variable == v) joint.offset -= joint.multiplier * offset;
    }
  }
  return result;
}

}  // namespace

SimpleRobot simplify(const Robot& given, SimpleKind kind, const SimplifySettings& settings, const std::string& folder) {
  const FloatState standard;
  if (is_incomplete(given)) {
    throw Error("robot '" + given.name + "': geometry is missing, and the file that is written would not say so" +
                (given.skipped.empty() ? "" : ": " + given.skipped[0].path + ": " + given.skipped[0].reason));
  }
  const Robot robot = without_references(given);
  SimpleRobot result;
  std::string links;
  for (const RobotLink& link : robot.links) {
    links += "  <link name=\"" + xml_escaped(link.name) + "\">\n";
    result.gaps.push_back(0);
    result.pieces.push_back(0);
    if (link.shape) {
      try {
        if (kind == SimpleKind::spheres) {
          const SphereCover cover = cover_by_spheres(link.shape, settings);
          for (const CoverSphere& sphere : cover.spheres) {
            links += collision(sphere.center, "<sphere radius=\"" + text_of(sphere.radius) + "\"/>");
          }
          result.gaps.back() = cover.gap;
          result.pieces.back() = cover.spheres.size();
        } else {
          const HullCover cover = cover_by_hulls(link.shape, settings);
          for (std::size_t i = 0; i < cover.hulls.size(); ++i) {
            const std::string path = folder + "/" + file_name(link.name, i + 1);
            links += collision({}, "<mesh filename=\"" + xml_escaped(path) + "\"/>");
            result.files.push_back({path, obj_text(cover.hulls[i])});
          }
          result.gaps.back() = cover.gap;
          result.pieces.back() = cover.hulls.size();
        }
      } catch (const Error& error) {
        throw Error("link '" + link.name + "': " + error.what());
      }
    }
    links += "  </link>\n";
  }
  result.urdf =
      "<?xml version=\"1.0\"?>\n<!-- Collision geometry that contains that of the links. -->\n<robot name=\"" +
      xml_escaped(robot.name) + "\">\n" + links;
  for (const RobotJoint& joint : robot.joints) result.urdf += joint_text(robot, joint);
  result.urdf += "</robot>\n";
  return result;
}

}  // namespace graze
