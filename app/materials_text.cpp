#include "app/materials_text.h"

#include <fmt/format.h>

#include "base/json_text.h"

namespace graze::app {

void count_tags(const Shape& shape, std::vector<std::uint64_t>& counts) {
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i)
    if (shape.tag(i) < counts.size()) ++counts[shape.tag(i)];
}

std::string materials_text(const std::vector<std::string>& names, const std::vector<std::uint64_t>& counts) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{} ({} triangle{})", i == 0 ? "" : ", ", names[i].empty() ? "none" : names[i], counts[i],
                        counts[i] == 1 ? "" : "s");
  return text;
}

void append_materials(std::string& text, const std::vector<std::string>& names,
                      const std::vector<std::uint64_t>& counts) {
  JsonWriter out(text);
  out.key("materials").array([&] {
    for (std::size_t i = 0; i < names.size(); ++i)
      out.object([&] { out.field("name", names[i]).field("triangles", counts[i]); });
  });
}

}  // namespace graze::app
