#include "app/move_text.h"

#include "app/distance_text.h"
#include "base/json_text.h"

namespace graze::app {
bool has_contact(const MoveResult& result) { return result.yes() || (result.stopped && result.status == Status::ok); }

std::string contact_kind(const MoveContact& contact) {
  static constexpr const char* kinds[] = {"vertex", "edge", "face", "solid"};
  return std::string(kinds[static_cast<int>(contact.moving.kind)]) + "-" + kinds[static_cast<int>(contact.other.kind)];
}

void append_move(std::string& text, const MoveResult& result) {
  JsonWriter out(text);
  out.field("start", name(result.start)).field("hit", result.answer).key("bracket");
  result.yes() ? out.pair(result.lower, result.upper) : out.value(nullptr);
  out.field("phase", result.phase).field("proven", result.proven).field("gap", result.gap);
  out.field("complete", result.status != Status::budget);
  out.field("stopped", result.stopped).field("fraction", result.fraction);
  out.field("stop_phase", result.stop_phase).field("expel", result.expel).field("pose", result.pose).key("contact");
  if (!has_contact(result)) {
    out.value(nullptr);
    return;
  }
  const MoveContact& contact = result.contact;
  out.object([&] {
    out.field("kind", contact_kind(contact)).field("point", contact.point).key("normal").direction(contact.normal);
    out.key("moving");
    append_feature(text, contact.moving);
    out.key("other");
    append_feature(text, contact.other);
    out.field("body", contact.body);
  });
}

}  // namespace graze::app
