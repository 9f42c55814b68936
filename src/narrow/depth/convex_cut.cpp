#include "narrow/depth/convex_cut.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/work.h"
#include "math/norms.h"

namespace graze {

namespace {

struct DirectedEdge {
  std::uint32_t from, to;
};

class Cutting {
 public:
  explicit Cutting(const ConvexFaces& solid) : points_(solid.points), made_(solid.points.size(), 0) {
    edges_.reserve(4 * solid.triangles.size());
    for (const Index3& t : solid.triangles) {
      for (std::size_t k = 0; k < 3; ++k) edges_.push_back({t[k], t[(k + 1) % 3]});
      ends_.push_back(static_cast<std::uint32_t>(edges_.size()));
    }
  }

  bool empty() const noexcept { return edges_.empty(); }

  void cut(const HullPlane& plane) {
    heights_.resize(points_.size());
    bool any = false;
    for (const DirectedEdge& edge : edges_) {
      heights_[edge.from] = plane.height(points_[edge.from]);
      any = any || heights_[edge.from] > 0;
    }
    if (!any) return;
    next_.clear();
    next_ends_.clear();
    crossings_.clear();
    cap_.clear();
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends_) {
      const std::size_t first = next_.size();
      leaves_.clear();
      enters_.clear();
      for (std::uint32_t i = begin; i < end; ++i) keep(edges_[i]);
      for (std::size_t i = 0; i < leaves_.size(); ++i) {
        next_.push_back({leaves_[i], enters_[i]});
        cap_.push_back({enters_[i], leaves_[i]});
      }
      if (next_.size() > first) next_ends_.push_back(static_cast<std::uint32_t>(next_.size()));
      begin = end;
    }
    if (!cap_.empty()) {
      next_.insert(next_.end(), cap_.begin(), cap_.end());
      next_ends_.push_back(static_cast<std::uint32_t>(next_.size()));
    }
    work::charge(edges_.size() / 4);
    std::swap(edges_, next_);
    std::swap(ends_, next_ends_);
  }

  // Six times the volume is the sum of those of tetrahedra over all edges, each with a corner of its face and one
  // point for all. `slack` is how far the planes may be off, `width` of what they are of.
  ConvexCut measure() const {
    ConvexCut result;
    if (edges_.empty()) return result;
    Vec3 sum{};
    std::uint32_t generations = 0;
    const Vec3 from = points_[edges_[0].from];
    for (const DirectedEdge& edge : edges_) {
      result.box = merge(result.box, points_[edge.from]);
      sum = sum + (points_[edge.from] - from);
      generations = std::max(generations, made_[edge.from]);
    }
    result.middle = from + sum / static_cast<double>(edges_.size());
    double six = 0, size = 0;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : ends_) {
      const Vec3 apex = points_[edges_[begin].from];
      for (std::uint32_t i = begin; i < end; ++i) {
        const Vec3 normal = cross(points_[edges_[i].from] - apex, points_[edges_[i].to] - apex);
        const double part = dot(apex - result.middle, normal);
        six += part;
        size += std::fabs(part) + 0x1p-3 * largest(apex - result.middle) * sum_abs(normal);
      }
      begin = end;
    }
    result.volume = std::max(0.0, six / 6);
    // Corners are off by some last places of what they were made from; a plane through the box is no larger than half
    // of its faces, and each triangle may count once too often or not at all where it may be on either side of another.
    const Vec3 wide = result.box.hi - result.box.lo;
    const double across = wide.x * wide.y + wide.y * wide.z + wide.z * wide.x;
    const double off = (1 + generations) * 0x1p-50 * largest(result.box) + rounding_ * (1 + generations);
    const auto count = static_cast<double>(edges_.size());
    result.bound = count * 2 * off * across + size * 0x1p-48 + std::fabs(six) * 0x1p-52 * count;
    return result;
  }

  void set_rounding(double rounding) noexcept { rounding_ = rounding; }

 private:
  void keep(const DirectedEdge& edge) {
    const bool from = heights_[edge.from] <= 0, to = heights_[edge.to] <= 0;
    if (!from && !to) return;
    if (from && to) {
      next_.push_back(edge);
      return;
    }
    const std::uint32_t at = crossing(edge);
    if (from) {
      next_.push_back({edge.from, at});
      leaves_.push_back(at);
    } else {
      next_.push_back({at, edge.to});
      enters_.push_back(at);
    }
  }

  std::uint32_t crossing(const DirectedEdge& edge) {
    const std::uint32_t a = std::min(edge.from, edge.to), b = std::max(edge.from, edge.to);
    for (const Crossing& known : crossings_)
      if (known.a == a && known.b == b) return known.at;
    const Vec3 p = points_[a], q = points_[b];
    const double h = heights_[a], part = h / (h - heights_[b]);
    const auto at = static_cast<std::uint32_t>(points_.size());
    points_.push_back(part <= 0.5 ? p + (q - p) * part : q + (p - q) * (1 - part));
    made_.push_back(1 + std::max(made_[a], made_[b]));
    crossings_.push_back({a, b, at});
    return at;
  }

  struct Crossing {
    std::uint32_t a, b, at;
  };
  std::vector<Vec3> points_;
  std::vector<std::uint32_t> made_;  // from how many others in a row
  std::vector<DirectedEdge> edges_, next_, cap_;
  std::vector<std::uint32_t> ends_, next_ends_;  // of the edges of each face
  std::vector<double> heights_;
  std::vector<Crossing> crossings_;
  std::vector<std::uint32_t> leaves_, enters_;
  double rounding_ = 0;
};

}  // namespace

ConvexCut convex_cut(const ConvexFaces& solid, const ConvexFaces& by) {
  Cutting cutting(solid);
  cutting.set_rounding(by.rounding);
  for (const HullPlane& plane : by.planes) {
    cutting.cut(plane);
    if (cutting.empty()) break;
  }
  ConvexCut result = cutting.measure();
  const Box common{max(solid.box.lo, by.box.lo), min(solid.box.hi, by.box.hi)};
  const Vec3 wide = max(common.hi - common.lo, Vec3{});
  const double across = wide.x * wide.y + wide.y * wide.z + wide.z * wide.x;
  double slack = 0;
  for (const ConvexFaces* of : {&solid, &by})
    for (const HullPlane& plane : of->planes) slack += plane.slack;
  // Where nothing is left, so thin a layer of the common box may be all the same.
  result.bound += 2.02 * slack * across;
  return result;
}

}  // namespace graze
