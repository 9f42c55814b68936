// Wavefront OBJ: vertices (v) and polygon faces (f).
//
// A vertex may come after the faces that name it, so that the range of a positive index is known only at the end: the
// largest one is remembered with its line. A negative index counts back from the vertices read so far.
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/formats.h"
#include "io/text_file.h"

namespace graze {

namespace {

using namespace std::string_view_literals;

constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max();

// Keywords that carry no triangle: attributes, names, grouping, display.
constexpr std::array ignored = {"vt"sv,       "vn"sv,       "vp"sv,     "g"sv,          "o"sv,        "s"sv,
                                "mg"sv,       "usemtl"sv,   "mtllib"sv, "usemap"sv,     "maplib"sv,   "bevel"sv,
                                "c_interp"sv, "d_interp"sv, "lod"sv,    "shadow_obj"sv, "trace_obj"sv};
// Geometry that would be lost.
constexpr std::array refused = {"l"sv,  "p"sv,   "curv"sv, "curv2"sv, "surf"sv,
                                "fo"sv, "bzp"sv, "bsp"sv,  "cdc"sv,   "res"sv};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  for (const std::string_view w : words) {
    if (w == word) return true;
  }
  return false;
}

class ObjReader {
 public:
  explicit ObjReader(const std::string& path) : path_(path), file_(path) {}

  Shape read(ShapeOptions options) {
    std::string_view line;
    while (file_.next(line, true)) {
      split_words(line.substr(0, line.find('#')), words_);
      if (!words_.empty()) statement();
    }
    if (largest_ > vertices_.size()) {
      file_.fail_at(largest_line_, "vertex index " + std::to_string(largest_) + " is out of range: the file has " +
                                       std::to_string(vertices_.size()) + " vertices");
    }
    if (triangles_.empty()) {
      throw Error(path_ + ": no triangles: the file has " + std::to_string(vertices_.size()) +
                  " vertices and no faces");
    }
    try {
      return make_mesh(std::move(vertices_), std::move(triangles_), std::move(options));
    } catch (const Error& error) {
      throw Error(path_ + ": " + error.what());
    }
  }

 private:
  void statement() {
    const std::string_view keyword = words_[0];
    if (keyword == "v") return vertex();
    if (keyword == "f") return face();
    if (contains(ignored, keyword)) return;
    if (contains(refused, keyword)) {
      file_.fail(in_quotes(keyword) + " is geometry that cannot be read: only polygon faces (f) can");
    }
    file_.fail("unknown keyword " + in_quotes(keyword));
  }

  // Three coordinates; a weight and a colour may follow, which mean nothing for polygon faces.
  void vertex() {
    const std::size_t numbers = words_.size() - 1;
    if (numbers != 3 && numbers != 4 && numbers != 6 && numbers != 7) {
      file_.fail("a vertex (v) needs 3 numbers, not " + std::to_string(numbers));
    }
    for (std::size_t i = 4; i < words_.size(); ++i) file_.number(words_[i]);
    if (vertices_.size() == largest_index) file_.fail("more than 2147483647 vertices");
    vertices_.push_back(file_.point(words_, 1));
  }

  void face() {
    const std::size_t corners = words_.size() - 1;
    if (corners < 3) file_.fail("a face (f) needs at least 3 vertices, not " + std::to_string(corners));
    const std::uint32_t first = corner(words_[1]);
    std::uint32_t previous = corner(words_[2]);
    for (std::size_t i = 3; i < words_.size(); ++i) {
      const std::uint32_t next = corner(words_[i]);
      triangles_.push_back({first, previous, next});
      previous = next;
    }
  }

  // v, v/vt, v//vn or v/vt/vn. Returns the index of v from 0.
  std::uint32_t corner(std::string_view word) {
    const std::size_t slash = word.find('/');
    const std::int64_t index = integer(word.substr(0, slash), word);
    if (slash != std::string_view::npos) {
      std::string_view rest = word.substr(slash + 1);
      const std::size_t second = rest.find('/');
      if (second != 0) integer(rest.substr(0, second), word);
      if (second != std::string_view::npos) integer(rest.substr(second + 1), word);
    }
    if (index < 0) {
      const std::int64_t back = index + static_cast<std::int64_t>(vertices_.size());
      if (back < 0) {
        file_.fail("vertex index " + std::to_string(index) + " is out of range: only " +
                   std::to_string(vertices_.size()) + " vertices precede it");
      }
      return static_cast<std::uint32_t>(back);
    }
    if (static_cast<std::uint64_t>(index) > largest_) {
      largest_ = static_cast<std::uint64_t>(index);
      largest_line_ = file_.line();
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  std::int64_t integer(std::string_view text, std::string_view word) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) {
      file_.fail(in_quotes(word) + " is not a face corner (v, v/vt, v//vn or v/vt/vn)");
    }
    if (error == std::errc::result_out_of_range || value > largest_index || value < -largest_index) {
      file_.fail("index " + in_quotes(text) + " is beyond 2147483647");
    }
    if (value == 0) file_.fail("index 0: indices start at 1");
    return value;
  }

  std::string path_;
  TextFile file_;
  std::vector<std::string_view> words_;
  std::vector<Vec3> vertices_;
  std::vector<Index3> triangles_;
  std::uint64_t largest_ = 0, largest_line_ = 0;
};

}  // namespace

Shape read_obj(const std::string& path, ShapeOptions options) { return ObjReader(path).read(std::move(options)); }

}  // namespace graze
