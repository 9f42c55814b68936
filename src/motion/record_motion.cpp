#include "graze/record_motion.h"

#include "base/json_text.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

void append_points(std::string& text, const char* key, const FourPoints& points) {
  text += std::string(",\"") + key + "\":[";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i != 0) text += ',';
    append_point(text, points[i]);
  }
  text += ']';
}

void append_turn(std::string& text, const Motion& motion) {
  text += '{';
  if (motion.kind == Motion::Kind::translation_with_rotation) {
    text += "\"translation\":";
    append_point(text, motion.translation);
    text += ',';
  }
  text += "\"origin\":";
  append_point(text, motion.origin);
  text += ",\"axis\":";
  append_point(text, motion.axis);
  text += ",\"angle\":";
  append_number(text, motion.angle);
  if (motion.kind == Motion::Kind::screw) {
    text += ",\"advance\":";
    append_number(text, motion.advance);
  }
  text += '}';
}

// ,"motion":{...}; nothing for a body that stands.
void append_motion(std::string& text, const Motion& motion) {
  using Kind = Motion::Kind;
  if (motion.kind == Kind::none) return;
  text += ",\"motion\":{";
  if (motion.kind == Kind::translation || motion.kind == Kind::translation_then_rotation) {
    text += "\"translation\":";
    append_point(text, motion.translation);
    if (motion.kind == Kind::translation_then_rotation) text += ',';
  }
  if (motion.kind != Kind::translation) {
    text += motion.kind == Kind::screw                       ? "\"screw\":"
            : motion.kind == Kind::translation_with_rotation ? "\"spin\":"
                                                             : "\"rotation\":";
    append_turn(text, motion);
  }
  text += '}';
}

}  // namespace

std::string move_lines(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                       const MoveSettings& settings) {
  std::string before = define_line("moving", moving.shape) + "\n", text = R"({"op":"move","moving":{)";
  append_posed(text, "moving", moving.pose);
  text += '}';
  append_motion(text, motion.kind == Motion::Kind::none ? translation_by({}) : motion);
  text += ",\"others\":[";
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::string name = "other/" + std::to_string(i);
    before += define_line(name, others[i].body.shape) + "\n";
    text += i == 0 ? "{" : ",{";
    append_posed(text, name, others[i].body.pose);
    append_motion(text, others[i].motion);
    text += '}';
  }
  text += ']';
  if (settings.derive_expel) {
    text += R"(,"expel":"derived")";
  } else if (settings.expel != 0) {
    text += ",\"expel\":";
    append_number(text, settings.expel);
  }
  if (settings.tolerance) {
    text += ",\"tolerance\":";
    append_number(text, *settings.tolerance);
  }
  return before + text + "}\n";
}

std::string ccd_line(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  std::string text = R"({"op":"ccd","kind":")";
  text += kind == CcdKind::vertex_face ? "vertex-face" : "edge-edge";
  text += '"';
  append_points(text, "t0", at_0);
  append_points(text, "t1", at_1);
  text += ",\"tolerance\":";
  append_number(text, settings.tolerance);
  text += ",\"separation\":";
  append_number(text, settings.separation);
  return text + "}";
}

}  // namespace graze
