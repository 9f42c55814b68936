// Written once over the lane type, compiled once per instruction set.
//
// Two convex sets are at least (r . (y - x) over all corners) / |r| apart, whatever the direction r. Box pairs and
// triangle pairs are both bounded that way: first nearly nearest points are found, in any manner; their difference is
// r. So only the last formula has to be certain, and the first part may be as rough as is fast.
#include "math/wide_select.h"
#include "tree/isa/near_boxes.inl"
#include "tree/isa/near_triangles.inl"
#include "tree/nearest.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr std::uint32_t nothing = 0xffffffffu;

// The search: entries wait in buckets by their lower bound, of equal width from 0 to the limit after the dive; within
// a bucket the last to come goes first.
class Search {
 public:
  explicit Search(NearSearch& s) : s_(s), frame_(*s.frame) {
    for (std::uint32_t side = 0; side < 2; ++side) carry(frame_, int(side), s.side[side].nodes[0], s.nodes[side]);
    way_.set(frame_, s.way[0], s.way[1], s.way[2]);
    if (way_.length > 0) nearest_ = s.limit;
  }

  bool run() {
    if (open_roots()) return true;
    share_out();
    while (occupied_ != 0) {
      if (s_.box_tests > s_.most_box_tests) return true;
      Task batch[batch_size];
      int count = 0;
      while (occupied_ != 0 && count < batch_size) {
        const int k = __builtin_ctzll(occupied_);
        if (float(k) > s_.limit * per_length_ + 1) {
          occupied_ = 0;
          break;
        }
        const std::uint32_t at = heads_[k];
        NearEntry& entry = s_.entries[at];
        if (entry.next == nothing) occupied_ &= ~(std::uint64_t(1) << k);
        heads_[k] = entry.next;
        const NearEntry taken = entry;
        entry.next = free_;
        free_ = at;
        if (!(taken.lower <= s_.limit)) continue;
        batch[count] = prepare(taken);
        if (!batch[count].leaves) {
          ++count;
        } else if (leaf_pair(taken)) {
          return true;
        }
      }
      // Boxes first, all of them before any is pushed: nothing unpredictable stands between.
      Opened opened[batch_size];
      for (int i = 0; i < count; ++i) opened[i] = open(batch[i]);
      for (int i = 0; i < count; ++i) push(opened[i], (opened[i].lower <= Float8::all(s_.limit)).bits());
    }
    return false;
  }

 private:
  static constexpr int batch_size = 3;
  static constexpr int buckets = 64;

  // The boxes of `guest`, a node of the side that was opened, against one box of the other side.
  struct Opened {
    Float8 lower;
    std::uint32_t fixed, guest;
    int side;  // that was opened
  };

  std::uint32_t child(std::uint32_t box) const { return s_.nodes[box >> 3].child[box & 7]; }
  bool is_leaf(std::uint32_t box) const { return (child(box) & Node::leaf_bit) != 0; }
  float size(std::uint32_t box) const { return s_.nodes[box >> 3].size[box & 7]; }

  Float8 lower(std::uint32_t box, std::uint32_t guest) {
    s_.box_tests += OrientedNode::width;
    const NearNode &host = s_.nodes[box >> 3], &node = s_.nodes[guest];
    return frame_.oblique ? lower_bounds<true>(frame_, host, int(box & 7), node)
                          : lower_bounds<false>(frame_, host, int(box & 7), node);
  }

  // What is to be done about two boxes: a leaf pair, or opening the larger of two inner boxes. Asks for the memory.
  struct Task {
    NearEntry entry;
    bool leaves;
    int side;  // to be opened
  };
  Task prepare(const NearEntry& entry) const {
    const std::uint32_t a = child(entry.a), b = child(entry.b);
    const bool leaf_a = (a & Node::leaf_bit) != 0, leaf_b = (b & Node::leaf_bit) != 0;
    if (leaf_a && leaf_b) {
      prefetch(&s_.side[0].leaves[a & ~Node::leaf_bit], sizeof(Leaf));
      prefetch(&s_.side[1].leaves[b & ~Node::leaf_bit], sizeof(Leaf));
      return {entry, true, 0};
    }
    const int side = leaf_a ? 1 : leaf_b ? 0 : size(entry.a) > size(entry.b) ? 0 : 1;
    const std::uint32_t box = side == 0 ? entry.a : entry.b;
    if (s_.nodes[box >> 3].opened[box & 7] == NearNode::closed)
      prefetch(&s_.side[side].nodes[child(box)], sizeof(OrientedNode));
    return {entry, false, side};
  }
  static void prefetch(const void* at, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(static_cast<const char*>(at) + i);
  }

  Opened open(const Task& task) {
    const std::uint32_t fixed = task.side == 0 ? task.entry.b : task.entry.a;
    const std::uint32_t guest = below(task.side, task.side == 0 ? task.entry.a : task.entry.b);
    return {lower(fixed, guest), fixed, guest, task.side};
  }

  // The node below a box, carried.
  std::uint32_t below(int side, std::uint32_t box) {
    const std::uint32_t opened = s_.nodes[box >> 3].opened[box & 7];
    if (opened != NearNode::closed) return opened;
    if (nodes_ == s_.node_capacity) s_.grow_nodes(s_);
    NearNode& parent = s_.nodes[box >> 3];
    parent.opened[box & 7] = nodes_;
    carry(frame_, side, s_.side[side].nodes[parent.child[box & 7]], s_.nodes[nodes_]);
    return nodes_++;
  }

  NearEntry entry_of(const Opened& opened, int slot, float lower) const {
    const std::uint32_t other = opened.guest * 8 + std::uint32_t(slot);
    return opened.side == 0 ? NearEntry{lower, other, opened.fixed, nothing}
                            : NearEntry{lower, opened.fixed, other, nothing};
  }

  std::uint32_t free_entry() {
    if (free_ != nothing) {
      const std::uint32_t at = free_;
      free_ = s_.entries[at].next;
      return at;
    }
    if (used_ == s_.entry_capacity) s_.grow_entries(s_);
    return std::uint32_t(used_++);
  }

  void link(std::uint32_t at) {
    const float lower = s_.entries[at].lower;
    const float place = lower * per_length_;
    const int k = !(place > 0) ? 0 : place < float(buckets - 1) ? int(place) : buckets - 1;
    s_.entries[at].next = (occupied_ >> k & 1) != 0 ? heads_[k] : nothing;
    heads_[k] = at;
    occupied_ |= std::uint64_t(1) << k;
  }

  void push(const Opened& opened, unsigned bits) {
    float lower[8];
    opened.lower.store(lower);
    for (; bits != 0; bits &= bits - 1) {
      const int slot = __builtin_ctz(bits);
      const std::uint32_t at = free_entry();
      s_.entries[at] = entry_of(opened, slot, lower[slot]);
      link(at);
    }
  }

  // Keeps the boxes that were opened aside, but for `without`, until the buckets are made.
  void keep(const Opened& opened, int without) {
    float lower[8];
    opened.lower.store(lower);
    for (unsigned bits = (opened.lower <= Float8::all(s_.limit)).bits() & ~(1u << without); bits != 0;
         bits &= bits - 1) {
      const int slot = __builtin_ctz(bits);
      const std::uint32_t at = free_entry();
      s_.entries[at] = entry_of(opened, slot, lower[slot]);
    }
  }

  static int least(const Opened& opened, float& value) {
    float lower[8];
    opened.lower.store(lower);
    int best = -1;
    for (int i = 0; i < 8; ++i)
      if (lower[i] < value) {
        value = lower[i];
        best = i;
      }
    return best;
  }

  // All pairs of the roots' boxes; then, unless a limit is known, down to one pair of leaves.
  bool open_roots() {
    const float far = 3e38f;
    Opened opened;
    NearEntry way{far, 0, 0, nothing};
    std::uint32_t way_at = nothing;
    for (std::uint32_t i = 0; i < 8 && child(i) != Node::none; ++i) {
      opened = {lower(i, 1), i, 1, 1};
      const std::size_t before = used_;
      keep(opened, 8);
      for (std::size_t e = before; e < used_; ++e)
        if (s_.entries[e].lower < way.lower) {
          way = s_.entries[e];
          way_at = std::uint32_t(e);
        }
    }
    if (!s_.limit_is_guess || way_at == nothing) return false;
    s_.entries[way_at] = s_.entries[--used_];
    while (!is_leaf(way.a) || !is_leaf(way.b)) {
      opened = open(prepare(way));
      float value = far;
      const int slot = least(opened, value);
      if (slot < 0) return false;
      way = entry_of(opened, slot, value);
      keep(opened, slot);
    }
    return leaf_pair(way);
  }

  void share_out() {
    per_length_ = float(buckets - 1) / (s_.limit < 1e-30f ? 1e-30f : s_.limit > 1e30f ? 1e30f : s_.limit);
    for (std::size_t e = 0; e < used_; ++e)
      if (s_.entries[e].lower <= s_.limit) {
        link(std::uint32_t(e));
      } else {
        s_.entries[e].next = free_;
        free_ = std::uint32_t(e);
      }
  }

  void add_pair(const NearPair& pair) {
    if (s_.pair_count == s_.pair_capacity) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < s_.pair_count; ++i)
        if (s_.pairs[i].lower <= s_.limit) s_.pairs[kept++] = s_.pairs[i];
      s_.pair_count = kept;
      if (2 * kept > s_.pair_capacity) s_.grow_pairs(s_);
    }
    s_.pairs[s_.pair_count++] = pair;
  }

  bool leaf_pair(const NearEntry& entry) {
    const Leaf& a = s_.side[0].leaves[child(entry.a) & ~Node::leaf_bit];
    const Leaf& b = s_.side[1].leaves[child(entry.b) & ~Node::leaf_bit];
    NearLeaves leaves(frame_, a, b);
    if (leaves.parted(a, b, s_.limit, way_)) return false;
    leaves.carry(frame_, a, b);
    std::uint8_t i[8], j[8], row[8];
    for (std::uint64_t rows = leaves.near(s_.limit, way_.world, row); rows != 0;) {
      // Of many, first one for each triangle of b that seems the nearest: they may do away with the rest.
      std::uint64_t chosen = rows;
      if (__builtin_popcountll(rows) > 8) {
        std::uint64_t nearest = 0;
        for (int k = 0; k < 8; ++k) nearest |= std::uint64_t(1) << (8 * row[k] + k);
        if ((rows & nearest) != 0) chosen = rows & nearest;
      }
      int count = 0;
      for (; chosen != 0 && count < 8; chosen &= chosen - 1, ++count) {
        const int bit = __builtin_ctzll(chosen);
        i[count] = std::uint8_t(bit >> 3);
        j[count] = std::uint8_t(bit & 7);
        rows &= ~(std::uint64_t(1) << bit);
      }
      for (int k = count; k < 8; ++k) {
        i[k] = i[0];
        j[k] = j[0];
      }
      s_.triangle_tests += std::uint64_t(count);
      float least[8], most[8], way[3][8];
      leaves.distances(i, j, least, most, way);
      int nearest = 0;
      for (int k = 1; k < count; ++k) nearest = most[k] < most[nearest] ? k : nearest;
      if (most[nearest] < nearest_) {
        nearest_ = most[nearest];
        way_.set(frame_, way[0][nearest], way[1][nearest], way[2][nearest]);
      }
      if (nearest_ < s_.limit && s_.enough < 0) s_.limit = nearest_;
      for (int k = 0; k < count; ++k) {
        if (!(least[k] <= s_.limit)) continue;
        const NearPair pair{s_.side[0].order[a.first + i[k]], s_.side[1].order[b.first + j[k]], least[k]};
        if (most[k] <= s_.enough) {
          add_pair(pair);
          return true;
        }
        if (least[k] <= 0 || s_.enough >= 0) {
          const float upper = s_.decide(s_, pair.a, pair.b);
          if (upper < 0) return true;
          if (upper < s_.limit && s_.enough < 0) s_.limit = upper;
        }
        if (s_.enough < 0) add_pair(pair);
      }
      if (rows != 0) rows &= leaves.near(s_.limit, way_.world, row);
    }
    return false;
  }

  NearSearch& s_;
  const MetricFrame& frame_;
  std::uint32_t nodes_ = 2;  // carried; the roots are the first
  float nearest_ = 3e38f;    // an upper bound
  NearWay way_;              // there
  float per_length_ = 0;
  std::uint64_t occupied_ = 0;
  std::uint32_t heads_[buckets];
  std::uint32_t free_ = nothing;
  std::size_t used_ = 0;
};

bool find_nearest(NearSearch& search) { return Search(search).run(); }

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
