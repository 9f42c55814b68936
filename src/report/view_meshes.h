// The meshes of parts for a viewer: each shape once, in floats about the middle of its box, so that none is lost far
// from the origin.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/assembly.h"

namespace graze {

// JSON text: {"shapes":[{"center":[x,y,z],"positions":BASE64,"indices":BASE64,"box":bool}...],
// "parts":{"NUMBER":[shape, 12 numbers of the pose by columns]...},"boxes":N}. Positions are little-endian floats,
// indices 32-bit words. The first shapes keep their triangles up to `max_triangles` of all; the others are their boxes,
// "boxes" of them.
std::string view_meshes_json(const std::vector<Part>& parts, std::span<const std::uint32_t> numbers,
                             std::size_t max_triangles);

// "positions":BASE64,"indices":BASE64 of triangles, as above, about a point; equal corners are one.
std::string mesh_fields(std::span<const Triangle> triangles, Vec3 center);

}  // namespace graze
