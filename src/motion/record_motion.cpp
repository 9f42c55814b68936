// Motion as the lines of graze/record_motion.h.
#include "graze/record_motion.h"

#include <algorithm>

#include "base/json_text.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

void append_turn(JsonWriter& out, const Motion& motion) {
  out.object([&] {
    if (motion.kind == Motion::Kind::translation_with_rotation) out.field("translation", motion.translation);
    out.field("origin", motion.origin).field("axis", motion.axis).field("angle", motion.angle);
    if (motion.kind == Motion::Kind::screw) out.field("advance", motion.advance);
  });
}

// "motion":{...}; nothing for a body that stands.
void append_motion(JsonWriter& out, const Motion& motion) {
  using Kind = Motion::Kind;
  if (motion.kind == Kind::none) return;
  out.key("motion").object([&] {
    if (motion.kind == Kind::translation || motion.kind == Kind::translation_then_rotation)
      out.field("translation", motion.translation);
    if (motion.kind == Kind::translation) return;
    out.key(motion.kind == Kind::screw                       ? "screw"
            : motion.kind == Kind::translation_with_rotation ? "spin"
                                                             : "rotation");
    append_turn(out, motion);
  });
}

}  // namespace

std::string move_lines(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                       const MoveSettings& settings) {
  std::string before = define_line("moving", moving.shape) + "\n", text;
  JsonWriter out(text);
  out.object([&] {
    out.field("op", "move").key("moving").object([&] { append_posed(text, "moving", moving.pose); });
    append_motion(out, motion.kind == Motion::Kind::none ? translation_by({}) : motion);
    std::size_t number = 0;
    out.key("others").list(others, [&](const MovingBody& other) {
      const std::string name = "other/" + std::to_string(number++);
      before += define_line(name, other.body.shape) + "\n";
      out.object([&] {
        append_posed(text, name, other.body.pose);
        append_motion(out, other.motion);
      });
    });
    if (settings.derive_expel) {
      out.field("expel", "derived");
    } else if (settings.expel != 0) {
      out.field("expel", settings.expel);
    }
    if (settings.tolerance) out.field("tolerance", *settings.tolerance);
  });
  return before + text + "\n";
}

std::string ccd_line(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  std::string text;
  JsonWriter out(text);
  const auto point = [&](Vec3 p) { out.value(p); };
  out.object([&] {
    out.field("op", "ccd").field("kind", kind == CcdKind::vertex_face ? "vertex-face" : "edge-edge");
    out.key("t0").list(at_0, point).key("t1").list(at_1, point);
    out.field("tolerance", settings.tolerance).field("separation", settings.separation);
  });
  return text;
}

std::string probe_lines(const Body& tool, std::span<const Pose> hands, std::span<const Body> bodies,
                        const ProbeSettings& settings) {
  std::string before = define_line("tool", tool.shape) + "\n", text;
  JsonWriter out(text);
  out.object([&] {
    out.field("op", "probe").key("tool").object([&] { append_posed(text, "tool", tool.pose); });
    std::size_t number = 0;
    out.key("bodies").list(bodies, [&](const Body& body) {
      const std::string name = "body/" + std::to_string(number++);
      before += define_line(name, body.shape) + "\n";
      out.object([&] { append_posed(text, name, body.pose); });
    });
    out.key("hands").list(hands, [&](const Pose& hand) { out.value(hand); });
    out.field("stiffness", settings.stiffness).field("largest_force", settings.largest_force);
    out.field("largest_change", settings.largest_change).field("gap", settings.gap);
    out.field("budget", std::clamp<std::uint64_t>(settings.budget, 1, std::uint64_t{1} << 62));
  });
  return before + text + "\n";
}

}  // namespace graze
