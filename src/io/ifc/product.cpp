#include "io/ifc/product.h"

#include <algorithm>
#include <cmath>

#include "io/ifc/place.h"
#include "io/solid/mesh_boolean.h"

namespace graze::ifc {

namespace {

bool names_a_body(const std::string& name) {
  return name == "Body" || name == "Facetation" || name == "Tessellation" || name == "Body-Fallback" ||
         name == "Surface" || name == "Body-FallBack";
}

// Coordinates far from the origin for their size: their differences from one of them lose nothing.
Vec3 taken_out(SolidMesh& mesh) {
  if (mesh.vertices.empty()) return {};
  const Box box = bounds(mesh);
  const double size = length(box.hi - box.lo), away = length(mesh.vertices[0]);
  if (!(away > 1000 * size)) return {};
  const Vec3 origin = mesh.vertices[0];
  for (Vec3& v : mesh.vertices) v = v - origin;
  return origin;
}

// Where a product stands along the axes of the world, its vertices are rounded there to a small fraction of the file's
// precision: faces that are meant to be flush then are, though they come by different chains of placements.
void round_in_world(SolidMesh& mesh, Pose& pose, double precision) {
  Mat3 linear = pose.linear;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      double& x = linear[column][row];
      const double whole = std::nearbyint(x);
      if (std::fabs(x - whole) > 1e-12 || std::fabs(whole) > 1) return;
      x = whole;
    }
  }
  if (std::fabs(dot(linear.c0, cross(linear.c1, linear.c2))) != 1) return;
  int exponent = 0;
  std::frexp(precision * 0x1p-13, &exponent);
  const double step = std::ldexp(1.0, exponent - 1);
  const auto rounded = [&](Vec3 v) {
    return Vec3{std::nearbyint(v.x / step), std::nearbyint(v.y / step), std::nearbyint(v.z / step)} * step;
  };
  const Vec3 at = rounded(pose.translation);
  const Box box = bounds(mesh);
  // Beyond this a double has no room for the step.
  const double most = 0x1p50 * step;
  if (!(length(at) < most) || !(length(box.lo) < most) || !(length(box.hi) < most)) return;
  const Mat3 back = transpose(linear);
  for (Vec3& v : mesh.vertices) v = back * (rounded(linear * v + pose.translation) - at);
  pose = {linear, at};
}

}  // namespace

// The representations that are called a body; else, where none has a name that says otherwise, those without a name.
std::vector<std::uint32_t> ProductReader::bodies(const Record& product, Losses& losses) const {
  std::vector<std::uint32_t> named, unnamed;
  const Record shape = context_.record(product.ref(6));
  for (const std::uint32_t id : each_once(shape.refs(2), losses)) {
    if (!context_.file.has(id)) throw Error("its representation #" + std::to_string(id) + " is not there");
    const Record representation = context_.record(id);
    const std::string name = representation.text(1), type = representation.text(2);
    if (type == "BoundingBox" || type.starts_with("Curve") || type == "GeometricCurveSet" || type == "Annotation2D" ||
        type == "Point" || type == "PointCloud")
      continue;
    if (names_a_body(name)) {
      named.push_back(id);
    } else if (name.empty() || (name != "Axis" && name != "FootPrint" && name != "Box" && name != "Annotation" &&
                                name != "Profile" && name != "Reference" && name != "Clearance" && name != "Plan" &&
                                name != "CoG" && name != "Lighting" && name != "Boundary")) {
      unnamed.push_back(id);
    }
  }
  if (named.size() > 1) {  // the same body twice, fine and coarse: those in one context that are called as the first
    const auto name_of = [&](std::uint32_t id) { return context_.record(id).text(1); };
    const auto body = std::find_if(named.begin(), named.end(), [&](std::uint32_t id) { return name_of(id) == "Body"; });
    const std::uint32_t first = body != named.end() ? *body : named.front();
    std::erase_if(named, [&](std::uint32_t id) {
      return name_of(id) != name_of(first) || context_.record(id).raw(0) != context_.record(first).raw(0);
    });
  }
  return named.empty() ? unnamed : named;
}

void ProductReader::finish(SolidMesh mesh, Losses& losses, PartShape& part, PartShape& sheets) const {
  mesh = closed_mesh(context_, mesh, losses);
  if (mesh.empty()) throw Error("its triangles have no area");
  part = make_part_shape(std::move(mesh.vertices), std::move(mesh.triangles));
  const auto add = [&](const std::string& text) { part.remark += (part.remark.empty() ? "" : "; ") + text; };
  // An open one says so; that some of its shells were closed helps nobody.
  if (!losses.mended.empty() && part.shape.solid()) add(losses.mended);
  for (const std::string& note : losses.notes) add(note);
  if (losses.sheets.empty()) return;
  sheets = make_part_shape(losses.sheets.vertices, losses.sheets.triangles);
  sheets.remark =
      "faces beside a solid that enclose nothing, such as those that are there twice, once reversed: a surface";
}

SolidMesh ProductReader::feature_mesh(const Record& product, std::uint32_t feature, Losses& losses) {
  SolidMesh mesh;
  const Record record = context_.record(feature);
  if (!record.given(6)) return mesh;
  Pose pose;
  try {
    pose = object_placement(context_, record.ref_or_none(5), product.ref_or_none(5));
  } catch (const Error&) {
    pose = inverse_of(object_placement(context_, product.ref_or_none(5))) *
           object_placement(context_, record.ref_or_none(5));
  }
  for (const std::uint32_t representation : bodies(record, losses)) {
    items_.add(context_.record(representation).refs(3), pose, mesh, losses);
  }
  return mesh;
}

void ProductReader::cut(const Record& product, SolidMesh& mesh, Losses& losses) {
  const auto apply = [&](const std::vector<std::uint32_t>& features, BooleanOp op, const char* what) {
    for (const std::uint32_t feature : features) {
      try {
        const SolidMesh other = welded(feature_mesh(product, feature, losses));
        if (other.empty() || (op == BooleanOp::subtract && !overlap(bounds(mesh), bounds(other)))) continue;
        mesh = combine(mesh, other, op, join_tolerance(context_, mesh));
      } catch (const Error& error) {
        losses.lost.push_back(std::string(what) + " #" + std::to_string(feature) + ": " + error.what());
      }
    }
  };
  apply(structure_.projections(product.id()), BooleanOp::unite, "its projection");
  apply(structure_.openings(product.id()), BooleanOp::subtract, "its opening");
}

ProductBody ProductReader::read(const Record& product) {
  ProductBody body;
  context_.depth = 0;
  const std::vector<std::uint32_t> representations = bodies(product, body.losses);
  if (representations.empty()) return body;
  body.layer = structure_.layer(representations[0]);
  std::vector<std::uint32_t> items;
  for (const std::uint32_t representation : representations) {
    for (const std::uint32_t item : context_.record(representation).refs(3)) items.push_back(item);
  }
  body.pose = object_placement(context_, product.ref_or_none(5));
  const bool plain = structure_.openings(product.id()).empty() && structure_.projections(product.id()).empty();
  // One mapped item is an instance of a shape that others share. What fills an opening must fit it to the last bit, and
  // has a shape of its own.
  if (plain && !structure_.fills_opening(product.id()) && items.size() == 1 &&
      context_.file.type_of(items[0]) == "IFCMAPPEDITEM") {
    const Record mapped = context_.record(items[0]), map = context_.record(mapped.ref(0));
    body.pose = body.pose * (operator_at(context_, mapped.ref(1)) * placement_at(context_, map.ref(0)));
    const auto [found, added] = shared_.try_emplace(map.id());
    Shared& shared = found->second;
    if (added) {
      SolidMesh mesh;
      shared.body_asked = items_.add(context_.record(map.ref(1)).refs(3), {}, mesh, shared.losses);
      try {
        if (!mesh.empty()) finish(std::move(mesh), shared.losses, shared.part, shared.sheets);
      } catch (const Error& error) {  // of each that shares it
        shared.losses.lost.emplace_back(error.what());
      }
    }
    body.part = shared.part;
    body.sheets = shared.sheets;
    for (const std::string& note : body.losses.notes) body.part.remark += (body.part.remark.empty() ? "" : "; ") + note;
    body.losses = shared.losses;
    body.body_asked = shared.body_asked;
    return body;
  }
  SolidMesh mesh;
  body.body_asked = items_.add(items, {}, mesh, body.losses);
  if (mesh.empty()) return body;
  if (!plain) {
    body.losses.combined = true;
    cut(product, mesh, body.losses);
  }
  body.cut_away = mesh.empty();
  if (body.cut_away) return body;
  const std::size_t vertices = mesh.vertices.size(), triangles = mesh.triangles.size();
  mesh.append(body.losses.sheets);
  round_in_world(mesh, body.pose, context_.precision);
  const Vec3 origin = taken_out(mesh);
  body.pose.translation = body.pose * origin;
  std::copy(mesh.vertices.begin() + std::ptrdiff_t(vertices), mesh.vertices.end(), body.losses.sheets.vertices.begin());
  mesh.vertices.resize(vertices);
  mesh.triangles.resize(triangles);
  finish(std::move(mesh), body.losses, body.part, body.sheets);
  return body;
}

}  // namespace graze::ifc
