#include "io/limits.h"

#include <algorithm>
#include <filesystem>

#include "graze/error.h"
#include "io/text_file.h"

namespace graze::limits {

namespace fs = std::filesystem;

namespace {

bool is_below(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

}  // namespace

std::string beside(const std::string& path, std::string_view reference) {
  const auto refuse = [&](const char* why) -> void {
    throw Error("it refers to " + in_quotes(reference) + ", which " + why);
  };
  if (reference.empty()) refuse("names no file");
  if (reference.find(':') != std::string_view::npos) refuse("is not a file beside it: URLs and drives are not read");
  if (reference.find('\0') != std::string_view::npos) refuse("is not the name of a file");
  std::string name(reference);
  std::replace(name.begin(), name.end(), '\\', '/');
  std::error_code fault;
  const fs::path folder = fs::weakly_canonical(fs::absolute(path, fault).parent_path(), fault);
  if (fault) refuse("cannot be found");
  const fs::path file = (folder / name).lexically_normal();
  const char* const outside = "is outside of the model's folder: only files in it are read";
  if (!is_below(file, folder)) refuse(outside);
  const fs::path target = fs::weakly_canonical(file, fault);
  if (fault || !is_below(target, folder)) refuse(outside);
  return file.string();
}

}  // namespace graze::limits
