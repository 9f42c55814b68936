#include "shape/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "graze/error.h"

namespace graze {

NewFile::NewFile(const std::string& path) : path_(path) {
  static std::atomic<unsigned> serial{0};
  temporary_ = path + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ < 0) fail("cannot create");
}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
  if (!committed_) ::unlink(temporary_.c_str());
}

void NewFile::fail(const char* what) const {
  throw Error("save: " + path_ + ": " + what + ": " + std::generic_category().message(errno));
}

void NewFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ::ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot write");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void NewFile::commit() {
  if (::fsync(file_) != 0) fail("cannot write");
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) fail("cannot write");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot create");
  committed_ = true;
}

}  // namespace graze
