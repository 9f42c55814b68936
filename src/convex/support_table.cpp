// The cells of directions of a SupportTable.
//
// A cell is a square of a face of the cube |d|max = 1, a little enlarged so that the rounding of a query's direction
// never leads to the wrong one. A point belongs to it when it is farthest in one of the cell's directions, up to
// `slack`: d . (p - q) is linear on the square, so the directions in which p beats all others are a convex polygon,
// found by clipping the square. Any point that is farthest somewhere in the cell is kept, however clipping rounds,
// because slack is far above that rounding.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/work.h"
#include "convex/support.h"
#include "graze/error.h"

namespace graze {
namespace {

constexpr double enlarged = 1e-9;  // of the cube's half edge
constexpr double slack_of_spread = 1e-13;

std::uint32_t cells_for(std::uint32_t count) {
  if (count <= SupportTable::most_scanned) return 0;
  std::uint32_t cells = 4;
  while (cells < 16 && 8 * cells * cells < count) cells *= 2;
  return cells;
}

PointBlock gather(std::span<const Vec3> points, std::span<const std::uint32_t> indices) {
  PointBlock block{};
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Vec3& p = points[indices[std::min(lane, indices.size() - 1)]];
    block.x[lane] = p.x;
    block.y[lane] = p.y;
    block.z[lane] = p.z;
  }
  return block;
}

// A square of directions: the face's axis is 1 or -1, the two others vary.
struct Square {
  int axis;
  double sign;
  double lo[2], hi[2];

  Vec3 direction(double u, double v) const {
    Vec3 d;
    d[axis] = sign;
    d[(axis + 1) % 3] = u;
    d[(axis + 2) % 3] = v;
    return d;
  }
  Vec3 corner(int i) const { return direction(i == 0 || i == 3 ? lo[0] : hi[0], i < 2 ? lo[1] : hi[1]); }
};

// Parts of a square in which a point beats the others. Work space is kept from call to call.
class Clipper {
 public:
  Clipper(std::span<const Vec3> points, double slack) : points_(points), slack_(slack), corner_value_(points.size()) {}

  // The points of the square, in increasing order.
  void find(const Square& square, std::vector<std::uint32_t>& found) {
    std::array<double, 5> best;  // of the corners and the middle
    best.fill(-std::numeric_limits<double>::infinity());
    std::array<std::uint32_t, 5> pivot{};
    const Vec3 middle = square.direction((square.lo[0] + square.hi[0]) / 2, (square.lo[1] + square.hi[1]) / 2);
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      for (std::size_t c = 0; c < best.size(); ++c) {
        const double value = dot(c == 4 ? middle : square.corner(int(c)), points_[i]);
        if (c < 4) corner_value_[i][c] = value;
        if (value > best[c]) {
          best[c] = value;
          pivot[c] = i;
        }
      }
    }
    candidates_.clear();
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      bool beaten = false;
      for (const std::uint32_t p : pivot) beaten = beaten || beats(p, i);
      if (!beaten) candidates_.push_back(i);
    }
    found.clear();
    for (const std::uint32_t i : candidates_)
      if (wins_somewhere(square, i)) found.push_back(i);
  }

 private:
  bool beats(std::uint32_t p, std::uint32_t i) const {
    for (std::size_t c = 0; c < 4; ++c)
      if (!(corner_value_[p][c] > corner_value_[i][c] + slack_)) return false;
    return true;
  }
  bool wins_somewhere(const Square& square, std::uint32_t i) {
    polygon_.clear();
    for (int c = 0; c < 4; ++c) polygon_.push_back(square.corner(c));
    for (const std::uint32_t j : candidates_) {
      if (j == i) continue;
      const Vec3 ahead = points_[i] - points_[j];
      clipped_.clear();
      for (std::size_t k = 0; k < polygon_.size(); ++k) {
        const Vec3 &p = polygon_[k], &q = polygon_[k + 1 == polygon_.size() ? 0 : k + 1];
        const double at_p = dot(p, ahead) + slack_, at_q = dot(q, ahead) + slack_;
        if (at_p >= 0) clipped_.push_back(p);
        if ((at_p >= 0) != (at_q >= 0)) clipped_.push_back(p + (q - p) * (at_p / (at_p - at_q)));
      }
      polygon_.swap(clipped_);
      if (polygon_.empty()) return false;
    }
    return true;
  }

  std::span<const Vec3> points_;
  double slack_;
  std::vector<std::array<double, 4>> corner_value_;
  std::vector<std::uint32_t> candidates_;
  std::vector<Vec3> polygon_, clipped_;
};

void fill_cells(SupportTable& table, std::span<const Vec3> points) {
  const auto cells = table.cells;
  table.cell.assign(std::size_t(cells) * cells * cells, {});
  std::vector<std::vector<std::uint32_t>> lists(table.cell.size());
  Clipper clipper(points, slack_of_spread * (table.spread + table.farthest));
  std::vector<std::uint32_t> found, joined;
  for (int face = 0; face < 6; ++face) {
    for (std::uint32_t i = 0; i < cells * cells; ++i) {
      const std::uint32_t step[2] = {i % cells, i / cells};
      Square square{face / 2, face % 2 == 0 ? 1.0 : -1.0, {}, {}};
      std::uint32_t at[3];
      at[square.axis] = face % 2 == 0 ? cells - 1 : 0;
      for (int k = 0; k < 2; ++k) {
        square.lo[k] = -1 + 2.0 * step[k] / cells - enlarged;
        square.hi[k] = -1 + 2.0 * (step[k] + 1) / cells + enlarged;
        at[(square.axis + 1 + k) % 3] = step[k];
      }
      clipper.find(square, found);
      work::charge(points.size() + 8 * found.size() * found.size());
      work::poll();
      // Cells at the edges of the cube have squares on several faces.
      std::vector<std::uint32_t>& list = lists[at[0] + cells * (at[1] + std::size_t(cells) * at[2])];
      joined.clear();
      std::set_union(list.begin(), list.end(), found.begin(), found.end(), std::back_inserter(joined));
      list = joined;
    }
  }
  for (std::size_t c = 0; c < lists.size(); ++c) {
    const std::vector<std::uint32_t>& list = lists[c];
    table.cell[c] = {std::uint32_t(table.cell_blocks.size()), std::uint32_t((list.size() + 7) / 8)};
    for (std::size_t first = 0; first < list.size(); first += 8) {
      const std::span<const std::uint32_t> part =
          std::span(list).subspan(first, std::min<std::size_t>(8, list.size() - first));
      table.cell_blocks.push_back(gather(points, part));
      SupportTable::Indices indices;
      for (std::size_t lane = 0; lane < 8; ++lane) indices.point[lane] = part[std::min(lane, part.size() - 1)];
      table.cell_indices.push_back(indices);
    }
  }
}

}  // namespace

SupportTable::SupportTable(std::span<const Vec3> points) : count(std::uint32_t(points.size())) {
  if (points.empty()) throw Error("a convex set needs at least one point");
  Vec3 sum;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_finite(points[i])) throw Error("point " + std::to_string(i) + " of a convex set is not finite");
    sum = sum + points[i] * (1.0 / count);
  }
  centre = sum;
  for (const Vec3& p : points) {
    spread = std::max(spread, most_length(p - centre));
    farthest = std::max(farthest, most_length(p));
  }
  std::vector<std::uint32_t> all(points.size());
  for (std::uint32_t i = 0; i < count; ++i) all[i] = i;
  for (std::size_t first = 0; first < points.size(); first += 8)
    blocks.push_back(gather(points, std::span(all).subspan(first, std::min<std::size_t>(8, points.size() - first))));
  // Lengths that under- or overflow make the clipping worthless: every point is scanned then.
  cells = spread > 1e-100 && farthest < 1e100 && spread > 1e-6 * farthest ? cells_for(count) : 0;
  if (cells != 0) fill_cells(*this, points);
}

std::size_t SupportTable::memory() const {
  return sizeof *this + blocks.capacity() * sizeof blocks[0] + cell.capacity() * sizeof cell[0] +
         cell_blocks.capacity() * sizeof cell_blocks[0] + cell_indices.capacity() * sizeof cell_indices[0];
}

}  // namespace graze
