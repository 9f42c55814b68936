// Frames of an SDF model by name: links, joints, frames and models within models, each posed relative to another.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "io/xml.h"
#include "robot/orientation.h"

namespace graze {

// xyz and angles of a <pose>, or, of an element without one, the identity.
Pose read_sdf_pose(const XmlFile& file, const XmlElement& element);

// Names are those of the file within its outermost model: "arm::hand::palm". The outermost model is "", the world
// "world".
class SdfFrames {
 public:
  explicit SdfFrames(const XmlFile& file) : file_(file) {}

  // Posed relative to a frame; `attached` is the one that it moves with, empty: none but what attach() says.
  void add(const std::string& name, const XmlElement& at, const Pose& pose, const std::string& relative,
           const std::string& attached = {});
  void make_link(const std::string& name) { frames_.at(name).link = true; }
  void place(const std::string& name, const Pose& pose) { frames_.at(name).pose = pose; }
  // Links stand for the models that they are canonical for.
  void attach(const std::string& name, const std::string& link) { frames_.at(name).attached = link; }

  // The name of what `name` means within `scope`. Throws Error where there is none.
  std::string find(const std::string& name, const std::string& scope, const XmlElement& at) const;

  // The link that a frame moves with, or "world". Throws Error where there is none.
  std::string link_of(const std::string& name, const XmlElement& at) const;

  // Where `what` is, seen from `from`. Throws Error where poses go round in a circle.
  Pose relative(const std::string& from, const std::string& what) const;

 private:
  struct Frame {
    const XmlElement* at = nullptr;
    Pose pose;
    std::string relative, attached;
    bool link = false;
  };
  std::vector<std::string> chain(const std::string& name) const;  // from it to the world

  const XmlFile& file_;
  std::unordered_map<std::string, Frame> frames_;
};

}  // namespace graze
