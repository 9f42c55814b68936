// Kinds that a few numbers describe: one record each, from which follow the protocol's `define` and the line that
// graze/record.h writes for it, the checks of the numbers, the volume that `graze info` tells, and loading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "shape/data.h"

namespace graze {

// A field of {"op":"define", NAME:{...}}.
struct SizeField {
  enum class Type : std::uint8_t { number, vector, two_points };
  enum class Rule : std::uint8_t { above_zero, not_negative, by_complete };  // by_complete: it has a rule of its own

  const char* name;
  Type type;
  Rule rule;

  constexpr std::size_t numbers() const noexcept { return type == Type::number ? 1 : type == Type::vector ? 3 : 6; }
};
inline constexpr std::size_t most_size_numbers = 6;  // of all fields of a kind

struct SizedKind {
  ShapeForm form;
  std::span<const SizeField> fields;
  Shape (*make)(const double* numbers);                // those of the fields, one after the other
  void (*numbers)(const ShapeData& data, double* to);  // what make() was given
  void (*complete)(ShapeData& data);                   // checks what is given or loaded, by check_sizes(), too
  std::optional<double> (*volume)(const double* numbers) noexcept;  // in the shape's frame, without a margin
};

// In the order in which messages list them.
std::span<const SizedKind> sized_kinds() noexcept;
const SizedKind* sized_kind(ShapeForm form) noexcept;  // nullptr: not given by a few numbers

// Throws Error naming the field whose rule the data break. The data are of a kind with a record, and hold its numbers.
void check_sizes(const ShapeData& data);

}  // namespace graze
