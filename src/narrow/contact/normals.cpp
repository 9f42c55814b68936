#include "narrow/contact/normals.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

using Kind = Skin::Kind;

Vec3 unit(Vec3 v) {
  const double scale = length(v);
  return scale > 0 ? v * (1 / scale) : Vec3{};
}

std::vector<std::uint32_t> sharp_edges(const Skin& skin, const Skin::Part& part) {
  std::vector<std::uint32_t> edges;
  for (const std::uint32_t f : skin.faces_of(part))
    for (const std::uint32_t e : skin.faces[f].edges) {
      const Skin::Edge& edge = skin.edges[e];
      const bool at = part.kind == Kind::edge ? e == part.id : edge.from == part.id || edge.to == part.id;
      if (at && edge.sharp && edge.from != edge.to) edges.push_back(e);
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Vec3 along(const Skin& skin, std::uint32_t edge) {
  return unit(skin.vertices[skin.edges[edge].to].point - skin.vertices[skin.edges[edge].from].point);
}

// The sum of the normals around a part.
Vec3 around(const Skin& skin, const Skin::Part& part) {
  Vec3 sum;
  for (const std::uint32_t f : skin.faces_of(part)) sum = sum + skin.faces[f].normal;
  return sum;
}

}  // namespace

double Normals::slack(Vec3 away) const { return std::max(tolerance_, flat_ * length(away)) + rounding_; }

bool Normals::beyond(const Side& side, Vec3 n) const {
  for (const std::uint32_t f : side.skin.faces_of(side.part))
    for (const std::uint32_t v : side.skin.faces[f].vertices) {
      const Vec3 away = side.skin.vertices[v].point - side.point;
      if (dot(n, away) < -slack(away)) return false;
    }
  return true;
}

bool Normals::fits(const Touch& touch, Vec3 n) const {
  return beyond({a_, touch.a, touch.point_a}, -n) && beyond({b_, touch.b, touch.point_b}, n);
}

// `up` is the normal of a face of `own`, on the side where the other body should be.
bool Normals::allows(const Side& own, const Side& other, std::uint32_t face, Vec3 up) const {
  if (!beyond(other, up)) return false;
  const Skin::Face& this_face = own.skin.faces[face];
  for (const std::uint32_t f : own.skin.faces_of(own.part)) {
    const Skin::Face& next = own.skin.faces[f];
    if (f == face || next.normal == Vec3{}) continue;
    const bool rises = std::ranges::any_of(next.vertices, [&](std::uint32_t v) {
      const Vec3 away = own.skin.vertices[v].point - own.point;
      return dot(up, away) > slack(away);
    });
    if (!rises) continue;
    const auto in_groove = [&](Vec3 side) {
      return beyond(other, side) && std::ranges::all_of(this_face.vertices, [&](std::uint32_t v) {
               const Vec3 away = own.skin.vertices[v].point - own.point;
               return dot(side, away) >= -slack(away);
             });
    };
    if (!in_groove(next.normal) && !in_groove(-next.normal)) return false;
  }
  return true;
}

// Where n and -n both fit, because the surfaces are flat on each other: is it -n? Outsides tell; else the gap, as far
// as it is more than rounding; else the counter-clockwise sides, so that all of a patch gets the same answer.
bool Normals::turns(const Touch& touch, Vec3 n) const {
  const Vec3 side_a = around(a_, touch.a), side_b = around(b_, touch.b);
  const double outsides = dot(n, side_a * double(a_.facing) - side_b * double(b_.facing));
  if (outsides != 0) return outsides < 0;
  if (touch.distance > rounding_) return dot(n, touch.direction) < 0;
  const double sides = -dot(n, side_b);
  return sides != 0 ? sides < 0 : dot(n, side_a) < 0;
}

// `sign` turns the way from own to other into that from a to b.
void Normals::from_faces(const Touch& touch, const Side& own, const Side& other, double sign,
                         std::vector<Vec3>& normals) const {
  for (const std::uint32_t f : own.skin.faces_of(own.part)) {
    Vec3 up = own.skin.faces[f].normal;
    if (up == Vec3{}) continue;
    if (own.skin.outward != 0) {
      up = up * double(own.skin.outward);
      if (!allows(own, other, f, up)) continue;
    } else {
      const bool above = allows(own, other, f, up), below = allows(own, other, f, -up);
      if (!above && !below) continue;
      if (!above || (below && turns(touch, up * sign))) up = -up;
    }
    const Vec3 n = up * sign;
    if (std::ranges::none_of(normals, [&](Vec3 m) { return length(m - n) <= 4 * flat_ + 0x1p-40; }))
      normals.push_back(n);
  }
}

void Normals::from_edges(const Touch& touch, std::vector<Vec3>& normals) const {
  for (const std::uint32_t e : sharp_edges(a_, touch.a))
    for (const std::uint32_t f : sharp_edges(b_, touch.b)) {
      const Vec3 across = cross(along(a_, e), along(b_, f));
      if (!(length(across) > flat_)) continue;
      Vec3 n = unit(across);
      const bool one = fits(touch, n), other = fits(touch, -n);
      if (!one && !other) continue;
      if (!one || (other && turns(touch, n))) n = -n;
      normals.push_back(n);
      return;
    }
}

std::vector<Vec3> Normals::of(const Touch& touch) const {
  std::vector<Vec3> normals;
  const bool face_a = touch.a.whole_kind == Kind::face, face_b = touch.b.whole_kind == Kind::face;
  if (!face_a && !face_b && touch.distance > 0) {
    const bool edges = touch.a.whole_kind == Kind::edge && touch.b.whole_kind == Kind::edge;
    const Vec3 n = touch.direction;
    const bool apart = fits(touch, n), overlapping = edges && fits(touch, -n);
    if (apart && !(overlapping && turns(touch, n))) return {n};
    if (overlapping) return {-n};
  }
  const Side a{a_, touch.a, touch.point_a}, b{b_, touch.b, touch.point_b};
  if (!face_a) from_faces(touch, b, a, -1, normals);
  if (!face_b) from_faces(touch, a, b, 1, normals);
  if (normals.empty() && !face_a && !face_b) from_edges(touch, normals);
  if (normals.size() < 2) return normals;
  Vec3 sum;
  for (const Vec3& n : normals) sum = sum + n;
  sum = unit(sum);
  if (!(sum == Vec3{}) && fits(touch, sum)) return {sum};
  return normals;
}

}  // namespace graze
