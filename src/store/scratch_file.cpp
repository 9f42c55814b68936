#include "store/scratch_file.h"

#include <atomic>
#include <cerrno>
#include <system_error>

#include "base/platform.h"
#include "graze/error.h"

namespace graze {

namespace {
constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
}

ScratchFile::ScratchFile(const std::string& folder) {
  static std::atomic<unsigned> serial{0};
  // A process of the same number that was killed may have left files of these names.
  for (int tries = 0; tries < 1000 && writing_ < 0; ++tries) {
    path_ = folder + "/scratch.tmp-" + std::to_string(platform::process_id()) + "-" + std::to_string(serial++);
    writing_ = platform::create_file(path_);
    if (writing_ < 0 && errno != EEXIST) break;
  }
  if (writing_ < 0) fail("cannot be created");
}

ScratchFile::~ScratchFile() {
  if (writing_ >= 0) platform::close_file(writing_);
  if (reading_ >= 0) platform::close_file(reading_);
  platform::remove_file(path_);
}

void ScratchFile::fail(const char* what) const {
  throw Error(path_ + ": " + what + ": " + std::generic_category().message(errno));
}

void ScratchFile::write(std::span<const std::byte> bytes) {
  size_ += bytes.size();
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() >= buffer_bytes) flush();
}

void ScratchFile::flush() {
  if (!platform::write_all(writing_, buffer_)) fail("cannot be written");
  buffer_.clear();
}

void ScratchFile::read(std::uint64_t offset, std::span<std::byte> to) {
  if (reading_ < 0) reading_ = platform::open_file(path_);
  if (reading_ < 0) fail("cannot be opened");
  errno = 0;
  if (platform::read_at(reading_, offset, to) != static_cast<long long>(to.size())) fail("cannot be read");
}

}  // namespace graze
