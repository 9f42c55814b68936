#include "store/tiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>

#include "broad/curve.h"

namespace graze {

namespace {

constexpr unsigned bits = CurveGrid::bits;
constexpr std::uint32_t last_step = (1u << bits) - 1;

// How many steps on the curve a cell of a depth has.
constexpr std::uint64_t steps(unsigned depth) { return std::uint64_t{1} << (3 * (bits - depth)); }

std::int32_t shifted(std::int32_t value, std::int32_t by) { return by > 31 ? (value < 0 ? -1 : 0) : value >> by; }

}  // namespace

bool related(const SpaceCell& a, const SpaceCell& b) noexcept {
  const SpaceCell &small = a.level < b.level ? a : b, &large = a.level < b.level ? b : a;
  const std::int32_t by = large.level - small.level;
  return shifted(small.x, by) == large.x && shifted(small.y, by) == large.y && shifted(small.z, by) == large.z;
}

CurveGrid::CurveGrid(const Box& all) noexcept {
  double most = 0x1p-900;
  if (!all.empty()) {
    for (int axis = 0; axis < 3; ++axis) most = std::max({most, std::fabs(all.lo[axis]), std::fabs(all.hi[axis])});
  }
  most = std::min(most, 0x1p1000);
  exponent_ = std::ilogb(most) + 1;
  scale_ = std::ldexp(1.0, int(bits) - 1 - exponent_);
}

CurveGrid::Step CurveGrid::step(Vec3 point) const noexcept {
  const auto along = [&](double value) {
    const double place = std::floor(value * scale_) + double(1u << (bits - 1));
    return static_cast<std::uint32_t>(std::clamp(place, 0.0, double(last_step)));
  };
  return {along(point.x), along(point.y), along(point.z)};
}

std::uint64_t CurveGrid::index(Step step) const noexcept { return curve_index(step.x, step.y, step.z, bits); }

SpaceCell CurveGrid::cell(Step step, unsigned depth) const noexcept {
  const unsigned by = bits - depth;
  const auto along = [&](std::uint32_t at) { return static_cast<std::int32_t>(at >> by) - (1 << (depth - 1)); };
  return {exponent_ + 1 - int(depth), along(step.x), along(step.y), along(step.z)};
}

void Tiles::split(FunctionRef<bool(std::uint64_t&)> next, std::uint32_t most) {
  // The cells in the order of the curve: the largest that begins where the last one ended and has at most `most`
  // points. The cell above it either began earlier, and was too full then, or begins here and is.
  leaves_.clear();
  std::deque<std::uint64_t> ahead;
  bool more = true;
  const auto take = [&] {
    std::uint64_t index;
    more = next(index);
    if (more) ahead.push_back(index);
  };
  for (std::uint64_t first = 0; first < steps(0);) {
    while (more && ahead.size() <= most) take();
    unsigned depth = 1;
    while (first % steps(depth) != 0 || (depth < bits && ahead.size() > most && ahead[most] < first + steps(depth)))
      ++depth;
    leaves_.push_back({first, depth, {}});
    first += steps(depth);
    for (; !ahead.empty() && ahead.front() < first; ahead.pop_front()) {
      if (ahead.size() == 1 && more) take();
    }
  }
  locate({0, 0, 0}, 0);
}

void Tiles::locate(CurveGrid::Step corner, unsigned depth) {
  if (depth > 0) {
    Leaf& leaf = leaves_[leaf_with(grid_.index(corner) / steps(depth) * steps(depth))];
    if (leaf.depth == depth) {
      leaf.cell = grid_.cell(corner, depth);
      return;
    }
  }
  const std::uint32_t half = 1u << (bits - depth - 1);
  for (unsigned i = 0; i < 8; ++i)
    locate({corner.x + (i & 1) * half, corner.y + (i >> 1 & 1) * half, corner.z + (i >> 2) * half}, depth + 1);
}

std::uint32_t Tiles::leaf_with(std::uint64_t index) const noexcept {
  const auto after = std::upper_bound(leaves_.begin(), leaves_.end(), index,
                                      [](std::uint64_t value, const Leaf& leaf) { return value < leaf.first; });
  return static_cast<std::uint32_t>(after - leaves_.begin()) - 1;
}

std::uint32_t Tiles::at(CurveGrid::Step step) const noexcept { return leaf_with(grid_.index(step)); }

void Tiles::for_each(const Box& box, FunctionRef<void(std::uint32_t)> visit) const {
  const CurveGrid::Step lo = grid_.step(box.lo), hi = grid_.step(box.hi);
  const std::uint32_t tile = at(lo);
  if (tile == at(hi)) return visit(tile);
  // From the least cell that holds both corners.
  const unsigned apart = std::bit_width((lo.x ^ hi.x) | (lo.y ^ hi.y) | (lo.z ^ hi.z));
  const std::uint32_t mask = ~((1u << apart) - 1);
  descend({lo.x & mask, lo.y & mask, lo.z & mask}, bits - apart, lo, hi, visit);
}

void Tiles::descend(CurveGrid::Step corner, unsigned depth, CurveGrid::Step lo, CurveGrid::Step hi,
                    FunctionRef<void(std::uint32_t)> visit) const {
  const std::uint32_t beyond = (1u << (bits - depth)) - 1;
  if (corner.x > hi.x || corner.y > hi.y || corner.z > hi.z || corner.x + beyond < lo.x || corner.y + beyond < lo.y ||
      corner.z + beyond < lo.z)
    return;
  if (depth > 0) {
    const std::uint32_t tile = leaf_with(grid_.index(corner) / steps(depth) * steps(depth));
    if (leaves_[tile].depth == depth) return visit(tile);
  }
  const std::uint32_t half = 1u << (bits - depth - 1);
  for (unsigned i = 0; i < 8; ++i)
    descend({corner.x + (i & 1) * half, corner.y + (i >> 1 & 1) * half, corner.z + (i >> 2) * half}, depth + 1, lo, hi,
            visit);
}

}  // namespace graze
