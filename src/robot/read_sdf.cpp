// SDF: models of links and joints, posed relative to each other (sdf_frames.h).
#include <cmath>
#include <limits>
#include <set>

#include "graze/error.h"
#include "robot/kinematics.h"
#include "robot/readers.h"
#include "robot/sdf_frames.h"
#include "robot/sdf_geometry.h"

namespace graze {

namespace {

constexpr double two_pi = 0x1.921fb54442d18p+2;

// A <joint>, before it is known which of the links hangs on it.
struct SdfJoint {
  std::string name, scope;
  std::string frame;  // the name of its frame: another one where a link has its own
  const XmlElement* at = nullptr;
  std::string parent, child;  // links, or "world"
};

class SdfReader {
 public:
  SdfReader(const XmlFile& file, const ReadRobotSettings& settings, std::vector<SkippedPart> skipped)
      : file_(file), frames_(file), geometry_(file, settings, draft_), lacks_models_(!skipped.empty()) {
    draft_.skipped = std::move(skipped);
  }

  RobotDraft read() {
    const XmlElement& root = file_.root();
    const std::string* const version = root.find("version");
    old_axes_ = version && (*version == "1.4" || *version == "1.3" || *version == "1.2" || *version == "1.0");
    const XmlElement* const world = root.child("world");
    const XmlElement* const model = root.child("model");
    if (!world && !model) file_.fail(root, "the file holds neither a <model> nor a <world>");
    const XmlElement& top = model ? *model : *world;
    draft_.name = file_.text(top, "name");
    for (const XmlElement& other : root.children) {
      if (&other != &top && (other.name == "model" || other.name == "world")) {
        draft_.skipped.push_back({other.find("name") ? *other.find("name") : other.name,
                                  "a second <" + other.name + "> of the file (" + file_.place(other) + ")"});
      }
    }
    for (const XmlElement& element : top.children) {
      if (element.name != "population") continue;
      draft_.skipped.push_back({"population", "<population> is not read (" + file_.place(element) + ")"});
    }
    if (model) {
      frames_.add("", top, read_sdf_pose(file_, top), "world");
    } else {
      frames_.add("", top, {}, "world");
    }
    add_model(top, "", is_true(top, "static"));
    if (links_.empty()) {
      file_.fail(top, "the model has no links" + (lacks_models_ ? ": " + draft_.skipped[0].reason : ""));
    }
    for (const auto& [name, element, scope] : later_) add_relative(name, *element, scope);
    for (const auto& [name, element, scope] : later_) place_model(name, *element);
    choose_joints();
    hang_roots(top);
    for (const Link& link : links_) add_link(link);
    for (const SdfJoint& joint : joints_) add_joint(joint);
    return std::move(draft_);
  }

 private:
  struct Link {
    std::string name;
    const XmlElement* at = nullptr;
    bool stands = false;  // of a static model
    std::size_t joint = ~std::size_t{0};
  };
  struct Later {
    std::string name;
    const XmlElement* at = nullptr;
    std::string scope;
  };

  bool is_true(const XmlElement& element, const char* child) const {
    const XmlElement* const found = element.child(child);
    if (!found) return false;
    const std::string text = file_.content(*found);
    return text == "true" || text == "1" || text == "True";
  }

  static std::string within(const std::string& scope, const std::string& name) {
    return scope.empty() ? name : scope + "::" + name;
  }

  // The links, joints, frames and models of a model: what each is relative to is looked up once all are known.
  void add_model(const XmlElement& model, const std::string& scope, bool stands) {
    const std::size_t first = links_.size();
    for (const XmlElement& element : model.children) {
      if (element.name != "link" && element.name != "frame" && element.name != "model") continue;
      names_.insert(within(scope, file_.text(element, "name")));
    }
    for (const XmlElement& element : model.children) {
      if (element.name != "link" && element.name != "joint" && element.name != "frame" && element.name != "model") {
        continue;
      }
      const std::string& name = file_.text(element, "name");
      const std::string full = within(scope, name);
      std::string frame = full;
      // Before 1.7 a joint may have the name of a link: the name then means the link, whichever comes first.
      if (element.name == "joint" && names_.contains(full)) frame += " (joint)";
      if (!seen_.insert(frame).second) file_.fail(element, "a second '" + name + "' in the model");
      later_.push_back({frame, &element, scope});
      if (element.name == "link") links_.push_back({full, &element, stands});
      if (element.name == "joint") joints_.push_back({full, scope, frame, &element, {}, {}});
      if (element.name == "model") add_model(element, full, stands || is_true(element, "static"));
    }
    const std::string* const canonical = model.find("canonical_link");
    if (canonical && !canonical->empty()) {
      canonical_[scope] = within(scope, *canonical);
    } else if (links_.size() > first) {
      canonical_[scope] = links_[first].name;
    }
    if (scope.empty() && canonical_.contains("")) frames_.attach("", canonical_.at(""));
  }

  void add_relative(const std::string& name, const XmlElement& element, const std::string& scope) {
    const Pose pose = read_sdf_pose(file_, element);
    const XmlElement* const given = element.child("pose");
    const std::string* relative = given ? given->find("relative_to") : nullptr;
    if (given && !relative) relative = given->find("frame");
    const auto named = [&](const std::string& other) {
      if (other == "__model__") return scope;
      if (other == "world") return other;
      std::string full = within(scope, other);
      if (full.ends_with("::__model__")) full.resize(full.size() - 11);
      if (!seen_.contains(full)) file_.fail(element, "there is no link, joint, frame or model '" + other + "'");
      return full;
    };
    const bool has = relative && !relative->empty();
    std::string from = has ? named(*relative) : scope, attached;
    if (element.name == "joint") {
      const std::string child = end_of(element, "child");
      // Of a model that could not be included: the joint is left aside.
      attached = lacks_models_ && !seen_.contains(within(scope, child)) ? scope : named(child);
      if (!has) from = attached;
    } else if (element.name == "frame") {
      const std::string* const to = element.find("attached_to");
      attached = to && !to->empty() ? named(*to) : scope;
      if (!has) from = attached;
    } else if (element.name == "model" && canonical_.contains(name)) {
      attached = canonical_.at(name);
    }
    frames_.add(name, element, pose, from, attached);
    if (element.name == "link") frames_.make_link(name);
  }

  // The pose of a model may be meant for one of its frames.
  void place_model(const std::string& name, const XmlElement& element) {
    const std::string* const frame = element.name == "model" ? element.find("placement_frame") : nullptr;
    if (!frame || frame->empty()) return;
    const Pose inside = frames_.relative(name, frames_.find(*frame, name, element));
    frames_.place(name, joined(read_sdf_pose(file_, element), seen_from(inside, {})));
  }

  std::string end_of(const XmlElement& joint, const char* end) const {
    const XmlElement* const element = joint.child(end);
    if (!element) file_.fail(joint, "joint '" + file_.text(joint, "name") + "' has no <" + end + ">");
    // Before 1.5 some files have <parent><link>NAME</link></parent>, or an attribute.
    if (const std::string* const link = element->find("link")) return *link;
    const XmlElement* const link = element->child("link");
    return file_.content(link ? *link : *element);
  }

  // Of two joints that a link hangs on, the second closes a loop.
  void choose_joints() {
    std::vector<SdfJoint> chosen;
    for (SdfJoint& joint : joints_) {
      const XmlElement& at = *joint.at;
      if (lacks_ends(joint)) continue;
      joint.parent = frames_.link_of(frames_.find(end_of(at, "parent"), joint.scope, at), at);
      joint.child = frames_.link_of(frames_.find(end_of(at, "child"), joint.scope, at), at);
      Link* const child = find(joint.child);
      if (!child) file_.fail(at, "joint '" + joint.name + "': the world hangs on nothing");
      if (child->joint != ~std::size_t{0}) {
        draft_.remarks.push_back("joint '" + joint.name + "' closes a loop: it is left aside, so that link '" +
                                 joint.child + "' moves as joint '" + chosen[child->joint].name + "' lets it");
        continue;
      }
      child->joint = chosen.size();
      chosen.push_back(joint);
    }
    joints_ = std::move(chosen);
  }

  // Does it name what is in a model that could not be included?
  bool lacks_ends(const SdfJoint& joint) {
    for (const char* const end : {"parent", "child"}) {
      const std::string name = end_of(*joint.at, end);
      if (!lacks_models_ || name == "world" || seen_.contains(within(joint.scope, name))) continue;
      draft_.remarks.push_back("joint '" + joint.name + "' is left aside: there is no '" + name + "'");
      return true;
    }
    return false;
  }

  Link* find(const std::string& name) {
    for (Link& link : links_) {
      if (link.name == name) return &link;
    }
    return nullptr;
  }

  // One root: the world, where a joint or a static model hangs on it, or there would be several.
  void hang_roots(const XmlElement& top) {
    std::vector<const Link*> roots;
    bool world = false;
    for (const SdfJoint& joint : joints_) world = world || joint.parent == "world";
    for (const Link& link : links_) {
      if (link.joint == ~std::size_t{0}) roots.push_back(&link);
    }
    if (!world && roots.size() <= 1) return;
    draft_.links.push_back({"world", {}, {}, &top});
    for (const Link* const root : roots) {
      JointDraft joint;
      joint.name = root->name + "::base";
      joint.kind = root->stands ? JointKind::fixed : JointKind::floating;
      if (!root->stands) joint.held = "stands for the link, which nothing holds";
      joint.parent = "world";
      joint.child = root->name;
      joint.origin = frames_.relative("world", root->name);
      joint.at = root->at;
      draft_.joints.push_back(std::move(joint));
    }
  }

  // The frame that our link has: that of its joint, where it has one.
  std::string frame_of(const std::string& link) {
    if (link == "world") return link;
    const Link& entry = *find(link);
    return entry.joint == ~std::size_t{0} ? link : joints_[entry.joint].frame;
  }

  void add_link(const Link& link) {
    const Pose frame = frames_.relative(frame_of(link.name), link.name);
    std::vector<CompoundPart> parts = geometry_.read(*link.at, link.name, [&](const XmlElement& collision) {
      const XmlElement* const given = collision.child("pose");
      const std::string* const relative = given ? given->find("relative_to") : nullptr;
      const Pose pose = read_sdf_pose(file_, collision);
      if (!relative || relative->empty()) return joined(frame, pose);
      const std::size_t end = link.name.rfind("::");
      const std::string scope = end == std::string::npos ? "" : link.name.substr(0, end);
      return joined(frames_.relative(frame_of(link.name), frames_.find(*relative, scope, *given)), pose);
    });
    draft_.links.push_back({link.name, shape_of(std::move(parts)), frame, link.at});
    if (link.at->child("visual") && !link.at->child("collision")) draft_.visual_only.push_back(link.name);
  }

  double limit(const XmlElement* limits, const char* which, double missing) const {
    const XmlElement* const element = limits ? limits->child(which) : nullptr;
    if (!element) return missing;
    const std::string text = file_.content(*element);
    if (text == "inf" || text == "+inf" || text == "-inf" || text == "nan") {
      return text == "-inf" ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    }
    return file_.content_number(*element);
  }

  // Axis and limits of <axis> or <axis2>.
  void read_axis(const SdfJoint& from, const char* which, JointDraft& joint) {
    const XmlElement* const axis = from.at->child(which);
    const XmlElement* const xyz = axis ? axis->child("xyz") : nullptr;
    joint.axis = {0, 0, 1};
    if (xyz) {
      const std::vector<double> n = file_.content_numbers(*xyz, 3);
      joint.axis = {n[0], n[1], n[2]};
      const std::string* const in = xyz->find("expressed_in");
      const bool of_model = old_axes_ || is_true(*axis, "use_parent_model_frame");
      if ((in && !in->empty()) || of_model) {
        const std::string other = in && !in->empty() ? frames_.find(*in, from.scope, *xyz) : from.scope;
        joint.axis = frames_.relative(from.frame, other).linear * joint.axis;
      }
    }
    const XmlElement* const limits = axis ? axis->child("limit") : nullptr;
    joint.lower = limit(limits, "lower", -1e16);
    joint.upper = limit(limits, "upper", 1e16);
    if (limits) joint.limit_at = limits;
    const bool endless = joint.lower <= -1e15 && joint.upper >= 1e15;
    if (joint.kind == JointKind::revolute && endless) joint.kind = JointKind::continuous;
    if (joint.kind == JointKind::prismatic && (joint.lower <= -1e15 || joint.upper >= 1e15)) {
      joint.lower = std::max(joint.lower, -slide_without_limits);
      joint.upper = std::min(joint.upper, slide_without_limits);
      draft_.remarks.push_back("joint '" + joint.name + "' slides without limits: 10 m either way are looked at");
    }
    if (joint.kind == JointKind::revolute) {
      joint.lower = std::max(joint.lower, -2 * largest_angle);
      joint.upper = std::min(joint.upper, 2 * largest_angle);
    }
    const XmlElement* const mimic = axis ? axis->child("mimic") : nullptr;
    if (!mimic) return;
    const auto number = [&](const char* name, double missing) {
      const XmlElement* const element = mimic->child(name);
      return element ? file_.content_number(*element) : missing;
    };
    joint.mimic = within(from.scope, file_.text(*mimic, "joint"));
    joint.mimic_at = mimic;
    joint.multiplier = number("multiplier", 1);
    joint.offset = number("offset", 0) - joint.multiplier * number("reference", 0);
  }

  void add_joint(const SdfJoint& from) {
    const XmlElement& at = *from.at;
    const std::string& type = file_.text(at, "type");
    JointDraft joint;
    joint.name = from.name;
    joint.at = &at;
    joint.parent = from.parent;
    joint.child = from.child;
    joint.origin = frames_.relative(frame_of(from.parent), from.frame);
    if (type == "fixed") {
      joint.kind = JointKind::fixed;
    } else if (type == "ball") {
      joint.kind = JointKind::floating;
      joint.held = "is a ball joint";
    } else if (type == "prismatic") {
      joint.kind = JointKind::prismatic;
      read_axis(from, "axis", joint);
    } else if (type == "revolute" || type == "continuous" || type == "gearbox") {
      joint.kind = type == "continuous" ? JointKind::continuous : JointKind::revolute;
      read_axis(from, "axis", joint);
      if (type == "gearbox") draft_.remarks.push_back("joint '" + from.name + "': its ratio is left aside");
    } else if (type == "universal" || type == "revolute2" || type == "screw") {
      add_double(from, type, joint);
      return;
    } else {
      file_.fail(at, "joint '" + from.name + "': there is no type '" + type + "'");
    }
    draft_.joints.push_back(std::move(joint));
  }

  // Two joints, with a link without geometry between them.
  void add_double(const SdfJoint& from, const std::string& type, JointDraft first) {
    const std::string between = from.name + "/between";
    draft_.links.push_back({between, {}, {}, from.at});
    first.kind = JointKind::revolute;
    JointDraft second = first;
    first.child = between;
    second.parent = between;
    second.origin = {};
    if (type == "screw") {
      read_axis(from, "axis", first);
      second.kind = JointKind::prismatic;
      second.name = from.name + "/slide";
      second.axis = first.axis;
      second.mimic = first.name;
      const XmlElement *pitch = from.at->child("screw_thread_pitch"), *old = from.at->child("thread_pitch");
      // Metres a turn; before that radians a metre, the other way round.
      if (pitch) {
        second.multiplier = file_.content_number(*pitch) / two_pi;
      } else {
        const double given = old ? file_.content_number(*old) : 1;
        second.multiplier = given == 0 ? 0 : -1 / given;
      }
    } else {
      first.name = from.name + "/axis";
      second.name = from.name + "/axis2";
      read_axis(from, "axis", first);
      read_axis(from, "axis2", second);
    }
    draft_.joints.push_back(std::move(first));
    draft_.joints.push_back(std::move(second));
  }

  const XmlFile& file_;
  RobotDraft draft_;
  SdfFrames frames_;
  SdfGeometry geometry_;
  bool old_axes_ = false;  // before 1.5 axes were those of the model
  std::vector<Link> links_;
  std::vector<SdfJoint> joints_;
  std::vector<Later> later_;
  std::set<std::string> seen_;                              // of all frames
  std::set<std::string> names_;                             // of those that are no joints
  bool lacks_models_ = false;                               // that should have been included
  std::unordered_map<std::string, std::string> canonical_;  // the link that stands for a model
};

}  // namespace

RobotDraft read_sdf(const XmlFile& file, const ReadRobotSettings& settings, std::vector<SkippedPart> skipped) {
  return SdfReader(file, settings, std::move(skipped)).read();
}

}  // namespace graze
