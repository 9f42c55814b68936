#include "study/hierarchy/grouping.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "volume/obb.h"

namespace graze::study {
namespace {

// Below this depth ranges are halved, which takes at most 32 levels more.
constexpr int deepest = 64;

Aabb box_in_frame(const Triangle& t) {
  const Box box = box_of(t);
  Aabb result;
  for (int k = 0; k < 3; ++k) {
    result.lo[k] = round_down(box.lo[k]);
    result.hi[k] = round_up(box.hi[k]);
  }
  return result;
}

// A tree that grows from the root; children are asked to be split in turn.
class Splitter {
 public:
  explicit Splitter(std::span<const Aabb> boxes) : boxes_(boxes) { tree_.order.resize(boxes.size()); }

  // split(begin, end, depth) reorders tree().order[begin, end) and returns the border, strictly between.
  template <class Split>
  BinaryTree run(Split&& split) {
    tree_.nodes.reserve(2 * boxes_.size() - 1);
    grow(0, std::uint32_t(boxes_.size()), 0, split);
    return std::move(tree_);
  }
  std::vector<std::uint32_t>& order() { return tree_.order; }
  std::span<const Aabb> boxes() const { return boxes_; }

 private:
  template <class Split>
  std::uint32_t grow(std::uint32_t begin, std::uint32_t end, int depth, Split& split) {
    const auto index = std::uint32_t(tree_.nodes.size());
    tree_.nodes.push_back({{}, begin, end, 0, 0});
    if (end - begin == 1) {
      tree_.nodes[index].box = boxes_[tree_.order[begin]];
      return index;
    }
    const std::uint32_t middle = depth < deepest ? split(begin, end, depth) : begin + (end - begin) / 2;
    const std::uint32_t left = grow(begin, middle, depth + 1, split), right = grow(middle, end, depth + 1, split);
    BinaryNode& node = tree_.nodes[index];
    node.left = left;
    node.right = right;
    node.box = tree_.nodes[left].box;
    node.box.merge(tree_.nodes[right].box);
    return index;
  }

  std::span<const Aabb> boxes_;
  BinaryTree tree_;
};

// The best of all orders along one axis, for few triangles.
std::uint32_t sweep(std::span<std::uint32_t> order, std::span<const Aabb> boxes) {
  float best = std::numeric_limits<float>::infinity();
  std::size_t border = order.size() / 2;
  int best_axis = 0;
  const auto sort = [&](int axis) {
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
      const float p = boxes[i].lo[axis] + boxes[i].hi[axis], q = boxes[j].lo[axis] + boxes[j].hi[axis];
      return p != q ? p < q : i < j;
    });
  };
  std::vector<float> right(order.size());
  for (int axis = 0; axis < 3; ++axis) {
    sort(axis);
    Aabb side;
    for (std::size_t i = order.size(); i-- > 1;) {
      side.merge(boxes[order[i]]);
      right[i] = side.half_area() * float(order.size() - i);
    }
    side = {};
    for (std::size_t i = 1; i < order.size(); ++i) {
      side.merge(boxes[order[i - 1]]);
      const float cost = side.half_area() * float(i) + right[i];
      if (cost < best) {
        best = cost;
        border = i;
        best_axis = axis;
      }
    }
  }
  sort(best_axis);
  return std::uint32_t(border);
}

BinaryTree by_sah(std::span<const Aabb> boxes) {
  const BinaryTree wide = build_binary(boxes, false);
  Splitter splitter(boxes);
  splitter.order() = wide.order;
  // Splits come in preorder: the nodes of `wide` whose turn comes wait with the next one on top. A range that none of
  // them has is part of a leaf.
  std::vector<std::uint32_t> waiting{0};
  return splitter.run([&](std::uint32_t begin, std::uint32_t end, int) {
    while (!waiting.empty() && wide.nodes[waiting.back()].end <= begin) waiting.pop_back();
    if (!waiting.empty()) {
      const BinaryNode& node = wide.nodes[waiting.back()];
      if (node.begin == begin && node.end == end && !node.leaf()) {
        waiting.back() = node.right;
        waiting.push_back(node.left);
        return wide.nodes[node.right].begin;
      }
    }
    return begin + sweep(std::span(splitter.order()).subspan(begin, end - begin), boxes);
  });
}

class MeanSplit {
 public:
  MeanSplit(std::span<const Triangle> triangles, std::vector<std::uint32_t>& order) : order_(order) {
    std::iota(order.begin(), order.end(), 0u);
    sorted_.assign(triangles.begin(), triangles.end());
    spare_.resize(sorted_.size());
    spare_order_.resize(sorted_.size());
  }

  std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, int) {
    const std::span<const Triangle> range(sorted_.data() + begin, end - begin);
    const Mat3 axes = principal_axes(range);
    Box extent;
    Vec3 mean;
    for (const Triangle& t : range)
      for (const Vec3& p : {t.a, t.b, t.c}) {
        const Vec3 along{dot(axes.c0, p), dot(axes.c1, p), dot(axes.c2, p)};
        extent = merge(extent, along);
        mean = mean + along;
      }
    mean = mean * (1.0 / (3 * double(range.size())));
    int by_length[3] = {0, 1, 2};
    const Vec3 wide = extent.hi - extent.lo;
    std::sort(by_length, by_length + 3, [&](int i, int j) { return wide[i] > wide[j]; });
    for (const int axis : by_length)
      if (const std::uint32_t middle = partition(begin, end, axes[axis], mean[axis]); middle > begin && middle < end)
        return middle;
    return begin + (end - begin) / 2;  // what the paper leaves in one leaf
  }

 private:
  std::uint32_t partition(std::uint32_t begin, std::uint32_t end, Vec3 axis, double border) {
    std::uint32_t low = begin, high = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Triangle& t = sorted_[i];
      if (dot(axis, t.a + t.b + t.c) < 3 * border) {
        order_[low] = order_[i];
        sorted_[low++] = t;
      } else {
        spare_order_[high] = order_[i];
        spare_[high++] = t;
      }
    }
    std::copy(spare_.begin(), spare_.begin() + high, sorted_.begin() + low);
    std::copy(spare_order_.begin(), spare_order_.begin() + high, order_.begin() + low);
    return low;
  }

  std::vector<std::uint32_t>& order_;
  std::vector<Triangle> sorted_, spare_;  // as order_ has them
  std::vector<std::uint32_t> spare_order_;
};

// 21 bits of each coordinate, interleaved.
std::uint64_t curve(const Aabb& box) {
  std::uint64_t code = 0;
  for (int k = 0; k < 3; ++k) {
    const double centre = (double(box.lo[k]) + double(box.hi[k])) * 0.5;
    auto x = std::uint64_t(std::clamp((centre + 1) * 0.5, 0.0, 1.0) * 0x1fffff);
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    x = (x | x << 2) & 0x1249249249249249;
    code |= x << k;
  }
  return code;
}

// Groups that are neighbours along a space-filling curve look around for the one with which they have the smallest box;
// those that choose each other become one, until one is left (Meister and Bittner's locally ordered clustering).
class Clusters {
 public:
  explicit Clusters(std::span<const Aabb> boxes) {
    const auto count = std::uint32_t(boxes.size());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted(count);
    for (std::uint32_t i = 0; i < count; ++i) sorted[i] = {curve(boxes[i]), i};
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [code, id] : sorted) {
      live_.push_back(std::uint32_t(all_.size()));
      all_.push_back({boxes[id], id, 0, 1});
    }
    while (live_.size() > 1) merge_round();
  }

  struct Cluster {
    Aabb box;
    std::uint32_t left, right;  // right 0: a leaf, and left its triangle
    std::uint32_t count;
  };
  const Cluster& operator[](std::uint32_t index) const { return all_[index]; }
  std::uint32_t root() const { return live_[0]; }

 private:
  static constexpr std::size_t radius = 10;

  float cost(std::size_t i, std::size_t j) const {
    Aabb box = all_[live_[i]].box;
    box.merge(all_[live_[j]].box);
    return box.half_area();
  }
  // Of equals the first along the curve: so of all cheapest pairs the first choose each other, and a round merges.
  std::size_t choice(std::size_t i) const {
    std::size_t best = i;
    float least = std::numeric_limits<float>::infinity();
    for (std::size_t j = i < radius ? 0 : i - radius; j < std::min(live_.size(), i + radius + 1); ++j) {
      if (j == i) continue;
      if (const float c = cost(i, j); c < least) {
        least = c;
        best = j;
      }
    }
    return best;
  }
  void merge_round() {
    std::vector<std::size_t> chosen(live_.size());
    for (std::size_t i = 0; i < live_.size(); ++i) chosen[i] = choice(i);
    std::vector<std::uint32_t> next;
    for (std::size_t i = 0; i < live_.size(); ++i) {
      const std::size_t j = chosen[i];
      if (chosen[j] != i) {
        next.push_back(live_[i]);
      } else if (i < j) {
        next.push_back(join(live_[i], live_[j]));
      }
    }
    live_ = std::move(next);
  }
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    Cluster cluster{all_[a].box, a, b, all_[a].count + all_[b].count};
    cluster.box.merge(all_[b].box);
    all_.push_back(cluster);
    return std::uint32_t(all_.size() - 1);
  }

  std::vector<Cluster> all_;
  std::vector<std::uint32_t> live_;
};

BinaryTree by_clusters(std::span<const Aabb> boxes) {
  const Clusters clusters(boxes);
  Splitter splitter(boxes);
  // The triangles, depth first, so that each cluster is a range.
  std::vector<std::uint32_t> stack{clusters.root()};
  std::uint32_t filled = 0;
  while (!stack.empty()) {
    const Clusters::Cluster& c = clusters[stack.back()];
    stack.pop_back();
    if (c.right == 0) {
      splitter.order()[filled++] = c.left;
      continue;
    }
    stack.push_back(c.right);
    stack.push_back(c.left);
  }
  // The same walk again, a cluster a split.
  struct Turn {
    std::uint32_t begin, cluster;
  };
  std::vector<Turn> waiting{{0, clusters.root()}};
  return splitter.run([&](std::uint32_t begin, std::uint32_t, int) {
    while (waiting.back().begin + clusters[waiting.back().cluster].count <= begin) waiting.pop_back();
    const Clusters::Cluster& c = clusters[waiting.back().cluster];
    const std::uint32_t middle = begin + clusters[c.left].count;
    waiting.back() = {middle, c.right};
    waiting.push_back({begin, c.left});
    return middle;
  });
}

}  // namespace

const char* name(Grouping grouping) noexcept {
  switch (grouping) {
    case Grouping::sah:
      return "sah";
    case Grouping::mean:
      return "mean";
    case Grouping::bottom_up:
      return "bottom-up";
  }
  return "";
}

BinaryTree group(std::span<const Triangle> triangles, Grouping grouping) {
  std::vector<Aabb> boxes(triangles.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = box_in_frame(triangles[i]);
  switch (grouping) {
    case Grouping::sah:
      return by_sah(boxes);
    case Grouping::mean: {
      Splitter splitter(boxes);
      MeanSplit split(triangles, splitter.order());
      return splitter.run(split);
    }
    case Grouping::bottom_up:
      return by_clusters(boxes);
  }
  return {};
}

}  // namespace graze::study
