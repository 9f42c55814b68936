#include "shape/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "graze/error.h"

namespace graze {

MappedFile::MappedFile(const std::string& path) {
  const auto reason = [] { return std::generic_category().message(errno); };
  // O_NONBLOCK: a pipe must be refused, not waited for.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) throw Error("cannot open: " + reason());
  struct stat status;
  std::string fault;
  if (::fstat(file, &status) != 0) {
    fault = "cannot read: " + reason();
  } else if (!S_ISREG(status.st_mode)) {
    fault = "not a regular file";
  } else if (status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    start_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    if (start_ == MAP_FAILED) fault = "cannot map: " + reason();
  }
  ::close(file);
  if (!fault.empty()) throw Error(fault);
}

MappedFile::~MappedFile() {
  if (start_ != nullptr) ::munmap(start_, size_);
}

}  // namespace graze
