// cover_by_spheres of graze/simplify.h. The shape is in cubes of a grid, those that are proven not to meet it left out;
// balls that stand out of the shape by no more than the gap are chosen until every cube is in one.
//
// A ball around a point at the depth t within the shape may have the radius t + gap, for the ball of radius t is in the
// shape; around a point that is d away, gap - d. Corners of cubes are whole multiples of a power of two, so that they
// are exact.
#include <algorithm>
#include <cmath>
#include <queue>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/simplify.h"
#include "math/constants.h"
#include "robot/cover_field.h"

namespace graze {

namespace {

using roundoff::up;
constexpr std::size_t most_cells = 1 << 19;

struct Cell {
  int x, y, z;
  Vec3 center;
  double inside, away;  // depth, or how far outside at most
  double radius_within(double gap) const { return inside > 0 ? inside + gap : gap - away; }
};

class SphereCoverer {
 public:
  SphereCoverer(const CoverField& field, double gap) : field_(field), gap_(gap) {
    // Half the side of a cube, so that its half diagonal is at most half the gap.
    half_ = std::ldexp(1, std::ilogb(gap / (2 * root_three_up)));
    diagonal_ = half_ * root_three_up * up;
  }

  // False: too many cubes or balls.
  bool run(std::uint32_t most) { return find_cells() && choose(most); }

  SphereCover result() {
    SphereCover cover;
    for (const CoverSphere& sphere : chosen_) cover.spheres.push_back(sphere);
    cover.gap = reached_;
    std::stable_sort(cover.spheres.begin(), cover.spheres.end(),
                     [](const CoverSphere& a, const CoverSphere& b) { return a.radius > b.radius; });
    return cover;
  }

 private:
  // From large cubes to small ones: what is far from a large one is far from all in it.
  bool find_cells() {
    const Box box = field_.bounds();
    const double side = 2 * half_;
    double large = side;
    const Vec3 size = box.hi - box.lo;
    while (large < std::max({size.x, size.y, size.z})) large *= 2;
    const auto first = [&](double lo) { return static_cast<long long>(std::floor(lo / large)); };
    for (long long x = first(box.lo.x); double(x) * large <= box.hi.x; ++x) {
      for (long long y = first(box.lo.y); double(y) * large <= box.hi.y; ++y) {
        for (long long z = first(box.lo.z); double(z) * large <= box.hi.z; ++z) {
          if (!split({double(x) * large, double(y) * large, double(z) * large}, large)) return false;
        }
      }
    }
    return true;
  }

  bool split(Vec3 corner, double side) {
    const double middle = 0.5 * side;
    const Vec3 center = corner + Vec3{middle, middle, middle};
    const CoverField::Away away = field_.away(center);
    if (away.lower > middle * root_three_up * up) return true;
    if (side <= 2 * half_) {
      if (cells_.size() == most_cells) return false;
      const double inside = field_.depth(center);
      const auto number = [&](double at) { return static_cast<int>(std::floor(at / side)); };
      cells_.push_back({number(center.x), number(center.y), number(center.z), center, inside, away.upper});
      return true;
    }
    for (int i = 0; i < 8; ++i) {
      const Vec3 at{i & 1 ? center.x : corner.x, i & 2 ? center.y : corner.y, i & 4 ? center.z : corner.z};
      if (!split(at, middle)) return false;
    }
    return true;
  }

  // Cubes by their numbers, for looking around a ball.
  void make_grid() {
    for (int axis = 0; axis < 3; ++axis) {
      lo_[axis] = INT32_MAX;
      hi_[axis] = INT32_MIN;
    }
    for (const Cell& cell : cells_) {
      const int at[3] = {cell.x, cell.y, cell.z};
      for (int axis = 0; axis < 3; ++axis) {
        lo_[axis] = std::min(lo_[axis], at[axis]);
        hi_[axis] = std::max(hi_[axis], at[axis]);
      }
    }
    std::size_t size = 1;
    for (int axis = 0; axis < 3; ++axis) size *= static_cast<std::size_t>(hi_[axis] - lo_[axis] + 1);
    grid_.assign(size, -1);
    for (std::size_t i = 0; i < cells_.size(); ++i) grid_[place(cells_[i].x, cells_[i].y, cells_[i].z)] = int(i);
  }
  std::size_t place(int x, int y, int z) const {
    const auto width = [&](int axis) { return static_cast<std::size_t>(hi_[axis] - lo_[axis] + 1); };
    return (static_cast<std::size_t>(x - lo_[0]) * width(1) + static_cast<std::size_t>(y - lo_[1])) * width(2) +
           static_cast<std::size_t>(z - lo_[2]);
  }

  // The cubes that are wholly in the ball.
  template <class Visit>
  void visit_within(Vec3 center, double radius, const Visit& visit) const {
    const double free = radius - diagonal_, side = 2 * half_;
    if (free < 0) return;
    int from[3], to[3];
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = std::max(lo_[axis], static_cast<int>(std::floor((center[axis] - free) / side)));
      to[axis] = std::min(hi_[axis], static_cast<int>(std::floor((center[axis] + free) / side)));
    }
    for (int x = from[0]; x <= to[0]; ++x) {
      for (int y = from[1]; y <= to[1]; ++y) {
        for (int z = from[2]; z <= to[2]; ++z) {
          const int found = grid_[place(x, y, z)];
          if (found < 0) continue;
          const double far = length(cells_[static_cast<std::size_t>(found)].center - center) * up;
          if (far <= free) visit(static_cast<std::size_t>(found), far);
        }
      }
    }
  }

  // The ball that holds most of what is not yet held, again and again.
  bool choose(std::uint32_t most) {
    make_grid();
    std::vector<char> held(cells_.size(), 0);
    const auto count = [&](std::size_t i) {
      std::size_t fresh = 0;
      visit_within(cells_[i].center, cells_[i].radius_within(gap_),
                   [&](std::size_t cell, double) { fresh += held[cell] == 0; });
      return fresh;
    };
    using Entry = std::pair<std::size_t, std::size_t>;  // how many at most, and the cell counted down: the first wins
    std::priority_queue<Entry> queue;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      // At first as many as there is room for.
      const double across = 1 + (cells_[i].radius_within(gap_) - diagonal_) / half_;
      queue.emplace(static_cast<std::size_t>(across * across * across) + 1, cells_.size() - i);
    }
    std::size_t left = cells_.size();
    std::vector<std::size_t> picked;
    while (left > 0) {
      if (picked.size() == most || queue.empty()) return false;
      const auto [bound, key] = queue.top();
      queue.pop();
      const std::size_t cell = cells_.size() - key, fresh = count(cell);
      if (fresh == 0) continue;
      if (!queue.empty() && fresh < queue.top().first) {
        queue.emplace(fresh, key);
        continue;
      }
      visit_within(cells_[cell].center, cells_[cell].radius_within(gap_), [&](std::size_t each, double) {
        left -= held[each] == 0;
        held[each] = 1;
      });
      picked.push_back(cell);
    }
    shrink(picked);
    return true;
  }

  // Each cube goes to the ball that has most room for it; balls are then no larger than what they hold.
  void shrink(const std::vector<std::size_t>& picked) {
    std::vector<std::pair<double, int>> owner(cells_.size(), {-1, -1});
    std::vector<double> needed(picked.size(), 0);
    for (std::size_t i = 0; i < picked.size(); ++i) {
      const double radius = cells_[picked[i]].radius_within(gap_);
      visit_within(cells_[picked[i]].center, radius, [&](std::size_t cell, double far) {
        if (radius - far > owner[cell].first) owner[cell] = {radius - far, int(i)};
      });
    }
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      const auto i = static_cast<std::size_t>(owner[cell].second);
      needed[i] = std::max(needed[i], length(cells_[cell].center - cells_[picked[i]].center) * up + diagonal_);
    }
    for (std::size_t i = 0; i < picked.size(); ++i) {
      if (needed[i] == 0) continue;
      const Cell& cell = cells_[picked[i]];
      const double radius = needed[i] * up;
      chosen_.push_back({cell.center, radius});
      reached_ = std::max(reached_, (cell.inside > 0 ? radius - cell.inside : radius + cell.away) * up);
    }
    reached_ = std::max(reached_, 0.0);
  }

  const CoverField& field_;
  double gap_ = 0, half_ = 0, diagonal_ = 0, reached_ = 0;
  std::vector<Cell> cells_;
  std::vector<int> grid_;
  int lo_[3] = {}, hi_[3] = {};
  std::vector<CoverSphere> chosen_;
};

}  // namespace

SphereCover cover_by_spheres(const Shape& shape, const SimplifySettings& settings) {
  const FloatState standard;
  if (!(settings.gap >= 0) || !std::isfinite(settings.gap)) throw Error("gap must be 0 or above, and finite");
  if (settings.most < 1 || settings.most > 4096) throw Error("most must be 1 to 4096");
  const CoverField field(shape);
  const Box box = field.bounds();
  const double size = length(box.hi - box.lo);
  if (size == 0) return {{{box.lo, std::max(settings.gap, 0x1p-30)}}, std::max(settings.gap, 0x1p-30)};
  double gap = settings.gap > 0 ? settings.gap : size / 16;
  // A gap of the whole size needs one ball.
  for (int tries = 0; tries < 60; ++tries, gap *= 1.25) {
    SphereCoverer coverer(field, gap);
    if (coverer.run(settings.most)) return coverer.result();
    if (gap > 4 * size) break;
  }
  throw Error("the shape cannot be covered by " + std::to_string(settings.most) + " spheres");
}

}  // namespace graze
