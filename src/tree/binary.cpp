#include "tree/binary.h"

#include <algorithm>
#include <limits>

#include "base/executor.h"

namespace graze {
namespace {

struct Primitive {
  Aabb box;
  std::uint32_t id;

  float centre(int axis) const { return box.lo[axis] + box.hi[axis]; }  // twice the centre
};

// Below this depth ranges are halved, so that no input makes the recursion deep.
constexpr int deepest_search = 48;
constexpr std::uint32_t smallest_task = 4096;

struct Part {
  Aabb box, centres;
  std::uint32_t count = 0;

  void add(const Primitive& p) {
    box.merge(p.box);
    const float c[3] = {p.centre(0), p.centre(1), p.centre(2)};
    for (int k = 0; k < 3; ++k) {
      centres.lo[k] = std::min(centres.lo[k], c[k]);
      centres.hi[k] = std::max(centres.hi[k], c[k]);
    }
    ++count;
  }
};

template <int bins>
struct Binning {
  float low[3], scale[3];

  explicit Binning(const Aabb& centres) {
    for (int k = 0; k < 3; ++k) {
      low[k] = centres.lo[k];
      const float extent = centres.hi[k] - centres.lo[k];
      scale[k] = extent > 0 ? float(bins) * (1 - 0x1p-20f) / extent : 0;
      if (!(scale[k] < std::numeric_limits<float>::infinity())) scale[k] = 0;  // too thin to tell apart
    }
  }
  int operator()(float centre, int axis) const { return std::min(bins - 1, int((centre - low[axis]) * scale[axis])); }
};

class Builder {
 public:
  Builder(std::span<const Aabb> boxes, bool parallel, const LeafRule& rule)
      : parallel_(parallel), rule_(rule), primitives_(boxes.size()), nodes_(2 * boxes.size()) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i) primitives_[i] = {boxes[i], i};
  }

  BinaryTree run() {
    Part all;
    for (const Primitive& p : primitives_) all.add(p);
    build(0, 0, all, 0);
    BinaryTree tree;
    tree.nodes = std::move(nodes_);
    tree.order.resize(primitives_.size());
    for (std::size_t i = 0; i < primitives_.size(); ++i) tree.order[i] = primitives_[i].id;
    return tree;
  }

 private:
  // A range of n primitives takes at most 2n - 1 nodes: those from `index` on are its own, whichever thread builds it.
  void build(std::uint32_t index, std::uint32_t begin, const Part& part, int depth) {
    BinaryNode& node = nodes_[index];
    node.box = part.box;
    node.begin = begin;
    node.end = begin + part.count;
    if (is_leaf(begin, part.count)) return;
    Part left, right;
    if (part.count > 64)
      split<16>(begin, part, depth, left, right);
    else
      split<8>(begin, part, depth, left, right);
    node.left = index + 1;
    node.right = index + 2 * left.count;
    fork(
        parallel_ && part.count > smallest_task, [&] { build(node.left, begin, left, depth + 1); },
        [&] { build(node.right, begin + left.count, right, depth + 1); });
  }

  bool is_leaf(std::uint32_t begin, std::uint32_t count) const {
    if (count > rule_.most) return false;
    if (count == 1 || !rule_.fits) return true;
    std::uint32_t ids[LeafRule::largest];
    for (std::uint32_t i = 0; i < count; ++i) ids[i] = primitives_[begin + i].id;
    return rule_.fits({ids, count});
  }

  // What it costs to test so many triangles.
  float cost(std::uint32_t count) const { return float((count + rule_.block - 1) / rule_.block); }

  template <int bins>
  void split(std::uint32_t begin, const Part& part, int depth, Part& left, Part& right) {
    const auto first = primitives_.begin() + begin, last = first + part.count;
    const Binning<bins> bin_of(part.centres);
    int axis = -1, border = 0;
    if (depth < deepest_search) best_plane(begin, part, bin_of, axis, border);
    auto middle = first + part.count / 2;
    if (axis >= 0)
      middle = std::partition(first, last, [&](const Primitive& p) { return bin_of(p.centre(axis), axis) < border; });
    for (auto p = first; p != middle; ++p) left.add(*p);
    for (auto p = middle; p != last; ++p) right.add(*p);
  }

  // The cheapest of the planes between bins; no axis when no plane parts the centres.
  template <int bins>
  void best_plane(std::uint32_t begin, const Part& part, const Binning<bins>& bin_of, int& axis, int& border) const {
    Aabb box[3][bins];
    std::uint32_t count[3][bins] = {};
    for (std::uint32_t i = begin; i < begin + part.count; ++i) {
      const Primitive& p = primitives_[i];
      for (int k = 0; k < 3; ++k) {
        const int bin = bin_of(p.centre(k), k);
        box[k][bin].merge(p.box);
        ++count[k][bin];
      }
    }
    float best = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 3; ++k) {
      if (bin_of.scale[k] == 0) continue;
      float right_cost[bins];
      Aabb side;
      std::uint32_t n = 0;
      for (int i = bins - 1; i > 0; --i) {
        side.merge(box[k][i]);
        n += count[k][i];
        right_cost[i] = side.half_area() * cost(n);
      }
      side = {};
      n = 0;
      for (int i = 1; i < bins; ++i) {
        side.merge(box[k][i - 1]);
        n += count[k][i - 1];
        const float total = side.half_area() * cost(n) + right_cost[i];
        if (n > 0 && n < part.count && total < best) {
          best = total;
          axis = k;
          border = i;
        }
      }
    }
  }

  bool parallel_;
  const LeafRule& rule_;
  std::vector<Primitive> primitives_;
  std::vector<BinaryNode> nodes_;
};

}  // namespace

BinaryTree build_binary(std::span<const Aabb> boxes, bool parallel, const LeafRule& rule) {
  return Builder(boxes, parallel, rule).run();
}

}  // namespace graze
