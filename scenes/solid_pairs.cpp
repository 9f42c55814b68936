#include "scenes/solid_pairs.h"

#include <array>
#include <map>
#include <utility>

#include "scenes/boxes.h"
#include "scenes/gear.h"
#include "scenes/turn.h"

namespace graze::scenes {
namespace {

Shape solid(const MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles, {.solid = true}); }

Pose at(double x, double y, double z) { return {Mat3{}, {x, y, z}}; }

// Unit cells of a lattice, full or empty; the faces between a full one and an empty one, seen from outside.
class Lattice {
 public:
  explicit Lattice(Vec3 cell) : cell_(cell) {}

  // Two triangles for the square at `corner` across the axis, facing up the axis or down.
  void square(std::array<std::uint32_t, 3> corner, std::size_t axis, bool up) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<std::uint32_t, 4> loop{};
    for (std::size_t k = 0; k < 4; ++k) {
      std::array<std::uint32_t, 3> p = corner;
      p[u] += k == 1 || k == 2 ? 1 : 0;
      p[v] += k >= 2 ? 1 : 0;
      loop[k] = vertex(p);
    }
    if (!up) std::swap(loop[1], loop[3]);
    mesh_.triangles.push_back({loop[0], loop[1], loop[2]});
    mesh_.triangles.push_back({loop[0], loop[2], loop[3]});
  }
  MeshData take() { return std::move(mesh_); }

 private:
  std::uint32_t vertex(std::array<std::uint32_t, 3> p) {
    const auto [it, fresh] = index_.try_emplace(p, static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (fresh) mesh_.vertices.push_back({p[0] * cell_.x, p[1] * cell_.y, p[2] * cell_.z});
    return it->second;
  }

  Vec3 cell_;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> index_;
  MeshData mesh_;
};

// The points of a thread: ring i of `turns * sides + 1`, at height i, corner j. The radius rises and falls once a turn.
std::vector<Vec3> thread(std::uint32_t turns, std::uint32_t sides) {
  std::vector<Vec3> points;
  const std::uint32_t rings = 4 * turns;
  for (std::uint32_t i = 0; i <= rings; ++i)
    for (std::uint32_t j = 0; j < sides; ++j) {
      const Turn around = turn(j, sides);
      const double phase = 0.25 * i + double(j) / sides;
      const double part = phase - double(static_cast<std::uint32_t>(phase));
      const double radius = 1 + 0.3 * (part < 0.5 ? part : 1 - part);
      points.push_back({radius * around.cos, radius * around.sin, 0.1 * i});
    }
  return points;
}

// The strip between ring i of a list of points and the next, seen from outside, or from the axis.
void add_rings(MeshData& mesh, std::uint32_t first, std::uint32_t rings, std::uint32_t sides, bool outward) {
  for (std::uint32_t i = 0; i < rings; ++i)
    for (std::uint32_t j = 0; j < sides; ++j) {
      const std::uint32_t k = (j + 1) % sides, here = first + i * sides, next = here + sides;
      Index3 one{here + j, here + k, next + k}, two{here + j, next + k, next + j};
      if (!outward) {
        std::swap(one[1], one[2]);
        std::swap(two[1], two[2]);
      }
      mesh.triangles.push_back(one);
      mesh.triangles.push_back(two);
    }
}

}  // namespace

MeshData pipe(std::uint32_t sides, double outer, double inner, double height) {
  MeshData mesh;
  for (const auto& [radius, z] : {std::pair{outer, 0.0}, {outer, height}, {inner, 0.0}, {inner, height}})
    for (std::uint32_t j = 0; j < sides; ++j) {
      const Turn around = turn(j, sides);
      mesh.vertices.push_back({radius * around.cos, radius * around.sin, z});
    }
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  const std::uint32_t low = 0, high = sides, low_in = 2 * sides, high_in = 3 * sides;
  for (std::uint32_t j = 0; j < sides; ++j) {
    const std::uint32_t k = (j + 1) % sides;
    quad(low + j, low + k, high + k, high + j);
    quad(low_in + k, low_in + j, high_in + j, high_in + k);
    quad(high + j, high + k, high_in + k, high_in + j);
    quad(low + k, low + j, low_in + j, low_in + k);
  }
  return mesh;
}

MeshData wall(std::uint32_t openings, std::uint32_t cells) {
  // In cells: 2 * openings long, 1 deep, 3 high; each window from (0.5, 1) to (1.5, 2).
  const std::uint32_t size = 2 * cells;  // of 1 in half cells
  const std::uint32_t nx = openings * 2 * size, nz = 3 * size;
  const auto full = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (x < 0 || y != 0 || z < 0 || x >= std::int64_t{nx} || z >= std::int64_t{nz}) return false;
    const std::uint32_t in_part = static_cast<std::uint32_t>(x) % (2 * size);
    const bool open = in_part >= size / 2 && in_part < size / 2 + size && z >= std::int64_t{size} && z < 2 * size;
    return !open;
  };
  const double cell = 1.0 / size;
  Lattice lattice({cell, 0.25, cell});
  for (std::uint32_t x = 0; x < nx; ++x)
    for (std::uint32_t z = 0; z < nz; ++z) {
      if (!full(x, 0, z)) continue;
      lattice.square({x, 1, z}, 1, true);
      lattice.square({x, 0, z}, 1, false);
      if (!full(std::int64_t{x} + 1, 0, z)) lattice.square({x + 1, 0, z}, 0, true);
      if (!full(std::int64_t{x} - 1, 0, z)) lattice.square({x, 0, z}, 0, false);
      if (!full(x, 0, std::int64_t{z} + 1)) lattice.square({x, 0, z + 1}, 2, true);
      if (!full(x, 0, std::int64_t{z} - 1)) lattice.square({x, 0, z}, 2, false);
    }
  return lattice.take();
}

MeshData window(std::uint32_t which) {
  const double x = 2.0 * which + 0.5;
  MeshData mesh;
  add_box(mesh, {x, 0, 1}, {x + 1, 0.25, 2});
  return mesh;
}

MeshData bolt(std::uint32_t turns, std::uint32_t sides) {
  MeshData mesh;
  mesh.vertices = thread(turns, sides);
  const std::uint32_t rings = 4 * turns, last = rings * sides;
  add_rings(mesh, 0, rings, sides, true);
  const auto centre = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({0, 0, 0});
  mesh.vertices.push_back({0, 0, 0.1 * rings});
  for (std::uint32_t j = 0; j < sides; ++j) {
    const std::uint32_t k = (j + 1) % sides;
    mesh.triangles.push_back({centre, k, j});
    mesh.triangles.push_back({centre + 1, last + j, last + k});
  }
  return mesh;
}

MeshData nut(std::uint32_t turns, std::uint32_t sides) {
  MeshData mesh;
  mesh.vertices = thread(turns, sides);
  const std::uint32_t rings = 4 * turns, last = rings * sides;
  add_rings(mesh, 0, rings, sides, false);
  const auto outer = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const std::uint32_t i : {0u, rings})
    for (std::uint32_t j = 0; j < sides; ++j) {
      const Turn around = turn(j, sides);
      mesh.vertices.push_back({2 * around.cos, 2 * around.sin, 0.1 * i});
    }
  add_rings(mesh, outer, 1, sides, true);
  for (std::uint32_t j = 0; j < sides; ++j) {
    const std::uint32_t k = (j + 1) % sides;
    mesh.triangles.push_back({j, k, outer + k});
    mesh.triangles.push_back({j, outer + k, outer + j});
    mesh.triangles.push_back({last + k, last + j, outer + sides + j});
    mesh.triangles.push_back({last + k, outer + sides + j, outer + sides + k});
  }
  return mesh;
}

MeshData cabinet(std::uint32_t copies) {
  constexpr double t = 0.02;
  std::vector<Box> boxes = {{{0, 0, 0}, {t, 0.6, 2}}, {{1 - t, 0, 0}, {1, 0.6, 2}}, {{t, 0.6 - t, 0}, {1 - t, 0.6, 2}}};
  for (int shelf = 0; shelf < 6; ++shelf) {
    const double z = shelf == 5 ? 2 - t : 0.4 * shelf;
    boxes.push_back({{t, t, z}, {1 - t, 0.6 - t, z + t}});
  }
  boxes.push_back({{t, 0, 0}, {0.5, t, 2}});
  boxes.push_back({{0.5, 0, 0}, {1 - t, t, 2}});
  boxes.push_back({{0.45, -0.03, 0.9}, {0.47, 0, 1.1}});
  MeshData mesh;
  for (const Box& box : boxes)
    for (std::uint32_t i = 0; i < copies; ++i) add_box(mesh, box.lo, box.hi);
  add_box(mesh, {0.53, -0.03, 0.9}, {0.55, 0, 1.1});
  return mesh;
}

std::vector<SolidPair> solid_pairs() {
  std::vector<SolidPair> all;
  const auto add = [&](std::string name, Body a, Body b, PairClass value, double contact = 0) {
    all.push_back({std::move(name), std::move(a), std::move(b), contact, value});
  };
  for (const std::uint32_t sides : {12u, 48u}) {
    const Shape shape = solid(pipe(sides, 1, 0.8, 4));
    const std::string name = "pipe-" + std::to_string(8 * sides);
    add(name + "-ends", {shape, {}}, {shape, at(0, 0, 4)}, PairClass::touching);
    add(name + "-duplicate", {shape, {}}, {shape, {}}, PairClass::equal);
    add(name + "-slid", {shape, {}}, {shape, at(0, 0, 1.5)}, PairClass::overlapping);
  }
  const Shape cube_768 = solid(cube(8));
  add("box-768-flush", {cube_768, {}}, {cube_768, at(2, 0, 0)}, PairClass::touching);
  add("box-768-shifted", {cube_768, {}}, {cube_768, at(2, 0.3, 0.7)}, PairClass::touching);
  add("box-768-duplicate", {cube_768, {}}, {cube_768, {}}, PairClass::equal);
  const Mat3 half{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}};
  add("box-768-enclosed", {cube_768, {half, {0.5, 0.1, 0.2}}}, {cube_768, {}}, PairClass::enclosed);
  add("box-768-in-corner", {cube_768, {half, {0.5, 0.5, 0.5}}}, {cube_768, {}}, PairClass::enclosed);
  for (const int chords : {2, 6}) {
    const Shape shape = solid(gear(8, 0, 0, chords));
    const std::string name = "gear-" + std::to_string(shape.triangle_count());
    add(name + "-stacked", {shape, {}}, {shape, at(0, 0, 4)}, PairClass::touching);
    add(name + "-duplicate", {shape, {}}, {shape, {}}, PairClass::equal);
    add(name + "-duplicate-contact", {shape, {}}, {shape, {}}, PairClass::equal, 1e-6);
  }
  const Shape stacked = solid(cabinet(14));
  add("cabinets-touching", {stacked, {}}, {stacked, at(1, 0, 0)}, PairClass::touching);
  add("cabinets", {stacked, {}}, {stacked, at(1 - 0x1p-20, 0, 0)}, PairClass::overlapping);
  add("cabinets-contact", {stacked, {}}, {stacked, at(1 - 0x1p-20, 0, 0)}, PairClass::touching, 7.63e-6);
  const Shape torus_1600 = solid(torus(1600));
  const Quat turned{0.8, 0.4, 0.4, 0.2};
  const Pose there{to_matrix(turned), {0.9, 0.2, 0.1}};
  const Body still{torus_1600, {}}, crossing{torus_1600, there};
  add("torus-1600", still, crossing, PairClass::overlapping);
  add("torus-1600-contact-1e-6", still, crossing, PairClass::overlapping, 1e-6);
  add("torus-1600-contact-0.1", still, crossing, PairClass::overlapping, 0.1);
  const PenetrationResult depth = find_penetration(still, crossing);
  add("torus-1600-contact-half", still, crossing, PairClass::overlapping, 0.5 * depth.lower);
  add("torus-1600-contact-near", still, crossing, PairClass::overlapping, 0.9 * depth.depth);
  add("torus-1600-contact-above", still, crossing, PairClass::touching, 1.1 * depth.depth);
  for (const std::uint32_t cells : {2u, 4u}) {
    const Shape with_openings = solid(wall(4, cells));
    const std::string name = "wall-" + std::to_string(with_openings.triangle_count());
    add(name + "-window", {with_openings, {}}, {solid(window(1)), {}}, PairClass::touching);
    add(name + "-flush", {with_openings, {}}, {with_openings, at(0.25, 0.25, 0)}, PairClass::touching);
    add(name + "-slid", {with_openings, {}}, {with_openings, at(0.25, 0, 0)}, PairClass::overlapping);
    add(name + "-duplicate", {with_openings, {}}, {solid(wall(4, cells)), {}}, PairClass::equal);
  }
  for (const std::uint32_t turns : {4u, 24u}) {
    const Shape inner = solid(bolt(turns, 32)), outer = solid(nut(turns, 32));
    const std::string name = "thread-" + std::to_string(inner.triangle_count());
    add(name, {inner, {}}, {outer, {}}, PairClass::touching);
    add(name + "-turned", {inner, {to_matrix(turned), {1, 2, 3}}}, {outer, {to_matrix(turned), {1, 2, 3}}},
        PairClass::touching);
  }
  const Shape knot_2000 = solid(knot(2000));
  add("knot-2000", {knot_2000, {}}, {knot_2000, there}, PairClass::overlapping);
  add("knot-2000-clear", {knot_2000, {}}, {knot_2000, at(0, 0, 3)}, PairClass::clear);
  add("sphere-in-torus", {solid(sphere(1000)), {half, {}}}, {torus_1600, {}}, PairClass::clear);
  return all;
}

}  // namespace graze::scenes
