#include "narrow/inside/side_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"
#include "shape/lazy.h"

namespace graze {

SideGrid::SideGrid(const ShapeData& solid) {
  label(solid);
  const std::size_t row = static_cast<std::size_t>(count_) + 1;
  sums_.assign(row * row * row, 0);
  const auto at = [&](int i, int j, int k) -> std::uint32_t& {
    return sums_[(static_cast<std::size_t>(i) * row + static_cast<std::size_t>(j)) * row + static_cast<std::size_t>(k)];
  };
  for (int i = 0; i < count_; ++i)
    for (int j = 0; j < count_; ++j)
      for (int k = 0; k < count_; ++k) {
        const std::uint32_t own = cells_[index(i, j, k)] != Side::outside;
        at(i + 1, j + 1, k + 1) = own + at(i, j + 1, k + 1) + at(i + 1, j, k + 1) + at(i + 1, j + 1, k) -
                                  at(i, j, k + 1) - at(i, j + 1, k) - at(i + 1, j, k) + at(i, j, k);
      }
}

bool SideGrid::all_outside(Vec3 lo, Vec3 hi) const noexcept {
  int from[3], to[3];
  for (int k = 0; k < 3; ++k) {
    const double low = lo[k] - slack, high = hi[k] + slack;
    if (high < lo_[k] || low > lo_[k] + side_[k] * count_) return true;
    from[k] = cell(low, k);
    to[k] = cell(high, k) + 1;
  }
  const std::size_t row = static_cast<std::size_t>(count_) + 1;
  const auto at = [&](int i, int j, int k) {
    return sums_[(static_cast<std::size_t>(i) * row + static_cast<std::size_t>(j)) * row + static_cast<std::size_t>(k)];
  };
  return at(to[0], to[1], to[2]) - at(from[0], to[1], to[2]) - at(to[0], from[1], to[2]) - at(to[0], to[1], from[2]) +
             at(from[0], from[1], to[2]) + at(from[0], to[1], from[2]) + at(to[0], from[1], from[2]) -
             at(from[0], from[1], from[2]) ==
         0;
}

void SideGrid::label(const ShapeData& solid) {
  const LocalFrame& frame = solid.tree().frame;
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < solid.triangle_count; ++i) triangles.push_back(in_frame(solid.triangle(i), frame));
  const Box box = box_of(triangles);
  count_ = std::clamp(static_cast<int>(std::sqrt(double(solid.triangle_count))), 8, 24);
  lo_ = box.lo;
  side_ = (box.hi - box.lo) * (1.0 / count_);
  cells_.assign(index(count_ - 1, count_ - 1, count_ - 1) + 1, Side::outside);
  // Near the surface first; twice the slack covers what rounds here.
  const Vec3 near{2 * slack, 2 * slack, 2 * slack};
  constexpr auto marked = Side::unknown;
  for (const Triangle& t : triangles) {
    const Box own = box_of(t);
    std::array<int, 3> from{}, to{};
    for (int k = 0; k < 3; ++k) {
      from[static_cast<std::size_t>(k)] = cell(own.lo[k] - near[k], k);
      to[static_cast<std::size_t>(k)] = cell(own.hi[k] + near[k], k);
    }
    for (int i = from[0]; i <= to[0]; ++i)
      for (int j = from[1]; j <= to[1]; ++j)
        for (int k = from[2]; k <= to[2]; ++k) cells_[index(i, j, k)] = marked;
  }
  // Cells side by side with no surface between them are on one side. Those that reach the box around the solid are
  // outside: what is inside does not.
  const Body body{shape_of(std::make_unique<const ShapeData>(solid)), {}};  // lives as long as `placed`
  PlacedBody placed;
  if (prepare(body, placed) != Status::ok) {
    std::fill(cells_.begin(), cells_.end(), Side::unknown);
    return;
  }
  std::vector<bool> seen(cells_.size(), false);
  std::vector<std::array<int, 3>> group;
  for (int i = 0; i < count_; ++i)
    for (int j = 0; j < count_; ++j)
      for (int k = 0; k < count_; ++k) {
        if (seen[index(i, j, k)] || cells_[index(i, j, k)] == marked) continue;
        group.assign(1, {i, j, k});
        seen[index(i, j, k)] = true;
        bool border = false;
        for (std::size_t next = 0; next < group.size(); ++next) {
          for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
              std::array<int, 3> other = group[next];
              other[axis] += step;
              if (other[axis] < 0 || other[axis] >= count_) {
                border = true;
                continue;
              }
              const std::size_t at = index(other[0], other[1], other[2]);
              if (seen[at] || cells_[at] == marked) continue;
              seen[at] = true;
              group.push_back(other);
            }
        }
        if (border) continue;
        const Vec3 middle = lo_ + Vec3{side_.x * (i + 0.5), side_.y * (j + 0.5), side_.z * (k + 0.5)};
        Counters counters;
        if (!inside_solid(placed, frame.origin + middle * frame.scale, counters)) continue;
        for (const std::array<int, 3>& each : group) cells_[index(each[0], each[1], each[2])] = Side::inside;
      }
}

int SideGrid::cell(double y, int axis) const noexcept {
  if (!(side_[axis] > 0)) return 0;
  return static_cast<int>(std::clamp((y - lo_[axis]) / side_[axis], 0.0, count_ - 0.5));
}

bool SideGrid::usable(const PlacedBody& solid, double farthest) noexcept {
  const Placement& place = solid.placement;
  const double world = std::max({place.world_slack.x, place.world_slack.y, place.world_slack.z});
  const double far = 0x1p-48 * (farthest + length(place.centre));
  return place.usable && place.own_pad_most + place.from_world_norm * (world + far) < 0.25 * slack;
}

// The surface is off where the grid has it by what its pose rounds, and so is the point.
SideGrid::Side SideGrid::side_of(const PlacedBody& solid, Vec3 point) const noexcept {
  const Placement& place = solid.placement;
  if (!usable(solid, length(point))) return Side::unknown;
  const Vec3 y = place.from_world * (point - place.centre);
  for (int k = 0; k < 3; ++k) {
    if (y[k] < lo_[k] - slack || y[k] > lo_[k] + side_[k] * count_ + slack) return Side::outside;
  }
  return cells_[index(cell(y.x, 0), cell(y.y, 1), cell(y.z, 2))];
}

const SideGrid& side_grid(const ShapeData& solid) {
  const Attached& attached = solid.lazy->sides.get([&] {
    auto grid = std::make_shared<const SideGrid>(solid);
    const std::size_t bytes = sizeof(SideGrid) + grid->memory();
    return Attached{std::move(grid), bytes};
  });
  return *static_cast<const SideGrid*>(attached.object.get());
}

}  // namespace graze
