#include "math/isa.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "graze/version.h"

namespace graze {
namespace {

Isa detect() noexcept {
#if GRAZE_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return Isa::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Isa::avx2;
#endif
  return Isa::scalar;
}

Isa choose() noexcept {
  const Isa most = best_instruction_set();
  const char* asked = std::getenv("GRAZE_ISA");
  if (asked == nullptr) return most;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    const char* name = isa == Isa::scalar ? "scalar" : isa == Isa::avx2 ? "avx2" : "avx512";
    if (std::strcmp(asked, name) == 0) return isa < most ? isa : most;
  }
  return most;
}

}  // namespace

Isa best_instruction_set() noexcept {
  static const Isa best = detect();
  return best;
}

Isa instruction_set_in_use() noexcept {
  static const Isa chosen = choose();
  return chosen;
}

const char* instruction_set() noexcept {
  switch (instruction_set_in_use()) {
    case Isa::avx2:
      return "avx2";
    case Isa::avx512:
      return "avx512";
    case Isa::scalar:
      break;
  }
  return "scalar";
}

}  // namespace graze
