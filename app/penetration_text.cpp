#include "app/penetration_text.h"

#include "base/json_text.h"
#include "math/ordinary.h"

namespace graze::app {

void append_penetration(std::string& text, const PenetrationResult& result) {
  text += "\"vector\":";
  append_point(text, result.vector);
  text += ",\"depth\":";
  append_number(text, result.depth);
  text += ",\"lower\":";
  append_number(text, result.lower);
  text += result.symmetric ? ",\"symmetric\":true" : ",\"symmetric\":false";
}

void append_signed_distance(std::string& text, const SignedDistanceResult& result) {
  text += "\"distance\":";
  append_number(text, result.distance);
  text += ",\"bound\":";
  append_number(text, result.bound);
  text += ",\"lower\":";
  append_number(text, result.lower);
  text += ",\"upper\":";
  append_number(text, result.upper + 0.0);  // no -0
  text += result.penetration.symmetric ? ",\"symmetric\":true" : ",\"symmetric\":false";
  text += ",\"points\":null,\"normal\":";
  // The inverse of a depth below the least normal double is infinite.
  const Vec3 way = ordinary(result.penetration.vector);
  append_point(text, way * (way == result.penetration.vector ? 1 / result.distance : -1 / length(way)) + Vec3{});
  text += ",\"features\":null";
}

}  // namespace graze::app
