// The triangles of a surface that the other body does not meet, in patches that hang together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/function_ref.h"
#include "shape/data.h"

namespace graze {

struct Patches {
  std::vector<std::uint32_t> triangles;  // patch after patch
  std::vector<std::size_t> ends;         // of the patches, in `triangles`
};

// Those that `contact` does not mark hang together through shared positions; only those that count are listed.
Patches patches(const ShapeData& shape, const std::vector<bool>& contact, FunctionRef<bool(std::uint32_t)> counts);

}  // namespace graze
