// The translations that leave common interior are an open set, the union of the Minkowski differences of parts of the
// two solids; the shortest way out is the point nearest to the origin that is not in it. At such a point the origin is
// projected onto one plane of the boundary, the line of two, or the corner of three. So a descent looks at the walls
// where a way out ends, projects the origin onto all of them, by one, two and three, and goes out again from there,
// along the ray through the projection; the shortest is where the next round begins. (The walls as a local picture of
// the contact space: Je et al., PolyDepth.)
#include "narrow/depth/escape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace graze {
namespace {

constexpr std::size_t most_walls = 14;
constexpr std::size_t most_tries = 48;  // projections of a round that are followed

bool shorter(Vec3 x, Vec3 y) {
  const double of_x = dot(x, x), of_y = dot(y, y);
  if (of_x != of_y) return of_x < of_y;
  if (x.x != y.x) return x.x < y.x;
  return x.y != y.y ? x.y < y.y : x.z < y.z;
}

std::optional<Vec3> unit(Vec3 v) {
  const double l = length(v);
  if (!(l > 1e-150)) return std::nullopt;
  return v * (1 / l);
}

Vec3 project(const Wall& p) { return p.n * p.c; }

// The point of the line of two planes that is nearest to the origin.
std::optional<Vec3> project(const Wall& p, const Wall& q) {
  const double cosine = dot(p.n, q.n), det = 1 - cosine * cosine;
  if (!(det > 1e-9)) return std::nullopt;
  return p.n * ((p.c - cosine * q.c) / det) + q.n * ((q.c - cosine * p.c) / det);
}

std::optional<Vec3> project(const Wall& p, const Wall& q, const Wall& r) {
  const Vec3 qr = cross(q.n, r.n), rp = cross(r.n, p.n), pq = cross(p.n, q.n);
  const double det = dot(p.n, qr);
  if (!(std::fabs(det) > 1e-6)) return std::nullopt;
  return (qr * p.c + rp * q.c + pq * r.c) * (1 / det);
}

// All projections of the origin onto one, two or three of the walls; those onto few first.
template <class Take>
void each_projection(std::span<const Wall> walls, const Take& take) {
  const std::size_t count = walls.size();
  for (const Wall& wall : walls) take(project(wall), wall.n);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      if (const auto v = project(walls[i], walls[j])) take(*v, walls[i].n + walls[j].n);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      for (std::size_t k = j + 1; k < count; ++k)
        if (const auto v = project(walls[i], walls[j], walls[k])) take(*v, walls[i].n + walls[j].n + walls[k].n);
}

constexpr Vec3 aside{3e-8, 5e-8, 7e-8};

double touch(const Translations& space) { return 16 * space.eps(); }

class Descent {
 public:
  // `work`: what the space may have done at most shorter a step begins.
  Descent(Translations& space, std::size_t rounds, std::uint64_t work) : space_(space), rounds_(rounds), work_(work) {}

  Vec3 run(Vec3 v) {
    for (std::size_t round = 0; round < rounds_ && space_.work() < work_; ++round) {
      const double was = length(v);
      const Vec3 next = step(v);
      const double is = length(next);
      if (!(is < was)) break;
      v = next;
      if (is > was * (1 - 1e-7)) break;
    }
    return v;
  }

 private:
  Vec3 step(Vec3 v) {
    space_.walls(v, touch(space_), most_walls, walls_);
    double least = length(v);
    tries_.clear();
    each_projection(walls_, [&](Vec3 w, Vec3) {
      if (dot(w, w) < least * least * (1 - 1e-9)) tries_.push_back(w);
    });
    std::sort(tries_.begin(), tries_.end(), shorter);
    tries_.erase(std::unique(tries_.begin(), tries_.end()), tries_.end());
    if (tries_.size() > most_tries) tries_.resize(most_tries);
    Vec3 best = v;
    for (const Vec3 w : tries_) {
      const double begin = length(w);
      if (begin >= least) break;
      const std::optional<Vec3> out = unit(w);
      if (!out || space_.work() > work_) continue;
      const std::optional<double> more = space_.way_out(w, *out, least - begin);
      if (!more) continue;
      double end = begin + *more;
      // A projection that is out already may be farther out than need be.
      if (*more == 0) end -= space_.way_in(w + *out * (4 * space_.eps()), Vec3{} - *out, begin) - 4 * space_.eps();
      if (end >= least) continue;
      least = end;
      best = *out * end;
    }
    return best;
  }

  Translations& space_;
  std::size_t rounds_;
  std::uint64_t work_;
  std::vector<Wall> walls_;
  std::vector<Vec3> tries_;
};

// Unit normals of the triangles that are near the other body, each direction once, those of the most area first.
std::vector<Vec3> main_normals(const PosedTree& tree, const Box& other, std::size_t most) {
  struct Group {
    Vec3 n;
    double area = 0;
  };
  std::vector<Group> all;
  for (const Triangle& t : tree.triangles()) {
    if (!overlap(other, {min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)})) continue;
    const Vec3 normal = cross(t.b - t.a, t.c - t.a);
    if (const auto n = unit(normal)) all.push_back({*n, length(normal)});
  }
  // Equal to six digits is the same direction: rounded, then sorted, so that equals are side by side.
  const auto key = [](double x) { return std::round(x * 1e6); };
  const auto less = [&](const Group& x, const Group& y) {
    for (int k = 0; k < 3; ++k)
      if (key(x.n[k]) != key(y.n[k])) return key(x.n[k]) < key(y.n[k]);
    return x.area != y.area ? x.area > y.area : shorter(x.n, y.n);
  };
  std::sort(all.begin(), all.end(), less);
  std::vector<Group> groups;
  for (const Group& one : all) {
    if (!groups.empty() && dot(groups.back().n, one.n) > 1 - 1e-11) {
      groups.back().area += one.area;
    } else {
      groups.push_back(one);
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& x, const Group& y) { return x.area > y.area; });
  if (groups.size() > most) groups.resize(most);
  std::vector<Vec3> normals;
  for (const Group& group : groups) normals.push_back(group.n);
  return normals;
}

Box meeting_box(const Box& a, const Box& b) { return {max(a.lo, b.lo), min(a.hi, b.hi)}; }

std::vector<Vec3> directions(const Translations& space, const EscapeLimits& limits, std::span<const Vec3> hints) {
  std::vector<Vec3> all;
  const auto add = [&](Vec3 d) {
    if (const auto u = unit(d)) all.push_back(*u);
  };
  for (const Vec3 hint : hints) add(hint);
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    add(axis);
    add(Vec3{} - axis);
  }
  const Box &a = space.moved().nodes()[0].box, &b = space.fixed().nodes()[0].box;
  add((a.lo + a.hi) - (b.lo + b.hi));
  const Box both = meeting_box(a, b);
  const std::vector<Vec3> of_a = main_normals(space.moved(), both, limits.normals);
  const std::vector<Vec3> of_b = main_normals(space.fixed(), both, limits.normals);
  // The moved body leaves through faces of the other along their normals, and by its own faces against theirs.
  for (std::size_t i = 0; i < std::max(of_a.size(), of_b.size()); ++i) {
    if (i < of_a.size()) add(Vec3{} - of_a[i]);
    if (i < of_b.size()) add(of_b[i]);
  }
  std::uint64_t state = 0x9e3779b97f4a7c15u;
  const auto random = [&state] {  // xorshift
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return double(state >> 11) * 0x1p-52 - 1;
  };
  // Half of the cube is in the shell, and the sequence is the same for all bodies.
  for (std::size_t i = 0; i < limits.spread;) {
    const Vec3 d{random(), random(), random()};
    if (dot(d, d) > 1 || dot(d, d) < 0.01) continue;
    add(d);
    ++i;
  }
  return all;
}

}  // namespace

std::vector<Vec3> find_escapes(Translations& space, const EscapeLimits& limits, std::span<const Vec3> hints) {
  std::vector<Vec3> found;
  const std::uint64_t begun = space.work();
  double least = std::numeric_limits<double>::infinity();
  bool nearly_out = false;
  for (const Vec3 d : directions(space, limits, hints)) {
    if (!found.empty() && space.work() - begun > limits.work / 2) break;
    std::optional<double> t = space.way_out({}, d, 2 * least);
    Vec3 start;
    // Hardly any depth, or faces that are flush all the way, so that no pair is crossed: beside it, they are.
    if (t && *t <= space.eps()) {
      nearly_out = true;
      start = aside;
      t = space.way_out(start, d, 2 * least);
    }
    if (!t || *t <= space.eps()) continue;
    found.push_back(start + d * *t);
    least = std::min(least, *t);
  }
  if (nearly_out) found.push_back({});
  std::sort(found.begin(), found.end(), shorter);
  std::vector<Vec3> starts;
  for (const Vec3 v : found) {
    if (starts.size() == limits.starts) break;
    // Directions a few degrees apart mostly end at the same walls.
    const bool near = std::any_of(starts.begin(), starts.end(), [&](Vec3 other) {
      return dot(other, v) > 0.998 * length(other) * length(v) && length(v) < 1.1 * length(other);
    });
    if (!near) starts.push_back(v);
  }
  Descent descent(space, limits.rounds, begun + limits.work);
  for (const Vec3 v : starts) found.push_back(descent.run(v));
  std::sort(found.begin(), found.end(), shorter);
  return found;
}

std::vector<Landing> landings(Translations& space, Vec3 v) {
  std::vector<Wall> walls;
  space.walls(v, touch(space), most_walls, walls);
  std::vector<Landing> result;
  const double near = std::max(64 * touch(space), 4 * length(aside));
  each_projection(walls, [&](Vec3 w, Vec3 out) {
    if (length(w - v) > near) return;
    // Of those that differ by rounding only, the one from the fewest walls is the best.
    const bool known = std::any_of(result.begin(), result.end(),
                                   [&](const Landing& other) { return length(other.v - w) < space.eps(); });
    const std::optional<Vec3> u = unit(out);
    if (!known && u) result.push_back({w, *u});
  });
  std::stable_sort(result.begin(), result.end(), [](const Landing& x, const Landing& y) { return shorter(x.v, y.v); });
  if (result.size() > 8) result.resize(8);
  result.push_back({v, unit(v).value_or(Vec3{1, 0, 0})});
  return result;
}

}  // namespace graze
