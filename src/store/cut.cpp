#include "store/cut.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "graze/solid.h"
#include "math/posed_box.h"
#include "shape/data.h"

namespace graze {

namespace {

constexpr std::uint32_t most_whole = 1u << 16, triangles_a_cell = 64;
constexpr int deepest = 5;

class Cutter {
 public:
  explicit Cutter(const Shape& shape) : shape_(shape), data_(data_of(shape)) {}

  void cut(const Box& cell, const std::vector<std::uint32_t>& triangles, int depth) {
    if (triangles.empty()) {
      // No triangle comes near: all of the cell is inside or none of it. In doubt it is.
      if (!data_.solid) return;
      const InsideResult where = inside({shape_, {}}, cell.lo * 0.5 + cell.hi * 0.5);
      if (where.status != Status::ok || where.answer != Where::outside) boxes.push_back(cell);
      return;
    }
    if (triangles.size() <= triangles_a_cell || depth == deepest) {
      boxes.push_back(cell);
      return;
    }
    const Vec3 middle = cell.lo * 0.5 + cell.hi * 0.5;
    for (int i = 0; i < 8; ++i) {
      Box part = cell;
      for (int axis = 0; axis < 3; ++axis) (i >> axis & 1 ? part.lo[axis] : part.hi[axis]) = middle[axis];
      std::vector<std::uint32_t> inside_it;
      for (const std::uint32_t triangle : triangles) {
        if (overlap(part, data_.triangle_box(triangle))) inside_it.push_back(triangle);
      }
      cut(part, inside_it, depth + 1);
    }
  }

  std::vector<Box> boxes;

 private:
  const Shape& shape_;
  const ShapeData& data_;
};

}  // namespace

std::vector<Box> posed_pieces(const Pose& pose, const std::vector<Box>& pieces) {
  // A piece has points of triangles whose corners are in other pieces, and are rounded as those are: by less than 4
  // units in the last place of |M| |corner| + |t|.
  Box all;
  for (const Box& piece : pieces) all = merge(all, piece);
  const Vec3 far = max(max(all.lo, all.hi), max(-all.lo, -all.hi));
  double most = 0;
  for (int row = 0; row < 3; ++row) {
    double sum = std::fabs(pose.translation[row]);
    for (int column = 0; column < 3; ++column) sum += std::fabs(pose.linear.at(row, column)) * far[column];
    most = std::max(most, sum);
  }
  std::vector<Box> result;
  for (const Box& piece : pieces) result.push_back(grown(posed_box(pose, piece), 0x1p-48 * most));
  return result;
}

std::vector<Box> cut_into_boxes(const Shape& shape) {
  const ShapeData& data = data_of(shape);
  // A margin of the world would have to grow the boxes after they are posed: such shapes are rare, and stay whole.
  if (data.triangle_count <= most_whole || data.radius != 0 || data.world_margin != 0) return {};
  std::vector<std::uint32_t> all(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) all[i] = i;
  Cutter cutter(shape);
  cutter.cut(data.bounds, all, 0);
  return std::move(cutter.boxes);
}

}  // namespace graze
