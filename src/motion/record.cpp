#include "graze/record.h"
#include "base/json_text.h"

namespace graze {
namespace {

void append_points(std::string& text, const char* key, const FourPoints& points) {
  text += std::string(",\"") + key + "\":[";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i != 0) text += ',';
    append_point(text, points[i]);
  }
  text += ']';
}

}  // namespace

std::string ccd_line(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings) {
  std::string text = R"({"op":"ccd","kind":")";
  text += kind == CcdKind::vertex_face ? "vertex-face" : "edge-edge";
  text += '"';
  append_points(text, "t0", at_0);
  append_points(text, "t1", at_1);
  text += ",\"tolerance\":";
  append_number(text, settings.tolerance);
  text += ",\"separation\":";
  append_number(text, settings.separation);
  return text + "}";
}

}  // namespace graze
