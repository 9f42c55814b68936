#include "io/ifc/item.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_set>
#include <utility>

#include "io/ifc/faces.h"
#include "io/ifc/halfspace.h"
#include "io/ifc/place.h"
#include "io/ifc/primitive.h"
#include "io/ifc/swept_solid.h"
#include "io/solid/fins.h"
#include "io/solid/mend.h"
#include "io/solid/mesh_boolean.h"

namespace graze::ifc {

namespace {

bool without_body(std::string_view type) {
  constexpr std::string_view types[] = {"IFCGEOMETRICCURVESET",
                                        "IFCBOUNDINGBOX",
                                        "IFCTEXTLITERAL",
                                        "IFCTEXTLITERALWITHEXTENT",
                                        "IFCANNOTATIONFILLAREA",
                                        "IFCCARTESIANPOINT",
                                        "IFCSTYLEDITEM",
                                        "IFCANNOTATIONFILLAREASTYLETILES",
                                        "IFCPOINTONCURVE",
                                        "IFCVERTEXPOINT",
                                        "IFCEDGE",
                                        "IFCEDGECURVE",
                                        "IFCPOINT",
                                        "IFCCARTESIANPOINTLIST3D",
                                        "IFCLIGHTSOURCE",
                                        "IFCLINE",
                                        "IFCCIRCLE",
                                        "IFCELLIPSE",
                                        "IFCPLANE",
                                        "IFCDIRECTION",
                                        "IFCVECTOR"};
  if (std::find(std::begin(types), std::end(types), type) != std::end(types)) return true;
  return type.ends_with("CURVE") || type.ends_with("POLYLINE") || type.ends_with("CURVEWITHKNOTS") ||
         type.find("PLACEMENT") != std::string_view::npos || type.starts_with("IFCANNOTATION");
}

// Of what a geometric set holds: the rest are points and curves.
bool is_surface(std::string_view type) {
  return type.find("SURFACE") != std::string_view::npos || type == "IFCCURVEBOUNDEDPLANE";
}

void face_outward(SolidMesh& mesh) {
  if (is_closed(mesh) && enclosed_volume(mesh) < 0) mesh.turn();
}

}  // namespace

double join_tolerance(const Context& context, const SolidMesh& a) {
  const Box box = bounds(a);
  const double size = length(box.hi - box.lo);
  return std::clamp(context.precision, 1e-8 * size, 1e-5 * size);
}

namespace {

void add_remark(std::string& text, const std::string& more) {
  if (text.find(more) == std::string::npos) text += (text.empty() ? "" : "; ") + more;
}

void add_note(Losses& losses, const std::string& note) {
  if (std::find(losses.notes.begin(), losses.notes.end(), note) == losses.notes.end()) losses.notes.push_back(note);
}

}  // namespace

SolidMesh closed_mesh(const Context& context, const SolidMesh& mesh, Losses& losses) {
  const double precision = context.precision, millimetre = 1e-3 / context.metres;
  const double widest = 0.1 * millimetre;
  SolidMesh sheets;
  Mended whole = mended(welded(mesh, sheets), {.widths = {precision, std::max(precision, 0.01 * millimetre), widest},
                                               .hole = widest,
                                               .per_unit = 1 / millimetre,
                                               .unit = "mm"});
  if (!whole.how.empty()) add_remark(losses.mended, whole.how);
  if (whole.closed) {
    const SolidMesh fins = take_fins(whole.mesh, sheets, precision);
    if (!losses.combined) losses.sheets.append(fins);
  } else if (!sheets.empty()) {
    whole.mesh.append(sheets);
    add_note(losses, "faces that are there twice, once reversed, are kept once");
  }
  return std::move(whole.mesh);
}

SolidMesh ItemReader::read_shells(const std::vector<std::uint32_t>& shells, Losses& losses) const {
  SolidMesh mesh;
  const bool is_curved =
      std::any_of(shells.begin(), shells.end(), [&](std::uint32_t shell) { return has_curved_faces(context, shell); });
  if (is_curved) {
    return closed_mesh(context, curved(shells, losses.lost), losses);
  }
  for (std::size_t i = 0; i < shells.size(); ++i) {
    std::size_t doubled = 0;
    SolidMesh shell = closed_mesh(context, shell_mesh(context, shells[i], doubled), losses);
    if (doubled > 0) {
      const std::string how = doubled == 1 ? "a face that is there twice was left out"
                                           : std::to_string(doubled) + " faces that are there twice were left out";
      add_remark(losses.mended, how);
    }
    face_outward(shell);
    if (i > 0) shell.turn();  // a void
    mesh.append(shell);
  }
  return mesh;
}

SolidMesh ItemReader::combined(const Record& record, Losses& losses) const {
  const std::string_view op = record.word(0);
  SolidMesh first = read(record.ref(1), losses);
  losses.combined = true;
  const Record second = context.record(record.ref(2));
  const SolidMesh other =
      is_halfspace(second.type()) ? halfspace_mesh(context, second, bounds(first)) : read(second.id(), losses);
  const double tolerance = join_tolerance(context, first);
  if (op == "UNION") return combine(first, other, BooleanOp::unite, tolerance);
  if (op == "INTERSECTION") return combine(first, other, BooleanOp::intersect, tolerance);
  if (op != "DIFFERENCE") record.fail("its operator is not known");
  return combine(first, other, BooleanOp::subtract, tolerance);
}

SolidMesh ItemReader::read_solid(const Record& record, Losses& losses) const {
  if (is_swept(record.type())) return swept_solid(context, record);
  if (is_primitive(record.type())) return primitive_mesh(context, record);
  if (record.is("IFCBOOLEANRESULT") || record.is("IFCBOOLEANCLIPPINGRESULT")) return combined(record, losses);
  if (record.is("IFCCSGSOLID")) return read(record.ref(0), losses);
  if (record.is("IFCTRIANGULATEDFACESET") || record.is("IFCTRIANGULATEDIRREGULARNETWORK"))
    return triangulated_set(context, record);
  if (record.is("IFCPOLYGONALFACESET")) return polygonal_set(context, record);
  if (record.type().ends_with("BREP")) return read_shells({record.ref(0)}, losses);
  if (record.type().ends_with("BREPWITHVOIDS")) {
    std::vector<std::uint32_t> shells = {record.ref(0)};
    for (const std::uint32_t inner : record.refs(1)) shells.push_back(inner);
    return read_shells(shells, losses);
  }
  if (record.is("IFCSHELLBASEDSURFACEMODEL") || record.is("IFCFACEBASEDSURFACEMODEL")) {
    SolidMesh mesh;
    for (const std::uint32_t shell : record.refs(0)) mesh.append(read_shells({shell}, losses));
    return mesh;
  }
  if (record.is("IFCCONNECTEDFACESET") || record.is("IFCCLOSEDSHELL") || record.is("IFCOPENSHELL"))
    return read_shells({record.id()}, losses);
  if (is_halfspace(record.type())) record.fail("a half-space by itself has no end");
  record.fail("such geometry is not read");
}

SolidMesh ItemReader::read(std::uint32_t id, Losses& losses) const {
  const Nested nested(context, id);
  SolidMesh mesh = read_solid(context.record(id), losses);
  for (const Vec3& v : mesh.vertices) {
    if (!is_finite(v)) throw Error("#" + std::to_string(id) + " leaves the finite numbers");
  }
  face_outward(mesh);
  return mesh;
}

std::vector<std::uint32_t> each_once(const std::vector<std::uint32_t>& list, Losses& losses) {
  std::vector<std::uint32_t> result;
  std::unordered_set<std::uint32_t> known;
  for (const std::uint32_t id : list) {
    if (known.insert(id).second)
      result.push_back(id);
    else
      add_note(losses, "#" + std::to_string(id) + " is listed twice, and is there once");
  }
  return result;
}

bool ItemReader::add(const std::vector<std::uint32_t>& items, const Pose& pose, SolidMesh& mesh, Losses& losses) const {
  bool body = false;
  for (const std::uint32_t item : each_once(items, losses)) body = add_one(item, pose, mesh, losses) || body;
  return body;
}

bool ItemReader::add_one(std::uint32_t id, const Pose& pose, SolidMesh& mesh, Losses& losses) const {
  const Nested nested(context, id);
  try {
    const Record record = context.record(id);
    if (without_body(record.type())) return false;
    if (record.is("IFCMAPPEDITEM")) {
      const Record map = context.record(record.ref(0));
      const Pose inner = pose * (operator_at(context, record.ref(1)) * placement_at(context, map.ref(0)));
      return add(context.record(map.ref(1)).refs(3), inner, mesh, losses);
    }
    if (record.is("IFCGEOMETRICSET")) {
      std::vector<std::uint32_t> surfaces = record.refs(0);
      std::erase_if(surfaces, [&](std::uint32_t i) { return !is_surface(context.file.type_of(i)); });
      return add(surfaces, pose, mesh, losses);
    }
    Losses own;
    const SolidMesh made = read(id, own);
    if (made.empty() && own.lost.empty()) record.fail("its faces have no area");
    mesh.append(made, pose);
    losses.sheets.append(own.sheets, pose);
    losses.combined = losses.combined || own.combined;
    if (!own.mended.empty()) add_remark(losses.mended, own.mended);
    for (const std::string& note : own.notes) add_note(losses, note);
    losses.lost.insert(losses.lost.end(), own.lost.begin(), own.lost.end());
  } catch (const Error& error) {
    losses.lost.emplace_back(error.what());
  }
  return true;
}

}  // namespace graze::ifc
