#include "app/move_query.h"

#include "app/move_text.h"

namespace graze::app {
namespace {

using ShapeOf = FunctionRef<const Shape&(const Fields& fields)>;

// The fields that all that turns has.
Motion read_turn(const Fields& fields) {
  const Vec3 origin = read_point(fields.need("origin"), fields.at("origin"));
  const Vec3 axis = read_point(fields.need("axis"), fields.at("axis"));
  const double angle = read_number(fields.need("angle"), fields.at("angle"));
  if (axis == Vec3{}) throw Error("'" + fields.at("axis").text() + "' must not be zero");
  constexpr double two_pi = 0x1.921fb54442d18p+2;
  if (!(angle >= -two_pi && angle <= two_pi))
    throw Error("'" + fields.at("angle").text() + "' must be from -2 pi to 2 pi");
  return rotation_about(origin, axis, angle);
}

Motion read_screw(const Json& value, const Place& place) {
  const Fields fields(value, place, {"origin", "axis", "angle", "advance"});
  const Motion turn = read_turn(fields);
  return screw_about(turn.origin, turn.axis, turn.angle, read_number(fields.need("advance"), fields.at("advance")));
}

Motion read_spin(const Json& value, const Place& place) {
  const Fields fields(value, place, {"translation", "origin", "axis", "angle"});
  const Vec3 by = read_point(fields.need("translation"), fields.at("translation"));
  const Motion turn = read_turn(fields);
  return translation_with_rotation(by, turn.origin, turn.axis, turn.angle);
}

}  // namespace

Motion read_motion(const Json& value, const Place& place) {
  const Fields fields(value, place, {"translation", "rotation", "screw", "spin"});
  const Json *translation = fields.find("translation"), *rotation = fields.find("rotation");
  const Json *screw = fields.find("screw"), *spin = fields.find("spin");
  if (screw != nullptr || spin != nullptr) {
    if (screw != nullptr && spin != nullptr) throw Error("'" + place.text() + "' must be a screw or a spin, not both");
    if (translation != nullptr || rotation != nullptr)
      throw Error("'" + place.text() + "' must be " + (screw != nullptr ? "a screw" : "a spin") +
                  " or have a translation and a rotation, not both");
    return screw != nullptr ? read_screw(*screw, fields.at("screw")) : read_spin(*spin, fields.at("spin"));
  }
  if (translation == nullptr && rotation == nullptr)
    throw Error("'" + place.text() + "' must have a translation, a rotation, a screw or a spin");
  const Vec3 by = translation == nullptr ? Vec3{} : read_point(*translation, fields.at("translation"));
  if (rotation == nullptr) return translation_by(by);
  const Place at = fields.at("rotation");
  const Motion turn = read_turn(Fields(*rotation, at, {"origin", "axis", "angle"}));
  return translation == nullptr ? turn : translation_then_rotation(by, turn.origin, turn.axis, turn.angle);
}

namespace {

Body read_body(const Fields& fields, ShapeOf shape_of) {
  const Json* pose = fields.find("pose");
  return {shape_of(fields), pose == nullptr ? Pose{} : read_pose(*pose, fields.at("pose"))};
}

}  // namespace

MoveSettings read_move_settings(const Fields& fields) {
  MoveSettings settings;
  if (const Json* tolerance = fields.find("tolerance")) {
    settings.tolerance = read_number(*tolerance, fields.at("tolerance"));
    if (*settings.tolerance < 0) throw Error("'tolerance' must not be negative");
  }
  if (const Json* expel = fields.find("expel")) {
    settings.derive_expel = expel->is_string() && expel->get_ref<const std::string&>() == "derived";
    if (!settings.derive_expel) settings.expel = read_number(*expel, fields.at("expel"));
    if (settings.expel < 0) throw Error("'expel' must not be negative");
  }
  settings.budget = read_budget(fields, settings.budget);
  return settings;
}

void answer_move(const Json& request, std::string& text, ShapeOf shape_of) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "moving", "others", "motion", "expel", "tolerance", "budget"});
  const Place moving_place = fields.at("moving");
  const Body moving = read_body(Fields(fields.need("moving"), moving_place, {"shape", "pose"}), shape_of);
  const Motion motion = read_motion(fields.need("motion"), fields.at("motion"));
  const Place place = fields.at("others");
  std::vector<MovingBody> others;
  for (const Json& value : read_array(fields.need("others"), place)) {
    const Place at{&place, {}, others.size()};
    const Fields other(value, at, {"shape", "pose", "motion"});
    MovingBody body{read_body(other, shape_of), {}};
    if (const Json* own = other.find("motion")) body.motion = read_motion(*own, other.at("motion"));
    others.push_back(body);
  }
  const MoveSettings settings = read_move_settings(fields);
  const MoveResult result = move(moving, motion, others, settings);
  if (result.status != Status::ok && result.status != Status::budget)
    throw Error(std::string("the move has no answer: ") + name(result.status));
  append_move(text, result);
}

}  // namespace graze::app
