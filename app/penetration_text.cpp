#include "app/penetration_text.h"

#include <cmath>

#include "base/json_text.h"

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
  text += result.within.symmetric ? ",\"symmetric\":true" : ",\"symmetric\":false";
  text += ",\"points\":null,\"normal\":";
  // Scaled, so that depths near the least double have a unit normal, too.
  const int exponent = -std::ilogb(result.distance);
  const Vec3 v = result.within.vector;
  const Vec3 scaled{std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
  append_point(text, scaled * (1 / std::scalbn(result.distance, exponent)) + Vec3{});
  text += ",\"features\":null";
}

}  // namespace graze::app
