#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace graze {

void assert_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
  std::abort();
}

}  // namespace graze
