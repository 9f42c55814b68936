#include "scenes/arm.h"

namespace graze::scenes {

namespace {

std::string link(const std::string& name, const std::string& geometry, const std::string& xyz) {
  return "  <link name=\"" + name + "\">\n    <collision>\n      <origin xyz=\"" + xyz + "\"/>\n      <geometry><" +
         geometry + "/></geometry>\n    </collision>\n  </link>\n";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& xyz, const std::string& axis, const std::string& limit = "") {
  return "  <joint name=\"" + name + "\" type=\"" + type + "\">\n    <parent link=\"" + parent +
         "\"/>\n    <child link=\"" + child + "\"/>\n    <origin xyz=\"" + xyz + "\"/>\n" +
         (axis.empty() ? "" : "    <axis xyz=\"" + axis + "\"/>\n") +
         (limit.empty() ? "" : "    <limit " + limit + " effort=\"10\" velocity=\"1\"/>\n") + "  </joint>\n";
}

std::string robot(const std::string& name, const std::string& content) {
  return "<?xml version=\"1.0\"?>\n<robot name=\"" + name + "\">\n" + content + "</robot>\n";
}

}  // namespace

Arm two_joint_arm() {
  Arm arm;
  arm.urdf = robot("two_joint_arm",
                   link("floor", "box size=\"8 8 0.25\"", "0 0 -0.125") +
                       link("post", "box size=\"0.125 0.125 0.875\"", "0 0 0.4375") +
                       link("forearm", "box size=\"1.25 0.125 0.125\"", "0.625 0 0") +
                       link("wall", "box size=\"0.25 8 4\"", "0.125 0 2") +
                       link("sign", "box size=\"0.125 1 2.25\"", "0 0 0") +
                       joint("yaw", "continuous", "floor", "post", "0 0 0", "0 0 1") +
                       joint("pitch", "revolute", "post", "forearm", "0 0 1", "0 1 0", "lower=\"-1.5\" upper=\"1.5\"") +
                       joint("wall_mount", "fixed", "floor", "wall", "0.75 0 0", "") +
                       joint("sign_mount", "fixed", "wall", "sign", "0.3125 3 1", ""));
  arm.pairs = {{"floor", "post", "adjacent"}, {"floor", "forearm", "sometimes"}, {"floor", "wall", "adjacent"},
               {"floor", "sign", "always"},   {"post", "forearm", "sometimes"},  {"post", "wall", "never"},
               {"post", "sign", "never"},     {"forearm", "wall", "sometimes"},  {"forearm", "sign", "never"},
               {"wall", "sign", "adjacent"}};
  return arm;
}

Arm seven_joint_arm() {
  Arm arm;
  const std::string wide = "lower=\"-2.9\" upper=\"2.9\"", bent = "lower=\"-2.1\" upper=\"2.1\"";
  arm.urdf = robot("seven_joint_arm", link("base", "box size=\"0.3 0.3 0.2\"", "0 0 0.1") +
                                          link("link1", "cylinder radius=\"0.07\" length=\"0.16\"", "0 0 0.1") +
                                          link("link2", "capsule radius=\"0.06\" length=\"0.2\"", "0 0 0.12") +
                                          link("link3", "box size=\"0.1 0.1 0.14\"", "0 0 0.1") +
                                          link("link4", "capsule radius=\"0.055\" length=\"0.2\"", "0 0 0.12") +
                                          link("link5", "box size=\"0.09 0.09 0.12\"", "0 0 0.09") +
                                          link("link6", "sphere radius=\"0.06\"", "0 0 0.05") +
                                          link("link7", "box size=\"0.05 0.2 0.16\"", "0 0 0.14") +
                                          joint("joint1", "revolute", "base", "link1", "0 0 0.2", "0 0 1", wide) +
                                          joint("joint2", "revolute", "link1", "link2", "0 0 0.2", "0 1 0", bent) +
                                          joint("joint3", "revolute", "link2", "link3", "0 0 0.28", "0 0 1", wide) +
                                          joint("joint4", "revolute", "link3", "link4", "0 0 0.19", "0 -1 0", bent) +
                                          joint("joint5", "revolute", "link4", "link5", "0 0 0.28", "0 0 1", wide) +
                                          joint("joint6", "revolute", "link5", "link6", "0 0 0.17", "0 1 0", bent) +
                                          joint("joint7", "revolute", "link6", "link7", "0 0 0.04", "0 0 1", wide));
  // Dense search found a pose for each that is called sometimes, and proved the others.
  const char* const links[] = {"base", "link1", "link2", "link3", "link4", "link5", "link6", "link7"};
  for (int a = 0; a < 8; ++a) {
    for (int b = a + 1; b < 8; ++b) {
      const bool meets = (a == 0 && b >= 4) || (b == 7 && (a == 1 || a == 5)) || (a == 5 && b == 6);
      const bool held_together = b == a + 1 && (a == 1 || a == 3 || a == 6);
      arm.pairs.push_back({links[a], links[b], held_together ? "adjacent" : meets ? "sometimes" : "never"});
    }
  }
  return arm;
}

}  // namespace graze::scenes
