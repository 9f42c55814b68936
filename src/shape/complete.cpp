#include "shape/complete.h"

#include <cmath>
#include <string>
#include <vector>

#include "graze/error.h"
#include "shape/lazy.h"
#include "shape/primitive.h"
#include "shape/sized_kinds.h"
#include "shape/text.h"

namespace graze {
namespace {

constexpr std::uint64_t most_triangles = 0x7fffffff;

std::string there_are(std::size_t vertices) {
  return vertices == 1 ? "there is 1 vertex" : "there are " + std::to_string(vertices) + " vertices";
}

std::string count_of(std::uint64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

void refuse(ShapeForm form, const std::string& what) { throw Error(std::string(name(form)) + ": " + what); }

void check_vertices(const ShapeData& data) {
  if (data.vertices.empty()) refuse(data.form, "no vertices given");
  for (std::size_t i = 0; i < data.vertices.size(); ++i) {
    if (is_finite(data.vertices[i])) continue;
    refuse(data.form, "vertex " + std::to_string(i) + " has a non-finite coordinate " + text(data.vertices[i]));
  }
}

void complete_mesh(ShapeData& data) {
  check_vertices(data);
  check_triangle_count(data.form, data.triangles.size());
  for (std::size_t i = 0; i < data.triangles.size(); ++i) {
    for (const std::uint32_t vertex : data.triangles[i]) {
      if (vertex < data.vertices.size()) continue;
      refuse(data.form, "triangle " + std::to_string(i) + " uses vertex " + std::to_string(vertex) + ", but " +
                            there_are(data.vertices.size()));
    }
  }
  data.triangle_count = static_cast<std::uint32_t>(data.triangles.size());
}

namespace {

void complete_soup(ShapeData& data) {
  check_vertices(data);
  if (data.vertices.size() % 3 != 0) {
    refuse(data.form, std::to_string(data.vertices.size()) + (data.vertices.size() == 1 ? " vertex" : " vertices") +
                          " given, not three per triangle");
  }
  check_triangle_count(data.form, data.vertices.size() / 3);
  data.triangle_count = static_cast<std::uint32_t>(data.vertices.size() / 3);
}

void complete_runs(ShapeData& data) {
  check_vertices(data);
  if (data.indices.empty()) refuse(data.form, "no indices given");
  std::vector<std::uint32_t> run_starts;
  std::vector<std::int32_t> kept;  // without the restarts at either end or after another, which start nothing
  std::uint64_t triangles = 0;
  std::size_t run_begin = 0;
  for (std::size_t i = 0; i <= data.indices.size(); ++i) {
    if (i < data.indices.size() && data.indices[i] != -1) {
      const std::int32_t vertex = data.indices[i];
      if (vertex < 0) {
        refuse(data.form, "index " + std::to_string(i) + " is " + std::to_string(vertex) +
                              "; the only negative index is -1, which restarts");
      }
      if (static_cast<std::size_t>(vertex) >= data.vertices.size()) {
        refuse(data.form, "index " + std::to_string(i) + " is vertex " + std::to_string(vertex) + ", but " +
                              there_are(data.vertices.size()));
      }
      continue;
    }
    const std::size_t length = i - run_begin;
    if (length == 0) {
      run_begin = i + 1;
      continue;
    }
    if (length < 3) {
      refuse(data.form, "run " + std::to_string(run_starts.size()) + " (starting at index " +
                            std::to_string(run_begin) + ") has " +
                            (length == 1 ? "1 index" : std::to_string(length) + " indices") +
                            ", at least 3 are needed");
    }
    if (!kept.empty()) kept.push_back(-1);
    kept.insert(kept.end(), data.indices.begin() + static_cast<std::ptrdiff_t>(run_begin),
                data.indices.begin() + static_cast<std::ptrdiff_t>(i));
    run_starts.push_back(static_cast<std::uint32_t>(triangles));
    triangles += length - 2;
    check_triangle_count(data.form, triangles);
    run_begin = i + 1;
  }
  if (run_starts.empty()) refuse(data.form, "no indices given");
  if (kept.size() != data.indices.size()) data.indices = std::move(kept);
  data.triangle_count = static_cast<std::uint32_t>(triangles);
  data.run_starts = std::move(run_starts);
}

void check_spacing(const char* name, double spacing, std::uint32_t points) {
  if (!(std::isfinite(spacing) && spacing > 0)) {
    refuse(ShapeForm::terrain,
           std::string("spacing ") + name + " is " + text(spacing) + ", but must be finite and above 0");
  }
  if (std::isfinite((points - 1) * spacing)) return;
  refuse(ShapeForm::terrain, std::string("spacing ") + name + " is " + text(spacing) + ": the last of " +
                                 std::to_string(points) + " points has no finite coordinate");
}

void complete_terrain(ShapeData& data) {
  const std::string grid = std::to_string(data.rows) + " rows x " + std::to_string(data.columns) + " columns";
  if (data.rows < 2 || data.columns < 2) refuse(data.form, grid + " given, at least 2 x 2 are needed");
  const std::uint64_t triangles = 2 * std::uint64_t{data.rows - 1} * std::uint64_t{data.columns - 1};
  check_triangle_count(data.form, triangles);
  check_spacing("dx", data.dx, data.columns);
  check_spacing("dy", data.dy, data.rows);
  const std::uint64_t needed = std::uint64_t{data.rows} * data.columns;
  if (data.heights.size() != needed) {
    refuse(data.form, count_of(data.heights.size(), "height") + " given, " + grid + " need " + std::to_string(needed));
  }
  for (std::size_t i = 0; i < data.heights.size(); ++i) {
    if (std::isfinite(data.heights[i])) continue;
    refuse(data.form, "height " + std::to_string(i) + " (row " + std::to_string(i / data.columns) + ", column " +
                          std::to_string(i % data.columns) + ") is " + text(data.heights[i]));
  }
  data.triangle_count = static_cast<std::uint32_t>(triangles);
}

}  // namespace

void check_triangle_count(ShapeForm form, std::uint64_t count) {
  if (count == 0) refuse(form, "no triangles given");
  if (count > most_triangles) {
    refuse(form, count_of(count, "triangle") + " given, at most " + std::to_string(most_triangles) + " are possible");
  }
}

void complete(ShapeData& data) {
  if (const SizedKind* kind = sized_kind(data.form)) kind->complete(data);
  switch (data.form) {
    case ShapeForm::mesh:
      complete_mesh(data);
      break;
    case ShapeForm::soup:
      complete_soup(data);
      break;
    case ShapeForm::strip:
    case ShapeForm::fan:
      complete_runs(data);
      break;
    case ShapeForm::terrain:
      complete_terrain(data);
      break;
    case ShapeForm::convex:
      complete_convex(data);
      break;
    case ShapeForm::polyhedron:
      complete_polyhedron(data);
      break;
    default:  // a compound, by complete_compound()
      break;
  }
  if (!data.tags.empty() && data.tags.size() != data.triangle_count) {
    refuse(data.form, count_of(data.tags.size(), "tag") + " given for " + count_of(data.triangle_count, "triangle"));
  }
  if (!(std::isfinite(data.world_margin) && data.world_margin >= 0))
    refuse(data.form, "margin is " + text(data.world_margin) + ", but must be finite and not negative");
  data.lazy = std::make_shared<ShapeData::Lazy>();
  if (data.form == ShapeForm::compound) return;
  Box bounds;
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) bounds = merge(bounds, data.triangle_box(i));
  data.bounds = {bounds.lo + Vec3{}, bounds.hi + Vec3{}};  // -0 to +0: the order of the triangles must not show
  if (data.form == ShapeForm::halfspace) data.bounds = {Box{}.hi, Box{}.lo};  // all of space
  if (data.curved()) data.bounds = {-data.extent, data.extent};
}

}  // namespace graze
