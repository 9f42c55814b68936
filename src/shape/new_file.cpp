#include "shape/new_file.h"

#include <atomic>
#include <cerrno>
#include <system_error>

#include "base/platform.h"
#include "graze/error.h"

namespace graze {

NewFile::NewFile(const std::string& path) : path_(path) {
  static std::atomic<unsigned> serial{0};
  // A process of the same number that was killed may have left files of these names.
  for (int tries = 0; tries < 1000 && file_ < 0; ++tries) {
    temporary_ = path + ".tmp-" + std::to_string(platform::process_id()) + "-" + std::to_string(serial++);
    file_ = platform::create_file(temporary_);
    if (file_ < 0 && errno != EEXIST) break;
  }
  if (file_ < 0) fail("cannot create");
}

NewFile::~NewFile() {
  if (file_ >= 0) platform::close_file(file_);
  if (!committed_) platform::remove_file(temporary_);
}

void NewFile::fail(const char* what) const {
  throw Error("save: " + path_ + ": " + what + ": " + std::generic_category().message(errno));
}

void NewFile::write(std::span<const std::byte> bytes) {
  if (!platform::write_all(file_, bytes)) fail("cannot write");
}

void NewFile::commit() {
  if (!platform::flush_to_disk(file_)) fail("cannot write");
  const int file = file_;
  file_ = -1;
  if (!platform::close_file(file)) fail("cannot write");
  if (!platform::replace_file(temporary_, path_)) fail("cannot create");
  committed_ = true;
}

}  // namespace graze
