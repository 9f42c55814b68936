// The table of file formats: one row each, from which reading, the endings that messages and help texts list, and the
// hints about readers that are not here follow (CONTRIBUTING.md has the recipe for a new one).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/assembly.h"
#include "graze/shape.h"

namespace graze {

struct FileFormat {
  enum class By : std::uint8_t { graze, assimp, step };  // who reads it: this library, or one that is handed in

  std::array<std::string_view, 4> endings;  // in lower case, with the dot; empty strings are none
  By by = By::graze;
  Assembly (*read_parts)(const std::string& path) = nullptr;  // by graze: this, or ...
  // All in one shape, as read_mesh() of graze/io.h; nullptr where it reads no such file.
  Shape (*read_shape)(const std::string& path, ShapeOptions options, std::vector<std::string>& materials) = nullptr;
  // ... this, where the options matter.
  Assembly (*read_with)(const std::string& path, const ReadOptions& options) = nullptr;

  bool has_parts() const noexcept { return read_parts != nullptr || read_with != nullptr; }
};

std::span<const FileFormat> file_formats() noexcept;
const FileFormat* format_of(const std::string& path) noexcept;  // by its ending, in any case; nullptr: none of them

// Such as ".obj, .stl": of what graze itself reads, as parts and as one shape.
std::string part_endings();
std::string shape_endings();
// All endings of who reads them.
GRAZE_API std::vector<std::string> endings_by(FileFormat::By by);

}  // namespace graze
