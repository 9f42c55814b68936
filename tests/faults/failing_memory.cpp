#include "tests/faults/failing_memory.h"

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <system_error>

namespace graze::faults {
namespace {

constexpr std::int64_t never = -1;
thread_local std::int64_t allowed_left = never;
thread_local Thrown what = Thrown::bad_alloc;
thread_local bool thrown_once = false;

void count() {
  if (allowed_left == never || allowed_left-- > 0) return;
  allowed_left = never;  // the exception itself needs memory
  thrown_once = true;
  switch (what) {
    case Thrown::bad_alloc:
      throw std::bad_alloc();
    case Thrown::system_error:
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    case Thrown::logic_error:
      throw std::logic_error("a fault that a test made");
    case Thrown::integer:
      throw 7;
  }
}

}  // namespace

Failure::Failure(std::int64_t allowed, Thrown thrown) noexcept {
  thrown_once = false;
  what = thrown;
  allowed_left = allowed;
}
Failure::~Failure() { allowed_left = never; }
bool Failure::happened() const noexcept { return thrown_once; }

}  // namespace graze::faults

void* operator new(std::size_t size) {
  graze::faults::count();
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  graze::faults::count();
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
