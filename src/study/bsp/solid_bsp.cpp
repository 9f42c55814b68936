#include "study/bsp/solid_bsp.h"

#include <algorithm>
#include <cmath>

#include "shape/data.h"
#include "tree/traverse.h"

namespace graze::study {
namespace {

// Of a node's direction.
constexpr double length_bound = 1.0001, sum_bound = 1.7323;

Vec3 direction(const SolidBsp::Node& node) {
  return {double(node.normal[0]), double(node.normal[1]), double(node.normal[2])};
}

}  // namespace

// The code of the paper, with its three states: a side that the probe touches, or both.
void SolidBsp::candidates(const BspProbe& probe, std::vector<std::uint32_t>& found, BspCounters& counters) const {
  found.clear();
  Stack<std::uint32_t, 256> stack;
  stack.push(0);
  while (!stack.empty()) {
    const Node& node = nodes_[stack.pop()];
    ++counters.nodes;
    const Span along = span_along(probe, direction(node), length_bound, sum_bound);
    const double lo = along.middle - along.extent, hi = along.middle + along.extent;
    if (lo <= double(node.list_hi) && hi >= double(node.list_lo)) {
      counters.polygons += node.count;
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
        if (overlap(probe.box, pieces_[i].box)) found.push_back(pieces_[i].polygon);
    }
    if (lo <= double(node.back_hi)) stack.push(node.child[back]);
    if (hi >= double(node.front_lo)) stack.push(node.child[front]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::uint32_t SolidBsp::cell(Vec3 point, double slack, BspCounters& counters) const noexcept {
  const double margin = slack * sum_bound + (std::fabs(point.x) + std::fabs(point.y) + std::fabs(point.z)) * 0x1p-50;
  std::uint32_t index = 0;
  while (true) {
    const Node& node = nodes_[index];
    ++counters.nodes;
    const double at = dot(direction(node), point);
    Side side = front;
    if (at - margin > double(std::max(node.list_hi, node.back_hi))) {
      side = front;
    } else if (at + margin < double(std::min(node.list_lo, node.front_lo))) {
      side = back;
    } else {
      return none;  // also for NaN
    }
    if (node.child[side] == none) return 2 * index + side;
    index = node.child[side];
  }
}

std::vector<Vec3> SolidBsp::points_near(std::uint32_t index) const {
  const Node& node = nodes_[index];
  const Vec3 normal = direction(node);
  const double plane = (double(node.list_lo) + double(node.list_hi)) / 2;
  std::vector<Vec3> points;
  for (std::uint32_t i = node.first; i < node.first + std::min(node.count, 4u); ++i) {
    const Piece& piece = pieces_[i];
    Vec3 middle, size;
    for (int k = 0; k < 3; ++k) {
      middle[k] = (double(piece.box.lo[k]) + double(piece.box.hi[k])) / 2;
      size[k] = double(piece.box.hi[k]) - double(piece.box.lo[k]);
    }
    const PolygonSphere& sphere = this->sphere(piece.polygon);
    const Vec3 centroid{double(sphere.centre[0]), double(sphere.centre[1]), double(sphere.centre[2])};
    const double span = length(size);
    for (const double part : {0.2, 0.02, 1e-3, 1e-5})
      for (const Vec3 start : {middle, centroid}) {
        const Vec3 foot = start + normal * (plane - dot(normal, start));
        points.push_back(foot + normal * (part * span));
        points.push_back(foot - normal * (part * span));
      }
  }
  return points;
}

BspStatistics SolidBsp::statistics() const noexcept {
  const std::size_t polygons = shape().triangle_count();
  return {polygons, pieces_.size(), nodes_.size(), depth_,
          nodes_.size() * sizeof(Node) + pieces_.size() * sizeof(Piece) + polygons * sizeof(PolygonSphere)};
}

std::string SolidBsp::validate() const {
  const auto at = [](std::size_t node) { return "node " + std::to_string(node) + ": "; };
  std::vector<std::uint32_t> parents(nodes_.size(), 0);
  std::size_t listed = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (std::fabs(length(direction(node)) - 1) > 1e-6) return at(i) + "its direction is not of length 1";
    if (node.first != listed) return at(i) + "its list does not follow the one before";
    listed += node.count;
    if ((node.count == 0) != (node.list_lo > node.list_hi)) return at(i) + "the extent does not fit the list";
    if ((node.child[front] == none) != (node.front_lo == std::numeric_limits<float>::infinity()) ||
        (node.child[back] == none) != (node.back_hi == -std::numeric_limits<float>::infinity()))
      return at(i) + "an extent does not fit its child";
    for (const std::uint32_t child : node.child) {
      if (child == none) continue;
      if (child <= i || child >= nodes_.size()) return at(i) + "a child that is not after it";
      ++parents[child];
    }
  }
  if (listed != pieces_.size()) return "pieces that are in no list";
  for (std::size_t i = 1; i < nodes_.size(); ++i)
    if (parents[i] != 1) return at(i) + "not one parent";
  // The contract itself: each of some points of every triangle finds it.
  std::vector<std::uint32_t> found;
  BspCounters counters;
  for (std::uint32_t i = 0; i < shape().triangle_count(); ++i) {
    const Triangle t = normalised(shape().triangle(i), frame());
    const Vec3 centre = (t.a + t.b + t.c) * (1.0 / 3);
    for (const Vec3 point : {t.a, t.b, t.c, (t.a + t.b) * 0.5, (t.b + t.c) * 0.5, (t.c + t.a) * 0.5, centre}) {
      candidates(make_probe(point, {{}, {}, {}}, 0, 0), found, counters);
      if (!std::binary_search(found.begin(), found.end(), i))
        return "triangle " + std::to_string(i) + " is not found at one of its points";
    }
  }
  return {};
}

}  // namespace graze::study
