#include "narrow/depth/local_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "base/work.h"
#include "math/norms.h"
#include "narrow/depth/surface_gap.h"
#include "narrow/inside/inside.h"

namespace graze {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Side {
  explicit Side(const DeepSolid& of) : plain(of.plain), placed(placed_body(of.body)), tree(placed.body, 1) {}
  static PlacedBody placed_body(const Body& body) {
    PlacedBody placed;
    (void)prepare(body, placed);
    return placed;
  }

  bool plain;  // else distances from the triangles are not those from the boundary, and only lower bounds
  PlacedBody placed;
  PosedTree tree;
};

// Where the greatest distance from the surface of a side may be.
struct Place {
  enum Kind : std::uint8_t { piece, block };
  double upper = 0;
  std::uint32_t order = 0;  // in which they were made: among equals the first is taken
  Kind kind = piece;
  std::uint8_t side = 0;  // whose surface the distance is from
  Triangle triangle;      // a piece of a triangle of the other side
  Box box;

  bool operator<(const Place& other) const noexcept {
    return upper != other.upper ? upper < other.upper : order > other.order;
  }
};

std::array<Vec3, 8> corners_of(const Box& box) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = {i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z};
  return corners;
}

double half_diagonal(const Box& box) { return 0.5 * length(box.hi - box.lo) * (1 + 0x1p-40); }

// How far a point of the region may be from the boundary of a solid, by the box of that alone.
double reach_in_box(const Box& solid, const Box& region) {
  double least = infinity;
  for (int k = 0; k < 3; ++k) {
    const double lo = std::max(solid.lo[k], region.lo[k]), hi = std::min(solid.hi[k], region.hi[k]);
    const double middle = std::clamp(0.5 * (solid.lo[k] + solid.hi[k]), std::min(lo, hi), std::max(lo, hi));
    least = std::min(least, std::min(middle - solid.lo[k], solid.hi[k] - middle));
  }
  return std::max(0.0, least) * (1 + 0x1p-40) + largest(solid) * 0x1p-50;
}

class Search {
 public:
  Search(const DeepSolid& a, const DeepSolid& b, const DeepRegion& region, double precision, Counters& counters)
      : sides_{Side(a), Side(b)}, region_(region.box), precision_(precision), counters_(counters) {
    const Box all = merge(sides_[0].tree.nodes()[0].box, sides_[1].tree.nodes()[0].box);
    enough_ = 0x1p-24 * length(all.hi - all.lo) + 0x1p-44 * largest(all);
    rounding_ = 0x1p-49 * largest(all) + region.error;
    faces_[0] = region.faces_a;
    faces_[1] = region.faces_b;
  }

  LocalDepth run() {
    double upper = 0;  // of sides whose boundary is not told by their triangles
    for (std::uint8_t side = 0; side < 2; ++side) {
      if (!sides_[side].plain) upper = std::max(upper, reach_in_box(sides_[side].tree.nodes()[0].box, region_));
      add_block(side, region_, surface_reach(sides_[side].tree, corners_of(region_), infinity));
    }
    double open = infinity;  // what is not among the places yet
    try {
      // Some boxes first: what they find makes most pieces not worth a look.
      for (int looks = 0; looks < 64 && !places_.empty() && places_.top().upper > ended_at(); ++looks) {
        work::poll();
        look_next();
      }
      for (std::uint8_t side = 0; side < 2; ++side)
        for (const Triangle& t : faces_[1 - side]) {
          work::heed();
          add_piece(side, t, upper_of(side, t, infinity));
        }
      open = 0;
      while (!places_.empty() && places_.top().upper > ended_at()) {
        open = places_.top().upper;
        work::poll();
        look_next();
        open = 0;
      }
    } catch (const BudgetSpent&) {
      best_.spent = true;
    }
    // What is left, and what was left out on the way, may hold something deeper, but not by more than was asked for.
    const double most = std::max(reach_in_box(sides_[0].tree.nodes()[0].box, region_),
                                 reach_in_box(sides_[1].tree.nodes()[0].box, region_));
    upper = std::max(upper, std::min(open, most));
    if (!places_.empty()) upper = std::max(upper, places_.top().upper);
    if (dropped_) upper = std::max(upper, ended_at());
    upper += 2 * rounding_;
    best_.upper = std::max(upper, best_.lower);
    return best_;
  }

 private:
  double ended_at() const { return best_.lower + std::max(precision_ * best_.lower, enough_); }

  void offer(Place& place) {
    if (!(place.upper > ended_at())) {
      dropped_ = true;
      return;
    }
    place.order = made_++;
    places_.push(place);
  }
  void add_piece(std::uint8_t side, const Triangle& triangle, double upper) {
    Place place;
    place.upper = upper;
    place.kind = Place::piece;
    place.side = side;
    place.triangle = triangle;
    offer(place);
  }
  void add_block(std::uint8_t side, const Box& box, double upper) {
    Place place;
    place.upper = upper;
    place.kind = Place::block;
    place.side = side;
    place.box = box;
    offer(place);
  }

  SurfaceGap gap_at(const Side& side, Vec3 p, double enough) {
    const SurfaceGap gap = surface_gap(side.tree, p, enough);
    work::charge(gap.units);
    return gap;
  }
  bool inside(const Side& side, Vec3 p) {
    work::charge(256);
    return overlap(side.placed.body.box, Box{p, p}) && inside_solid(side.placed, p, counters_);
  }
  void keep(double lower, Vec3 p) {
    if (!(lower > best_.lower)) return;
    best_.lower = lower;
    best_.point = p;
  }

  void look_next() {
    const Place place = places_.top();
    places_.pop();
    look(place);
  }
  void look(const Place& place) {
    work::charge(64);
    return place.kind == Place::piece ? look_at_piece(place) : look_at_block(place);
  }

  // A point of the surface of the other side, up to rounding.
  void try_point(const Side& side, Vec3 p) {
    const SurfaceGap gap = gap_at(side, p, best_.lower + rounding_);
    if (gap.lower > best_.lower + rounding_ && inside(side, p)) keep(gap.lower - rounding_, p);
  }

  void look_at_piece(const Place& place) {
    const Side& side = sides_[place.side];
    const Triangle& t = place.triangle;
    for (const Vec3 p : {t.a, t.b, t.c}) try_point(side, p);
    try_point(side, (t.a + t.b + t.c) * (1.0 / 3));
    split(place);
  }

  // In two, by the edge that leaves least to be searched: pieces along a ridge of the distance become narrow, not
  // small.
  void split(const Place& place) {
    const Triangle& t = place.triangle;
    const std::array<std::array<Triangle, 2>, 3> ways = {halves({t.a, t.b, t.c}), halves({t.b, t.c, t.a}),
                                                         halves({t.c, t.a, t.b})};
    std::array<double, 2> best{infinity, infinity};
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      std::array<double, 2> uppers{};
      for (std::size_t k = 0; k < 2; ++k) uppers[k] = upper_of(place.side, ways[i][k], place.upper);
      const double most = uppers[0] + uppers[1], so_far = best[0] + best[1];
      const bool longer = i == 0 || length_sq(ways[i]) > length_sq(ways[chosen]);
      if (most < so_far * (1 - 1e-3) || (most <= so_far * (1 + 1e-3) && longer)) {
        best = uppers;
        chosen = i;
      }
    }
    for (std::size_t k = 0; k < 2; ++k) add_piece(place.side, ways[chosen][k], best[k]);
  }
  // Of the edge a, b.
  static std::array<Triangle, 2> halves(const Triangle& t) {
    const Vec3 m = (t.a + t.b) * 0.5;
    return {Triangle{t.a, m, t.c}, Triangle{m, t.b, t.c}};
  }
  // Of the edge that was halved.
  static double length_sq(const std::array<Triangle, 2>& halves) {
    const Vec3 d = halves[1].b - halves[0].a;
    return dot(d, d);
  }
  double upper_of(std::uint8_t side, const Triangle& t, double most) const {
    return std::min(most, surface_reach(sides_[side].tree, std::array{t.a, t.b, t.c}, most));
  }

  void look_at_block(const Place& place) {
    const Vec3 middle = (place.box.lo + place.box.hi) * 0.5;
    const double radius = half_diagonal(place.box) + rounding_;
    const SurfaceGap own = gap_at(sides_[place.side], middle, 0);
    const bool in_own = own.lower > 0 && inside(sides_[place.side], middle);
    if (!in_own && own.lower > radius) return;
    const SurfaceGap other = gap_at(sides_[1 - place.side], middle, 0);
    const bool in_other = other.lower > 0 && inside(sides_[1 - place.side], middle);
    if (!in_other && other.lower > radius) return;
    if (in_own && in_other) keep(std::max(own.lower, other.lower), middle);
    if (leads_out(sides_[place.side], place)) return;
    split_block(place, middle);
  }

  // Across the longest side, unless another leaves clearly less to be searched.
  void split_block(const Place& place, Vec3 middle) {
    const Vec3 size = place.box.hi - place.box.lo;
    double best = infinity, uppers[2] = {0, 0};
    int chosen = -1;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(size[axis] > 0)) continue;
      double own[2];
      for (int k = 0; k < 2; ++k) {
        const std::array<Vec3, 8> corners = corners_of(half(place.box, axis, middle, k));
        own[k] = std::min(place.upper, surface_reach(sides_[place.side].tree, corners, place.upper));
      }
      const double most = std::max(own[0], own[1]);
      if (chosen >= 0 && !(most < best * 0.98 || (most <= best * 1.02 && size[axis] > size[chosen]))) continue;
      best = most;
      chosen = axis;
      std::copy(own, own + 2, uppers);
    }
    for (int k = 0; k < 2 && chosen >= 0; ++k) add_block(place.side, half(place.box, chosen, middle, k), uppers[k]);
  }
  static Box half(Box box, int axis, Vec3 middle, int which) {
    (which == 0 ? box.hi : box.lo)[axis] = middle[axis];
    return box;
  }

  // Is there a direction that leads out through all triangles that may be nearest to a point of the block?
  bool leads_out(const Side& side, const Place& place) {
    if (!side.plain) return false;
    constexpr std::size_t most = 256;
    normals_.clear();
    const bool all = each_triangle_near(side.tree, place.box, place.upper, [&](std::uint32_t i) {
      const Triangle& t = side.tree.triangles()[i];
      const Vec3 u = t.b - t.a, v = t.c - t.a, n = cross(u, v);
      const double size = length(n), sides = std::max({length(u), length(v), length(t.c - t.b)});
      if (u == Vec3{} || v == Vec3{} || t.b == t.c) return true;  // its neighbours have its points
      // Rounding must not matter for the way it faces.
      if (!(size > 1e-7 * sides * sides)) return false;
      normals_.push_back(n / size);
      return normals_.size() <= most;
    });
    work::charge(8 * normals_.size());
    if (!all || normals_.empty()) return false;
    Vec3 way{};
    for (const Vec3& n : normals_) way = way + n;
    // Towards the one that is against it most, a few times: faces that are many must not outvote one.
    for (int round = 0; round < 6; ++round) {
      const double size = length(way);
      if (!(size > 0)) return false;
      way = way / size;
      const auto worst = std::min_element(normals_.begin(), normals_.end(),
                                          [&](const Vec3& x, const Vec3& y) { return dot(x, way) < dot(y, way); });
      if (dot(*worst, way) > 1e-4) return true;
      way = way + *worst * (0.1 - dot(*worst, way));
    }
    return false;
  }

  Side sides_[2];
  std::span<const Triangle> faces_[2];
  Box region_;
  double precision_, enough_ = 0, rounding_ = 0;
  Counters& counters_;
  std::priority_queue<Place> places_;
  std::uint32_t made_ = 0;
  bool dropped_ = false;  // a place that reaches no farther than the bracket may be wide
  std::vector<Vec3> normals_;
  LocalDepth best_;
};

}  // namespace

LocalDepth local_depth(const DeepSolid& a, const DeepSolid& b, const DeepRegion& region, double precision,
                       Counters& counters) {
  if (region.box.empty()) return {};
  return Search(a, b, region, precision, counters).run();
}

}  // namespace graze
