#include "tree/ray_tree.h"

#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <vector>

#include "base/assert.h"
#include "base/compat.h"
#include "base/executor.h"
#include "tree/binary.h"
#include "tree/ray_slots.h"
#include "tree/widen.h"

namespace graze {
namespace {

struct Corner {
  float x, y, z;
  friend bool operator==(const Corner&, const Corner&) = default;
};
using Corners = std::array<Corner, 3>;  // of a triangle

Corners corners_of(const Triangle& t, const LocalFrame& frame) {
  const Triangle local = in_frame(t, frame);
  const auto corner = [](Vec3 p) { return Corner{float(p.x), float(p.y), float(p.z)}; };
  return {corner(local.a), corner(local.b), corner(local.c)};
}

// The corners that some triangles have, each once, for looking up four at a time.
class Patch {
 public:
  Patch() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();  // equals nothing
    for (Four& x : x_) x = Four{nan, nan, nan, nan};
  }

  std::uint32_t count() const { return count_; }

  // Which corner it is; false when it is new and there is no room.
  bool add(const Corner& corner, std::uint32_t& index) {
    for (std::uint32_t at = 0; 4 * at < count_; ++at) {
      const FourInts equal = (x_[at] == corner.x) & (y_[at] == corner.y) & (z_[at] == corner.z);
      if (const unsigned found = mask(equal); found != 0) {
        index = 4 * at + unsigned(std::countr_zero(found));
        return true;
      }
    }
    if (count_ == RayLeaf::most_corners) return false;
    index = count_++;
    x_[index / 4][index % 4] = corner.x;
    y_[index / 4][index % 4] = corner.y;
    z_[index / 4][index % 4] = corner.z;
    return true;
  }

 private:
  using Four = float __attribute__((vector_size(16)));
  using FourInts = std::int32_t __attribute__((vector_size(16)));

  // Bit i for lane i, each 0 or -1.
  static unsigned mask(FourInts lanes) {
#ifdef __wasm_simd128__  // whose compiler does not see it
    return unsigned(__builtin_wasm_bitmask_i32x4(lanes));
#else
    const FourInts bits = lanes & FourInts{1, 2, 4, 8};
    return unsigned(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
  }

  std::uint32_t count_ = 0;
  Four x_[RayLeaf::most_corners / 4], y_[RayLeaf::most_corners / 4] = {}, z_[RayLeaf::most_corners / 4] = {};
};

// Which corners of a leaf its triangles use: 4 bits each.
struct Uses {
  std::uint32_t corners = 0;
  std::uint16_t of[RayLeaf::most_triangles] = {};
};

// Writes a leaf; there must be room for RayLeaf::words. corners_of(i) are those of its triangle i.
template <class CornersOf>
void pack_leaf(const Uses& uses, std::uint32_t triangles, std::uint32_t first, CornersOf&& corners_of,
               std::uint32_t* words) {
  *words++ = first;
  *words++ = triangles | uses.corners << 16;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const Corners& corners = corners_of(i);
    for (unsigned c = 0; c < 3; ++c) {
      std::uint32_t* const at = words + (uses.of[i] >> (4 * c) & 15);
      at[0] = bit_cast<std::uint32_t>(corners[c].x);
      at[uses.corners] = bit_cast<std::uint32_t>(corners[c].y);
      at[2 * uses.corners] = bit_cast<std::uint32_t>(corners[c].z);
    }
  }
  words += 3 * uses.corners;
  for (std::uint32_t i = 0; i < triangles; i += 2)
    *words++ = uses.of[i] | (i + 1 < triangles ? std::uint32_t(uses.of[i + 1]) << 16 : 0);
}

// Far to near along the diagonal of each octant, by the middles of the boxes. Any order is right.
void order_slots(RayNode& node) {
  int used = 0;
  while (used < RayNode::width && node.child[used] != RayNode::none) ++used;
  for (unsigned octant = 0; octant < 4; ++octant) {
    float key[RayNode::width];
    int slots[RayNode::width];
    for (int i = 0; i < used; ++i) {
      key[i] = 0;
      for (unsigned k = 0; k < 3; ++k) {
        const float middle = node.lo[k][i] + node.hi[k][i];
        key[i] += (octant >> k & 1) != 0 ? -middle : middle;
      }
      int at = i;
      for (; at > 0 && key[slots[at - 1]] < key[i]; --at) slots[at] = slots[at - 1];
      slots[at] = i;
    }
    for (int i = used; i < RayNode::width; ++i) slots[i] = i;
    std::uint32_t(&there)[2] = node.order[octant], (&back)[2] = node.order[7 - octant];
    there[0] = there[1] = back[0] = back[1] = 0;
    for (int i = 0; i < RayNode::width; ++i) {
      there[i & 1] |= std::uint32_t(slots[i]) << (4 * (i >> 1));
      back[i & 1] |= std::uint32_t(slots[RayNode::width - 1 - i]) << (4 * (i >> 1));
    }
  }
}

// Nodes whose leaves are numbered 0, 1, ... as a depth-first walk meets them.
struct Skeleton {
  std::vector<RayNode> nodes;
  std::vector<std::uint32_t> leaves;  // binary nodes
};

std::uint32_t emit(const BinaryTree& binary, const Collapse<RayNode::width>& collapse, std::uint32_t n,
                   Skeleton& result) {
  std::uint32_t children[RayNode::width];
  const int count = collapse.children(n, children);
  const auto index = std::uint32_t(result.nodes.size());
  result.nodes.emplace_back();
  for (int i = 0; i < RayNode::width; ++i) set_slot(result.nodes[index], i, {}, RayNode::none);
  for (int i = 0; i < count; ++i) {
    const BinaryNode& child = binary.nodes[children[i]];
    std::uint32_t reference = 0;
    if (child.leaf()) {
      reference = RayNode::leaf_bit | std::uint32_t(result.leaves.size());
      result.leaves.push_back(children[i]);
    } else {
      reference = emit(binary, collapse, children[i], result);
    }
    set_slot(result.nodes[index], i, child.box, reference);
  }
  return index;
}

// Packs the leaves one after the other, in parallel, and tells the nodes where they are.
std::vector<std::uint32_t> pack_leaves(const BinaryTree& binary, const std::vector<Corners>& corners, int threads,
                                       Skeleton& skeleton) {
  const std::size_t count = skeleton.leaves.size();
  std::vector<Uses> uses(count);
  std::vector<std::uint32_t> places(count + 1);
  parallel_for(count, 512, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t leaf = begin; leaf < end; ++leaf) {
      const BinaryNode& node = binary.nodes[skeleton.leaves[leaf]];
      Patch patch;
      for (std::uint32_t i = node.begin; i < node.end; ++i)
        for (unsigned c = 0; c < 3; ++c) {
          std::uint32_t index = 0;
          patch.add(corners[binary.order[i]][c], index);  // there is room: the rule of leaves says so
          std::uint16_t& use = uses[leaf].of[i - node.begin];
          use = std::uint16_t(use | index << (4 * c));
        }
      uses[leaf].corners = patch.count();
      places[leaf + 1] = std::uint32_t(RayLeaf::words(node.end - node.begin, patch.count()) / RayLeaf::unit);
    }
  });
  for (std::size_t i = 0; i < count; ++i) places[i + 1] += places[i];
  std::vector<std::uint32_t> words(places[count] * RayLeaf::unit + RayLeaf::overhang);
  parallel_for(count, 512, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BinaryNode& node = binary.nodes[skeleton.leaves[i]];
      const auto corners_of = [&](std::uint32_t t) -> const Corners& { return corners[binary.order[node.begin + t]]; };
      pack_leaf(uses[i], node.end - node.begin, node.begin, corners_of, &words[places[i] * RayLeaf::unit]);
    }
  });
  parallel_for(skeleton.nodes.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      RayNode& node = skeleton.nodes[n];
      for (std::uint32_t& child : node.child)
        if (child != RayNode::none && (child & RayNode::leaf_bit) != 0)
          child = RayNode::leaf_bit | places[child & ~RayNode::leaf_bit];
      order_slots(node);
    }
  });
  return words;
}

// False when corners that were one have parted.
bool refit_leaf(std::uint32_t* words, const std::uint32_t* order, std::span<const Triangle> triangles,
                const LocalFrame& frame, Aabb& box) {
  const RayLeafView leaf(words);
  Uses uses;
  uses.corners = leaf.corners;
  Corner first[RayLeaf::most_corners];
  bool set[RayLeaf::most_corners] = {};
  Corners moved[RayLeaf::most_triangles];
  for (std::uint32_t i = 0; i < leaf.triangles; ++i) {
    const Triangle& t = triangles[order[leaf.first + i]];
    moved[i] = corners_of(t, frame);
    uses.of[i] = leaf.use(i);
    for (unsigned c = 0; c < 3; ++c) {
      const unsigned at = leaf.corner(i, c);
      if (set[at] && !(first[at] == moved[i][c])) return false;
      set[at] = true;
      first[at] = moved[i][c];
    }
    box.merge(fit(box_of(t), frame));
  }
  pack_leaf(
      uses, leaf.triangles, leaf.first, [&](std::uint32_t i) -> const Corners& { return moved[i]; }, words);
  return true;
}

}  // namespace

RayTree build_ray_tree(std::span<const Triangle> triangles, int threads) {
  RayTree tree;
  tree.frame = local_frame(box_of(triangles));
  with_threads(threads, [&] {
    std::vector<Aabb> boxes(triangles.size());
    std::vector<Corners> corners(triangles.size());
    parallel_for(triangles.size(), 4096, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        boxes[i] = fit(box_of(triangles[i]), tree.frame);
        corners[i] = corners_of(triangles[i], tree.frame);
      }
    });
    LeafRule rule;
    rule.most = RayLeaf::most_triangles;
    rule.block = 4;
    rule.fits = [&](std::span<const std::uint32_t> ids) {
      if (3 * ids.size() <= RayLeaf::most_corners) return true;
      Patch patch;
      std::uint32_t index = 0;
      for (const std::uint32_t id : ids)
        for (const Corner& corner : corners[id])
          if (!patch.add(corner, index)) return false;
      return true;
    };
    BinaryTree binary = build_binary(boxes, threads != 1, rule);
    Skeleton skeleton;
    emit(binary, Collapse<RayNode::width>(binary, threads != 1), 0, skeleton);
    tree.leaves = pack_leaves(binary, corners, threads, skeleton);
    tree.nodes = std::move(skeleton.nodes);
    tree.order = std::move(binary.order);
  });
  GRAZE_ASSERT_SLOW(validate(tree, triangles).empty());
  return tree;
}

RayTree refit(const RayTree& tree, std::span<const Triangle> triangles, int threads) {
  RayTree result;
  result.frame = local_frame(box_of(triangles));
  result.order = tree.order;
  std::vector<RayNode> nodes(tree.nodes.begin(), tree.nodes.end());
  std::vector<std::uint32_t> leaves(tree.leaves.begin(), tree.leaves.end());
  std::atomic<bool> parted = false;
  with_threads(threads, [&] {
    parallel_for(nodes.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        for (int slot = 0; slot < RayNode::width && nodes[n].child[slot] != RayNode::none; ++slot) {
          if (!nodes[n].is_leaf(slot)) continue;
          Aabb box;
          if (!refit_leaf(&leaves[nodes[n].leaf(slot)], tree.order.data(), triangles, result.frame, box)) parted = true;
          set_slot(nodes[n], slot, box, nodes[n].child[slot]);
        }
    });
  });
  if (parted) return {};
  for (std::size_t n = nodes.size(); n-- > 0;) {  // children come after their parent
    for (int slot = 0; slot < RayNode::width && nodes[n].child[slot] != RayNode::none; ++slot)
      if (!nodes[n].is_leaf(slot))
        set_slot(nodes[n], slot, node_box(nodes[nodes[n].child[slot]]), nodes[n].child[slot]);
    order_slots(nodes[n]);
  }
  result.nodes = std::move(nodes);
  result.leaves = std::move(leaves);
  GRAZE_ASSERT_SLOW(validate(result, triangles).empty());
  return result;
}

}  // namespace graze
