#include "base/platform.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#endif

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "graze/error.h"

namespace graze::platform {

#if defined(_WIN32)

namespace {

// What Windows takes paths as. Empty for what is not UTF-8, which then cannot be opened.
std::wstring wide(const std::string& text) noexcept {
  const int length = int(text.size());
  const int count = ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, nullptr, 0);
  std::wstring result(std::size_t(std::max(count, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), length, result.data(), count);
  return result;
}

[[noreturn]] void fail(const char* what) {
  throw Error(std::string(what) + ": " + std::system_category().message(int(::GetLastError())));
}

struct Handle {
  HANDLE handle;
  ~Handle() {
    if (handle != nullptr && handle != INVALID_HANDLE_VALUE) ::CloseHandle(handle);
  }
};

}  // namespace

Mapping map_file(const std::string& path) {
  const Handle file{::CreateFileW(wide(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)};
  if (file.handle == INVALID_HANDLE_VALUE) fail("cannot open");
  if (::GetFileType(file.handle) != FILE_TYPE_DISK) throw Error("not a regular file");
  LARGE_INTEGER size;
  if (!::GetFileSizeEx(file.handle, &size)) fail("cannot read");
  if (size.QuadPart == 0) return {};
  const Handle mapping{::CreateFileMappingW(file.handle, nullptr, PAGE_READONLY, 0, 0, nullptr)};
  if (mapping.handle == nullptr) fail("cannot map");
  void* const start = ::MapViewOfFile(mapping.handle, FILE_MAP_READ, 0, 0, 0);
  if (start == nullptr) fail("cannot map");
  return {start, static_cast<std::size_t>(size.QuadPart)};
}

void unmap(const Mapping& mapping) noexcept {
  if (mapping.start != nullptr) ::UnmapViewOfFile(mapping.start);
}

int create_file(const std::string& path) noexcept {
  return ::_wopen(wide(path).c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

bool write_all(int file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const auto part = static_cast<unsigned>(std::min<std::size_t>(bytes.size(), 1u << 30));
    const int written = ::_write(file, bytes.data(), part);
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool flush_to_disk(int file) noexcept { return ::_commit(file) == 0; }

bool close_file(int file) noexcept { return ::_close(file) == 0; }

bool replace_file(const std::string& from, const std::string& to) noexcept {
  if (::MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING)) return true;
  errno = ::GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
  return false;
}

void remove_file(const std::string& path) noexcept { ::_wunlink(wide(path).c_str()); }

unsigned long process_id() noexcept { return ::GetCurrentProcessId(); }

int open_file(const std::string& path) noexcept {
  return ::_wopen(wide(path).c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

long long file_size(int file) noexcept { return ::_filelengthi64(file); }

long long read_at(int file, unsigned long long offset, std::span<std::byte> to) noexcept {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(file));
  std::size_t done = 0;
  while (done < to.size()) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset + done);
    place.OffsetHigh = static_cast<DWORD>((offset + done) >> 32);
    DWORD count = 0;
    const auto part = static_cast<DWORD>(std::min<std::size_t>(to.size() - done, 1u << 30));
    if (!::ReadFile(handle, to.data() + done, part, &count, &place)) {
      if (::GetLastError() == ERROR_HANDLE_EOF) break;
      return -1;
    }
    if (count == 0) break;
    done += count;
  }
  return static_cast<long long>(done);
}

void will_read(int, unsigned long long, unsigned long long) noexcept {}

#else

Mapping map_file(const std::string& path) {
  const auto reason = [] { return std::generic_category().message(errno); };
  // O_NONBLOCK: a pipe must be refused, not waited for.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) throw Error("cannot open: " + reason());
  struct stat status;
  std::string fault;
  Mapping mapping;
  if (::fstat(file, &status) != 0) {
    fault = "cannot read: " + reason();
  } else if (!S_ISREG(status.st_mode)) {
    fault = "not a regular file";
  } else if (status.st_size > 0) {
    mapping.size = static_cast<std::size_t>(status.st_size);
    mapping.start = ::mmap(nullptr, mapping.size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping.start == MAP_FAILED) fault = "cannot map: " + reason();
  }
  ::close(file);
  if (!fault.empty()) throw Error(fault);
  return mapping;
}

void unmap(const Mapping& mapping) noexcept {
  if (mapping.start != nullptr) ::munmap(mapping.start, mapping.size);
}

int create_file(const std::string& path) noexcept {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

bool write_all(int file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    // macOS refuses more than 2^31 - 1 bytes at once.
    const ::ssize_t written = ::write(file, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool flush_to_disk(int file) noexcept {
#if defined(__APPLE__)
  // There fsync does not ask the disk to write; some file systems know only fsync.
  if (::fcntl(file, F_FULLFSYNC) == 0) return true;
#endif
  return ::fsync(file) == 0;
}

bool close_file(int file) noexcept { return ::close(file) == 0; }

bool replace_file(const std::string& from, const std::string& to) noexcept {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

void remove_file(const std::string& path) noexcept { ::unlink(path.c_str()); }

int open_file(const std::string& path) noexcept {
  // O_NONBLOCK: a pipe must be refused, not waited for.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file >= 0 && (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
    ::close(file);
    errno = EINVAL;
    return -1;
  }
  return file;
}

long long file_size(int file) noexcept {
  struct stat status;
  return ::fstat(file, &status) == 0 ? static_cast<long long>(status.st_size) : -1;
}

long long read_at(int file, unsigned long long offset, std::span<std::byte> to) noexcept {
  std::size_t done = 0;
  while (done < to.size()) {
    const ::ssize_t count = ::pread(file, to.data() + done, std::min<std::size_t>(to.size() - done, 1u << 30),
                                    static_cast< ::off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return static_cast<long long>(done);
}

void will_read(int file, unsigned long long offset, unsigned long long bytes) noexcept {
#if defined(POSIX_FADV_WILLNEED)
  (void)::posix_fadvise(file, static_cast< ::off_t>(offset), static_cast< ::off_t>(bytes), POSIX_FADV_WILLNEED);
#else
  (void)file, (void)offset, (void)bytes;
#endif
}

unsigned long process_id() noexcept { return static_cast<unsigned long>(::getpid()); }

#endif

}  // namespace graze::platform
