// Large batches on a graphics processor, with the answers of the processor: graze::gpu (docs/gpu.md).
//
// A device answers what it can prove and leaves the rest to the functions of the core: few of ordinary items, many of
// degenerate ones. So every answer is the one of the function of the same name. Where there is no device, or it
// fails, everything is asked of the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/answer.h"
#include "graze/api.h"
#include "graze/math.h"
#include "graze/motion.h"

namespace GRAZE_API graze {
// Batches on a device, with the answers of the core.
namespace gpu {

// A graphics processor that this library can use.
struct Device {
  int number = 0;          // for Settings::device
  std::string name;        // as its driver calls it
  std::size_t memory = 0;  // bytes
};

// Empty where there is none, or where the library was built without CUDA.
std::vector<Device> devices();

// How a batch is worked on.
struct Settings {
  int device = 0;   // its number; without such a device the processor works alone
  int threads = 0;  // of the processor, for what a device leaves or where there is none; 0: as many as the machine has
};

// Who found the answers.
enum class Worker : std::uint8_t {
  device,     // a device, and the processor for what it left
  processor,  // the processor alone: there is no device, or it failed
};

// What all batches tell.
struct [[nodiscard]] BatchReport : Outcome {
  Worker worker = Worker::processor;  // who found the answers
  std::size_t left = 0;               // how many items a device left to the processor
  std::string failure;                // what a device said that failed; the answers are the processor's then
};

// Two boxes by their places in a list.
struct IndexPair {
  std::uint32_t a = 0, b = 0;  // a < b
  friend constexpr bool operator==(const IndexPair&, const IndexPair&) = default;
  friend constexpr auto operator<=>(const IndexPair&, const IndexPair&) = default;
};

// Which boxes of a list overlap.
struct [[nodiscard]] PairsResult : BatchReport {
  std::vector<IndexPair> pairs;  // sorted
  std::size_t unusable = 0;      // with the status invalid: the first box that is empty, has NaN or lies at infinity
};

// Every pair of boxes that have a common point, as BoxTree::pairs finds them. Invalid: a box that is empty, has NaN or
// lies at infinity. Fewer than 2^31 boxes.
PairsResult pairs(std::span<const Box> boxes, const Settings& settings = {});

// ccd() of many pairs of features: results[i] is that of at_0[i] and at_1[i], bit for bit, its status included.
// Invalid: spans of different sizes; then no result is touched.
BatchReport ccd(CcdKind kind, std::span<const FourPoints> at_0, std::span<const FourPoints> at_1,
                std::span<CcdResult> results, const Settings& settings = {});

// --- on memory of the device ---
//
// The same on memory of the device, in a stream of the caller (a cudaStream_t; null is the default one), without
// waiting for anything. Buffers are the caller's: what is too small tells what is needed, and nothing is dropped.

// What a device says of an item.
enum class DeviceAnswer : std::uint8_t {
  no,         // proven
  yes,        // proven
  undecided,  // for the core to decide
  invalid     // a coordinate is not finite
};

// Pointers are to memory of the device.
struct CcdOnDevice {
  const FourPoints* at_0 = nullptr;    // where the points start
  const FourPoints* at_1 = nullptr;    // and end
  std::uint32_t count = 0;             // how many pairs of features; fewer than 2^31
  DeviceAnswer* answers = nullptr;     // one per pair
  double* brackets = nullptr;          // null, or two per pair: CcdResult's lower and upper where the answer is yes
  std::uint32_t* undecided = nullptr;  // room for `count` numbers of pairs: those that are undecided, in order
  std::uint32_t* undecided_count = nullptr;  // how many these are
  void* scratch = nullptr;                   // work space
  std::size_t scratch_bytes = 0;             // its size
};
// How large the work space must be.
std::size_t ccd_scratch(std::uint32_t count);
// Unsupported: built without CUDA. Memory: the work space is too small. Internal: the device failed.
Status ccd(CcdKind kind, const CcdOnDevice& batch, void* stream);

// Pointers are to memory of the device.
struct PairsOnDevice {
  const Box* boxes = nullptr;         // the list
  std::uint32_t count = 0;            // of how many; fewer than 2^31
  IndexPair* pairs = nullptr;         // those found, in no order: sort_pairs sorts them
  std::uint64_t capacity = 0;         // how many pairs there is room for
  std::uint64_t* found = nullptr;     // how many pairs there are, also where that is more than the capacity
  std::uint32_t* unusable = nullptr;  // the first box that is empty, has NaN or lies at infinity; `count` where none is
  void* scratch = nullptr;            // work space
  std::size_t scratch_bytes = 0;      // its size
};
// How large the work space must be.
std::size_t pairs_scratch(std::uint32_t count);
// As ccd() on memory of the device.
Status pairs(const PairsOnDevice& batch, void* stream);
// Sorts a list of that many pairs of places below `count`, in place. Memory: the work space is too small.
std::size_t sort_scratch(std::uint64_t pairs, std::uint32_t count);
// The list becomes that of the host's call.
Status sort_pairs(IndexPair* list, std::uint64_t pairs, std::uint32_t count, void* scratch, std::size_t scratch_bytes,
                  void* stream);

}  // namespace gpu
}  // namespace graze
