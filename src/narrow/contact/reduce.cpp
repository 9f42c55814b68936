#include "narrow/contact/reduce.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze {
namespace {

struct Flat {
  double x, y;
  std::uint32_t index;
};

double turn(const Flat& p, const Flat& q, const Flat& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}
double apart_sq(const Flat& p, const Flat& q) { return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y); }

// Corners of the hull (Andrew's chains), counter-clockwise. Turns below `flat` are straight.
std::vector<Flat> hull_of(std::vector<Flat> points, double flat) {
  std::sort(points.begin(), points.end(), [](const Flat& p, const Flat& q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.index < q.index;
  });
  std::vector<Flat> hull;
  for (int way = 0; way < 2; ++way) {
    const std::size_t start = hull.size();
    for (const Flat& p : points) {
      while (hull.size() >= start + 2 && !(turn(hull[hull.size() - 2], hull.back(), p) > flat)) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  if (hull.empty()) hull.push_back(points.front());
  return hull;
}

}  // namespace

std::vector<std::uint32_t> spanning_points(std::span<const Vec3> points, Vec3 normal) {
  const Vec3 away = std::fabs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = cross(normal, away) * (1 / length(cross(normal, away))), v = cross(normal, u);
  std::vector<Flat> flat;
  double size = 0;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const Vec3 from = points[i] - points[0];
    flat.push_back({dot(u, from), dot(v, from), i});
    size = std::max({size, std::fabs(flat.back().x), std::fabs(flat.back().y)});
  }
  std::vector<Flat> hull = hull_of(flat, size * size * 0x1p-40);
  if (hull.size() > 4) {
    std::array<std::size_t, 4> kept{0, 0, 0, 0};
    double most = -1;
    for (std::size_t i = 0; i < hull.size(); ++i)
      for (std::size_t j = i + 1; j < hull.size(); ++j)
        if (const double apart = apart_sq(hull[i], hull[j]); apart > most) {
          most = apart;
          kept[0] = i;
          kept[1] = j;
        }
    double left = 0, right = 0;
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const double off = turn(hull[kept[0]], hull[kept[1]], hull[i]);
      if (off > left) {
        left = off;
        kept[2] = i;
      } else if (off < right) {
        right = off;
        kept[3] = i;
      }
    }
    std::vector<Flat> chosen{hull[kept[0]], hull[kept[1]]};
    if (left > 0) chosen.push_back(hull[kept[2]]);
    if (right < 0) chosen.push_back(hull[kept[3]]);
    hull = std::move(chosen);
  }
  std::vector<std::uint32_t> result;
  for (const Flat& p : hull) result.push_back(p.index);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void reduce_patches(const std::vector<Vec3>& normals, std::vector<Contact>& contacts) {
  std::vector<std::vector<std::uint32_t>> members(normals.size());
  for (std::uint32_t i = 0; i < contacts.size(); ++i) members[contacts[i].patch].push_back(i);
  std::vector<std::uint32_t> kept;
  for (std::size_t patch = 0; patch < normals.size(); ++patch) {
    std::vector<Vec3> points;
    for (const std::uint32_t i : members[patch]) points.push_back(contacts[i].point);
    for (const std::uint32_t i : spanning_points(points, normals[patch])) kept.push_back(members[patch][i]);
  }
  std::sort(kept.begin(), kept.end());
  std::vector<Contact> few;
  for (const std::uint32_t i : kept) few.push_back(contacts[i]);
  contacts = std::move(few);
}

}  // namespace graze
