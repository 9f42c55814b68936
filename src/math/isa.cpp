#include "math/isa.h"

#include <cstdlib>
#include <cstring>

#include "graze/version.h"

namespace graze {
namespace {

std::span<const Isa> detect() noexcept {
#if GRAZE_X86
  static constexpr Isa sets[] = {Isa::scalar, Isa::avx2, Isa::avx512};
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return sets;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return std::span(sets).first(2);
  return std::span(sets).first(1);
#elif GRAZE_NEON
  static constexpr Isa sets[] = {Isa::scalar, Isa::neon};
  return sets;
#else
  static constexpr Isa sets[] = {isa_of_name[0]};
  return sets;
#endif
}

Isa choose() noexcept {
  const Isa most = best_instruction_set();
  const char* asked = std::getenv("GRAZE_ISA");
  if (asked == nullptr) return most;
  for (const Isa isa : instruction_sets())
    if (std::strcmp(asked, name(isa)) == 0) return isa;
  return most;
}

}  // namespace

std::span<const Isa> instruction_sets() noexcept {
  static const std::span<const Isa> sets = detect();
  return sets;
}

Isa best_instruction_set() noexcept { return instruction_sets().back(); }

Isa instruction_set_in_use() noexcept {
  static const Isa chosen = choose();
  return chosen;
}

const char* name(Isa isa) noexcept {
  switch (isa) {
    case Isa::simd128:
      return "simd128";
    case Isa::neon:
      return "neon";
    case Isa::avx2:
      return "avx2";
    case Isa::avx512:
      return "avx512";
    case Isa::scalar:
      break;
  }
  return "scalar";
}

const char* instruction_set() noexcept { return name(instruction_set_in_use()); }

}  // namespace graze
