#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "graze/study_scenes.h"

namespace graze::study {
namespace {

using Cell = std::array<std::int32_t, 3>;
// The cells that a box reaches into.
struct CellRange {
  Cell lo{}, hi{};
  bool has(const Cell& c) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (c[k] < lo[k] || c[k] > hi[k]) return false;
    return true;
  }
  friend bool operator==(const CellRange&, const CellRange&) = default;
};

template <class Visit>
void for_each_cell(const CellRange& range, const Visit& visit) {
  for (std::int32_t z = range.lo[2]; z <= range.hi[2]; ++z)
    for (std::int32_t y = range.lo[1]; y <= range.hi[1]; ++y)
      for (std::int32_t x = range.lo[0]; x <= range.hi[0]; ++x) visit(Cell{x, y, z});
}

bool is_proper(const Box& box) {
  return is_finite(box.lo) && is_finite(box.hi) && box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z;
}

}  // namespace

struct GRAZE_HIDDEN CellGrid::State {
  struct Entry {
    bool there = false;
    Box box;
    CellRange range;
  };

  Vec3 origin, cells_a_unit;
  std::int32_t cells = 1;
  int axes = 3;
  std::vector<Entry> entries;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> members;
  std::uint64_t changed = 0;

  static std::uint64_t key(const Cell& c) {
    return (std::uint64_t(c[2]) << 42) | (std::uint64_t(c[1]) << 21) | std::uint64_t(c[0]);
  }
  std::int32_t place(double x, int axis) const {
    if (axis >= axes) return 0;
    const double at = std::floor((x - origin[axis]) * cells_a_unit[axis]);
    return static_cast<std::int32_t>(std::clamp(at, 0.0, double(cells - 1)));
  }
  CellRange range_of(const Box& box) const {
    CellRange range;
    for (int k = 0; k < 3; ++k) {
      range.lo[std::size_t(k)] = place(box.lo[k], k);
      range.hi[std::size_t(k)] = place(box.hi[k], k);
    }
    return range;
  }
  void enter(std::uint32_t id, const Cell& cell) {
    members[key(cell)].push_back(id);
    ++changed;
  }
  void leave(std::uint32_t id, const Cell& cell) {
    const auto found = members.find(key(cell));
    auto& list = found->second;
    *std::find(list.begin(), list.end(), id) = list.back();
    list.pop_back();
    if (list.empty()) members.erase(found);
    ++changed;
  }
};

CellGrid::CellGrid(const Box& region, std::uint32_t cells, int axes) : state_(std::make_unique<State>()) {
  if (!is_proper(region)) throw Error("the region of a grid must be finite and not empty");
  if (cells == 0 || cells > (1u << 20)) throw Error("a grid has 1 to 2^20 cells along an axis");
  if (axes != 2 && axes != 3) throw Error("a grid has 2 or 3 axes");
  state_->origin = region.lo;
  state_->cells = static_cast<std::int32_t>(cells);
  state_->axes = axes;
  for (int k = 0; k < 3; ++k) {
    const double width = region.hi[k] - region.lo[k];
    state_->cells_a_unit[k] = width > 0 ? cells / width : 0;
  }
}
CellGrid::CellGrid(CellGrid&&) noexcept = default;
CellGrid& CellGrid::operator=(CellGrid&&) noexcept = default;
CellGrid::~CellGrid() = default;

void CellGrid::set(std::uint32_t id, const Box& box) {
  if (!is_proper(box)) throw Error("box " + std::to_string(id) + " is empty or not finite");
  State& s = *state_;
  if (id >= s.entries.size()) s.entries.resize(std::size_t{id} + 1);
  State::Entry& entry = s.entries[id];
  const CellRange range = s.range_of(box);
  if (!entry.there) {
    for_each_cell(range, [&](const Cell& c) { s.enter(id, c); });
  } else if (!(range == entry.range)) {
    for_each_cell(entry.range, [&](const Cell& c) {
      if (!range.has(c)) s.leave(id, c);
    });
    for_each_cell(range, [&](const Cell& c) {
      if (!entry.range.has(c)) s.enter(id, c);
    });
  }
  entry = {true, box, range};
}

void CellGrid::remove(std::uint32_t id) {
  State& s = *state_;
  if (id >= s.entries.size() || !s.entries[id].there) return;
  for_each_cell(s.entries[id].range, [&](const Cell& c) { s.leave(id, c); });
  s.entries[id] = {};
}

std::vector<std::uint32_t> CellGrid::sharing(std::uint32_t id) const {
  const State& s = *state_;
  std::vector<std::uint32_t> found;
  if (id >= s.entries.size() || !s.entries[id].there) return found;
  for_each_cell(s.entries[id].range, [&](const Cell& c) {
    for (const std::uint32_t other : s.members.at(State::key(c)))
      if (other != id) found.push_back(other);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::uint32_t> CellGrid::near(std::uint32_t id) const {
  std::vector<std::uint32_t> found = sharing(id);
  std::erase_if(found,
                [&](std::uint32_t other) { return !overlap(state_->entries[id].box, state_->entries[other].box); });
  return found;
}

IdPairs CellGrid::pairs() const {
  const State& s = *state_;
  IdPairs result;
  for (const auto& [key, ids] : s.members)
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (overlap(s.entries[ids[i]].box, s.entries[ids[j]].box))
          result.emplace_back(std::min(ids[i], ids[j]), std::max(ids[i], ids[j]));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::uint64_t CellGrid::cells_changed() const noexcept { return state_->changed; }

}  // namespace graze::study
