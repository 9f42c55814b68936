// Buffer views that are packed by the glTF extensions EXT_meshopt_compression and KHR_meshopt_compression.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace graze {

// A view as its extension describes it.
struct MeshoptView {
  std::span<const char> bytes = {};  // packed
  std::uint64_t count = 0;           // of elements
  std::uint64_t stride = 0;          // bytes of each
  std::string_view mode = {};        // ATTRIBUTES, TRIANGLES or INDICES
  std::string_view filter = "NONE";  // or OCTAHEDRAL, QUATERNION, EXPONENTIAL
};

// The bytes of all elements, little-endian as glTF has them. Throws Error: a mode or filter that is not known, sizes
// that do not fit them, a stream that is damaged.
std::vector<char> decode_meshopt(const MeshoptView& view);

}  // namespace graze
