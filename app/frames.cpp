#include "app/frames.h"

#include <algorithm>
#include <cmath>

namespace graze::app {
namespace {

constexpr double phase_seconds = 2, rest_seconds = 1, key_angle = 0.17;

// Every motion is x -> R(x - pivot) + pivot + shift with a fixed pivot and a shift that runs straight: the pivot of a
// turn after a translation is the point that the translation takes to the origin of the turn.
struct Frame {
  Quat rotation;
  Vec3 shift;
};

Frame frame_at(const Motion& motion, int phase, double time) {
  Frame frame;
  if (motion.kind == Motion::Kind::none) return frame;
  Motion own = motion;  // about the origin, and without the translation, whose frame is known
  own.origin = own.translation = {};
  const Pose turned = pose_at({}, own, phase, time);
  frame.rotation = decompose({turned.linear, {}}).rotation;
  const bool translates = motion.kind == Motion::Kind::translation ||
                          motion.kind == Motion::Kind::translation_with_rotation || motion.phases() == 2;
  const bool done = motion.phases() == 2 && phase == 1;
  frame.shift = translates ? motion.translation * (done ? 1 : time) : turned.translation;
  return frame;
}

}  // namespace

GltfBody animated(const std::string& name, const MovingBody& moving, int phase, double time,
                  const std::array<double, 3>& color) {
  const Motion& motion = moving.motion;
  const Vec3 pivot = motion.origin - (motion.phases() == 2 ? motion.translation : Vec3{});
  GltfBody result{name, moving.body.shape, moving.body.pose, color, {}};
  if (motion.kind == Motion::Kind::none) return result;
  result.pose.translation = result.pose.translation - pivot;
  const auto add = [&](double seconds, int at_phase, double at_time) {
    const Frame frame = frame_at(motion, at_phase, at_time);
    if (result.keys.empty() || seconds > result.keys.back().seconds + 1e-6)
      result.keys.push_back({seconds, pivot + frame.shift, frame.rotation});
  };
  // A motion of one phase stands at its end in the other.
  const auto clamped = [&](int k, double t) {
    return k < motion.phases() ? std::pair(k, t) : std::pair(motion.phases() - 1, 1.0);
  };
  for (int k = 0; k <= phase; ++k) {
    const double end = k < phase ? 1 : time;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::fabs(motion.angle) * end / key_angle)));
    for (int i = 0; i <= steps; ++i) {
      const double at = end * i / steps;
      const auto [own_phase, own_time] = clamped(k, at);
      add(phase_seconds * (k + at), own_phase, own_time);
    }
  }
  const auto [own_phase, own_time] = clamped(phase, time);
  add(phase_seconds * (phase + time) + rest_seconds, own_phase, own_time);
  return result;
}

}  // namespace graze::app
