// Small shapes whose facts are known by hand.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/error.h"
#include "graze/shape.h"

namespace graze::test {

struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;

  Shape shape(ShapeOptions options = {}) const { return make_mesh(vertices, triangles, std::move(options)); }
};

// [lo, lo + size]^3, outward; vertex i has bit 0 for x, bit 1 for y, bit 2 for z.
inline Mesh cube(Vec3 lo = {0, 0, 0}, double size = 1) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(lo + Vec3{i & 1 ? size : 0, i & 2 ? size : 0, i & 4 ? size : 0});
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

inline Mesh reversed(Mesh mesh) {
  for (Index3& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

inline Mesh joined(Mesh a, const Mesh& b) {
  const auto shift = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Index3& t : b.triangles) a.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  return a;
}

// Every triangle with corners of its own.
inline std::vector<Vec3> unshared(const Mesh& mesh) {
  std::vector<Vec3> soup;
  for (const Index3& t : mesh.triangles) {
    for (const std::uint32_t vertex : t) soup.push_back(mesh.vertices[vertex]);
  }
  return soup;
}

// n x m squares wrapped around both ways on integer-like points: genus 1, outward.
inline Mesh torus(std::uint32_t n, std::uint32_t m) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < m; ++j) {
      const double u = 6.283185307179586 * i / n, v = 6.283185307179586 * j / m;
      const double ring = 3 + std::cos(v);
      mesh.vertices.push_back({ring * std::cos(u), ring * std::sin(u), std::sin(v)});
      const std::uint32_t a = i * m + j, b = (i + 1) % n * m + j;
      const std::uint32_t c = (i + 1) % n * m + (j + 1) % m, d = i * m + (j + 1) % m;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

// The message of the Error that `run` throws; empty when it throws none.
template <class Run>
std::string error_of(Run&& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace graze::test
