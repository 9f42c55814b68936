// A capsule against triangles without a margin: a contact where its core and the surface are nearest to each other, up
// to the tolerance along the core.
//
// A place of the surface is a corner, a place on an edge, or the foot of an end of the core in a face. Of each the
// nearest point of the core is known in closed form. Corners and edges are told that no triangle around them comes
// nearer than: along the way n from the core to the place, no corner of such a triangle is nearer than the place by
// more than a slope, times how far away it is, and rounding. With the slope at 0 these are the local minima of the
// distance: it is convex over the core and one triangle, so that what is locally nearest on each of the triangles that
// have a place is nearest on all of them. The slope lets the surface rise by the tolerance over the length of the
// capsule, so that one that lies along a face or an edge has both ends of what they have in common.
//
// The derivative of the distance from the core, at a corner along an edge, is the height of the edge along n: where it
// falls from both ends the nearest place is between them. Other edges need no look, but for those along the core.
//
// What is told of a contact is certified by triangle_distance(). Whatever rounding leaves open goes the general way: it
// may lose a place, never make one of nothing.
//
// Nothing depends on the tree. It finds all triangles in reach, and more, in any order. Those out of reach have neither
// corners nor edges in reach, so that they add nothing; and what counts as rounding is told by those in reach. A corner
// or an edge is computed as its triangle of the least number has it.
#include "narrow/contact/stick_contacts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "base/ranges.h"
#include "base/work.h"
#include "math/norms.h"
#include "narrow/body/faces.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"
#include "narrow/body/world_volume.h"
#include "narrow/contact/crossing.h"
#include "narrow/contact/numbers.h"
#include "narrow/contact/place.h"
#include "narrow/contact/reduce.h"
#include "narrow/contact/stick_kernel.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/ray/ray_triangle.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tree/descend.h"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;

constexpr std::uint32_t nobody = Numbers::nobody;

using Corner = StickCorner;
using Face = StickFace;
struct Edge {
  std::uint32_t low, high;            // corners
  std::array<std::uint32_t, 2> face;  // that have it; of two the first is that of the lesser triangle
  std::uint8_t index;                 // in the first of them
  std::uint8_t ends;                  // bits: of ends of the core whose foot in a face is on it but for rounding
  bool crowded;                       // more than two triangles have it
  bool whole;                         // the kernel has noted it, in all faces that have it
};

class Stick {
 public:
  Stick(const Posed& stick, const PlacedBody& mesh, bool stick_is_a, const ContactSettings& settings)
      : stick_(stick),
        mesh_(mesh),
        settings_(settings),
        reach_{stick.radius, 0, settings.tolerance},
        from_(stick.triangle(0).a),
        to_(stick.triangle(0).b == from_ ? stick.triangle(0).c : stick.triangle(0).b),
        way_(to_ - from_),
        square_(dot(way_, way_)),
        upper_(reach_.upper()),
        lower_(reach_.lower()),
        stick_is_a_(stick_is_a),
        surface_{mesh.body, facing_of(mesh.body), settings.flat} {
    const double slope = settings.flat + settings.tolerance / (std::sqrt(square_) + 2 * stick.radius);
    slope_square_ = slope * slope;
    level_ = std::max(settings.tolerance, settings.flat * std::sqrt(square_));
  }

  // False where rounding leaves something open: the general way decides.
  bool run(ContactResult& result) {
    if (!(square_ > 0) || !collect(result.counters)) return false;
    if (faces_.empty()) return true;
    if (!look_at_all(result)) return false;
    for (Edge& edge : edges_)
      if (!look_at(edge, result)) return false;
    if (!look_at_corners(result)) return false;
    leave_out_repeated();
    if (found_.empty() && pierced_.empty()) found_ = std::move(inner_);
    if (!add_crossings(result) || found_.empty() || all_inner_) return false;
    finish(result);
    return true;
  }

 private:
  // Triangles and corners that may be in reach. Numbers of corners are those of positions.
  bool collect(Counters& counters) {
    TreeVolume volume;
    const double core_size = std::max(largest(from_), largest(to_));
    // Four times the greatest `rounding_` beyond the reach there is something to be decided: all of that is found.
    const double most_size = std::max({core_size, largest(mesh_.body.box.lo), largest(mesh_.body.box.hi)});
    if (!tree_volume(mesh_.placement, world_volume(stick_, upper_ + most_size * 0x1p-42), volume)) return false;
    const ShapeData& shape = *mesh_.body.shape;
    KeyNumbers numbers;
    std::vector<std::uint64_t> vertices;
    std::vector<std::uint32_t> first;  // of the vertices: 3 times a face, and the corner
    faces_.reserve(64);
    vertices.reserve(64);
    first.reserve(64);
    PairWork work;
    descend(shape.tree(), shape.oriented().data(), volume.box, volume.map, false, work, [&](std::uint32_t i, bool) {
      work::charge(8);
      work::poll();
      const std::array<std::size_t, 3> corners = shape.corners(i);
      Face face{i, {}};
      for (std::size_t k = 0; k < 3; ++k) {
        face.corners[k] = numbers.of(corners[k], vertices);
        if (vertices.size() > first.size()) first.push_back(std::uint32_t(3 * faces_.size() + k));
      }
      faces_.push_back(face);
      return true;
    });
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
    counters.double_tests += faces_.size();
    number_positions(vertices, first);
    const double size = size_in_reach(core_size);
    rounding_ = size * 0x1p-46;
    rounding_square_ = rounding_ * rounding_;
    most_square_ = (upper_ + 4 * rounding_) * (upper_ + 4 * rounding_);
    point_rounding_ = std::max(size, stick_.radius) * 0x1p-48;
    for (Corner& corner : corners_) corner.open = corner.distance <= upper_ + 4 * rounding_;
    edge_numbers_ = Numbers(3 * faces_.size());
    return true;
  }
  // Numbers of vertices become those of positions. Each vertex is posed once.
  void number_positions(const std::vector<std::uint64_t>& vertices, const std::vector<std::uint32_t>& first) {
    const ShapeData& shape = *mesh_.body.shape;
    Numbers numbers(vertices.size());
    std::vector<std::uint32_t> of(vertices.size());
    points_.reserve(vertices.size());
    corners_.reserve(vertices.size());
    bool renumbered = false;
    for (std::uint32_t v = 0; v < vertices.size(); ++v) {
      Vec3 local;
      if (shape.form == ShapeForm::terrain) {
        const Triangle t = shape.triangle(faces_[first[v] / 3].triangle);
        local = first[v] % 3 == 0 ? t.a : first[v] % 3 == 1 ? t.b : t.c;
      } else {
        local = shape.vertices[vertices[v]];
      }
      of[v] = number(numbers, posed(mesh_.body.pose, local));
      renumbered = renumbered || of[v] != v;
    }
    if (!renumbered) return;
    for (Face& face : faces_)
      for (std::uint32_t& corner : face.corners) corner = of[corner];
  }
  double size_of(const Face& face) const {
    return std::max({corners_[face.corners[0]].size, corners_[face.corners[1]].size, corners_[face.corners[2]].size});
  }
  bool in_reach(const Face& face) const {
    work::charge(8);
    work::poll();
    return triangles_within(as_triangle(from_, to_), mesh_.body.triangle(face.triangle), reach_);
  }
  // The largest coordinate of the core and of the triangles in reach.
  double size_in_reach(double size) const {
    const auto surely = [&](const Face& face, double own) {
      const double most = lower_ - std::max(size, own) * 0x1p-44;
      return ranges::any_of(face.corners, [&](std::uint32_t v) { return corners_[v].distance <= most; });
    };
    bool unsure = false;
    for (const Face& face : faces_) {
      const double own = size_of(face);
      if (!(own > size)) continue;
      if (surely(face, own))
        size = own;
      else
        unsure = true;
    }
    if (!unsure) return size;
    for (const Face& face : faces_)
      if (const double own = size_of(face); own > size && in_reach(face)) size = own;
    return size;
  }
  std::uint32_t number(Numbers& numbers, Vec3 point) {
    const Vec3 at = point + Vec3{};  // -0 and +0 are one position
    const std::size_t known = points_.size();
    const std::uint32_t number = numbers.of(at, points_);
    if (number == known) {
      const Vec3 from = at - from_;
      const double t = std::clamp(dot(from, way_) / square_, 0.0, 1.0);
      const Vec3 off = from - way_ * t;
      corners_.push_back({from, length(off), off, largest(at), true});
    }
    return number;
  }

  // Is a place that is `away` from another, and that much higher along a vector, nearer to the core than the slope
  // allows?
  bool nearer(double height, double vector_square, double away_square) const {
    return height < 0 && height * height > vector_square * (slope_square_ * away_square + rounding_square_);
  }

  // A triangle in reach with such a corner is not as far inside the capsule as contacts are not told of.
  bool beyond_inner(double distance) const { return distance > stick_.radius - settings_.tolerance + 4 * rounding_; }

  // Strikes out corners of the faces, notes their edges, and finds the feet of the core's ends in them.
  bool look_at_all(ContactResult& result) {
    const StickNumbers numbers{.way = way_,
                               .square = square_,
                               .slope_square = slope_square_,
                               .rounding_square = rounding_square_,
                               .parallel = (1 - slope_square_) * square_,
                               .most_square = most_square_,
                               .near = lower_ - 4 * rounding_,
                               .inner = stick_.radius - settings_.tolerance + 4 * rounding_,
                               .facing = double(surface_.facing),
                               .level_square = (level_ + rounding_) * (level_ + rounding_)};
    const LookAtFaces look_at_four = look_at_faces();
    for (std::size_t first = 0; first < faces_.size(); first += 4) {
      StickBits bits;
      const auto count = unsigned(std::min<std::size_t>(4, faces_.size() - first));
      look_at_four(numbers, corners_.data(), faces_.data() + first, count, bits);
      if (bits.inner != 0) all_inner_ = false;
      const auto each = [first](unsigned of_four, const auto& act) {
        for (; of_four != 0; of_four &= of_four - 1)
          act(std::uint32_t(first) + std::uint32_t(std::countr_zero(of_four)));
      };
      for (std::size_t k = 0; k < 3; ++k) {
        each(bits.nearer_from[k], [&](std::uint32_t f) { corners_[faces_[f].corners[k]].open = false; });
        each(bits.nearer_to[k], [&](std::uint32_t f) { corners_[faces_[f].corners[(k + 1) % 3]].open = false; });
        each(bits.inward[k] & ~bits.parallel[k], [&](std::uint32_t f) { note_edge(f, k, 0, true); });
        each(bits.parallel[k], [&](std::uint32_t f) { note_edge(f, k, 3, true); });
      }
      bool decided = true;
      each(bits.open, [&](std::uint32_t f) { decided = decided && look_at(f, result); });
      if (!decided) return false;
    }
    return true;
  }

  // A face that the core may run through, or that may have the foot of one of its ends.
  bool look_at(std::uint32_t f, ContactResult& result) {
    const Face& face = faces_[f];
    std::array<Vec3, 3> sides;
    for (std::size_t k = 0; k < 3; ++k)
      sides[k] = corners_[face.corners[(k + 1) % 3]].at - corners_[face.corners[k]].at;
    // Heights over its plane, times the length of the normal.
    const Vec3 normal = cross(sides[0], sides[1]);
    const double normal_square = dot(normal, normal);
    if (!(normal_square > 0)) return true;
    const Vec3 corner = corners_[face.corners[0]].at;
    const double heights[2] = {-dot(normal, corner), dot(normal, way_ - corner)};
    const double in_reach = most_square_ * normal_square, hair = rounding_square_ * normal_square;
    // Of a point in the plane, up to an error: outside of the triangle (-1), or on which edges (bits); 0: inside.
    const auto where = [&](Vec3 foot, double error_square) {
      int edges = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double left = dot(normal, cross(sides[k], foot - corners_[face.corners[k]].at));
        const bool hidden = left * left <= error_square * normal_square * dot(sides[k], sides[k]);
        if (left < 0 && !hidden) return -1;
        if (hidden) edges |= 1 << k;
      }
      return edges;
    };
    const double fall = heights[0] - heights[1];
    // How far off the place is where the core comes through the plane.
    const double off_square = rounding_square_ * (1 + square_ * normal_square / (fall * fall));
    if ((heights[0] * heights[1] <= 0 || heights[0] * heights[0] <= hair || heights[1] * heights[1] <= hair) &&
        !(off_square < square_ && where(way_ * (heights[0] / fall), off_square) < 0)) {
      const Triangle t = mesh_.body.triangle(face.triangle);
      CommonPoint common;
      Crossing crossing = plain_crossing(from_, to_, t, rounding_ * 0x1p-5, common.point);
      if (crossing == Crossing::unknown && triangles_meet(as_triangle(from_, to_), t)) {
        // At an end of the core, or at an edge or corner of the face: not for here.
        common = common_point(as_triangle(from_, to_), t);
        if (common.feature_a.kind != Kind::edge || common.feature_a.index == 1 || common.feature_b.kind != Kind::face)
          return false;
        crossing = Crossing::plain;
      }
      if (crossing == Crossing::plain) pierced_.push_back({f, common.point, heights[0] < heights[1] ? 0u : 1u});
    }
    for (const std::uint32_t end : {0u, 1u}) {
      const double height = heights[end], other = heights[1 - end];
      if (!(height * height <= in_reach)) continue;
      // Along the normal from the core to the surface the other end is not farther than the tolerance.
      const double side = surface_.facing != 0 ? surface_.facing : height < 0 ? -1 : 1;
      const double beyond = (height - other) * side;
      const bool far = beyond > 0 && beyond * beyond > (level_ + rounding_) * (level_ + rounding_) * normal_square;
      if (far && !(surface_.facing != 0 && height * side < 0)) continue;
      const Vec3 foot = (end == 0 ? Vec3{} : way_) - normal * (height / normal_square);
      const int at = where(foot, rounding_square_);
      const SurfacePlace place{f, {Kind::face, 0}};
      if (at == 0 && !add(place, int(end), gap(place, int(end)), result)) return false;
      for (std::size_t k = 0; at > 0 && k < 3; ++k)
        if ((at >> k & 1) != 0) note_edge(f, k, 1u << end, false);
    }
    return true;
  }

  // What the kernel says of an edge is the same whichever way round it is taken, so that each face that has it notes it
  // (`whole`). The foot of an end may be on an edge but for rounding by some of these faces only.
  void note_edge(std::uint32_t f, std::size_t k, unsigned ends, bool whole) {
    const std::uint32_t v = faces_[f].corners[k], w = faces_[f].corners[(k + 1) % 3];
    const std::uint32_t low = std::min(v, w), high = std::max(v, w);
    std::uint32_t& place = edge_numbers_.at(std::uint64_t{low} << 32 | high, [&](std::uint32_t n) {
      return edges_[n].low == low && edges_[n].high == high;
    });
    if (place == nobody) {
      place = std::uint32_t(edges_.size());
      edges_.push_back({low, high, {f, nobody}, std::uint8_t(k), std::uint8_t(ends), false, whole});
      return;
    }
    Edge& edge = edges_[place];
    edge.ends |= std::uint8_t(ends);
    edge.whole = edge.whole || whole;
    if (edge.face[0] == f || edge.face[1] == f) return;
    if (edge.face[1] != nobody) {
      edge.crowded = true;
      return;
    }
    edge.face[1] = f;
    if (faces_[f].triangle > faces_[edge.face[0]].triangle) return;
    std::swap(edge.face[0], edge.face[1]);
    edge.index = std::uint8_t(k);
  }
  void find_faces(Edge& edge) const {
    if (edge.whole && edge.low != edge.high) return;
    const std::vector<std::uint32_t> all = around({edge.face[0], {Kind::edge, edge.index}});
    edge.crowded = all.size() > 2;
    if (all.size() != 2 || edge.low == edge.high) return;
    edge.face = {all[0], all[1]};
    const auto& corners = faces_[all[0]].corners;
    const auto is = [&](std::uint32_t v, std::uint32_t w) {
      return std::min(v, w) == edge.low && std::max(v, w) == edge.high;
    };
    for (edge.index = 0; !is(corners[edge.index], corners[(edge.index + 1) % 3]);) ++edge.index;
  }

  // Is a place on an edge, in reach, nearest of the triangles that have it? `off` leads to it from the core.
  bool holds(const Edge& edge, Vec3 at, Vec3 off) const {
    const double square = dot(off, off);
    if (!(square <= most_square_)) return false;
    for (const std::uint32_t f : edge.face) {
      if (f == nobody) continue;
      for (const std::uint32_t v : faces_[f].corners) {
        const Vec3 away = corners_[v].at - at;
        if (nearer(dot(off, away), square, dot(away, away))) return false;
      }
    }
    return true;
  }
  std::array<Vec3, 2> ends_of(const Edge& edge) const {
    const auto& corners = faces_[edge.face[0]].corners;
    return {corners_[corners[edge.index]].at, corners_[corners[(edge.index + 1) % 3]].at};
  }
  // The same of parts of the edge and of the core, and of what is certified of them: where edge and core are nearly
  // parallel that may be elsewhere.
  bool look_at(const Edge& edge, double on_core, double on_edge, ContactResult& result) {
    if (!(on_edge > 0 && on_edge < 1)) return true;
    const auto [p, q] = ends_of(edge);
    const Vec3 at = p + (q - p) * on_edge;
    if (!holds(edge, at, at - way_ * on_core)) return true;
    const SurfacePlace place{edge.face[0], {Kind::edge, edge.index}};
    const int end = on_core > 0 && on_core < 1 ? 2 : on_core > 0 ? 1 : 0;
    const TriangleDistance found = gap(place, end);
    const Vec3 there = found.point_b - from_;
    // At an end but for rounding it is the corner's.
    if (length(there - p) <= 16 * rounding_ || length(there - q) <= 16 * rounding_) return true;
    if (!holds(edge, there, found.point_b - found.point_a)) return true;
    return add(place, end, found, result);
  }
  bool look_at(Edge& edge, ContactResult& result) {
    find_faces(edge);
    if (edge.crowded)
      return !triangles_within(as_triangle(from_, to_), as_triangle(points_[edge.low], points_[edge.high]), reach_);
    const auto [p, q] = ends_of(edge);
    const Vec3 side = q - p;
    const double a = square_, b = dot(way_, side), c = dot(side, side), d = -dot(way_, p), e = -dot(side, p);
    if (!(c > 0)) return true;
    const double det = a * c - b * b;
    if (det > 0x1p-40 * a * c) {
      const double s = std::clamp((b * e - c * d) / det, 0.0, 1.0);
      if (!look_at(edge, s, (e + b * s) / c, result)) return false;
    }
    return ((edge.ends & 1) == 0 || look_at(edge, 0, e / c, result)) &&
           ((edge.ends & 2) == 0 || look_at(edge, 1, (e + b) / c, result));
  }

  bool look_at_corners(ContactResult& result) {
    for (std::uint32_t f = 0; f < faces_.size(); ++f)
      for (std::uint8_t k = 0; k < 3; ++k) {
        Corner& corner = corners_[faces_[f].corners[k]];
        if (!corner.open) continue;
        corner.open = false;  // each once
        if (!add({f, {Kind::vertex, k}}, 2, gap({f, {Kind::vertex, k}}, 2), result)) return false;
      }
    return true;
  }

  // The faces that have a place, in the order of their triangles.
  std::vector<std::uint32_t> around(const SurfacePlace& place) const {
    if (place.feature.kind == Kind::face) return {place.triangle};
    const Face& own = faces_[place.triangle];
    const std::uint32_t v = own.corners[place.feature.index];
    const std::uint32_t w = place.feature.kind == Kind::edge ? own.corners[(place.feature.index + 1) % 3] : v;
    work::charge(faces_.size() / 4);
    std::vector<std::uint32_t> result;
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      const auto& [a, b, c] = faces_[f].corners;
      if ((a == v || b == v || c == v) && (a == w || b == w || c == w)) result.push_back(f);
    }
    ranges::sort(result, {}, [&](std::uint32_t f) { return faces_[f].triangle; });
    return result;
  }

  TriangleDistance gap(const SurfacePlace& place, int end) const {
    const Vec3 e = end == 0 ? from_ : to_;
    const Triangle core = end == 2 ? as_triangle(from_, to_) : as_triangle(e, e);
    const auto& corners = faces_[place.triangle].corners;
    const auto point = [&](std::size_t k) { return points_[corners[k % 3]]; };
    const std::size_t k = place.feature.index;
    if (place.feature.kind == Kind::vertex) return triangle_distance(core, as_triangle(point(k), point(k)));
    if (place.feature.kind == Kind::edge) return triangle_distance(core, as_triangle(point(k), point(k + 1)));
    return triangle_distance(core, {point(0), point(1), point(2)});
  }

  struct Found {
    Contact contact;
    std::vector<std::uint32_t> faces;  // that have the place
    double distance;
    bool inside;            // the core is behind the surface there
    Feature core, surface;  // the latter before it is named for outside
    TriangleFeature place;  // of the first face
  };

  auto order(const Found& f) const {
    const Vec3& point = f.contact.point;
    return std::tuple(f.distance, faces_[f.faces[0]].triangle, f.core.kind, f.core.index, f.place.kind, f.place.index,
                      point.x, point.y, point.z);
  }

  // A place, by the number of its face here, and the end of the core that is nearest to it; 2: any point of the core.
  bool add(const SurfacePlace& place, int end, const TriangleDistance& found, ContactResult& result) {
    if (!(found.distance > 0x1p20 * rounding_)) return false;
    if (found.distance - found.bound > upper_) return true;
    if (!(found.distance + found.bound <= lower_)) return false;
    if (end == 2 && found.feature_a.kind == Kind::vertex) end = found.feature_a.index == 0 ? 0 : 1;
    if (end == 2 && found.feature_a == TriangleFeature{Kind::edge, 1}) end = 1;
    Found made{{}, around(place), found.distance, false, {}, {}, place.feature};
    // As its triangle of the least number has it: of an edge that is the triangle named.
    const Face &named = faces_[place.triangle], &first = faces_[made.faces[0]];
    if (place.feature.kind == Kind::vertex)
      made.place.index =
          std::uint8_t(ranges::find(first.corners, named.corners[place.feature.index]) - std::begin(first.corners));
    std::vector<std::uint32_t> triangles;
    for (const std::uint32_t f : made.faces) triangles.push_back(faces_[f].triangle);
    Spot spot;
    if (!describe(surface_, {first.triangle, made.place}, triangles, -found.normal, spot)) return false;
    // Between the ends of the core there are contacts at corners, and at edges that are no parallels.
    if (end == 2 && spot.whole == Skin::Kind::face) return true;
    if (end == 2 && spot.whole == Skin::Kind::edge &&
        !(length(cross(spot.along, way_)) > settings_.flat * std::sqrt(square_)))
      return true;
    made.inside = spot.out < 0;
    Vec3 normal = found.normal;
    if (!(spot.face == Vec3{}) && std::fabs(dot(spot.face, normal)) >= 1 - 0x1p-30)
      normal = dot(spot.face, normal) < 0 ? -spot.face : spot.face;
    if (made.inside) normal = -normal;
    const bool beyond = end != 2 && dot(normal, end == 0 ? way_ : -way_) > level_ + rounding_;
    if (beyond && !made.inside) return true;
    for (const std::uint32_t f : made.faces)
      for (const std::uint32_t v : faces_[f].corners) all_inner_ = all_inner_ && !beyond_inner(corners_[v].distance);
    const double turned = dot(normal, found.normal), radius = stick_.radius;
    Contact& contact = made.contact;
    contact.depth = radius - std::copysign(found.distance, turned);
    contact.bound = found.bound + 2 * (1 - std::fabs(turned)) * found.distance + (found.distance + radius) * 0x1p-49;
    contact.point = (found.point_a + normal * radius) * 0.5 + found.point_b * 0.5;
    contact.normal = normal * (stick_is_a_ ? 1.0 : -1.0) + Vec3{};  // no -0
    made.core = {end == 2 ? Feature::Kind::edge : Feature::Kind::vertex, std::uint16_t(end == 1 ? 1 : 0), 0, 0};
    made.surface = spot.feature;
    result.point_bound = std::max({result.point_bound, point_rounding_, found.point_bound + point_rounding_});
    if (!beyond)
      found_.push_back(std::move(made));
    else if (inner_.empty() || order(made) < order(inner_[0]))
      inner_.assign(1, std::move(made));
    return true;
  }

  // Of contacts at one place, up to the tolerance, with like normals, the nearest stays; and of the ways out the
  // shortest, with those like it.
  void leave_out_repeated() {
    ranges::sort(found_, [&](const Found& f, const Found& g) { return order(f) < order(g); });
    std::vector<Found> kept;
    for (Found& f : found_) {
      const bool again = ranges::any_of(kept, [&](const Found& k) {
        const double apart = length(k.contact.point - f.contact.point),
                     turned = dot(k.contact.normal, f.contact.normal);
        return (k.inside && f.inside && turned < one_patch) || (apart <= point_rounding_ && turned >= 1 - 1e-9) ||
               (apart <= 2 * settings_.tolerance + point_rounding_ && turned >= 0.9 && adjoin(k, f));
      });
      if (!again) kept.push_back(std::move(f));
    }
    found_ = std::move(kept);
  }
  bool adjoin(const Found& p, const Found& q) const {
    for (const std::uint32_t f : p.faces)
      for (const std::uint32_t g : q.faces)
        for (const std::uint32_t v : faces_[f].corners)
          if (ranges::find(faces_[g].corners, v) != std::end(faces_[g].corners)) return true;
    return false;
  }

  struct Pierced {
    std::uint32_t face;
    Vec3 point;
    std::uint32_t below;  // the end on the clockwise side
    std::uint32_t group = 0;
  };
  // Is a contact in the plane of the face, or at the place itself?
  bool settled(const Pierced& pierced, Vec3 normal) const {
    return ranges::any_of(found_, [&](const Found& found) {
      if (length(found.contact.point - pierced.point) <= 2 * settings_.tolerance + point_rounding_) return true;
      return ranges::any_of(found.faces, [&](std::uint32_t f) {
        return ranges::all_of(faces_[f].corners, [&](std::uint32_t v) {
          const Vec3 away = points_[v] - pierced.point;
          return std::fabs(dot(normal, away)) <= settings_.flat * length(away) + rounding_;
        });
      });
    });
  }
  // Where the core runs through the surface. False: a surface without an outside.
  bool add_crossings(ContactResult& result) {
    if (pierced_.empty()) return true;
    if (surface_.facing == 0) return false;
    ranges::sort(pierced_, {}, [&](const Pierced& p) { return faces_[p.face].triangle; });
    const auto normal_of = [&](const Pierced& p) { return unit_normal(mesh_.body.triangle(faces_[p.face].triangle)); };
    std::erase_if(pierced_, [&](const Pierced& p) { return settled(p, normal_of(p)); });
    if (pierced_.size() > 1) {
      const std::vector<std::uint32_t>& roots = connected();
      for (Pierced& p : pierced_) p.group = roots[p.face];
    }
    for (const Pierced& p : pierced_) {
      // Of the faces of its group, the normal along which the places and the ends behind the faces are least wide.
      double depth = std::numeric_limits<double>::infinity();
      Vec3 normal;
      for (const Pierced& q : pierced_) {
        if (q.group != p.group) continue;
        const Vec3 n = normal_of(q) * double(-surface_.facing);
        double least = 0, most = 0;
        for (const Pierced& other : pierced_) {
          if (other.group != p.group) continue;
          const bool from = (other.below == 0) == (surface_.facing > 0);
          for (const Vec3 point : {other.point, from ? from_ : to_}) {
            least = std::min(least, dot(n, point - p.point));
            most = std::max(most, dot(n, point - p.point));
          }
        }
        if (most - least < depth) {
          depth = most - least;
          normal = n;
        }
      }
      Found made{{}, {p.face}, 0, true, {Feature::Kind::edge, 0, 0, 0}, {}, {Kind::face, 0}};
      const ShapeData& shape = *mesh_.body.shape;
      const std::uint32_t triangle = faces_[p.face].triangle;
      made.surface = {Feature::Kind::face, 0, triangle, shape.tags.size() == 0 ? 0 : shape.tags[triangle]};
      made.contact.point = p.point;
      made.contact.normal = normal * (stick_is_a_ ? 1.0 : -1.0) + Vec3{};
      made.contact.depth = depth + stick_.radius;
      made.contact.bound = std::numeric_limits<double>::infinity();
      made.contact.crossing = true;
      all_inner_ = false;
      result.point_bound = std::max(result.point_bound, point_rounding_);
      found_.push_back(std::move(made));
    }
    return true;
  }

  // Which triangles in reach hang together, through common corners.
  const std::vector<std::uint32_t>& connected() {
    if (!roots_.empty()) return roots_;
    Joined joined(faces_.size());
    std::vector<std::uint32_t> first(corners_.size(), nobody);
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      const auto& corners = faces_[f].corners;
      const bool near =
          ranges::any_of(corners, [&](std::uint32_t v) { return corners_[v].distance <= lower_ - 4 * rounding_; }) ||
          in_reach(faces_[f]);
      if (!near) continue;
      for (const std::uint32_t v : corners) {
        if (first[v] == nobody) first[v] = f;
        joined.join(f, first[v]);
      }
    }
    for (std::uint32_t f = 0; f < faces_.size(); ++f) roots_.push_back(joined.root(f));
    return roots_;
  }

  void finish(ContactResult& result) {
    for (Found& f : found_) {
      f.contact.feature_a = stick_is_a_ ? f.core : f.surface;
      f.contact.feature_b = stick_is_a_ ? f.surface : f.core;
    }
    const auto key = [](const Feature& f) { return std::tuple(f.triangle, f.kind, f.index); };
    const auto place = [&](const Found& f) {
      const Contact& c = f.contact;
      return std::tuple(key(c.feature_a), key(c.feature_b), c.point.x, c.point.y, c.point.z);
    };
    ranges::sort(found_, [&](const Found& f, const Found& g) { return place(f) < place(g); });
    std::vector<Vec3> normals;      // of the patches
    std::vector<std::uint32_t> of;  // of the patches: a face
    for (Found& f : found_) {
      std::uint32_t patch = 0;
      for (; patch < normals.size(); ++patch)
        if (dot(normals[patch], f.contact.normal) >= one_patch && connected()[of[patch]] == connected()[f.faces[0]])
          break;
      if (patch == normals.size()) {
        normals.push_back(f.contact.normal);
        of.push_back(f.faces[0]);
      }
      f.contact.patch = patch;
      f.contact.feature_a = named_outside(stick_is_a_ ? *stick_.shape : *mesh_.body.shape, f.contact.feature_a);
      f.contact.feature_b = named_outside(stick_is_a_ ? *mesh_.body.shape : *stick_.shape, f.contact.feature_b);
      result.contacts.push_back(f.contact);
    }
    if (settings_.reduce) reduce_patches(normals, result.contacts);
  }

  const Posed& stick_;
  const PlacedBody& mesh_;
  const ContactSettings& settings_;
  const Reach reach_;
  const Vec3 from_, to_, way_;  // of the core
  const double square_;         // of its length
  const double upper_, lower_;  // of the reach
  const bool stick_is_a_;
  const TouchedSurface surface_;
  double slope_square_ = 0, level_ = 0;
  double rounding_ = 0, rounding_square_ = 0;
  double most_square_ = 0;     // of what may be in reach
  double point_rounding_ = 0;  // of points that the radius puts farther away
  std::vector<Face> faces_;
  std::vector<Vec3> points_;  // of the corners, in the world
  std::vector<Corner> corners_;
  std::vector<Edge> edges_;  // that may hold a place
  Numbers edge_numbers_{0};
  std::vector<std::uint32_t> roots_;
  std::vector<Pierced> pierced_;
  std::vector<Found> found_;
  std::vector<Found>
      inner_;  // the nearest place that is seen from inside, of those farther from the deeper end; or none
  bool all_inner_ = true;
};

}  // namespace

bool stick_contacts(const PlacedBody& a, const PlacedBody& b, const ContactSettings& settings, ContactResult& result) {
  const auto is_stick = [](const PlacedBody& body) {
    return body.body.shape->form == ShapeForm::capsule && body.body.radius > 0;
  };
  const bool stick_is_a = is_stick(a);
  const PlacedBody &stick = stick_is_a ? a : b, &mesh = stick_is_a ? b : a;
  if (!is_stick(stick) || mesh.body.shape->primitive() || mesh.body.radius > 0 || settings.curves) return false;
  if (box_gap(stick.body.box, mesh.body.box) > Reach{stick.body.radius, 0, settings.tolerance}.upper()) return true;
  const Counters before = result.counters;
  if (Stick(stick.body, mesh, stick_is_a, settings).run(result)) return true;
  result = no_contacts();
  result.counters = before;
  return false;
}

}  // namespace graze
