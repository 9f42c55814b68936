// PLY, text and binary of either byte order: the element "vertex" with x, y and z, and the element "face" with a list
// of indices, each face the fan of triangles from its first corner, or, where it is not convex, cut along other
// diagonals. The element "tristrips" has lists of strips of triangles, in which -1 begins another. Edges are noted.
// Other elements and properties are passed over. A file is one part, named by it; one without faces and strips, as
// scanners write it, is a cloud of points.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/compat.h"
#include "graze/error.h"
#include "graze/points.h"
#include "io/number.h"
#include "io/part_list.h"
#include "io/polygon_fans.h"
#include "io/readers.h"
#include "io/text_file.h"

namespace graze {

namespace {

enum class Type : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr std::array<std::pair<std::string_view, Type>, 16> type_names = {{{"char", Type::int8},
                                                                           {"int8", Type::int8},
                                                                           {"uchar", Type::uint8},
                                                                           {"uint8", Type::uint8},
                                                                           {"short", Type::int16},
                                                                           {"int16", Type::int16},
                                                                           {"ushort", Type::uint16},
                                                                           {"uint16", Type::uint16},
                                                                           {"int", Type::int32},
                                                                           {"int32", Type::int32},
                                                                           {"uint", Type::uint32},
                                                                           {"uint32", Type::uint32},
                                                                           {"float", Type::float32},
                                                                           {"float32", Type::float32},
                                                                           {"double", Type::float64},
                                                                           {"float64", Type::float64}}};

std::size_t bytes_of(Type type) {
  constexpr std::array<std::uint8_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

struct Property {
  std::string name;
  Type type = Type::float32;
  bool list = false;
  Type count_type = Type::uint8;
};

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::vector<Property> properties;
};

class PlyReader {
 public:
  explicit PlyReader(const std::string& path) : path_(path) {
    std::ifstream file = open_file(path);
    bytes_.resize(std::filesystem::file_size(path));
    if (!file.read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()))) fail("reading stopped before its end");
  }

  Shape shape(ShapeOptions options) {
    read();
    if (!is_cloud()) return make_mesh(std::move(vertices_), std::move(triangles_), std::move(options));
    if (options.solid) fail("a cloud of points is no solid");
    return make_points(std::move(vertices_), options.margin, std::move(options.tags));
  }

  Assembly parts() {
    read();
    const std::string name = std::filesystem::path(path_).stem().string();
    PartList parts(bytes_.size());
    PartShape part;
    if (is_cloud()) {
      part.remark = std::to_string(vertices_.size()) + " points: the file has no faces";
      part.shape = make_points(std::move(vertices_));
    } else {
      part = make_part_shape(std::move(vertices_), std::move(triangles_));
    }
    if (thin_ > 0) {
      part.remark += (part.remark.empty() ? "left out: " : "; left out: ") + std::to_string(thin_) +
                     " faces of fewer than three corners";
    }
    parts.add({name, parts.unique(name), std::move(part.shape), {}, std::move(part.remark)});
    Assembly assembly = std::move(parts).finish(precise_ ? 0x1p-52 : 0x1p-23);
    if (crossed_ > 0)
      assembly.notes.push_back(std::to_string(crossed_) +
                               " faces cross themselves, or have too many corners: taken as fans");
    for (const Element& element : elements_) {
      if (element.name == "edge" && element.count > 0)
        assembly.notes.push_back(std::to_string(element.count) + " edges are no surface: left out");
    }
    return assembly;
  }

 private:
  void read() {
    read_header();
    for (const Element& element : elements_) {
      if (element.properties.empty()) continue;
      for (std::uint64_t i = 0; i < element.count; ++i) read_one(element, i);
    }
    check_indices();
    crossed_ = fans_.mend(vertices_, triangles_);
    if (triangles_.empty() && !(is_cloud() && !vertices_.empty())) {
      fail("no faces: the file has " + std::to_string(vertices_.size()) + " vertices" +
           (thin_ > 0 ? " and " + std::to_string(thin_) + " faces of fewer than three corners" : ""));
    }
  }

  bool is_cloud() const {
    return std::none_of(elements_.begin(), elements_.end(), [](const Element& e) { return is_surface(e); });
  }

  [[noreturn]] void fail(const std::string& message) const { throw Error(path_ + ": " + message); }
  [[noreturn]] void fail_at(const Element& element, std::uint64_t index, const std::string& message) const {
    fail(in_quotes(element.name) + " " + std::to_string(index) + ": " + message);
  }

  // Without its end.
  std::string_view next_line() {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string::npos) fail("it ends within its header");
    std::string_view line = std::string_view(bytes_).substr(at_, end - at_);
    at_ = end + 1;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  Type type_named(std::string_view name) const {
    for (const auto& [known, type] : type_names) {
      if (known == name) return type;
    }
    fail("its header has the unknown type " + in_quotes(name));
  }

  void read_header() {
    if (next_line() != "ply") fail("not a PLY file: it does not begin with 'ply'");
    bool has_format = false;
    std::vector<std::string_view> words;
    for (;;) {
      const std::string_view line = next_line();
      split_words(line, words);
      if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
      if (words[0] == "end_header") break;
      if (words[0] == "format" && words.size() == 3) {
        read_format(words[1]);
        has_format = true;
      } else if (words[0] == "element" && words.size() == 3) {
        const Number count = parse_number(words[2]);
        // A thing of the file takes at least one byte of it, unless it has no properties.
        if (count.fault != NumberFault::none || !(count.value >= 0) || count.value != std::floor(count.value) ||
            count.value > static_cast<double>(bytes_.size())) {
          fail("it cannot have " + in_quotes(words[2]) + " of " + in_quotes(words[1]));
        }
        elements_.push_back({std::string(words[1]), static_cast<std::uint64_t>(count.value), {}});
      } else if (words[0] == "property" && !elements_.empty() && words.size() == 3) {
        elements_.back().properties.push_back({std::string(words[2]), type_named(words[1])});
      } else if (words[0] == "property" && !elements_.empty() && words.size() == 5 && words[1] == "list") {
        elements_.back().properties.push_back(
            {std::string(words[4]), type_named(words[3]), true, type_named(words[2])});
      } else {
        fail("its header has the line " + in_quotes(line));
      }
    }
    if (!has_format) fail("its header does not say its format");
    for (const Element& element : elements_) {
      if (element.name == "vertex") check_vertex(element);
      if (is_surface(element)) check_face(element);
    }
  }

  void read_format(std::string_view name) {
    if (name == "ascii") {
      text_ = true;
    } else if (name == "binary_big_endian") {
      big_endian_ = true;
    } else if (name != "binary_little_endian") {
      fail("its format " + in_quotes(name) + " is not read");
    }
  }

  void check_vertex(const Element& element) {
    int found = 0;
    for (const Property& property : element.properties) {
      if (property.name != "x" && property.name != "y" && property.name != "z") continue;
      if (property.list) fail("a coordinate of its vertices is a list");
      ++found;
      precise_ = precise_ && property.type != Type::float32;
    }
    if (found != 3) fail("its vertices have not the properties x, y and z");
  }

  void check_face(const Element& element) const {
    const auto corners = [](const Property& property) { return property.list && names_corners(property.name); };
    if (element.count > 0 && std::none_of(element.properties.begin(), element.properties.end(), corners))
      fail("its " + in_quotes(element.name) + " have no list 'vertex_indices'");
  }

  static bool is_surface(const Element& element) { return element.name == "face" || element.name == "tristrips"; }

  static bool names_corners(std::string_view name) { return name == "vertex_indices" || name == "vertex_index"; }

  void read_one(const Element& element, std::uint64_t index) {
    const bool vertex = element.name == "vertex", face = element.name == "face", strips = element.name == "tristrips";
    Vec3 point;
    for (const Property& property : element.properties) {
      if (!property.list) {
        const double value = next_number(property.type, element, index);
        if (vertex && property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z') {
          point[property.name[0] - 'x'] = value;
        }
        continue;
      }
      const double count = next_number(property.count_type, element, index);
      if (!(count >= 0) || count > static_cast<double>(bytes_.size() - at_)) {
        fail_at(element, index, "a list of " + std::to_string(count) + " is more than the file has");
      }
      corners_.clear();
      for (double i = 0; i < count; ++i) corners_.push_back(next_number(property.type, element, index));
      if (face && names_corners(property.name)) add_face(element, index);
      if (strips && names_corners(property.name)) add_strips(element, index);
    }
    if (!vertex) return;
    if (!is_finite(point)) fail_at(element, index, "not finite");
    vertices_.push_back(point);
  }

  void check_corner(const Element& element, std::uint64_t index, double corner) const {
    if (!(corner >= 0) || corner > UINT32_MAX || corner != std::floor(corner))
      fail_at(element, index, std::to_string(corner) + " is no index of a vertex");
  }

  // Every second triangle of a strip is turned.
  void add_strips(const Element& element, std::uint64_t index) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (corners_[i] == -1) {
        first = i + 1;
        continue;
      }
      check_corner(element, index, corners_[i]);
      if (i < first + 2) continue;
      const auto corner = [&](std::size_t k) { return static_cast<std::uint32_t>(corners_[k]); };
      const bool turned = (i - first) % 2 != 0;
      const Index3 t = {corner(i - 2), corner(turned ? i : i - 1), corner(turned ? i - 1 : i)};
      if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles_.push_back(t);  // others join strips
    }
  }

  void add_face(const Element& element, std::uint64_t index) {
    for (const double corner : corners_) check_corner(element, index, corner);
    thin_ += corners_.size() < 3;
    const auto corner = [&](std::size_t i) { return static_cast<std::uint32_t>(corners_[i]); };
    if (corners_.size() > 3) fans_.add(triangles_.size(), corners_.size() - 2);
    for (std::size_t i = 2; i < corners_.size(); ++i) triangles_.push_back({corner(0), corner(i - 1), corner(i)});
  }

  void check_indices() const {
    for (const Index3& triangle : triangles_) {
      for (const std::uint32_t corner : triangle) {
        if (corner >= vertices_.size()) {
          fail("a face names vertex " + std::to_string(corner) + ", but there are " + std::to_string(vertices_.size()));
        }
      }
    }
  }

  double next_number(Type type, const Element& element, std::uint64_t index) {
    if (text_) {
      constexpr std::string_view blanks = " \t\r\n\v\f";
      const std::size_t begin = bytes_.find_first_not_of(blanks, at_);
      if (begin == std::string::npos) fail_at(element, index, "the file ends before it");
      const std::size_t end = std::min(bytes_.find_first_of(blanks, begin), bytes_.size());
      const std::string_view word = std::string_view(bytes_).substr(begin, end - begin);
      at_ = end;
      const Number number = parse_number(word);
      if (number.fault != NumberFault::none) fail_at(element, index, in_quotes(word) + " is not a finite number");
      return number.value;
    }
    const std::size_t size = bytes_of(type);
    if (bytes_.size() - at_ < size) fail_at(element, index, "the file ends before it");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t from = big_endian_ ? i : size - 1 - i;
      bits = bits << 8 | static_cast<unsigned char>(bytes_[at_ + from]);
    }
    at_ += size;
    switch (type) {
      case Type::int8:
        return static_cast<std::int8_t>(bits);
      case Type::int16:
        return static_cast<std::int16_t>(bits);
      case Type::int32:
        return static_cast<std::int32_t>(bits);
      case Type::float32:
        return bit_cast<float>(static_cast<std::uint32_t>(bits));
      case Type::float64:
        return bit_cast<double>(bits);
      default:
        return static_cast<double>(bits);
    }
  }

  std::string path_, bytes_;
  std::size_t at_ = 0;
  bool text_ = false, big_endian_ = false, precise_ = true;
  std::vector<Element> elements_;
  std::vector<Vec3> vertices_;
  std::vector<Index3> triangles_;
  std::vector<double> corners_;
  PolygonFans fans_;
  std::size_t crossed_ = 0;  // faces that cross themselves
  std::uint64_t thin_ = 0;
};

// What `work` gives; an Error that does not name the file is thrown again with its name.
template <class Work>
auto named(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    const std::string text = error.what();
    throw Error(text.starts_with(path) ? text : path + ": " + text);
  }
}

}  // namespace

Shape read_ply(const std::string& path, ShapeOptions options, std::vector<std::string>&) {
  PlyReader reader(path);
  return named(path, [&] { return reader.shape(std::move(options)); });
}

Assembly read_ply_parts(const std::string& path) {
  PlyReader reader(path);
  return named(path, [&] { return reader.parts(); });
}

}  // namespace graze
