#include "narrow/prepared.h"

#include "base/float_state.h"
#include "narrow/ray/ray_table.h"

namespace graze {

PreparedData::PreparedData(const Body& given) : body(given) {
  const FloatState standard;
  is_placed = make_posed_with_radius(body, placed.body) == Status::ok;
  if (is_placed) placed.place();
  const RayWay way = ray_cell(body).way;
  if (way == RayWay::triangles && is_placed && !needs_hull(body)) rays = Rays::triangles;
  if (way == RayWay::smooth) {
    rays = Rays::smooth;
    smooth.emplace(body);
  }
}

Prepared::Prepared(const Body& body) : data_(std::make_shared<const PreparedData>(body)) {}

const Body& Prepared::body() const noexcept { return data_->body; }

}  // namespace graze
