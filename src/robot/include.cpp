#include "robot/include.h"

#include <algorithm>
#include <filesystem>

#include "graze/error.h"
#include "robot/packages.h"

namespace graze {

namespace {

namespace fs = std::filesystem;

void set_source(XmlElement& element, std::uint32_t source) {
  element.source = source;
  for (XmlElement& child : element.children) set_source(child, source);
}

constexpr int deepest_include = 32;

[[noreturn]] void fail(const std::vector<std::string>& paths, const XmlElement& at, const std::string& message) {
  throw Error(paths[at.source] + ":" + std::to_string(at.line) + ": " + message);
}

std::uint32_t add_path(std::vector<std::string>& paths, const XmlElement& at, const std::string& path) {
  if (paths.size() > most_included) fail(paths, at, "more than " + std::to_string(most_included) + " files");
  paths.push_back(path);
  return static_cast<std::uint32_t>(paths.size() - 1);
}

void include_mjcf(XmlElement& element, std::vector<std::string>& paths, int depth) {
  std::vector<XmlElement> children;
  for (XmlElement& child : element.children) {
    if (child.name != "include") {
      include_mjcf(child, paths, depth);
      children.push_back(std::move(child));
      continue;
    }
    const std::string* const name = child.find("file");
    if (!name) fail(paths, child, "<include> has no attribute file");
    if (depth == deepest_include) fail(paths, child, "files include each other more than 32 deep");
    // Relative to the file that includes, else, as MuJoCo has it, to the first one.
    fs::path path = fs::path(paths[child.source]).parent_path() / *name;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) path = fs::path(paths[0]).parent_path() / *name;
    if (!fs::is_regular_file(path, ignored)) fail(paths, child, "there is no file " + *name);
    XmlElement root = read_source(path.string(), add_path(paths, child, path.string()));
    include_mjcf(root, paths, depth + 1);
    for (XmlElement& inner : root.children) children.push_back(std::move(inner));
  }
  element.children = std::move(children);
}

// The SDF file of a model's folder, by its model.config; the last that is named, which is of the newest version.
std::string file_of_model(const fs::path& folder) {
  std::error_code ignored;
  const fs::path config = folder / "model.config";
  if (fs::is_regular_file(config, ignored)) {
    const XmlFile file(config.string());
    std::string name;
    for (const XmlElement& child : file.root().children) {
      if (child.name == "sdf") name = file.content(child);
    }
    if (!name.empty() && fs::is_regular_file(folder / name, ignored)) return (folder / name).string();
  }
  return fs::is_regular_file(folder / "model.sdf", ignored) ? (folder / "model.sdf").string() : "";
}

const XmlElement* child_of(const XmlElement& element, const char* name) { return element.child(name); }

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

class SdfIncluder {
 public:
  SdfIncluder(std::vector<std::string>& paths, const ReadRobotSettings& settings, std::vector<SkippedPart>& skipped)
      : paths_(paths), settings_(settings), skipped_(skipped) {}

  void expand(XmlElement& element, int depth) {
    std::vector<XmlElement> children;
    for (XmlElement& child : element.children) {
      if (child.name == "include" && child_of(child, "uri")) {
        include(child, depth, children);
      } else {
        expand(child, depth);
        children.push_back(std::move(child));
      }
    }
    element.children = std::move(children);
  }

 private:
  void include(const XmlElement& element, int depth, std::vector<XmlElement>& into) {
    if (depth == deepest_include) fail(paths_, element, "files include each other more than 32 deep");
    const std::string uri = trimmed(child_of(element, "uri")->content), &beside = paths_[element.source];
    std::string path = find_resource(uri, beside, settings_.package_paths);
    if (path.empty()) {
      const std::string folder = find_resource(uri, beside, settings_.package_paths, true);
      if (!folder.empty()) path = file_of_model(folder);
    }
    const XmlElement* const name = child_of(element, "name");
    const auto skip = [&](const std::string& why) {
      const std::string place = "line " + std::to_string(element.line);
      skipped_.push_back({name ? trimmed(name->content) : uri, "<include> of " + uri + " (" + place + "): " + why});
    };
    if (path.empty()) return skip("there is no such model; say where models are");
    XmlElement root = read_source(path, add_path(paths_, element, path));
    expand(root, depth + 1);
    const auto model = std::find_if(root.children.begin(), root.children.end(),
                                    [](const XmlElement& child) { return child.name == "model"; });
    if (root.name != "sdf" || model == root.children.end()) return skip("the file holds no <model> of SDF");
    // The include may give the model another name, place and state.
    for (const char* const each : {"name", "pose", "static", "placement_frame"}) {
      const XmlElement* const given = child_of(element, each);
      if (!given) continue;
      if (std::string_view(each) == "name" || std::string_view(each) == "placement_frame") {
        std::erase_if(model->attributes, [&](const auto& attribute) { return attribute.first == each; });
        model->attributes.emplace_back(each, trimmed(given->content));
      } else {
        std::erase_if(model->children, [&](const XmlElement& child) { return child.name == each; });
        model->children.push_back(*given);
      }
    }
    into.push_back(std::move(*model));
  }

  std::vector<std::string>& paths_;
  const ReadRobotSettings& settings_;
  std::vector<SkippedPart>& skipped_;
};

}  // namespace

XmlElement read_source(const std::string& path, std::uint32_t source) {
  XmlElement root = XmlFile(path).root();
  set_source(root, source);
  return root;
}

XmlFile with_sdf_includes(const XmlFile& file, const ReadRobotSettings& settings, std::vector<SkippedPart>& skipped) {
  std::vector<std::string> paths = file.paths();
  XmlElement root = file.root();
  SdfIncluder(paths, settings, skipped).expand(root, 0);
  return {std::move(paths), std::move(root)};
}

XmlFile with_mjcf_includes(const XmlFile& file) {
  std::vector<std::string> paths = file.paths();
  XmlElement root = file.root();
  include_mjcf(root, paths, 0);
  return {std::move(paths), std::move(root)};
}

}  // namespace graze
