// Pairs of boxes: the larger one is opened, and the other compared with all that is in it (motion/moving_lanes.h).
//
// Every direction that is tried counts from both ends of the time that is left to a pair: what proves it clear until
// later, and what proves it clear from earlier on. Bodies that pass each other are clear at both ends.
#include <algorithm>
#include <bit>
#include <cmath>

#include "math/norms.h"
#include "motion/search_state.h"

namespace graze {
namespace {

void store(Vec3 v, float (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = float(v[k]);
}
void store(Vec3 v, double (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = v[k];
}
Vec3 get(const float (&from)[3]) { return unit_or_zero({from[0], from[1], from[2]}); }

// Spans were rounded, and are counted from a time: by less than this, and 2^-52.
double before(double time, double lasts) { return (time + lasts * (1 - 0x1p-40)) - 0x1p-52; }
double after(double time, double wait) { return (time + wait * (1 + 0x1p-40)) + 0x1p-52; }

// Of the time that is left to a pair of boxes: what gains less is opened. A sixteenth and a 256th took as long.
constexpr double retry_share = 0x1p-6;
// Where one body turns alone, shorter turns take longer with it.
constexpr double long_turn = 1;

}  // namespace

// Two bodies at a time.
struct Search::PlacedPair {
  MovingTree &a, &b;
  PlacedTree placed_a, placed_b;

  PlacedPair(const PairTrees& trees, double time)
      : a(*trees.a), b(*trees.b), placed_a(a, a.centre(), time), placed_b(b, a.centre(), time) {}

  double now() const { return placed_a.time; }

  bool turns() const { return a.path().angle != 0 || b.path().angle != 0; }
  HostBox host(bool host_a, std::uint32_t box, double separation, Vec3 hint) const {
    return host_a ? host_box(a, box, placed_a, b, placed_b, separation, hint)
                  : host_box(b, box, placed_b, a, placed_a, separation, hint);
  }
};

MovingTree* Search::tree_of(const MovingMember* member) {
  std::unique_ptr<MovingTree>& tree = trees_[member];
  if (!tree) tree = std::make_unique<MovingTree>(member->placed, member->path);
  return tree.get();
}

void Search::begin_boxes(const Entry& entry) {
  const PlacedPair start(pair_trees_[entry.pair], entry.time);
  compare(entry, start, true, MovingTree::whole, MovingTree::whole >> 3);
}

// Where both bodies turn, or one turns far, a direction proves little time of large boxes, and the next one often more
// of it than what is in them would: tried before they are opened, as long as that gains a good part of the time that is
// left.
bool Search::later(Entry& entry, const PlacedPair& start) {
  const double left = std::min(entry.end, last_) - entry.time;
  const double turn_a = std::fabs(start.a.path().angle), turn_b = std::fabs(start.b.path().angle);
  if (!(std::min(turn_a, turn_b) > 0 || std::max(turn_a, turn_b) * left > long_turn)) return false;
  const MemberPair& pair = pairs_[entry.pair];
  double enough[8];
  std::fill(enough, enough + 8, left * (1 + 0x1p-38) + 0x1p-50);
  const MovingNode& boxes = start.b.node(entry.b >> 3);
  BoxSpans spans{};
  kernels_.turning_boxes(start.host(true, entry.a, separation(pair) + slack_of(pair), get(entry.first)), boxes, 1,
                         enough, spans);
  ++result_.counters.box_tests;
  const int slot = int(entry.b & 7);
  const double time = before(start.now(), spans.lasts[slot]);
  if (!(time - entry.time > left * retry_share)) return false;
  entry.time = time;
  const Vec3 n{spans.direction[0][slot], spans.direction[1][slot], spans.direction[2][slot]};
  store(start.b.path().turns() ? start.placed_b.turn * n : n, entry.first);
  return true;
}

void Search::open(Entry entry) {
  const PlacedPair start(pair_trees_[entry.pair], entry.time);
  if (later(entry, start)) {
    if (!is_over(entry.time, entry.end)) queue_.push(entry);
    return;
  }
  const bool leaf_a = start.a.is_leaf(entry.a), leaf_b = start.b.is_leaf(entry.b);
  if (leaf_a && leaf_b) return open_leaves(entry, start);
  if (leaf_a && start.a.size(entry.a) > start.b.size(entry.b) && sift(entry, start, true) == 0) return;
  if (leaf_b && start.b.size(entry.b) > start.a.size(entry.a) && sift(entry, start, false) == 0) return;
  if (leaf_b || (!leaf_a && start.a.size(entry.a) >= start.b.size(entry.b))) {
    compare(entry, start, false, entry.b, start.a.open(entry.a));
  } else {
    compare(entry, start, true, entry.a, start.b.open(entry.b));
  }
}

// One box with all of a node of the other body, in the time that the entry has.
void Search::compare(const Entry& entry, const PlacedPair& start, bool host_a, std::uint32_t box, std::uint32_t node) {
  const MemberPair& pair = pairs_[entry.pair];
  const double apart = separation(pair) + slack_of(pair);
  const MovingTree& guests = host_a ? start.b : start.a;
  const PlacedTree& placed = host_a ? start.placed_b : start.placed_a;
  const MovingNode& boxes = guests.node(node);
  result_.counters.box_tests += boxes.count;
  const double last = std::min(entry.end, last_), left = last - start.now();
  const double sign = host_a ? 1 : -1;
  BoxSpans forwards{}, backwards{};
  Mat3 last_turn;
  const HostBox host = start.host(host_a, box, apart, get(entry.first));
  const bool turns = start.turns();
  if (turns) {
    double enough[8];
    std::fill(enough, enough + 8, left * (1 + 0x1p-38) + 0x1p-50);
    kernels_.turning_boxes(host, boxes, 1, enough, forwards);
    bool open = false;
    for (std::uint32_t i = 0; i < 8; ++i) {
      enough[i] -= std::min(forwards.lasts[i], 4.0);
      open = open || (i < boxes.count && enough[i] >= 0);
    }
    if (!open) return;
    const PlacedPair end(pair_trees_[entry.pair], last);
    last_turn = host_a ? end.placed_b.turn : end.placed_a.turn;
    kernels_.turning_boxes(end.host(host_a, box, apart, get(entry.last)), boxes, -1, enough, backwards);
  } else {
    kernels_.translating_boxes(host, boxes, left * (1 + 0x1p-38) + 0x1p-50, forwards);
  }
  for (std::uint32_t i = 0; i < boxes.count; ++i) {
    const double time = std::max(entry.time, before(start.now(), forwards.lasts[i]));
    double end = entry.end;
    if (!turns) {
      end = std::min(end, after(start.now(), forwards.after[i]));
    } else if (backwards.lasts[i] > 0) {
      end = std::min(end, (last - backwards.lasts[i] * (1 - 0x1p-40)) + 0x1p-52);
    }
    if (is_over(time, end)) continue;
    Entry next = entry;
    next.time = time;
    next.end = end;
    const auto direction = [&](const BoxSpans& spans, const Mat3& turn) {
      const Vec3 n{spans.direction[0][i], spans.direction[1][i], spans.direction[2][i]};
      return (guests.path().turns() ? turn * n : n) * sign;
    };
    store(direction(forwards, placed.turn), next.first);
    if (turns) store(direction(backwards, last_turn), next.last);
    (host_a ? next.a : next.b) = box;
    (host_a ? next.b : next.a) = node * 8 + i;
    queue_.push(next);
  }
}

// Which triangles of a leaf may meet the box of the other body. The entry keeps only the time that they need.
unsigned Search::sift(Entry& entry, const PlacedPair& start, bool of_a) {
  MovingTree& tree = of_a ? start.a : start.b;
  const MovingLeaf& leaf = tree.leaf(of_a ? entry.a : entry.b);
  if (start.a.path().turns() || start.b.path().turns()) return (1u << leaf.count) - 1;
  const MemberPair& pair = pairs_[entry.pair];
  HostBox host = start.host(!of_a, of_a ? entry.b : entry.a, separation(pair) + slack_of(pair), {});
  host.apart += 64 * 0x1p-53 * largest(leaf.base - tree.centre()) + lost_without;
  result_.counters.box_tests += leaf.count;
  PlacedLeaf placed;
  kernels_.place(leaf, from_middle(tree, leaf), placed);
  BoxSpans spans;
  kernels_.translating_triangles(host, leaf, placed, spans);
  unsigned alive = 0;
  double first = Entry::no_end, last = 0;
  for (std::uint32_t i = 0; i < leaf.count; ++i) {
    const double time = std::max(entry.time, before(start.now(), spans.lasts[i]));
    const double end = std::min(entry.end, after(start.now(), spans.after[i]));
    if (is_over(time, end)) continue;
    alive |= 1u << i;
    first = std::min(first, time);
    last = std::max(last, end);
  }
  if (alive == 0) return 0;
  entry.time = first;
  entry.end = last;
  return alive;
}

// Every triangle of one leaf with every one of the other, as far as their normals and a few directions tell: those of
// the boxes, that of their middles, and those in which the boxes are flat.
void Search::open_leaves(Entry entry, const PlacedPair& start) {
  const MemberPair& pair = pairs_[entry.pair];
  LeafPair leaves;
  leaves.alive_a = sift(entry, start, true);
  leaves.alive_b = leaves.alive_a == 0 ? 0 : sift(entry, start, false);
  if (leaves.alive_b == 0) return;
  const MovingLeaf &a = start.a.leaf(entry.a), &b = start.b.leaf(entry.b);
  const double last = std::min(entry.end, last_);
  const Path &path_a = start.a.path(), &path_b = start.b.path();
  const bool turns = start.turns();

  PlacedLeaf placed_a, placed_b;
  leaves.a = &a;
  leaves.b = &b;
  leaves.placed_a = &placed_a;
  leaves.placed_b = &placed_b;
  leaves.apart = ((separation(pair) + slack_of(pair)) * (1 + 0x1p-50) + 64 * 0x1p-53 * largest(b.base - a.base)) +
                 (turns ? lost_in_turns : lost_without);
  leaves.left = (last - start.now()) * (1 + 0x1p-38) + 0x1p-50;
  leaves.bend_a = path_a.angle * path_a.angle;
  leaves.bend_b = path_b.angle * path_b.angle;
  store(path_a.axis, leaves.axis_a);
  store(path_b.axis, leaves.axis_b);
  store(path_b.velocity - path_a.velocity, leaves.velocity);
  const auto see = [&](const PlacedPair& at, double sense, Vec3 hint, LeafSpans& spans) {
    kernels_.place(a, leaf_carrier(at.a, a, a.base, at.placed_a), placed_a);
    kernels_.place(b, leaf_carrier(at.b, b, a.base, at.placed_b), placed_b);
    double directions[4][3];
    store(hint, directions[0]);
    store(unit_or_zero(middle(at.b, entry.b, at.placed_b) - middle(at.a, entry.a, at.placed_a)), directions[1]);
    store(unit_or_zero(flat_normal(at.a, entry.a, at.placed_a)), directions[2]);
    store(unit_or_zero(flat_normal(at.b, entry.b, at.placed_b)), directions[3]);
    leaves.sense = sense;
    for (auto* rows : {&spans.lasts_a, &spans.lasts_b})
      for (auto& row : *rows) std::fill(row, row + 8, 0.0);
    if (turns) return kernels_.turning_leaves(leaves, directions, 4, spans);
    for (auto* rows : {&spans.after_a, &spans.after_b})
      for (auto& row : *rows) std::fill(row, row + 8, 4.0);
    kernels_.translating_leaves(leaves, directions, 4, spans);
  };

  LeafSpans forwards, backwards;
  see(start, 1, get(entry.first), forwards);
  struct Open {
    std::uint32_t i, j;
    double time, end;
  } open[64];
  int count = 0;
  unsigned open_a = 0, open_b = 0;
  for (unsigned rows = leaves.alive_b; rows != 0; rows &= rows - 1)
    for (unsigned lanes = leaves.alive_a; lanes != 0; lanes &= lanes - 1) {
      const auto i = unsigned(std::countr_zero(lanes)), j = unsigned(std::countr_zero(rows));
      const double lasts = std::max(forwards.lasts_b[j][i], forwards.lasts_a[i][j]);
      const double time = std::max(entry.time, before(start.now(), lasts));
      double end = entry.end;
      if (!turns) end = std::min(end, after(start.now(), std::min(forwards.after_b[j][i], forwards.after_a[i][j])));
      if (is_over(time, end)) continue;
      open[count++] = {i, j, time, end};
      open_a |= 1u << i;
      open_b |= 1u << j;
    }
  if (count == 0) return;
  if (turns) {
    leaves.alive_a = open_a;
    leaves.alive_b = open_b;
    see(PlacedPair(pair_trees_[entry.pair], last), -1, get(entry.last), backwards);
  }
  Entry next = entry;
  next.kind = Entry::Kind::triangles;
  for (const Open* k = open; k < open + count; ++k) {
    next.time = k->time;
    next.end = k->end;
    if (turns) {
      const double back = std::max(backwards.lasts_b[k->j][k->i], backwards.lasts_a[k->i][k->j]);
      if (back > 0) next.end = std::min(next.end, (last - back * (1 - 0x1p-40)) + 0x1p-52);
      if (is_over(next.time, next.end)) continue;
    }
    next.a = start.a.triangle(entry.a, k->i);
    next.b = start.b.triangle(entry.b, k->j);
    queue_.push(next);
  }
}

}  // namespace graze
