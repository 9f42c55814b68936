// The floating-point state that the bounds of this library are proven for: round to nearest, subnormal numbers kept,
// nothing traps. The host's may be another: GCC sets FTZ and DAZ in any program that is linked with -ffast-math, and
// interval libraries leave the rounding upward. Every public entry and every worker thread holds one of these.
//
// Where the host's state is the standard one, which is nearly always, this reads one register and writes nothing. On
// Windows, whose C library computes scalbn(), sincos() and others by the x87 unit, that has a register of its own.
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#elif !defined(__aarch64__) && !defined(__wasm__)
#include <cfenv>
#endif

namespace graze {

class FloatState {
 public:
#if defined(__x86_64__) || defined(__i386__)
  FloatState() noexcept {
    const std::uint32_t host = _mm_getcsr();
    if ((host & ~sticky_flags) != standard) [[unlikely]] {
      host_ = host;
      _mm_setcsr(standard);
    }
#if defined(_WIN32)
    asm volatile("fnstcw %0" : "=m"(host_x87_));
    if (host_x87_ != standard_x87) [[unlikely]] {
      asm volatile("fldcw %0" : : "m"(standard_x87));
    }
#endif
    barrier();
  }
  ~FloatState() {
    barrier();
    if (host_ != none) [[unlikely]]
      _mm_setcsr(host_);
#if defined(_WIN32)
    if (host_x87_ != standard_x87) [[unlikely]] {
      asm volatile("fldcw %0" : : "m"(host_x87_));
    }
#endif
  }
#elif defined(__aarch64__)
  FloatState() noexcept {
    asm volatile("mrs %0, fpcr" : "=r"(host_));
    if (foreign()) asm volatile("msr fpcr, %0" : : "r"(standard));
    barrier();
  }
  ~FloatState() {
    barrier();
    if (foreign()) asm volatile("msr fpcr, %0" : : "r"(host_));
  }
#elif defined(__wasm__)
  // WebAssembly has this state and no other.
  FloatState() noexcept {}
  ~FloatState() {}
#else
  FloatState() noexcept : host_(static_cast<std::uint64_t>(std::fegetround())) {
    if (foreign()) std::fesetround(FE_TONEAREST);
    barrier();
  }
  ~FloatState() {
    barrier();
    if (foreign()) std::fesetround(static_cast<int>(host_));
  }
#endif
  FloatState(const FloatState&) = delete;
  FloatState& operator=(const FloatState&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  static constexpr std::uint32_t standard = 0x1f80;    // every exception masked, nothing else
  static constexpr std::uint32_t sticky_flags = 0x3f;  // of past exceptions: they change no result
  static constexpr std::uint32_t none = ~0u;           // no state: the upper half of the register is 0
  std::uint32_t host_ = none;                          // what to go back to
#if defined(_WIN32)
  static constexpr std::uint16_t standard_x87 = 0x37f;  // every exception masked, full precision, to nearest
  std::uint16_t host_x87_ = standard_x87;
#endif
#elif defined(__aarch64__)
  static constexpr std::uint64_t standard = 0;
  bool foreign() const noexcept { return host_ != standard; }
  std::uint64_t host_;
#elif !defined(__wasm__)
  bool foreign() const noexcept { return host_ != static_cast<std::uint64_t>(FE_TONEAREST); }
  std::uint64_t host_;
#endif

#if !defined(__wasm__)
  // What is read from memory after this cannot be computed with before it, and what is stored before it is finished.
  static void barrier() noexcept { asm volatile("" : : : "memory"); }
#endif
};

}  // namespace graze
