// Choosing planes by the expected work: a probe that meets the cell meets a part of it with a chance that goes with the
// part's surface.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graze/error.h"
#include "shape/data.h"
#include "study/bsp/axial_bsp.h"

namespace graze::study {
namespace {

constexpr std::size_t depth_limit = 96;

double surface(const Aabb& box) {
  const double x = double(box.hi[0]) - double(box.lo[0]), y = double(box.hi[1]) - double(box.lo[1]);
  const double z = double(box.hi[2]) - double(box.lo[2]);
  return x * y + y * z + z * x;
}

}  // namespace

class AxialBsp::Builder {
 public:
  Builder(AxialBsp& tree, const AxialBspSettings& settings) : tree_(tree), settings_(settings) {}

  void build() {
    const ShapeData& data = data_of(tree_.shape());
    Set all;
    Aabb bounds;
    for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
      all.references.push_back({fit(data.triangle_box(i), tree_.frame()), i});
      bounds.merge(all.references.back().box);
    }
    all.spare = (settings_.most_references - 1) * double(data.triangle_count);
    all.cell = whole_space();
    all.bounds = bounds;
    tree_.nodes_.emplace_back();
    std::vector<Set> stack;
    stack.push_back(std::move(all));
    while (!stack.empty()) {
      Set set = std::move(stack.back());
      stack.pop_back();
      tree_.depth_ = std::max(tree_.depth_, set.depth);
      Choice choice;
      if (choose(set, choice)) {
        divide(std::move(set), choice, stack);
      } else {
        add_leaf(set);
      }
    }
  }

 private:
  struct Set {
    std::vector<Reference> references;
    Aabb cell;    // as the planes cut space
    Aabb bounds;  // of the cell where polygons are: finite
    std::uint32_t node = 0;
    std::size_t depth = 0;
    double spare = 0;  // references that may still be doubled here
  };
  struct Choice {
    std::uint32_t axis = 0;
    float plane = 0;
  };

  static Aabb whole_space() {
    Aabb space;
    for (int k = 0; k < 3; ++k) std::swap(space.lo[k], space.hi[k]);
    return space;
  }

  bool choose(const Set& set, Choice& choice) {
    const std::size_t count = set.references.size();
    if (count <= settings_.leaf_polygons || set.depth >= depth_limit) return false;
    if (settings_.medians) return choose_median(set, choice);
    const double whole = surface(set.bounds);
    double best = double(count);
    std::size_t doubled = 0;
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      lows_.clear();
      highs_.clear();
      for (const Reference& reference : set.references) {
        lows_.push_back(reference.box.lo[axis]);
        highs_.push_back(reference.box.hi[axis]);
      }
      std::sort(lows_.begin(), lows_.end());
      std::sort(highs_.begin(), highs_.end());
      planes_.resize(2 * count);
      std::merge(lows_.begin(), lows_.end(), highs_.begin(), highs_.end(), planes_.begin());
      std::size_t low = 0, high = 0;  // boxes that begin, end at or before the plane
      for (std::size_t i = 0; i < planes_.size(); ++i) {
        const float plane = planes_[i];
        if (i + 1 < planes_.size() && planes_[i + 1] == plane) continue;
        if (!(plane >= set.bounds.lo[axis]) || !(plane < set.bounds.hi[axis])) continue;
        while (low < count && lows_[low] <= plane) ++low;
        while (high < count && highs_[high] <= plane) ++high;
        Aabb parts[2] = {set.bounds, set.bounds};
        parts[0].hi[axis] = parts[1].lo[axis] = plane;
        const double back = whole > 0 ? surface(parts[0]) / whole : 0.5;
        const double front = whole > 0 ? surface(parts[1]) / whole : 0.5;
        const double cost = settings_.plane_cost + back * double(low) + front * double(count - high);
        if (cost < best) {
          best = cost;
          doubled = low - high;
          choice = {axis, plane};
        }
      }
    }
    if (!(best < double(count)) || double(doubled) > set.spare) return false;
    return true;
  }

  // Bentley: the axes in turn. Where the median of one parts nothing, the next axis is tried.
  bool choose_median(const Set& set, Choice& choice) {
    const std::size_t count = set.references.size();
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<std::uint32_t>((set.depth + k) % 3);
      planes_.clear();
      for (const Reference& reference : set.references)
        planes_.push_back(0.5f * reference.box.lo[axis] + 0.5f * reference.box.hi[axis]);
      const auto middle = planes_.begin() + static_cast<std::ptrdiff_t>(count / 2);
      std::nth_element(planes_.begin(), middle, planes_.end());
      const float plane = *middle;
      std::size_t back = 0, front = 0;
      for (const Reference& reference : set.references) {
        back += reference.box.lo[axis] <= plane ? 1 : 0;
        front += reference.box.hi[axis] > plane ? 1 : 0;
      }
      if (back == count || front == count || double(back + front - count) > set.spare) continue;
      choice = {axis, plane};
      return true;
    }
    return false;
  }

  void divide(Set set, const Choice& choice, std::vector<Set>& stack) {
    const auto child = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_[set.node] = {choice.plane, choice.axis, child};
    tree_.nodes_.resize(child + std::size_t{2});
    Set parts[2];
    for (std::uint32_t k = 0; k < 2; ++k) {
      parts[k].cell = set.cell;
      parts[k].bounds = set.bounds;
      parts[k].node = child + k;
      parts[k].depth = set.depth + 1;
    }
    parts[0].cell.hi[choice.axis] = parts[0].bounds.hi[choice.axis] = choice.plane;
    parts[1].cell.lo[choice.axis] = parts[1].bounds.lo[choice.axis] = choice.plane;
    for (const Reference& reference : set.references) {
      if (reference.box.lo[choice.axis] <= choice.plane) parts[0].references.push_back(reference);
      if (reference.box.hi[choice.axis] > choice.plane) parts[1].references.push_back(reference);
    }
    const double references = double(parts[0].references.size() + parts[1].references.size());
    const double spare = set.spare - (references - double(set.references.size()));
    for (Set& part : parts) part.spare = spare * double(part.references.size()) / references;
    set.references = {};
    stack.push_back(std::move(parts[1]));
    stack.push_back(std::move(parts[0]));
  }

  void add_leaf(const Set& set) {
    if (tree_.references_.size() + set.references.size() >= 0x80000000u)
      throw Error("the axial BSP tree of this shape would need 2^31 references or more");
    tree_.nodes_[set.node] = {0, leaf_axis, static_cast<std::uint32_t>(tree_.leaves_.size())};
    tree_.leaves_.push_back({set.cell, static_cast<std::uint32_t>(tree_.references_.size()),
                             static_cast<std::uint32_t>(set.references.size())});
    tree_.references_.insert(tree_.references_.end(), set.references.begin(), set.references.end());
  }

  AxialBsp& tree_;
  const AxialBspSettings settings_;
  std::vector<float> lows_, highs_, planes_;
};

AxialBsp::AxialBsp(Shape shape, const AxialBspSettings& settings) : CandidatePolygons(std::move(shape)) {
  Builder(*this, settings).build();
  nodes_.shrink_to_fit();
  leaves_.shrink_to_fit();
  references_.shrink_to_fit();
}

}  // namespace graze::study
