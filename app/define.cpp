#include "app/define.h"

#include <limits>
#include <utility>

#include "app/read_shape.h"
#include "graze/points.h"
#include "shape/sized_kinds.h"

namespace graze::app {

namespace {

Shape read_mesh_fields(const Json& value, const Place& place) {
  const Fields fields(value, place, {"vertices", "triangles"});
  std::vector<Vec3> vertices = read_vertices(fields);
  const Place at = fields.at("triangles");
  const Json::array_t& values = read_array(fields.need("triangles"), at);
  std::vector<Index3> triangles(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Place triangle{&at, {}, i};
    const Json::array_t& corners = read_array(values[i], triangle);
    if (corners.size() != 3) {
      throw Error("'" + triangle.text() + "' must have 3 indices, not " + std::to_string(corners.size()));
    }
    for (std::size_t j = 0; j < 3; ++j) {
      triangles[i][j] = static_cast<std::uint32_t>(
          read_integer(corners[j], {&triangle, {}, j}, 0, std::numeric_limits<std::uint32_t>::max()));
    }
  }
  return make_mesh(std::move(vertices), std::move(triangles));
}

using MakeRun = Shape (*)(std::vector<Vec3>, std::vector<std::int32_t>, ShapeOptions);

template <MakeRun make>
Shape read_run(const Json& value, const Place& place) {
  const Fields fields(value, place, {"vertices", "indices"});
  std::vector<Vec3> vertices = read_vertices(fields);
  const Place at = fields.at("indices");
  const Json::array_t& values = read_array(fields.need("indices"), at);
  std::vector<std::int32_t> indices(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    indices[i] =
        static_cast<std::int32_t>(read_integer(values[i], {&at, {}, i}, -1, std::numeric_limits<std::int32_t>::max()));
  }
  return make(std::move(vertices), std::move(indices), {});
}

Shape read_terrain(const Json& value, const Place& place) {
  const Fields fields(value, place, {"rows", "columns", "spacing", "heights"});
  const auto count = [&](std::string_view field) {
    return static_cast<std::uint32_t>(
        read_integer(fields.need(field), fields.at(field), 2, std::numeric_limits<std::uint32_t>::max()));
  };
  const std::uint32_t rows = count("rows"), columns = count("columns");
  const std::vector<double> spacing = read_numbers(fields.need("spacing"), fields.at("spacing"), 2);
  return make_terrain(rows, columns, spacing[0], spacing[1],
                      read_numbers(fields.need("heights"), fields.at("heights")));
}

Shape read_file(const Json& value, const Place& place) { return read_shape(read_string(value, place)); }

// A kind that a few numbers describe.
Shape read_sized(const SizedKind& kind, const Json& value, const Place& place) {
  std::vector<std::string_view> names;
  for (const SizeField& field : kind.fields) names.push_back(field.name);
  const Fields fields(value, place, names);
  double numbers[most_size_numbers];
  double* next = numbers;
  const auto put_point = [&](const Json& from, const Place& at) {
    const Vec3 point = read_point(from, at);
    for (int k = 0; k < 3; ++k) *next++ = point[k];
  };
  for (const SizeField& field : kind.fields) {
    const Json& given = fields.need(field.name);
    const Place at = fields.at(field.name);
    switch (field.type) {
      case SizeField::Type::number:
        *next++ = read_number(given, at);
        break;
      case SizeField::Type::vector:
        put_point(given, at);
        break;
      case SizeField::Type::two_points: {
        const Json::array_t& points = read_array(given, at);
        if (points.size() != 2)
          throw Error("'" + at.text() + "' must have 2 points, not " + std::to_string(points.size()));
        put_point(points[0], {&at, {}, 0});
        put_point(points[1], {&at, {}, 1});
        break;
      }
    }
  }
  return kind.make(numbers);
}

Shape read_polyhedron(const Json& value, const Place& place) {
  const Fields fields(value, place, {"vertices", "faces"});
  std::vector<Vec3> vertices = read_vertices(fields);
  const Place at = fields.at("faces");
  const Json::array_t& values = read_array(fields.need("faces"), at);
  std::vector<std::vector<std::uint32_t>> faces(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Place face{&at, {}, i};
    const Json::array_t& corners = read_array(values[i], face);
    for (std::size_t j = 0; j < corners.size(); ++j)
      faces[i].push_back(static_cast<std::uint32_t>(
          read_integer(corners[j], {&face, {}, j}, 0, std::numeric_limits<std::uint32_t>::max())));
  }
  return make_polyhedron(std::move(vertices), faces);
}

Shape read_convex(const Json& value, const Place& place) {
  return make_convex(read_vertices(Fields(value, place, {"vertices"})));
}

Shape read_points(const Json& value, const Place& place) {
  const Fields fields(value, place, {"vertices", "radius"});
  return make_points(read_vertices(fields), read_number(fields.need("radius"), fields.at("radius")));
}

Shape read_compound(const Json& value, const Place& place, ReadBody read_body) {
  const Json::array_t& values = read_array(value, place);
  std::vector<CompoundPart> parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Body body = read_body(values[i], {&place, {}, i});
    parts.push_back({body.shape, body.pose});
  }
  return make_compound(std::move(parts));
}

struct DefineKind {
  std::string_view name;
  Shape (*read)(const Json&, const Place&) = nullptr;
  const SizedKind* sized = nullptr;  // neither: a compound, made of other shapes
};

// In the order in which messages list them.
const std::vector<DefineKind>& define_kinds() {
  static const std::vector<DefineKind> kinds = [] {
    std::vector<DefineKind> all = {{"mesh", read_mesh_fields},      {"polyhedron", read_polyhedron},
                                   {"strip", read_run<make_strip>}, {"fan", read_run<make_fan>},
                                   {"terrain", read_terrain},       {"file", read_file},
                                   {"convex", read_convex},         {"points", read_points}};
    for (const SizedKind& kind : sized_kinds()) all.push_back({name(kind.form), nullptr, &kind});
    all.push_back({"compound"});
    return all;
  }();
  return kinds;
}

std::string kind_names() {
  std::string text;
  for (const DefineKind& kind : define_kinds()) text += (text.empty() ? "" : ", ") + std::string(kind.name);
  return text;
}

// The one kind that is given.
const DefineKind& kind_of(const Json& request) {
  const DefineKind* found = nullptr;
  for (const DefineKind& kind : define_kinds()) {
    if (!request.contains(kind.name)) continue;
    if (found != nullptr) {
      throw Error("a shape has one kind, not both '" + std::string(found->name) + "' and '" + std::string(kind.name) +
                  "'");
    }
    found = &kind;
  }
  if (found == nullptr) throw Error("define needs a kind of shape (supported: " + kind_names() + ")");
  return *found;
}

}  // namespace

std::vector<Vec3> read_vertices(const Fields& fields) {
  const Place place = fields.at("vertices");
  const Json::array_t& values = read_array(fields.need("vertices"), place);
  std::vector<Vec3> vertices(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) vertices[i] = read_point(values[i], {&place, {}, i});
  return vertices;
}

Shape read_definition(const Json& request, ReadBody read_body) {
  const Place root;
  std::vector<std::string_view> known{"id", "op", "shape"};
  for (const DefineKind& kind : define_kinds()) known.push_back(kind.name);
  known.insert(known.end(), {"solid", "margin"});
  const Fields fields(request, root, known);
  read_string(fields.need("shape"), fields.at("shape"));
  const DefineKind& kind = kind_of(request);
  const Json* solid = fields.find("solid");
  const bool wants_solid = solid != nullptr && read_bool(*solid, fields.at("solid"));
  const Json* margin = fields.find("margin");
  const double wants_margin = margin == nullptr ? 0 : read_number(*margin, fields.at("margin"));
  if (wants_margin < 0) throw Error("'margin' must not be negative");
  const Json& value = fields.need(kind.name);
  const Place at = fields.at(kind.name);
  Shape shape = kind.read != nullptr    ? kind.read(value, at)
                : kind.sized != nullptr ? read_sized(*kind.sized, value, at)
                                        : read_compound(value, at, read_body);
  if (wants_solid) shape = as_solid(shape);
  return wants_margin > 0 ? with_margin(shape, wants_margin) : shape;
}

}  // namespace graze::app
