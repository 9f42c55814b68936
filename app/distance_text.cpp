#include "app/distance_text.h"

#include "base/json_text.h"

namespace graze::app {

void append_feature(std::string& text, const Feature& feature) {
  static constexpr const char* kinds[] = {"vertex", "edge", "face", "solid"};
  text += std::string("{\"kind\":\"") + kinds[static_cast<int>(feature.kind)] + "\"";
  if (feature.kind == Feature::Kind::solid) {
    text += ",\"index\":null,\"triangle\":null}";
    return;
  }
  text += ",\"index\":";
  text += feature.kind == Feature::Kind::face ? "null" : std::to_string(feature.index);
  text += ",\"triangle\":" + std::to_string(feature.triangle) + "}";
}

void append_distance(std::string& text, const DistanceResult& result) {
  if (result.beyond) {
    text += "\"distance\":null,\"bound\":null,\"lower\":";
    append_number(text, result.lower);
    text += ",\"upper\":null,\"points\":null,\"normal\":null,\"features\":null";
    return;
  }
  text += "\"distance\":";
  append_number(text, result.distance);
  text += ",\"bound\":";
  append_number(text, result.bound);
  text += ",\"lower\":";
  append_number(text, result.lower);
  text += ",\"upper\":";
  append_number(text, result.upper);
  text += ",\"points\":[";
  append_point(text, result.point_a);
  text += ',';
  append_point(text, result.point_b);
  text += "],\"normal\":";
  if (result.normal == Vec3{}) {
    text += "null";
  } else {
    append_point(text, result.normal);
  }
  text += ",\"features\":[";
  append_feature(text, result.feature_a);
  text += ',';
  append_feature(text, result.feature_b);
  text += ']';
}

}  // namespace graze::app
