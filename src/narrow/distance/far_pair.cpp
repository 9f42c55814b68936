#include "narrow/distance/far_pair.h"

#include <algorithm>
#include <cmath>

#include "base/work.h"
#include "tree/traverse.h"

namespace graze {
namespace {

// From here on floats, with 2^-24 of the distance, are too coarse for the boxes of a mesh.
constexpr double far_for_its_size = 60;

double radius(const Box& box) { return length(box.hi - box.lo) * 0.5; }

// The end of a body in a direction: ends are n . (p - middle), off by `error` at most.
class End {
 public:
  End(const PlacedBody& body, Vec3 direction, Vec3 middle, double error)
      : body_(body),
        direction_(direction),
        error_(error),
        start_(dot(direction, body.placement.centre - middle)),
        middle_(middle) {
    const Mat3& m = body.placement.to_world;
    carried_ = {dot(direction, m.c0), dot(direction, m.c1), dot(direction, m.c2)};
  }

  // The triangles that reach to within `slack` of the farthest.
  std::vector<FarTriangle> within(double slack, Counters& counters) {
    walk([&](double box) { return box >= farthest_; },
         [&](const FarTriangle& t) { farthest_ = std::max(farthest_, t.along); }, counters);
    std::vector<FarTriangle> found;
    walk([&](double box) { return box >= farthest_ - slack; },
         [&](const FarTriangle& t) {
           if (t.along >= farthest_ - slack) found.push_back(t);
         },
         counters);
    std::sort(found.begin(), found.end(), [](const FarTriangle& p, const FarTriangle& q) {
      return p.along != q.along ? p.along > q.along : p.index < q.index;
    });
    return found;
  }

 private:
  double along(std::uint32_t triangle) const {
    const Triangle t = body_.body.triangle(triangle);
    return std::max({dot(direction_, t.a - middle_), dot(direction_, t.b - middle_), dot(direction_, t.c - middle_)});
  }

  // Visits the triangles in boxes that open(upper bound of the end) asks for.
  template <class Open, class Visit>
  void walk(const Open& open, const Visit& visit, Counters& counters) const {
    const ShapeData& shape = *body_.body.shape;
    const auto look_at = [&](std::uint32_t i) {
      ++counters.box_tests;
      work::charge(1);
      visit(FarTriangle{i, along(i)});
    };
    if (!body_.placement.usable) {
      for (std::uint32_t i = 0; i < shape.triangle_count; ++i) look_at(i);
      return;
    }
    const Tree& tree = shape.tree();
    const std::span<const OrientedNode> nodes = shape.oriented();
    struct Item {
      std::uint32_t child;
      double along;
    };
    Stack<Item, 256> stack;
    stack.push({0, std::numeric_limits<double>::infinity()});
    while (!stack.empty()) {
      const Item item = stack.pop();
      work::poll();
      if (!open(item.along)) continue;
      if ((item.child & Node::leaf_bit) != 0) {
        const Leaf& leaf = tree.leaves[item.child & ~Node::leaf_bit];
        for (std::uint32_t i = 0; i < leaf.count; ++i) look_at(tree.order[leaf.first + i]);
        continue;
      }
      // The farthest box comes next.
      Item found[OrientedNode::width];
      int count = 0;
      const OrientedNode& node = nodes[item.child];
      for (int slot = 0; slot < OrientedNode::width && node.child[slot] != Node::none; ++slot) {
        const Item next{node.child[slot], box_along(node, slot)};
        int at = count++;
        for (; at > 0 && found[at - 1].along > next.along; --at) found[at] = found[at - 1];
        found[at] = next;
      }
      counters.box_tests += std::uint64_t(count);
      for (int i = 0; i < count; ++i) stack.push(found[i]);
    }
  }

  // Float boxes hold the triangles in the frame of the tree; carried, their end is off by far less than 1e-6 of them.
  double box_along(const OrientedNode& node, int slot) const {
    const auto along = [&](const float(&v)[3][OrientedNode::width]) {
      return (carried_.x * double(v[0][slot]) + carried_.y * double(v[1][slot])) + carried_.z * double(v[2][slot]);
    };
    double half = 0;
    for (int i = 0; i < 3; ++i) half += std::fabs(along(node.axis[i])) * double(node.half[i][slot]);
    const double size = std::fabs(carried_.x) + std::fabs(carried_.y) + std::fabs(carried_.z);
    return start_ + along(node.centre) + half + size * 1e-6 + error_;
  }

  const PlacedBody& body_;
  Vec3 direction_;
  double error_, start_;
  Vec3 middle_, carried_;
  double farthest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<FarPair> far_pair(const PlacedBody& a, const PlacedBody& b, Counters& counters) {
  const Box &box_a = a.body.box, &box_b = b.body.box;
  const Vec3 centre_a = box_a.lo * 0.5 + box_a.hi * 0.5, centre_b = box_b.lo * 0.5 + box_b.hi * 0.5;
  const Vec3 apart = centre_b - centre_a;
  const double far = length(apart), size = radius(box_a) + radius(box_b);
  if (!(far > far_for_its_size * size) || !(far < 1e150) || !(far > 1e-150)) return std::nullopt;

  // Of the direction: 2^-50; of an end: a few roundings of coordinates.
  const Vec3 direction = apart * (1 / far), middle = centre_a * 0.5 + centre_b * 0.5;
  const Vec3 farthest = max(max(abs(box_a.lo), abs(box_a.hi)), max(abs(box_b.lo), abs(box_b.hi)));
  FarPair result;
  result.error = (dot(farthest, {1, 1, 1}) + far) * 0x1p-48;
  const double aside = size + far * 0x1p-49;
  const double slack = aside * aside / (2 * (far - size)) * 1.01 + 2 * result.error;
  result.a = End(a, direction, middle, result.error).within(slack, counters);
  result.b = End(b, -direction, middle, result.error).within(slack, counters);
  return result;
}

}  // namespace graze
