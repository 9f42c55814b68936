// C++ queries as the lines of `graze query` that repeat them (docs/protocol.md). Poses are written as matrices, whose
// doubles the reader takes as they are. Tags, `any` and `max_results` have no field: they change no answer of a line.
#include "graze/record.h"

#include <array>
#include <limits>
#include <map>
#include <string>

#include "base/json_text.h"
#include "narrow/record_text.h"
#include "shape/compound.h"
#include "shape/data.h"
#include "shape/sized_kinds.h"

namespace graze {

namespace {

// The fields of a kind of shape, without the braces around them.

void append_vertices(JsonWriter& out, const ShapeData& data) {
  out.key("vertices").list(data.vertices, [&](Vec3 point) { out.value(point); });
}

void append_triangle(JsonWriter& out, const Index3& corners) {
  out.list(corners, [&](std::uint32_t index) { out.value(index); });
}

void append_mesh(JsonWriter& out, const ShapeData& data) {
  append_vertices(out, data);
  out.key("triangles").list(data.triangles, [&](const Index3& corners) { append_triangle(out, corners); });
}

// The protocol has no soups: a mesh whose triangles share nothing is the same surface with the same numbers.
void append_soup(JsonWriter& out, const ShapeData& data) {
  append_vertices(out, data);
  out.key("triangles").array([&] {
    for (std::uint32_t i = 0; i < data.triangle_count; ++i) append_triangle(out, {3 * i, 3 * i + 1, 3 * i + 2});
  });
}

void append_run(JsonWriter& out, const ShapeData& data) {
  append_vertices(out, data);
  out.key("indices").list(data.indices, [&](std::int32_t index) { out.value(index); });
}

void append_terrain(JsonWriter& out, const ShapeData& data) {
  out.field("rows", data.rows).field("columns", data.columns).key("spacing").pair(data.dx, data.dy);
  out.key("heights").list(data.heights, [&](double value) { out.value(value); });
}

void append_polyhedron(JsonWriter& out, const ShapeData& data) {
  append_vertices(out, data);
  out.key("faces").array([&] {
    for (std::uint32_t i = 0; i < data.triangle_count;) {
      const std::uint32_t first = i, face = data.faces[i];
      out.array([&] {
        out.value(data.triangles[first][0]).value(data.triangles[first][1]);
        for (; i < data.triangle_count && data.faces[i] == face; ++i) out.value(data.triangles[i][2]);
      });
    }
  });
}

void append_sizes(JsonWriter& out, const ShapeData& data) {
  const SizedKind& kind = *sized_kind(data.form);
  double numbers[most_size_numbers];
  kind.numbers(data, numbers);
  const double* next = numbers;
  const auto append_vector = [&](const double* n) { out.value(Vec3{n[0], n[1], n[2]}); };
  for (const SizeField& field : kind.fields) {
    out.key(field.name);
    if (field.type == SizeField::Type::number) out.value(*next);
    if (field.type == SizeField::Type::vector) append_vector(next);
    if (field.type == SizeField::Type::two_points) out.list(std::array{next, next + 3}, append_vector);
    next += field.numbers();
  }
}

void append_kind(JsonWriter& out, const ShapeData& data) {
  const auto kind = [&](const char* name, void (*append)(JsonWriter&, const ShapeData&)) {
    out.key(name).object([&] { append(out, data); });
  };
  switch (data.form) {
    case ShapeForm::mesh:
      return kind("mesh", append_mesh);
    case ShapeForm::soup:
      return kind("mesh", append_soup);
    case ShapeForm::strip:
    case ShapeForm::fan:
      return kind(name(data.form), append_run);
    case ShapeForm::terrain:
      return kind("terrain", append_terrain);
    case ShapeForm::polyhedron:
      return kind("polyhedron", append_polyhedron);
    case ShapeForm::convex:
      return kind("convex", append_vertices);
    default:
      return kind(name(data.form), append_sizes);
  }
}

// Each distinct part is a shape of its own, defined before as NAME/0, NAME/1, ...
void append_compound(std::string& text, std::string& before, const std::string& name, const Compound& compound) {
  std::map<const ShapeData*, std::string> names;
  JsonWriter out(text);
  out.key("compound").list(compound.parts, [&](const CompoundPart& part) {
    const auto added = names.emplace(&data_of(part.shape), name + "/" + std::to_string(names.size()));
    const std::string& part_name = added.first->second;
    if (added.second) before += define_line(part_name, part.shape) + "\n";
    out.object([&] { append_posed(text, part_name, part.pose); });
  });
}

// The line of a query of two bodies; rest(out) writes the fields after them.
template <class Rest>
std::string pair_line(const char* op, const std::string& name_a, const Body& a, const std::string& name_b,
                      const Body& b, const Rest& rest) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("op", op).key("a").object([&] { append_posed(text, name_a, a.pose); });
    out.key("b").object([&] { append_posed(text, name_b, b.pose); });
    rest(out);
  });
  return text;
}

// The line of a query of one body.
template <class Rest>
std::string body_line(const char* op, const std::string& name, const Body& body, const Rest& rest) {
  std::string text;
  JsonWriter out(text);
  out.object([&] {
    out.field("op", op);
    append_posed(text, name, body.pose);
    rest(out);
  });
  return text;
}

}  // namespace

void append_posed(std::string& text, const std::string& name, const Pose& pose) {
  JsonWriter out(text);
  out.field("shape", name);
  if (!(pose == Pose{})) out.key("pose").value(pose);
}

std::string define_line(const std::string& name, const Shape& shape) {
  if (!shape) throw Error("define_line: the shape is an empty handle");
  const ShapeData& data = data_of(shape);
  std::string before, text;  // before: the lines of a compound's parts
  JsonWriter out(text);
  out.object([&] {
    out.field("op", "define").field("shape", name);
    if (data.form == ShapeForm::compound) {
      append_compound(text, before, name, *data.compound);
    } else {
      append_kind(out, data);
    }
    if (data.solid && !data.primitive() && data.form != ShapeForm::compound) out.field("solid", true);
    if (data.world_margin > 0) out.field("margin", data.world_margin);
  });
  return before + text;
}

std::string collide_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                         const CollideSettings& settings) {
  return pair_line("collide", name_a, a, name_b, b, [&](JsonWriter& out) {
    if (settings.all) out.field("all", true);
  });
}

std::string distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const DistanceSettings& settings) {
  return pair_line("distance", name_a, a, name_b, b, [&](JsonWriter& out) {
    if (settings.max <= std::numeric_limits<double>::max()) out.field("max", settings.max);
  });
}

std::string within_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                        double tolerance) {
  return pair_line("within", name_a, a, name_b, b, [&](JsonWriter& out) { out.field("tolerance", tolerance); });
}

std::string contacts_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ContactSettings& settings) {
  return pair_line("contacts", name_a, a, name_b, b, [&](JsonWriter& out) {
    out.field("tolerance", settings.tolerance);
    if (settings.reduce) out.field("reduce", true);
    if (settings.curves) out.field("curves", true);
    if (settings.flat != ContactSettings{}.flat) out.field("flat", settings.flat);
  });
}

std::string ray_line(const std::string& name, const Body& body, const Ray& ray, const RaySettings& settings) {
  return body_line("ray", name, body, [&](JsonWriter& out) {
    out.field("origin", ray.origin).field(ray.to_point ? "to" : "direction", ray.direction);
    // Beyond the largest double there is no parameter to answer: an infinite one is the default of a ray.
    if (ray.to_point ? ray.max != 1 : !(ray.max >= std::numeric_limits<double>::max())) out.field("max", ray.max);
    if (settings.want == RayWant::all) out.field("all", true);
  });
}

std::string self_collide_line(const std::string& name, const Body& body) {
  return body_line("self", name, body, [](JsonWriter&) {});
}

std::string classify_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ClassifySettings& settings) {
  return pair_line("classify", name_a, a, name_b, b, [&](JsonWriter& out) {
    if (settings.tolerance > 0) out.field("contact", settings.tolerance);
  });
}

std::string inside_line(const std::string& name, const Body& body, Vec3 point) {
  return body_line("inside", name, body, [&](JsonWriter& out) { out.field("point", point); });
}

std::string penetration_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                             const PenetrationSettings& settings) {
  return pair_line("penetration", name_a, a, name_b, b, [&](JsonWriter& out) {
    if (settings.max <= std::numeric_limits<double>::max()) out.field("max", settings.max);
    if (settings.effort != 1) out.field("effort", settings.effort);
  });
}

std::string signed_distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                                 const PenetrationSettings& settings) {
  return pair_line("distance", name_a, a, name_b, b, [&](JsonWriter& out) {
    out.field("signed", true);
    if (settings.effort != 1) out.field("effort", settings.effort);
  });
}

std::string define_lines(const Body& a) { return define_line("a", a.shape) + "\n"; }
std::string define_lines(const Body& a, const Body& b) { return define_lines(a) + define_line("b", b.shape) + "\n"; }

}  // namespace graze
