// glTF 2.0: bodies and how they move, for viewers. Positions are floats in the frame of each shape; poses are doubles.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "graze/shape.h"

namespace graze {

// A rigid place at a time: points go by `rotation`, then by `translation`. Between keys the translation runs straight
// and the rotation turns evenly, the shorter way.
struct GltfKey {
  double seconds = 0;
  Vec3 translation;
  Quat rotation;  // unit
};

struct GltfBody {
  std::string name;
  Shape shape;
  Pose pose;                             // before the keys; any affine map
  std::array<double, 3> color{1, 1, 1};  // linear, 0 to 1
  std::vector<GltfKey> keys = {};        // with rising times; none: it stands
};

// The file by its ending: .gltf is one JSON text with the data inside, .glb the binary form. z is up, which the file
// turns into the format's y up. Throws Error: for another ending, a file that cannot be written, an empty body, times
// that do not rise, numbers that a float cannot hold, and shapes that triangles do not show (round ones, half-spaces,
// segments and points, compounds, margins).
void write_gltf(const std::string& path, std::span<const GltfBody> bodies);

// The same as bytes.
std::string gltf_text(std::span<const GltfBody> bodies);
std::string glb_bytes(std::span<const GltfBody> bodies);

}  // namespace graze
