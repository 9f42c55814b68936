// Building the solid BSP tree, without recursion: a tree may be as deep as it has polygons.
#include <algorithm>
#include <cmath>

#include "graze/error.h"
#include "shape/data.h"
#include "study/bsp/solid_bsp.h"

namespace graze::study {
namespace {

// Enough to tell a plane that cuts much from one that cuts little.
constexpr std::size_t most_judged = 256;

Box bounds_of(const std::vector<Fragment>& set) {
  Box box;
  for (const Fragment& fragment : set)
    for (const FragmentPoint& point : fragment.points) box = merge(box, point.at);
  return box;
}

double centre_along(const Fragment& fragment, int axis) {
  double sum = 0;
  for (const FragmentPoint& point : fragment.points) sum += point.at[axis];
  return sum / double(fragment.points.size());
}

}  // namespace

class SolidBsp::Builder {
 public:
  Builder(SolidBsp& tree, const SolidBspSettings& settings)
      : tree_(tree), data_(data_of(tree.shape())), settings_(settings) {}

  void build() {
    std::vector<Set> stack;
    stack.push_back({whole_shape(), none, front, 1, (settings_.most_pieces - 1) * double(data_.triangle_count)});
    while (!stack.empty()) {
      Set set = std::move(stack.back());
      stack.pop_back();
      const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
      if (set.parent != none) tree_.nodes_[set.parent].child[set.side] = index;
      tree_.depth_ = std::max(tree_.depth_, set.depth);
      std::array<std::vector<Fragment>, 2> parts = add_node(std::move(set.pieces), set.spare);
      const double spare = set.spare / double(std::max<std::size_t>(1, parts[front].size() + parts[back].size()));
      for (const Side side : {back, front}) {
        const auto size = double(parts[side].size());
        if (size > 0) stack.push_back({std::move(parts[side]), index, side, set.depth + 1, spare * size});
      }
    }
  }

 private:
  struct Set {
    std::vector<Fragment> pieces;
    std::uint32_t parent;
    Side side;
    std::size_t depth;
    double spare;  // cuts that may still be made here
  };

  std::vector<Fragment> whole_shape() const {
    std::vector<Fragment> pieces(data_.triangle_count);
    for (std::uint32_t i = 0; i < data_.triangle_count; ++i) {
      const Triangle t = normalised(data_.triangle(i), tree_.frame());
      pieces[i] = {i, 0, {{t.a, 0}, {t.b, 1}, {t.c, 2}}};
    }
    return pieces;
  }

  // Puts the pieces in a new node's list, and returns those for its children.
  std::array<std::vector<Fragment>, 2> add_node(std::vector<Fragment> pieces, double& spare) {
    std::array<std::vector<Fragment>, 2> parts;
    std::vector<Fragment> list;
    CutPlane plane = axial_plane(0, 0);
    if (choose(pieces, plane)) {
      divide(std::move(pieces), plane, spare, list, parts);
    } else {
      list = std::move(pieces);
    }
    if (tree_.pieces_.size() + list.size() >= 0x80000000u || tree_.nodes_.size() >= 0x7fffffffu)
      throw Error("the BSP tree of this shape would need 2^31 pieces or more");
    Node node{};
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Vec3 direction;
    for (int k = 0; k < 3; ++k) {
      node.normal[k] = float(plane.normal[k]);
      direction[k] = double(node.normal[k]);
    }
    node.list_lo = node.front_lo = infinity;
    node.list_hi = node.back_hi = -infinity;
    node.child[front] = node.child[back] = none;
    node.first = static_cast<std::uint32_t>(tree_.pieces_.size());
    node.count = static_cast<std::uint32_t>(list.size());
    for (const Fragment& fragment : list) {
      const Extent along = extent(fragment, direction);
      node.list_lo = std::min(node.list_lo, round_down(along.lo));
      node.list_hi = std::max(node.list_hi, round_up(along.hi));
      tree_.pieces_.push_back({box_of(fragment), fragment.source});
    }
    for (const Fragment& fragment : parts[front])
      node.front_lo = std::min(node.front_lo, round_down(extent(fragment, direction).lo));
    for (const Fragment& fragment : parts[back])
      node.back_hi = std::max(node.back_hi, round_up(extent(fragment, direction).hi));
    tree_.nodes_.push_back(node);
    return parts;
  }

  void divide(std::vector<Fragment> pieces, const CutPlane& plane, double& spare, std::vector<Fragment>& list,
              std::array<std::vector<Fragment>, 2>& parts) {
    for (Fragment& fragment : pieces) {
      switch (place(fragment, plane)) {
        case Placing::front:
          parts[front].push_back(std::move(fragment));
          break;
        case Placing::back:
          parts[back].push_back(std::move(fragment));
          break;
        case Placing::cut:
          if (fragment.cuts < settings_.most_cuts && spare >= 1) {
            spare -= 1;
            std::array<Fragment, 2> halves = cut(fragment, plane, sides_);
            parts[front].push_back(std::move(halves[0]));
            parts[back].push_back(std::move(halves[1]));
            break;
          }
          [[fallthrough]];
        case Placing::in_plane:
        case Placing::stuck:
          list.push_back(std::move(fragment));
          break;
      }
    }
  }

  Placing place(const Fragment& fragment, const CutPlane& plane) {
    return classify(fragment, plane, data_.triangle(fragment.source), tree_.frame(), sides_);
  }

  // False when no plane divides the pieces.
  bool choose(const std::vector<Fragment>& pieces, CutPlane& plane) {
    if (pieces.size() > settings_.axial_above && choose_axial(pieces, plane)) return true;
    return choose_polygon(pieces, plane);
  }

  // The median of the centres along the longest side, when that leaves something on both sides.
  bool choose_axial(const std::vector<Fragment>& pieces, CutPlane& plane) {
    const Box box = bounds_of(pieces);
    const Vec3 size = box.hi - box.lo;
    const int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    std::vector<double> centres(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) centres[i] = centre_along(pieces[i], axis);
    const auto middle = centres.begin() + std::ptrdiff_t(centres.size() / 2);
    std::nth_element(centres.begin(), middle, centres.end());
    // A coordinate that a corner near by has: a plane between neighbours cuts less.
    double offset = *middle, nearest = size[axis] * 0.05;
    const double wanted = offset;
    for (const Fragment& fragment : pieces)
      for (const FragmentPoint& point : fragment.points)
        if (std::fabs(point.at[axis] - wanted) < nearest) {
          nearest = std::fabs(point.at[axis] - wanted);
          offset = point.at[axis];
        }
    plane = axial_plane(axis, offset);
    std::size_t count[2] = {0, 0};
    for (const Fragment& fragment : pieces) {
      const Placing placing = place(fragment, plane);
      if (placing == Placing::front) ++count[front];
      if (placing == Placing::back) ++count[back];
    }
    return std::min(count[front], count[back]) > pieces.size() / 8;
  }

  // Of some polygons' planes the one that cuts least and divides best.
  bool choose_polygon(const std::vector<Fragment>& pieces, CutPlane& plane) {
    double best = std::numeric_limits<double>::infinity();
    const std::size_t judged = std::min(pieces.size(), most_judged);
    std::size_t tried = 0;
    // In strides over the set, so that neighbours are not tried together; all of them, when planes are hard to find.
    const std::size_t stride = std::max<std::size_t>(1, pieces.size() / std::max(1u, settings_.tries));
    for (std::size_t start = 0; start < stride && tried < settings_.tries; ++start)
      for (std::size_t i = start; i < pieces.size() && tried < settings_.tries; i += stride) {
        CutPlane candidate;
        if (!plane_of(data_.triangle(pieces[i].source), tree_.frame(), candidate)) continue;
        candidate.thickness = settings_.thickness;
        ++tried;
        double balance = 0, cuts = 0;
        for (std::size_t k = 0; k < judged; ++k) {
          switch (place(pieces[k * pieces.size() / judged], candidate)) {
            case Placing::front:
              balance += 1;
              break;
            case Placing::back:
              balance -= 1;
              break;
            case Placing::cut:
            case Placing::stuck:
              cuts += 1;
              break;
            case Placing::in_plane:
              break;
          }
        }
        const double cost = std::fabs(balance) + settings_.cut_weight * cuts;
        if (cost < best) {
          best = cost;
          plane = candidate;
        }
      }
    return tried > 0;
  }

  SolidBsp& tree_;
  const ShapeData& data_;
  const SolidBspSettings settings_;
  std::vector<int> sides_;
};

SolidBsp::SolidBsp(Shape shape, const SolidBspSettings& settings) : CandidatePolygons(std::move(shape)) {
  Builder(*this, settings).build();
  nodes_.shrink_to_fit();
  pieces_.shrink_to_fit();
}

}  // namespace graze::study
