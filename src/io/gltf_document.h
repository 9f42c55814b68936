// A glTF 2.0 file in memory: its JSON, and the bytes of its buffers.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "graze/math.h"

namespace graze {

class GltfDocument {
 public:
  // A .gltf file with buffers beside it or in data URIs, or a .glb file. Throws Error.
  explicit GltfDocument(const std::string& path);

  const nlohmann::json& json() const noexcept { return json_; }
  // Element `index` of the array `list` at the root ("nodes"); throws Error when there is none.
  const nlohmann::json& at(const char* list, std::uint64_t index) const;

  // An accessor of type VEC3 as points, or of type SCALAR as indices. Throws Error: the wrong type, bytes that are not
  // there, a number that is not finite, a form that is not read (compressed, sparse).
  std::vector<Vec3> points(std::uint64_t accessor) const;
  std::vector<std::uint32_t> indices(std::uint64_t accessor) const;

  [[noreturn]] void fail(const std::string& message) const;

 private:
  struct Elements {
    const char* bytes;
    std::uint64_t count, stride;
    int component_type;
    bool normalized;
  };
  void read_binary(std::span<const char> file);
  void load_buffers();
  std::span<const char> buffer(std::uint64_t index) const;
  Elements elements(std::uint64_t accessor, const char* type, int components) const;

  std::string path_;
  nlohmann::json json_;
  std::vector<std::vector<char>> buffers_;
};

// A whole number in [0, 2^53) under the key. Throws Error naming it; the second gives `otherwise` when there is none.
std::uint64_t gltf_number(const nlohmann::json& object, const char* key);
std::uint64_t gltf_number(const nlohmann::json& object, const char* key, std::uint64_t otherwise);

}  // namespace graze
