// MJCF: bodies within bodies, each with the joints that move it against the one around it.
#include <algorithm>
#include <cmath>
#include <set>

#include "graze/error.h"
#include "robot/kinematics.h"
#include "robot/mjcf_geometry.h"
#include "robot/orientation.h"
#include "robot/primitives.h"
#include "robot/readers.h"

namespace graze {

namespace {

class MjcfReader {
 public:
  MjcfReader(const XmlFile& file, const ReadRobotSettings& settings)
      : file_(file),
        defaults_(file),
        compiler_(read_mjcf_compiler(file)),
        geometry_(file, settings, defaults_, compiler_, draft_) {}

  RobotDraft read() {
    const XmlElement& root = file_.root();
    const std::string* const model = root.find("model");
    draft_.name = model ? *model : "MuJoCo Model";
    Content world;
    std::vector<Inner> bodies;
    find_paired_geoms();
    const XmlElement* at = &root;
    for (const XmlElement& section : root.children) {
      if (section.name != "worldbody") continue;
      at = &section;
      gather(section, "world", {}, "", world, bodies);
    }
    draft_.links.push_back({"world", shape_of(std::move(world.parts)), {}, at});
    masks_["world"] = std::move(world.masks);
    for (const Inner& body : bodies) add_body(body, "world", {}, 0);
    for (const XmlElement& section : root.children) {
      if (section.name == "equality") read_equality(section);
      if (section.name == "contact") read_contact(section);
      if (section.name != "deformable") continue;
      for (const XmlElement& flex : section.children) {
        if (flex.name != "flex") continue;
        draft_.skipped.push_back({"world/flex", "<flex> is not read (" + file_.place(flex) + ")"});
      }
    }
    exclude_by_masks();
    return std::move(draft_);
  }

 private:
  // What says whether two geoms are compared.
  struct Mask {
    long long type = 1, affinity = 1;
    friend bool operator<(const Mask& a, const Mask& b) {
      return a.type < b.type || (a.type == b.type && a.affinity < b.affinity);
    }
  };
  // What hangs directly on a body, frames within it taken into account.
  struct Inner {
    const XmlElement* at = nullptr;
    Pose frame;               // that it stands in, in the frame of the body
    std::string child_class;  // for what does not say
  };
  struct Content {
    std::vector<CompoundPart> parts;  // in the frame of the body
    std::set<Mask> masks;
    std::vector<Inner> joints;
    std::size_t visual = 0;  // geoms that are to be seen only
  };

  void gather(const XmlElement& around, const std::string& body, const Pose& frame, const std::string& child_class,
              Content& content, std::vector<Inner>& bodies) {
    for (const XmlElement& element : around.children) {
      if (element.name == "geom") {
        add_geom(defaults_.complete(element, child_class), body, frame, content);
      } else if (element.name == "joint" || element.name == "freejoint") {
        content.joints.push_back({&element, frame, child_class});
      } else if (element.name == "body") {
        bodies.push_back({&element, frame, child_class});
      } else if (element.name == "frame") {
        const std::string* const own = element.find("childclass");
        gather(element, body, joined(frame, read_mjcf_pose(file_, element, compiler_)), own ? *own : child_class,
               content, bodies);
      } else if (element.name == "replicate" || element.name == "composite" || element.name == "flexcomp" ||
                 element.name == "attach") {
        draft_.skipped.push_back({body + "/" + element.name, "<" + element.name + "> is not read (" +
                                                                 file_.place(element) + "); save the compiled model"});
      }
    }
  }

  long long bits(const XmlElement& geom, const char* name) const {
    return static_cast<long long>(std::clamp(file_.number(geom, name, 1), -0x1p31, 0x1p32));
  }

  void add_geom(const XmlElement& geom, const std::string& body, const Pose& frame, Content& content) {
    const Mask mask{bits(geom, "contype"), bits(geom, "conaffinity")};
    const std::string* const name = geom.find("name");
    const auto paired = name ? body_of_paired_.find(*name) : body_of_paired_.end();
    if (paired != body_of_paired_.end()) paired->second = body;
    if (mask.type == 0 && mask.affinity == 0 && paired == body_of_paired_.end()) {
      ++content.visual;
      return;
    }
    const std::string path = body + "/" + (name ? *name : "geom in " + file_.place(geom));
    content.masks.insert(mask);
    for (const CompoundPart& part : geometry_.read(geom, path)) {
      content.parts.push_back({part.shape, frame == Pose{} ? part.pose : frame * part.pose});
    }
  }

  // `frame` is that of the parent's body in the frame of our link for it.
  void add_body(const Inner& body, const std::string& parent, const Pose& frame, int depth) {
    const XmlElement& element = *body.at;
    if (depth > 1000) file_.fail(element, "bodies are nested more than 1000 deep");
    const std::string* const given = element.find("name");
    ++count_;
    const std::string name = given ? *given : "body " + std::to_string(count_);
    const std::string* const own_class = element.find("childclass");
    const std::string child_class = own_class ? *own_class : body.child_class;
    Content content;
    std::vector<Inner> bodies;
    gather(element, name, {}, child_class, content, bodies);

    // Where the body is in the frame of the link before.
    Pose before = joined(frame, joined(body.frame, read_mjcf_pose(file_, element, compiler_)));
    std::string above = parent;
    const std::string* const mocap = element.find("mocap");
    if (content.joints.empty()) {
      JointDraft joint;
      joint.name = name + "/weld";
      joint.at = &element;
      if (mocap && *mocap == "true") {
        joint.kind = JointKind::floating;
        joint.held = "stands for the body, which is moved from outside";
      }
      add_joint(std::move(joint), above, name, before, {});
      before = {};
    }
    for (std::size_t i = 0; i < content.joints.size(); ++i) {
      const bool last = i + 1 == content.joints.size();
      Vec3 anchor;
      JointDraft joint = read_joint(content.joints[i], name, i, anchor);
      const std::string link = last ? name : name + "/" + joint.name;
      if (!last) draft_.links.push_back({link, {}, {}, &element});
      add_joint(std::move(joint), above, link, before, anchor);
      before = {{}, -anchor};
      if (anchor == Vec3{}) before = {};
      above = link;
    }
    for (CompoundPart& part : content.parts) {
      if (!(before == Pose{})) part.pose = before * part.pose;
    }
    draft_.links.push_back({name, shape_of(std::move(content.parts)), before, &element});
    if (content.visual > 0 && content.masks.empty()) draft_.visual_only.push_back(name);
    masks_[name] = std::move(content.masks);
    for (const Inner& inner : bodies) add_body(inner, name, before, depth + 1);
  }

  void add_joint(JointDraft joint, const std::string& parent, const std::string& child, const Pose& before,
                 Vec3 anchor) {
    joint.parent = parent;
    joint.child = child;
    joint.origin = joined(before, {{}, anchor});
    draft_.joints.push_back(std::move(joint));
  }

  JointDraft read_joint(const Inner& from, const std::string& body, std::size_t number, Vec3& anchor) {
    const XmlElement element = defaults_.complete(*from.at, from.child_class);
    JointDraft joint;
    joint.at = from.at;
    const std::string* const name = element.find("name");
    joint.name = name ? *name : body + "/joint " + std::to_string(number + 1);
    const std::string* const given = element.find("type");
    const std::string type = element.name == "freejoint" ? "free" : given ? *given : "hinge";
    if (type == "free" || type == "ball") {
      joint.kind = JointKind::floating;
      joint.held = type == "free" ? "is free" : "is a ball joint";
      if (type == "ball") anchor = from.frame * file_.point(element, "pos", {});
      return joint;
    }
    if (type != "hinge" && type != "slide") {
      file_.fail(*from.at, "joint '" + joint.name + "': there is no type '" + type + "'");
    }
    const bool turns = type == "hinge";
    if (turns) anchor = from.frame * file_.point(element, "pos", {});
    joint.axis = from.frame.linear * file_.point(element, "axis", {0, 0, 1});
    const double unit = turns && compiler_.degrees ? 0x1.921fb54442d18p+1 / 180 : 1;
    joint.offset = -unit * file_.number(element, "ref", 0);
    const std::string* const limited = element.find("limited");
    const bool has_range = element.find("range") != nullptr;
    const bool automatic = !limited || *limited == "auto";
    if (automatic && has_range && !compiler_.auto_limits) {
      draft_.remarks.push_back("joint '" + joint.name + "' has a range and is not limited: the range is left aside");
    }
    const bool has_limits = automatic ? has_range && compiler_.auto_limits : *limited == "true";
    joint.kind = !turns ? JointKind::prismatic : has_limits ? JointKind::revolute : JointKind::continuous;
    if (has_limits) {
      const std::vector<double> range = has_range ? file_.numbers(element, "range") : std::vector<double>{0, 0};
      if (range.size() != 2) file_.fail(*from.at, "joint '" + joint.name + "': range is not two numbers");
      joint.lower = unit * range[0];
      joint.upper = unit * range[1];
    } else if (!turns) {
      joint.lower = -slide_without_limits;
      joint.upper = slide_without_limits;
      draft_.remarks.push_back("joint '" + joint.name + "' slides without limits: 10 m either way are looked at");
    }
    return joint;
  }

  JointDraft* find_joint(const std::string& name) {
    const auto found = std::find_if(draft_.joints.begin(), draft_.joints.end(),
                                    [&](const JointDraft& joint) { return joint.name == name; });
    return found == draft_.joints.end() ? nullptr : &*found;
  }

  // A joint that follows another by a straight line goes along with it; other ties are told.
  void read_equality(const XmlElement& section) {
    for (const XmlElement& given : section.children) {
      const XmlElement element = defaults_.complete(given, "");
      const std::string* const active = element.find("active");
      if (active && *active == "false") continue;
      const auto leave = [&](const std::string& why) {
        draft_.remarks.push_back(file_.place(given) + ": <" + element.name + "> of <equality> " + why +
                                 ": left aside, so that what it ties may move by itself");
      };
      if (element.name != "joint") {
        leave("closes a loop or ties no joints");
        continue;
      }
      const std::string* const second = element.find("joint2");
      if (!second) {
        leave("holds a joint");
        continue;
      }
      JointDraft *joint = find_joint(file_.text(element, "joint1")), *other = find_joint(*second);
      if (!joint || !other)
        file_.fail(given, "there is no joint '" + (joint ? *second : *element.find("joint1")) + "'");
      std::vector<double> c = element.find("polycoef") ? file_.numbers(element, "polycoef") : std::vector<double>{0, 1};
      c.resize(5);
      if (c[2] != 0 || c[3] != 0 || c[4] != 0 || !joint->mimic.empty() || !moves(joint->kind) || !moves(other->kind)) {
        leave("is no straight line between two joints");
        continue;
      }
      joint->mimic = *second;
      joint->mimic_at = &given;
      joint->offset = c[0];
      joint->multiplier = c[1];
    }
  }

  bool has_link(const std::string& name) const { return masks_.contains(name); }

  void read_contact(const XmlElement& section) {
    for (const XmlElement& element : section.children) {
      if (element.name == "exclude") {
        const std::string &a = file_.text(element, "body1"), &b = file_.text(element, "body2");
        for (const std::string& name : {a, b}) {
          if (!has_link(name)) file_.fail(element, "there is no body '" + name + "'");
        }
        draft_.excluded.push_back({a, b, "contact exclude"});
      } else if (element.name == "pair") {
        for (const char* const end : {"geom1", "geom2"}) {
          const std::string& name = file_.text(element, end);
          if (body_of_paired_.at(name).empty()) file_.fail(element, "there is no geom '" + name + "'");
        }
      }
    }
  }

  // Geoms that <pair> of <contact> names are compared, whatever their bits say.
  void find_paired_geoms() {
    for (const XmlElement& section : file_.root().children) {
      if (section.name != "contact") continue;
      for (const XmlElement& pair : section.children) {
        if (pair.name != "pair") continue;
        pairs_.push_back(&pair);
        for (const char* const end : {"geom1", "geom2"}) body_of_paired_.emplace(file_.text(pair, end), std::string());
      }
    }
  }

  bool is_paired(const std::string& a, const std::string& b) const {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](const XmlElement* pair) {
      const std::string &x = body_of_paired_.at(*pair->find("geom1")), &y = body_of_paired_.at(*pair->find("geom2"));
      return (x == a && y == b) || (x == b && y == a);
    });
  }

  // Bodies of which no two geoms are compared.
  void exclude_by_masks() {
    for (auto a = masks_.begin(); a != masks_.end(); ++a) {
      for (auto b = std::next(a); b != masks_.end(); ++b) {
        if (a->second.empty() || b->second.empty()) continue;
        bool compared = is_paired(a->first, b->first);
        for (const Mask& x : a->second) {
          for (const Mask& y : b->second) {
            compared = compared || (x.type & y.affinity) != 0 || (y.type & x.affinity) != 0;
          }
        }
        if (!compared) draft_.excluded.push_back({a->first, b->first, "contype and conaffinity"});
      }
    }
  }

  const XmlFile& file_;
  RobotDraft draft_;
  MjcfDefaults defaults_;
  MjcfCompiler compiler_;
  MjcfGeometry geometry_;
  std::map<std::string, std::set<Mask>> masks_;        // of the bodies
  std::vector<const XmlElement*> pairs_;               // <pair> of <contact>
  std::map<std::string, std::string> body_of_paired_;  // by geom
  std::size_t count_ = 0;
};

}  // namespace

RobotDraft read_mjcf(const XmlFile& file, const ReadRobotSettings& settings) {
  return MjcfReader(file, settings).read();
}

}  // namespace graze
