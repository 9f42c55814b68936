#include "robot/packages.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace graze {

namespace {

namespace fs = std::filesystem;

constexpr int most_levels = 4;

void look_in(const fs::path& folder, const std::string& name, int levels, std::vector<fs::path>& found) {
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, fault), end;
       !fault && entry != end; entry.increment(fault)) {
    std::error_code ignored;
    if (!entry->is_directory(ignored) || entry->path().filename().string().starts_with(".")) continue;
    const std::string called = package_name(entry->path());
    if (called == name) {
      found.push_back(entry->path());
    } else if (called.empty() && levels > 1) {
      look_in(entry->path(), name, levels - 1, found);
    }
  }
}

}  // namespace

std::string package_name(const fs::path& folder) {
  std::ifstream file(folder / "package.xml", std::ios::binary);
  if (!file) return {};
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  // By hand: such a file may hold what our reader of XML refuses, and nothing but the name matters.
  const std::size_t tag = text.find("<name>"), begin = tag == std::string::npos ? tag : tag + 6;
  const std::size_t end = begin == std::string::npos ? begin : text.find("</name>", begin);
  if (end == std::string::npos) return {};
  const std::string inner = text.substr(begin, end - begin);
  const std::size_t first = inner.find_first_not_of(" \t\r\n"), last = inner.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : inner.substr(first, last - first + 1);
}

std::vector<fs::path> packages_in(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> found;
  look_in(folder, name, most_levels, found);
  std::sort(found.begin(), found.end());
  return found;
}

std::string find_package(const std::string& name, const std::string& beside, const std::vector<std::string>& paths) {
  return find_resource("package://" + name, beside, paths, true);
}

std::string find_resource(const std::string& uri, const std::string& beside, const std::vector<std::string>& paths,
                          bool wants_folder) {
  if (uri.starts_with("file://package://")) return find_resource(uri.substr(7), beside, paths, wants_folder);
  std::error_code ignored;
  const auto there = [&](const fs::path& path) {
    return wants_folder ? fs::is_directory(path, ignored) : fs::is_regular_file(path, ignored);
  };
  const fs::path folder = fs::absolute(fs::path(beside), ignored).parent_path();
  if (uri.starts_with("file://")) {
    const fs::path path = uri.substr(7);
    return there(path) ? path.string() : "";
  }
  const std::size_t scheme = uri.starts_with("package://") ? 10 : uri.starts_with("model://") ? 8 : 0;
  if (scheme == 0) {
    const fs::path path = folder / uri;  // an absolute one stays what it is
    return there(path) ? path.string() : "";
  }
  const std::string rest = uri.substr(scheme), package = rest.substr(0, rest.find('/'));
  const std::string within = package.size() < rest.size() ? rest.substr(package.size() + 1) : "";
  const auto inside = [&](const fs::path& root) { return within.empty() ? root : root / within; };
  const auto below = [&](const fs::path& root) -> std::string {
    if (there(root / rest)) return (root / rest).string();
    const bool called_so = root.filename() == package || package_name(root) == package;
    return called_so && there(inside(root)) ? inside(root).string() : "";
  };
  for (const std::string& path : paths) {
    fs::path root = fs::absolute(path, ignored).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (std::string found = below(root); !found.empty()) return found;
    for (const fs::path& each : packages_in(root, package)) {
      if (there(inside(each))) return inside(each).string();
    }
  }
  for (fs::path root = folder;; root = root.parent_path()) {
    if (std::string found = below(root); !found.empty()) return found;
    if (root == root.parent_path()) return {};
  }
}

}  // namespace graze
