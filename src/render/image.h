// A picture as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace graze {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // three bytes per pixel, rows from the top
};

std::vector<std::uint8_t> encode_png(const Image& image);
// As a stream of zlib (RFC 1950).
std::vector<std::uint8_t> deflated(const std::vector<std::uint8_t>& bytes);
// Throws Error naming the file when it cannot be written.
void write_png(const Image& image, const std::string& path);
void write_bytes(const std::vector<std::uint8_t>& bytes, const std::string& path);

}  // namespace graze
