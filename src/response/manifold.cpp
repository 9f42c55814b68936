#include "response/manifold.h"

#include <algorithm>

#include "graze/contacts.h"
#include "narrow/body/borrowed.h"

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

// What of a piece looks along a direction, in the world and without its radius: a flat side, or the edge or point that
// is nearest there.
struct Facet {
  Vec3 out;  // of a flat one: unit, up to rounding
  bool flat = false;
  double cosine = -2;  // of a flat one with the direction
  std::uint32_t name = 0;
  int count = 0;  // of corners; 0: too many
  Vec3 at[32];
};

// The flat end of a cylinder or cone is taken for a polygon, turned so that a corner is where the rim is nearest.
void facing_end(const ConvexPiece& piece, const Pose& pose, Vec3 m, double z, Facet& facet) {
  struct Corner2 {
    double x, y;
  };
  constexpr double c = 0.86602540378443865, s = 0.5;  // of 30 degrees
  constexpr Corner2 ring[12] = {{1, 0},  {c, s},   {s, c},   {0, 1},  {-s, c}, {-c, s},
                                {-1, 0}, {-c, -s}, {-s, -c}, {0, -1}, {s, -c}, {c, -s}};
  const double across = std::sqrt(m.x * m.x + m.y * m.y);
  const Corner2 to = across > 0.01 ? Corner2{m.x / across, m.y / across} : Corner2{1, 0};
  const double side = z > 0 ? 1 : -1, r = piece.half.x;
  facet.flat = true;
  facet.out = pose.linear.c2 * side;
  facet.cosine = m.z * side;
  facet.name = z > 0;
  facet.count = 12;
  for (int i = 0; i < 12; ++i) {
    const Corner2 k = ring[i];
    const double y = side * k.y;
    facet.at[i] = pose * Vec3{r * (to.x * k.x - to.y * y), r * (to.y * k.x + to.x * y), z};
  }
}

void facing_curve(const ConvexPiece& piece, const BodyPlace& place, Vec3 n, Facet& facet) {
  const Pose pose = pose_of(place) * piece.at;
  const Vec3 m = row_product(pose.linear, n), half = piece.half;
  if (piece.kind == PieceKind::ellipsoid) {
    const Vec3 s{half.x * m.x, half.y * m.y, half.z * m.z};
    const double size = length(s);
    facet.count = 1;
    facet.at[0] = pose * (size > 0 ? Vec3{half.x * s.x, half.y * s.y, half.z * s.z} / size : Vec3{});
    return;
  }
  const bool cone = piece.kind == PieceKind::cone;
  if (m.z < -0.7 || (!cone && m.z > 0.7)) return facing_end(piece, pose, m, m.z < 0 ? -half.z : half.z, facet);
  const double across = std::sqrt(m.x * m.x + m.y * m.y), r = across > 0 ? half.x / across : 0;
  const Vec3 rim{m.x * r, m.y * r, -half.z};
  facet.count = 2;
  facet.at[0] = pose * rim;
  facet.at[1] = pose * (cone ? Vec3{0, 0, half.z} : Vec3{rim.x, rim.y, half.z});
}

void facing(const ConvexPiece& piece, const BodyPlace& place, Vec3 n, Facet& facet) {
  if (piece.curved()) return facing_curve(piece, place, n, facet);
  if (piece.faces.empty()) {
    if (piece.points.size() > 2) return;
    for (const Vec3 p : piece.points) facet.at[facet.count++] = carried(place, p);
    return;
  }
  const Vec3 m = row_product(place.turn, n);
  const PieceFace* best = nullptr;
  for (const PieceFace& face : piece.faces) {
    const double c = dot(face.normal, m);
    if (c <= facet.cosine) continue;
    facet.cosine = c;
    best = &face;
  }
  facet.flat = true;
  facet.out = place.turn * best->normal;
  facet.name = std::uint32_t(best - piece.faces.data());
  if (best->count > 32) return;
  for (std::uint32_t i = 0; i < best->count; ++i)
    facet.at[facet.count++] = carried(place, piece.points[piece.loop[best->first + i]]);
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

// The points of a flat side of `one`, and what looks at it of `other`; `flip`: one is b.
bool press_side(const Facet& side, double radius_one, const ConvexPiece& other, const BodyPlace& place_other,
                double range, bool flip, Press& result) {
  const Vec3 out = side.out;
  Facet seen;
  facing(other, place_other, -out, seen);
  if (side.count == 0 || seen.count == 0 || (seen.flat && !(seen.cosine > 0.1))) return false;
  Corner buffer[2][72];
  int count = seen.count, turn = 0;
  for (int i = 0; i < count; ++i) buffer[0][i] = {seen.at[i], seen.name << 5 | std::uint32_t(i), std::uint32_t(i)};
  for (int i = 0; i < side.count && count > 0; ++i) {
    const Vec3 p = side.at[i], q = side.at[i + 1 == side.count ? 0 : i + 1];
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
      if (d0 > 0) t[0] = {cut(), std::uint32_t(i + 1) << 16 | s[0].name, 0};
      if (d1 > 0) t[1] = {cut(), std::uint32_t(i + 1) << 16 | s[1].name, 0};
      turn = 1 - turn;
      continue;
    }
    count = clip(buffer[turn], count, p, cross(q - p, out), std::uint32_t(i), buffer[1 - turn]);
    turn = 1 - turn;
    if (count > 36) return false;
  }
  Corner* points = buffer[turn];
  double gap[72];
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const double g = dot(points[i].p - side.at[0], out) - radius_one - other.radius;
    if (g > range) continue;
    gap[kept] = g;
    points[kept++] = points[i];
  }
  kept = reduce(points, gap, kept, out);
  result.normal = flip ? -out : out;
  result.side = flip ? PressSide::b : PressSide::a;
  result.count = kept;
  for (int i = 0; i < kept; ++i) {
    // On a: the point on the face where that is a, else the one that looks at it.
    const Vec3 on_a = flip ? points[i].p - out * other.radius : points[i].p - out * (gap[i] + other.radius);
    result.points[i] = {on_a, gap[i], std::uint64_t(flip) << 63 | std::uint64_t(side.name) << 32 | points[i].name};
  }
  return kept > 0;
}

// Two edges that run side by side press along all of what they have in common: at its two ends.
bool press_edges(const Facet& p, double radius_a, const Facet& q, double radius_b, Vec3 n, double range,
                 Press& result) {
  if (p.flat || q.flat || p.count != 2 || q.count != 2) return false;
  const Vec3 along = p.at[1] - p.at[0], other = q.at[1] - q.at[0];
  const double size_sq = dot(along, along), along_other = dot(along, other);
  const Vec3 across = cross(along, other);
  if (!(size_sq > 0) || dot(across, across) > 0.01 * size_sq * dot(other, other)) return false;
  double lo = dot(q.at[0] - p.at[0], along) / size_sq, hi = lo + along_other / size_sq;
  const double slope = size_sq / along_other;  // of the other's parameter by this one's
  const double start = lo;
  if (lo > hi) std::swap(lo, hi);
  lo = std::max(lo, 0.0);
  hi = std::min(hi, 1.0);
  if (!((hi - lo) * (hi - lo) * size_sq > 1e-6 * (radius_a + radius_b) * (radius_a + radius_b)) || hi <= lo)
    return false;
  result.normal = n;
  result.count = 0;
  for (const double t : {lo, hi}) {
    const Vec3 on_p = p.at[0] + along * t, on_q = q.at[0] + other * ((t - start) * slope);
    const double gap = dot(on_q - on_p, n) - radius_a - radius_b;
    if (gap > range) continue;
    result.points[result.count++] = {on_p + n * radius_a, gap, std::uint64_t{3} << 61 | (t == lo)};
  }
  return result.count > 0;
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
  const DistanceResult near =
      find_distance({borrowed(a.shape), pose_of(place_a)}, {borrowed(b.shape), pose_of(place_b)}, settings);
  if (near.beyond || !(near.distance > 0) || !is_finite(near.normal)) return false;
  const Vec3 n = near.normal;
  const double slop = std::max(0.2 * skin, 0.02 * near.distance);
  Facet side_a, side_b;
  const auto round = [](const ConvexPiece& piece, const BodyPlace& place, Vec3 along) {
    const bool rolls =
        piece.kind == PieceKind::cylinder && std::fabs(dot(place.turn * piece.at.linear.c2, along)) < 0.1;
    return piece.radius + (rolls ? piece.half.x : 0);
  };
  result.round_a = round(a, place_a, n);
  result.round_b = round(b, place_b, n);
  facing(a, place_a, n, side_a);
  facing(b, place_b, -n, side_b);
  // Gaps along the normals of the two sides.
  double gap_a = -1e300, gap_b = -1e300;
  if (side_a.flat && side_a.cosine > 0.9)
    gap_a = -highest(b, place_b, -side_a.out, 1) - highest(a, place_a, side_a.out, 1);
  if (side_b.flat && side_b.cosine > 0.9)
    gap_b = -highest(a, place_a, -side_b.out, 1) - highest(b, place_b, side_b.out, 1);
  const bool use_a = gap_a >= near.distance - slop, use_b = gap_b >= near.distance - slop;
  if (use_a && (!use_b || gap_a >= gap_b - 0.5 * slop)) {
    if (press_side(side_a, a.radius, b, place_b, range, false, result)) return true;
  }
  if (use_b && press_side(side_b, b.radius, a, place_a, range, true, result)) return true;
  if (use_a && press_side(side_a, a.radius, b, place_b, range, false, result)) return true;
  if (press_edges(side_a, a.radius, side_b, b.radius, n, range, result)) return true;
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
