// XML as robot descriptions use it: elements, attributes, text, comments. Processing instructions are passed over; a
// document type is an error, because what it declares would be lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/math.h"
#include "io/limits.h"

namespace graze {

struct XmlElement {
  std::string name;
  std::uint64_t line = 0;  // of its '<', from 1
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  std::string content = {};  // the text between its tags but for that of its children, CDATA among it, as it stands
  std::size_t close = 0;     // where in the text "</name>", or "/>", begins
  std::uint32_t source = 0;  // the file that it is from: 0 the file itself, others where it takes in more

  GRAZE_API const std::string* find(std::string_view attribute) const noexcept;  // null: there is none
  GRAZE_API const XmlElement* child(std::string_view name) const noexcept;       // the first of that name; null: none
};

// The root of a file, with errors that name the file and the line.
class XmlFile {
 public:
  // Throws Error: for what is not well-formed, and for more than 64 levels.
  explicit XmlFile(const std::string& path);
  // Of a text; `path` is for the errors. More elements, or levels of them, than that are an Error.
  GRAZE_API XmlFile(std::string path, std::string_view text, std::uint64_t most_elements = UINT64_MAX,
                    int most_levels = limits::xml_nesting);
  // Made of several files: element.source counts `paths`, the first of which is the file itself.
  XmlFile(std::vector<std::string> paths, XmlElement root);

  const XmlElement& root() const noexcept { return root_; }
  const std::string& path() const noexcept { return paths_[0]; }
  const std::vector<std::string>& paths() const noexcept { return paths_; }
  const std::string& path_of(const XmlElement& element) const noexcept { return paths_[element.source]; }
  // "line 7", or "other.xacro, line 7" of what is from another file.
  GRAZE_API std::string place(const XmlElement& element) const;

  // Throws Error "path:line: message".
  [[noreturn]] GRAZE_API void fail(const XmlElement& at, const std::string& message) const;

  // Each throws Error naming the element and the attribute: missing where there is no default, not a finite number.
  GRAZE_API const std::string& text(const XmlElement& element, std::string_view attribute) const;
  double number(const XmlElement& element, std::string_view attribute) const;
  GRAZE_API double number(const XmlElement& element, std::string_view attribute, double missing) const;
  Vec3 point(const XmlElement& element, std::string_view attribute) const;  // three numbers
  Vec3 point(const XmlElement& element, std::string_view attribute, Vec3 missing) const;
  // What stands between its tags, without blanks around it; of words, each a number; `count` of them.
  std::string content(const XmlElement& element) const;
  double content_number(const XmlElement& element) const;
  std::vector<double> content_numbers(const XmlElement& element, std::size_t count) const;
  std::vector<double> numbers(const XmlElement& element, std::string_view attribute) const;  // any count
  // Attributes and children that are not in the lists, each as "line 7: <origin> has an unknown attribute xzy".
  std::vector<std::string> others(const XmlElement& element, std::initializer_list<std::string_view> attributes,
                                  std::initializer_list<std::string_view> children = {}) const;

 private:
  double number_of(const XmlElement& element, std::string_view attribute, std::string_view word) const;

  std::vector<std::string> paths_;
  XmlElement root_;
};

// With &, <, >, " and ' escaped, for attributes and text.
std::string xml_escaped(std::string_view text);

}  // namespace graze
