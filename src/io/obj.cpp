// Wavefront OBJ: vertices (v) and polygon faces (f). Points (p), lines (l) and curves are no surface: they are counted
// and noted. Free-form surfaces would be lost: they are an error.
//
// A vertex may come after the faces that name it, so that the range of a positive index is known only at the end: the
// largest one is remembered with its line. A negative index counts back from the vertices read so far.
//
// The material of a face (usemtl) is its tag: the number of the name among those that faces use.
//
// The parts of an assembly are the objects (o) of a file; where it has none, its groups (g); else all faces are one.
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/part_list.h"
#include "io/polygon_fans.h"
#include "io/readers.h"
#include "io/text_file.h"

namespace graze {

namespace {

using namespace std::string_view_literals;

constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max();

// Keywords that carry no triangle: attributes, names, grouping, display, and what belongs to curves and surfaces.
constexpr std::array ignored = {"vt"sv,     "vn"sv,         "vp"sv,        "s"sv,        "mg"sv,       "mtllib"sv,
                                "usemap"sv, "maplib"sv,     "bevel"sv,     "c_interp"sv, "d_interp"sv, "lod"sv,
                                "cstype"sv, "deg"sv,        "bmat"sv,      "step"sv,     "parm"sv,     "trim"sv,
                                "hole"sv,   "shadow_obj"sv, "trace_obj"sv, "scrv"sv,     "sp"sv,       "end"sv,
                                "con"sv,    "ctech"sv,      "stech"sv,     "res"sv};
// Elements that are no surface.
constexpr std::array noted = {"p"sv, "l"sv, "curv"sv, "curv2"sv, "cdc"sv};
// Surfaces, and other files, that would be lost.
constexpr std::array refused = {"surf"sv, "bzp"sv, "bsp"sv, "cdp"sv, "call"sv, "csh"sv};

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

  Shape read(ShapeOptions options, std::vector<std::string>& materials) {
    read_statements();
    materials = materials_;
    if (options.tags.empty() && materials_.size() > 1) options.tags = std::move(tags_);
    try {
      return make_mesh(std::move(vertices_), std::move(triangles_), std::move(options));
    } catch (const Error& error) {
      throw Error(path_ + ": " + error.what());
    }
  }

  Assembly read_parts() {
    read_statements();
    std::vector<std::string> names;
    std::vector<std::vector<Index3>> triangles;
    std::vector<std::vector<std::uint32_t>> tags;
    std::unordered_map<std::string, std::size_t> by_name;
    const char keyword = has_objects_ ? 'o' : 'g';
    std::string name;
    for (std::size_t i = 0, next = 0; i < triangles_.size(); ++i) {
      for (; next < names_.size() && names_[next].first_triangle <= i; ++next) {
        if (names_[next].keyword == keyword) name = names_[next].name;
      }
      const auto [found, added] = by_name.emplace(name, names.size());
      if (added) {
        names.push_back(name.empty() ? "mesh" : name);
        triangles.emplace_back();
        tags.emplace_back();
      }
      triangles[found->second].push_back(triangles_[i]);
      if (materials_.size() > 1) tags[found->second].push_back(tags_[i]);
    }
    PartList parts(std::filesystem::file_size(path_));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string path = parts.unique(names[i]);
      std::vector<Vec3> vertices = used_vertices(triangles[i]);
      PartShape part = make_part_shape(std::move(vertices), std::move(triangles[i]), std::move(tags[i]));
      parts.add({names[i], path, std::move(part.shape), {}, std::move(part.remark)});
    }
    Assembly assembly = std::move(parts).finish(0x1p-52);
    assembly.materials = materials_;
    if (noted_ > 0) assembly.notes.push_back(counted_elements() + " are no surface: left out");
    if (crossed_ > 0)
      assembly.notes.push_back(std::to_string(crossed_) +
                               " faces cross themselves, or have too many corners: taken as fans");
    return assembly;
  }

 private:
  struct Name {
    char keyword;
    std::string name;
    std::size_t first_triangle;
  };

  void read_statements() {
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
      throw Error(path_ + ": no faces: the file has " + std::to_string(vertices_.size()) + " vertices" +
                  (noted_ > 0 ? " and " + counted_elements() : ""));
    }
    crossed_ = fans_.mend(vertices_, triangles_);
    if (!has_materials_) materials_.clear();
  }

  std::string counted_elements() const { return std::to_string(noted_) + " points, lines and curves"; }

  // The vertices that the triangles name, which are made to name them by their new numbers.
  std::vector<Vec3> used_vertices(std::vector<Index3>& triangles) const {
    std::vector<Vec3> used;
    std::unordered_map<std::uint32_t, std::uint32_t> renumbered;
    for (Index3& triangle : triangles) {
      for (std::uint32_t& index : triangle) {
        const auto [found, added] = renumbered.emplace(index, static_cast<std::uint32_t>(used.size()));
        if (added) used.push_back(vertices_[index]);
        index = found->second;
      }
    }
    return used;
  }

  void statement() {
    const std::string_view keyword = words_[0];
    if (keyword == "v") return vertex();
    if (keyword == "f" || keyword == "fo") return face();
    if (keyword == "o" || keyword == "g") return named(keyword[0]);
    if (keyword == "usemtl") return material();
    if (contains(ignored, keyword)) return;
    if (contains(noted, keyword)) {
      ++noted_;
      return;
    }
    if (contains(refused, keyword)) {
      file_.fail(in_quotes(keyword) + " is geometry that cannot be read: only polygon faces (f) can");
    }
    file_.fail("unknown keyword " + in_quotes(keyword));
  }

  // What follows the keyword; a name may have blanks between its words.
  std::string rest_of_line() const {
    std::string name;
    for (std::size_t i = 1; i < words_.size(); ++i) name += (i == 1 ? "" : " ") + std::string(words_[i]);
    return name;
  }

  // Of the faces that follow. It gets its number when one does.
  void material() {
    material_ = printable(rest_of_line());
    has_materials_ = true;
    tag_ = none;
  }

  std::uint32_t tag() {
    if (tag_ != none) return tag_;
    const auto [found, added] = material_numbers_.emplace(material_, static_cast<std::uint32_t>(materials_.size()));
    if (added) materials_.push_back(material_);
    return tag_ = found->second;
  }

  // A group without a name is the default group.
  void named(char keyword) {
    names_.push_back({keyword, rest_of_line(), triangles_.size()});
    has_objects_ = has_objects_ || keyword == 'o';
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
    fans_.add(triangles_.size(), corners - 2);
    for (std::size_t i = 3; i < words_.size(); ++i) {
      const std::uint32_t next = corner(words_[i]);
      triangles_.push_back({first, previous, next});
      tags_.push_back(tag());
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
  std::vector<Name> names_;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> tags_;  // one per triangle
  std::vector<std::string> materials_;
  std::unordered_map<std::string, std::uint32_t> material_numbers_;
  std::string material_;
  std::uint32_t tag_ = none;
  bool has_materials_ = false;
  bool has_objects_ = false;
  std::uint64_t largest_ = 0, largest_line_ = 0;
  std::uint64_t noted_ = 0;  // elements that are no surface
  PolygonFans fans_;
  std::size_t crossed_ = 0;  // faces that cross themselves
};

}  // namespace

Shape read_obj(const std::string& path, ShapeOptions options, std::vector<std::string>& materials) {
  return ObjReader(path).read(std::move(options), materials);
}

Assembly read_obj_parts(const std::string& path) { return ObjReader(path).read_parts(); }

}  // namespace graze
