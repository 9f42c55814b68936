// Puts a glTF 2.0 file together: lists of the document that grow, and one buffer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graze/math.h"

namespace graze {

// A list item is written once its numbers are known. The node that is added last is the root of the scene.
struct GltfBuilder {
  std::string bytes;  // the one buffer
  std::string views, accessors, meshes, materials, nodes, channels, samplers;
  std::uint32_t view_count = 0, accessor_count = 0, node_count = 0, mesh_count = 0, material_count = 0,
                sampler_count = 0;

  // An accessor over elements of `width` floats; with the least and greatest of each column. Target 0: none.
  std::uint32_t add_floats(const std::vector<float>& values, std::size_t width, const char* type, int target);
  std::uint32_t add_indices(const std::vector<std::uint32_t>& indices);
  std::uint32_t add_material(const std::array<double, 4>& color);
  // `primitives` is the JSON between the brackets.
  std::uint32_t add_mesh(const std::string& primitives);
  // `rest` is the fields after its name, without a comma before them.
  std::uint32_t add_node(const std::string& name, const std::string& rest);
  // The root: turns z up into the format's y up. `children` are indices, with commas between.
  void add_root(const std::string& children);
};

inline constexpr int gltf_vertex_target = 34962;

// Points as floats, equal ones once.
struct GltfPoints {
  std::vector<float> positions;
  std::vector<std::uint32_t> indices;
  std::map<std::array<float, 3>, std::uint32_t> index_of;

  void add(Vec3 point, const std::string& name);  // throws as gltf_float()
};

// Throws Error for what a float cannot hold, naming what it is of.
float gltf_float(double value, const std::string& name);
void gltf_append_matrix(std::string& text, const Pose& pose);  // ,"matrix":[...]

// The whole file: JSON with the data inside, or the binary form.
std::string gltf_text(const GltfBuilder& builder);
std::string glb_bytes(const GltfBuilder& builder);
// By the ending of the path. Throws Error for another ending, before anything is made, ...
bool gltf_is_binary(const std::string& path);
// ... and for a file that cannot be written.
void write_gltf_bytes(const std::string& path, const std::string& bytes);

}  // namespace graze
