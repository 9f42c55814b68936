// Kernels for pairs without error bounds: what the library would be if it believed every sign that float gives.
#pragma once

#include "tree/kernels.h"

namespace graze::bench {

const Kernels& unproven_kernels() noexcept;

}  // namespace graze::bench
