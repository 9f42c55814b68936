// Functions that run on a device and on the host: the tests run them there, against exact arithmetic.
//
// Products are fused into sums only where `multiply_add` says so, and there only on a device: bounds hold either way.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/compat.h"

#ifdef __CUDACC__
#define GRAZE_ANYWHERE __host__ __device__ inline
// Called by few threads: not inlined, so that those that do not call it need fewer registers.
#define GRAZE_RARELY static __host__ __device__ __noinline__
#else
#define GRAZE_ANYWHERE inline
#define GRAZE_RARELY inline
#endif

namespace graze::gpu {

// a * b + c, rounded once or twice.
GRAZE_ANYWHERE float multiply_add(float a, float b, float c) noexcept {
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#else
  return a * b + c;
#endif
}

// a * b + c, rounded once.
GRAZE_ANYWHERE double fused(double a, double b, double c) noexcept {
#ifdef __CUDA_ARCH__
  return __fma_rn(a, b, c);
#else
  return std::fma(a, b, c);
#endif
}

GRAZE_ANYWHERE float least(float a, float b) noexcept { return fminf(a, b); }
GRAZE_ANYWHERE float greatest(float a, float b) noexcept { return fmaxf(a, b); }
GRAZE_ANYWHERE double least(double a, double b) noexcept { return fmin(a, b); }
GRAZE_ANYWHERE double greatest(double a, double b) noexcept { return fmax(a, b); }

// Four numbers of four bytes that are read together.
struct alignas(16) FourFloats {
  float x, y, z, w;
};
struct alignas(16) FourWords {
  std::uint32_t x, y, z, w;
};

GRAZE_ANYWHERE FourFloats read_four(const FourFloats* from) noexcept {
#ifdef __CUDA_ARCH__
  const float4 four = __ldg(reinterpret_cast<const float4*>(from));
  return {four.x, four.y, four.z, four.w};
#else
  return *from;
#endif
}
GRAZE_ANYWHERE FourWords read_four(const FourWords* from) noexcept {
#ifdef __CUDA_ARCH__
  const uint4 four = __ldg(reinterpret_cast<const uint4*>(from));
  return {four.x, four.y, four.z, four.w};
#else
  return *from;
#endif
}

GRAZE_ANYWHERE std::uint32_t bits_of(float x) noexcept { return bit_cast<std::uint32_t>(x); }
GRAZE_ANYWHERE float float_of(std::uint32_t bits) noexcept { return bit_cast<float>(bits); }

// What the device's float stages are off by, relatively, at each rounding.
inline constexpr float float_unit = 0x1p-24f;

}  // namespace graze::gpu
