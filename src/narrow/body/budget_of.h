// The budget of a query of two bodies, in units of work.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/work.h"
#include "graze/query.h"
#include "shape/compound.h"
#include "shape/data.h"

namespace graze {

// As a single point where it has none.
inline std::uint64_t triangles_of(const Body& body) noexcept {
  if (!body.shape) return 1;
  const ShapeData& shape = data_of(body.shape);
  return std::max<std::uint64_t>(shape.compound ? shape.compound->triangle_total : shape.triangle_count, 1);
}

inline std::uint64_t parts_of(const Body& body) noexcept {
  if (!body.shape || !data_of(body.shape).compound) return 1;
  return std::max<std::uint64_t>(data_of(body.shape).compound->leaves.size(), 1);
}

// What default_budget stands for (graze/budget.h). Whether a place belongs to a union is asked of every part.
inline std::uint64_t usual_budget(std::uint64_t pairs, std::uint64_t parts) noexcept {
  constexpr std::uint64_t most = std::uint64_t{1} << 48;  // days
  constexpr std::uint64_t per_pair = std::uint64_t{1} << 14;
  const std::uint64_t units = std::min(most, (std::uint64_t{1} << 23) + per_pair * std::min(most / per_pair, pairs));
  return units > most / parts ? most : units * parts;
}
inline std::uint64_t usual_budget(const Body& a, const Body& b) noexcept {
  return usual_budget(triangles_of(a) * triangles_of(b), std::max(parts_of(a), parts_of(b)));
}

inline std::uint64_t budget_of(std::uint64_t given, const Body& a, const Body& b) noexcept {
  return given == default_budget ? usual_budget(a, b) : given;
}
// Of a question about a body and a point.
inline std::uint64_t budget_of(std::uint64_t given, const Body& body) noexcept {
  return given == default_budget ? usual_budget(triangles_of(body), parts_of(body)) : given;
}

}  // namespace graze
