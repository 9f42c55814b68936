#include "robot/mjcf_defaults.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/error.h"
#include "robot/kinematics.h"
#include "robot/orientation.h"

namespace graze {

namespace {

constexpr std::array<std::string_view, 5> orientations = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};

bool is_orientation(std::string_view name) {
  return std::find(orientations.begin(), orientations.end(), name) != orientations.end();
}

// Adds what is not there yet; of the ways to say an orientation one is enough.
void fill_in(std::vector<std::pair<std::string, std::string>>& own,
             const std::vector<std::pair<std::string, std::string>>& more) {
  const auto has = [&](const auto& test) {
    return std::any_of(own.begin(), own.end(), [&](const auto& attribute) { return test(attribute.first); });
  };
  const bool oriented = has([](const std::string& name) { return is_orientation(name); });
  for (const auto& [name, value] : more) {
    if (has([&wanted = name](const std::string& other) { return other == wanted; })) continue;
    if (oriented && is_orientation(name)) continue;
    own.emplace_back(name, value);
  }
}

Vec3 unit(const XmlFile& file, const XmlElement& at, Vec3 v) {
  const double largest = std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (!(largest > 0)) file.fail(at, "a direction of <" + at.name + "> has the length 0");
  v = v / largest;
  return v / length(v);
}

}  // namespace

MjcfDefaults::MjcfDefaults(const XmlFile& file) : file_(file) {
  classes_["main"];
  for (const XmlElement& element : file.root().children) {
    if (element.name == "default") {
      const std::string* const name = element.find("class");
      add(element, name ? *name : "main", name && *name != "main" ? classes_["main"] : Kinds{});
    }
  }
}

void MjcfDefaults::add(const XmlElement& element, const std::string& name, const Kinds& inherited) {
  Kinds kinds = inherited;
  for (const XmlElement& child : element.children) {
    if (child.name == "default") continue;
    Attributes own = child.attributes;
    fill_in(own, kinds[child.name]);
    kinds[child.name] = std::move(own);
  }
  // Several files may say something of one class.
  Kinds& stored = classes_[name];
  for (auto& [kind, attributes] : kinds) {
    fill_in(attributes, stored[kind]);
    stored[kind] = attributes;
  }
  const Kinds mine = stored;
  for (const XmlElement& child : element.children) {
    if (child.name == "default") add(child, file_.text(child, "class"), mine);
  }
}

XmlElement MjcfDefaults::complete(const XmlElement& element, const std::string& child_class) const {
  const std::string* const own = element.find("class");
  const std::string& name = own ? *own : child_class;
  const auto found = classes_.find(name.empty() ? "main" : name);
  if (found == classes_.end()) file_.fail(element, "there is no default class '" + name + "'");
  XmlElement result = element;
  const auto kind = found->second.find(element.name);
  if (kind != found->second.end()) fill_in(result.attributes, kind->second);
  return result;
}

MjcfCompiler read_mjcf_compiler(const XmlFile& file) {
  MjcfCompiler result;
  std::string asset_folder, mesh_folder;
  for (const XmlElement& element : file.root().children) {
    if (element.name != "compiler") continue;
    const auto text = [&](const char* name, std::string& into) {
      if (const std::string* const value = element.find(name)) into = *value;
    };
    const auto flag = [&](const char* name, bool& into) {
      if (const std::string* const value = element.find(name)) into = *value == "true";
    };
    std::string angle = result.degrees ? "degree" : "radian";
    text("angle", angle);
    result.degrees = angle != "radian";
    text("eulerseq", result.euler);
    if (result.euler.size() != 3 || result.euler.find_first_not_of("xyzXYZ") != std::string::npos) {
      file.fail(element, "eulerseq '" + result.euler + "' is not three of x, y, z, X, Y, Z");
    }
    text("assetdir", asset_folder);
    text("meshdir", mesh_folder);
    flag("autolimits", result.auto_limits);
    flag("strippath", result.strip_path);
    if (const std::string* const coordinate = element.find("coordinate"); coordinate && *coordinate == "global") {
      file.fail(element, "global coordinates are not read: save the model with a newer MuJoCo, which has local ones");
    }
  }
  result.mesh_folder = mesh_folder.empty() ? asset_folder : mesh_folder;
  return result;
}

Mat3 z_to(Vec3 direction) {
  // About the axis across both; the sine is its length.
  const Vec3 axis = cross({0, 0, 1}, direction);
  const double sine = length(axis);
  if (sine == 0) return direction.z >= 0 ? Mat3{} : Mat3{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  return as_rotation(rotation(axis / sine, angle_of(sine, direction.z)));
}

Pose read_mjcf_pose(const XmlFile& file, const XmlElement& element, const MjcfCompiler& compiler) {
  Pose pose;
  pose.translation = file.point(element, "pos", {});
  const double to_radians = compiler.degrees ? 0x1.921fb54442d18p+1 / 180 : 1;
  const auto numbers = [&](const char* name, std::size_t count) {
    const std::vector<double> n = file.numbers(element, name);
    if (n.size() != count) {
      file.fail(element, std::string(name) + " of <" + element.name + "> has " + std::to_string(n.size()) +
                             " numbers, not " + std::to_string(count));
    }
    return n;
  };
  const auto angle = [&](double given) {
    const double radians = given * to_radians;
    if (!(std::fabs(radians) <= largest_angle)) file.fail(element, "an angle is beyond 4096 radians");
    return radians;
  };
  if (element.find("quat")) {
    const std::vector<double> n = numbers("quat", 4);
    const Quat q{n[1], n[2], n[3], n[0]};
    if (q == Quat{0, 0, 0, 0}) file.fail(element, "a quaternion of zeros is no rotation");
    if (!(q == Quat{})) pose.linear = to_matrix(normalized(q));
  } else if (element.find("axisangle")) {
    const std::vector<double> n = numbers("axisangle", 4);
    pose.linear = rotation(unit(file, element, {n[0], n[1], n[2]}), angle(n[3]));
  } else if (element.find("euler")) {
    const std::vector<double> n = numbers("euler", 3);
    for (int i = 0; i < 3; ++i) {
      const char letter = compiler.euler[static_cast<std::size_t>(i)];
      const int axis = letter >= 'x' ? letter - 'x' : letter - 'X';
      Vec3 about;
      about[axis] = 1;
      const Mat3 turn = rotation(about, angle(n[static_cast<std::size_t>(i)]));
      // In lower case about axes that turn along, in upper case about those of the parent.
      pose.linear = letter >= 'x' ? pose.linear * turn : turn * pose.linear;
    }
  } else if (element.find("xyaxes")) {
    const std::vector<double> n = numbers("xyaxes", 6);
    const Vec3 x = unit(file, element, {n[0], n[1], n[2]});
    const Vec3 given{n[3], n[4], n[5]}, y = unit(file, element, given - x * dot(x, given));
    pose.linear = as_rotation({x, y, cross(x, y)});
  } else if (element.find("zaxis")) {
    const std::vector<double> n = numbers("zaxis", 3);
    pose.linear = z_to(unit(file, element, {n[0], n[1], n[2]}));
  }
  return pose;
}

}  // namespace graze
