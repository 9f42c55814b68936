// Points where an edge of one mesh crosses a triangle of the other are the only new vertices; each is made once and
// shared. Triangles that are crossed keep the pieces of their edges, each as often as the winding number of the other
// mesh along it says, and gain the segments along which the meshes cross. Each such set of directed edges is closed,
// and the pieces of the two meshes along a segment run opposite ways: the result is closed whatever is rounded.
#include "io/solid/mesh_boolean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/work.h"
#include "graze/error.h"
#include "io/solid/fill_polygon.h"
#include "math/double_double.h"
#include "math/exact.h"

namespace graze {

namespace {

struct NotGeneral {};  // two meshes that meet by chance: to be tried again with another move

// A mesh with its edges, each from its lesser to its greater vertex.
struct Sheet {
  std::vector<Vec3> vertices;  // as predicates see them
  std::vector<Vec3> places;    // and where they are: without the noise that keeps them from meeting by chance
  std::vector<Index3> triangles;
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::array<std::uint32_t, 3>> triangle_edges;  // from corner i to the next
  std::vector<std::vector<std::uint32_t>> crossings;         // of each edge, sorted from its lesser end on
  std::vector<int> windings;                                 // of the other mesh, at each vertex
  struct Segment {
    std::uint32_t from, to;  // crossings
  };
  std::unordered_map<std::uint32_t, std::vector<Segment>> segments;  // of each triangle that is crossed

  Sheet(const SolidMesh& mesh, std::vector<Vec3> where)
      : vertices(mesh.vertices), places(std::move(where)), triangles(mesh.triangles) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    known.reserve(2 * triangles.size());
    for (const Index3& t : triangles) {
      std::array<std::uint32_t, 3> of{};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = std::min(t[i], t[(i + 1) % 3]), b = std::max(t[i], t[(i + 1) % 3]);
        const auto [at, added] =
            known.try_emplace(std::uint64_t{a} << 32 | b, static_cast<std::uint32_t>(edges.size()));
        if (added) edges.push_back({a, b});
        of[i] = at->second;
      }
      triangle_edges.push_back(of);
    }
    crossings.resize(edges.size());
    windings.assign(vertices.size(), 0);
  }

  Vec3 corner(std::uint32_t triangle, std::size_t i) const { return vertices[triangles[triangle][i]]; }
  bool forward(std::uint32_t triangle, std::size_t i) const {
    return edges[triangle_edges[triangle][i]][0] == triangles[triangle][i];
  }
  Box box(std::uint32_t triangle) const {
    const Vec3 a = corner(triangle, 0), b = corner(triangle, 1), c = corner(triangle, 2);
    return {min(min(a, b), c), max(max(a, b), c)};
  }
};

struct Crossing {
  Vec3 point;
  DoubleDouble place;  // along the edge, 0 to 1
  int sign;            // 1: the edge leaves the other mesh, -1: it enters it
  double error;        // of the point, as the predicates see the meshes
};

DoubleDouble exact(double x) { return {x, 0}; }

// (b - a) . ((c - a) x (d - a)), to about 100 bits.
DoubleDouble height(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  using D = DoubleDouble;
  const auto minus = [](double x, double y) { return two_sum(x, -y); };
  const D u[3] = {minus(b.x, a.x), minus(b.y, a.y), minus(b.z, a.z)};
  const D v[3] = {minus(c.x, a.x), minus(c.y, a.y), minus(c.z, a.z)};
  const D w[3] = {minus(d.x, a.x), minus(d.y, a.y), minus(d.z, a.z)};
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

bool collinear(Vec3 a, Vec3 b, Vec3 c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (turn(axis, a, b, c) != 0) return false;
  }
  return true;
}

// 0: they do not cross; else the sign of a crossing.
int cross_sign(Vec3 u, Vec3 v, Vec3 p, Vec3 q, Vec3 r) {
  const int su = side(p, q, r, u), sv = side(p, q, r, v);
  if (su * sv > 0) return 0;
  if (su == 0 || sv == 0) {
    if (collinear(p, q, r)) return 0;
    // The end is in the plane; it matters only near the triangle.
    throw NotGeneral{};
  }
  const int a = side(u, v, p, q), b = side(u, v, q, r), c = side(u, v, r, p);
  if (a == 0 || b == 0 || c == 0) {
    if (a * b < 0 || b * c < 0 || c * a < 0) return 0;
    if (collinear(p, q, r)) return 0;
    throw NotGeneral{};
  }
  return a == b && b == c ? sv : 0;
}

// How far along the edge u, v the plane is, 0 to 1; negative: nowhere in particular.
DoubleDouble place_along(Vec3 u, Vec3 v, Vec3 p, Vec3 q, Vec3 r) {
  const DoubleDouble hu = height(p, q, r, u), hv = height(p, q, r, v), whole = hu - hv;
  if (whole.hi == 0) return exact(-1);
  const double first = hu.hi / whole.hi;
  const DoubleDouble rest = hu - whole * exact(first);
  return exact(first) + exact(rest.hi / whole.hi);
}

// A point on the edge, from its nearer end, so that it is on it to the last places.
Vec3 point_along(Vec3 u, Vec3 v, const DoubleDouble& place) {
  const double t = std::min(1.0, std::max(0.0, place.hi));
  return t <= 0.5 ? u + (v - u) * t : v + (u - v) * ((1 - t) - place.lo);
}

// What place_along() may be off by.
double place_error(Vec3 u, Vec3 v, Vec3 p, Vec3 q, Vec3 r) {
  // Products of three differences, each to 2^-104 and summed up in pairs of doubles.
  const auto most = [](Vec3 x) { return std::max({std::fabs(x.x), std::fabs(x.y), std::fabs(x.z)}); };
  const double error = 0x1p-95 * most(q - p) * most(r - p) * std::max(most(u - p), most(v - p));
  const double whole = std::fabs((height(p, q, r, u) - height(p, q, r, v)).hi);
  return whole > 8 * error ? 4 * error / whole + 0x1p-90 : 1;
}

class Combination {
 public:
  Combination(const SolidMesh& a, const SolidMesh& b, const std::vector<Vec3>& b_places, BooleanOp op, bool open_a)
      : sheets_{Sheet(a, a.vertices), Sheet(b, b_places)}, op_(op), open_a_(open_a) {}

  SolidMesh run() {
    prepare();
    for (const int which : {0, 1}) {
      if (which == 1 && open_a_) break;
      for (std::uint32_t t = 0; t < sheets_[which].triangles.size(); ++t) keep_pieces(which, t);
    }
    return std::move(result_);
  }

  // Of the intersection, as the sum of cones over its faces: each is a sum of tetrahedra over the edges of the face,
  // from one corner of it and a point in the middle.
  CommonRegion measure() {
    prepare();
    CommonRegion found;
    std::vector<Directed> faces;
    for (const int which : {0, 1}) {
      const Sheet& sheet = sheets_[which];
      for (std::uint32_t t = 0; t < sheet.triangles.size(); ++t) {
        work::heed();
        const Index3 c = sheet.triangles[t];
        Directed edges;
        if (is_crossed(which, t)) {
          edges = pieces(which, t);
        } else if (const int count = times(which, sheet.windings[c[0]]); count != 0) {
          for (std::size_t i = 0; i < 3; ++i) add(edges, offset_[which] + c[i], offset_[which] + c[(i + 1) % 3], count);
        }
        std::erase_if(edges, [](const auto& edge) { return edge.second == 0; });
        for (const auto& [ends, count] : edges) {
          for (const std::uint32_t v : {ends.first, ends.second}) {
            const Vec3 p = result_.vertices[v];
            found.box = {min(found.box.lo, p), max(found.box.hi, p)};
          }
        }
        if (!edges.empty()) faces.push_back(std::move(edges));
      }
    }
    if (faces.empty()) return found;
    const Vec3 middle = (found.box.lo + found.box.hi) * 0.5;
    const double size = length(found.box.hi - found.box.lo);
    double sum = 0, area = 0, weighed = 0;
    std::size_t count_all = 0;
    for (const Directed& edges : faces) {
      const Vec3 apex = result_.vertices[edges.begin()->first.first];
      double own = 0, error = 0;
      for (const auto& [ends, count] : edges) {
        const Vec3 p = result_.vertices[ends.first], q = result_.vertices[ends.second];
        const Vec3 normal = cross(p - apex, q - apex);
        sum += count * dot(apex - middle, normal);
        own += std::abs(count) * length(normal);
        error = std::max({error, error_of(ends.first), error_of(ends.second)});
        ++count_all;
      }
      area += own;
      weighed += own * error;
    }
    for (const Crossing& crossing : crossings_) found.error = std::max(found.error, crossing.error);
    for (const int which : {0, 1}) {
      result_.triangles.clear();
      for (std::uint32_t t = 0; t < sheets_[which].triangles.size(); ++t) {
        work::heed();
        keep_pieces(which, t);
      }
      std::vector<Triangle>& kept = which == 0 ? found.faces_a : found.faces_b;
      for (const Index3& t : result_.triangles)
        kept.push_back({result_.vertices[t[0]], result_.vertices[t[1]], result_.vertices[t[2]]});
    }
    found.volume = std::max(0.0, sum / 6);
    // Twice the area times what points may be off by, and what products and sums round.
    found.bound = weighed + area * size * 0x1p-49 + std::fabs(sum) * 0x1p-52 * static_cast<double>(count_all);
    return found;
  }

 private:
  double error_of(std::uint32_t vertex) const {
    return vertex < first_crossing_ ? 0 : crossings_[vertex - first_crossing_].error;
  }

  void prepare() {
    find_crossings();
    for (Sheet& sheet : sheets_) {
      for (auto& list : sheet.crossings) {
        std::sort(list.begin(), list.end(), [&](std::uint32_t x, std::uint32_t y) {
          const DoubleDouble &p = crossings_[x].place, &q = crossings_[y].place;
          return p.hi != q.hi ? p.hi < q.hi : p.lo != q.lo ? p.lo < q.lo : x < y;
        });
      }
    }
    find_windings(sheets_[0], sheets_[1]);
    if (!open_a_) find_windings(sheets_[1], sheets_[0]);
    result_.vertices = sheets_[0].places;
    offset_[1] = static_cast<std::uint32_t>(result_.vertices.size());
    result_.vertices.insert(result_.vertices.end(), sheets_[1].places.begin(), sheets_[1].places.end());
    first_crossing_ = static_cast<std::uint32_t>(result_.vertices.size());
    for (const Crossing& crossing : crossings_) result_.vertices.push_back(crossing.point);
  }

  // Edge e of sheet `which` against triangle t of the other one; the crossing's number, from 1, or 0.
  std::uint32_t crossing(int which, std::uint32_t e, std::uint32_t t) {
    auto& known = known_[which];
    const auto [at, added] = known.try_emplace(std::uint64_t{e} << 32 | t, 0);
    if (!added) return at->second;
    Sheet &mine = sheets_[which], &other = sheets_[1 - which];
    const Vec3 u = mine.vertices[mine.edges[e][0]], v = mine.vertices[mine.edges[e][1]];
    const Vec3 p = other.corner(t, 0), q = other.corner(t, 1), r = other.corner(t, 2);
    const int sign = cross_sign(u, v, p, q, r);
    if (sign == 0) return 0;
    const DoubleDouble place = place_along(u, v, p, q, r);
    const Vec3 tu = mine.places[mine.edges[e][0]], tv = mine.places[mine.edges[e][1]];
    const Index3& corners = other.triangles[t];
    const DoubleDouble true_place =
        place_along(tu, tv, other.places[corners[0]], other.places[corners[1]], other.places[corners[2]]);
    // Edges that lie in the plane but for the noise cross it where the noise says.
    const bool tells = true_place.hi >= 0 && true_place.hi <= 1 && std::fabs(true_place.hi - place.hi) < 1e-6;
    const double size = std::max(
        {std::fabs(tu.x), std::fabs(tu.y), std::fabs(tu.z), std::fabs(tv.x), std::fabs(tv.y), std::fabs(tv.z)});
    const double error = length(v - u) * (place_error(u, v, p, q, r) + 0x1p-50) + size * 0x1p-50;
    crossings_.push_back({point_along(tu, tv, tells ? true_place : place), place, sign, error});
    const auto number = static_cast<std::uint32_t>(crossings_.size());
    mine.crossings[e].push_back(number - 1);
    return at->second = number;
  }

  void meet(std::uint32_t ta, std::uint32_t tb) {
    std::uint32_t from = 0, to = 0;
    int count = 0;
    // A segment runs along (normal of a) x (normal of b): it begins where an edge of a leaves b or one of b enters a.
    const auto note = [&](int which, std::uint32_t mine, std::uint32_t other) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t found = crossing(which, sheets_[which].triangle_edges[mine][i], other);
        if (found == 0) continue;
        ++count;
        const int sign = crossings_[found - 1].sign * (sheets_[which].forward(mine, i) ? 1 : -1);
        ((sign > 0) == (which == 0) ? from : to) = found;
      }
    };
    note(0, ta, tb);
    note(1, tb, ta);
    if (count == 0) return;
    if (count != 2 || from == 0 || to == 0) throw NotGeneral{};
    sheets_[0].segments[ta].push_back({from - 1, to - 1});
    sheets_[1].segments[tb].push_back({from - 1, to - 1});
  }

  void find_crossings() {
    struct Item {
      Box box;
      std::uint32_t triangle;
      int which;
    };
    std::vector<Item> items;
    const Box boxes[2] = {bounds_of(sheets_[0]), bounds_of(sheets_[1])};
    for (const int which : {0, 1}) {
      for (std::uint32_t t = 0; t < sheets_[which].triangles.size(); ++t) {
        const Box box = sheets_[which].box(t);
        if (overlap(box, boxes[1 - which])) items.push_back({box, t, which});
      }
    }
    // Along the longest side of what they have in common.
    const Vec3 size = min(boxes[0].hi, boxes[1].hi) - max(boxes[0].lo, boxes[1].lo);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    std::sort(items.begin(), items.end(), [&](const Item& x, const Item& y) {
      if (x.box.lo[axis] != y.box.lo[axis]) return x.box.lo[axis] < y.box.lo[axis];
      return std::pair(x.which, x.triangle) < std::pair(y.which, y.triangle);
    });
    std::vector<std::uint32_t> open[2];
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      work::heed();
      const Item& item = items[i];
      auto& others = open[1 - item.which];
      std::erase_if(others, [&](std::uint32_t k) { return items[k].box.hi[axis] < item.box.lo[axis]; });
      for (const std::uint32_t k : others) {
        if (!overlap(items[k].box, item.box)) continue;
        if (item.which == 0) {
          meet(item.triangle, items[k].triangle);
        } else {
          meet(items[k].triangle, item.triangle);
        }
      }
      open[item.which].push_back(i);
    }
  }

  static Box bounds_of(const Sheet& sheet) {
    Box box;
    for (const Vec3& v : sheet.vertices) box = {min(box.lo, v), max(box.hi, v)};
    return box;
  }
  // From one vertex of each component along its edges, on which crossings tell how the winding changes.
  static constexpr int unknown = INT32_MIN;
  void find_windings(Sheet& sheet, const Sheet& other) {
    std::vector<std::vector<std::uint32_t>> at(sheet.vertices.size());
    for (std::uint32_t e = 0; e < sheet.edges.size(); ++e) {
      at[sheet.edges[e][0]].push_back(e);
      at[sheet.edges[e][1]].push_back(e);
    }
    std::fill(sheet.windings.begin(), sheet.windings.end(), unknown);
    const Box far = bounds_of(other);
    std::vector<std::uint32_t> pending;
    for (std::uint32_t seed = 0; seed < sheet.vertices.size(); ++seed) {
      work::heed();
      if (sheet.windings[seed] != unknown || at[seed].empty()) continue;
      sheet.windings[seed] = winding(sheet.vertices[seed], other, far);
      pending.push_back(seed);
      while (!pending.empty()) {
        const std::uint32_t u = pending.back();
        pending.pop_back();
        for (const std::uint32_t e : at[u]) {
          const bool forward = sheet.edges[e][0] == u;
          const std::uint32_t v = sheet.edges[e][forward ? 1 : 0];
          int w = sheet.windings[u];
          for (const std::uint32_t c : sheet.crossings[e]) w -= crossings_[c].sign * (forward ? 1 : -1);
          if (sheet.windings[v] == unknown) {
            sheet.windings[v] = w;
            pending.push_back(v);
          } else if (sheet.windings[v] != w) {
            throw Error("winding numbers do not agree: one of the two is not closed");
          }
        }
      }
    }
  }

  static int winding(Vec3 point, const Sheet& other, const Box& box) {
    for (int axis = 0; axis < 3; ++axis) {
      if (point[axis] < box.lo[axis] || point[axis] > box.hi[axis]) return 0;
    }
    const Vec3 size = box.hi - box.lo;
    const double beyond = size.x + size.y + size.z;
    constexpr Vec3 ways[] = {{0.1734, 0.2319, 1},    {1, 0.3127, -0.2213}, {-0.1377, 1, 0.2871},
                             {-0.4177, -0.3871, -1}, {-1, 0.1173, 0.4397}, {0.2713, -1, -0.1931}};
    for (const Vec3& way : ways) {
      try {
        const Vec3 far = point + way * beyond;
        int sum = 0;
        for (std::uint32_t t = 0; t < other.triangles.size(); ++t)
          sum += cross_sign(point, far, other.corner(t, 0), other.corner(t, 1), other.corner(t, 2));
        return sum;
      } catch (const NotGeneral&) {
        continue;
      }
    }
    throw NotGeneral{};
  }

  // How often a piece is kept where the other mesh winds w times around it.
  int times(int which, int w) const {
    if (op_ == BooleanOp::intersect) return w;
    if (op_ == BooleanOp::subtract && which == 1) return -w;
    return 1 - w;
  }

  void emit(Index3 triangle, int count) {
    if (count < 0) std::swap(triangle[1], triangle[2]);
    for (int i = std::abs(count); i > 0; --i) result_.triangles.push_back(triangle);
  }

  using Directed = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;  // how often from the lesser to the greater
  static void add(Directed& edges, std::uint32_t from, std::uint32_t to, int count) {
    if (from == to || count == 0) return;
    edges[{std::min(from, to), std::max(from, to)}] += from < to ? count : -count;
  }

  bool is_crossed(int which, std::uint32_t t) const {
    const Sheet& sheet = sheets_[which];
    const auto& edges = sheet.triangle_edges[t];
    return sheet.segments.contains(t) ||
           std::any_of(edges.begin(), edges.end(), [&](std::uint32_t e) { return !sheet.crossings[e].empty(); });
  }

  void keep_pieces(int which, std::uint32_t t) {
    const Sheet& sheet = sheets_[which];
    if (is_crossed(which, t)) {
      fill(pieces(which, t), {sheet.corner(t, 0), sheet.corner(t, 1), sheet.corner(t, 2)});
      return;
    }
    const Index3 c = sheet.triangles[t];
    emit({offset_[which] + c[0], offset_[which] + c[1], offset_[which] + c[2]}, times(which, sheet.windings[c[0]]));
  }

  // The edges of what is kept of a triangle that is crossed.
  Directed pieces(int which, std::uint32_t t) const {
    const Sheet& sheet = sheets_[which];
    const Index3 corners = sheet.triangles[t];
    const auto vertex = [&](std::uint32_t v) { return offset_[which] + v; };
    const auto found = sheet.segments.find(t);
    Directed edges;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& list = sheet.crossings[sheet.triangle_edges[t][i]];
      const bool forward = sheet.forward(t, i);
      int w = sheet.windings[corners[i]];
      std::uint32_t at = vertex(corners[i]);
      for (std::size_t k = 0; k < list.size(); ++k) {
        const std::uint32_t c = list[forward ? k : list.size() - 1 - k];
        add(edges, at, first_crossing_ + c, times(which, w));
        w -= crossings_[c].sign * (forward ? 1 : -1);
        at = first_crossing_ + c;
      }
      add(edges, at, vertex(corners[(i + 1) % 3]), times(which, w));
    }
    if (found != sheet.segments.end()) {
      const int along = (op_ == BooleanOp::intersect ? 1 : -1) * (which == 0 ? 1 : -1);
      for (const Sheet::Segment& s : found->second) add(edges, first_crossing_ + s.from, first_crossing_ + s.to, along);
    }
    return edges;
  }

  void fill(const Directed& edges, const Triangle& plane) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> next;
    std::map<std::uint32_t, std::uint32_t> local;
    std::vector<Point2> points;
    std::vector<std::uint32_t> global;
    const Vec3 normal = cross(plane.b - plane.a, plane.c - plane.a), size = abs(normal);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const auto number = [&](std::uint32_t v) {
      const auto [at, added] = local.try_emplace(v, static_cast<std::uint32_t>(points.size()));
      if (added) {
        const Vec3 p = result_.vertices[v];
        points.push_back({normal[axis] < 0 ? -p[i] : p[i], p[j]});
        global.push_back(v);
      }
      return at->second;
    };
    for (const auto& [ends, count] : edges) {
      const std::uint32_t a = number(ends.first), b = number(ends.second);
      for (int k = std::abs(count); k > 0; --k) next[count > 0 ? a : b].push_back(count > 0 ? b : a);
    }
    std::vector<PolygonLoop> loops;
    while (!next.empty()) {
      PolygonLoop loop;
      std::uint32_t at = next.begin()->first;
      const std::uint32_t start = at;
      for (;;) {
        const auto found = next.find(at);
        if (found == next.end()) break;
        loop.push_back(at);
        const std::uint32_t to = found->second.back();
        found->second.pop_back();
        if (found->second.empty()) next.erase(found);
        at = to;
        if (at == start) break;
      }
      if (at != start) throw Error("the pieces of a triangle are not closed");
      loops.push_back(std::move(loop));
    }
    for (const Index3& t : fill_polygon(points, loops))
      result_.triangles.push_back({global[t[0]], global[t[1]], global[t[2]]});
  }

  Sheet sheets_[2];
  BooleanOp op_;
  bool open_a_;
  std::vector<Crossing> crossings_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_[2];
  SolidMesh result_;
  std::uint32_t offset_[2] = {0, 0}, first_crossing_ = 0;
};

// Moves vertices of b that are near a plane of a face of a to the given distance in front of it.
void part_from(const SolidMesh& a, SolidMesh& b, double tolerance, double front) {
  if (!(tolerance > 0)) return;
  Box box = bounds(b);
  const Vec3 grown{tolerance, tolerance, tolerance};
  box = {box.lo - grown, box.hi + grown};
  struct Plane {
    Vec3 normal;
    double offset;
  };
  std::vector<Plane> planes;
  for (const Index3& t : a.triangles) {
    const Vec3 p = a.vertices[t[0]], q = a.vertices[t[1]], r = a.vertices[t[2]];
    const Vec3 lo = min(min(p, q), r), hi = max(max(p, q), r);
    if (lo.x > box.hi.x || lo.y > box.hi.y || lo.z > box.hi.z || hi.x < box.lo.x || hi.y < box.lo.y || hi.z < box.lo.z)
      continue;
    const Vec3 n = cross(q - p, r - p);
    const double size = length(n), longest = std::max({length(q - p), length(r - p), length(r - q)});
    if (!(size > longest * tolerance)) continue;  // too thin to say which way it faces
    const Plane plane{n / size, dot(n / size, p)};
    const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane& k) {
      return std::fabs(k.offset - plane.offset) < 0.01 * tolerance && dot(k.normal, plane.normal) > 1 - 1e-15;
    });
    if (!known && planes.size() < 4096) planes.push_back(plane);
  }
  for (Vec3& v : b.vertices) {
    for (int round = 0; round < 3; ++round) {
      bool moved = false;
      for (const Plane& plane : planes) {
        const double at = dot(plane.normal, v) - plane.offset;
        if (std::fabs(at) > tolerance || std::fabs(at - front) < 0.01 * tolerance) continue;
        v = v + plane.normal * (front - at);
        moved = true;
      }
      if (!moved) break;
    }
  }
}

double unit_noise(std::uint64_t seed) { return static_cast<double>(mix(seed) >> 11) * 0x1p-52 - 1; }
Vec3 noise_at(std::uint64_t attempt, std::uint64_t vertex) {
  const std::uint64_t seed = mix(attempt) + 3 * vertex;
  return {unit_noise(seed), unit_noise(seed + 1), unit_noise(seed + 2)};
}

}  // namespace

SolidMesh combine(const SolidMesh& first, const SolidMesh& second, BooleanOp op, double tolerance) {
  const SolidMesh a = welded(first);
  SolidMesh b = welded(second);
  if (b.empty() || !is_closed(b)) throw Error("what is to be combined is not closed");
  if (a.empty()) return op == BooleanOp::unite ? b : SolidMesh{};
  const bool open = !is_closed(a);
  if (open && op == BooleanOp::unite) {
    SolidMesh both = a;
    both.append(b);
    return both;
  }
  const Box box_a = bounds(a), box_b = bounds(b);
  const double size = length(max(box_a.hi, box_b.hi) - min(box_a.lo, box_b.lo));
  part_from(a, b, tolerance, op == BooleanOp::unite ? -tolerance : tolerance);
  const double own = length(box_b.hi - box_b.lo);
  const SolidMesh parted = b;
  for (std::uint64_t attempt = 1; attempt <= 8; ++attempt) {
    const double noise = 1e-11 * own * static_cast<double>(attempt);
    for (std::uint32_t i = 0; i < b.vertices.size(); ++i) {
      b.vertices[i] = parted.vertices[i] + noise_at(attempt, i) * noise;
    }
    try {
      return welded(Combination(a, b, parted.vertices, op, open).run(), 1e-10 * size);
    } catch (const NotGeneral&) {
      continue;
    }
  }
  throw Error("the two meet in too special a way");
}

CommonRegion common_region(const SolidMesh& first, const SolidMesh& second) {
  const SolidMesh a = welded(first), still = welded(second);
  if (!is_closed(a) || !is_closed(still)) throw Error("what is to be measured is not closed");
  if (a.empty() || still.empty()) return {};
  const Box box = bounds(still);
  const Vec3 far = max(max(box.hi, Vec3{} - box.lo), Vec3{});
  const double last_place = 0x1p-52 * std::max({far.x, far.y, far.z});
  double area = 0;
  for (const Index3& t : still.triangles)
    area +=
        0.5 * length(cross(still.vertices[t[1]] - still.vertices[t[0]], still.vertices[t[2]] - still.vertices[t[0]]));
  SolidMesh b = still;
  for (std::uint64_t attempt = 1; attempt <= 8; ++attempt) {
    const double noise = std::max(1e-12 * length(box.hi - box.lo), 16 * last_place) * static_cast<double>(attempt);
    for (std::uint32_t i = 0; i < b.vertices.size(); ++i)
      b.vertices[i] = still.vertices[i] + noise_at(attempt, i) * noise;
    try {
      CommonRegion found = Combination(a, b, b.vertices, BooleanOp::intersect, false).measure();
      // A surface that moves by so much sweeps no more than its area times that.
      const double moved = 1.75 * noise + 2 * last_place;
      found.bound += 1.01 * area * moved;
      found.error += 2 * moved;
      if (!found.box.empty())
        found.box = {found.box.lo - Vec3{moved, moved, moved}, found.box.hi + Vec3{moved, moved, moved}};
      return found;
    } catch (const NotGeneral&) {
      continue;
    }
  }
  throw Error("the two meet in too special a way");
}

}  // namespace graze
