#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "filter/local_volumes.h"
#include "graze/study_pieces.h"

namespace graze::study {

struct GRAZE_HIDDEN ConvexPieces::Tree {
  struct Node {
    ConvexModel hull;                   // in the frame of the body
    double size;                        // the longest side of its box
    std::uint32_t left = 0, right = 0;  // 0 in a leaf
    std::uint32_t piece = 0;            // of a leaf
    bool leaf() const { return left == 0; }
  };
  std::vector<Node> nodes;  // nodes[0] is the root
  std::size_t count = 0;
};

namespace {

using Points = std::vector<Vec3>;

// Adds the node over the pieces order[begin, end), and all below it.
std::uint32_t build(const std::vector<Points>& pieces, std::vector<std::uint32_t>& order, std::size_t begin,
                    std::size_t end, std::vector<ConvexPieces::Tree::Node>& nodes) {
  Points all;
  Box box;
  for (std::size_t k = begin; k < end; ++k)
    for (const Vec3 p : pieces[order[k]]) {
      all.push_back(p);
      box = merge(box, p);
    }
  const Vec3 size = box.hi - box.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto at = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back({ConvexModel(make_convex(std::move(all))), size[axis], 0, 0, order[begin]});
  if (end - begin == 1) return at;
  const auto middle_of = [&](std::uint32_t piece) {
    double lo = pieces[piece][0][axis], hi = lo;
    for (const Vec3 p : pieces[piece]) {
      lo = std::min(lo, p[axis]);
      hi = std::max(hi, p[axis]);
    }
    return 0.5 * lo + 0.5 * hi;
  };
  const std::size_t half = begin + (end - begin) / 2;
  const auto place = [&](std::size_t k) { return order.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(place(begin), place(half), place(end),
                   [&](std::uint32_t p, std::uint32_t q) { return middle_of(p) < middle_of(q); });
  const std::uint32_t left = build(pieces, order, begin, half, nodes), right = build(pieces, order, half, end, nodes);
  nodes[at].left = left;
  nodes[at].right = right;
  return at;
}

class Descent {
 public:
  Descent(const PiecesPosed& a, const PiecesPosed& b, PiecesMemory* memory)
      : a_(a.pieces->tree().nodes), b_(b.pieces->tree().nodes), pose_a_(a.pose), pose_b_(b.pose), memory_(memory) {}

  PiecesFound run() {
    found_.lower = std::numeric_limits<double>::infinity();
    visit(0, 0);
    if (found_.status != Status::ok) return failed<PiecesFound>(found_.status);
    found_.apart = met_ ? Answer::no : open_ ? Answer::unknown : Answer::yes;
    if (met_ || open_) found_.lower = 0;
    return found_;
  }

 private:
  void visit(std::uint32_t i, std::uint32_t j) {
    const ConvexPieces::Tree::Node &p = a_[i], &q = b_[j];
    ConvexMemory* const memory =
        memory_ == nullptr ? nullptr : &memory_->pairs[(std::uint64_t(i) << 32) | std::uint64_t(j)];
    const ConvexFound pair = study::v_clip({&p.hull, pose_a_}, {&q.hull, pose_b_}, memory);
    ++found_.pairs_tested;
    found_.steps += pair.steps;
    if (!pair.ok()) {
      found_.status = pair.status;
      return;
    }
    if (p.leaf() && q.leaf()) return leaves(p.piece, q.piece, pair);
    // Nothing below is nearer than this.
    if (pair.apart == Answer::yes && (pair.lower > found_.upper || met_)) {
      found_.lower = std::min(found_.lower, pair.lower);
      return;
    }
    const bool open_first = q.leaf() || (!p.leaf() && p.size >= q.size);
    for (int side = 0; side < 2 && found_.status == Status::ok; ++side) {
      const ConvexPieces::Tree::Node& opened = open_first ? p : q;
      const std::uint32_t child = side == 0 ? opened.left : opened.right;
      visit(open_first ? child : i, open_first ? j : child);
    }
  }

  void leaves(std::uint32_t piece_a, std::uint32_t piece_b, const ConvexFound& pair) {
    if (pair.apart == Answer::no) {
      if (!met_ || pair.depth > found_.depth) {
        found_.piece_a = piece_a;
        found_.piece_b = piece_b;
        found_.depth = pair.depth;
      }
      met_ = true;
      found_.upper = 0;
      found_.point_a = found_.point_b = unknown_point;
      return;
    }
    open_ = open_ || pair.apart == Answer::unknown;
    found_.lower = std::min(found_.lower, pair.lower);
    if (met_ || !(pair.upper < found_.upper)) return;
    found_.upper = pair.upper;
    found_.point_a = pair.point_a;
    found_.point_b = pair.point_b;
    found_.piece_a = piece_a;
    found_.piece_b = piece_b;
  }

  const std::vector<ConvexPieces::Tree::Node>&a_, &b_;
  const Pose &pose_a_, &pose_b_;
  PiecesMemory* memory_;
  PiecesFound found_;
  bool met_ = false, open_ = false;
};

}  // namespace

ConvexPieces::ConvexPieces(std::span<const CompoundPart> pieces) {
  if (pieces.empty()) throw Error("a body needs a convex piece");
  std::vector<Points> corners;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const ConvexModel model(pieces[k].shape);
    const Polytope& hull = local_hull(data_of(model.shape()))->polytope;
    if (hull.dimension != 3) throw Error("piece " + std::to_string(k) + " is flat");
    Points placed;
    for (const Vec3 p : hull.vertices) placed.push_back(pieces[k].pose * p);
    corners.push_back(std::move(placed));
  }
  std::vector<std::uint32_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0u);
  auto tree = std::make_shared<Tree>();
  tree->count = pieces.size();
  build(corners, order, 0, order.size(), tree->nodes);
  tree_ = std::move(tree);
}

std::size_t ConvexPieces::piece_count() const noexcept { return tree_->count; }

PiecesFound v_clip(const PiecesPosed& a, const PiecesPosed& b, PiecesMemory* memory) noexcept {
  return guarded<PiecesFound>([&] {
    if (a.pieces == nullptr || b.pieces == nullptr) return failed<PiecesFound>(Status::invalid);
    return Descent(a, b, memory).run();
  });
}

}  // namespace graze::study
