// Guttman's R-tree: boxes in leaves of a few, leaves in nodes of a few; insertion goes where boxes grow least, full
// nodes are parted by the quadratic split, and what a node that has become too empty held is inserted again.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "graze/study_scenes.h"

namespace graze::study {
namespace {

constexpr std::size_t most = 8, least = 3;

double volume(const Box& b) { return (b.hi.x - b.lo.x) * (b.hi.y - b.lo.y) * (b.hi.z - b.lo.z); }
double growth(const Box& box, const Box& by) { return volume(merge(box, by)) - volume(box); }

}  // namespace

struct GRAZE_HIDDEN RTree::State {
  struct Entry {
    Box box;
    std::uint32_t id = 0;  // of a box in a leaf, of a node elsewhere
  };
  struct Node {
    std::vector<Entry> entries;
    std::uint32_t height = 0;  // 0 in a leaf
    Box bounds() const {
      Box all;
      for (const Entry& entry : entries) all = merge(all, entry.box);
      return all;
    }
  };
  struct Known {
    bool there = false;
    Box box;
  };

  std::vector<Node> nodes{1};
  std::vector<std::uint32_t> unused;  // nodes
  std::uint32_t root = 0;
  std::vector<Known> known;
  std::uint64_t tests = 0;

  std::uint32_t make(std::uint32_t height) {
    std::uint32_t at;
    if (unused.empty()) {
      at = static_cast<std::uint32_t>(nodes.size());
      nodes.emplace_back();
    } else {
      at = unused.back();
      unused.pop_back();
    }
    nodes[at] = {{}, height};
    return at;
  }

  // The quadratic split: the two entries that would waste most in one box begin two groups; then the entry that has
  // most to say goes first. The second group is a new node, which is returned.
  std::uint32_t split(std::uint32_t at) {
    std::vector<Entry> rest = std::move(nodes[at].entries);
    std::size_t first = 0, second = 1;
    double waste = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rest.size(); ++i)
      for (std::size_t j = i + 1; j < rest.size(); ++j) {
        const double here = volume(merge(rest[i].box, rest[j].box)) - volume(rest[i].box) - volume(rest[j].box);
        if (!(here > waste)) continue;
        waste = here;
        first = i;
        second = j;
      }
    std::vector<Entry> groups[2] = {{rest[first]}, {rest[second]}};
    Box bounds[2] = {rest[first].box, rest[second].box};
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(second));
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
    while (!rest.empty()) {
      std::size_t pick = 0;
      int group = -1;
      for (int g = 0; g < 2; ++g)
        if (groups[g].size() + rest.size() <= least) group = g;  // it needs all that is left
      if (group < 0) {
        double opinion = -1;
        for (std::size_t i = 0; i < rest.size(); ++i) {
          const double here = std::fabs(growth(bounds[0], rest[i].box) - growth(bounds[1], rest[i].box));
          if (!(here > opinion)) continue;
          opinion = here;
          pick = i;
        }
        const double grow[2] = {growth(bounds[0], rest[pick].box), growth(bounds[1], rest[pick].box)};
        group = grow[0] != grow[1] ? (grow[1] < grow[0] ? 1 : 0) : (groups[1].size() < groups[0].size() ? 1 : 0);
      }
      groups[group].push_back(rest[pick]);
      bounds[group] = merge(bounds[group], rest[pick].box);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    const std::uint32_t other = make(nodes[at].height);
    nodes[at].entries = std::move(groups[0]);
    nodes[other].entries = std::move(groups[1]);
    return other;
  }

  // Puts the entry into a node of the height.
  void insert(const Entry& entry, std::uint32_t height) {
    std::vector<std::pair<std::uint32_t, std::size_t>> way;  // nodes, and which entry was taken
    std::uint32_t at = root;
    while (nodes[at].height > height) {
      std::size_t best = 0;
      double grow = std::numeric_limits<double>::infinity(), size = grow;
      for (std::size_t i = 0; i < nodes[at].entries.size(); ++i) {
        const Box& box = nodes[at].entries[i].box;
        const double g = growth(box, entry.box), v = volume(box);
        if (g > grow || (g == grow && !(v < size))) continue;
        best = i;
        grow = g;
        size = v;
      }
      way.emplace_back(at, best);
      at = nodes[at].entries[best].id;
    }
    nodes[at].entries.push_back(entry);
    bool parted = nodes[at].entries.size() > most;
    std::uint32_t other = parted ? split(at) : 0;
    while (!way.empty()) {
      const auto [up, taken] = way.back();
      way.pop_back();
      nodes[up].entries[taken].box = nodes[at].bounds();
      if (parted) nodes[up].entries.push_back({nodes[other].bounds(), other});
      at = up;
      parted = nodes[at].entries.size() > most;
      if (parted) other = split(at);
    }
    if (!parted) return;
    const std::uint32_t above = make(nodes[at].height + 1);
    nodes[above].entries = {{nodes[at].bounds(), at}, {nodes[other].bounds(), other}};
    root = above;
  }

  // The way down to the leaf that has the box: nodes and the entries taken; the last entry is the box itself.
  bool find(std::uint32_t at, std::uint32_t id, const Box& box,
            std::vector<std::pair<std::uint32_t, std::size_t>>& way) const {
    for (std::size_t i = 0; i < nodes[at].entries.size(); ++i) {
      const Entry& entry = nodes[at].entries[i];
      if (nodes[at].height == 0 ? entry.id != id : !overlap(entry.box, box)) continue;
      way.emplace_back(at, i);
      if (nodes[at].height == 0 || find(entry.id, id, box, way)) return true;
      way.pop_back();
    }
    return false;
  }

  void take_out(std::uint32_t id) {
    std::vector<std::pair<std::uint32_t, std::size_t>> way;
    if (!find(root, id, known[id].box, way)) return;
    std::vector<std::pair<Entry, std::uint32_t>> again;  // and the height of the node that is to have it
    nodes[way.back().first].entries.erase(nodes[way.back().first].entries.begin() +
                                          static_cast<std::ptrdiff_t>(way.back().second));
    while (way.size() > 1) {
      const std::uint32_t at = way.back().first;
      way.pop_back();
      const auto [up, taken] = way.back();
      if (nodes[at].entries.size() >= least) {
        nodes[up].entries[taken].box = nodes[at].bounds();
        continue;
      }
      for (const Entry& entry : nodes[at].entries) again.emplace_back(entry, nodes[at].height);
      nodes[up].entries.erase(nodes[up].entries.begin() + static_cast<std::ptrdiff_t>(taken));
      nodes[at].entries.clear();
      unused.push_back(at);
    }
    // Higher ones first: the tree may not become lower than what is to be put back.
    for (auto it = again.rbegin(); it != again.rend(); ++it) insert(it->first, it->second);
    while (nodes[root].height > 0 && nodes[root].entries.size() == 1) {
      unused.push_back(root);
      root = nodes[root].entries[0].id;
    }
    if (nodes[root].entries.empty()) nodes[root].height = 0;
  }

  void in(std::uint32_t at, const Box& box, std::vector<std::uint32_t>& found) {
    for (const Entry& entry : nodes[at].entries) {
      ++tests;
      if (!overlap(entry.box, box)) continue;
      if (nodes[at].height == 0)
        found.push_back(entry.id);
      else
        in(entry.id, box, found);
    }
  }
};

RTree::RTree() : state_(std::make_unique<State>()) {}
RTree::RTree(RTree&&) noexcept = default;
RTree& RTree::operator=(RTree&&) noexcept = default;
RTree::~RTree() = default;

void RTree::set(std::uint32_t id, const Box& box) {
  if (!is_finite(box.lo) || !is_finite(box.hi) ||
      !(box.lo.x <= box.hi.x && box.lo.y <= box.hi.y && box.lo.z <= box.hi.z))
    throw Error("box " + std::to_string(id) + " is empty or not finite");
  if (id >= state_->known.size()) state_->known.resize(std::size_t{id} + 1);
  State::Known& known = state_->known[id];
  if (known.there && known.box == box) return;
  if (known.there) state_->take_out(id);
  known = {true, box};
  state_->insert({box, id}, 0);
}

void RTree::remove(std::uint32_t id) {
  if (id >= state_->known.size() || !state_->known[id].there) return;
  state_->take_out(id);
  state_->known[id].there = false;
}

std::vector<std::uint32_t> RTree::in(const Box& box) {
  std::vector<std::uint32_t> found;
  state_->in(state_->root, box, found);
  std::sort(found.begin(), found.end());
  return found;
}

IdPairs RTree::pairs() {
  IdPairs pairs;
  std::vector<std::uint32_t> found;
  for (std::uint32_t id = 0; id < state_->known.size(); ++id) {
    if (!state_->known[id].there) continue;
    found.clear();
    state_->in(state_->root, state_->known[id].box, found);
    for (const std::uint32_t other : found)
      if (other > id) pairs.emplace_back(id, other);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::uint64_t RTree::box_tests() const noexcept { return state_->tests; }
std::size_t RTree::depth() const noexcept { return state_->nodes[state_->root].height + std::size_t{1}; }

std::string RTree::validate() const {
  std::vector<bool> seen(state_->known.size());
  std::vector<std::uint32_t> todo{state_->root};
  while (!todo.empty()) {
    const State::Node& node = state_->nodes[todo.back()];
    if (node.entries.size() > most || (todo.back() != state_->root && node.entries.size() < least))
      return "a node of " + std::to_string(node.entries.size());
    todo.pop_back();
    for (const State::Entry& entry : node.entries) {
      if (node.height > 0) {
        const State::Node& below = state_->nodes[entry.id];
        if (below.height + 1 != node.height) return "leaves at two heights";
        if (!(below.bounds() == entry.box)) return "a box that is not that of its node";
        todo.push_back(entry.id);
        continue;
      }
      if (entry.id >= seen.size() || seen[entry.id] || !state_->known[entry.id].there ||
          !(state_->known[entry.id].box == entry.box))
        return "box " + std::to_string(entry.id) + " twice, gone or another";
      seen[entry.id] = true;
    }
  }
  for (std::size_t id = 0; id < seen.size(); ++id)
    if (state_->known[id].there && !seen[id]) return "box " + std::to_string(id) + " is lost";
  return {};
}

}  // namespace graze::study
