#include "narrow/depth/flat_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "math/norms.h"
#include "math/point_hash.h"

namespace graze {

namespace {

constexpr std::size_t most_face_corners = 24, most_edges = 96;

struct Growing {
  std::vector<std::uint32_t> corners;  // numbers, around the face
  FlatFace face;
};

class Builder {
 public:
  explicit Builder(std::span<const Triangle> triangles) : triangles_(triangles) {
    std::unordered_map<Vec3, std::uint32_t, PointHash> known;
    known.reserve(triangles.size());
    Box box;
    for (const Triangle& t : triangles) {
      std::array<std::uint32_t, 3> of{};
      std::size_t k = 0;
      for (const Vec3 p : {t.a, t.b, t.c}) {
        const auto [at, added] = known.try_emplace(p, static_cast<std::uint32_t>(points_.size()));
        if (added) points_.push_back(p);
        of[k++] = at->second;
        box = merge(box, p);
      }
      corners_.push_back(of);
    }
    edges_.reserve(3 * triangles.size());
    for (std::uint32_t i = 0; i < corners_.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) edges_.try_emplace(key(corners_[i][k], corners_[i][(k + 1) % 3]), i);
    const double size = length(box.hi - box.lo);
    off_plane_ = 1e-7 * size;
    off_hull_ = 1e-9 * size;
    rounding_ = 0x1p-47 * size + 0x1p-50 * largest(box);
  }

  FlatFaces run() {
    FlatFaces result;
    constexpr std::uint32_t none = 0xffffffffu;
    result.face_of.assign(triangles_.size(), none);
    // From the largest on: it says best which way the plane faces.
    std::vector<std::pair<double, std::uint32_t>> order(triangles_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
      order[i] = {-length(cross(triangles_[i].b - triangles_[i].a, triangles_[i].c - triangles_[i].a)), i};
    std::sort(order.begin(), order.end());
    for (const auto& [area, i] : order) {
      if (result.face_of[i] != none) continue;
      const auto number = static_cast<std::uint32_t>(result.faces.size());
      inside_.clear();
      result.faces.push_back(grown(i, -area));
      for (const std::uint32_t k : inside_)
        if (result.face_of[k] == none) result.face_of[k] = number;
    }
    return result;
  }

 private:
  static std::uint64_t key(std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32 | to; }

  FlatFace grown(std::uint32_t seed, double area) {
    const Triangle& t = triangles_[seed];
    FlatFace face;
    std::vector<std::uint32_t> around(corners_[seed].begin(), corners_[seed].end());
    inside_.push_back(seed);
    face.slack = rounding_;
    const double longest = std::max({length(t.b - t.a), length(t.c - t.b), length(t.a - t.c)});
    if (area > 1e-7 * longest * longest) {
      const Vec3 n = cross(t.b - t.a, t.c - t.a);
      face.normal = n / length(n);
      std::size_t edge = 0;
      for (std::size_t looks = 0, idle = 0; looks < most_edges && idle < around.size(); ++looks) {
        edge %= around.size();
        if (around.size() < most_face_corners && take(around, edge, t.a, face)) {
          idle = 0;
        } else {
          ++idle;
          ++edge;
        }
      }
    }
    for (const std::uint32_t v : around) face.at.push_back(points_[v]);
    face.triangles = inside_;
    find_hull(face);
    return face;
  }

  // The largest faces are asked first; of large meshes not all are.
  void find_hull(FlatFace& face) {
    constexpr std::size_t most_looks = std::size_t{1} << 21;
    if (face.normal == Vec3{} || hull_looks_ > most_looks) return;
    double most = 0;
    for (const Vec3& p : points_) {
      ++hull_looks_;
      most = std::max(most, dot(face.normal, p - face.at[0]));
      if (most > off_plane_) return;
    }
    face.hull = true;
    face.slack += most + rounding_;
  }

  // The triangle beyond an edge, where it leaves the face convex.
  bool take(std::vector<std::uint32_t>& around, std::size_t edge, Vec3 origin, FlatFace& face) {
    const std::size_t n = around.size(), next = (edge + 1) % n;
    const auto found = edges_.find(key(around[next], around[edge]));
    if (found == edges_.end()) return false;
    const auto& of = corners_[found->second];
    std::uint32_t apex = of[0];
    for (const std::uint32_t v : of)
      if (v != around[edge] && v != around[next]) apex = v;
    if (apex == around[edge] || apex == around[next]) return false;
    const Vec3 p = points_[apex];
    const double height = std::fabs(dot(face.normal, p - origin));
    if (!(height <= off_plane_)) return false;
    const Triangle& t = triangles_[found->second];
    if (!(dot(face.normal, cross(t.b - t.a, t.c - t.a)) > 0)) return false;
    // The corner may close a gap, where the face goes around it on both sides.
    if (std::find(around.begin(), around.end(), apex) != around.end()) return false;
    const Vec3 before = points_[around[(edge + n - 1) % n]], from = points_[around[edge]], to = points_[around[next]],
               after = points_[around[(next + 1) % n]];
    const double bent = std::max(
        {inward(face.normal, before, from, p), inward(face.normal, p, to, after), inward(face.normal, from, p, to)});
    if (!(bent <= off_hull_)) return false;
    around.insert(around.begin() + static_cast<std::ptrdiff_t>(edge) + 1, apex);
    inside_.push_back(found->second);
    face.slack += 2 * height + 2 * std::max(0.0, bent);
    return true;
  }
  // How far the middle one of three corners is inward of the line of the others; negative: outward.
  static double inward(Vec3 normal, Vec3 p, Vec3 q, Vec3 r) {
    const Vec3 along = r - p;
    const double size = length(along);
    return size > 0 ? -dot(normal, cross(q - p, r - q)) / size : 0;
  }

  std::span<const Triangle> triangles_;
  std::vector<Vec3> points_;
  std::vector<std::array<std::uint32_t, 3>> corners_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::vector<std::uint32_t> inside_;
  double off_plane_ = 0, off_hull_ = 0, rounding_ = 0;
  std::size_t hull_looks_ = 0;
};

double squared_from_edge(Vec3 p, Vec3 from, Vec3 to) {
  const Vec3 along = to - from, d = p - from;
  const double whole = dot(along, along);
  const double part = whole > 0 ? std::clamp(dot(d, along) / whole, 0.0, 1.0) : 0.0;
  const Vec3 off = d - along * part;
  return dot(off, off);
}

}  // namespace

FlatFaces flat_faces(std::span<const Triangle> triangles) { return Builder(triangles).run(); }

double distance_up(const FlatFace& face, Vec3 p) noexcept {
  const std::size_t n = face.at.size();
  if (face.hull) {
    const double depth = -dot(face.normal, p - face.at[0]);
    return depth + (face.slack + 0x1p-48 * sum_abs(p - face.at[0]));
  }
  bool over = face.normal != Vec3{};
  double best = std::numeric_limits<double>::infinity();
  if (over) {
    Vec3 from = face.at[n - 1];
    for (std::size_t i = 0; i < n && over; ++i) {
      over = dot(face.normal, cross(face.at[i] - from, p - from)) >= 0;
      from = face.at[i];
    }
  }
  const Vec3 d = p - face.at[0];
  if (over) {
    best = std::fabs(dot(face.normal, d));
  } else {
    Vec3 from = face.at[n - 1];
    for (const Vec3& to : face.at) {
      best = std::min(best, squared_from_edge(p, from, to));
      from = to;
    }
    best = std::sqrt(best);
  }
  return best * (1 + 0x1p-48) + face.slack + 0x1p-49 * sum_abs(d);
}

double bend_between(const FlatFace& face, Vec3 from, Vec3 to) noexcept {
  double best = 0.5, off = 0.48;  // what is nearer to an end is not worth it
  bool found = false;
  Vec3 last = face.at.back();
  for (const Vec3& corner : face.at) {
    const Vec3 across = cross(face.normal, corner - last);
    const double a = dot(across, from - last), b = dot(across, to - last);
    if ((a < 0) != (b < 0)) {
      const double part = a / (a - b);
      if (std::fabs(part - 0.5) < off) {
        off = std::fabs(part - 0.5);
        best = part;
        found = true;
      }
    }
    last = corner;
  }
  return found ? best : 0.5;
}

}  // namespace graze
