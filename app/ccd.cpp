#include "app/ccd.h"

#include "base/json_text.h"

namespace graze::app {
namespace {

FourPoints read_four(const Fields& fields, std::string_view field) {
  const Place place = fields.at(field);
  const Json::array_t& values = read_array(fields.need(field), place);
  FourPoints points;
  if (values.size() != points.size()) throw Error("'" + std::string(field) + "' must have 4 points");
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = read_point(values[i], {&place, {}, i});
  return points;
}

double read_setting(const Fields& fields, std::string_view field) {
  const Json* value = fields.find(field);
  if (value == nullptr) return 0;
  const double number = read_number(*value, fields.at(field));
  if (number < 0) throw Error("'" + std::string(field) + "' must not be negative");
  return number;
}

CcdKind read_kind(const Fields& fields) {
  const std::string& kind = read_string(fields.need("kind"), fields.at("kind"));
  if (kind == "vertex-face") return CcdKind::vertex_face;
  if (kind == "edge-edge") return CcdKind::edge_edge;
  throw Error("'kind' must be 'vertex-face' or 'edge-edge'");
}

}  // namespace

void answer_ccd(const Json& request, std::string& text) {
  const Place root;
  const Fields fields(request, root, {"id", "op", "kind", "t0", "t1", "tolerance", "separation"});
  const CcdSettings settings{.tolerance = read_setting(fields, "tolerance"),
                             .separation = read_setting(fields, "separation")};
  const CcdResult result = ccd(read_kind(fields), read_four(fields, "t0"), read_four(fields, "t1"), settings);
  JsonWriter out(text);
  out.field("hit", result.yes()).key("bracket");
  result.yes() ? out.pair(result.lower, result.upper) : out.value(nullptr);
  out.field("tolerance", result.tolerance);
}

}  // namespace graze::app
