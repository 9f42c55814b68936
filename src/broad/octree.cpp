// A loose octree: a box is in the smallest cell that is not smaller than it and holds its centre, and a cell counts as
// half a cell larger on each side, so that it holds the box, too. A box that moves within that stays where it is. Only
// boxes that changed look for others; pairs of the rest are kept (Zachmann, section 5.2: only cells that change are
// visited).
//
// The root counts as endless: what no cell holds is there. Whether a cell holds a box is asked of the bounds that the
// search prunes with, in double: rounding may put a box higher up, but never lose it.
#include <algorithm>
#include <array>
#include <limits>

#include "broad/merge_pairs.h"
#include "broad/pair_finder.h"
#include "broad/spread.h"

namespace graze {
namespace {

constexpr std::uint32_t none = BoxSet::none;
constexpr int deepest = 20;

struct Cell {
  std::array<std::uint32_t, 8> children;
  std::uint32_t parent;
  std::uint32_t first;  // of its boxes
  std::uint32_t below;  // boxes here and in all cells below
  Vec3 centre;
  double half;  // of the edge
  Box bounds;   // loose
};

struct Link {
  std::uint32_t cell = none, next = none, previous = none;  // boxes of a cell by id
};

bool holds(const Box& outer, const Box& inner) {
  return outer.lo.x <= inner.lo.x && inner.hi.x <= outer.hi.x && outer.lo.y <= inner.lo.y && inner.hi.y <= outer.hi.y &&
         outer.lo.z <= inner.lo.z && inner.hi.z <= outer.hi.z;
}

class Octree final : public PairFinder {
 public:
  void find(const BoxSet& set, int, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    links_.resize(set.id_limit());
    changed_.resize(set.id_limit());
    if (cells_.empty() || worn_out(set))
      build(set);
    else
      update(set);
    found_.count = 0;
    for (const std::uint32_t id : set.changes()) changed_[id] = true;
    for (const std::uint32_t id : set.changes())
      if (set.has(id)) search(set, id, counters);
    merger_.merge(changed_, found_, pairs);
    for (const std::uint32_t id : set.changes()) changed_[id] = false;
  }

  std::string validate(const BoxSet& set) const override;

 private:
  bool worn_out(const BoxSet& set) const {
    // Cells stay when they become empty; boxes leave the cube that the root was made for.
    return cells_.size() > 4 * set.ids().size() + 4 * cells_when_built_ + 64 ||
           at_root() > 2 * at_root_when_built_ + set.ids().size() / 16 + 16;
  }
  std::size_t at_root() const {
    std::size_t below = 0;
    for (const std::uint32_t child : cells_[0].children) below += child == none ? 0 : cells_[child].below;
    return cells_[0].below - below;
  }

  void build(const BoxSet& set) {
    cells_.clear();
    std::fill(links_.begin(), links_.end(), Link{});
    const Spread spread = graze::spread(set);
    double half = 0.5 * std::max({spread.width(0), spread.width(1), spread.width(2), spread.median});
    if (!(half > 0)) half = 1;
    Cell root{};
    root.children.fill(none);
    root.parent = root.first = none;
    root.half = half;
    const double endless = std::numeric_limits<double>::infinity();
    root.bounds = {{-endless, -endless, -endless}, {endless, endless, endless}};
    for (int axis = 0; axis < 3; ++axis) root.centre[axis] = 0.5 * (spread.lo[axis] + spread.hi[axis]);
    cells_.push_back(root);
    for (const std::uint32_t id : set.ids()) insert(id, home(set.box(id)));
    cells_when_built_ = cells_.size();
    at_root_when_built_ = at_root();
  }

  void update(const BoxSet& set) {
    for (const std::uint32_t id : set.changes()) {
      const bool is = set.has(id);
      if (links_[id].cell != none) {
        if (is && stays(links_[id].cell, set.box(id))) continue;
        take_out(id);
      }
      if (is) insert(id, home(set.box(id)));
    }
  }
  // Where it is, it would not be put deeper by one.
  bool stays(std::uint32_t cell, const Box& box) const {
    return cell != 0 && holds(cells_[cell].bounds, box) && extent(box) > 0.5 * cells_[cell].half;
  }
  static double extent(const Box& box) {
    return std::max({box.hi.x - box.lo.x, box.hi.y - box.lo.y, box.hi.z - box.lo.z});
  }

  // The cell for a box; made if need be.
  std::uint32_t home(const Box& box) {
    const Vec3 centre = box.lo * 0.5 + box.hi * 0.5;
    const double size = extent(box);
    std::uint32_t cell = 0;
    for (int depth = 0; depth < deepest && size <= cells_[cell].half; ++depth) {
      unsigned which = 0;
      for (int axis = 0; axis < 3; ++axis) which |= unsigned(centre[axis] > cells_[cell].centre[axis]) << axis;
      const Cell child = child_of(cell, which);
      if (!holds(child.bounds, box) || !holds(cells_[cell].bounds, child.bounds)) break;
      if (cells_[cell].children[which] == none) {
        cells_[cell].children[which] = std::uint32_t(cells_.size());
        cells_.push_back(child);
      }
      cell = cells_[cell].children[which];
    }
    return cell;
  }
  Cell child_of(std::uint32_t parent, unsigned which) const {
    if (const std::uint32_t child = cells_[parent].children[which]; child != none) return cells_[child];
    Cell cell{};
    cell.children.fill(none);
    cell.parent = parent;
    cell.first = none;
    cell.half = 0.5 * cells_[parent].half;
    for (int axis = 0; axis < 3; ++axis) {
      const double middle = cells_[parent].centre[axis];
      cell.centre[axis] = (which >> axis & 1) != 0 ? middle + cell.half : middle - cell.half;
      cell.bounds.lo[axis] = cell.centre[axis] - 2 * cell.half;
      cell.bounds.hi[axis] = cell.centre[axis] + 2 * cell.half;
    }
    return cell;
  }
  void insert(std::uint32_t id, std::uint32_t cell) {
    Link& link = links_[id];
    link = {cell, cells_[cell].first, none};
    if (link.next != none) links_[link.next].previous = id;
    cells_[cell].first = id;
    for (; cell != none; cell = cells_[cell].parent) ++cells_[cell].below;
  }
  void take_out(std::uint32_t id) {
    const Link link = links_[id];
    (link.previous == none ? cells_[link.cell].first : links_[link.previous].next) = link.next;
    if (link.next != none) links_[link.next].previous = link.previous;
    for (std::uint32_t cell = link.cell; cell != none; cell = cells_[cell].parent) --cells_[cell].below;
    links_[id] = {};
  }

  // Pairs with every other that it overlaps; of two that changed, the one with the lesser id finds the pair.
  void search(const BoxSet& set, std::uint32_t id, BroadCounters& counters) {
    const Box& box = set.box(id);
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const Cell& cell = cells_[stack_.back()];
      stack_.pop_back();
      for (std::uint32_t other = cell.first; other != none; other = links_[other].next) {
        if (other == id || (changed_[other] && other < id)) continue;
        ++counters.box_tests;
        if (overlap(box, set.box(other))) found_.append(id, other);
      }
      for (const std::uint32_t child : cell.children) {
        if (child == none || cells_[child].below == 0) continue;
        ++counters.box_tests;
        if (overlap(box, cells_[child].bounds)) stack_.push_back(child);
      }
    }
  }

  std::vector<Cell> cells_;
  std::vector<Link> links_;
  std::vector<char> changed_;  // by id, while find() runs
  std::vector<std::uint32_t> stack_;
  std::size_t cells_when_built_ = 0, at_root_when_built_ = 0;
  FoundPairs found_;
  PairMerger merger_;
};

std::string Octree::validate(const BoxSet& set) const {
  if (cells_.empty()) return "there is no root";
  std::vector<std::uint32_t> below(cells_.size());
  std::size_t there = 0;
  for (std::size_t i = cells_.size(); i-- > 0;) {
    const Cell& cell = cells_[i];
    std::uint32_t previous = none;
    for (std::uint32_t id = cell.first; id != none; id = links_[id].next, ++there, ++below[i]) {
      if (!set.has(id) || links_[id].cell != i || links_[id].previous != previous)
        return "id " + std::to_string(id) + " is linked wrongly";
      if (!holds(cell.bounds, set.box(id))) return "a cell does not hold the box of id " + std::to_string(id);
      previous = id;
    }
    for (const std::uint32_t child : cell.children) {
      if (child == none) continue;
      if (child <= i || cells_[child].parent != i) return "a cell has another parent";
      if (!holds(cell.bounds, cells_[child].bounds)) return "a cell is not within its parent";
      below[i] += below[child];
    }
    if (below[i] != cell.below) return "a cell counts another number of boxes";
  }
  return there == set.ids().size() ? "" : "not every box is in a cell";
}

}  // namespace

std::unique_ptr<PairFinder> make_octree() { return std::make_unique<Octree>(); }

}  // namespace graze
