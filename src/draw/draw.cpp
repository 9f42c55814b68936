// Worlds and results as lines and triangles.
#include "graze/draw.h"

#include <cmath>

#include "base/float_state.h"
#include "draw/draw_body.h"
#include "shape/deformable_internals.h"
#include "world/world_state.h"

namespace graze {
namespace {

DrawColor dimmed(DrawColor color, double by) {
  return {color.red * by, color.green * by, color.blue * by, color.alpha};
}

// As it is asked; a solid that is none any more as the surface that it still is.
Body drawn_body(const Object& object, const ObjectTree& tree) {
  Body body = tree.body(object);
  if (!body.shape) body = {DeformableInternals::surface(*object.mesh), object.body.pose};
  return body;
}

void draw_near(Vec3 a, Vec3 b, const Brush& brush) {
  if (!is_finite(a) || !is_finite(b)) return;
  brush.line(a, b);
  brush.marker(a);
  brush.marker(b);
}

void draw_contacts(const std::vector<Contact>& contacts, const Brush& brush) {
  for (const Contact& contact : contacts) {
    if (!is_finite(contact.point)) continue;
    brush.marker(contact.point);
    if (is_finite(contact.normal)) brush.line(contact.point, contact.point + contact.normal * brush.settings.normal);
  }
}

}  // namespace

// Hues by the golden ratio, so that the first groups differ most.
DrawColor group_color(std::uint8_t group) noexcept {
  const double turn = 0.58 + 0.6180339887498949 * group, hue = 6 * (turn - std::floor(turn));
  const auto part = [hue](double offset) {
    const double k = std::fmod(offset + hue, 6);
    return 0.85 - 0.6 * std::fmax(0, std::fmin(1, std::fmin(k, 4 - k)));
  };
  return {part(5), part(3), part(1), 1};
}

void draw(const Box& box, DrawColor color, DebugDraw& to) {
  if (box.empty() || !is_finite(box.lo) || !is_finite(box.hi)) return;
  const auto corner = [&](int i) {
    return Vec3{(i & 1) != 0 ? box.hi.x : box.lo.x, (i & 2) != 0 ? box.hi.y : box.lo.y,
                (i & 4) != 0 ? box.hi.z : box.lo.z};
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if ((i & bit) == 0) to.line(corner(i), corner(i | bit), color);
}

void draw(const World& world, DebugDraw& to, const DrawSettings& settings) {
  const FloatState standard;
  check(settings);
  const WorldState& state = state_of(world);
  state.tree.refresh(state.objects);
  for (const ObjectId id : world.objects()) {
    const Object& object = state.objects[id.slot];
    if ((settings.groups >> object.settings.group & 1) == 0) continue;
    DrawColor color = dimmed(group_color(object.settings.group), object.asleep ? settings.asleep : 1);
    if (settings.boxes) draw(box_at(object, object.body.pose), color, to);
    color.alpha = settings.opacity;
    draw_body(drawn_body(object, state.tree), {to, color, settings});
  }
}

void draw(const StepResult& step, const World& world, DebugDraw& to, const DrawSettings& settings) {
  const FloatState standard;
  check(settings);
  const WorldState& state = state_of(world);
  for (const PairResult& pair : step.pairs) {
    if (pair.touching != Answer::no)
      for (const ObjectId id : {pair.a, pair.b})
        if (const Object* object = state.find(id))
          draw(box_at(*object, object->body.pose), pair.touching == Answer::yes ? touching_color : unknown_color, to);
    draw_near(pair.point_a, pair.point_b, {to, near_color, settings});
    draw_contacts(pair.contacts, {to, contact_color, settings});
  }
}

void draw(const ContactResult& result, DebugDraw& to, const DrawSettings& settings) {
  const FloatState standard;
  check(settings);
  draw_contacts(result.contacts, {to, contact_color, settings});
  for (const ContactCurve& curve : result.curves)
    for (std::size_t i = curve.closed ? 0 : 1; i < curve.points.size(); ++i)
      Brush{to, touching_color, settings}.line(curve.points[i == 0 ? curve.points.size() - 1 : i - 1], curve.points[i]);
}

void draw(const DistanceResult& result, DebugDraw& to, const DrawSettings& settings) {
  const FloatState standard;
  check(settings);
  draw_near(result.point_a, result.point_b, {to, near_color, settings});
}

}  // namespace graze
