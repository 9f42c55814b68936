// Hilbert's curve through a cube of cells: cells that are near on the curve are near in space.
#pragma once

#include <cstdint>

#include "graze/api.h"

namespace graze {

// Where the curve visits the cell, of 2^bits cells along each axis; bits even, at most 20.
GRAZE_API std::uint64_t curve_index(std::uint32_t x, std::uint32_t y, std::uint32_t z, unsigned bits) noexcept;

}  // namespace graze
