// The versions of the library and of the `graze query` protocol. The build reads the numbers from this file.
#pragma once

namespace graze {

// The version of the library as major, minor and patch: version_major, version_minor, version_patch.
inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

// Raised when a line that was valid, or its answer, changes its meaning.
inline constexpr int protocol_version = 1;

// "major.minor.patch".
constexpr const char* version_string() noexcept { return "0.1.0"; }
static_assert(version_major == 0 && version_minor == 1 && version_patch == 0, "version_string() says so, too");

// What the kernels of this process use: "scalar", "neon", "avx2" or "avx512". GRAZE_ISA=... asks for a lesser one.
const char* instruction_set() noexcept;

}  // namespace graze
