// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact signs, over triangles.
//
// A point strictly above the plane of a triangle sees it. Every point that is still outside hangs on one triangle that
// it sees. The furthest of a list (a guess in double: it only steers) is added: the triangles that it sees go, and a
// cone from it to their border, the horizon, takes their place.
//
// Degenerate input needs no special case:
// - Coplanar triangles are all seen or all unseen, so that what is seen is what would be seen of merged facets: a disk
//   bounded by a simple cycle.
// - No triangle of the cone is flat: the new point is strictly above the plane of a seen triangle at each edge of the
//   horizon, and so not on that edge's line.
// - A point on a list of a triangle that went, still outside, sees a triangle of the cone. Take the segment from the
//   point q to the inside of its old triangle, all of it strictly above that triangle. Where it enters the new hull it
//   is outside the old one, so that only triangles of the cone are there, and q, outside the new hull, is strictly
//   above one of their planes.
// What results is a triangulation of the hull's boundary, which may use points within edges and facets. Merging
// coplanar triangles leaves those points in one or two facets; corners are in three or more.
#include "hull/hull3.h"

#include <utility>

#include "math/exact.h"

namespace graze {
namespace {

using Index = std::uint32_t;
constexpr Index none = 0xffffffff;

struct Face {
  Index corner[3];
  Index across[3];  // the face beyond the edge from corner[i] to the next
  PlaneFilter plane;
  Index first = none, last = none;  // the list of points that hang on it, linked
  Index furthest = none;
  double height = 0;  // of the furthest
  Index seen = 0;     // the step that saw it
  bool gone = false;
};

class Builder {
 public:
  Builder(std::span<const Vec3> points, const Simplex& simplex) : points_(points), next_(points.size(), none) {
    start_.resize(points.size(), none);
    first_faces(simplex);
    for (Index point = 0; point < points.size(); ++point) hang(point);
    await_new();
    while (!pending_.empty()) {
      const Index face = pending_.back();
      if (faces_[face].gone || faces_[face].first == none) {
        pending_.pop_back();
      } else {
        add(face);
      }
    }
  }

  FacetLoops merged() const;

 private:
  void first_faces(const Simplex& simplex) {
    Index c[4] = {simplex.corner[0], simplex.corner[1], simplex.corner[2], simplex.corner[3]};
    if (side(points_[c[0]], points_[c[1]], points_[c[2]], points_[c[3]]) > 0) std::swap(c[0], c[1]);
    make(c[0], c[1], c[2]);
    make(c[0], c[3], c[1]);
    make(c[1], c[3], c[2]);
    make(c[2], c[3], c[0]);
    const Index across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; ++f)
      for (int i = 0; i < 3; ++i) faces_[f].across[i] = across[f][i];
  }

  Index make(Index a, Index b, Index c) {
    const Face face{{a, b, c}, {none, none, none}, PlaneFilter(points_[a], points_[b], points_[c])};
    auto index = static_cast<Index>(faces_.size());
    if (free_.empty()) {
      faces_.push_back(face);
    } else {
      index = free_.back();
      free_.pop_back();
      faces_[index] = face;
    }
    new_.push_back(index);
    return index;
  }

  void await_new() {
    for (const Index face : new_)
      if (faces_[face].first != none) pending_.push_back(face);
  }

  // 1 when the point sees the face, 0 in its plane, else -1.
  int side_of(Index point, const Face& face) const {
    const Vec3 p = points_[point];
    if (const int sure = filtered_side(face.plane, p - face.plane.origin); sure != 0) return sure;
    if (point == face.corner[0] || point == face.corner[1] || point == face.corner[2]) return 0;
    return side(points_[face.corner[0]], points_[face.corner[1]], points_[face.corner[2]], p);
  }

  // On the first new face that it sees, at the end of the list: equal points stay together and in order, so
  // that the first of them is taken.
  void hang(Index point) {
    for (const Index index : new_) {
      Face& face = faces_[index];
      if (side_of(point, face) <= 0) continue;
      const double height = dot(face.plane.normal, points_[point] - face.plane.origin);
      if (face.first == none) {
        face.first = point;
        face.furthest = point;
        face.height = height;
      } else {
        next_[face.last] = point;
        if (height > face.height) {
          face.furthest = point;
          face.height = height;
        }
      }
      face.last = point;
      next_[point] = none;
      return;
    }
  }

  // All faces that the point sees, from one of them on; the edges where that ends.
  void look(Index point, Index from) {
    ++step_;
    seen_.assign(1, from);
    horizon_.clear();
    faces_[from].seen = step_;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      for (int edge = 0; edge < 3; ++edge) {
        const Index other = faces_[seen_[i]].across[edge];
        if (faces_[other].seen == step_) continue;
        if (side_of(point, faces_[other]) > 0) {
          faces_[other].seen = step_;
          seen_.push_back(other);
        } else {
          horizon_.push_back({seen_[i], edge});
        }
      }
    }
  }

  // Adds the furthest point of the face's list.
  void add(Index from) {
    const Index apex = faces_[from].furthest;
    look(apex, from);
    new_.clear();
    for (const auto& [inner, edge] : horizon_) {
      const Index a = faces_[inner].corner[edge], b = faces_[inner].corner[(edge + 1) % 3];
      const Index outer = faces_[inner].across[edge];
      const Index face = make(a, b, apex);
      faces_[face].across[0] = outer;
      for (Index& back : faces_[outer].across)
        if (back == inner) back = face;
      start_[a] = face;
    }
    for (const Index face : new_) {
      const Index following = start_[faces_[face].corner[1]];
      faces_[face].across[1] = following;
      faces_[following].across[2] = face;
    }
    for (const Index face : seen_) {
      faces_[face].gone = true;
      for (Index point = faces_[face].first, following; point != none; point = following) {
        following = next_[point];
        if (point != apex) hang(point);
      }
    }
    free_.insert(free_.end(), seen_.begin(), seen_.end());
    await_new();
  }

  // The corner of the face that is not on the given edge of the other.
  Index opposite(const Face& face, const Face& other, int edge) const {
    const Index a = other.corner[edge], b = other.corner[(edge + 1) % 3];
    for (const Index corner : face.corner)
      if (corner != a && corner != b) return corner;
    return none;
  }

  std::vector<Index> facets() const;

  struct Border {
    Index face;
    int edge;
  };

  std::span<const Vec3> points_;
  std::vector<Face> faces_;
  std::vector<Index> next_;     // of a point: in its list
  std::vector<Index> start_;    // of a point on the horizon: the new face whose first edge starts there
  std::vector<Index> pending_;  // faces that have had a list
  std::vector<Index> new_;      // the faces of this step
  std::vector<Index> free_;     // places of faces that are gone
  std::vector<Index> seen_;
  std::vector<Border> horizon_;
  Index step_ = 0;
};

// The merged facet of each face: the faces joined to it by edges that are not bent.
std::vector<Index> Builder::facets() const {
  std::vector<Index> facet(faces_.size(), none), stack;
  for (Index seed = 0; seed < faces_.size(); ++seed) {
    if (faces_[seed].gone || facet[seed] != none) continue;
    facet[seed] = seed;
    stack.assign(1, seed);
    while (!stack.empty()) {
      const Face& face = faces_[stack.back()];
      stack.pop_back();
      for (int edge = 0; edge < 3; ++edge) {
        const Index other = face.across[edge];
        if (facet[other] != none || side_of(opposite(faces_[other], face, edge), faces_[seed]) != 0) continue;
        facet[other] = seed;
        stack.push_back(other);
      }
    }
  }
  return facet;
}

FacetLoops Builder::merged() const {
  const std::vector<Index> facet = facets();
  const auto border = [&](Index face, int edge) { return facet[faces_[face].across[edge]] != facet[face]; };
  // In how many facets' borders each point is.
  std::vector<Index> count(points_.size(), 0);
  for (Index face = 0; face < faces_.size(); ++face)
    for (int edge = 0; edge < 3; ++edge)
      if (!faces_[face].gone && border(face, edge)) ++count[faces_[face].corner[edge]];

  FacetLoops loops;
  std::vector<bool> walked(3 * faces_.size(), false);
  for (Index seed = 0; seed < faces_.size(); ++seed) {
    for (int first = 0; first < 3; ++first) {
      if (faces_[seed].gone || !border(seed, first) || walked[3 * seed + static_cast<Index>(first)]) continue;
      Index face = seed;
      int edge = first;
      do {
        walked[3 * face + static_cast<Index>(edge)] = true;
        if (count[faces_[face].corner[edge]] >= 3) loops.corner.push_back(faces_[face].corner[edge]);
        // Around the end of the edge, through the faces of the facet.
        edge = (edge + 1) % 3;
        while (!border(face, edge)) {
          const Index pivot = faces_[face].corner[edge];
          face = faces_[face].across[edge];
          for (edge = 0; faces_[face].corner[edge] != pivot;) ++edge;
        }
      } while (face != seed || edge != first);
      loops.close();
    }
  }
  return loops;
}

}  // namespace

FacetLoops body_facets(std::span<const Vec3> points, const Simplex& simplex) {
  return Builder(points, simplex).merged();
}

}  // namespace graze
