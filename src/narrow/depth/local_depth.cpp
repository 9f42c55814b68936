#include "narrow/depth/local_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "base/work.h"
#include "math/constants.h"
#include "math/norms.h"
#include "narrow/depth/convex_local_depth.h"
#include "narrow/depth/flat_faces.h"
#include "narrow/depth/max_min.h"
#include "narrow/depth/plain_surface.h"
#include "narrow/depth/surface_gap.h"
#include "narrow/depth/tetrahedron.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/where.h"

namespace graze {

namespace {

struct BodySide {
  explicit BodySide(const DeepSolid& of)
      : solid(of), placed(placed_body(of.body)), tree(placed.body, 1), flat(flat_faces(tree.triangles())) {
    bounds.assign(flat.faces.size(), solid.plain ? 1 : 0);
    for (std::uint32_t i = 0; i < flat.faces.size(); ++i)
      if (flat.faces[i].hull && hull.size() < most_hull && !known_hull(flat.faces[i])) hull.push_back(i);
  }
  bool known_hull(const FlatFace& face) const {
    return std::any_of(hull.begin(), hull.end(), [&](std::uint32_t i) {
      const FlatFace& known = flat.faces[i];
      return std::all_of(face.at.begin(), face.at.end(), [&](Vec3 p) {
        return std::fabs(dot(known.normal, p - known.at[0])) <= known.slack + face.slack;
      });
    });
  }
  static PlacedBody placed_body(const Body& body) {
    PlacedBody placed;
    (void)prepare(body, placed);
    return placed;
  }

  const DeepSolid& solid;
  PlacedBody placed;
  PosedTree tree;
  FlatFaces flat;
  std::vector<std::uint8_t> bounds;        // of each face: 1 it does, 2 not known to, 0 not asked yet
  std::optional<std::vector<bool>> meets;  // meeting_triangles(), where that was asked for
  static constexpr std::size_t most_hull = 64;
  std::vector<std::uint32_t> hull;  // faces of the hull, one of each plane
};

// Where the greatest distance from the surface of a side may be: a piece of a triangle of the other side, or a
// tetrahedron.
struct DeepPlace {
  static constexpr std::size_t most_near = 6;

  double upper = 0;
  std::uint32_t order = 0;  // in which they were made: among equals the first is taken
  std::uint8_t side = 0;    // whose surface the distance is from
  std::uint8_t corners = 3;
  std::uint8_t near_count = 0, active_count = 0;  // the active ones are the first
  std::array<Vec3, 4> at;
  std::array<std::uint32_t, most_near> near{};  // faces that bound the distance

  bool operator<(const DeepPlace& other) const noexcept {
    return upper != other.upper ? upper < other.upper : order > other.order;
  }
};

// How far a point of the region may be from the boundary of a solid, by the box of that alone.
double depth_in_box(const Box& solid, const Box& region) {
  double least = infinity;
  for (int k = 0; k < 3; ++k) {
    const double lo = std::max(solid.lo[k], region.lo[k]), hi = std::min(solid.hi[k], region.hi[k]);
    const double middle = std::clamp(0.5 * (solid.lo[k] + solid.hi[k]), std::min(lo, hi), std::max(lo, hi));
    least = std::min(least, std::min(middle - solid.lo[k], solid.hi[k] - middle));
  }
  return std::max(0.0, least) * (1 + 0x1p-40) + largest(solid) * 0x1p-50;
}

// Along a diagonal of the box, one for each order of the axes.
std::array<Tetrahedron, 6> tetrahedra(const Box& box) {
  constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::array<Tetrahedron, 6> result;
  for (std::size_t i = 0; i < 6; ++i) {
    Vec3 p = box.lo;
    result[i][0] = p;
    for (std::size_t k = 0; k < 3; ++k) {
      p[orders[i][k]] = box.hi[orders[i][k]];
      result[i][k + 1] = p;
    }
  }
  return result;
}

class Search {
 public:
  Search(const DeepSolid& a, const DeepSolid& b, const DeepRegion& region, double precision, Counters& counters)
      : sides_{BodySide(a), BodySide(b)}, region_(region.box), precision_(precision), counters_(counters) {
    const Box all = merge(sides_[0].tree.nodes()[0].box, sides_[1].tree.nodes()[0].box);
    enough_ = 0x1p-24 * length(all.hi - all.lo) + 0x1p-44 * largest(all);
    rounding_ = 0x1p-49 * largest(all) + region.error;
    faces_[0] = region.faces_a;
    faces_[1] = region.faces_b;
    cut_ = region.cut;
  }

  LocalDepth run() {
    double upper = 0;  // of sides that need no search
    std::array<bool, 2> searched{true, true};
    try {
      for (std::size_t side = 0; side < 2; ++side) {
        const ConvexFaces* convex = sides_[side].solid.convex;
        if (convex == nullptr) continue;
        const DeepSolid& other = sides_[1 - side].solid;
        const LocalDepth found = convex_local_depth(*convex, other, other.triangles, counters_);
        keep(found.lower, found.point);
        closed_[side] = found.upper;
      }
      for (std::uint8_t side = 0; side < 2; ++side) {
        if (closed_[side] <= ended_at()) {
          upper = std::max(upper, closed_[side]);
          searched[side] = false;
          continue;
        }
        closed_[side] = std::min(closed_[side], depth_in_box(sides_[side].tree.nodes()[0].box, region_));
        if (cut_) try_corners(side);
      }
      for (std::uint8_t side = 0; side < 2; ++side) {
        if (!searched[side]) continue;
        for (const Triangle& t : faces_[1 - side]) {
          work::heed();
          add(whole(side, 3, {t.a, t.b, t.c, {}}));
        }
      }
      look_at_all();
      const double left = places_.empty() ? 0 : places_.top().upper;
      // The surface of the other side is nowhere farther from this one than what the pieces reach. A place inside is no
      // farther from there than it may be from its own surface: the sum bounds how deep it is.
      const std::array<double, 2> known = closed_;
      for (std::uint8_t side = 0; side < 2; ++side) {
        if (!searched[side]) continue;
        closed_[side] = std::min(closed_[side], std::max(left, pieces_depth_[side]) + known[1 - side] + rounding_);
        for (const Tetrahedron& corners : tetrahedra(region_)) add(whole(side, 4, corners));
      }
      open_ = 0;
      look_at_all();
    } catch (const BudgetSpent&) {
      best_.spent = true;
    }
    // What is left, and what was left out on the way, may hold something deeper, but not by more than was asked for.
    double most = 0;
    for (std::size_t side = 0; side < 2; ++side)
      most = std::max(most, std::min(closed_[side], depth_in_box(sides_[side].tree.nodes()[0].box, region_)));
    upper = std::max(upper, std::min(open_, most));
    if (!places_.empty()) upper = std::max(upper, places_.top().upper);
    if (dropped_) upper = std::max(upper, ended_at());
    upper += 2 * rounding_;
    best_.upper = std::max(upper, best_.lower);
    return best_;
  }

 private:
  double ended_at() const { return best_.lower + std::max(precision_ * best_.lower, enough_); }

  // The most promising first, until nothing is left that matters.
  void look_at_all() {
    const double before = open_;
    while (!places_.empty() && places_.top().upper > ended_at()) {
      open_ = std::max(before, places_.top().upper);
      work::poll();
      look_next();
      open_ = before;
    }
  }

  DeepPlace whole(std::uint8_t side, std::uint8_t corners, const std::array<Vec3, 4>& at) const {
    DeepPlace place;
    place.upper = closed_[side];
    place.side = side;
    place.corners = corners;
    place.at = at;
    return place;
  }

  // What a place reaches; it is left out where that is not enough to matter.
  void add(DeepPlace place) {
    if (!begin_game(place)) return;
    near_.clear();
    first_near_ = game_.size();
    const BodySide& own = sides_[place.side];
    for (std::size_t i = 0; i < place.near_count; ++i) add_near(place, place.near[i]);
    if (place.near_count == 0) {
      Vec3 middle{};
      for (std::size_t k = 0; k < place.corners; ++k) middle = middle + place.at[k];
      const Vec3 p = middle / static_cast<double>(place.corners);
      if (!own.solid.plain) hull_row(place, p, infinity);
      const NearTriangle near = near_.empty() ? nearest(place.side, p) : NearTriangle{infinity, 0};
      if (near.distance < infinity) add_near(place, own.flat.face_of[near.triangle]);
    }
    if (near_.empty()) {
      place.near_count = 0;
      place.order = made_++;
      places_.push(place);
      return;
    }
    place.upper = play(place);
    if (!(place.upper > ended_at())) {
      if (place.corners == 3) pieces_depth_[place.side] = std::max(pieces_depth_[place.side], place.upper);
      dropped_ = true;
      return;
    }
    keep_telling(place);
    place.order = made_++;
    places_.push(place);
  }

  // The faces that the bound is made of, and of others the last.
  void keep_telling(DeepPlace& place) const {
    place.near_count = place.active_count = 0;
    for (const bool active : {true, false})
      for (std::size_t i = near_.size(); i-- > 0;) {
        if (place.near_count == DeepPlace::most_near || game_.active(first_near_ + i) != active) continue;
        place.near[place.near_count++] = near_[i];
        place.active_count += active;
      }
  }

  // Of a tetrahedron only what is behind planes of the hull of the other side counts; false: nothing is.
  bool begin_game(const DeepPlace& place) {
    game_.clear(place.corners);
    if (place.corners != 4) return true;
    const BodySide& other = sides_[1 - place.side];
    const auto condition = [&](const MaxMin::Values& values) {
      if (*std::max_element(values.begin(), values.end()) < 0) return false;
      if (*std::min_element(values.begin(), values.end()) < 0) game_.add_condition(values);
      return true;
    };
    MaxMin::Values values{};
    if (const ConvexFaces* convex = other.solid.convex) {
      work::charge(convex->planes.size());
      for (const HullPlane& plane : convex->planes) {
        for (std::size_t k = 0; k < 4; ++k)
          values[k] =
              most_depth(*convex, plane, place.at[k]) + 0x1p-46 * std::fabs(plane.height(place.at[k])) + rounding_;
        if (!condition(values)) return false;
      }
      return true;
    }
    work::charge(other.hull.size());
    for (const std::uint32_t face : other.hull) {
      for (std::size_t k = 0; k < 4; ++k) values[k] = distance_up(other.flat.faces[face], place.at[k]) + rounding_;
      if (!condition(values)) return false;
    }
    return true;
  }
  // The plane of the hull that is nearest to a point, where that tells more than is known.
  bool hull_row(const DeepPlace& place, Vec3 p, double upper) {
    const BodySide& own = sides_[place.side];
    double least = upper * (1 - 1e-3);
    std::optional<std::uint32_t> found;
    for (const std::uint32_t i : own.hull)
      if (const double depth = distance_up(own.flat.faces[i], p); depth < least) least = depth, found = i;
    return found && add_near(place, *found);
  }
  // The nearest triangle that is known to bound the solid.
  NearTriangle nearest(std::uint8_t side, Vec3 p) {
    const BodySide& own = sides_[side];
    if (own.solid.plain) return nearest_triangle(own.tree, p);
    return nearest_triangle(own.tree, p, [&](std::uint32_t i) { return face_bounds(side, own.flat.face_of[i]); });
  }
  // Is the face part of the boundary? On a triangle that meets no others all points are as its middle is.
  bool face_bounds(std::uint8_t side, std::uint32_t face) {
    BodySide& own = sides_[side];
    std::uint8_t& known = own.bounds[face];
    if (known != 0) return known == 1;
    const FlatFace& flat = own.flat.faces[face];
    known = flat.hull ? 1 : 2;
    if (flat.hull) return true;
    if (!own.meets) {
      own.meets = meeting_triangles(own.solid.body);
      work::charge(64 * own.tree.triangles().size());
    }
    if (own.meets->empty()) return false;
    const SolidBody solid(own.placed);
    for (const std::uint32_t i : flat.triangles) {
      work::charge(2048);
      if ((*own.meets)[own.tree.numbers()[i]]) return false;
      if (where(solid, ExactPoint::middle_of(own.tree.triangles()[i]), counters_) != Where::on) return false;
    }
    known = 1;
    return true;
  }
  // False where the face is known already.
  bool add_near(const DeepPlace& place, std::uint32_t face) {
    if (std::find(near_.begin(), near_.end(), face) != near_.end()) return false;
    near_.push_back(face);
    MaxMin::Values values{};
    for (std::size_t k = 0; k < place.corners; ++k)
      values[k] = distance_up(sides_[place.side].flat.faces[face], place.at[k]);
    game_.add_bound(values);
    work::charge(8);
    return true;
  }
  // What the faces of the game say the place reaches, and those that are nearest to where that is.
  double play(const DeepPlace& place) {
    const BodySide& own = sides_[place.side];
    double upper = place.upper;
    constexpr int rounds = 8;
    for (int round = 0; round < rounds; ++round) {
      const std::uint64_t before = game_.steps();
      upper = std::min(upper, game_.solve(ended_at()));
      work::charge(game_.steps() - before);
      if (!(upper > ended_at())) break;
      const Vec3 p = point_of(place);
      if (!own.solid.plain && hull_row(place, p, upper)) continue;
      const NearTriangle near = nearest(place.side, p);
      if (near.distance > best_.lower + 0.25 * (ended_at() - best_.lower))
        place.corners == 3 ? try_point(own, p) : try_inside(own, p);
      std::uint32_t face = own.flat.face_of[near.triangle];
      double distance = near.distance;
      for (const std::uint32_t i : own.hull)
        if (const double depth = distance_up(own.flat.faces[i], p); depth < distance) distance = depth, face = i;
      if (distance >= upper * (1 - 1e-3) || !add_near(place, face)) break;
    }
    return upper;
  }

  SurfaceGap gap_at(const BodySide& side, Vec3 p, double enough) {
    const SurfaceGap gap = surface_gap(side.tree, p, enough);
    work::charge(gap.units);
    return gap;
  }
  bool inside(const BodySide& side, Vec3 p) {
    work::charge(256);
    return overlap(side.placed.body.box, Box{p, p}) && inside_solid(side.placed, p, counters_);
  }
  void keep(double lower, Vec3 p) {
    if (!(lower > best_.lower)) return;
    best_.lower = lower;
    best_.point = p;
  }

  // A point of the surface of the other side, up to rounding.
  void try_point(const BodySide& side, Vec3 p) {
    const SurfaceGap gap = gap_at(side, p, best_.lower + rounding_);
    if (!(gap.lower > best_.lower + rounding_) || !inside(side, p)) return;
    // Not every triangle of a solid that is not plain is in it.
    const BodySide& other = sides_[&side == &sides_[0] ? 1 : 0];
    if (other.solid.plain || inside(other, p)) keep(gap.lower - rounding_, p);
  }
  // Of all corners of the pieces, and middles of their edges, some that are farthest.
  void try_corners(std::uint8_t side) {
    const BodySide& own = sides_[side];
    std::vector<std::pair<double, Vec3>> found;
    for (const Triangle& t : faces_[1 - side]) {
      for (const Vec3 p : {t.a, (t.a + t.b) * 0.5, t.b, (t.b + t.c) * 0.5, t.c, (t.c + t.a) * 0.5}) {
        if (!cut_ && !overlap(region_, Box{p, p})) continue;
        const double distance = nearest_triangle(own.tree, p).distance;
        if (distance > best_.lower) found.emplace_back(distance, p);
      }
      work::poll();
    }
    constexpr std::size_t most = 64;
    const std::size_t count = std::min(most, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(),
                      [](const auto& x, const auto& y) { return x.first > y.first; });
    for (std::size_t i = 0; i < count && found[i].first > best_.lower; ++i) try_point(own, found[i].second);
  }
  // Any point.
  void try_inside(const BodySide& side, Vec3 p) {
    const SurfaceGap gap = gap_at(side, p, best_.lower);
    if (!(gap.lower > best_.lower) || !inside(side, p)) return;
    const BodySide& other = sides_[&side == &sides_[0] ? 1 : 0];
    if (gap_at(other, p, 0).lower > 0 && inside(other, p)) keep(gap.lower, p);
  }

  // In two: a piece by the edge along which what bounds the distance bends most, where it bends; else in the middle of
  // the longest edge.
  void split(const DeepPlace& place) {
    const FlatFaces& flat = sides_[place.side].flat;
    std::size_t from = 0, to = 1;
    double longest = -1, most_bent = 1e-3 * place.upper, part = 0.5;
    for (std::size_t i = 0; i < place.corners; ++i)
      for (std::size_t k = i + 1; k < place.corners; ++k) {
        const Vec3 a = place.at[i], b = place.at[k], d = b - a, middle = (a + b) * 0.5;
        for (std::size_t n = 0; n < place.active_count && place.corners == 3; ++n) {
          const FlatFace& face = flat.faces[place.near[n]];
          if (face.hull) continue;
          const double bent = 0.5 * (distance_up(face, a) + distance_up(face, b)) - distance_up(face, middle);
          if (!(bent > most_bent)) continue;
          most_bent = bent;
          longest = infinity;
          from = i;
          to = k;
          part = bend_between(face, a, b);
        }
        if (!(dot(d, d) > longest)) continue;
        longest = dot(d, d);
        from = i;
        to = k;
      }
    const Vec3 middle = place.at[from] + (place.at[to] - place.at[from]) * part;
    for (const std::size_t end : {from, to}) {
      DeepPlace half = place;
      half.at[end] = middle;
      add(half);
    }
  }
  void look_next() {
    DeepPlace place = places_.top();
    places_.pop();
    work::charge(64);
    if (place.corners == 4 ? holds_nothing(place) : !cut_ && is_outside(place)) return;
    split(place);
  }

  // Is a piece of a whole triangle of the other side not in this one?
  bool is_outside(const DeepPlace& place) {
    const BodySide& own = sides_[place.side];
    const Vec3 middle = (place.at[0] + place.at[1] + place.at[2]) * (1.0 / 3);
    double radius = 0;
    for (std::size_t k = 0; k < 3; ++k) radius = std::max(radius, length(place.at[k] - middle));
    return gap_at(own, middle, 0).lower > radius * (1 + 0x1p-40) + rounding_ && !inside(own, middle);
  }

  // Is a tetrahedron outside of one of the bodies, without a local maximum, or not deep where it is in both? What it
  // reaches may become less.
  bool holds_nothing(DeepPlace& place) {
    const BodySide &own = sides_[place.side], &other = sides_[1 - place.side];
    const Vec3 middle = (place.at[0] + place.at[1] + place.at[2] + place.at[3]) * 0.25;
    if (other.solid.convex == nullptr) {
      find_crossed(other.tree, other.flat, place.at, rounding_, crossed_);
      if (crossed_.known && crossed_.faces.empty() && crossed_.margin < enough_ && !inside(other, middle)) return true;
    }
    find_crossed(own.tree, own.flat, place.at, rounding_, crossed_);
    if (crossed_.known && crossed_.margin < enough_) {
      if (crossed_.faces.empty() && !inside(own, middle)) return true;
      if (!crossed_.faces.empty()) place.upper = std::min(place.upper, depth_behind(place));
      if (!(place.upper > ended_at())) {
        dropped_ = true;
        return true;
      }
    }
    return leads_out(own, place);
  }

  // The part of a tetrahedron that is in front of all faces that cross it is convex, and no face runs through it. Where
  // it is outside of the solid, what is in it is behind one of the faces at least: the greatest of what is behind each.
  double depth_behind(const DeepPlace& place) {
    const BodySide& own = sides_[place.side];
    constexpr std::size_t most_behind = 64;
    const std::vector<std::uint32_t>& faces = crossed_.faces;
    if (faces.size() > most_behind) return infinity;
    const auto heights = [&](const FlatFace& face) {
      MaxMin::Values values{};
      for (std::size_t k = 0; k < 4; ++k) values[k] = dot(face.normal, place.at[k] - face.at[0]);
      return values;
    };
    game_.clear(4);
    double slack = 0;
    for (const std::uint32_t number : faces) {
      const FlatFace& face = own.flat.faces[number];
      if (face.normal == Vec3{} || !face_bounds(place.side, number)) return infinity;
      slack = std::max(slack, face.slack);
      game_.add_bound(heights(face));
    }
    slack = 2 * slack + 4 * crossed_.inside;
    if (game_.solve(slack) > slack && inside(own, point_of(place))) return infinity;
    double greatest = 0;
    for (const std::uint32_t number : faces) {
      if (!begin_game(place)) break;
      MaxMin::Values behind = heights(own.flat.faces[number]);
      for (double& value : behind) value = -value + slack;
      game_.add_condition(behind);
      near_.clear();
      add_near(place, number);
      greatest = std::max(greatest, play(place));
      if (greatest > ended_at()) return infinity;
    }
    return greatest + crossed_.margin;
  }

  // Of the game.
  Vec3 point_of(const DeepPlace& place) const {
    const MaxMin::Values weights = game_.weights();
    Vec3 p = place.at[0];
    for (std::size_t k = 1; k < place.corners; ++k) p = p + (place.at[k] - place.at[0]) * weights[k];
    return p;
  }

  // Is there a direction that leads out through all triangles that may be nearest to a point of the place?
  bool leads_out(const BodySide& side, const DeepPlace& place) {
    constexpr std::size_t most = 256;
    normals_.clear();
    const bool all = each_triangle_near(side.tree, box_of(place.at), place.upper, [&](std::uint32_t i) {
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

  BodySide sides_[2];
  std::span<const Triangle> faces_[2];
  bool cut_ = false;
  Box region_;
  double precision_, enough_ = 0, rounding_ = 0;
  Counters& counters_;
  std::priority_queue<DeepPlace> places_;
  std::uint32_t made_ = 0;
  double open_ = infinity;                    // what is not among the places yet
  std::array<double, 2> pieces_depth_{0, 0};  // what the pieces that were left out reach at most
  bool dropped_ = false;                      // a place that reaches no farther than the bracket may be wide
  std::vector<Vec3> normals_;
  std::vector<std::uint32_t> near_;  // faces of the game
  std::size_t first_near_ = 0;       // their rows begin here
  MaxMin game_{4};
  Crossed crossed_;
  std::array<double, 2> closed_{infinity, infinity};  // what is known of the sides without a search
  LocalDepth best_;
};

}  // namespace

LocalDepth local_depth(const DeepSolid& a, const DeepSolid& b, const DeepRegion& region, double precision,
                       Counters& counters) {
  if (region.box.empty()) return {};
  return Search(a, b, region, precision, counters).run();
}

}  // namespace graze
