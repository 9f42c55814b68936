// The file form of a shape (shape/file_format.h) as bytes, for files that hold shapes among other things.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/function_ref.h"
#include "graze/shape.h"

namespace graze {

// The pieces of the file in order: the header first, whole. All together they are a multiple of 64 bytes, and the same
// for the same shape. The handle is not empty; trees that are not there yet are built.
GRAZE_API void visit_shape_file(const Shape& shape, FunctionRef<void(std::span<const std::byte>)> visit);

// From memory that `owner` keeps, such as a mapped file, from a multiple of 64 bytes on: used in place, checked in
// full. Throws Error with the fault only.
GRAZE_API Shape read_shape_file(const std::shared_ptr<const void>& owner, std::span<const std::byte> bytes);

}  // namespace graze
