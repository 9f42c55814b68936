#include "app/contacts_text.h"

#include "app/distance_text.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

void append_contact(std::string& text, const Contact& contact) {
  JsonWriter out(text);
  out.object([&] {
    out.field("point", contact.point).field("normal", contact.normal);
    out.field("depth", contact.depth).field("bound", contact.bound);
    out.field("crossing", contact.crossing).field("arbitrary", contact.arbitrary).field("patch", contact.patch);
    append_features(text, contact.feature_a, contact.feature_b);
  });
}

void append_curve(std::string& text, const ContactCurve& curve) {
  JsonWriter out(text);
  out.object([&] {
    out.field("closed", curve.closed).key("points").list(curve.points, [&](Vec3 point) { out.value(point); });
  });
}

}  // namespace

void append_contacts(std::string& text, const ContactResult& result, bool curves) {
  JsonWriter out(text);
  out.key("contacts").list(result.contacts, [&](const Contact& contact) { append_contact(text, contact); });
  out.field("symmetric", result.symmetric);
  if (!curves) return;
  out.key("curves").list(result.curves, [&](const ContactCurve& curve) { append_curve(text, curve); });
}

}  // namespace graze::app
