#include "app/distance_text.h"

#include "base/json_text.h"

namespace graze::app {

void append_feature(std::string& text, const Feature& feature) {
  static constexpr const char* kinds[] = {"vertex", "edge", "face", "solid"};
  JsonWriter out(text);
  const bool solid = feature.kind == Feature::Kind::solid;
  out.object([&] {
    out.field("kind", kinds[static_cast<int>(feature.kind)]).key("index");
    solid || feature.kind == Feature::Kind::face ? out.value(nullptr) : out.value(feature.index);
    out.key("triangle");
    solid ? out.value(nullptr) : out.value(feature.triangle);
  });
}

void append_features(std::string& text, const Feature& a, const Feature& b) {
  JsonWriter(text).key("features").array([&] {
    append_feature(text, a);
    append_feature(text, b);
  });
}

void append_distance(std::string& text, const DistanceResult& result) {
  JsonWriter out(text);
  if (result.beyond) {
    out.field("distance", nullptr).field("bound", nullptr).field("lower", result.lower).field("upper", nullptr);
    out.field("points", nullptr).field("normal", nullptr).field("features", nullptr);
    return;
  }
  out.field("distance", result.distance).field("bound", result.bound);
  out.field("lower", result.lower).field("upper", result.upper);
  out.key("points").array([&] { out.value(result.point_a).value(result.point_b); });
  out.key("normal").direction(result.normal);
  append_features(text, result.feature_a, result.feature_b);
}

}  // namespace graze::app
