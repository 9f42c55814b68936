// Top-down build: a node starts as one range of primitives and splits its largest range until it has eight.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tree/node.h"
#include "tree/tree.h"

namespace graze {
namespace {

struct Primitive {
  Aabb box;
  std::uint32_t id;

  float centre(int axis) const { return box.lo[axis] + box.hi[axis]; }  // twice the centre
};

struct Range {
  std::uint32_t begin, end;
  Aabb box;
  std::uint32_t size() const { return end - begin; }
};

constexpr int bins = 16;
// Below this depth ranges are halved, so that no input makes the recursion deep.
constexpr int deepest_search = 48;

class Builder {
 public:
  explicit Builder(std::vector<Primitive> primitives) : primitives_(std::move(primitives)) {}

  std::vector<Node> run() {
    nodes_.reserve(primitives_.size() / 3 + 1);
    Range all{0, std::uint32_t(primitives_.size()), {}};
    all.box = bounds(all.begin, all.end);
    build(all, 0);
    return std::move(nodes_);
  }

 private:
  Aabb bounds(std::uint32_t begin, std::uint32_t end) const {
    Aabb box;
    for (std::uint32_t i = begin; i < end; ++i) box.merge(primitives_[i].box);
    return box;
  }

  std::uint32_t build(const Range& range, int depth) {
    std::array<Range, Node::width> part;
    part[0] = range;
    int count = 1;
    while (count < Node::width) {
      int widest = -1;
      float area = -1;
      for (int i = 0; i < count; ++i)
        if (part[i].size() > 1 && part[i].box.half_area() > area) {
          widest = i;
          area = part[i].box.half_area();
        }
      if (widest < 0) break;
      auto [left, right] = split(part[widest], depth);
      part[widest] = left;
      part[count++] = right;
    }

    const auto index = std::uint32_t(nodes_.size());
    nodes_.push_back(empty_node());
    for (int i = 0; i < count; ++i) {
      const std::uint32_t child = part[i].size() == 1 ? Node::leaf_bit | primitives_[part[i].begin].id
                                                      : build(part[i], depth + 1);
      set_slot(nodes_[index], i, part[i].box, child);
    }
    nodes_[index].count = std::uint32_t(count);
    return index;
  }

  std::pair<Range, Range> split(const Range& range, int depth) {
    std::uint32_t middle = depth < deepest_search ? best_partition(range) : range.begin;
    if (middle == range.begin || middle == range.end) middle = range.begin + range.size() / 2;
    return {{range.begin, middle, bounds(range.begin, middle)}, {middle, range.end, bounds(middle, range.end)}};
  }

  // Partitions the range at the cheapest of 3 x 15 planes; range.begin when the centres do not differ.
  std::uint32_t best_partition(const Range& range) {
    float low[3], high[3];
    for (int axis = 0; axis < 3; ++axis) low[axis] = high[axis] = primitives_[range.begin].centre(axis);
    for (std::uint32_t i = range.begin + 1; i < range.end; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], primitives_[i].centre(axis));
        high[axis] = std::max(high[axis], primitives_[i].centre(axis));
      }

    struct Bin {
      Aabb box;
      std::uint32_t count = 0;
    };
    float best_cost = std::numeric_limits<float>::infinity();
    int best_axis = -1, best_bin = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(high[axis] > low[axis])) continue;
      Bin bin[bins];
      for (std::uint32_t i = range.begin; i < range.end; ++i) {
        Bin& b = bin[bin_of(primitives_[i].centre(axis), low[axis], high[axis])];
        b.box.merge(primitives_[i].box);
        ++b.count;
      }
      float right_cost[bins];
      Bin right;
      for (int i = bins - 1; i > 0; --i) {
        right.box.merge(bin[i].box);
        right.count += bin[i].count;
        right_cost[i] = right.box.half_area() * float(right.count);
      }
      Bin left;
      for (int i = 1; i < bins; ++i) {
        left.box.merge(bin[i - 1].box);
        left.count += bin[i - 1].count;
        const float cost = left.box.half_area() * float(left.count) + right_cost[i];
        if (left.count > 0 && left.count < range.size() && cost < best_cost) {
          best_cost = cost;
          best_axis = axis;
          best_bin = i;
        }
      }
    }
    if (best_axis < 0) return range.begin;
    const auto first = primitives_.begin();
    const auto middle = std::partition(first + range.begin, first + range.end, [&](const Primitive& p) {
      return bin_of(p.centre(best_axis), low[best_axis], high[best_axis]) < best_bin;
    });
    return std::uint32_t(middle - first);
  }

  static int bin_of(float centre, float low, float high) {
    return std::min(bins - 1, int((centre - low) / (high - low) * bins));
  }

  std::vector<Primitive> primitives_;
  std::vector<Node> nodes_;
};

Box merged(std::span<const Box> boxes) {
  Box all;
  for (const Box& box : boxes) all = merge(all, box);
  return all;
}

}  // namespace

Tree build_tree(std::span<const Box> boxes) {
  Tree tree;
  tree.frame = local_frame(merged(boxes));
  tree.primitives = std::uint32_t(boxes.size());
  std::vector<Primitive> primitives(boxes.size());
  for (std::uint32_t i = 0; i < tree.primitives; ++i) primitives[i] = {fit(boxes[i], tree.frame), i};
  tree.nodes = Builder(std::move(primitives)).run();
  return tree;
}

Tree refit(const Tree& tree, std::span<const Box> boxes) {
  Tree result = tree;
  result.frame = local_frame(merged(boxes));
  std::vector<Node> nodes(tree.nodes.begin(), tree.nodes.end());
  for (std::size_t n = nodes.size(); n-- > 0;)  // children come after their parent
    for (int i = 0; i < int(nodes[n].count); ++i) {
      Node& node = nodes[n];
      const Aabb box = node.is_leaf(i) ? fit(boxes[node.primitive(i)], result.frame) : box_of(nodes[node.child[i]]);
      set_slot(node, i, box, node.child[i]);
    }
  result.nodes = std::move(nodes);
  return result;
}

}  // namespace graze
