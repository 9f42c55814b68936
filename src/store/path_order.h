// The places of texts in their order, for more of them than fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/function_ref.h"

namespace graze {

// next(text) gives the texts one by one, and false after the last. Returns the place of each in the order of bytes; of
// equal ones the first comes first. Texts take at most about `memory` bytes at a time, the rest is in scratch files in
// the folder. At most 2^32 - 1 texts.
std::vector<std::uint32_t> text_ranks(FunctionRef<bool(std::string&)> next, const std::string& folder,
                                      std::uint64_t memory);

}  // namespace graze
