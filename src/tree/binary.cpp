#include "tree/binary.h"

#include <bit>
#include <limits>
#include <utility>

#include "base/executor.h"

namespace graze {
namespace {

// Three axes side by side in four lanes; the last lane is nobody's.
using Four = float __attribute__((vector_size(16)));
using FourInts = std::int32_t __attribute__((vector_size(16)));

Four least(Four a, Four b) { return a < b ? a : b; }
Four greatest(Four a, Four b) { return a > b ? a : b; }

struct Span {
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  Four lo{infinity, infinity, infinity, infinity}, hi{-infinity, -infinity, -infinity, -infinity};

  void merge(const Span& other) {
    lo = least(lo, other.lo);
    hi = greatest(hi, other.hi);
  }
  // Half of the surface; 0 when empty.
  float half_area() const {
    const Four d = hi - lo;
    return d[0] < 0 ? 0 : (d[0] * d[1] + d[1] * d[2]) + d[2] * d[0];
  }
  Aabb aabb() const { return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}}; }
};

struct Primitive {
  Span box;  // the last lanes hold the triangle's number in two halves: ordinary floats, which cost no more than others

  Primitive() = default;
  Primitive(const Aabb& b, std::uint32_t id)
      : box{{b.lo[0], b.lo[1], b.lo[2], float(id & 0xffff)}, {b.hi[0], b.hi[1], b.hi[2], float(id >> 16)}} {}
  std::uint32_t id() const { return std::uint32_t(box.lo[3]) | std::uint32_t(box.hi[3]) << 16; }
  Four centre() const { return box.lo + box.hi; }  // twice the centre
};

// Below this depth ranges are halved, so that no input makes the recursion deep.
constexpr int deepest_search = 48;
constexpr std::uint32_t smallest_task = 4096;

struct Part {
  Span box, centres;
  std::uint32_t count = 0;

  void add(const Primitive& p) {
    box.merge(p.box);
    const Four centre = p.centre();
    centres.lo = least(centres.lo, centre);
    centres.hi = greatest(centres.hi, centre);
    ++count;
  }
};

template <int bins>
struct Binning {
  Four low, scale{};

  explicit Binning(const Span& centres) : low(centres.lo) {
    for (int k = 0; k < 3; ++k) {
      const float extent = centres.hi[k] - centres.lo[k];
      if (!(extent > 0)) continue;
      const float wanted = float(bins) * (1 - 0x1p-20f) / extent;
      if (wanted < Span::infinity) scale[k] = wanted;  // else too thin to tell apart
    }
    low[3] = 0;
  }
  // Of all axes. Three roundings cannot make up for the 2^-20 that the scale is short of: always below `bins`.
  FourInts operator()(const Primitive& p) const {
    return __builtin_convertvector((p.centre() - low) * scale, FourInts);
  }
  // Whether it is in a bin before the border, which is at least 1.
  bool before(const Primitive& p, int axis, float border) const {
    return (p.box.lo[axis] + p.box.hi[axis] - low[axis]) * scale[axis] < border;
  }
};

class Builder {
 public:
  Builder(std::span<const Aabb> boxes, bool parallel, const LeafRule& rule)
      : parallel_(parallel),
        rule_(rule),
        shift_(std::countr_zero(rule.block)),
        primitives_(boxes.size()),
        nodes_(2 * boxes.size()) {
    for (std::uint32_t i = 0; i < boxes.size(); ++i) primitives_[i] = Primitive(boxes[i], i);
  }

  BinaryTree run() {
    Part all;
    for (const Primitive& p : primitives_) all.add(p);
    build(0, 0, all, 0);
    BinaryTree tree;
    tree.nodes = std::move(nodes_);
    tree.order.resize(primitives_.size());
    for (std::size_t i = 0; i < primitives_.size(); ++i) tree.order[i] = primitives_[i].id();
    return tree;
  }

 private:
  // A range of n primitives takes at most 2n - 1 nodes: those from `index` on are its own, whichever thread builds it.
  void build(std::uint32_t index, std::uint32_t begin, const Part& part, int depth) {
    BinaryNode& node = nodes_[index];
    node.box = part.box.aabb();
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
    for (std::uint32_t i = 0; i < count; ++i) ids[i] = primitives_[begin + i].id();
    return rule_.fits({ids, count});
  }

  // What it costs to test so many triangles.
  float cost(std::uint32_t count) const { return float((count + rule_.block - 1) >> shift_); }

  template <int bins>
  void split(std::uint32_t begin, const Part& part, int depth, Part& left, Part& right) {
    Primitive *first = primitives_.data() + begin, *last = first + part.count;
    const Binning<bins> bin_of(part.centres);
    int axis = -1, border = 0;
    if (depth < deepest_search) best_plane(begin, part, bin_of, axis, border);
    if (axis < 0) {
      Primitive* const middle = first + part.count / 2;
      for (; first != middle; ++first) left.add(*first);
      for (; first != last; ++first) right.add(*first);
      return;
    }
    // From both ends to where they meet; what stands on the wrong side changes places.
    const auto goes_left = [&](const Primitive& p) { return bin_of.before(p, axis, float(border)); };
    for (;;) {
      for (; first != last && goes_left(*first); ++first) left.add(*first);
      for (; first != last && !goes_left(last[-1]); --last) right.add(last[-1]);
      if (first == last) return;
      std::swap(*first, last[-1]);
    }
  }

  // The cheapest of the planes between bins; no axis when no plane parts the centres.
  template <int bins>
  void best_plane(std::uint32_t begin, const Part& part, const Binning<bins>& bin_of, int& axis, int& border) const {
    Span box[3][bins];
    std::uint32_t count[3][bins] = {};
    for (std::uint32_t i = begin; i < begin + part.count; ++i) {
      const Primitive& p = primitives_[i];
      const FourInts bin = bin_of(p);
      for (int k = 0; k < 3; ++k) {
        box[k][bin[k]].merge(p.box);
        ++count[k][bin[k]];
      }
    }
    float best = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 3; ++k) {
      if (bin_of.scale[k] == 0) continue;
      float right_cost[bins];
      Span side;
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
  int shift_;
  std::vector<Primitive> primitives_;
  std::vector<BinaryNode> nodes_;
};

}  // namespace

BinaryTree build_binary(std::span<const Aabb> boxes, bool parallel, const LeafRule& rule) {
  return Builder(boxes, parallel, rule).run();
}

}  // namespace graze
