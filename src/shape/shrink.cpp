// Each vertex moves to where the planes of its faces, moved inward, meet. With more than three planes they need not
// meet in a point: then to the nearest place that is behind all of them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/float_state.h"
#include "base/words.h"
#include "graze/error.h"
#include "shape/data.h"
#include "shape/text.h"
#include "shape/weld.h"

namespace graze {
namespace {

[[noreturn]] void fail_shrunk(const std::string& what) { throw Error("shrunk: " + what); }

Vec3 area_of(const Index3& t, const std::vector<Vec3>& at) { return cross(at[t[1]] - at[t[0]], at[t[2]] - at[t[0]]); }

// The shortest m with n . m <= -1 for every unit normal n; zero when there is none that rounding can find. Three
// normals or fewer, well apart: by elimination. Else by projecting onto one half-space after the other with their
// corrections (Hildreth 1957), and stretched until all hold.
Vec3 way_inward(const std::vector<Vec3>& normals) {
  if (normals.size() == 3) {
    const Vec3 a = normals[0], b = normals[1], c = normals[2];
    const double volume = dot(a, cross(b, c));
    if (std::fabs(volume) > 1e-6) return (cross(b, c) + cross(c, a) + cross(a, b)) * (-1 / volume);
  }
  std::vector<double> weights(normals.size(), 0);
  Vec3 m;
  for (int round = 0; round < 2000; ++round) {
    double change = 0;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const double step = std::max(-weights[i], dot(normals[i], m) + 1);
      weights[i] += step;
      m = m - normals[i] * step;
      change = std::max(change, std::fabs(step));
    }
    if (change < 1e-14) break;
  }
  double least = 1;
  for (const Vec3 n : normals) least = std::min(least, -dot(n, m));
  return least > 0.5 ? m * (1 / least) : Vec3{};
}

// Triangles in one plane count once.
std::vector<std::vector<Vec3>> normals_at(const std::vector<Vec3>& points, const std::vector<Index3>& triangles) {
  std::vector<std::vector<Vec3>> normals(points.size());
  for (const Index3& t : triangles) {
    const Vec3 area = area_of(t, points);
    if (!(length(area) > 0)) continue;
    const Vec3 normal = area * (1 / length(area));
    for (const std::uint32_t v : t) {
      const auto same = [&](Vec3 n) { return length(n - normal) < 1e-9; };
      if (std::none_of(normals[v].begin(), normals[v].end(), same)) normals[v].push_back(normal);
    }
  }
  return normals;
}

std::vector<Vec3> moved(const std::vector<Vec3>& points, const std::vector<Index3>& triangles, double by) {
  const std::vector<std::vector<Vec3>> normals = normals_at(points, triangles);
  std::vector<Vec3> result(points.size());
  for (std::size_t v = 0; v < result.size(); ++v) {
    const Vec3 way = normals[v].empty() ? Vec3{} : way_inward(normals[v]);
    if (way == Vec3{}) fail_shrunk("no place is behind all faces at vertex " + text(points[v]));
    result[v] = points[v] + way * by;
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Index3& t = triangles[i];
    bool kept = true;  // faces and edges keep their directions
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t p = t[k], q = t[(k + 1) % 3];
      kept = kept && (points[p] == points[q] || dot(points[q] - points[p], result[q] - result[p]) > 0);
    }
    const Vec3 area = area_of(t, points);
    if (!kept || (length(area) > 0 && !(dot(area, area_of(t, result)) > 0)))
      fail_shrunk("the body is too thin at triangle " + std::to_string(i));
  }
  return result;
}

// At a sharp corner a vertex may leave behind a face that it is not on: the moved planes meet in other corners then.
void check_behind_all(const ShapeData& hull, const std::vector<Vec3>& places, double by) {
  for (std::uint32_t i = 0; i < hull.triangle_count; ++i) {
    const Triangle t = hull.triangle(i);
    const Vec3 area = cross(t.b - t.a, t.c - t.a);
    const double least = by * length(area) * (1 - 1e-9);
    for (const Vec3 place : places)
      if (!(dot(area, t.a - place) >= least)) fail_shrunk("the body is too thin at triangle " + std::to_string(i));
  }
}

}  // namespace

Shape shrunk(const Shape& solid, double by) {
  const FloatState standard;
  if (!solid) fail_shrunk("the shape is an empty handle");
  if (!std::isfinite(by) || by < 0) fail_shrunk("by is " + text(by) + ", but must be finite and not negative");
  const ShapeData& data = data_of(solid);
  if (!data.solid || data.triangle_count == 0)
    fail_shrunk(with_article(name(data.form)) + " that is no solid of faces cannot be shrunk");
  if (data.form == ShapeForm::box) {
    const Vec3 half = data.vertices[7];
    if (!(std::min({half.x, half.y, half.z}) > by)) fail_shrunk("the box is too thin");
    return with_margin(make_box(half - Vec3{by, by, by}), solid.margin());
  }
  const Weld& weld = kept_weld(data);
  const std::vector<Vec3> places = moved(welded_points(weld, data), weld.triangles, by);
  if (data.is_hull()) {
    check_behind_all(data, places, by);
    return with_margin(make_convex(places), solid.margin());
  }
  ShapeOptions options{.solid = true, .tags = {}, .margin = solid.margin()};
  if (data.form != ShapeForm::polyhedron) {
    options.tags.assign(data.tags.begin(), data.tags.end());
    return make_mesh(places, weld.triangles, std::move(options));
  }
  std::vector<std::vector<std::uint32_t>> faces(data.number_count());
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    std::vector<std::uint32_t>& face = faces[data.faces[i]];
    const Index3& t = weld.triangles[i];
    if (face.empty()) {
      face = {t[0], t[1]};
      if (!data.tags.empty()) options.tags.push_back(data.tags[i]);
    }
    face.push_back(t[2]);
  }
  return make_polyhedron(places, faces, std::move(options));
}

}  // namespace graze
