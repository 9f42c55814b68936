// Every corner of the surface is moved by at most half of what is allowed, each of the sheets that meet at it for
// itself, to where all faces around it have gone inward.
//
// A point of the solid that is farther than that from the surface is in the core, since the surface does not pass it
// while it is moved, and goes on to wind around it. Any other is within half of what is allowed of a point of the
// surface, which has moved by as much at most, and which is a point of the core, whatever the moved triangles have
// become.
#include "narrow/depth/solid_core.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/work.h"
#include "math/point_hash.h"
#include "narrow/body/posed.h"
#include "narrow/depth/convex_faces.h"
#include "narrow/depth/way_out.h"
#include "narrow/inside/bounding.h"
#include "shape/complete.h"

namespace graze {

namespace {

constexpr std::uint32_t most_core_triangles = 1u << 17;

struct CutChain {
  std::vector<Vec3> points;  // each position once
  std::vector<Index3> triangles;
};

CutChain chain_of(const Posed& solid) {
  CutChain chain;
  std::unordered_map<Vec3, std::uint32_t, PointHash> known;
  const Bounding bounds(*solid.shape);
  for (std::uint32_t i = 0; i < solid.shape->triangle_count; ++i) {
    if (!bounds(i) || second_diagonal(*solid.shape, i)) continue;
    Triangle t = solid.triangle(i);
    if (solid.orientation < 0) std::swap(t.b, t.c);
    Index3 at{};
    std::size_t k = 0;
    for (const Vec3 p : {t.a, t.b, t.c}) {
      const auto [found, added] = known.try_emplace(p, static_cast<std::uint32_t>(chain.points.size()));
      if (added) chain.points.push_back(p);
      at[k++] = found->second;
    }
    // One that is a segment there and back bounds nothing.
    if (at[0] != at[1] && at[1] != at[2] && at[2] != at[0]) chain.triangles.push_back(at);
  }
  return chain;
}

// None of a triangle that says little about the way it faces: its height is very small beside its longest side, or
// beside what corners may move by.
Vec3 normal_of(const CutChain& chain, std::size_t triangle, double most) {
  const Index3& t = chain.triangles[triangle];
  const Vec3 a = chain.points[t[0]], u = chain.points[t[1]] - a, v = chain.points[t[2]] - a, n = cross(u, v);
  const double size = length(n), longest = std::sqrt(std::max({dot(u, u), dot(v, v), dot(v - u, v - u)}));
  constexpr double sliver = 1e-6;
  return size > std::max(sliver * longest, 0.01 * most) * longest ? n / size : Vec3{};
}

void add_direction(Vec3 n, std::vector<Vec3>& known) {
  const auto same = [&](Vec3 other) { return dot(other, n) > 1 - 1e-12; };
  if (std::none_of(known.begin(), known.end(), same)) known.push_back(n);
}

// Corner k of triangle t is 3 t + k. Corners of one sheet at a position have the same root.
class Sheets {
 public:
  explicit Sheets(const CutChain& chain) : chain_(chain), parent_(3 * chain.triangles.size()), across_(parent_.size()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // The triangle across the edge from this corner to the next.
  std::uint32_t across(std::uint32_t corner) const { return across_[corner] / 3; }
  // False where the surface is not closed.
  bool join() {
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> edges;  // the corners where triangles begin them
    for (std::uint32_t i = 0; i < parent_.size(); ++i) {
      const std::uint32_t from = number(i), to = number(next(i));
      edges[std::uint64_t{std::min(from, to)} << 32 | std::max(from, to)].push_back(i);
    }
    for (auto& [edge, corners] : edges)
      if (!join_around(corners)) return false;
    return true;
  }

 private:
  static std::uint32_t next(std::uint32_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
  std::uint32_t number(std::uint32_t corner) const { return chain_.triangles[corner / 3][corner % 3]; }

  void join(std::uint32_t first, std::uint32_t second) {
    across_[first] = second;
    across_[second] = first;
    parent_[root(first)] = root(next(second));
    parent_[root(next(first))] = root(second);
  }
  // Around an edge the solid is between a triangle that runs against it and the next one that runs along it; where one
  // ends and another begins, the two are touching shells.
  bool join_around(std::vector<std::uint32_t>& corners) {
    const std::uint32_t low = std::min(number(corners[0]), number(next(corners[0])));
    const auto along = [&](std::uint32_t corner) { return number(corner) == low; };
    const auto forward = static_cast<std::size_t>(std::count_if(corners.begin(), corners.end(), along));
    if (2 * forward != corners.size()) return false;
    if (forward == 1) {
      join(corners[0], corners[1]);
      return true;
    }
    const Vec3 from = chain_.points[low];
    const std::uint32_t high = along(corners[0]) ? number(next(corners[0])) : number(corners[0]);
    const Vec3 axis = chain_.points[high] - from;
    const auto off_axis = [&](std::uint32_t corner) {
      const Vec3 d = chain_.points[number(next(next(corner)))] - from;
      return d - axis * (dot(d, axis) / dot(axis, axis));
    };
    const Vec3 x = off_axis(corners[0]), y = cross(axis, x) / length(axis);
    constexpr double same = 1e-9;
    std::vector<std::pair<double, std::uint32_t>> order;
    for (const std::uint32_t corner : corners) {
      const Vec3 d = off_axis(corner);
      order.emplace_back(std::atan2(dot(d, y), dot(d, x)) - (along(corner) ? same : 0), corner);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> begun;
    for (int round = 0; round < 2; ++round)
      for (auto& [angle, corner] : order) {
        if (corner == done) continue;
        if (!along(corner)) {
          if (round == 0) begun.push_back(corner);
        } else if (!begun.empty()) {
          join(corner, begun.back());
          begun.pop_back();
          corner = done;
        }
      }
    return begun.empty();
  }

  static constexpr std::uint32_t done = 0xffffffffu;
  const CutChain& chain_;
  std::vector<std::uint32_t> parent_, across_;
};

// The shortest way, or nearly, along which every face has gone inward by 1; none where there is no such way.
Vec3 way_inward(const std::vector<Vec3>& normals) {
  Vec3 p{};
  for (const Vec3& n : normals) p = p + n;
  p = p / static_cast<double>(std::max<std::size_t>(1, normals.size()));
  // To the point of their hull that is nearest to the origin (Gilbert).
  constexpr int most_steps = 64;
  double least = 0;
  for (int step = 0;; ++step) {
    const Vec3* worst = nullptr;
    least = 0;
    for (const Vec3& n : normals)
      if (worst == nullptr || dot(n, p) < least) least = dot(n, p), worst = &n;
    if (worst == nullptr || step == most_steps || least > 0.99 * dot(p, p)) break;
    const Vec3 d = *worst - p;
    p = p + d * std::clamp(-dot(p, d) / dot(d, d), 0.0, 1.0);
  }
  constexpr double steep = 1e-4;
  return least > steep * steep ? p / -least : Vec3{};
}

double distance_from(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  return length(a + d * std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0) - p);
}

// Which ways the faces at a corner look. A sliver does not say; but where a vertex is on the edge of other triangles,
// slivers join it to them, and what is across the edge counts.
class Faces {
 public:
  Faces(const CutChain& chain, const Sheets& sheets, double most) : chain_(chain), sheets_(sheets), most_(most) {
    for (std::size_t i = 0; i < chain.triangles.size(); ++i) normals_.push_back(normal_of(chain, i, most));
  }
  void add(std::uint32_t corner, std::vector<Vec3>& found) {
    if (normals_[corner / 3] != Vec3{}) return add_direction(normals_[corner / 3], found);
    const Vec3 p = chain_.points[chain_.triangles[corner / 3][corner % 3]];
    constexpr std::size_t most_slivers = 64;
    slivers_.assign(1, corner / 3);
    for (std::size_t next = 0; next < slivers_.size() && next < most_slivers; ++next) {
      const Index3& t = chain_.triangles[slivers_[next]];
      for (std::uint32_t k = 0; k < 3; ++k) {
        if (distance_from(p, chain_.points[t[k]], chain_.points[t[(k + 1) % 3]]) > most_) continue;
        const std::uint32_t beyond = sheets_.across(3 * slivers_[next] + k);
        if (normals_[beyond] != Vec3{}) {
          add_direction(normals_[beyond], found);
        } else if (std::find(slivers_.begin(), slivers_.end(), beyond) == slivers_.end()) {
          slivers_.push_back(beyond);
        }
      }
    }
  }

 private:
  const CutChain& chain_;
  const Sheets& sheets_;
  double most_;
  std::vector<Vec3> normals_;
  std::vector<std::uint32_t> slivers_;
};

std::vector<Vec3> ways_inward(const CutChain& chain, Sheets& sheets, double most) {
  Faces faces(chain, sheets, most);
  const auto corners = static_cast<std::uint32_t>(3 * chain.triangles.size());
  std::vector<std::vector<Vec3>> normals(corners);
  for (std::uint32_t i = 0; i < corners; ++i) {
    std::vector<Vec3>& of = normals[sheets.root(i)];
    faces.add(i, of);
    work::charge(of.size());
  }
  std::vector<Vec3> ways(corners);
  for (std::uint32_t i = 0; i < corners; ++i)
    if (sheets.root(i) == i) ways[i] = way_inward(normals[i]), work::charge(4 * normals[i].size());
  return ways;
}

Body body_of(std::vector<Vec3> points, std::vector<Index3> triangles) {
  ShapeData data;
  data.form = ShapeForm::mesh;
  data.vertices = std::move(points);
  data.triangles = std::move(triangles);
  complete(data);
  data.solid = true;  // triangles of an edge have gone the same way there
  return {shape_of(std::make_unique<const ShapeData>(std::move(data))), {}};
}

bool clear(const Body& a, const Body& b, Counters& counters) {
  const CollideResult met = collide(a, b, {.budget = work::left()});
  counters += met.counters;
  work::poll();
  return met.status == Status::ok && !met.yes();
}

}  // namespace

std::optional<Body> solid_core(const Body& solid, double allowed) {
  Posed posed;
  if (make_posed(solid, posed) != Status::ok || posed.shape->triangle_count > most_core_triangles) return std::nullopt;
  const CutChain chain = chain_of(posed);
  Sheets sheets(chain);
  if (chain.triangles.empty() || !sheets.join()) return std::nullopt;
  const double most = 0.499 * allowed;
  const std::vector<Vec3> ways = ways_inward(chain, sheets, most);
  work::poll();
  // As far as the corner with the longest way allows, but for needles, which go less.
  constexpr double needle = 8;
  double longest = 1;
  for (const Vec3& way : ways) longest = std::max(longest, std::min(length(way), needle));
  std::vector<Vec3> points;
  std::vector<Index3> triangles(chain.triangles.size());
  std::unordered_map<std::uint32_t, std::uint32_t> place;
  for (std::uint32_t i = 0; i < ways.size(); ++i) {
    const std::uint32_t root = sheets.root(i);
    const auto [at, added] = place.try_emplace(root, static_cast<std::uint32_t>(points.size()));
    if (added) {
      const Vec3 from = chain.points[chain.triangles[i / 3][i % 3]], way = ways[root];
      const Vec3 to = from + way * (0.999 * most / std::max(longest, length(way)));
      // What rounding does to the difference is far less than what is left of what is allowed.
      if (!(length_up(to - from) <= most)) return std::nullopt;
      points.push_back(to);
    }
    triangles[i / 3][i % 3] = at->second;
  }
  return body_of(std::move(points), std::move(triangles));
}

bool flush_within(const Body& a, const Body& b, double most, Counters& counters) {
  // The core of the smaller one is had for less, and mostly says no as well.
  const bool swap = a.shape.triangle_count() > b.shape.triangle_count();
  const Body &first = swap ? b : a, &second = swap ? a : b;
  const std::optional<Body> core = solid_core(first, most);
  if (!core || !clear(*core, second, counters)) return false;
  const std::optional<Body> other = solid_core(second, most);
  return other && clear(*other, first, counters);
}

}  // namespace graze
