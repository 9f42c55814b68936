#include "app/penetration_text.h"

#include <cmath>

#include "base/json_text.h"
#include "math/ordinary.h"

namespace graze::app {

void append_penetration(std::string& text, const PenetrationResult& result) {
  JsonWriter out(text);
  if (result.beyond)
    out.field("vector", nullptr).field("depth", nullptr);
  else
    out.field("vector", result.vector).field("depth", result.depth);
  out.field("lower", result.lower).field("symmetric", result.symmetric);
}

void append_depth_bounds(std::string& text, const PenetrationResult& result) {
  JsonWriter out(text);
  out.field("lower", result.lower);
  if (std::isfinite(result.upper))
    out.field("upper", result.upper);
  else
    out.field("upper", nullptr);
}

void append_interference(std::string& text, const InterferenceResult& result) {
  JsonWriter out(text);
  const auto number_or_null = [&](double number) {
    if (std::isfinite(number)) {
      out.value(number);
    } else {
      out.value(nullptr);
    }
  };
  out.field("lower", result.lower).key("upper");
  number_or_null(result.upper);
  out.key("point");
  if (result.lower > 0) {
    out.value(result.point);
  } else {
    out.value(nullptr);
  }
  out.key("volume").array([&] {
    out.value(result.volume_lower);
    number_or_null(result.volume_upper);
  });
  out.key("box");
  if (result.box.empty()) {
    out.value(nullptr);
  } else {
    out.array([&] { out.value(result.box.lo).value(result.box.hi); });
  }
}

void append_signed_distance(std::string& text, const SignedDistanceResult& result) {
  JsonWriter out(text);
  out.field("distance", result.distance).field("bound", result.bound).field("lower", result.lower);
  out.field("upper", result.upper + 0.0);  // no -0
  out.field("symmetric", result.penetration.symmetric).field("points", nullptr);
  // The inverse of a depth below the least normal double is infinite.
  const Vec3 way = ordinary(result.penetration.vector);
  out.field("normal", way * (way == result.penetration.vector ? 1 / result.distance : -1 / length(way)) + Vec3{});
  out.field("features", nullptr);
}

}  // namespace graze::app
