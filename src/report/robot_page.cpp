#include "report/robot_page.h"

#include <fmt/format.h>

#include "base/json_text.h"
#include "graze/draw.h"
#include "graze/version.h"
#include "report/html.h"
#include "report/utf8_text.h"
#include "report/view_meshes.h"
#include "report/web_page.h"
#include "report/web_text.h"
#include "robot/kinematics.h"

namespace graze {

namespace {

std::vector<Triangle> triangles_of(const Shape& shape, double size) {
  DrawList list;
  DrawSettings settings;
  settings.halfspace = 2 * size;
  draw({shape, {}}, {}, list, settings);
  std::vector<Triangle> triangles;
  for (const DrawList::Face& face : list.triangles) triangles.push_back({face.a, face.b, face.c});
  return triangles;
}

void append_pose(JsonWriter& out, const Pose& pose) {
  out.array([&] {
    for (const Vec3& column : {pose.linear.c0, pose.linear.c1, pose.linear.c2, pose.translation}) {
      out.value(column.x).value(column.y).value(column.z);
    }
  });
}

void append_values(JsonWriter& out, const std::vector<double>& values) {
  if (values.empty()) {
    out.value(nullptr);
  } else {
    out.list(values, [&](double value) { out.value(value); });
  }
}

void append_robot(std::string& text, const RobotPage& page) {
  const Robot& robot = *page.robot;
  JsonWriter out(text);
  const double size = size_of(robot);
  std::size_t triangles = 0, boxes = 0;
  out.line().key("links").lines(robot.links, [&](const RobotLink& link) {
    out.object([&] {
      out.field("name", link.name).key("mesh");
      if (!link.shape) {
        out.value(nullptr);
        return;
      }
      std::vector<Triangle> faces = triangles_of(link.shape, size);
      if (triangles + faces.size() > page.max_triangles) {
        const Box box = link.shape.bounds();
        const Vec3 half = (box.hi - box.lo) * 0.5;
        const Pose at{{}, box.lo * 0.5 + box.hi * 0.5};
        DrawList list;
        if (half.x > 0 && half.y > 0 && half.z > 0) draw({make_box(half), at}, {}, list);
        faces.clear();
        for (const DrawList::Face& face : list.triangles) faces.push_back({face.a, face.b, face.c});
        ++boxes;
      }
      triangles += faces.size();
      out.raw("{" + mesh_fields(faces, {}) + "}");
    });
  });
  out.line().field("boxes", boxes).field("size", size).field("obstacles", page.obstacles);
  out.line().key("joints").lines(robot.joints, [&](const RobotJoint& joint) {
    out.object([&] {
      out.field("name", joint.name).field("kind", name(joint.kind)).field("parent", joint.parent);
      out.field("child", joint.child).key("origin");
      append_pose(out, joint.origin);
      out.field("axis", joint.axis).key("variable");
      joint.variable == RobotJoint::none ? out.value(nullptr) : out.value(joint.variable);
      out.field("multiplier", joint.multiplier).field("offset", joint.offset);
    });
  });
  const std::vector<double> start = default_values(robot);
  std::size_t v = 0;
  out.line().key("variables").lines(robot.variables, [&](const RobotVariable& variable) {
    const auto index = static_cast<std::uint32_t>(v++);
    bool slides = false;
    for (const RobotJoint& joint : robot.joints) {
      if (joint.variable == index && joint.name == variable.name) slides = joint.kind == JointKind::prismatic;
    }
    out.object([&] {
      out.field("name", variable.name).field("lower", variable.lower).field("upper", variable.upper);
      out.field("start", start[index]).field("unit", slides ? "m" : "rad");
    });
  });
}

void append_matrix(std::string& text, const SelfCollisionMatrix& matrix) {
  JsonWriter out(text);
  out.object([&] {
    out.field("samples", matrix.samples).field("complete", matrix.complete);
    out.line().key("pairs").lines(matrix.pairs, [&](const SelfPair& pair) {
      out.object([&] {
        out.field("a", pair.a).field("b", pair.b).field("class", name(pair.value)).field("proven", pair.proven);
        out.field("how", how_known(pair, matrix.samples)).field("reason", pair.reason).key("witness");
        append_values(out, pair.witness);
        out.key("apart");
        append_values(out, pair.apart);
      });
    });
  });
}

void append_trajectory(std::string& text, const RobotPage& page) {
  JsonWriter out(text);
  out.object([&] {
    out.field("verdict", page.verdict).line().key("waypoints");
    out.lines(page.trajectory->waypoints,
              [&](const std::vector<double>& values) { out.list(values, [&](double value) { out.value(value); }); });
    out.line().key("contacts").lines(page.checked->contacts, [&](const TrajectoryContact& contact) {
      out.object([&] {
        out.field("a", contact.a).field("b", contact.b).field("contact", contact.contact).field("gap", contact.gap);
        out.field("at", double(contact.to.waypoint) + contact.to.fraction).field("point", contact.point).key("values");
        append_values(out, contact.values);
      });
    });
  });
}

}  // namespace

std::string how_known(const SelfPair& pair, std::uint64_t samples) {
  switch (pair.value) {
    case SelfClass::adjacent:
      return pair.proven ? "not checked on trajectories: held together by a fixed joint"
                         : "not checked on trajectories: in contact, or apart by no more than rounding, at every "
                           "position tried of the joint between them";
    case SelfClass::sometimes:
      return fmt::format("in contact in {} samples", pair.hits);
    case SelfClass::undecided:
      return fmt::format("{} of {} samples undecided", pair.undecided, samples);
    case SelfClass::disabled:
      return pair.reason.empty() ? "not checked" : "not checked: " + pair.reason;
    case SelfClass::unchecked:
      if (!pair.reason.empty()) return "not known: " + pair.reason;
      return "not checked: across a joint that is held, planar, floating, or without an axis";
    default:
      return pair.proven ? "proven" : fmt::format("only by statistics: {} of {} samples", pair.hits, samples);
  }
}

std::string robot_page(const RobotPage& page) {
  require_html();
  const Robot& robot = *page.robot;
  std::string data;
  JsonWriter out(data);
  out.object([&] {
    out.field("graze", version_string()).field("name", robot.name);
    append_robot(data, page);
    const auto matrix = [&](const char* key, const SelfCollisionMatrix* of_it) {
      out.line().key(key);
      of_it ? append_matrix(data, *of_it) : void(out.value(nullptr));
    };
    matrix("matrix", page.matrix);
    matrix("audit", page.audit);
    out.line().key("trajectory");
    page.trajectory&& page.checked ? append_trajectory(data, page) : void(out.value(nullptr));
    out.line().key("skipped").lines(robot.skipped,
                                    [&](const SkippedPart& part) { out.value(part.path + ": " + part.reason); });
    out.line().key("remarks").lines(page.remarks, [&](const std::string& remark) { out.value(remark); });
  });
  std::string text(robot_page_html);
  replace(text, "<!--title-->", escaped_text(robot.name));
  replace(text, "/*robot.css*/", robot_page_css);
  replace(text, "/*robot.js*/", robot_page_js);
  replace(text, "/*robot_view.js*/", robot_view_js);
  replace(text, "/*orbit.js*/", orbit_js);
  finish_page(text, data);
  return text;
}

}  // namespace graze
