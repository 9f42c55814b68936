// find_interference of graze/interference.h: the surfaces are cut by io/solid/mesh_boolean.h.
#include "graze/interference.h"

#include <utility>

#include "graze/error.h"
#include "io/solid/mesh_boolean.h"
#include "narrow/depth/interference.h"

namespace graze {

namespace {

SolidMesh mesh_of(const std::vector<Triangle>& triangles) {
  SolidMesh mesh;
  for (const Triangle& t : triangles) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {t.a, t.b, t.c});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace

InterferenceResult find_interference(const Body& a, const Body& b, const InterferenceSettings& settings) noexcept {
  return interference(a, b, settings, [](const auto& x, const auto& y) -> std::optional<CutSolids> {
    try {
      CommonRegion found = common_region(mesh_of(x), mesh_of(y));
      return CutSolids{found.volume, found.bound, found.box, std::move(found.faces_a), std::move(found.faces_b),
                       found.error};
    } catch (const Error&) {  // they meet in too special a way
      return std::nullopt;
    }
  });
}

}  // namespace graze
