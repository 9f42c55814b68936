#include "base/first_touch.h"

namespace graze {
namespace {

constexpr std::size_t page = 4096;  // or a larger power of two, of which more than one write does no harm

// Memory that a vector has reserved is not its elements' yet, which a sanitizer may call out of bounds.
#if defined(__GNUC__)
[[gnu::no_sanitize_address]]
#endif
void touch_some(char* first, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += page) *static_cast<volatile char*>(first + at) = 0;
}

}  // namespace

void touch_pages(void* first, std::size_t bytes) { touch_some(static_cast<char*>(first), bytes); }

void touch_pages(void* first, std::size_t bytes, int threads) {
  parallel_for((bytes + page - 1) / page, 64, threads, [&](std::size_t begin, std::size_t end) {
    const std::size_t last = end * page < bytes ? end * page : bytes;
    touch_some(static_cast<char*>(first) + begin * page, last - begin * page);
  });
}

}  // namespace graze
