#include "io/ifc/faces.h"

#include <algorithm>
#include <cmath>

#include "io/ifc/curve.h"
#include "io/ifc/doubled_faces.h"
#include "io/ifc/edge.h"
#include "io/ifc/place.h"
#include "io/solid/fill_polygon.h"

namespace graze::ifc {

namespace {

// Twice the area of a loop, as a vector along its normal.
Vec3 newell(const std::vector<Vec3>& loop) {
  Vec3 sum;
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) sum += cross(loop[i] - loop[0], loop[i + 1] - loop[0]);
  return sum;
}

std::vector<Vec3> loop_points(const Context& context, const Record& bound) {
  const Record loop = context.record(bound.ref(0));
  std::vector<Vec3> points;
  if (loop.is("IFCPOLYLOOP")) {
    for (const std::uint32_t id : loop.refs(0)) {
      const Vec3 p = point_at(context, id);
      if (points.empty() || !(points.back() == p)) points.push_back(p);
    }
  } else if (loop.is("IFCEDGELOOP")) {
    for (const std::uint32_t id : loop.refs(0)) {
      const std::vector<Vec3> edge = edge_points(context, id);
      for (const Vec3& p : edge) {
        if (points.empty() || !(points.back() == p)) points.push_back(p);
      }
    }
  } else if (!loop.is("IFCVERTEXLOOP")) {
    loop.fail("such loops are not read");
  }
  while (points.size() > 1 && points.front() == points.back()) points.pop_back();
  if (!bound.flag(1, true)) std::reverse(points.begin(), points.end());
  return points;
}

bool is_planar(const Context& context, const Record& face) {
  if (!face.is("IFCFACESURFACE") && !face.is("IFCADVANCEDFACE")) return true;
  return context.file.type_of(face.ref(1)) == "IFCPLANE";
}

void add_face_record(const Context& context, const Record& face, SolidMesh& mesh) {
  if (!is_planar(context, face)) face.fail("its surface is curved: " + std::string(context.file.type_of(face.ref(1))));
  std::vector<std::vector<Vec3>> loops;
  for (const std::uint32_t id : face.refs(0)) {
    const Record bound = context.record(id);
    std::vector<Vec3> points = loop_points(context, bound);
    if (points.size() < 3) continue;
    const bool outer = bound.is("IFCFACEOUTERBOUND");
    loops.insert(outer ? loops.begin() : loops.end(), std::move(points));
  }
  if (loops.empty()) return;
  // Where no bound says that it is the outer one, it is the largest.
  if (loops.size() > 1 && context.file.type_of(face.refs(0)[0]) != "IFCFACEOUTERBOUND") {
    const auto largest = std::max_element(loops.begin(), loops.end(), [](const auto& a, const auto& b) {
      const Vec3 p = newell(a), q = newell(b);
      return dot(p, p) < dot(q, q);
    });
    std::iter_swap(loops.begin(), largest);
  }
  add_face(loops, mesh);
}

std::vector<std::uint32_t> indices_of(std::string_view list, const std::vector<std::uint32_t>& through,
                                      std::size_t count, const Record& record) {
  std::vector<double> numbers;
  append_numbers(list, numbers);
  std::vector<std::uint32_t> indices;
  indices.reserve(numbers.size());
  for (double number : numbers) {
    if (!through.empty()) {
      if (!(number >= 1) || number > static_cast<double>(through.size())) record.fail("an index is out of range");
      number = through[static_cast<std::size_t>(number) - 1];
    }
    if (!(number >= 1) || number > static_cast<double>(count)) record.fail("an index is out of range");
    indices.push_back(static_cast<std::uint32_t>(number) - 1);
  }
  return indices;
}

std::vector<std::uint32_t> point_numbers(const Record& record, std::size_t field) {
  std::vector<std::uint32_t> through;
  if (!record.given(field)) return through;
  for (const double number : record.numbers(field)) {
    if (!(number >= 1) || number > UINT32_MAX) record.fail("an index is out of range");
    through.push_back(static_cast<std::uint32_t>(number));
  }
  return through;
}

}  // namespace

void add_face(const std::vector<std::vector<Vec3>>& loops, SolidMesh& mesh) {
  const Vec3 normal = newell(loops[0]), size = abs(normal);
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double sign = normal[axis] < 0 ? -1 : 1;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  std::vector<Point2> points;
  std::vector<PolygonLoop> rings;
  for (const std::vector<Vec3>& loop : loops) {
    PolygonLoop ring;
    for (const Vec3& p : loop) {
      ring.push_back(static_cast<std::uint32_t>(points.size()));
      points.push_back({sign * p[i], p[j]});
      mesh.vertices.push_back(p);
    }
    if ((signed_area(points, ring) < 0) != !rings.empty()) std::reverse(ring.begin(), ring.end());
    rings.push_back(std::move(ring));
  }
  for (const Index3& t : fill_polygon(points, rings))
    mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
}

bool has_curved_faces(const Context& context, std::uint32_t shell) {
  for (const std::uint32_t id : context.record(shell).refs(0)) {
    if (!is_planar(context, context.record(id))) return true;
  }
  return false;
}

SolidMesh shell_mesh(const Context& context, std::uint32_t id, std::size_t& doubled) {
  const Nested nested(context, id);
  const Record shell = context.record(id);
  SolidMesh mesh;
  std::vector<std::uint32_t> starts;
  for (const std::uint32_t face : shell.refs(0)) {
    starts.push_back(static_cast<std::uint32_t>(mesh.triangles.size()));
    const Record record = context.record(face);
    if (!record.type().starts_with("IFC") || record.type().find("FACE") == std::string_view::npos)
      record.fail("it is no face");
    add_face_record(context, record, mesh);
  }
  doubled += drop_doubled_faces(mesh, starts);
  return mesh;
}

SolidMesh triangulated_set(const Context& context, const Record& record) {
  SolidMesh mesh;
  mesh.vertices = point_list_at(context, record.ref(0));
  const std::vector<std::uint32_t> through = point_numbers(record, 4);
  const bool network = record.is("IFCTRIANGULATEDIRREGULARNETWORK");
  const std::vector<std::uint32_t> indices =
      indices_of(record.raw(3), network ? std::vector<std::uint32_t>{} : through, mesh.vertices.size(), record);
  if (indices.size() % 3 != 0) record.fail("its indices are not three a triangle");
  mesh.triangles.reserve(indices.size() / 3);
  for (std::size_t i = 0; i < indices.size(); i += 3)
    mesh.triangles.push_back({indices[i], indices[i + 1], indices[i + 2]});
  return mesh;
}

SolidMesh polygonal_set(const Context& context, const Record& record) {
  SolidMesh mesh;
  const std::vector<Vec3> points = point_list_at(context, record.ref(0));
  const std::vector<std::uint32_t> through = point_numbers(record, 3);
  for (const std::uint32_t id : record.refs(2)) {
    const Record face = context.record(id);
    std::vector<std::vector<Vec3>> loops;
    const auto add = [&](std::string_view list) {
      std::vector<Vec3> loop;
      for (const std::uint32_t i : indices_of(list, through, points.size(), face)) {
        if (loop.empty() || !(loop.back() == points[i])) loop.push_back(points[i]);
      }
      while (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
      if (loop.size() > 2) loops.push_back(std::move(loop));
    };
    add(face.raw(0));
    if (face.is("IFCINDEXEDPOLYGONALFACEWITHVOIDS"))
      for (const std::string_view inner : face.items(1)) add(inner);
    if (!loops.empty()) add_face(loops, mesh);
  }
  return mesh;
}

}  // namespace graze::ifc
