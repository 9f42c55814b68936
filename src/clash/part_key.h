// What PartKey of graze/clash.h is made of, one part at a time: for parts that are not all in memory.
#pragma once

#include <cstdint>
#include <string>

#include "graze/clash.h"

namespace graze {

std::string key_path(const Part& part);                // PartKey::path
std::uint64_t key_shape(const Shape& shape);           // PartKey::shape
std::uint64_t key_place(const Box& box, Vec3 origin);  // PartKey::place, of the part's box in the world

}  // namespace graze
