// What the core asks of the operating system, and the only place where it does: POSIX, with branches for Windows and
// macOS. Paths are UTF-8.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "graze/api.h"

namespace graze::platform {

// A file seen as memory, read only, from the start of a page.
struct Mapping {
  void* start = nullptr;  // null for an empty file
  std::size_t size = 0;
};
// Throws Error with the reason only: the caller names the file. What is not a regular file is refused, not waited for.
Mapping map_file(const std::string& path);
void unmap(const Mapping& mapping) noexcept;

// A file being written, under a name that must not be there yet. Each returns false, or -1, with the reason in errno.
GRAZE_API int create_file(const std::string& path) noexcept;
GRAZE_API bool write_all(int file, std::span<const std::byte> bytes) noexcept;
bool flush_to_disk(int file) noexcept;
GRAZE_API bool close_file(int file) noexcept;
// Takes the place of a file of that name in one step: whoever opens it sees the old one or the new one.
bool replace_file(const std::string& from, const std::string& to) noexcept;
GRAZE_API void remove_file(const std::string& path) noexcept;

// A regular file that is read in pieces: what was cut off behind our back is then a short read, not a signal.
GRAZE_API int open_file(const std::string& path) noexcept;
// Bytes of it, or -1.
GRAZE_API long long file_size(int file) noexcept;
// Fills the span from that place on; returns how many bytes there were before the end, or -1. Threads may share a file.
GRAZE_API long long read_at(int file, unsigned long long offset, std::span<std::byte> to) noexcept;
// A hint that these bytes will be read soon.
GRAZE_API void will_read(int file, unsigned long long offset, unsigned long long bytes) noexcept;

// Tells the processes of this machine apart.
GRAZE_API unsigned long process_id() noexcept;

}  // namespace graze::platform
