// Random bodies: meshes of every form, some with degenerate triangles, under every kind of pose.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "graze/graze.h"
#include "hull/polytope.h"
#include "scenes/scenes.h"
#include "shape/data.h"
#include "tests/oracle/dice.h"

namespace graze::property {

inline Body body_at(Shape shape, Vec3 place) { return {std::move(shape), {{}, place}}; }

inline std::vector<Triangle> posed_triangles(const Body& body) {
  std::vector<Triangle> result(body.shape.triangle_count());
  for (std::uint32_t i = 0; i < result.size(); ++i) {
    const Triangle t = body.shape.triangle(i);
    result[i] = {body.pose * t.a, body.pose * t.b, body.pose * t.c};
  }
  return result;
}

// The same set with the pose worked into the vertices.
inline Body baked(const Body& body) {
  std::vector<Vec3> vertices;
  for (const Triangle& t : posed_triangles(body)) vertices.insert(vertices.end(), {t.a, t.b, t.c});
  return {make_soup(std::move(vertices)), {}};
}

inline Shape mesh_of(const scenes::MeshData& data, ShapeOptions options = {}) {
  return make_mesh(data.vertices, data.triangles, std::move(options));
}

// A surface of about unit size, around `triangles` triangles.
inline Shape random_surface(oracle::Dice& dice, std::uint32_t triangles) {
  switch (dice.integer(0, 8)) {
    case 0:
      return mesh_of(scenes::sphere(triangles));
    case 1:
      return mesh_of(scenes::torus(triangles));
    case 2:
      return mesh_of(scenes::knot(triangles));
    case 3:
      return mesh_of(scenes::cube(std::max(1u, static_cast<std::uint32_t>(std::sqrt(triangles / 12.0)))));
    case 4: {  // corners on a grid: many coplanar, touching and degenerate ones
      std::vector<Vec3> vertices;
      for (std::uint32_t i = 0; i < 3 * triangles; ++i) vertices.push_back(dice.grid(-2, 2) * 0.5);
      return make_soup(std::move(vertices));
    }
    case 5: {  // small triangles anywhere
      std::vector<Vec3> vertices;
      for (std::uint32_t i = 0; i < triangles; ++i) {
        const Vec3 centre = dice.in_cube(1);
        for (int k = 0; k < 3; ++k) vertices.push_back(centre + dice.in_cube(dice.chance(9) ? 1e-9 : 0.3));
      }
      return make_soup(std::move(vertices));
    }
    case 6: {
      const std::uint32_t side = std::max(2u, static_cast<std::uint32_t>(std::sqrt(triangles / 2.0)) + 1);
      std::vector<double> heights;
      for (std::uint32_t i = 0; i < side * side; ++i)
        heights.push_back(dice.chance(2) ? dice.integer(0, 3) * 0.25 : dice.uniform(0, 1));
      return make_terrain(side, side, 2.0 / side, 2.0 / side, std::move(heights));
    }
    default: {  // strips and fans with restarts
      std::vector<Vec3> vertices;
      std::vector<std::int32_t> indices;
      const std::int32_t count = static_cast<std::int32_t>(triangles) + 4;
      for (std::int32_t i = 0; i < count; ++i) vertices.push_back(dice.in_cube(1));
      for (std::int32_t i = 0; i < count; ++i) {
        indices.push_back(i);
        if (i % 7 == 6 && count - i > 3) indices.push_back(-1);
      }
      return dice.chance(2) ? make_strip(std::move(vertices), std::move(indices))
                            : make_fan(std::move(vertices), std::move(indices));
    }
  }
}

enum class PoseKind { rigid, scaled, reflected, sheared, aligned, needle };
inline constexpr std::array pose_kinds{PoseKind::rigid,   PoseKind::scaled,  PoseKind::reflected,
                                       PoseKind::sheared, PoseKind::aligned, PoseKind::needle};
inline const char* name(PoseKind kind) {
  constexpr std::array names{"rigid", "scaled", "reflected", "sheared", "aligned", "needle"};
  return names[static_cast<std::size_t>(kind)];
}

// A linear map that makes a unit body about `size` large.
inline Mat3 random_linear(oracle::Dice& dice, PoseKind kind, double size) {
  const Mat3 turn = to_matrix(dice.rotation());
  const auto stretch = [&] {
    const double x = dice.uniform(0.3, 1.5), y = dice.uniform(0.3, 1.5);
    return Vec3{x, y, dice.uniform(0.3, 1.5)};
  };
  const auto scaled_by = [](Mat3 m, Vec3 s) { return Mat3{m.c0 * s.x, m.c1 * s.y, m.c2 * s.z}; };
  switch (kind) {
    case PoseKind::rigid:
      return scaled_by(turn, {size, size, size});
    case PoseKind::scaled:
      return scaled_by(turn, stretch() * size);
    case PoseKind::reflected: {
      Vec3 s = stretch() * size;
      s[dice.integer(0, 2)] *= -1;
      return scaled_by(turn, s);
    }
    case PoseKind::sheared:
      return scaled_by(turn, stretch()) * scaled_by(to_matrix(dice.rotation()), stretch() * size);
    case PoseKind::needle: {  // long one way and thin another, turned before and after: far from orthogonal
      const Vec3 thin{std::pow(10.0, dice.uniform(-6, 0)), std::pow(10.0, dice.uniform(-6, 0)), size};
      const Mat3 m = scaled_by(turn, {thin.x * size, thin.y * size, thin.z});
      return dice.chance(2) ? m : m * to_matrix(dice.rotation());
    }
    case PoseKind::aligned: {  // axes onto axes, powers of two: no rounding
      std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
      std::swap(axes[0], axes[static_cast<std::size_t>(dice.integer(0, 2))]);
      std::swap(axes[1], axes[static_cast<std::size_t>(dice.integer(1, 2))]);
      const double unit = std::exp2(std::round(std::log2(size)));
      return {axes[0] * (dice.chance(2) ? unit : -unit), axes[1] * unit, axes[2] * (dice.chance(2) ? unit : -unit)};
    }
  }
  return {};
}

// The surface as triangles, of bodies that have no others: a box or convex body is the hull of its posed corners.
inline std::optional<Body> surface_of(const Body& body) {
  const Shape& shape = body.shape;
  if (shape.margin() > 0 || shape.radius() > 0 || shape.form() == ShapeForm::halfspace ||
      shape.form() == ShapeForm::compound || data_of(shape).curved())
    return {};
  if (shape.form() != ShapeForm::box && shape.form() != ShapeForm::convex) return baked(body);
  std::vector<Vec3> posed, corners;
  for (const Vec3& p : data_of(shape).vertices) posed.push_back(body.pose * p);
  const Polytope hull = convex_hull(posed);
  if (hull.dimension < 2) corners = {hull.vertices.front(), hull.vertices.back(), hull.vertices.back()};
  for (std::size_t f = 0; f + 1 < hull.facet_start.size(); ++f)
    for (std::uint32_t k = hull.facet_start[f] + 2; k < hull.facet_start[f + 1]; ++k)
      for (const std::uint32_t h : {hull.facet_start[f], k - 1, k}) corners.push_back(hull.vertices[hull.loop[h]]);
  return Body{make_soup(std::move(corners)), {}};
}

}  // namespace graze::property
