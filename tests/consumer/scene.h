// The scene that both versions of a consumer ask about, in plain numbers, and the form of their answers: a line of the
// question's name and its answer each.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

struct Mesh {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

// A ring around z, outward triangles; its closest point to the axis is 1 - 0.4 away.
inline Mesh ring() {
  constexpr std::uint32_t around = 24, across = 12;
  constexpr double turn = 6.283185307179586;
  Mesh mesh;
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < across; ++j) {
      const double u = turn * i / around, v = turn * j / across, r = 1 + 0.4 * std::cos(v);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), 0.4 * std::sin(v)});
    }
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < across; ++j) {
      const std::uint32_t i1 = (i + 1) % around, j1 = (j + 1) % across;
      const std::uint32_t a = i * across + j, b = i1 * across + j, c = i1 * across + j1, d = i * across + j1;
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

struct Place {
  std::array<double, 3> translation;
  std::array<double, 4> rotation;  // x, y, z, w
};

// Places around the ring, near enough that about half of them meet it; the same on every machine.
inline std::vector<Place> places(int count) {
  std::uint32_t state = 12345;
  const auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return 2.0 * (state >> 8) / (1 << 24) - 1;
  };
  std::vector<Place> list;
  while (int(list.size()) < count) {
    const double x = next(), y = next(), z = next(), w = next(), length = std::sqrt(x * x + y * y + z * z + w * w);
    if (length < 0.1) continue;
    list.push_back({{2.4 * next(), 2.4 * next(), 1.6 * next()}, {x / length, y / length, z / length, w / length}});
  }
  return list;
}

inline void say(const std::string& name, bool yes) { std::printf("%s %s\n", name.c_str(), yes ? "yes" : "no"); }
inline void say(const std::string& name, double number) { std::printf("%s %.9g\n", name.c_str(), number); }
inline void say(const std::string& name, std::size_t count) { std::printf("%s %zu\n", name.c_str(), count); }
