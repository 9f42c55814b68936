// The two traversals, over any volume. Included by the files that instantiate them.
#pragma once

#include <utility>

#include "study/hierarchy/hierarchy.h"

namespace graze::study {

// A pair of trees with a host and a guest: the host is the tree with more triangles, so that fewer volumes are placed
// (Maia, Vidal and Cavalcante-Neto, 3.4). A guest is placed when it is first met, and stays so while the host is
// opened.
template <Volume V>
class PairWalk {
 public:
  using Node = HierarchyNode<V>;
  using Guest = typename V::Guest;

  PairWalk(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose)
      : swapped_(b.order.size() > a.order.size()),
        host_(swapped_ ? b : a),
        guest_(swapped_ ? a : b),
        pose_(swapped_ ? pose.swapped() : pose),
        stretch_(swapped_ ? pose.a_in_b.stretch : pose.b_in_a.stretch) {}

  HierarchyCounters counters;

 protected:
  // The larger volume is opened; of two of about one size the one with more triangles.
  bool open_host(const Node& host, const Node& guest) const {
    if (host.leaf() || guest.leaf()) return guest.leaf();
    const float p = host.volume.size(), q = guest.volume.size() * stretch_;
    if (p > 2 * q || q > 2 * p) return p > q;
    return host.count() != guest.count() ? host.count() > guest.count() : p >= q;
  }

  bool swapped_;
  const Hierarchy<V>&host_, &guest_;
  typename V::Pose pose_;
  float stretch_;
};

template <Volume V>
class CandidateWalk : PairWalk<V> {
 public:
  using typename PairWalk<V>::Node;
  using typename PairWalk<V>::Guest;
  using Leaf = FunctionRef<bool(std::uint32_t, std::uint32_t)>;

  CandidateWalk(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose, Leaf leaf)
      : PairWalk<V>(a, b, pose), leaf_(leaf) {}

  HierarchyCounters run() {
    const Guest guest = this->guest_.nodes[0].volume.placed(this->pose_);
    if (maybe(this->host_.nodes[0], guest)) visit(this->host_.nodes[0], this->guest_.nodes[0], guest);
    return this->counters;
  }
  HierarchyCounters run_below(SubtreePair below) {
    const Node &host = this->host_.nodes[this->swapped_ ? below.b : below.a],
               &guest = this->guest_.nodes[this->swapped_ ? below.a : below.b];
    visit(host, guest, guest.volume.placed(this->pose_));
    return this->counters;
  }
  // Pairs are opened in the order in which they were found; pairs of leaves are put aside.
  std::vector<SubtreePair> open(std::size_t wanted) {
    std::vector<SubtreePair> queue, leaves;  // of a host's node and a guest's, until the end
    if (maybe(this->host_.nodes[0], this->guest_.nodes[0].volume.placed(this->pose_))) queue.push_back({0, 0});
    std::size_t next = 0;
    while (next < queue.size() && queue.size() - next + leaves.size() < wanted) {
      const auto [h, g] = queue[next++];
      const Node &host = this->host_.nodes[h], &guest = this->guest_.nodes[g];
      if (host.leaf() && guest.leaf()) {
        leaves.push_back({h, g});
        continue;
      }
      ++this->counters.nodes;
      const bool opens_host = this->open_host(host, guest);
      for (int side = 0; side < 2; ++side) {
        const Node& opened = opens_host ? host : guest;
        const std::uint32_t child = side == 0 ? opened.left : opened.right;
        const SubtreePair pair{opens_host ? child : h, opens_host ? g : child};
        if (maybe(this->host_.nodes[pair.a], this->guest_.nodes[pair.b].volume.placed(this->pose_)))
          queue.push_back(pair);
      }
    }
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(next));
    queue.insert(queue.end(), leaves.begin(), leaves.end());
    if (this->swapped_)
      for (SubtreePair& pair : queue) std::swap(pair.a, pair.b);
    return queue;
  }
  using PairWalk<V>::counters;

 private:
  bool maybe(const Node& host, const Guest& guest) {
    ++this->counters.volume_tests;
    return overlap(host.volume, guest, this->pose_);
  }
  // Of a pair whose volumes may overlap; false ends the walk.
  bool visit(const Node& host, const Node& guest, const Guest& placed) {
    if (host.leaf() && guest.leaf()) return primitives(host, guest);
    ++this->counters.nodes;
    if (this->open_host(host, guest)) {
      for (const std::uint32_t child : {host.left, host.right}) {
        const Node& next = this->host_.nodes[child];
        if (maybe(next, placed) && !visit(next, guest, placed)) return false;
      }
      return true;
    }
    for (const std::uint32_t child : {guest.left, guest.right}) {
      const Node& next = this->guest_.nodes[child];
      const Guest next_placed = next.volume.placed(this->pose_);
      if (maybe(host, next_placed) && !visit(host, next, next_placed)) return false;
    }
    return true;
  }
  bool primitives(const Node& host, const Node& guest) {
    for (std::uint32_t i = host.begin; i < host.end; ++i)
      for (std::uint32_t j = guest.begin; j < guest.end; ++j) {
        ++this->counters.primitive_tests;
        const std::uint32_t p = this->host_.order[i], q = this->guest_.order[j];
        if (!(this->swapped_ ? leaf_(q, p) : leaf_(p, q))) return false;
      }
    return true;
  }

  Leaf leaf_;
};

template <Volume V>
class NearestWalk : PairWalk<V> {
 public:
  using typename PairWalk<V>::Node;
  using typename PairWalk<V>::Guest;
  using Leaf = FunctionRef<double(std::uint32_t, std::uint32_t)>;

  NearestWalk(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose, double unit_a, double unit_b,
              Leaf leaf, double limit)
      : PairWalk<V>(a, b, pose), leaf_(leaf), limit_(limit), unit_(this->swapped_ ? unit_b : unit_a) {}

  NearestPair run() {
    const Guest guest = this->guest_.nodes[0].volume.placed(this->pose_);
    const double bound = bound_of(this->host_.nodes[0], guest);
    visit(this->host_.nodes[0], this->guest_.nodes[0], guest, bound);
    best_.counters = this->counters;
    return best_;
  }

 private:
  double bound_of(const Node& host, const Guest& guest) {
    ++this->counters.volume_tests;
    return double(lower_bound(host.volume, guest, this->pose_)) * unit_;
  }
  // What is at the bound may still be an equal.
  bool worth(double bound) const { return !(bound > limit_); }

  void visit(const Node& host, const Node& guest, const Guest& placed, double bound) {
    if (!worth(bound)) return;
    if (host.leaf() && guest.leaf()) return primitives(host, guest);
    ++this->counters.nodes;
    if (this->open_host(host, guest)) {
      const Node *near = &this->host_.nodes[host.left], *far = &this->host_.nodes[host.right];
      double near_bound = bound_of(*near, placed), far_bound = bound_of(*far, placed);
      if (far_bound < near_bound) {
        std::swap(near, far);
        std::swap(near_bound, far_bound);
      }
      visit(*near, guest, placed, near_bound);
      visit(*far, guest, placed, far_bound);
      return;
    }
    const Node& left = this->guest_.nodes[guest.left];
    const Node& right = this->guest_.nodes[guest.right];
    const Guest placed_left = left.volume.placed(this->pose_), placed_right = right.volume.placed(this->pose_);
    const double left_bound = bound_of(host, placed_left), right_bound = bound_of(host, placed_right);
    if (left_bound <= right_bound) visit(host, left, placed_left, left_bound);
    visit(host, right, placed_right, right_bound);
    if (!(left_bound <= right_bound)) visit(host, left, placed_left, left_bound);
  }
  void primitives(const Node& host, const Node& guest) {
    for (std::uint32_t i = host.begin; i < host.end; ++i)
      for (std::uint32_t j = guest.begin; j < guest.end; ++j) {
        ++this->counters.primitive_tests;
        std::uint32_t a = this->host_.order[i], b = this->guest_.order[j];
        if (this->swapped_) std::swap(a, b);
        const double distance = leaf_(a, b);
        const bool first_of_equals = distance == best_.distance && (a != best_.a ? a < best_.a : b < best_.b);
        if (!(distance <= limit_) || (distance == best_.distance && !first_of_equals)) continue;
        best_ = {distance, a, b, {}};
        limit_ = distance;
      }
  }

  Leaf leaf_;
  double limit_, unit_;
  NearestPair best_;
};

template <Volume V>
HierarchyCounters for_each_candidate(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                     FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf) {
  return CandidateWalk<V>(a, b, pose, leaf).run();
}

template <Volume V>
std::vector<SubtreePair> open_pairs(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                    std::size_t wanted, HierarchyCounters& counters) {
  CandidateWalk<V> walk(a, b, pose, [](std::uint32_t, std::uint32_t) { return true; });
  std::vector<SubtreePair> pairs = walk.open(wanted);
  counters.volume_tests += walk.counters.volume_tests;
  counters.nodes += walk.counters.nodes;
  return pairs;
}

template <Volume V>
HierarchyCounters for_each_candidate_below(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose,
                                           SubtreePair below, FunctionRef<bool(std::uint32_t, std::uint32_t)> leaf) {
  return CandidateWalk<V>(a, b, pose, leaf).run_below(below);
}

template <Volume V>
NearestPair nearest_pair(const Hierarchy<V>& a, const Hierarchy<V>& b, const PairPose& pose, double unit_a,
                         double unit_b, FunctionRef<double(std::uint32_t, std::uint32_t)> leaf, double limit) {
  return NearestWalk<V>(a, b, pose, unit_a, unit_b, leaf, limit).run();
}

}  // namespace graze::study
