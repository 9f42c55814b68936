// STL, text and binary.
//
// Binary: 80 bytes of anything, the number n of triangles, then 50 bytes each (normal, three corners, two bytes), all
// little-endian. A file of exactly 84 + 50 n bytes is binary, even when it starts with "solid". Else it is text when it
// starts with "solid" and has no zero byte near its start; else it is a binary file of the wrong length.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compat.h"
#include "graze/error.h"
#include "io/part_list.h"
#include "io/readers.h"
#include "io/text_file.h"

namespace graze {

namespace {

constexpr std::size_t header_bytes = 84, facet_bytes = 50;

bool same_word(std::string_view word, std::string_view lower_case) {
  return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                    [](char w, char l) { return std::tolower(static_cast<unsigned char>(w)) == l; });
}

std::uint32_t little_endian(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::vector<Vec3> read_binary(const std::string& path, std::ifstream& file, std::uint32_t facets) {
  constexpr std::uint32_t facets_at_once = 4096;
  std::vector<char> bytes(facets_at_once * facet_bytes);
  std::vector<Vec3> corners;
  corners.reserve(std::size_t{3} * facets);
  file.clear();
  file.seekg(header_bytes);
  for (std::uint32_t done = 0; done < facets;) {
    const std::uint32_t count = std::min(facets_at_once, facets - done);
    if (!file.read(bytes.data(), static_cast<std::streamsize>(count * facet_bytes))) {
      throw Error(path + ": reading stopped at facet " + std::to_string(done));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const char* facet = bytes.data() + i * facet_bytes + 12;
      for (int corner = 0; corner < 3; ++corner) {
        Vec3 point;
        for (int axis = 0; axis < 3; ++axis) {
          point[axis] = bit_cast<float>(little_endian(facet + 12 * corner + 4 * axis));
        }
        if (!is_finite(point)) {
          throw Error(path + ": corner " + std::to_string(corner) + " of facet " + std::to_string(done + i) +
                      " is not finite");
        }
        corners.push_back(point);
      }
    }
    done += count;
  }
  return corners;
}

// facet normal x y z / outer loop / three times vertex x y z / endloop / endfacet, each on a line.
class TextStl {
 public:
  explicit TextStl(const std::string& path) : file_(path) {}

  std::vector<Vec3> read() {
    while (statement()) {
      if (!first("solid")) file_.fail("expected 'solid', not " + in_quotes(words_[0]));
      for (need("facet' or 'endsolid"); !first("endsolid"); need("facet' or 'endsolid")) facet();
    }
    return std::move(corners_);
  }

 private:
  bool first(std::string_view word) const { return same_word(words_[0], word); }

  bool statement() {
    std::string_view line;
    while (file_.next(line, false)) {
      split_words(line, words_);
      if (!words_.empty()) return true;
    }
    return false;
  }

  void need(const std::string& what) {
    if (!statement()) file_.fail("the file ends where '" + what + "' is expected");
  }

  void expect(const std::string& what) {
    need(what);
    if (!first(what)) file_.fail("expected '" + what + "', not " + in_quotes(words_[0]));
  }

  void facet() {
    if (!first("facet")) file_.fail("expected 'facet' or 'endsolid', not " + in_quotes(words_[0]));
    expect("outer");
    for (int corner = 0; corner < 3; ++corner) {
      expect("vertex");
      if (words_.size() != 4) file_.fail("a vertex needs 3 numbers, not " + std::to_string(words_.size() - 1));
      corners_.push_back(file_.point(words_, 1));
    }
    expect("endloop");
    expect("endfacet");
  }

  TextFile file_;
  std::vector<std::string_view> words_;
  std::vector<Vec3> corners_;
};

std::vector<Vec3> read_corners(const std::string& path) {
  std::ifstream file = open_file(path);
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  file.seekg(0);
  std::vector<char> start(static_cast<std::size_t>(std::min<std::uint64_t>(size, 512)));
  file.read(start.data(), static_cast<std::streamsize>(start.size()));

  const std::uint32_t facets = size < header_bytes ? 0 : little_endian(start.data() + 80);
  const std::uint64_t expected = header_bytes + std::uint64_t{facet_bytes} * facets;
  if (size >= header_bytes && size == expected) return read_binary(path, file, facets);

  std::vector<std::string_view> words;
  const std::string_view text(start.data(), start.size());
  split_words(text.substr(0, text.find('\n')), words);
  const bool is_text = !words.empty() && same_word(words[0], "solid") && text.find('\0') == std::string_view::npos;
  if (is_text) return TextStl(path).read();
  if (size < header_bytes) {
    throw Error(path +
                ": not an STL file: it does not start with 'solid', and a binary one has at least 84 bytes, not " +
                std::to_string(size));
  }
  throw Error(path + ": a binary STL with " + std::to_string(facets) + " triangles has " + std::to_string(expected) +
              " bytes; this file has " + std::to_string(size));
}

}  // namespace

Shape read_stl(const std::string& path, ShapeOptions options, std::vector<std::string>&) {
  std::vector<Vec3> corners = read_corners(path);
  if (corners.empty()) throw Error(path + ": no triangles");
  try {
    return make_soup(std::move(corners), std::move(options));
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

// A file is one part, named by its file.
Assembly read_stl_parts(const std::string& path) {
  std::vector<Vec3> corners = read_corners(path);
  if (corners.empty()) throw Error(path + ": no triangles");
  std::vector<Index3> triangles(corners.size() / 3);
  for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = {3 * i, 3 * i + 1, 3 * i + 2};
  const std::string name = std::filesystem::path(path).stem().string();
  PartShape part = make_part_shape(std::move(corners), std::move(triangles));
  PartList parts(std::filesystem::file_size(path));
  parts.add({name, parts.unique(name), std::move(part.shape), {}, std::move(part.remark)});
  return std::move(parts).finish(0x1p-23);
}

}  // namespace graze
