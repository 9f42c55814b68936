#include "narrow/contact/normals.h"

#include <algorithm>
#include <cmath>

#include "base/ranges.h"
#include "base/work.h"

namespace graze {
namespace {

using SkinKind = Skin::Kind;

Vec3 unit(Vec3 v) {
  const double scale = length(v);
  return scale > 0 ? v * (1 / scale) : Vec3{};
}

std::vector<std::uint32_t> sharp_edges(const Skin& skin, const Skin::Part& part) {
  std::vector<std::uint32_t> edges;
  for (const std::uint32_t f : skin.faces_of(part))
    for (const std::uint32_t e : skin.faces[f].edges) {
      const Skin::Edge& edge = skin.edges[e];
      const bool at = part.kind == SkinKind::edge ? e == part.id : edge.from == part.id || edge.to == part.id;
      if (at && edge.sharp && edge.from != edge.to) edges.push_back(e);
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// The sum of the normals around a part.
Vec3 around(const Skin& skin, const Skin::Part& part) {
  Vec3 sum;
  for (const std::uint32_t f : skin.faces_of(part)) sum = sum + skin.faces[f].normal;
  return sum;
}

double distance_to_segment(Vec3 point, Vec3 from, Vec3 to) {
  const Vec3 way = to - from, off = point - from;
  const double square = dot(way, way), along = dot(off, way);
  if (!(along > 0)) return length(off);
  return along >= square ? length(point - to) : length(off - way * (along / square));
}

}  // namespace

Normals::Side Normals::side_of(const Skin& skin, const Skin::Part& part, Vec3 point) const {
  const std::span<const std::uint32_t> own = skin.faces_of(part);
  Side side{skin, part, point, {own.begin(), own.end()}};
  const double near = tolerance_ + rounding_;
  const auto add = [&](std::span<const std::uint32_t> more) {
    work::charge(1 + more.size() * side.faces.size() / 16);
    for (const std::uint32_t f : more)
      if (ranges::find(side.faces, f) == side.faces.end()) side.faces.push_back(f);
  };
  for (std::size_t i = 0; i < side.faces.size(); ++i) {
    work::poll();
    const Skin::Face& face = skin.faces[side.faces[i]];
    for (const std::uint32_t e : face.edges) {
      const Skin::Edge& edge = skin.edges[e];
      const Vec3 from = skin.vertices[edge.from].point, to = skin.vertices[edge.to].point;
      if (distance_to_segment(point, from, to) > near) continue;
      add(skin.edge_faces[e]);
      if (length(from - point) <= near) add(skin.vertex_faces[edge.from]);
      if (length(to - point) <= near) add(skin.vertex_faces[edge.to]);
    }
  }
  return side;
}

// Is a place that far away higher than counts as level? The root is needed only where the tolerance does not tell.
bool Normals::above(double height, Vec3 away) const {
  return height > tolerance_ + rounding_ && height > std::max(tolerance_, flat_ * length(away)) + rounding_;
}

bool Normals::beyond(const Side& side, Vec3 n) const {
  work::charge(side.faces.size());
  for (const std::uint32_t f : side.faces)
    for (const std::uint32_t v : side.skin.faces[f].vertices) {
      const Vec3 away = side.skin.vertices[v].point - side.point;
      if (above(-dot(n, away), away)) return false;
    }
  return true;
}

bool Normals::fits(const Side& a, const Side& b, Vec3 n) const { return beyond(a, -n) && beyond(b, n); }

// Round bodies touch along the way between their cores. A face beside the place that is touched, no farther from it
// than the tolerance, may have a normal far from that way.
bool Normals::aside(const Touch& touch, Vec3 n) const {
  return radii_ > 0 && touch.distance > rounding_ &&
         radii_ * length(cross(n, touch.direction)) > tolerance_ + flat_ * radii_ + rounding_ + touch.point_bound;
}

// `up` is the normal of a face of `own`, on the side where the other body should be.
bool Normals::allows(const Side& own, const Side& other, std::uint32_t face, Vec3 up) const {
  if (!beyond(other, up)) return false;
  const Skin::Face& this_face = own.skin.faces[face];
  for (const std::uint32_t f : own.faces) {
    const Skin::Face& next = own.skin.faces[f];
    if (f == face || next.normal == Vec3{}) continue;
    const bool rises = ranges::any_of(next.vertices, [&](std::uint32_t v) {
      const Vec3 away = own.skin.vertices[v].point - own.point;
      return above(dot(up, away), away);
    });
    if (!rises) continue;
    const auto in_groove = [&](Vec3 side) {
      return beyond(other, side) && ranges::all_of(this_face.vertices, [&](std::uint32_t v) {
               const Vec3 away = own.skin.vertices[v].point - own.point;
               return !above(-dot(side, away), away);
             });
    };
    if (!in_groove(next.normal) && !in_groove(-next.normal)) return false;
  }
  return true;
}

// Where n and -n both fit, because the surfaces are flat on each other: is it n (positive), or -n (negative)? Outsides
// tell; else the gap, as far as it is more than rounding; else the counter-clockwise sides, so that all of a patch gets
// the same answer; 0 where no face is around.
double Normals::side_taken(const Touch& touch, Vec3 n) const {
  const Vec3 side_a = around(a_, touch.a), side_b = around(b_, touch.b);
  const double outsides = dot(n, side_a * double(a_.facing) - side_b * double(b_.facing));
  if (outsides != 0) return outsides;
  if (touch.distance > rounding_) return dot(n, touch.direction);
  const double sides = -dot(n, side_b);
  return sides != 0 ? sides : dot(n, side_a);
}

// How much farther along n than its point a side has a face across n, next to the part that is touched.
std::optional<double> Normals::ahead(const Side& side, Vec3 n) const {
  const std::span<const std::uint32_t> touched = side.skin.faces_of(side.part);
  for (const std::uint32_t f : side.faces) {
    const Skin::Face& face = side.skin.faces[f];
    if (face.normal == Vec3{} || length(cross(face.normal, n)) > same()) continue;
    if (ranges::find(touched, f) == touched.end())
      return dot(n, side.skin.vertices[face.vertices[0]].point - side.point);
  }
  return std::nullopt;
}

// A corner that is a hair inside the other body may be nearest to a face that goes down beside it; the depth is that
// behind the face through which the normal leads out.
std::vector<Normals::Fit> Normals::with_depths(const Touch& touch, const Side& a, const Side& b,
                                               const std::vector<Fit>& fits) const {
  std::vector<Fit> result;
  for (const Fit& fit : fits) {
    const std::optional<double> ahead_a = ahead(a, fit.normal), ahead_b = ahead(b, fit.normal);
    if (!ahead_a && !ahead_b) {
      result.push_back(fit);
      continue;
    }
    const double depth = dot(fit.normal, touch.point_a - touch.point_b) + ahead_a.value_or(0) - ahead_b.value_or(0);
    if (std::fabs(depth) <= tolerance_ + rounding_) result.push_back({fit.normal, depth, fit.arbitrary});
  }
  return result;
}

// `sign` turns the way from own to other into that from a to b.
void Normals::from_faces(const Touch& touch, const Side& own, const Side& other, double sign,
                         std::vector<Fit>& found) const {
  for (const std::uint32_t f : own.faces) {
    Vec3 up = own.skin.faces[f].normal;
    bool arbitrary = false;
    if (up == Vec3{}) continue;
    if (own.skin.outward != 0) {
      up = up * double(own.skin.outward);
      if (!allows(own, other, f, up)) continue;
    } else {
      const bool above = allows(own, other, f, up), below = allows(own, other, f, -up);
      if (!above && !below) continue;
      const double taken = above && below ? side_taken(touch, up * sign) : above ? 1 : -1;
      arbitrary = taken == 0;
      if (taken < 0) up = -up;
    }
    const Vec3 n = up * sign;
    if (ranges::none_of(found, [&](const Fit& fit) { return length(fit.normal - n) <= same(); }))
      found.push_back({n, {}, arbitrary});
  }
}

void Normals::from_edges(const Touch& touch, const Side& a, const Side& b, std::vector<Fit>& found) const {
  for (const std::uint32_t e : sharp_edges(a_, touch.a))
    for (const std::uint32_t f : sharp_edges(b_, touch.b)) {
      const Vec3 across = cross(a_.direction(e), b_.direction(f));
      if (!(length(across) > flat_)) continue;
      Vec3 n = unit(across);
      const bool one = fits(a, b, n), other = fits(a, b, -n);
      if (!one && !other) continue;
      const double taken = one && other ? side_taken(touch, n) : one ? 1 : -1;
      if (taken < 0) n = -n;
      found.push_back({n, {}, taken == 0});
      return;
    }
}

std::vector<Normals::Fit> Normals::of(const Touch& touch) const {
  const Side a = side_of(a_, touch.a, touch.point_a), b = side_of(b_, touch.b, touch.point_b);
  const bool face_a = touch.a.whole_kind == SkinKind::face, face_b = touch.b.whole_kind == SkinKind::face;
  if (!face_a && !face_b && touch.distance > 0) {
    const bool edges = touch.a.whole_kind == SkinKind::edge && touch.b.whole_kind == SkinKind::edge;
    const Vec3 n = touch.direction;
    const bool apart = fits(a, b, n), overlapping = edges && fits(a, b, -n);
    if (apart && !(overlapping && side_taken(touch, n) < 0)) return {{n, {}, false}};
    if (overlapping) return {{-n, {}, false}};
  }
  std::vector<Fit> found;
  if (!face_a) from_faces(touch, b, a, -1, found);
  if (!face_b) from_faces(touch, a, b, 1, found);
  std::erase_if(found, [&](const Fit& fit) { return aside(touch, fit.normal); });
  if (found.empty() && !face_a && !face_b) from_edges(touch, a, b, found);
  if (found.size() >= 2) {
    Vec3 sum;
    bool arbitrary = false;
    for (const Fit& fit : found) {
      sum = sum + fit.normal;
      arbitrary = arbitrary || fit.arbitrary;
    }
    sum = unit(sum);
    if (!(sum == Vec3{}) && fits(a, b, sum)) found = {{sum, {}, arbitrary}};
  }
  return with_depths(touch, a, b, found);
}

}  // namespace graze
