#include "response/manifold.h"

#include <algorithm>

#include "graze/contacts.h"

namespace graze {
namespace {

// Of a polygon that is cut: `edge` runs to the next corner. An edge is one of the polygon's own or, from 64 on, a side
// that cut it; a cut corner is named by the two that cross there.
struct Corner {
  Vec3 p;
  std::uint32_t name, edge;
};
constexpr std::uint32_t first_side = 64;

Vec3 carried(const BodyPlace& place, Vec3 p) { return place.turn * p + place.at; }

// The face that looks most along n, given in the world.
int face_along(const ConvexPiece& piece, const BodyPlace& place, Vec3 n, double& cosine) {
  const Vec3 m = row_product(place.turn, n);
  int best = -1;
  cosine = -2;
  for (std::size_t i = 0; i < piece.faces.size(); ++i) {
    const double c = dot(piece.faces[i].normal, m);
    if (c > cosine) {
      cosine = c;
      best = int(i);
    }
  }
  return best;
}

// Keeps the side of the plane through `at` across `out` that is behind it.
int clip(const Corner* from, int count, Vec3 at, Vec3 out, std::uint32_t side, Corner* to) {
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const Corner &p = from[i], &q = from[i + 1 == count ? 0 : i + 1];
    const double dp = dot(p.p - at, out), dq = dot(q.p - at, out);
    if (dp <= 0) to[kept++] = p;
    if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
      const double t = dp / (dp - dq);
      to[kept++] = {p.p + (q.p - p.p) * t, 1u << 16 | p.edge << 8 | side, dp < 0 ? first_side + side : p.edge};
    }
  }
  return kept;
}

// Four of them: the nearest, and those that make the widest polygon.
int reduce(Corner* points, double* gap, int count, Vec3 n) {
  if (count <= 4) return count;
  int order[4];
  int first = 0;
  for (int i = 1; i < count; ++i)
    if (gap[i] < gap[first] - 1e-9) first = i;
  order[0] = first;
  const auto farthest = [&](auto value) {
    int best = -1;
    double most = -1;
    for (int i = 0; i < count; ++i) {
      const double v = value(points[i].p);
      if (v > most * (1 + 1e-9)) {
        most = v;
        best = i;
      }
    }
    return best;
  };
  const Vec3 p0 = points[first].p;
  order[1] = farthest([&](Vec3 p) { return dot(p - p0, p - p0); });
  const Vec3 side = cross(n, points[order[1]].p - p0);
  order[2] = farthest([&](Vec3 p) { return dot(p - p0, side); });
  order[3] = farthest([&](Vec3 p) { return -dot(p - p0, side); });
  std::sort(order, order + 4);
  const int kept = int(std::unique(order, order + 4) - order);
  for (int i = 0; i < kept; ++i) {
    points[i] = points[order[i]];
    gap[i] = gap[order[i]];
  }
  return kept;
}

// The points of the face `face` of `one`, and what looks at it of `other`; `flip`: one is b.
bool press_face(const ConvexPiece& one, const BodyPlace& place_one, int face, const ConvexPiece& other,
                const BodyPlace& place_other, double range, bool flip, Press& result) {
  const PieceFace& side = one.faces[std::size_t(face)];
  const Vec3 out = place_one.turn * side.normal;
  Corner buffer[2][72];
  int count = 0, turn = 0;
  double cosine;
  const int looking = face_along(other, place_other, -out, cosine);
  if (looking >= 0 && cosine > 0.1) {
    const PieceFace& seen = other.faces[std::size_t(looking)];
    if (seen.count > 32) return false;
    for (std::uint32_t i = 0; i < seen.count; ++i) {
      const std::uint32_t corner = other.loop[seen.first + i];
      buffer[0][count++] = {carried(place_other, other.points[corner]), corner & 0xff, i};
    }
  } else {
    if (other.points.size() > 32) return false;
    for (std::size_t i = 0; i < other.points.size(); ++i)
      buffer[0][count++] = {carried(place_other, other.points[i]), std::uint32_t(i), std::uint32_t(i)};
    if (count > 2) return false;
  }
  if (side.count > 32) return false;
  for (std::uint32_t i = 0; i < side.count && count > 0; ++i) {
    const Vec3 p = carried(place_one, one.points[one.loop[side.first + i]]);
    const Vec3 q = carried(place_one, one.points[one.loop[side.first + (i + 1 == side.count ? 0 : i + 1)]]);
    if (count == 1) {
      if (dot(buffer[turn][0].p - p, cross(q - p, out)) > 0) return false;
      continue;
    }
    if (count == 2) {  // a segment
      Corner *s = buffer[turn], *t = buffer[1 - turn];
      const Vec3 across = cross(q - p, out);
      const double d0 = dot(s[0].p - p, across), d1 = dot(s[1].p - p, across);
      if (d0 > 0 && d1 > 0) return false;
      t[0] = s[0];
      t[1] = s[1];
      const auto cut = [&] { return s[0].p + (s[1].p - s[0].p) * (d0 / (d0 - d1)); };
      if (d0 > 0) t[0] = {cut(), (i + 1) << 16 | s[0].name, 0};
      if (d1 > 0) t[1] = {cut(), (i + 1) << 16 | s[1].name, 0};
      turn = 1 - turn;
      continue;
    }
    count = clip(buffer[turn], count, p, cross(q - p, out), i, buffer[1 - turn]);
    turn = 1 - turn;
    if (count > 36) return false;
  }
  Corner* points = buffer[turn];
  const Vec3 base = carried(place_one, one.points[one.loop[side.first]]);
  double gap[72];
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const double g = dot(points[i].p - base, out) - one.radius - other.radius;
    if (g > range) continue;
    gap[kept] = g;
    points[kept++] = points[i];
  }
  kept = reduce(points, gap, kept, out);
  result.normal = flip ? -out : out;
  result.count = kept;
  for (int i = 0; i < kept; ++i) {
    // On a: the point on the face where that is a, else the one that looks at it.
    const Vec3 on_a = flip ? points[i].p - out * other.radius : points[i].p - out * (gap[i] + other.radius);
    result.points[i] = {on_a, gap[i],
                        std::uint64_t(flip) << 63 | std::uint64_t(std::uint32_t(face)) << 32 | points[i].name};
  }
  return kept > 0;
}

}  // namespace

bool press(const ConvexPiece& a, const BodyPlace& place_a, const ConvexPiece& b, const BodyPlace& place_b, double range,
           double skin, Press& result) {
  if (a.box && b.box && a.radius == 0 && b.radius == 0) {
    const BoxPress boxes = press_boxes(a.half, place_a, b.half, place_b, range, skin, result);
    if (boxes != BoxPress::unknown) return boxes == BoxPress::found;
  }
  DistanceSettings settings;
  settings.max = range;
  const DistanceResult near = find_distance({a.shape, pose_of(place_a)}, {b.shape, pose_of(place_b)}, settings);
  if (near.beyond || !(near.distance > 0) || !is_finite(near.normal)) return false;
  const Vec3 n = near.normal;
  const double slop = std::max(0.2 * skin, 0.02 * near.distance);
  double cosine_a = -2, cosine_b = -2;
  const int face_a = face_along(a, place_a, n, cosine_a), face_b = face_along(b, place_b, -n, cosine_b);
  // Gaps along the normals of the two faces.
  double gap_a = -1e300, gap_b = -1e300;
  if (face_a >= 0 && cosine_a > 0.9) {
    const Vec3 out = place_a.turn * a.faces[std::size_t(face_a)].normal;
    gap_a = -highest(b, place_b, -out, 1) - highest(a, place_a, out, 1);
  }
  if (face_b >= 0 && cosine_b > 0.9) {
    const Vec3 out = place_b.turn * b.faces[std::size_t(face_b)].normal;
    gap_b = -highest(a, place_a, -out, 1) - highest(b, place_b, out, 1);
  }
  const bool use_a = gap_a >= near.distance - slop, use_b = gap_b >= near.distance - slop;
  if (use_a && (!use_b || gap_a >= gap_b - 0.5 * slop)) {
    if (press_face(a, place_a, face_a, b, place_b, range, false, result)) return true;
  }
  if (use_b && press_face(b, place_b, face_b, a, place_a, range, true, result)) return true;
  if (use_a && press_face(a, place_a, face_a, b, place_b, range, false, result)) return true;
  result.normal = n;
  result.count = 1;
  result.points[0] = {near.point_a, near.distance, std::uint64_t{1} << 62};
  return true;
}

void press_bodies(const Body& a, const Body& b, double range, std::vector<Press>& result) {
  ContactSettings settings;
  settings.tolerance = range;
  settings.reduce = true;
  const ContactResult found = find_contacts(a, b, settings);
  if (!found.yes()) return;
  for (const Contact& contact : found.contacts) {
    if (contact.crossing) continue;
    Press* press = nullptr;
    for (Press& old : result)
      if (old.count < 4 && dot(old.normal, contact.normal) > 0.999) press = &old;
    if (press == nullptr) {
      result.emplace_back().normal = contact.normal;
      press = &result.back();
    }
    const auto name = [](const Feature& f) {
      return std::uint64_t(f.kind) << 30 | (std::uint64_t(f.triangle) << 4 ^ f.index);
    };
    const double gap = -contact.depth;
    press->points[press->count++] = {contact.point - contact.normal * (0.5 * gap), gap,
                                     name(contact.feature_a) << 32 | name(contact.feature_b)};
  }
}

}  // namespace graze
