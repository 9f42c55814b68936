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

}  // namespace graze
