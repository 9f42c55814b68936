// A glTF 2.0 file in memory: its JSON, and the bytes of its buffers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math.h"

namespace graze {

class GltfDocument {
 public:
  // A .gltf file with buffers beside it or in data URIs, or a .glb file. `unpacked` are extensions for packed meshes
  // that can be read. Throws Error.
  explicit GltfDocument(const std::string& path, const std::vector<std::string>& unpacked = {});

  const nlohmann::json& json() const noexcept { return json_; }
  // Of the file and its buffers.
  std::uint64_t bytes() const noexcept { return bytes_; }
  // Element `index` of the array `list` at the root ("nodes"); throws Error when there is none.
  const nlohmann::json& at(const char* list, std::uint64_t index) const;

  // An accessor of type VEC3 as points, of type VEC4, or of type SCALAR as indices; sparse ones, too. Throws Error: the
  // wrong type, bytes that are not there, a number that is not finite.
  std::vector<Vec3> points(std::uint64_t accessor) const;
  std::vector<std::array<double, 4>> quadruples(std::uint64_t accessor) const;
  std::vector<std::uint32_t> indices(std::uint64_t accessor) const;

  // The bytes of a buffer view. Throws Error: there are none.
  std::span<const char> view(std::uint64_t index) const;

  // Counts elements of meshes; throws Error when there are more than limits::mesh_elements() allows. Reading an
  // accessor does so by itself.
  void spend(std::uint64_t elements, const std::string& name) const;

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
  // Are all views of the buffer packed in others? It needs no bytes then.
  bool only_packed(std::uint64_t buffer) const;
  // Bytes of one of the buffers, as an object says them.
  std::span<const char> range(const nlohmann::json& object) const;
  // Of the accessor itself, or of a part of a sparse one, which has its place in `info` and the rest here.
  Elements elements(const nlohmann::json& info, const std::string& name, std::uint64_t count,
                    std::uint64_t component_type, int components) const;
  // Numbers, `components` of each element.
  std::vector<double> numbers(std::uint64_t accessor, const char* type, int components) const;

  std::string path_;
  nlohmann::json json_;
  std::uint64_t bytes_ = 0;
  mutable std::uint64_t spent_ = 0, unpacked_ = 0;
  std::vector<std::vector<char>> buffers_;
  mutable std::map<std::uint64_t, std::vector<char>> unpacked_views_;
};

// Where a packed buffer view has what its bytes stand for: the extension's object, or nullptr.
const nlohmann::json* gltf_meshopt(const nlohmann::json& view);

// Is what the extension says read, or does it change no geometry?
bool gltf_extension_is_read(std::string_view name) noexcept;

// What a normalised integer of that componentType divides by.
double gltf_most(std::uint64_t component_type) noexcept;

// A whole number in [0, 2^53) under the key. Throws Error naming it; the second gives `otherwise` when there is none.
std::uint64_t gltf_number(const nlohmann::json& object, const char* key);
std::uint64_t gltf_number(const nlohmann::json& object, const char* key, std::uint64_t otherwise);
// false, and `otherwise`, where there is no such value under the key.
bool gltf_flag(const nlohmann::json& object, const char* key);
std::string gltf_text(const nlohmann::json& object, const char* key, const char* otherwise);

}  // namespace graze
