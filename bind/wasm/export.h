// What functions of the module share: how they are exported, the shapes that JavaScript holds by number, and the place
// where answers are left. JavaScript sees pointers into the module's memory, numbers, and nothing else (js/module.js).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "graze/query.h"

#define GRAZE_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace graze::wasm {

// Number 0 is the empty handle, which queries answer with Status::invalid.
using Handle = std::uint32_t;
Handle keep(Shape shape);
const Shape& shape_of(Handle handle) noexcept;

// Twelve doubles: the three columns of the linear part, then the translation.
Pose pose_at(const double* numbers) noexcept;
inline Body body_of(Handle handle, const double* pose) noexcept { return {shape_of(handle), pose_at(pose)}; }

// An answer: numbers in a fixed order, and lists. It stays until the next call.
struct Answers {
  std::vector<double> numbers;
  std::vector<std::uint32_t> words;
  std::string text;

  void clear() noexcept {
    numbers.clear();
    words.clear();
    text.clear();
  }
  void add(double number) { numbers.push_back(number); }
  void add(Vec3 v) { numbers.insert(numbers.end(), {v.x, v.y, v.z}); }
  void add(const Pose& pose) {
    for (int k = 0; k < 3; ++k) add(pose.linear[k]);
    add(pose.translation);
  }
  void add(const Feature& feature) {
    for (const double number :
         {double(feature.kind), double(feature.index), double(feature.triangle), double(feature.tag)})
      add(number);
  }
  template <class Enum>
  void add_enum(Enum value) {
    add(double(static_cast<int>(value)));
  }
};
extern Answers answers;

// Runs what may throw. Failure: the text is the message, and the result 0.
template <class F>
std::uint32_t guarded(F function) noexcept {
  try {
    answers.clear();
    return function();
  } catch (const std::bad_alloc&) {
    answers.text = "out of memory";
  } catch (const std::exception& error) {
    answers.text = error.what();
  }
  return 0;
}

}  // namespace graze::wasm
