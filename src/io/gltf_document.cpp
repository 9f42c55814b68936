#include "io/gltf_document.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/compat.h"
#include "graze/error.h"
#include "io/base64.h"
#include "io/text_file.h"

namespace graze {

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
  switch (type) {
    case int8: {
      const double value = static_cast<std::int8_t>(bytes[0]);
      return normalized ? std::fmax(value / 127, -1) : value;
    }
    case uint8: {
      const double value = static_cast<std::uint8_t>(bytes[0]);
      return normalized ? value / 255 : value;
    }
    case int16: {
      const double value = static_cast<std::int16_t>(little_endian<std::uint16_t>(bytes));
      return normalized ? std::fmax(value / 32767, -1) : value;
    }
    case uint16: {
      const double value = little_endian<std::uint16_t>(bytes);
      return normalized ? value / 65535 : value;
    }
    case uint32:
      return little_endian<std::uint32_t>(bytes);
    default:
      return bit_cast<float>(little_endian<std::uint32_t>(bytes));
  }
}

}  // namespace

std::uint64_t gltf_number(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() >= std::uint64_t{1} << 53) {
    throw Error(std::string("'") + key + "' must be a whole number that is not negative");
  }
  return found->get<std::uint64_t>();
}

std::uint64_t gltf_number(const nlohmann::json& object, const char* key, std::uint64_t otherwise) {
  return object.contains(key) ? gltf_number(object, key) : otherwise;
}

void GltfDocument::fail(const std::string& message) const { throw Error(path_ + ": " + message); }

GltfDocument::GltfDocument(const std::string& path) : path_(path) {
  const std::vector<char> file = read_bytes(path);
  if (file.size() >= 4 && little_endian<std::uint32_t>(file.data()) == glb_magic) {
    read_binary(file);
  } else {
    json_ = nlohmann::json::parse(file.begin(), file.end(), nullptr, false);
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
  load_buffers();
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
    if (chunk == 0) json_ = nlohmann::json::parse(content.begin(), content.end(), nullptr, false);
    if (chunk == 1 && type == binary_chunk) buffers_.emplace_back(content.begin(), content.end());
    at += bytes;
  }
}

void GltfDocument::load_buffers() {
  const auto list = json_.find("buffers");
  if (list == json_.end()) return;
  if (!list->is_array()) fail("'buffers' is not an array");
  const bool binary = !buffers_.empty();
  buffers_.resize(list->size());
  for (std::size_t i = 0; i < list->size(); ++i) {
    const nlohmann::json& buffer = (*list)[i];
    const std::string name = "buffer " + std::to_string(i);
    if (!buffer.is_object()) fail(name + " is not an object");
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
        if (text.find("://") != std::string::npos)
          fail(name + ": " + in_quotes(text) + " is not a file beside this one");
        const auto folder = std::filesystem::path(path_).parent_path();
        buffers_[i] = read_bytes((folder / percent_decoded(text)).string());
      }
    } else if (i != 0 || !binary) {
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

const nlohmann::json& GltfDocument::at(const char* list, std::uint64_t index) const {
  const auto found = json_.find(list);
  if (found == json_.end() || !found->is_array() || index >= found->size() || !(*found)[index].is_object()) {
    throw Error(std::string("there is no element ") + std::to_string(index) + " of '" + list + "'");
  }
  return (*found)[index];
}

GltfDocument::Elements GltfDocument::elements(std::uint64_t accessor, const char* type, int components) const {
  const nlohmann::json& info = at("accessors", accessor);
  const std::string name = "accessor " + std::to_string(accessor);
  if (info.contains("sparse")) throw Error(name + " is sparse, which is not read");
  const auto found_type = info.find("type");
  if (found_type == info.end() || *found_type != type) throw Error(name + " is not of type " + type);
  if (!info.contains("bufferView")) throw Error(name + " has no bytes ('bufferView'); compressed meshes are not read");

  const nlohmann::json& view = at("bufferViews", gltf_number(info, "bufferView"));
  const std::uint64_t buffer = gltf_number(view, "buffer");
  if (buffer >= buffers_.size()) throw Error("there is no buffer " + std::to_string(buffer));
  const std::uint64_t component_type = gltf_number(info, "componentType");
  const int component_bytes = component_type <= float32 ? bytes_of(static_cast<int>(component_type)) : 0;
  if (component_bytes == 0) throw Error(name + " has components of an unknown type");

  const std::uint64_t size = static_cast<std::uint64_t>(component_bytes) * static_cast<std::uint64_t>(components);
  const std::uint64_t count = gltf_number(info, "count");
  const std::uint64_t stride = gltf_number(view, "byteStride", size);
  const std::uint64_t view_offset = gltf_number(view, "byteOffset", 0), view_bytes = gltf_number(view, "byteLength");
  const std::uint64_t offset = gltf_number(info, "byteOffset", 0);
  const std::uint64_t have = buffers_[buffer].size();
  if (stride < size || stride > 1024) throw Error(name + " has elements " + std::to_string(stride) + " bytes apart");
  if (view_offset > have || view_bytes > have - view_offset) throw Error(name + " goes beyond the end of its buffer");
  // 2^53 elements of 1 KiB are below 2^64: nothing wraps.
  if (count == 0 || offset > view_bytes || (count - 1) * stride + size > view_bytes - offset) {
    throw Error(name + " has " + std::to_string(count) + " elements, which its bytes do not hold");
  }
  return {buffers_[buffer].data() + view_offset + offset, count, stride, static_cast<int>(component_type),
          info.value("normalized", false)};
}

std::vector<Vec3> GltfDocument::points(std::uint64_t accessor) const {
  const Elements list = elements(accessor, "VEC3", 3);
  const int bytes = bytes_of(list.component_type);
  std::vector<Vec3> points(list.count);
  for (std::uint64_t i = 0; i < list.count; ++i) {
    const char* const element = list.bytes + i * list.stride;
    for (int axis = 0; axis < 3; ++axis) {
      points[i][axis] = component(element + axis * bytes, list.component_type, list.normalized);
    }
    if (!is_finite(points[i])) throw Error("vertex " + std::to_string(i) + " is not finite");
  }
  return points;
}

std::vector<std::uint32_t> GltfDocument::indices(std::uint64_t accessor) const {
  const Elements list = elements(accessor, "SCALAR", 1);
  if (list.component_type != uint8 && list.component_type != uint16 && list.component_type != uint32) {
    throw Error("accessor " + std::to_string(accessor) + " has indices that are not unsigned");
  }
  std::vector<std::uint32_t> indices(list.count);
  for (std::uint64_t i = 0; i < list.count; ++i) {
    indices[i] = static_cast<std::uint32_t>(component(list.bytes + i * list.stride, list.component_type, false));
  }
  return indices;
}

}  // namespace graze
