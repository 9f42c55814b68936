#include "io/assimp/collada_check.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_map>

#include "graze/error.h"
#include "io/limits.h"
#include "io/number.h"
#include "io/text_file.h"
#include "io/xml.h"

namespace graze {

namespace {

std::string file_text(const std::string& path) {
  std::ifstream file = open_file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ColladaCheck {
 public:
  explicit ColladaCheck(const std::string& path)
      : text_(file_text(path)),
        file_(path, text_, UINT64_MAX, limits::nesting),
        nodes_left_(limits::parts(text_.size())) {}

  ColladaRemarks remarks() {
    collect(file_.root());
    for (const XmlElement* mesh : meshes_) check_mesh(*mesh);
    const XmlElement* const scene = file_.root().child("scene");
    const XmlElement* const instance = scene == nullptr ? nullptr : scene->child("instance_visual_scene");
    const XmlElement* const visual = instance == nullptr ? nullptr : target(*instance, "visual_scene");
    if (visual != nullptr) expand(*visual, 0);
    ColladaRemarks result{std::move(losses_), {}};
    for (const XmlElement* curve : curves_)
      result.notes.push_back("<geometry> in " + file_.place(*curve) + " has no faces, only curves: not read");
    return result;
  }

 private:
  void lose(const XmlElement& element, const std::string& reason) {
    losses_.push_back({"<" + element.name + "> in " + file_.place(element), reason});
  }

  void collect(const XmlElement& element) {
    if (const std::string* const id = element.find("id")) by_id_.emplace(*id, &element);
    if (element.name == "mesh") meshes_.push_back(&element);
    for (const XmlElement& child : element.children) collect(child);
  }

  // The element of that name to which the attribute `url` leads; null, which is a loss, where there is none.
  const XmlElement* target(const XmlElement& from, std::string_view name) {
    const std::string* const url = from.find("url");
    const auto found = url == nullptr || !url->starts_with('#') ? by_id_.end() : by_id_.find(url->substr(1));
    if (found != by_id_.end() && found->second->name == name) return found->second;
    lose(from, "it names " + in_quotes(url == nullptr ? "" : *url) + ", and the file has no such <" +
                   std::string(name) + ">");
    return nullptr;
  }

  // All nodes below, with those that are instances of others: as many as assimp makes.
  void expand(const XmlElement& element, int depth) {
    if (depth > limits::nesting)
      file_.fail(element, "nodes are nested more than " + std::to_string(limits::nesting) + " deep, or in themselves");
    if (nodes_left_-- == 0) file_.fail(element, "there are too many nodes for the size of the file");
    for (const XmlElement& child : element.children) {
      if (child.name == "node") expand(child, depth + 1);
      if (child.name == "instance_geometry") check_geometry(target(child, "geometry"));
      if (child.name == "instance_controller") target(child, "controller");
      if (child.name != "instance_node") continue;
      const XmlElement* const other = target(child, "node");
      if (other != nullptr) expand(*other, depth + 1);
    }
  }

  // assimp reads meshes. A spline is a curve; the others are bodies.
  void check_geometry(const XmlElement* geometry) {
    if (geometry == nullptr || geometry->child("mesh") != nullptr) return;
    if (geometry->child("spline") == nullptr) return lose(*geometry, "it has no <mesh>, the only kind that is read");
    if (std::find(curves_.begin(), curves_.end(), geometry) == curves_.end()) curves_.push_back(geometry);
  }

  // The number of vertices of a mesh: of the positions of its <vertices>. 0: none are found.
  std::uint64_t vertices_of(const XmlElement& mesh) {
    const XmlElement* const vertices = mesh.child("vertices");
    if (vertices == nullptr) return 0;
    for (const XmlElement& input : vertices->children) {
      const std::string *const semantic = input.find("semantic"), *const source = input.find("source");
      if (semantic == nullptr || *semantic != "POSITION" || source == nullptr || !source->starts_with('#')) continue;
      const auto found = by_id_.find(source->substr(1));
      const XmlElement* const technique = found == by_id_.end() ? nullptr : found->second->child("technique_common");
      const XmlElement* const accessor = technique == nullptr ? nullptr : technique->child("accessor");
      const double count = accessor == nullptr ? 0 : file_.number(*accessor, "count", 0);
      if (accessor != nullptr && file_.number(*accessor, "stride", 1) < 1) lose(*accessor, "its stride is less than 1");
      return count > 0 ? static_cast<std::uint64_t>(std::min(count, 1e15)) : 0;
    }
    return 0;
  }

  void check_mesh(const XmlElement& mesh) {
    const std::uint64_t vertices = vertices_of(mesh);
    for (const XmlElement& primitive : mesh.children) {
      std::uint64_t stride = 0, offset = 0;
      for (const XmlElement& input : primitive.children) {
        if (input.name != "input") continue;
        const double at = file_.number(input, "offset", 0);
        if (!(at >= 0) || at > 1000) file_.fail(input, "an offset must be from 0 to 1000");
        stride = std::max(stride, static_cast<std::uint64_t>(at) + 1);
        if (file_.text(input, "semantic") == "VERTEX") offset = static_cast<std::uint64_t>(at);
      }
      if (stride == 0 || primitive.name == "vertices") continue;
      for (const XmlElement& list : primitive.children)
        if (list.name == "p") check_indices(list, stride, offset, vertices);
    }
  }

  void check_indices(const XmlElement& list, std::uint64_t stride, std::uint64_t offset, std::uint64_t vertices) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::string& text = list.content;
    std::uint64_t number = 0;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string::npos; ++number) {
      const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
      const std::string_view word = std::string_view(text).substr(at, end - at);
      at = text.find_first_not_of(blanks, end);
      if (number % stride != offset) continue;
      const Number index = parse_number(word);
      if (index.fault == NumberFault::none && index.value >= 0 && index.value < static_cast<double>(vertices)) continue;
      lose(list, "index " + in_quotes(word) + " is not one of " + std::to_string(vertices) + " vertices");
      return;
    }
  }

  std::string text_;
  XmlFile file_;
  std::unordered_map<std::string, const XmlElement*> by_id_;
  std::vector<const XmlElement*> meshes_;
  std::vector<const XmlElement*> curves_;
  std::vector<SkippedPart> losses_;
  std::uint64_t nodes_left_;
};

}  // namespace

ColladaRemarks check_collada(const std::string& path) { return ColladaCheck(path).remarks(); }

}  // namespace graze
