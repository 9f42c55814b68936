// Maia, Vidal and Cavalcante-Neto, Transformation Semantics, section 3.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "graze/study_frames.h"
#include "narrow/body/posed.h"
#include "study/systems/tree_walk.h"

namespace graze::study {
namespace {

std::size_t index(Frame frame) { return static_cast<std::size_t>(frame); }

Triangle carried(const Pose& pose, const Triangle& t) { return {pose * t.a, pose * t.b, pose * t.c}; }

// Ends of the triangle along an axis.
struct Span1 {
  double lo, hi;
};
Span1 span(const Triangle& t, Vec3 axis) {
  const double x = dot(axis, t.a), y = dot(axis, t.b), z = dot(axis, t.c);
  return {std::min({x, y, z}), std::max({x, y, z})};
}

// A segment against boxes along the axes: the parts of it between the two planes of each axis must overlap. Boxes are
// grown by more than doubles round.
class SlabTest {
 public:
  SlabTest(Vec3 from, Vec3 way) : from_(from), inverse_{1 / way.x, 1 / way.y, 1 / way.z} {}
  bool meets(const Box& box, double end) const {
    double lo = 0, hi = end;
    for (int k = 0; k < 3; ++k) {
      const double room = 1e-12 * (std::fabs(box.lo[k]) + std::fabs(box.hi[k]) + std::fabs(from_[k]));
      const double below = box.lo[k] - room - from_[k], above = box.hi[k] + room - from_[k];
      if (!std::isfinite(inverse_[k])) {
        if (below > 0 || above < 0) return false;
        continue;
      }
      const double s = below * inverse_[k], t = above * inverse_[k];
      lo = std::max(lo, std::min(s, t));
      hi = std::min(hi, std::max(s, t));
    }
    return lo <= hi * (1 + 1e-12);
  }

 private:
  Vec3 from_, inverse_;
};

// The box of a posed box by the signs of the matrix, in double.
Box box_around(const Pose& pose, const Box& box) {
  Box around{pose.translation, pose.translation};
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 3; ++k) {
      const double s = pose.linear[k][row] * box.lo[k], t = pose.linear[k][row] * box.hi[k];
      around.lo[row] += std::min(s, t);
      around.hi[row] += std::max(s, t);
    }
  return around;
}

}  // namespace

const char* name(Frame frame) noexcept {
  constexpr std::array names{"W", "A", "A'", "A''", "B", "B'", "B''"};
  return names[index(frame)];
}

PairFrames::PairFrames(const Pose& pose_a, const Pose& pose_b) {
  const auto fill = [&](const Pose& pose, Frame local) {
    const Decomposition parts = decompose(pose);
    const Pose turn{to_matrix(parts.rotation), {}}, shift{{}, parts.translation};
    to_world_[index(local)] = pose;
    to_world_[index(local) + 1] = shift * turn;
    to_world_[index(local) + 2] = shift;
  };
  to_world_[index(Frame::world)] = {};
  fill(pose_a, Frame::a);
  fill(pose_b, Frame::b);
}

Pose PairFrames::between(Frame from, Frame to) const noexcept {
  if (from == to) return {};
  return inverse(to_world_[index(to)]) * to_world_[index(from)];
}

AxesResult separating_axes(const Triangle& a, const Triangle& b, const AxesSettings& settings) noexcept {
  AxesResult result;
  const Vec3 edges_a[3] = {a.b - a.a, a.c - a.b, a.a - a.c}, edges_b[3] = {b.b - b.a, b.c - b.b, b.a - b.c};
  const Vec3 normal_a = cross(edges_a[0], edges_a[1]), normal_b = cross(edges_b[0], edges_b[1]);
  const auto parts = [&](Vec3 axis) {
    const double size = length(axis);
    if (!(size > 0)) return false;
    ++result.axes;
    const Span1 p = span(a, axis), q = span(b, axis);
    const double thick = 2 * settings.fat * size;
    return p.hi + thick < q.lo || q.hi + thick < p.lo;
  };
  if (parts(normal_a) || parts(normal_b)) return result;
  const Vec3 line = cross(normal_a, normal_b);
  const bool parallel = dot(line, line) <= 1e-24 * dot(normal_a, normal_a) * dot(normal_b, normal_b);
  if (!parallel)
    for (const Vec3 u : edges_a)
      for (const Vec3 v : edges_b)
        if (parts(cross(u, v))) return result;
  if (parallel || settings.all_axes) {
    for (const Vec3 u : edges_a)
      if (parts(cross(normal_a, u))) return result;
    for (const Vec3 v : edges_b)
      if (parts(cross(normal_b, v))) return result;
  }
  result.meet = true;
  return result;
}

TreeCollide collide_in(Frame frame, const TreeBody& a, const TreeBody& b, bool all,
                       const AxesSettings& settings) noexcept {
  return guarded<TreeCollide>([&] {
    if (a.tree == nullptr || b.tree == nullptr) return failed<TreeCollide>(Status::invalid);
    int orientation = 0;
    for (const Pose* pose : {&a.pose, &b.pose})
      if (const Status s = check_pose(*pose, orientation); s != Status::ok) return failed<TreeCollide>(s);
    Pose from_a, from_b;
    try {
      const PairFrames frames_of(a.pose, b.pose);
      from_a = frames_of.between(Frame::a, frame);
      from_b = frames_of.between(Frame::b, frame);
    } catch (const Error&) {
      return failed<TreeCollide>(Status::invalid);
    }
    TreeCollide result = no_so_far<TreeCollide>();
    TreeCounters counters;
    const Status status = for_each_pair(a, b, counters, [&](std::uint32_t i, std::uint32_t j) {
      if (!separating_axes(carried(from_a, a.tree->shape().triangle(i)), carried(from_b, b.tree->shape().triangle(j)),
                           settings)
               .meet)
        return true;
      result.answer = Answer::yes;
      if (all) result.pairs.push_back({i, j});
      return all;
    });
    if (status != Status::ok) return failed<TreeCollide>(status);
    result.counters = counters;
    std::sort(result.pairs.begin(), result.pairs.end());
    return result;
  });
}

double segment_in(Frame frame, const TreeBody& a, Vec3 from, Vec3 to) noexcept {
  double best = std::numeric_limits<double>::infinity();
  try {
    if (a.tree == nullptr) return unknown_number;
    const PairFrames frames_of(a.pose, {});
    const Pose body = frames_of.between(Frame::a, frame), world = frames_of.between(Frame::world, frame);
    const Vec3 p = world * from, way = world * to - p;
    const SlabTest slabs(p, way);
    const auto test = [&](std::uint32_t i) {
      const Triangle local = a.tree->shape().triangle(i);
      const Triangle t = frame == Frame::a ? local : carried(body, local);
      const Vec3 u = t.b - t.a, v = t.c - t.a, square = cross(way, v);
      const double det = dot(u, square);
      if (det == 0) return;
      const Vec3 d = p - t.a, along = cross(d, u);
      const double x = dot(d, square) / det, y = dot(way, along) / det, time = dot(v, along) / det;
      if (x >= 0 && y >= 0 && x + y <= 1 && time >= 0 && time <= 1) best = std::min(best, time);
    };
    descend(
        *a.tree,
        [&](const Box& box) {
          return slabs.meets(frame == Frame::a ? box : box_around(body, box), std::min(1.0, best));
        },
        test);
  } catch (const std::exception&) {
    return unknown_number;
  }
  return best <= 1 ? best : unknown_number;
}

Pose inverse_by_semantics(const Pose& pose) noexcept { return inverse_trs(pose); }

Pose inverse_by_wu(const Pose& pose) noexcept {
  const Mat3& m = pose.linear;
  const double factor = 1 / dot(m.c0, m.c0);
  const Mat3 turned = transpose(m);
  const Mat3 linear{turned.c0 * factor, turned.c1 * factor, turned.c2 * factor};
  return {linear, -(linear * pose.translation)};
}

Pose inverse_by_cofactors(const Pose& pose) noexcept {
  double m[4][4] = {};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) m[r][c] = pose.linear.at(r, c);
    m[r][3] = pose.translation[r];
  }
  m[3][3] = 1;
  // Of the rows and columns after r and c, going round, which is the cofactor but for its sign.
  const auto minor = [&](int r, int c) {
    const auto at = [&](int i, int j) { return m[(r + i) & 3][(c + j) & 3]; };
    return at(1, 1) * (at(2, 2) * at(3, 3) - at(2, 3) * at(3, 2)) -
           at(1, 2) * (at(2, 1) * at(3, 3) - at(2, 3) * at(3, 1)) +
           at(1, 3) * (at(2, 1) * at(3, 2) - at(2, 2) * at(3, 1));
  };
  const auto cofactor = [&](int r, int c) { return ((r + c) & 1) != 0 ? -minor(r, c) : minor(r, c); };
  double determinant = 0;
  for (int c = 0; c < 4; ++c) determinant += m[0][c] * cofactor(0, c);
  Pose result;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) result.linear[c][r] = cofactor(c, r) / determinant;
  }
  for (int r = 0; r < 3; ++r) result.translation[r] = cofactor(3, r) / determinant;
  return result;
}

Box box_by_corners(const Pose& pose, const Box& local) noexcept {
  Box world;
  for (int i = 0; i < 8; ++i)
    world = merge(world, pose * Vec3{(i & 1) != 0 ? local.hi.x : local.lo.x, (i & 2) != 0 ? local.hi.y : local.lo.y,
                                     (i & 4) != 0 ? local.hi.z : local.lo.z});
  return world;
}

}  // namespace graze::study
