// The triangles of a built-in mesh, and arrays compared by their bytes.
#pragma once

#include <cstring>
#include <vector>

#include "base/array.h"
#include "scenes/scenes.h"

namespace graze::test {

inline std::vector<Triangle> triangles_of(const scenes::MeshData& mesh, const Pose& pose = {}) {
  std::vector<Triangle> result;
  for (const Index3& t : mesh.triangles)
    result.push_back({pose * mesh.vertices[t[0]], pose * mesh.vertices[t[1]], pose * mesh.vertices[t[2]]});
  return result;
}

template <class T>
bool same_bits(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

}  // namespace graze::test
