#include "app/contacts_text.h"

#include <cmath>

#include "app/distance_text.h"
#include "base/json_text.h"

namespace graze::app {
namespace {

void append_contact(std::string& text, const Contact& contact) {
  text += "{\"point\":";
  append_point(text, contact.point);
  text += ",\"normal\":";
  append_point(text, contact.normal);
  text += ",\"depth\":";
  append_number(text, contact.depth);
  text += ",\"bound\":";
  if (std::isfinite(contact.bound)) {
    append_number(text, contact.bound);
  } else {
    text += "null";
  }
  text += contact.crossing ? ",\"crossing\":true" : ",\"crossing\":false";
  text += contact.arbitrary ? ",\"arbitrary\":true" : ",\"arbitrary\":false";
  text += ",\"patch\":" + std::to_string(contact.patch) + ",\"features\":[";
  append_feature(text, contact.feature_a);
  text += ',';
  append_feature(text, contact.feature_b);
  text += "]}";
}

void append_curve(std::string& text, const ContactCurve& curve) {
  text += curve.closed ? "{\"closed\":true,\"points\":[" : "{\"closed\":false,\"points\":[";
  for (const Vec3& point : curve.points) {
    if (text.back() != '[') text += ',';
    append_point(text, point);
  }
  text += "]}";
}

}  // namespace

void append_contacts(std::string& text, const ContactResult& result, bool curves) {
  text += "\"contacts\":[";
  for (const Contact& contact : result.contacts) {
    if (text.back() != '[') text += ',';
    append_contact(text, contact);
  }
  text += result.symmetric ? "],\"symmetric\":true" : "],\"symmetric\":false";
  if (!curves) return;
  text += ",\"curves\":[";
  for (const ContactCurve& curve : result.curves) {
    if (text.back() != '[') text += ',';
    append_curve(text, curve);
  }
  text += ']';
}

}  // namespace graze::app
