#include "app/move_text.h"

#include "app/distance_text.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

const char* bool_text(bool value) { return value ? "true" : "false"; }

}  // namespace

bool has_contact(const MoveResult& result) { return result.yes() || (result.stopped && result.status == Status::ok); }

std::string contact_kind(const MoveContact& contact) {
  static constexpr const char* kinds[] = {"vertex", "edge", "face", "solid"};
  return std::string(kinds[static_cast<int>(contact.moving.kind)]) + "-" + kinds[static_cast<int>(contact.other.kind)];
}

void append_pose(std::string& text, const Pose& pose) {
  text += "{\"matrix\":[";
  for (int row = 0; row < 3; ++row) {
    text += '[';
    for (int column = 0; column < 3; ++column) {
      append_number(text, pose.linear.at(row, column));
      text += ',';
    }
    append_number(text, pose.translation[row]);
    text += "],";
  }
  text += "[0,0,0,1]]}";
}

void append_move(std::string& text, const MoveResult& result) {
  text += std::string("\"start\":\"") + name(result.start) + "\",\"hit\":" + json(result.answer);
  text += ",\"bracket\":";
  if (result.yes()) {
    text += '[';
    append_number(text, result.lower);
    text += ',';
    append_number(text, result.upper);
    text += ']';
  } else {
    text += "null";
  }
  text += ",\"phase\":" + std::to_string(result.phase) + ",\"proven\":" + bool_text(result.proven) + ",\"gap\":";
  append_number(text, result.gap);
  text += std::string(",\"complete\":") + bool_text(result.status != Status::budget);
  text += std::string(",\"stopped\":") + bool_text(result.stopped) + ",\"fraction\":";
  append_number(text, result.fraction);
  text += ",\"stop_phase\":" + std::to_string(result.stop_phase) + ",\"expel\":";
  append_number(text, result.expel);
  text += ",\"pose\":";
  append_pose(text, result.pose);
  text += ",\"contact\":";
  if (!has_contact(result)) {
    text += "null";
    return;
  }
  text += "{\"kind\":\"" + contact_kind(result.contact) + "\",\"point\":";
  append_point(text, result.contact.point);
  text += ",\"normal\":";
  if (result.contact.normal == Vec3{}) {
    text += "null";
  } else {
    append_point(text, result.contact.normal);
  }
  text += ",\"moving\":";
  append_feature(text, result.contact.moving);
  text += ",\"other\":";
  append_feature(text, result.contact.other);
  text += ",\"body\":" + std::to_string(result.contact.body) + "}";
}

}  // namespace graze::app
