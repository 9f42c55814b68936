// transform: the arithmetic of Maia, Vidal and Cavalcante-Neto, section 3: inverse of translation * rotation * scale,
// its parts, and the world box of a posed box, each against the plain way.
#include <array>
#include <cmath>
#include <new>

#include "graze/graze.h"
#include "measure/timing.h"
#include "measure/workloads.h"
#include "scenes/scenes.h"

namespace graze::measure {
namespace {

constexpr std::size_t count = 128;  // all in the nearest cache

struct Input {
  std::vector<Pose> poses;
  std::vector<Box> boxes;
};

Input make_input(std::uint64_t seed) {
  scenes::Random random(seed);
  Input input;
  for (std::size_t i = 0; i < count; ++i) {
    const auto scale = [&] { return random.uniform(0.2, 3) * (random.uniform() < 0.1 ? -1 : 1); };
    const Vec3 factors{scale(), scale(), scale()};
    input.poses.push_back(make_pose(random.direction() * random.uniform(0, 100), random.rotation(), factors));
    const Vec3 p = random.direction() * random.uniform(0, 10), q = random.direction() * random.uniform(0, 10);
    input.boxes.push_back({min(p, q), max(p, q)});
  }
  return input;
}

// The corners of the local box, one by one; nothing is rounded outward. A call, as ours is.
[[gnu::noinline]] Box eight_corners(const Pose& pose, const Box& local) {
  Box world;
  for (int i = 0; i < 8; ++i)
    world = merge(world, pose * Vec3{(i & 1) != 0 ? local.hi.x : local.lo.x, (i & 2) != 0 ? local.hi.y : local.lo.y,
                                     (i & 4) != 0 ? local.hi.z : local.lo.z});
  return world;
}

// A 4 x 4 matrix by its cofactors, which knows nothing of the last row.
using Mat4 = std::array<double, 16>;

Mat4 to_mat4(const Pose& p) {
  Mat4 m{};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) m[std::size_t(4 * r + c)] = p.linear.at(r, c);
    m[std::size_t(4 * r + 3)] = p.translation[r];
  }
  m[15] = 1;
  return m;
}

[[gnu::noinline]] Mat4 cofactor_inverse(const Mat4& m) {
  Mat4 result;
  const auto at = [&](int r, int c) { return m[std::size_t(4 * (r & 3) + (c & 3))]; };
  // Of the rows and columns after r and c, going round.
  const auto minor = [&](int r, int c) {
    const auto two = [&](int r0, int r1, int c0, int c1) { return at(r0, c0) * at(r1, c1) - at(r0, c1) * at(r1, c0); };
    return (at(r + 1, c + 1) * two(r + 2, r + 3, c + 2, c + 3) - at(r + 1, c + 2) * two(r + 2, r + 3, c + 1, c + 3)) +
           at(r + 1, c + 3) * two(r + 2, r + 3, c + 1, c + 2);
  };
  double determinant = 0;
  for (int c = 0; c < 4; ++c) determinant += at(0, c) * ((c & 1) != 0 ? -minor(0, c) : minor(0, c));
  const double scale = 1 / determinant;
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
      result[std::size_t(4 * c + r)] = ((r + c) & 1) != 0 ? -minor(r, c) * scale : minor(r, c) * scale;
  return result;
}

// The result goes where it is to be, with no copy in between: that would wait for the stores of the result.
template <class Result, class Make>
void in_place(Result* at, Make&& make) {
  ::new (static_cast<void*>(at)) Result(make());
}

template <class Ours, class Peer>
Row time_both(const char* scene, const char* peer, int rounds, Ours&& ours, Peer&& theirs) {
  const Timings times = interleave({{ours}, {theirs}}, rounds, Clock::thread);
  Row row;
  row.workload = "transform";
  row.scene = scene;
  row.peer = peer;
  row.ours_ns = times.medians[0] * 1e9 / double(count);
  row.peer_ns = times.medians[1] * 1e9 / double(count);
  row.rounds = times.rounds;
  row.queries = count;
  return row;
}

// Off by more than a part in 1e11 of the largest number in either.
bool differ(const Pose& p, const Pose& q) {
  double most = 0, off = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) {
      const double x = c < 3 ? p.linear.at(r, c) : p.translation[r], y = c < 3 ? q.linear.at(r, c) : q.translation[r];
      most = std::max(most, std::fabs(x));
      off = std::max(off, std::fabs(x - y));
    }
  return !(off <= 1e-11 * most);
}

}  // namespace

std::vector<Row> transform(const Settings& settings) {
  const Input input = make_input(settings.seed);
  const int rounds = settings.effort.rounds;
  std::vector<Row> rows;

  std::vector<Box> ours(count), corners(count);
  rows.push_back(time_both(
      "global-box", "eight-corners", rounds,
      [&] {
        for (std::size_t i = 0; i < count; ++i)
          in_place(&ours[i], [&] { return posed_box(input.poses[i], input.boxes[i]); });
        keep(ours.data());
      },
      [&] {
        for (std::size_t i = 0; i < count; ++i)
          in_place(&corners[i], [&] { return eight_corners(input.poses[i], input.boxes[i]); });
        keep(corners.data());
      }));
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 wide = corners[i].hi - corners[i].lo, more = (ours[i].hi - ours[i].lo) - wide;
    if (merge(ours[i], corners[i]) != ours[i] || length(more) > 1e-12 * (length(wide) + 200))
      ++rows.back().disagreements;
  }

  std::vector<Pose> by_parts(count), by_cofactors(count);
  std::vector<Mat4> given(count), plain(count);
  for (std::size_t i = 0; i < count; ++i) given[i] = to_mat4(input.poses[i]);
  const auto invert = [&] {
    for (std::size_t i = 0; i < count; ++i) in_place(&by_parts[i], [&] { return inverse_trs(input.poses[i]); });
    keep(by_parts.data());
  };
  rows.push_back(time_both("inverse", "cofactors-3x3", rounds, invert, [&] {
    for (std::size_t i = 0; i < count; ++i) in_place(&by_cofactors[i], [&] { return inverse(input.poses[i]); });
    keep(by_cofactors.data());
  }));
  for (std::size_t i = 0; i < count; ++i) rows.back().disagreements += differ(by_parts[i], by_cofactors[i]) ? 1 : 0;
  rows.push_back(time_both("inverse", "cofactors-4x4", rounds, invert, [&] {
    for (std::size_t i = 0; i < count; ++i) in_place(&plain[i], [&] { return cofactor_inverse(given[i]); });
    keep(plain.data());
  }));
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = [&](int r, int c) { return plain[i][std::size_t(4 * r + c)]; };
    Pose pose;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) pose.linear[c][r] = entry(r, c);
      pose.translation[r] = entry(r, 3);
    }
    rows.back().disagreements += differ(by_parts[i], pose) ? 1 : 0;
  }

  // The parts cost three roots more than the inverse; with checks for shear and singular maps, and the quaternion.
  std::vector<Decomposition> parts(count);
  rows.push_back(time_both(
      "semantics", no_peer, rounds,
      [&] {
        for (std::size_t i = 0; i < count; ++i) in_place(&parts[i], [&] { return decompose(input.poses[i]); });
        keep(parts.data());
      },
      [] {}));
  rows.back().peer_ns = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Pose again = make_pose(parts[i].translation, parts[i].rotation, parts[i].scale);
    rows.back().disagreements += differ(again, input.poses[i]) ? 1 : 0;
  }
  return rows;
}

}  // namespace graze::measure
