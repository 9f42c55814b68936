// Vertices are sorted along the widest axis of the body, and each face looks through those within its box.
#include "shape/polygon_covers.h"

#include <algorithm>
#include <numeric>

#include "math/exact.h"

namespace graze {
namespace {

class Coverer {
 public:
  explicit Coverer(PolygonSurface& surface) : surface_(surface) {
    Box bounds;
    for (const Vec3 v : surface.vertices) bounds = merge(bounds, v);
    const Vec3 size = bounds.hi - bounds.lo;
    axis_ = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    order_.resize(surface.vertices.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return along(a) < along(b); });
    starts_.assign(surface.vertices.size() + 1, 0);
    for (const auto& edge : surface.edges) {
      ++starts_[edge.from + 1];
      ++starts_[edge.to + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    at_vertex_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t e = 0; e < surface.edges.size(); ++e)
      for (const std::uint32_t v : {surface.edges[e].from, surface.edges[e].to}) at_vertex_[next[v]++] = e;
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t f = 0; f < surface_.faces.size(); ++f)
      if (surface_.faces[f].planar) look_at(f);
    std::sort(covered_.begin(), covered_.end());
    covered_.erase(std::unique(covered_.begin(), covered_.end()), covered_.end());
    return std::move(covered_);
  }

 private:
  // A vertex in the face: strictly inside it, or on its border, or a corner.
  struct Member {
    std::uint32_t vertex;
    bool corner, inside;
  };

  double along(std::uint32_t vertex) const { return surface_.vertices[vertex][axis_]; }
  Vec3 corner(const PolygonSurface::Face& face, std::uint32_t k) const {
    return surface_.vertices[surface_.corners[face.first + k % face.count].vertex];
  }

  void look_at(std::uint32_t f) {
    const PolygonSurface::Face& face = surface_.faces[f];
    Box box;
    for (std::uint32_t k = 0; k < face.count; ++k) box = merge(box, corner(face, k));
    // Three corners with an area, seen along an axis.
    const Vec3 a = corner(face, 0), b = corner(face, 1);
    Vec3 c;
    int view = -1, sign = 0;
    for (std::uint32_t k = 2; k < face.count && view < 0; ++k) {
      c = corner(face, k);
      for (int axis = 0; axis < 3 && view < 0; ++axis) {
        sign = turn(axis, a, b, c);
        if (sign != 0) view = axis;
      }
    }
    if (view < 0) return;
    members_.clear();
    const PlaneFilter plane(a, b, c);
    auto at = std::lower_bound(order_.begin(), order_.end(), box.lo[axis_],
                               [&](std::uint32_t v, double value) { return along(v) < value; });
    bool others = false;
    for (; at != order_.end() && along(*at) <= box.hi[axis_]; ++at) {
      const Vec3 p = surface_.vertices[*at];
      if (!overlap(box, Box{p, p})) continue;
      if (filtered_side(plane, p - a) != 0 || side(a, b, c, p) != 0) continue;
      Member member{*at, false, true};
      bool in = true;
      for (std::uint32_t k = 0; in && k < face.count; ++k) {
        const int turns = turn(view, corner(face, k), corner(face, k + 1), p) * sign;
        if (turns < 0) in = false;
        if (turns == 0) member.inside = false;
        if (surface_.corners[face.first + k].vertex == *at) member.corner = true;
      }
      if (!in) continue;
      members_.push_back(member);
      others = others || !member.corner;
      if (member.inside) covered_.push_back(*at);
    }
    std::sort(members_.begin(), members_.end(), [](const Member& x, const Member& y) { return x.vertex < y.vertex; });
    // Corners alone are joined across the face by an edge of another only in a body that folds onto itself.
    if (others || face.count > 3) mark_edges(face, view);
  }

  void mark_edges(const PolygonSurface::Face& face, int view) {
    for (const Member& member : members_)
      for (std::uint32_t i = starts_[member.vertex]; i < starts_[member.vertex + 1]; ++i) {
        PolygonSurface::Edge& edge = surface_.edges[at_vertex_[i]];
        if (edge.from != member.vertex) continue;  // once, from its lesser end
        const auto other = std::lower_bound(members_.begin(), members_.end(), edge.to,
                                            [](const Member& m, std::uint32_t v) { return m.vertex < v; });
        if (other == members_.end() || other->vertex != edge.to) continue;
        if (member.inside || other->inside || !along_border(face, view, edge)) edge.covered = true;
      }
  }
  bool along_border(const PolygonSurface::Face& face, int view, const PolygonSurface::Edge& edge) const {
    const Vec3 p = surface_.vertices[edge.from], q = surface_.vertices[edge.to];
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const Vec3 a = corner(face, k), b = corner(face, k + 1);
      if (turn(view, a, b, p) == 0 && turn(view, a, b, q) == 0) return true;
    }
    return false;
  }

  PolygonSurface& surface_;
  int axis_ = 0;
  std::vector<std::uint32_t> order_;               // vertices along the axis
  std::vector<std::uint32_t> starts_, at_vertex_;  // edges at each vertex
  std::vector<Member> members_;
  std::vector<std::uint32_t> covered_;
};

}  // namespace

std::vector<std::uint32_t> find_covered(PolygonSurface& surface) { return Coverer(surface).run(); }

}  // namespace graze
