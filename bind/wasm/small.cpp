// What the small module leaves out. The linker takes the first definition that it meets, and this file stands before
// the library: what is defined here is not looked for there, nor what that would need.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <stdexcept>

#include "base/compat.h"
#include "filter/local_volumes.h"
#include "graze/record.h"
#include "narrow/depth/most_depth.h"
#include "narrow/record_text.h"

// One thread needs no mutex. Those of libc++ throw when they fail, by way of a message that brings printf along.
_LIBCPP_BEGIN_NAMESPACE_STD
void mutex::lock() {}
void mutex::unlock() noexcept {}
_LIBCPP_END_NAMESPACE_STD

namespace graze {

// Only a tolerance of classify() asks for it, which js/graze.js does not take for this module.
bool no_deeper(const Body&, const Body&, double, bool, Counters&) { return false; }

// What worlds ask of shapes; there are none here.
const LocalVolumes& local_volumes(const ShapeData&) { throw std::logic_error("the small module has no worlds"); }
const LocalHull* local_hull(const ShapeData&) { return nullptr; }

// Numbers in messages, with six decimals at most, and of large ones the size alone: all of their digits would need a
// printf and a strtod of 128 bits.
char* write_double(char* first, char* last, double value) noexcept {
  if (last - first < 24) return nullptr;
  if (std::signbit(value)) *first++ = '-';
  value = std::fabs(value);
  if (!(value < 1e9)) {
    constexpr double digits_of_bit = 0.30102999566398120;
    if (std::isinf(value)) return std::copy_n("inf", 3, first);
    first = std::copy_n("1e", 2, first);
    return std::to_chars(first, last, int(std::ilogb(value) * digits_of_bit + 0.5)).ptr;
  }
  auto millionths = static_cast<std::uint64_t>(value * 1e6 + 0.5);
  first = std::to_chars(first, last, millionths / 1000000).ptr;
  millionths %= 1000000;
  if (millionths != 0) *first++ = '.';
  for (std::uint64_t place = 100000; millionths != 0; millionths %= place, place /= 10)
    *first++ = char('0' + millionths / place);
  return first;
}

// The lines that repeat a query whose answer is a fault of the library: nothing reads them here.
std::string define_lines(const Body&, const Body&) { return {}; }
std::string define_lines(const Body&) { return {}; }
std::string collide_line(const std::string&, const Body&, const std::string&, const Body&, const CollideSettings&) {
  return {};
}
std::string ray_line(const std::string&, const Body&, const Ray&, const RaySettings&) { return {}; }
std::string distance_line(const std::string&, const Body&, const std::string&, const Body&, const DistanceSettings&) {
  return {};
}
std::string within_line(const std::string&, const Body&, const std::string&, const Body&, double) { return {}; }
std::string inside_line(const std::string&, const Body&, Vec3) { return {}; }
std::string classify_line(const std::string&, const Body&, const std::string&, const Body&, const ClassifySettings&) {
  return {};
}

}  // namespace graze
