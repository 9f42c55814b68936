// What a Prepared keeps, and which pairs of them have a use for it.
#pragma once

#include <optional>

#include "graze/prepared.h"
#include "narrow/body/posed.h"
#include "narrow/families.h"
#include "narrow/ray/ray_candidates.h"
#include "narrow/ray/ray_primitive.h"
#include "narrow/table.h"
#include "shape/once.h"

namespace graze {

struct GRAZE_HIDDEN PreparedData {
  enum class Rays : std::uint8_t { triangles, smooth, body };  // body: as of one that is not prepared

  explicit PreparedData(const Body& given);

  Body body;
  bool is_placed = false;  // else `placed` is not set
  PlacedLater placed;
  Rays rays = Rays::body;
  std::optional<SmoothTarget> smooth;

  // The body is placed, and is asked by its triangles; builds the shape's ray tree if there is none yet.
  const RayTarget& ray_target() const {
    return target_.get([this] { return graze::ray_target(placed); });
  }

 private:
  mutable Once<RayTarget> target_;
};

struct PreparedInternals {
  static const PreparedData& data(const Prepared& body) noexcept { return *body.data_; }
};
inline const PreparedData& data_of(const Prepared& body) noexcept { return PreparedInternals::data(body); }

// How two bodies that are placed are asked; null: as those that are not.
template <class C>
const C* placed_cell(const Table<C>& ways, const PreparedData& a, const PreparedData& b) noexcept {
  if (!a.is_placed || !b.is_placed) return nullptr;
  const Families families = families_of(a.body, b.body);
  const C& cell = ways.at(families.a, families.b);
  return cell.placed != nullptr && cell.closed == nullptr && !cell.swapped ? &cell : nullptr;
}

}  // namespace graze
