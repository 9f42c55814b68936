// C++ queries as the lines of `graze query` that repeat them (docs/protocol.md). Poses are written as matrices, whose
// doubles the reader takes as they are. Tags, `any` and `max_results` have no field: they change no answer of a line.
#include <array>
#include <limits>
#include <map>
#include <string>

#include "base/json_text.h"
#include "graze/record.h"
#include "narrow/record_text.h"
#include "shape/compound.h"
#include "shape/data.h"
#include "shape/sized_kinds.h"

namespace graze {

namespace {

template <class Items, class Append>
void append_array(std::string& text, const Items& items, const Append& append) {
  text += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) text += ',';
    first = false;
    append(item);
  }
  text += ']';
}

void append_key(std::string& text, const char* key) {
  text += ",\"";
  text += key;
  text += "\":";
}

void append_vertices(std::string& text, const ShapeData& data) {
  text += "\"vertices\":";
  append_array(text, data.vertices, [&](Vec3 point) { append_point(text, point); });
}

void append_triangle(std::string& text, const Index3& corners) {
  append_array(text, corners, [&](std::uint32_t index) { text += std::to_string(index); });
}

void append_mesh(std::string& text, const ShapeData& data) {
  append_vertices(text, data);
  append_key(text, "triangles");
  append_array(text, data.triangles, [&](const Index3& corners) { append_triangle(text, corners); });
}

// The protocol has no soups: a mesh whose triangles share nothing is the same surface with the same numbers.
void append_soup(std::string& text, const ShapeData& data) {
  append_vertices(text, data);
  append_key(text, "triangles");
  text += '[';
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    if (i != 0) text += ',';
    append_triangle(text, {3 * i, 3 * i + 1, 3 * i + 2});
  }
  text += ']';
}

void append_run(std::string& text, const ShapeData& data) {
  append_vertices(text, data);
  append_key(text, "indices");
  append_array(text, data.indices, [&](std::int32_t index) { text += std::to_string(index); });
}

void append_terrain(std::string& text, const ShapeData& data) {
  text += "\"rows\":" + std::to_string(data.rows) + ",\"columns\":" + std::to_string(data.columns);
  append_key(text, "spacing");
  append_array(text, std::array{data.dx, data.dy}, [&](double value) { append_number(text, value); });
  append_key(text, "heights");
  append_array(text, data.heights, [&](double value) { append_number(text, value); });
}

void append_polyhedron(std::string& text, const ShapeData& data) {
  append_vertices(text, data);
  append_key(text, "faces");
  text += "[";
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const Index3& corners = data.triangles[i];
    if (i == 0 || data.faces[i] != data.faces[i - 1]) {
      text += i == 0 ? "[" : "],[";
      text += std::to_string(corners[0]) + ',' + std::to_string(corners[1]);
    }
    text += ',' + std::to_string(corners[2]);
  }
  text += "]]";
}

void append_sizes(std::string& text, const SizedKind& kind, const ShapeData& data) {
  double numbers[most_size_numbers];
  kind.numbers(data, numbers);
  const double* next = numbers;
  const auto append_vector = [&](const double* n) { append_point(text, {n[0], n[1], n[2]}); };
  for (const SizeField& field : kind.fields) {
    if (text.back() != '{') text += ',';
    text += std::string("\"") + field.name + "\":";
    if (field.type == SizeField::Type::number) append_number(text, *next);
    if (field.type == SizeField::Type::vector) append_vector(next);
    if (field.type == SizeField::Type::two_points) append_array(text, std::array{next, next + 3}, append_vector);
    next += field.numbers();
  }
}

void append_kind(std::string& text, const ShapeData& data) {
  switch (data.form) {
    case ShapeForm::mesh:
      append_key(text, "mesh");
      text += '{';
      append_mesh(text, data);
      break;
    case ShapeForm::soup:
      append_key(text, "mesh");
      text += '{';
      append_soup(text, data);
      break;
    case ShapeForm::strip:
    case ShapeForm::fan:
      append_key(text, data.form == ShapeForm::strip ? "strip" : "fan");
      text += '{';
      append_run(text, data);
      break;
    case ShapeForm::terrain:
      append_key(text, "terrain");
      text += '{';
      append_terrain(text, data);
      break;
    case ShapeForm::polyhedron:
      append_key(text, "polyhedron");
      text += '{';
      append_polyhedron(text, data);
      break;
    case ShapeForm::compound:
      return;  // by append_compound()
    case ShapeForm::convex:
      append_key(text, "convex");
      text += '{';
      append_vertices(text, data);
      break;
    default:
      append_key(text, name(data.form));
      text += '{';
      append_sizes(text, *sized_kind(data.form), data);
      break;
  }
  text += '}';
}

// {"op":OP,"a":BODY,"b":BODY without the brace at its end.
std::string pair_line(const char* op, const std::string& name_a, const Body& a, const std::string& name_b,
                      const Body& b) {
  std::string text = std::string("{\"op\":\"") + op + "\",\"a\":{";
  append_posed(text, name_a, a.pose);
  text += "},\"b\":{";
  append_posed(text, name_b, b.pose);
  return text + '}';
}

// Each distinct part is a shape of its own, defined before as NAME/0, NAME/1, ...
void append_compound(std::string& text, std::string& before, const std::string& name, const Compound& compound) {
  std::map<const ShapeData*, std::string> names;
  append_key(text, "compound");
  append_array(text, compound.parts, [&](const CompoundPart& part) {
    const auto [at, is_new] = names.emplace(&data_of(part.shape), name + "/" + std::to_string(names.size()));
    if (is_new) before += define_line(at->second, part.shape) + "\n";
    text += '{';
    append_posed(text, at->second, part.pose);
    text += '}';
  });
}

}  // namespace

void append_posed(std::string& text, const std::string& name, const Pose& pose) {
  text += "\"shape\":";
  append_string(text, name);
  if (pose == Pose{}) return;
  append_key(text, "pose");
  text += "{\"matrix\":[";
  for (int row = 0; row < 3; ++row) {
    append_array(
        text, std::array{pose.linear.at(row, 0), pose.linear.at(row, 1), pose.linear.at(row, 2), pose.translation[row]},
        [&](double value) { append_number(text, value); });
    text += ',';
  }
  text += "[0,0,0,1]]}";
}

std::string define_line(const std::string& name, const Shape& shape) {
  if (!shape) throw Error("define_line: the shape is an empty handle");
  const ShapeData& data = data_of(shape);
  std::string before;  // the lines of a compound's parts
  std::string text = "{\"op\":\"define\",\"shape\":";
  append_string(text, name);
  append_kind(text, data);
  if (data.form == ShapeForm::compound) append_compound(text, before, name, *data.compound);
  if (data.solid && !data.primitive() && data.form != ShapeForm::compound) text += ",\"solid\":true";
  if (data.world_margin > 0) {
    append_key(text, "margin");
    append_number(text, data.world_margin);
  }
  return before + text + "}";
}

std::string collide_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                         const CollideSettings& settings) {
  std::string text = pair_line("collide", name_a, a, name_b, b);
  if (settings.all) text += ",\"all\":true";
  return text + "}";
}

std::string distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const DistanceSettings& settings) {
  std::string text = pair_line("distance", name_a, a, name_b, b);
  if (settings.max <= std::numeric_limits<double>::max()) {
    append_key(text, "max");
    append_number(text, settings.max);
  }
  return text + "}";
}

std::string within_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                        double tolerance) {
  std::string text = pair_line("within", name_a, a, name_b, b);
  append_key(text, "tolerance");
  append_number(text, tolerance);
  return text + "}";
}

std::string contacts_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ContactSettings& settings) {
  std::string text = pair_line("contacts", name_a, a, name_b, b);
  append_key(text, "tolerance");
  append_number(text, settings.tolerance);
  if (settings.reduce) text += ",\"reduce\":true";
  if (settings.curves) text += ",\"curves\":true";
  if (settings.flat != ContactSettings{}.flat) {
    append_key(text, "flat");
    append_number(text, settings.flat);
  }
  return text + "}";
}

std::string ray_line(const std::string& name, const Body& body, const Ray& ray, const RaySettings& settings) {
  std::string text = "{\"op\":\"ray\",";
  append_posed(text, name, body.pose);
  append_key(text, "origin");
  append_point(text, ray.origin);
  append_key(text, ray.to_point ? "to" : "direction");
  append_point(text, ray.direction);
  // Beyond the largest double there is no parameter to answer: an infinite reach is the default one of a ray.
  if (ray.to_point ? ray.max != 1 : !(ray.max >= std::numeric_limits<double>::max())) {
    append_key(text, "max");
    append_number(text, ray.max);
  }
  if (settings.want == RayWant::all) text += ",\"all\":true";
  return text + "}";
}

std::string self_collide_line(const std::string& name, const Body& body) {
  std::string text = "{\"op\":\"self\",";
  append_posed(text, name, body.pose);
  return text + "}";
}

std::string classify_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ClassifySettings& settings) {
  std::string text = pair_line("classify", name_a, a, name_b, b);
  if (settings.tolerance > 0) {
    append_key(text, "tolerance");
    append_number(text, settings.tolerance);
  }
  return text + "}";
}

std::string inside_line(const std::string& name, const Body& body, Vec3 point) {
  std::string text = "{\"op\":\"inside\",";
  append_posed(text, name, body.pose);
  append_key(text, "point");
  append_point(text, point);
  return text + "}";
}

std::string penetration_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                             const PenetrationSettings& settings) {
  std::string text = pair_line("penetration", name_a, a, name_b, b);
  if (settings.effort != 1) text += ",\"effort\":" + std::to_string(settings.effort);
  return text + "}";
}

std::string signed_distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                                 const PenetrationSettings& settings) {
  std::string text = pair_line("distance", name_a, a, name_b, b) + ",\"signed\":true";
  if (settings.effort != 1) text += ",\"effort\":" + std::to_string(settings.effort);
  return text + "}";
}

std::string define_lines(const Body& a) { return define_line("a", a.shape) + "\n"; }
std::string define_lines(const Body& a, const Body& b) { return define_lines(a) + define_line("b", b.shape) + "\n"; }

}  // namespace graze
