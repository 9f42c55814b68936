#include "robot/sdf_frames.h"

#include <algorithm>

#include "graze/error.h"

namespace graze {

Pose read_sdf_pose(const XmlFile& file, const XmlElement& element) {
  const XmlElement* const pose = element.child("pose");
  if (!pose || file.content(*pose).empty()) return {};
  const std::string* const format = pose->find("rotation_format");
  const std::string* const degrees = pose->find("degrees");
  if (format && *format == "quat_xyzw") {
    const std::vector<double> n = file.content_numbers(*pose, 7);
    const Quat q{n[3], n[4], n[5], n[6]};
    if (q == Quat{0, 0, 0, 0}) file.fail(*pose, "a quaternion of zeros is no rotation");
    return {to_matrix(normalized(q)), {n[0], n[1], n[2]}};
  }
  if (format && *format != "euler_rpy") file.fail(*pose, "there is no rotation_format '" + *format + "'");
  const std::vector<double> n = file.content_numbers(*pose, 6);
  Vec3 rpy{n[3], n[4], n[5]};
  if (degrees && (*degrees == "true" || *degrees == "1")) rpy = rpy * (0x1.921fb54442d18p+1 / 180);
  return {turned(file, *pose, rpy), {n[0], n[1], n[2]}};
}

void SdfFrames::add(const std::string& name, const XmlElement& at, const Pose& pose, const std::string& relative,
                    const std::string& attached) {
  const auto [old, fresh] = frames_.emplace(name, Frame{&at, pose, relative, attached, false});
  if (!fresh) file_.fail(at, "a second '" + name + "'; the first is in " + file_.place(*old->second.at));
}

std::string SdfFrames::find(const std::string& name, const std::string& scope, const XmlElement& at) const {
  if (name == "__model__") return scope;
  if (name == "world") return name;
  std::string full = scope.empty() ? name : scope + "::" + name;
  if (full.ends_with("::__model__")) full.resize(full.size() - 11);
  if (!frames_.contains(full)) file_.fail(at, "there is no link, joint, frame or model '" + name + "'");
  return full;
}

std::string SdfFrames::link_of(const std::string& name, const XmlElement& at) const {
  std::string now = name;
  for (std::size_t steps = 0; steps <= frames_.size(); ++steps) {
    if (now == "world") return now;
    const auto found = frames_.find(now);
    if (found == frames_.end() || (!found->second.link && found->second.attached.empty())) break;
    if (found->second.link) return now;
    now = found->second.attached;
  }
  file_.fail(at, "'" + name + "' is attached to no link");
}

std::vector<std::string> SdfFrames::chain(const std::string& name) const {
  std::vector<std::string> names = {name};
  while (names.back() != "world") {
    const Frame& frame = frames_.at(names.back());
    if (names.size() > frames_.size()) file_.fail(*frame.at, "poses are relative to each other in a circle");
    names.push_back(frame.relative);
  }
  return names;
}

Pose SdfFrames::relative(const std::string& from, const std::string& what) const {
  std::vector<std::string> a = chain(from), b = chain(what);
  // What both have in common is left out.
  while (a.size() > 1 && b.size() > 1 && a[a.size() - 2] == b[b.size() - 2]) {
    a.pop_back();
    b.pop_back();
  }
  const auto pose_of = [&](const std::vector<std::string>& names) {
    Pose pose;
    for (std::size_t i = names.size() - 1; i-- > 0;) pose = joined(pose, frames_.at(names[i]).pose);
    return pose;
  };
  return seen_from(pose_of(a), pose_of(b));
}

}  // namespace graze
