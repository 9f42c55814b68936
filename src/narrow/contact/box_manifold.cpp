// Two boxes: the axis along which they reach least into each other (convex/box_axes.h), then the faces across it
// clipped, or the point between two edges.
//
// In the frame of the box whose face it is, the face is a rectangle at height 0, and the corners of the other box's
// face are known to within E (BoxAxes::rounding). The sides of the rectangle are put out by 2E, so that what is flush
// to rounding counts as inside, and points are put back onto it, by at most 3E. A point that clipping makes is between
// two such corners, wherever rounding puts it between them: so it is within E of the other face, within 2E of the side,
// and its height is right to within E. Put back by 3E, on a face that is inclined by at most 55 degrees (of three
// normals at right angles one is as near to any direction), its height is off by at most 6E more. Hence bounds of 8E.
//
// A point at a height of at most the tolerance less 8E proves that the bodies are that near; a lower bound of the depth
// above 0 that they overlap.
#include <algorithm>
#include <cmath>

#include "convex/box_axes.h"
#include "math/exact.h"
#include "math/posed_point.h"
#include "narrow/contact/manifold.h"
#include "shape/data.h"

namespace graze {
namespace {

constexpr int next(int k) { return k == 2 ? 0 : k + 1; }
constexpr int before(int k) { return k == 0 ? 2 : k - 1; }

// A corner of a polygon in the frame of the reference face: z is its height. `edge` leads to the next corner: 0 to 3
// are edges of the other face, 4 to 7 sides of the rectangle.
struct ClipPoint {
  double x, y, z;
  int edge;
};
struct Polygon {
  ClipPoint points[8 + 1];
  int count = 0;
};

// Clips to sign * (x or y) <= limit.
template <bool along_y>
void clip(const Polygon& in, double sign, double limit, int side, Polygon& out) {
  out.count = 0;
  const ClipPoint* last = &in.points[in.count - 1];
  double last_over = sign * (along_y ? last->y : last->x) - limit;
  for (int i = 0; i < in.count; ++i) {
    const ClipPoint& point = in.points[i];
    const double over = sign * (along_y ? point.y : point.x) - limit;
    if ((last_over <= 0) != (over <= 0)) {
      const double part = last_over / (last_over - over);
      ClipPoint& cut = out.points[out.count++];
      cut.x = along_y ? last->x + part * (point.x - last->x) : sign * limit;
      cut.y = along_y ? sign * limit : last->y + part * (point.y - last->y);
      cut.z = last->z + part * (point.z - last->z);
      cut.edge = last_over <= 0 ? side : last->edge;
    }
    if (over <= 0) out.points[out.count++] = point;
    last = &point;
    last_over = over;
  }
}

// A face of one box: the axis it is across, and which end.
struct Side {
  int axis;
  bool upper;
};

// Corner k of a face, in the order (+,+), (-,+), (-,-), (+,-) of the next axis and the one before.
unsigned corner_bits(Side face, int k) {
  const int j1 = next(face.axis), j2 = before(face.axis);
  unsigned bits = face.upper ? 1u << face.axis : 0u;
  if (k == 0 || k == 3) bits |= 1u << j1;
  if (k == 0 || k == 1) bits |= 1u << j2;
  return bits;
}
// Edge k of a face, from corner k to the next.
Feature edge_of(Side face, int k) {
  const int along = k == 0 || k == 2 ? next(face.axis) : before(face.axis);
  return box_edge(along, corner_bits(face, k));
}
// Sides of the rectangle: 4 and 5 at the upper and lower end of the next axis, 6 and 7 of the one before.
int edge_of_side(int side) { return side == 4 ? 3 : side == 5 ? 1 : side == 6 ? 0 : 2; }
// The corner between two sides, as a corner of the face.
int corner_between(int side, int other) {
  const bool low_x = side == 5 || other == 5, low_y = side == 7 || other == 7;
  return low_x ? (low_y ? 2 : 1) : (low_y ? 3 : 0);
}

struct Pair {
  const SquareBox &a, &b;
  const BoxAxes& axes;
  double tolerance;
  bool reduced;  // at most four points
};

enum class Tried : std::uint8_t { proven, found, nothing };

// The face of the box along `axis`, and the face of the other that looks against it.
Tried clip_faces(const Pair& pair, int axis, Manifold& m) {
  const BoxAxes& x = pair.axes;
  const bool on_a = axis < 3;
  const SquareBox &reference = on_a ? pair.a : pair.b, &other = on_a ? pair.b : pair.a;
  const int i = on_a ? axis : axis - 3, i1 = next(i), i2 = before(i);
  double turn[3][3], to[3];  // of the other box in the frame of the reference: rows i1, i2, i
  const int rows[3] = {i1, i2, i};
  for (int p = 0; p < 3; ++p) {
    to[p] = on_a ? x.to_b[rows[p]] : -x.from_a[rows[p]];
    for (int q = 0; q < 3; ++q) turn[p][q] = on_a ? x.product[rows[p]][q] : x.product[q][rows[p]];
  }
  const double sign = to[2] < 0 ? -1 : 1;
  const double height[3] = {std::fabs(turn[2][0]), std::fabs(turn[2][1]), std::fabs(turn[2][2])};
  int j = height[1] > height[0] ? 1 : 0;
  if (height[2] > height[j]) j = 2;
  const int j1 = next(j), j2 = before(j);
  const bool upper = sign * turn[2][j] < 0;
  const Side own{i, sign > 0}, against{j, upper};
  const double out = upper ? other.half[j] : -other.half[j];
  Polygon one, two;
  {
    double corner[3][4];
    for (int p = 0; p < 3; ++p) {
      const double middle = to[p] + out * turn[p][j], e = other.half[j1] * turn[p][j1],
                   f = other.half[j2] * turn[p][j2];
      corner[p][0] = (middle + e) + f;
      corner[p][1] = (middle - e) + f;
      corner[p][2] = (middle - e) - f;
      corner[p][3] = (middle + e) - f;
    }
    for (int k = 0; k < 4; ++k)
      one.points[k] = {corner[0][k], corner[1][k], sign * corner[2][k] - reference.half[i], k};
    one.count = 4;
  }
  const double rounding = x.rounding, grown = 2 * rounding;
  const double width = reference.half[i1], depth = reference.half[i2];
  Polygon* in = &one;
  Polygon* clipped = &two;
  const auto most = [&](auto member, double way) {
    double result = way * (in->points[0].*member);
    for (int k = 1; k < in->count; ++k) result = std::max(result, way * (in->points[k].*member));
    return result;
  };
  bool cut = false;
  const auto cut_by = [&](auto along_y, double way, double limit, int side) {
    if (in->count == 0 || most(along_y ? &ClipPoint::y : &ClipPoint::x, way) <= limit + grown) return;
    clip<along_y>(*in, way, limit + grown, side, *clipped);
    std::swap(in, clipped);
    cut = true;
  };
  cut_by(std::false_type{}, 1, width, 4);
  cut_by(std::false_type{}, -1, width, 5);
  cut_by(std::true_type{}, 1, depth, 6);
  cut_by(std::true_type{}, -1, depth, 7);

  bool witness = false;
  m.count = 0;
  m.normal = normal_of(pair.a, pair.b, x, axis);
  m.arbitrary = std::fabs(to[2]) <= rounding;
  m.bound = m.point_bound = 8 * rounding;
  for (int k = 0; k < in->count; ++k) {
    const ClipPoint& p = in->points[k];
    if (p.z > pair.tolerance + rounding) continue;
    witness = witness || (p.z <= pair.tolerance - 8 * rounding && p.z >= -2 * reference.half[i]);
    ManifoldPoint& point = m.points[std::size_t(m.count)];
    point.x = std::clamp(p.x, -width, width);
    point.y = std::clamp(p.y, -depth, depth);
    if (cut) {
      bool twice = false;
      for (int l = 0; l < m.count; ++l) {
        const ManifoldPoint& other_point = m.points[std::size_t(l)];
        twice = twice || std::fabs(other_point.x - point.x) + std::fabs(other_point.y - point.y) <= 4 * grown;
      }
      if (twice) continue;
    }
    point.depth = -p.z;
    // For now the edges before and after it.
    point.feature_a.index = std::uint16_t(in->points[k == 0 ? in->count - 1 : k - 1].edge);
    point.feature_b.index = std::uint16_t(p.edge);
    ++m.count;
  }
  if (m.count == 0) return Tried::nothing;
  m.deepest = m.points[0].depth;
  for (int k = 1; k < m.count; ++k) m.deepest = std::max(m.deepest, m.points[std::size_t(k)].depth);
  if (pair.reduced) reduce(m, pair.tolerance, nullptr);
  const Vec3 outward = sign < 0 ? -reference.axis[i] : reference.axis[i];
  for (int k = 0; k < m.count; ++k) {
    ManifoldPoint& point = m.points[std::size_t(k)];
    point.point = ((reference.centre + reference.axis[i1] * point.x) + reference.axis[i2] * point.y) +
                  outward * (reference.half[i] - 0.5 * point.depth);
    const int from = point.feature_a.index, to_next = point.feature_b.index;
    Feature of_reference, of_other;
    if (from < 4 && to_next < 4) {
      of_reference = box_face(i, corner_bits(own, 0));
      of_other = box_corner(corner_bits(against, to_next));
    } else if (from >= 4 && to_next >= 4) {
      of_reference = box_corner(corner_bits(own, corner_between(from, to_next)));
      of_other = box_face(j, corner_bits(against, 0));
    } else {
      of_reference = edge_of(own, edge_of_side(std::max(from, to_next)));
      of_other = edge_of(against, std::min(from, to_next));
    }
    point.feature_a = on_a ? of_reference : of_other;
    point.feature_b = on_a ? of_other : of_reference;
  }
  return witness ? Tried::proven : Tried::found;
}

// Two edges: one contact, between their nearest points.
Tried cross_edges(const Pair& pair, int axis, Manifold& m) {
  const SquareBox &a = pair.a, &b = pair.b;
  const int i = (axis - 6) / 3, j = (axis - 6) % 3;
  const Vec3 n = normal_of(a, b, pair.axes, axis), way = b.centre - a.centre;
  unsigned upper_a = 0, upper_b = 0;
  Vec3 on_a = a.centre, on_b = b.centre;
  for (int k = 0; k < 3; ++k) {
    const bool up_a = dot(n, a.axis[k]) >= 0, up_b = dot(n, b.axis[k]) < 0;
    upper_a |= (up_a ? 1u : 0u) << k;
    upper_b |= (up_b ? 1u : 0u) << k;
    if (k != i) on_a = on_a + a.axis[k] * (up_a ? a.half[k] : -a.half[k]);
    if (k != j) on_b = on_b + b.axis[k] * (up_b ? b.half[k] : -b.half[k]);
  }
  const double c = pair.axes.product[i][j], p = pair.axes.product[next(i)][j], q = pair.axes.product[before(i)][j];
  const Vec3 from = on_b - on_a;
  const double along_a = dot(from, a.axis[i]), along_b = dot(from, b.axis[j]), square = p * p + q * q;
  on_a = on_a + a.axis[i] * std::clamp((along_a - c * along_b) / square, -a.half[i], a.half[i]);
  on_b = on_b + b.axis[j] * std::clamp((c * along_a - along_b) / square, -b.half[j], b.half[j]);
  const double depth = overlap_along(a, b, n), apart = length(on_b - on_a), rounding = pair.axes.rounding;
  // Ends that were put back onto their edges show here as a longer way than the depth.
  const double aside = std::max(apart - std::fabs(depth), 0.0);
  if (!(aside <= 1e-9 * (a.farthest + b.farthest)) || -depth > pair.tolerance) return Tried::nothing;
  m.normal = n;
  m.arbitrary = std::fabs(dot(n, way)) <= rounding;
  m.bound = 2 * rounding;
  m.point_bound = 4 * rounding + 0.5 * aside;
  m.count = 1;
  ManifoldPoint& point = m.points[0];
  point.point = on_a * 0.5 + on_b * 0.5;
  point.depth = depth;
  point.x = point.y = 0;
  point.feature_a = box_edge(i, upper_a);
  point.feature_b = box_edge(j, upper_b);
  return depth < 0 && apart <= pair.tolerance - 4 * rounding ? Tried::proven : Tried::found;
}

// How much of the tolerance is left between an inner box and the faces around it: above 0 it has no contacts.
double inside_by(const SquareBox& outer, const double* way, const double* overlap) {
  double least = 1e308;
  for (int k = 0; k < 3; ++k) least = std::min(least, 2 * (outer.half[k] - std::fabs(way[k])) - overlap[k]);
  return least;
}

bool is_plain(const Pose& pose) { return pose.linear == Mat3{}; }

// Boxes along the axes of the world: their posed corners are those of boxes of doubles.
bool plain_boxes_meet(Vec3 half_a, Vec3 at_a, Vec3 half_b, Vec3 at_b) {
  for (int k = 0; k < 3; ++k)
    if (at_b[k] - half_b[k] > at_a[k] + half_a[k] || at_a[k] - half_a[k] > at_b[k] + half_b[k]) return false;
  return true;
}

// --- flush in a turned frame ---
//
// Where faces are flush to rounding and the tolerance is 0, exact signs of a few corners tell what the doubles mean.
// The hull of a box's posed corners has above a face the two triangles of the diagonal that bends outward
// (narrow/body/box_hull.h). A corner of the other box that is not above their planes, and inside of the other five
// faces by more than rounding, is in the hull: the boxes meet. All corners above one of the planes: they do not.

enum class Meeting : std::uint8_t { yes, no, unknown };

struct ExactFace {
  Triangle outer[2];  // counter-clockwise from outside

  bool below(Vec3 p) const {
    return side(outer[0].a, outer[0].b, outer[0].c, p) <= 0 && side(outer[1].a, outer[1].b, outer[1].c, p) <= 0;
  }
};

ExactFace exact_face(const Body& box, Side face) {
  const ShapeData& shape = data_of(box.shape);
  const Pose& pose = box.pose;
  const bool mirrored = dot(cross(pose.linear.c0, pose.linear.c1), pose.linear.c2) < 0;
  const auto first = std::uint32_t(4 * (2 * face.axis + (face.upper ? 1 : 0)));
  const auto triangle = [&](std::uint32_t k) {
    const Triangle t = shape.triangle(first + k);
    return mirrored ? Triangle{posed(pose, t.a), posed(pose, t.c), posed(pose, t.b)}
                    : Triangle{posed(pose, t.a), posed(pose, t.b), posed(pose, t.c)};
  };
  const Triangle t = triangle(0);
  const std::uint32_t outer = side(t.a, t.b, t.c, posed(pose, shape.triangle(first + 1).c)) > 0 ? 2 : 0;
  return {{outer == 0 ? t : triangle(2), triangle(outer + 1)}};
}

// The face of `own` that looks to the other box; `rounding` is that of BoxAxes.
Meeting flush_meeting(const Body& own_body, const SquareBox& own, Side face, const Body& other, double rounding) {
  const ExactFace exact = exact_face(own_body, face);
  bool above[2] = {true, true};
  for (const Vec3& vertex : data_of(other.shape).vertices.view()) {
    const Vec3 p = posed(other.pose, vertex), from = p - own.centre;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
      const double at = dot(from, own.axis[k]), limit = own.half[k] - 4 * rounding;
      inside = inside && (k == face.axis ? (face.upper ? at : -at) >= -limit : std::fabs(at) <= limit);
    }
    if (inside && exact.below(p)) return Meeting::yes;
    for (int k = 0; k < 2; ++k)
      above[k] = above[k] && side(exact.outer[k].a, exact.outer[k].b, exact.outer[k].c, p) > 0;
  }
  return above[0] || above[1] ? Meeting::no : Meeting::unknown;
}

// Do edges of the two faces show that the boxes meet? `up` leads from the first box to the second.
bool edges_meet(const Body& own, Side face, const Body& other, Side against, Vec3 up, double rounding) {
  Vec3 p[4], q[4];
  for (int k = 0; k < 4; ++k) {
    p[k] = posed(own.pose, data_of(own.shape).vertices[corner_bits(face, k)]);
    q[k] = posed(other.pose, data_of(other.shape).vertices[corner_bits(against, k)]);
  }
  for (int k = 0; k < 4; ++k)
    for (int l = 0; l < 4; ++l) {
      const Vec3 p0 = p[k], p1 = p[(k + 1) % 4], q0 = q[l], q1 = q[(l + 1) % 4], along = p1 - p0, way = q1 - q0;
      const Vec3 across = cross(along, way);
      const double turn = dot(up, across), size = length(along), other_size = length(way);
      if (!(std::fabs(turn) > 0.01 * size * other_size)) continue;
      // Where they cross, as parts of the edges.
      const double s = dot(up, cross(q0 - p0, way)) / turn, t = dot(up, cross(q0 - p0, along)) / turn;
      const double end = 1024 * rounding / size, other_end = 1024 * rounding / other_size;
      if (!(s > end && s < 1 - end && t > other_end && t < 1 - other_end)) continue;
      // The determinant of (along, q0 - p0, q1 - p0) is that of (along, q0 - p0, way): with q raised it has the sign
      // of -turn.
      const int sign = side(p0, p1, q0, q1);
      if (sign == 0 || (sign > 0) == (turn > 0)) return true;
    }
  return false;
}

// The boxes are flush at the face across axis i, of a or of b, as far as doubles tell.
Meeting exact_meeting(const Body& body_a, const SquareBox& a, const Body& body_b, const SquareBox& b, const BoxAxes& x,
                      bool on_a, int i) {
  int j = 0;
  const auto product = [&](int k) { return on_a ? x.product[i][k] : x.product[k][i]; };
  for (int k = 1; k < 3; ++k)
    if (std::fabs(product(k)) > std::fabs(product(j))) j = k;
  const int of_a = on_a ? i : j, of_b = on_a ? j : i;
  const Side face_a{of_a, x.to_b[of_a] >= 0}, face_b{of_b, x.from_a[of_b] < 0};
  const Meeting first = flush_meeting(body_a, a, face_a, body_b, x.rounding);
  if (first != Meeting::unknown) return first;
  const Meeting second = flush_meeting(body_b, b, face_b, body_a, x.rounding);
  if (second != Meeting::unknown) return second;
  const Vec3 up = face_a.upper ? a.axis[of_a] : -a.axis[of_a];
  return edges_meet(body_a, face_a, body_b, face_b, up, x.rounding) ? Meeting::yes : Meeting::unknown;
}

}  // namespace

Verdict box_manifold(const Body& body_a, const Body& body_b, double tolerance, bool reduced, int& axis,
                     Manifold& m) noexcept {
  SquareBox a, b;
  const Vec3 half_a = data_of(body_a.shape).bounds.hi, half_b = data_of(body_b.shape).bounds.hi;
  if (!make_square_box(half_a, body_a.pose, a) || !make_square_box(half_b, body_b.pose, b)) return Verdict::undecided;
  if (!(tolerance < 0x1p100)) return Verdict::undecided;
  BoxAxes x;
  find_box_axes(a, b, tolerance, axis, x);
  if (x.parting >= 0) {
    axis = x.parting;
    return Verdict::none;
  }
  const double most_inside = std::max(inside_by(a, x.to_b, x.face), inside_by(b, x.from_a, x.face + 3)) - tolerance;
  if (most_inside > 8 * x.rounding) return Verdict::none;
  if (most_inside > -8 * x.rounding) return Verdict::undecided;

  // Of axes that are nearly as good the one of the last answer, else a face of a, then a face of b.
  const double size = (a.half[0] + a.half[1] + a.half[2]) + (b.half[0] + b.half[1] + b.half[2]);
  const double thin = std::min({a.half[0], a.half[1], a.half[2], b.half[0], b.half[1], b.half[2]});
  const double bias = 1e-9 * size + std::min(tolerance, 0x1p-7 * thin);
  const int last = axis;
  const bool keep_b = last == x.face_b && x.overlap_b <= x.overlap_a + bias;
  const bool b_first = keep_b || x.overlap_b < x.overlap_a - bias;
  const double of_faces = b_first ? x.overlap_b : x.overlap_a;
  const bool across = x.edges >= 0 && (last == x.edges ? x.across <= of_faces + bias : x.across < of_faces - bias);
  const int order[3] = {across    ? x.edges
                        : b_first ? x.face_b
                                  : x.face_a,
                        b_first ? x.face_b : x.face_a, b_first ? x.face_a : x.face_b};
  const bool plain = tolerance == 0 && is_plain(body_a.pose) && is_plain(body_b.pose);
  if (plain && !plain_boxes_meet(half_a, a.centre, half_b, b.centre)) return Verdict::none;
  const Pair pair{a, b, x, tolerance, reduced};
  for (int k = across ? 0 : 1; k < 3; ++k) {
    const Tried tried = order[k] >= 6 ? cross_edges(pair, order[k], m) : clip_faces(pair, order[k], m);
    if (tried == Tried::nothing) continue;
    // A face that is not the best may miss what is deepest.
    if (order[k] < 6 && m.deepest < x.face[order[k]] - bias - 8 * x.rounding) continue;
    if (tried != Tried::proven && !(x.lower > 0) && !plain) {
      if (tolerance != 0 || order[k] >= 6) return Verdict::undecided;
      const bool on_a = order[k] < 3;
      const Meeting meeting = exact_meeting(body_a, a, body_b, b, x, on_a, on_a ? order[k] : order[k] - 3);
      if (meeting == Meeting::unknown) return Verdict::undecided;
      if (meeting == Meeting::no) return Verdict::none;
    }
    axis = order[k];
    return Verdict::contacts;
  }
  return Verdict::undecided;
}

}  // namespace graze
