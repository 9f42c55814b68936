// Definitions of shapes of every kind for fuzzed sessions, many of them degenerate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "scenes/scenes.h"
#include "tests/fuzz/numbers.h"

namespace graze::fuzz {

inline Json json(const std::vector<Vec3>& points) {
  Json list = Json::array();
  for (const Vec3& p : points) list.push_back(json(p));
  return list;
}

// Points in space, in a plane, on a line, or all the same; some twice.
inline std::vector<Vec3> points(oracle::Dice& dice, const Regime& regime, int count) {
  std::vector<Vec3> result;
  const int flat = dice.chance(3) ? dice.integer(0, 2) : 3;
  const Vec3 base = vector(dice, regime), along = vector(dice, regime), aside = vector(dice, regime);
  for (int i = 0; i < count; ++i) {
    const double s = 0.5 * dice.integer(-2, 2), t = dice.uniform(-1, 1);
    if (flat == 0) result.push_back(base);
    if (flat == 1) result.push_back(base + along * s);
    if (flat == 2) result.push_back(base + along * s + aside * t);
    if (flat == 3) result.push_back(vector(dice, regime));
    if (i > 0 && dice.chance(8)) result.back() = result[dice.bits() % result.size()];
    if (i > 0 && dice.chance(16)) result.back() = dice.nudge(result[dice.bits() % result.size()], 1);
  }
  return result;
}

struct Surface {
  std::vector<Vec3> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
  bool closed = false;
};

inline Surface of_scene(const scenes::MeshData& data, double size) {
  Surface result{data.vertices, {}, true};
  for (Vec3& v : result.vertices) v = v * size;
  for (const Index3& t : data.triangles) result.faces.push_back({t[0], t[1], t[2]});
  return result;
}

inline Surface box_surface(Vec3 half) {
  Surface result;
  result.closed = true;
  for (int i = 0; i < 8; ++i)
    result.vertices.push_back({(i & 1) ? half.x : -half.x, (i & 2) ? half.y : -half.y, (i & 4) ? half.z : -half.z});
  result.faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return result;
}

inline Surface in_triangles(Surface surface) {
  std::vector<std::vector<std::uint32_t>> triangles;
  for (const auto& face : surface.faces)
    for (std::size_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
  surface.faces = std::move(triangles);
  return surface;
}

inline Surface closed_surface(oracle::Dice& dice, const Regime& regime) {
  const double size = length_of(dice, regime);
  switch (dice.integer(0, 5)) {
    case 0:
      return of_scene(scenes::sphere(dice.pick({8u, 20u, 120u})), size);
    case 1:
      return of_scene(scenes::torus(dice.pick({18u, 60u})), size);
    case 2: {  // a tetrahedron, or a sliver of one
      Surface result{points(dice, regime, 4), {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, true};
      if (result.vertices.size() == 4 &&
          orient3d(result.vertices[0], result.vertices[1], result.vertices[2], result.vertices[3]) < 0)
        std::swap(result.vertices[0], result.vertices[1]);
      return result;
    }
    case 3: {  // a cube in a cube: two shells, or a cavity
      Surface outer = in_triangles(box_surface({size, size, size})),
              inner = in_triangles(box_surface({size / 2, size / 2, size / 2}));
      const bool cavity = dice.chance(2);
      for (auto& face : inner.faces) {
        for (std::uint32_t& v : face) v += 8;
        if (cavity) std::swap(face[0], face[1]);
      }
      outer.vertices.insert(outer.vertices.end(), inner.vertices.begin(), inner.vertices.end());
      outer.faces.insert(outer.faces.end(), inner.faces.begin(), inner.faces.end());
      return outer;
    }
    default: {
      const double y = length_of(dice, regime), z = length_of(dice, regime);
      return box_surface({size, y, z});
    }
  }
}

inline Json json_faces(const Surface& surface) {
  Json list = Json::array();
  for (const auto& face : surface.faces) list.push_back(face);
  return list;
}

// A definition, but for its name.
struct Definition {
  std::string kind;
  Json value;
  bool closed = false;             // of triangles: may be made a solid
  std::size_t vertices = 0;        // of what can be updated
  std::vector<std::string> parts;  // shapes that it is made of
};

inline Definition mesh_definition(oracle::Dice& dice, const Regime& regime) {
  Surface surface;
  if (dice.chance(2)) {
    surface = in_triangles(closed_surface(dice, regime));
  } else {  // any triangles: degenerate and duplicate ones
    surface.vertices = points(dice, regime, dice.integer(3, 12));
    const auto any = [&] { return static_cast<std::uint32_t>(dice.bits() % surface.vertices.size()); };
    for (int k = dice.integer(1, 16); k > 0; --k) {
      const std::uint32_t i = any(), j = any();
      surface.faces.push_back({i, j, dice.chance(12) ? i : any()});
      if (dice.chance(12)) surface.faces.push_back(surface.faces.back());
    }
  }
  return {"mesh",
          {{"vertices", json(surface.vertices)}, {"triangles", json_faces(surface)}},
          surface.closed,
          surface.vertices.size(),
          {}};
}

inline Definition run_definition(oracle::Dice& dice, const Regime& regime) {
  const std::vector<Vec3> vertices = points(dice, regime, dice.integer(3, 10));
  Json indices = Json::array();
  int run = 0;
  for (int k = dice.integer(3, 14); k > 0; --k) {
    indices.push_back(dice.bits() % vertices.size());
    if (++run > 3 && k > 4 && dice.chance(4)) {
      indices.push_back(-1);
      run = 0;
    }
  }
  return {dice.chance(2) ? "strip" : "fan",
          {{"vertices", json(vertices)}, {"indices", indices}},
          false,
          vertices.size(),
          {}};
}

inline Definition terrain_definition(oracle::Dice& dice, const Regime& regime) {
  const int rows = dice.integer(2, 5), columns = dice.integer(2, 5);
  Json heights = Json::array();
  for (int i = 0; i < rows * columns; ++i) heights.push_back(dice.chance(2) ? 0 : number(dice, regime));
  const double dx = length_of(dice, regime) / 2;
  return {"terrain",
          {{"rows", rows},
           {"columns", columns},
           {"spacing", Json::array({dx, length_of(dice, regime) / 2})},
           {"heights", heights}},
          false,
          0,
          {}};
}

inline Definition definition(oracle::Dice& dice, const Regime& regime, const std::vector<std::string>& known) {
  const auto size = [&] { return length_of(dice, regime); };
  switch (dice.integer(0, 24)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return mesh_definition(dice, regime);
    case 4:
      return run_definition(dice, regime);
    case 5:
      return terrain_definition(dice, regime);
    case 6:
    case 7: {
      const Surface surface = closed_surface(dice, regime);
      return {"polyhedron", {{"vertices", json(surface.vertices)}, {"faces", json_faces(surface)}}, false, 0, {}};
    }
    case 8:
    case 9:
    case 10:
      return {"convex",
              {{"vertices", json(points(dice, regime, dice.chance(60) ? 0 : dice.integer(1, 12)))}},
              false,
              0,
              {}};
    case 11: {
      const double radius = size();
      return {"cylinder", {{"radius", radius}, {"half", size()}}, false, 0, {}};
    }
    case 12: {
      const double radius = size();
      return {"cone", {{"radius", radius}, {"half", size()}}, false, 0, {}};
    }
    case 13: {
      const double a = size(), b = size();
      return {"ellipsoid", {{"radii", Json::array({a, b, size()})}}, false, 0, {}};
    }
    case 14:
      return {"sphere", {{"radius", size()}}, false, 0, {}};
    case 15:
    case 16: {
      const double radius = size();
      return {"capsule", {{"radius", radius}, {"half", size()}}, false, 0, {}};
    }
    case 17: {
      const std::vector<Vec3> ends = points(dice, regime, 2);
      return {"segment", {{"points", json(ends)}}, false, 0, {}};
    }
    case 18:
      return {"point", Json::object(), false, 0, {}};
    case 19: {
      const Vec3 normal = dice.chance(2) ? dice.direction() : vector(dice, regime);
      return {"halfspace", {{"normal", json(normal)}, {"offset", number(dice, regime)}}, false, 0, {}};
    }
    case 20: {
      Definition result{"compound", Json::array(), false, 0, {}};
      for (int k = dice.integer(1, 3); k > 0 && !known.empty(); --k) {
        const std::string& part = known[dice.bits() % known.size()];
        Json body{{"shape", part}};
        if (const Json at = pose(dice, {regime.size, {}, regime.wild}); !at.is_null()) body["pose"] = at;
        result.value.push_back(body);
        result.parts.push_back(part);
      }
      return result;
    }
    case 21: {
      const std::vector<Vec3> cloud = points(dice, regime, dice.integer(1, 12));
      return {"points", {{"vertices", json(cloud)}, {"radius", dice.chance(2) ? 0 : size()}}, false, 0, {}};
    }
    default: {
      const double x = size(), y = size();
      return {"box", {{"half", Json::array({x, y, size()})}}, false, 0, {}};
    }
  }
}

}  // namespace graze::fuzz
