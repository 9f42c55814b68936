// Closed meshes. Every surface shares its vertices by index, so that it is closed however positions round.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "scenes/scenes.h"
#include "scenes/turn.h"

namespace graze::scenes {

namespace {

// At least `least`, and near the square root of `value`.
std::uint32_t root(double value, std::uint32_t least) {
  return std::max(least, static_cast<std::uint32_t>(std::sqrt(value) + 0.5));
}

struct Frame {
  Vec3 centre, normal, tangent;  // unit and perpendicular
};

// A closed tube: `rings` circles of `sides` points around a closed curve.
template <class Curve>
MeshData tube(std::uint32_t rings, std::uint32_t sides, double radius, const Curve& curve) {
  MeshData mesh;
  mesh.vertices.reserve(std::size_t{rings} * sides);
  mesh.triangles.reserve(std::size_t{2} * rings * sides);
  for (std::uint32_t i = 0; i < rings; ++i) {
    const Frame frame = curve(i, rings);
    const Vec3 binormal = cross(frame.tangent, frame.normal);
    for (std::uint32_t j = 0; j < sides; ++j) {
      const Turn around = turn(j, sides);
      mesh.vertices.push_back(frame.centre + (frame.normal * (radius * around.cos) + binormal * (radius * around.sin)));
    }
  }
  for (std::uint32_t i = 0; i < rings; ++i) {
    const std::uint32_t here = i * sides, next = (i + 1) % rings * sides;
    for (std::uint32_t j = 0; j < sides; ++j) {
      const std::uint32_t k = (j + 1) % sides;
      mesh.triangles.push_back({here + j, here + k, next + k});
      mesh.triangles.push_back({here + j, next + k, next + j});
    }
  }
  return mesh;
}

// Rings and sides that make about `triangles`, for a curve `ratio` times as long as the tube is around.
MeshData tube_of(std::uint32_t triangles, double ratio, std::uint32_t least_rings, double radius,
                 Frame (*curve)(double, double)) {
  const std::uint32_t rings = root(triangles / 2.0 * ratio, least_rings);
  const std::uint32_t sides = std::max(3u, static_cast<std::uint32_t>(triangles / 2.0 / rings + 0.5));
  return tube(rings, sides, radius, curve);
}

Frame circle(double part, double whole) {
  const Turn t = turn(part, whole);
  return {{t.cos, t.sin, 0}, {t.cos, t.sin, 0}, {-t.sin, t.cos, 0}};
}

// Twice around the axis and three times around the core of a torus of radii 2 and 1, scaled by 1/3.4. The torus's
// own normal serves as the frame: it is perpendicular to the curve and closes up.
Frame trefoil(double part, double whole) {
  const Turn u = turn(2 * part, whole), v = turn(3 * part, whole);
  const double scale = 1 / 3.4, away = 2 + v.cos;
  const Vec3 centre{scale * away * u.cos, scale * away * u.sin, scale * v.sin};
  const Vec3 normal{v.cos * u.cos, v.cos * u.sin, v.sin};
  const Vec3 along{-2 * away * u.sin - 3 * v.sin * u.cos, 2 * away * u.cos - 3 * v.sin * u.sin, 3 * v.cos};
  return {centre, normal, along * (1 / length(along))};
}

}  // namespace

MeshData sphere(std::uint32_t triangles) {
  const std::uint32_t bands = std::max(2u, static_cast<std::uint32_t>((1 + std::sqrt(1.0 + triangles)) / 2 + 0.5));
  const std::uint32_t sides = 2 * bands;
  MeshData mesh;
  mesh.vertices.push_back({0, 0, 1});
  for (std::uint32_t i = 1; i < bands; ++i) {
    const Turn down = turn(i, 2.0 * bands);
    for (std::uint32_t j = 0; j < sides; ++j) {
      const Turn around = turn(j, sides);
      mesh.vertices.push_back({down.sin * around.cos, down.sin * around.sin, down.cos});
    }
  }
  mesh.vertices.push_back({0, 0, -1});
  const std::uint32_t south = static_cast<std::uint32_t>(mesh.vertices.size()) - 1;
  const auto at = [&](std::uint32_t ring, std::uint32_t j) { return 1 + (ring - 1) * sides + j % sides; };
  for (std::uint32_t j = 0; j < sides; ++j) mesh.triangles.push_back({0, at(1, j), at(1, j + 1)});
  for (std::uint32_t i = 1; i + 1 < bands; ++i) {
    for (std::uint32_t j = 0; j < sides; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  for (std::uint32_t j = 0; j < sides; ++j) {
    mesh.triangles.push_back({at(bands - 1, j), south, at(bands - 1, j + 1)});
  }
  return mesh;
}

MeshData torus(std::uint32_t triangles) { return tube_of(triangles, 1 / 0.35, 3, 0.35, circle); }

// With fewer rings the polygon of the curve would cross itself. The tube leaves room between its strands.
MeshData knot(std::uint32_t triangles) { return tube_of(triangles, 36, 24, 0.4 / 3.4, trefoil); }

MeshData cube(std::uint32_t cells) {
  cells = std::max(1u, cells);
  MeshData mesh;
  std::map<Index3, std::uint32_t> index_of;
  const auto vertex = [&](const Index3& lattice) {
    const auto [it, fresh] = index_of.try_emplace(lattice, static_cast<std::uint32_t>(mesh.vertices.size()));
    if (fresh) {
      const auto coordinate = [&](int axis) { return 2.0 * lattice[axis] / cells - 1; };
      mesh.vertices.push_back({coordinate(0), coordinate(1), coordinate(2)});
    }
    return it->second;
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const std::uint32_t side : {0u, cells}) {
      for (std::uint32_t i = 0; i < cells; ++i) {
        for (std::uint32_t j = 0; j < cells; ++j) {
          const auto corner = [&](std::uint32_t p, std::uint32_t q) {
            Index3 lattice{};
            lattice[axis] = side;
            lattice[u] = i + p;
            lattice[v] = j + q;
            return vertex(lattice);
          };
          const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
          if (side == 0) {
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a, d, c});
          } else {
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
          }
        }
      }
    }
  }
  return mesh;
}

MeshData object_frame(const MeshData& mesh, double turn) {
  // Rodrigues' formula about the unit axis (1, 1, 1) / sqrt(3).
  const double angle = 2 * std::numbers::pi * turn, c = std::cos(angle), s = std::sin(angle) / std::sqrt(3.0);
  const double along = (1 - c) / 3;
  const Mat3 rotation{
      {c + along, along + s, along - s}, {along - s, c + along, along + s}, {along + s, along - s, c + along}};
  MeshData framed = mesh;
  Box box;
  for (Vec3& v : framed.vertices) {
    v = rotation * v;
    box = merge(box, v);
  }
  const Vec3 centre = (box.lo + box.hi) * 0.5, size = box.hi - box.lo;
  const double scale = 2 / std::max({size.x, size.y, size.z});
  for (Vec3& v : framed.vertices) v = (v - centre) * scale;
  return framed;
}

}  // namespace graze::scenes
