#include "io/limits.h"

#include <algorithm>
#include <filesystem>

#include "graze/error.h"
#include "io/text_file.h"

namespace graze::limits {

namespace fs = std::filesystem;

namespace {

bool leads_out(const fs::path& relative) { return relative.is_absolute() || *relative.begin() == ".."; }

// Does a symbolic link on the way to the file lead out of the folder? Files that are not there lead nowhere.
bool links_out(const fs::path& file, const fs::path& folder) {
#ifdef __wasm__  // whose files are in memory
  return file.empty() && folder.empty();
#else
  std::error_code fault;
  const fs::path target = fs::canonical(file, fault);
  if (fault) return false;
  const fs::path root = fs::canonical(folder, fault);
  return fault || leads_out(target.lexically_relative(root));
#endif
}

}  // namespace

std::string beside(const std::string& path, std::string_view reference) {
  const auto refuse = [&](const char* why) { throw Error("it refers to " + in_quotes(reference) + ", which " + why); };
  if (reference.find(':') != std::string_view::npos) refuse("is not a file beside it: URLs and drives are not read");
  if (reference.find('\0') != std::string_view::npos) refuse("is not the name of a file");
  std::string name(reference);
  std::replace(name.begin(), name.end(), '\\', '/');
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.empty()) refuse("names no file");
  const fs::path folder = fs::path(path).parent_path(), file = folder / relative;
  if (leads_out(relative) || links_out(file, folder.empty() ? "." : folder))
    refuse("is outside of the model's folder: only files in it are read");
  return file.string();
}

}  // namespace graze::limits
