#include "draw/draw_body.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "base/float_state.h"
#include "narrow/body/posed.h"
#include "shape/compound.h"
#include "shape/data.h"

namespace graze {
namespace {

// A side of a triangle, with the corner opposite to it; local frame.
struct Side {
  Vec3 from, to, opposite;  // from <= to
  std::uint32_t number;     // of the face

  static auto tie(const Vec3& v) { return std::tie(v.x, v.y, v.z); }
  auto ends() const { return std::tuple_cat(tie(from), tie(to)); }
};

// Does a wireframe show it? Of bodies that were not given by triangles, not within a face.
bool is_shown(const ShapeData& data, const Side* first, const Side* last) {
  if (first->from == first->to) return false;
  if (!data.primitive() && data.form != ShapeForm::polyhedron) return true;
  if (last - first == 1) return true;
  const bool one_face = data.form == ShapeForm::polyhedron &&
                        std::all_of(first, last, [&](const Side& side) { return side.number == first->number; });
  return !one_face && std::any_of(first + 1, last, [&](const Side& side) {
    return orient3d(first->from, first->to, first->opposite, side.opposite) != 0;
  });
}

void draw_edges(const ShapeData& data, const Pose& pose, const Brush& brush) {
  std::vector<Side> sides;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const Triangle t = data.triangle(i);
    for (Side side : {Side{t.a, t.b, t.c, data.number(i)}, Side{t.b, t.c, t.a, data.number(i)},
                      Side{t.c, t.a, t.b, data.number(i)}}) {
      if (Side::tie(side.to) < Side::tie(side.from)) std::swap(side.from, side.to);
      sides.push_back(side);
    }
  }
  std::stable_sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) { return x.ends() < y.ends(); });
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].ends() == sides[i].ends()) ++end;
    if (is_shown(data, &sides[i], &sides[i] + (end - i))) brush.line(pose * sides[i].from, pose * sides[i].to);
    i = end;
  }
}

// With a margin: moved outward, and of a surface inward, too.
void draw_triangles(const ShapeData& data, const Pose& pose, const Brush& brush) {
  const bool mirrored = determinant_sign(pose.linear) < 0;
  const double margin = data.world_margin;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    // A face of a box is cut along one diagonal, then along the other.
    if (data.form == ShapeForm::box && i % 4 >= 2) continue;
    const Triangle t = data.triangle(i);
    const Vec3 a = pose * t.a, b = pose * (mirrored ? t.c : t.b), c = pose * (mirrored ? t.b : t.c);
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    if (data.is_hull() && size == 0) {  // a hull that is a segment or a point
      if (a == b && b == c) brush.marker(a);
      brush.line(a, a == b ? c : b);
      continue;
    }
    if (margin == 0 || size == 0) {
      brush.triangle(a, b, c);
      continue;
    }
    const Vec3 by = n * (margin / size);
    brush.triangle(a + by, b + by, c + by);
    if (!data.solid) brush.triangle(a - by, c - by, b - by);
  }
}

void draw_halfspace(const ShapeData& data, const Pose& pose, const Brush& brush) {
  const DrawSettings& settings = brush.settings;
  const Vec3 n = posed_normal(pose, data.normal);
  const Vec3 local = data.normal * (data.offset / dot(data.normal, data.normal));
  const Vec3 on_plane = pose * local + n * data.world_margin;
  const Vec3 foot = settings.centre - n * dot(n, settings.centre - on_plane);
  const Vec3 a = abs(n);
  const Vec3 least = a.x <= a.y && a.x <= a.z ? Vec3{1, 0, 0} : a.y <= a.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 side = cross(least, n);
  const Vec3 u = side * (settings.halfspace / length(side)), v = cross(n, u);
  const Vec3 corners[] = {foot - u - v, foot + u - v, foot + u + v, foot - u + v};
  if (settings.surfaces) {
    brush.triangle(corners[0], corners[1], corners[2]);
    brush.triangle(corners[0], corners[2], corners[3]);
  }
  if (!settings.edges) return;
  for (int i = 0; i < 4; ++i) brush.line(corners[i], corners[(i + 1) % 4]);
  brush.line(foot, foot + n * settings.normal);
}

}  // namespace

void Brush::line(Vec3 a, Vec3 b) const {
  if (!(a == b)) to.line(a, b, {color.red, color.green, color.blue, 1});
}

void Brush::triangle(Vec3 a, Vec3 b, Vec3 c) const {
  if (!(a == b) && !(b == c) && !(c == a)) to.triangle(a, b, c, color);
}

void Brush::marker(Vec3 at) const {
  const double m = settings.marker;
  for (const Vec3 by : {Vec3{m, 0, 0}, Vec3{0, m, 0}, Vec3{0, 0, m}}) line(at - by, at + by);
}

void check(const DrawSettings& settings) {
  if (settings.circle < 4 || settings.circle > 1024)
    throw Error("draw: a circle has 4 to 1024 sides, not " + std::to_string(settings.circle));
  const auto need = [](bool right, const char* what) {
    if (!right) throw Error(std::string("draw: ") + what + " is negative or not finite");
  };
  const auto length_ok = [](double value) { return std::isfinite(value) && value >= 0; };
  need(length_ok(settings.halfspace), "the size of half-spaces");
  need(length_ok(settings.marker), "the size of markers");
  need(length_ok(settings.normal), "the length of normals");
  need(length_ok(settings.asleep) && settings.asleep <= 1, "what dims sleepers is above 1,");
  need(length_ok(settings.opacity) && settings.opacity <= 1, "the opacity is above 1,");
  need(is_finite(settings.centre), "the centre");
}

void draw_body(const Body& body, const Brush& brush) {
  const ShapeData& data = data_of(body.shape);
  switch (data.form) {
    case ShapeForm::compound: {
      const std::vector<Pose> poses = node_poses(*data.compound, body.pose);
      for (const CompoundLeaf& leaf : data.compound->leaves) draw_body({leaf.shape, poses[leaf.node]}, brush);
      return;
    }
    case ShapeForm::halfspace:
      return draw_halfspace(data, body.pose, brush);
    default:
      if (data.curved() || axis_forms.has(data.form)) return draw_round(body, brush);
      if (brush.settings.surfaces) draw_triangles(data, body.pose, brush);
      if (brush.settings.edges) draw_edges(data, body.pose, brush);
  }
}

void draw(const Body& body, DrawColor color, DebugDraw& to, const DrawSettings& settings) {
  const FloatState standard;
  check(settings);
  if (!body.shape) throw Error("draw: the shape is an empty handle");
  int orientation = 0;
  if (check_pose(body.pose, orientation) != Status::ok) throw Error("draw: the pose is singular or not finite");
  draw_body(body, {to, color, settings});
}

}  // namespace graze
