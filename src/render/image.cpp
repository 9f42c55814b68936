#include "render/image.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "graze/error.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace graze {

namespace {

void append_bytes(void* context, void* data, int size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  static_cast<std::vector<std::uint8_t>*>(context)->insert(static_cast<std::vector<std::uint8_t>*>(context)->end(),
                                                           bytes, bytes + size);
}

}  // namespace

std::vector<std::uint8_t> encode_png(const Image& image) {
  std::vector<std::uint8_t> bytes;
  if (stbi_write_png_to_func(append_bytes, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width) ==
      0) {
    throw Error("the picture could not be encoded");
  }
  return bytes;
}

std::vector<std::uint8_t> deflated(const std::vector<std::uint8_t>& bytes) {
  int size = 0;
  unsigned char* packed =
      stbi_zlib_compress(const_cast<unsigned char*>(bytes.data()), static_cast<int>(bytes.size()), &size, 64);
  if (packed == nullptr) throw Error("the picture could not be packed");
  const std::vector<std::uint8_t> result(packed, packed + size);
  STBIW_FREE(packed);
  return result;
}

void write_png(const Image& image, const std::string& path) { write_bytes(encode_png(image), path); }

void write_bytes(const std::vector<std::uint8_t>& bytes, const std::string& path) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Error(path + ": cannot be written: " + std::strerror(errno));
}

}  // namespace graze
