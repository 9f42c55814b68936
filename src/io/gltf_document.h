// A glTF 2.0 file in memory: its JSON, and the bytes of its buffers.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
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

  // An accessor of type VEC3 as points, of type VEC4, or of type SCALAR as indices; sparse ones, too. Throws Error: the
  // wrong type, bytes that are not there, a number that is not finite.
  std::vector<Vec3> points(std::uint64_t accessor) const;
  std::vector<std::array<double, 4>> quadruples(std::uint64_t accessor) const;
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
  // Of the accessor itself, or of a part of a sparse one, which has its place in `info` and the rest here.
  Elements elements(const nlohmann::json& info, const std::string& name, std::uint64_t count,
                    std::uint64_t component_type, int components) const;
  // Numbers, `components` of each element.
  std::vector<double> numbers(std::uint64_t accessor, const char* type, int components) const;

  std::string path_;
  nlohmann::json json_;
  std::vector<std::vector<char>> buffers_;
};

// Is what the extension says read, or does it change no geometry?
bool gltf_extension_is_read(std::string_view name) noexcept;

// A whole number in [0, 2^53) under the key. Throws Error naming it; the second gives `otherwise` when there is none.
std::uint64_t gltf_number(const nlohmann::json& object, const char* key);
std::uint64_t gltf_number(const nlohmann::json& object, const char* key, std::uint64_t otherwise);

}  // namespace graze
