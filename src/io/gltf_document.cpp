#include "io/gltf_document.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/compat.h"
#include "graze/error.h"
#include "io/base64.h"
#include "io/limits.h"
#include "io/meshopt.h"
#include "io/text_file.h"

namespace graze {

using Json = nlohmann::json;

namespace {

constexpr std::uint32_t glb_magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;

template <class Integer>
Integer little_endian(const char* bytes) {
  Integer value = 0;
  for (int i = static_cast<int>(sizeof(Integer)) - 1; i >= 0; --i) {
    value = static_cast<Integer>(static_cast<std::uint64_t>(value) << 8 | static_cast<unsigned char>(bytes[i]));
  }
  return value;
}

std::vector<char> read_bytes(const std::string& path) {
  std::ifstream file = open_file(path);
  std::vector<char> bytes(std::filesystem::file_size(path));
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
    throw Error(path + ": reading stopped before the end of the file");
  }
  return bytes;
}

// JSON; a discarded value when it is broken, or nested too deep.
Json parse(std::span<const char> text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (depth > limits::nesting)
      throw Error("its JSON is nested more than " + std::to_string(limits::nesting) + " deep at byte " +
                  std::to_string(i));
  }
  return Json::parse(text.begin(), text.end(), nullptr, false);
}

// %41 is A.
std::string percent_decoded(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      result.push_back(static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2])));
      i += 2;
    } else {
      result.push_back(text[i]);
    }
  }
  return result;
}

enum Component { int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float32 = 5126 };

int bytes_of(int component_type) {
  switch (component_type) {
    case int8:
    case uint8:
      return 1;
    case int16:
    case uint16:
      return 2;
    case uint32:
    case float32:
      return 4;
    default:
      return 0;
  }
}

// Normalised integers are the fractions that the extension KHR_mesh_quantization says they are.
double component(const char* bytes, int type, bool normalized) {
  const double most = normalized ? gltf_most(static_cast<std::uint64_t>(type)) : 1;
  switch (type) {
    case int8:
      return std::fmax(static_cast<std::int8_t>(bytes[0]) / most, normalized ? -1.0 : -128.0);
    case uint8:
      return static_cast<std::uint8_t>(bytes[0]) / most;
    case int16:
      return std::fmax(static_cast<std::int16_t>(little_endian<std::uint16_t>(bytes)) / most,
                       normalized ? -1.0 : -32768.0);
    case uint16:
      return little_endian<std::uint16_t>(bytes) / most;
    case uint32:
      return little_endian<std::uint32_t>(bytes);
    default:
      return bit_cast<float>(little_endian<std::uint32_t>(bytes));
  }
}

}  // namespace

double gltf_most(std::uint64_t component_type) noexcept {
  switch (component_type) {
    case int8:
      return 127;
    case uint8:
      return 255;
    case int16:
      return 32767;
    case uint16:
      return 65535;
    default:
      return 1;
  }
}

std::uint64_t gltf_number(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() >= std::uint64_t{1} << 53) {
    throw Error(std::string("'") + key + "' must be a whole number that is not negative");
  }
  return found->get<std::uint64_t>();
}

std::uint64_t gltf_number(const Json& object, const char* key, std::uint64_t otherwise) {
  return object.contains(key) ? gltf_number(object, key) : otherwise;
}

bool gltf_flag(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

std::string gltf_text(const Json& object, const char* key, const char* otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

void GltfDocument::fail(const std::string& message) const { throw Error(path_ + ": " + message); }

GltfDocument::GltfDocument(const std::string& path, const std::vector<std::string>& unpacked) : path_(path) {
  const std::vector<char> file = read_bytes(path);
  bytes_ = file.size();
  try {
    if (file.size() >= 4 && little_endian<std::uint32_t>(file.data()) == glb_magic) {
      read_binary(file);
    } else {
      json_ = parse(file);
    }
  } catch (const Error& error) {
    const std::string text = error.what();
    if (text.starts_with(path_)) throw;
    fail(text);
  }
  if (json_.is_discarded()) fail("its JSON is broken");
  if (!json_.is_object()) fail("its JSON is not an object");
  const auto asset = json_.find("asset");
  if (asset == json_.end() || !asset->is_object() || !asset->contains("version") || !(*asset)["version"].is_string()) {
    fail("it has no 'asset' with a 'version': not a glTF 2.0 file");
  }
  if (!(*asset)["version"].get_ref<const std::string&>().starts_with("2.")) {
    fail("glTF " + in_quotes((*asset)["version"].get_ref<const std::string&>()) + " is not read, only 2.x");
  }
  if (const auto required = json_.find("extensionsRequired"); required != json_.end() && required->is_array()) {
    for (const Json& name : *required) {
      if (!name.is_string() || gltf_extension_is_read(name.get_ref<const std::string&>())) continue;
      if (std::find(unpacked.begin(), unpacked.end(), name.get_ref<const std::string&>()) != unpacked.end()) continue;
      const bool draco = name == "KHR_draco_mesh_compression";
      fail("it requires the extension " + name.get<std::string>() + ", which " +
           (draco ? "graze::draco reads, which is not here: install libdraco-dev, build again" : "is not read"));
    }
  }
  load_buffers();
}

const Json* gltf_meshopt(const Json& view) {
  const auto extensions = view.find("extensions");
  if (extensions == view.end() || !extensions->is_object()) return nullptr;
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const auto found = extensions->find(name);
    if (found != extensions->end() && found->is_object()) return &*found;
  }
  return nullptr;
}

bool gltf_extension_is_read(std::string_view name) noexcept {
  for (const char* read : {"KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "EXT_mesh_manifold",
                           "EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_node_visibility"}) {
    if (name == read) return true;
  }
  // What is about looks, light and data about data changes no geometry.
  for (const char* kind : {"KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_",
                           "EXT_lights_", "KHR_xmp", "ADOBE_materials_", "FB_materials_", "MSFT_packing_"}) {
    if (name.starts_with(kind)) return true;
  }
  return false;
}

void GltfDocument::read_binary(std::span<const char> file) {
  if (file.size() < 20) fail("a GLB file of " + std::to_string(file.size()) + " bytes is too short");
  const std::uint32_t version = little_endian<std::uint32_t>(file.data() + 4);
  const std::uint32_t length = little_endian<std::uint32_t>(file.data() + 8);
  if (version != 2) fail("GLB version " + std::to_string(version) + " is not read, only 2");
  if (length != file.size()) {
    fail("its header says " + std::to_string(length) + " bytes, but it has " + std::to_string(file.size()) +
         ": truncated?");
  }
  for (std::size_t at = 12, chunk = 0; at < file.size(); ++chunk) {
    if (file.size() - at < 8) fail("chunk " + std::to_string(chunk) + " has no header");
    const std::uint32_t bytes = little_endian<std::uint32_t>(file.data() + at);
    const std::uint32_t type = little_endian<std::uint32_t>(file.data() + at + 4);
    at += 8;
    if (bytes > file.size() - at) fail("chunk " + std::to_string(chunk) + " goes beyond the end of the file");
    const auto content = file.subspan(at, bytes);
    if (chunk == 0 && type != json_chunk) fail("its first chunk is not JSON");
    if (chunk == 0) json_ = parse(content);
    if (chunk == 1 && type == binary_chunk) buffers_.emplace_back(content.begin(), content.end());
    at += bytes;
  }
}

bool GltfDocument::only_packed(std::uint64_t buffer) const {
  const auto views = json_.find("bufferViews");
  if (views == json_.end() || !views->is_array()) return false;
  bool named = false;
  for (const Json& view : *views) {
    if (!view.is_object() || !view.contains("buffer") || view["buffer"] != buffer) continue;
    if (gltf_meshopt(view) == nullptr) return false;
    named = true;
  }
  return named;
}

void GltfDocument::load_buffers() {
  const auto list = json_.find("buffers");
  if (list == json_.end()) return;
  if (!list->is_array()) fail("'buffers' is not an array");
  const bool binary = !buffers_.empty();
  buffers_.resize(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& buffer = (*list)[i];
    const std::string name = "buffer " + std::to_string(i);
    if (!buffer.is_object()) fail(name + " is not an object");
    // What the views of such a buffer hold is packed in another one.
    if (const Json* packed = gltf_meshopt(buffer); packed != nullptr && gltf_flag(*packed, "fallback")) continue;
    if (const auto uri = buffer.find("uri"); uri != buffer.end()) {
      if (!uri->is_string()) fail(name + ": 'uri' is not a string");
      const std::string& text = uri->get_ref<const std::string&>();
      if (text.starts_with("data:")) {
        const std::size_t comma = text.find(',');
        if (comma == std::string::npos || !std::string_view(text).substr(0, comma).ends_with(";base64")) {
          fail(name + ": a data URI that is not base64");
        }
        auto bytes = decode_base64(std::string_view(text).substr(comma + 1));
        if (!bytes) fail(name + ": its base64 is broken");
        buffers_[i] = std::move(*bytes);
      } else {
        std::string file;
        try {
          file = limits::beside(path_, percent_decoded(text));
        } catch (const Error& error) {
          fail(name + ": " + error.what());
        }
        buffers_[i] = read_bytes(file);
        bytes_ += buffers_[i].size();
      }
    } else if (i != 0 || !binary) {
      if (only_packed(i)) continue;
      fail(name + " has no bytes: neither a 'uri' nor a binary chunk");
    }
    std::uint64_t length = 0;
    try {
      length = gltf_number(buffer, "byteLength");
    } catch (const Error& error) {
      fail(name + ": " + error.what());
    }
    if (buffers_[i].size() < length) {
      fail(name + " should have " + std::to_string(length) + " bytes, but has " + std::to_string(buffers_[i].size()));
    }
  }
}

const Json& GltfDocument::at(const char* list, std::uint64_t index) const {
  const auto found = json_.find(list);
  if (found == json_.end() || !found->is_array() || index >= found->size() || !(*found)[index].is_object()) {
    throw Error(std::string("there is no element ") + std::to_string(index) + " of '" + list + "'");
  }
  return (*found)[index];
}

std::span<const char> GltfDocument::range(const Json& object) const {
  const std::uint64_t buffer = gltf_number(object, "buffer");
  if (buffer >= buffers_.size()) throw Error("there is no buffer " + std::to_string(buffer));
  const std::uint64_t offset = gltf_number(object, "byteOffset", 0), bytes = gltf_number(object, "byteLength");
  const std::uint64_t have = buffers_[buffer].size();
  if (offset > have || bytes > have - offset)
    throw Error("a buffer view goes beyond the end of buffer " + std::to_string(buffer));
  return std::span<const char>(buffers_[buffer]).subspan(offset, bytes);
}

std::span<const char> GltfDocument::view(std::uint64_t index) const {
  const Json& info = at("bufferViews", index);
  const Json* const packed = gltf_meshopt(info);
  if (packed == nullptr) return range(info);
  const auto found = unpacked_views_.find(index);
  if (found != unpacked_views_.end()) return found->second;
  const std::string mode = gltf_text(*packed, "mode", ""), filter = gltf_text(*packed, "filter", "NONE");
  const std::uint64_t count = gltf_number(*packed, "count"), stride = gltf_number(*packed, "byteStride");
  const std::uint64_t most = limits::unpacked_bytes(bytes_);
  if (stride > most || count > (most - unpacked_) / std::max<std::uint64_t>(stride, 1))
    throw Error("buffer view " + std::to_string(index) + " is " + std::to_string(count) +
                " elements packed by meshopt, too many for the size of the file");
  unpacked_ += count * stride;
  return unpacked_views_[index] = decode_meshopt({range(*packed), count, stride, mode, filter});
}

GltfDocument::Elements GltfDocument::elements(const Json& info, const std::string& name, std::uint64_t count,
                                              std::uint64_t component_type, int components) const {
  const std::uint64_t index = gltf_number(info, "bufferView");
  std::span<const char> bytes;
  try {
    bytes = view(index);
  } catch (const Error& error) {
    throw Error(name + ": " + error.what());
  }
  const int component_bytes = component_type <= float32 ? bytes_of(static_cast<int>(component_type)) : 0;
  if (component_bytes == 0) throw Error(name + " has components of an unknown type");

  const std::uint64_t size = static_cast<std::uint64_t>(component_bytes) * static_cast<std::uint64_t>(components);
  const std::uint64_t stride = gltf_number(at("bufferViews", index), "byteStride", size);
  const std::uint64_t offset = gltf_number(info, "byteOffset", 0);
  if (stride < size || stride > 1024) throw Error(name + " has elements " + std::to_string(stride) + " bytes apart");
  // 2^53 elements of 1 KiB are below 2^64: nothing wraps.
  if (count == 0 || offset > bytes.size() || (count - 1) * stride + size > bytes.size() - offset) {
    throw Error(name + " has " + std::to_string(count) + " elements, which its bytes do not hold");
  }
  return {bytes.data() + offset, count, stride, static_cast<int>(component_type), false};
}

void GltfDocument::spend(std::uint64_t elements, const std::string& name) const {
  const std::uint64_t most = limits::mesh_elements(bytes_);
  if (elements > most - spent_)
    throw Error(name + " has " + std::to_string(elements) + " elements, with which the meshes have more than " +
                std::to_string(most) + ": too many for the size of the file");
  spent_ += elements;
}

std::vector<double> GltfDocument::numbers(std::uint64_t accessor, const char* type, int components) const {
  const Json& info = at("accessors", accessor);
  const std::string name = "accessor " + std::to_string(accessor);
  const auto found_type = info.find("type");
  if (found_type == info.end() || *found_type != type) throw Error(name + " is not of type " + type);
  const std::uint64_t count = gltf_number(info, "count"), component_type = gltf_number(info, "componentType");
  const bool normalized = gltf_flag(info, "normalized");
  const auto width = static_cast<std::uint64_t>(components);
  spend(count, name);
  std::vector<double> values;
  const auto read = [&](const Elements& list, const auto& use) {
    const int bytes = bytes_of(list.component_type);
    for (std::uint64_t i = 0; i < list.count; ++i) {
      for (int k = 0; k < components; ++k)
        use(i, k, component(list.bytes + i * list.stride + k * bytes, list.component_type, normalized));
    }
  };
  const auto sparse = info.find("sparse");
  if (info.contains("bufferView")) {
    const Elements list = elements(info, name, count, component_type, components);
    values.reserve(count * width);
    read(list, [&](std::uint64_t, int, double value) { values.push_back(value); });
  } else if (sparse == info.end()) {
    throw Error(name + " has no bytes ('bufferView')");
  } else {
    if (count == 0) throw Error(name + " has no elements");
    values.assign(count * width, 0);
  }
  if (sparse == info.end()) return values;
  if (!sparse->is_object() || !sparse->contains("indices") || !sparse->contains("values") ||
      !(*sparse)["indices"].is_object() || !(*sparse)["values"].is_object())
    throw Error(name + " is sparse without indices and values");
  const std::uint64_t changed = gltf_number(*sparse, "count");
  spend(changed, name);
  const Json& where = (*sparse)["indices"];
  const Elements indices = elements(where, name, changed, gltf_number(where, "componentType"), 1);
  if (indices.component_type == float32) throw Error(name + " has indices that are not whole");
  const Elements replaced = elements((*sparse)["values"], name, changed, component_type, components);
  read(replaced, [&](std::uint64_t i, int k, double value) {
    const auto at_element =
        static_cast<std::uint64_t>(component(indices.bytes + i * indices.stride, indices.component_type, false));
    if (at_element >= count) throw Error(name + " replaces an element that it does not have");
    values[at_element * width + static_cast<std::uint64_t>(k)] = value;
  });
  return values;
}

std::vector<Vec3> GltfDocument::points(std::uint64_t accessor) const {
  const std::vector<double> values = numbers(accessor, "VEC3", 3);
  std::vector<Vec3> points(values.size() / 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    if (!is_finite(points[i])) throw Error("vertex " + std::to_string(i) + " is not finite");
  }
  return points;
}

std::vector<std::array<double, 4>> GltfDocument::quadruples(std::uint64_t accessor) const {
  const std::vector<double> values = numbers(accessor, "VEC4", 4);
  std::vector<std::array<double, 4>> list(values.size() / 4);
  for (std::size_t i = 0; i < values.size(); ++i) list[i / 4][i % 4] = values[i];
  return list;
}

std::vector<std::uint32_t> GltfDocument::indices(std::uint64_t accessor) const {
  const std::uint64_t type = gltf_number(at("accessors", accessor), "componentType");
  if (type != uint8 && type != uint16 && type != uint32) {
    throw Error("accessor " + std::to_string(accessor) + " has indices that are not unsigned");
  }
  const std::vector<double> values = numbers(accessor, "SCALAR", 1);
  std::vector<std::uint32_t> indices(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) indices[i] = static_cast<std::uint32_t>(values[i]);
  return indices;
}

}  // namespace graze
