#include "narrow/contact/manifold.h"

#include <algorithm>
#include <utility>

namespace graze {
namespace {

double apart_squared(const ManifoldPoint& p, const ManifoldPoint& q) {
  const double x = p.x - q.x, y = p.y - q.y;
  return x * x + y * y;
}

std::uint64_t name_of(const Feature& feature) {
  return std::uint64_t(feature.kind) << 30 | std::uint64_t(feature.index) << 12 | (feature.triangle & 0xfff);
}

// Bit i: point i stays.
std::uint64_t spanning(const Manifold& m) {
  int first = 0, second = 0, left = -1, right = -1;
  double far = -1;
  for (int i = 0; i < m.count; ++i)
    for (int j = i + 1; j < m.count; ++j)
      if (const double apart = apart_squared(m.points[i], m.points[j]); apart > far) {
        far = apart;
        first = i;
        second = j;
      }
  double most = 0, least = 0;
  const ManifoldPoint &p = m.points[first], &q = m.points[second];
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& r = m.points[i];
    const double turn = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    if (turn > most) {
      most = turn;
      left = i;
    } else if (turn < least) {
      least = turn;
      right = i;
    }
  }
  std::uint64_t stay = std::uint64_t{1} << first | std::uint64_t{1} << second;
  if (left >= 0) stay |= std::uint64_t{1} << left;
  if (right >= 0) stay |= std::uint64_t{1} << right;
  return stay;
}

// The deepest in place of the nearest that stays, where all that stay are less deep by more than the tolerance.
std::uint64_t with_deepest(const Manifold& m, double tolerance, std::uint64_t stay) {
  int deepest = 0, nearest = -1;
  for (int i = 1; i < m.count; ++i)
    if (m.points[std::size_t(i)].depth > m.points[std::size_t(deepest)].depth) deepest = i;
  const ManifoldPoint& deep = m.points[std::size_t(deepest)];
  for (int i = 0; i < m.count; ++i) {
    if ((stay >> i & 1) == 0) continue;
    const ManifoldPoint& point = m.points[std::size_t(i)];
    if (point.depth >= deep.depth - tolerance) return stay;
    if (nearest < 0 || apart_squared(point, deep) < apart_squared(m.points[std::size_t(nearest)], deep)) nearest = i;
  }
  return (stay & ~(std::uint64_t{1} << nearest)) | std::uint64_t{1} << deepest;
}

// Those of the last answer, or nothing where one is gone or another is deeper.
std::uint64_t kept(const Manifold& m, double tolerance, const ContactCache& last) {
  std::uint64_t stay = 0;
  int found = 0;
  double deepest = -1e308, deepest_kept = -1e308;
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    deepest = std::max(deepest, p.depth);
    const std::uint64_t name = name_of(p.feature_a, p.feature_b);
    for (std::uint32_t k = 0; k < last.count; ++k)
      if (last.points[k] == name) {
        stay |= std::uint64_t{1} << i;
        deepest_kept = std::max(deepest_kept, p.depth);
        ++found;
        break;
      }
  }
  return found == 4 && deepest_kept >= deepest - tolerance ? stay : 0;
}

}  // namespace

std::uint64_t name_of(const Feature& feature_a, const Feature& feature_b) noexcept {
  return name_of(feature_a) << 32 | name_of(feature_b);
}

std::pair<Feature, Feature> named(std::uint64_t name) noexcept {
  const auto feature = [](std::uint64_t word) {
    return Feature{Feature::Kind(word >> 30 & 3), std::uint16_t(word >> 12 & 0xffff), std::uint32_t(word & 0xfff), 0};
  };
  return {feature(name >> 32), feature(name & 0xffffffff)};
}

void mirror(Manifold& m) noexcept {
  m.normal = -m.normal;
  for (int i = 0; i < m.count; ++i) std::swap(m.points[std::size_t(i)].feature_a, m.points[std::size_t(i)].feature_b);
}

void reduce(Manifold& m, double tolerance, const ContactCache* last) noexcept {
  if (m.count <= 4) return;
  std::uint64_t stay = last != nullptr && last->count == 4 ? kept(m, tolerance, *last) : 0;
  if (stay == 0) stay = with_deepest(m, tolerance, spanning(m));
  int count = 0;
  for (int i = 0; i < m.count; ++i)
    if ((stay >> i & 1) != 0) {
      if (i != count) m.points[count] = m.points[i];
      ++count;
    }
  m.count = count;
}

void write(const Manifold& m, ContactResult& result, ContactCache* cache) {
  result.point_bound = m.point_bound;
  result.contacts.resize(std::size_t(m.count));
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    Contact& contact = result.contacts[std::size_t(i)];
    contact.point = p.point;
    contact.normal = m.normal + Vec3{};  // no -0
    contact.depth = p.depth + 0.0;
    contact.bound = m.bound;
    contact.arbitrary = m.arbitrary;
    contact.feature_a = p.feature_a;
    contact.feature_b = p.feature_b;
  }
  if (cache == nullptr) return;
  cache->normal = m.normal;
  cache->count = std::uint32_t(std::min(m.count, 4));
  for (std::uint32_t i = 0; i < cache->count; ++i)
    cache->points[i] = name_of(m.points[i].feature_a, m.points[i].feature_b);
}

}  // namespace graze
