// Rays against triangles in exact arithmetic, and the winding number of a point.
//
// origin + t * direction, 0 <= t <= max, clipped to a triangle is a closed interval of t: its lower end is the nearest
// point, whether the ray crosses the triangle, runs in its plane, or starts on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graze/query.h"
#include "tests/oracle/triangle_oracle.h"

namespace graze::oracle {

struct Hit {
  Rational t;
  std::uint32_t triangle = 0;
};

// Triangles made ready for many rays.
class RayTarget {
 public:
  explicit RayTarget(std::span<const Triangle> triangles) {
    for (const Triangle& t : triangles)
      for (Vec3 p : {t.a, t.b, t.c}) unit_.cover(p);
    flats_.reserve(triangles.size());
    for (const Triangle& t : triangles)
      flats_.push_back(Flat::of(unit_.point(t.a), unit_.point(t.b), unit_.point(t.c)));
  }

  // Every triangle that the ray hits, by exact t, then index.
  std::vector<Hit> all(const Ray& ray) const {
    const Line line(*this, ray.origin, ray.direction);
    const Rational limit = exact(ray.max);
    std::vector<Hit> hits;
    for (std::uint32_t i = 0; i < flats_.size(); ++i) {
      Clip clip({0, 1}, {limit.get_num(), limit.get_den()});
      line.clip(flats_[i], clip);
      if (clip.empty()) continue;
      Hit hit{Rational(clip.lo().numerator, clip.lo().denominator), i};
      hit.t.canonicalize();
      hits.push_back(std::move(hit));
    }
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
      const int order = cmp(a.t, b.t);
      return order != 0 ? order < 0 : a.triangle < b.triangle;
    });
    return hits;
  }

  std::optional<Hit> closest(const Ray& ray) const {
    std::vector<Hit> hits = all(ray);
    if (hits.empty()) return std::nullopt;
    return std::move(hits.front());
  }

  // How often the surface turns around the point, counter-clockwise outward; nothing when the direction runs into an
  // edge, so that another must be tried, or when the point is on the surface.
  std::optional<int> winding(Vec3 point, Vec3 direction) const {
    const Line line(*this, point, direction);
    int count = 0;
    for (const Flat& flat : flats_) {
      if (is_zero(flat.normal)) continue;
      const Integer start = line.start(flat.zero[0]), slope = line.slope(flat.zero[0]);
      if (sgn(slope) == 0) {
        if (sgn(start) != 0) continue;
        return std::nullopt;
      }
      if (sgn(start) != 0 && sgn(start) == sgn(slope)) continue;  // the plane lies behind
      bool inside = true, edge = false;
      for (const Linear& side : flat.positive) {
        // side at the crossing, times |slope|
        Integer value = line.start(side) * slope - line.slope(side) * start;
        const int sign = sgn(value) * sgn(slope);
        inside = inside && sign >= 0;
        edge = edge || sign == 0;
      }
      if (!inside) continue;
      if (edge || sgn(start) == 0) return std::nullopt;
      count += sgn(slope);
    }
    return count;
  }

 private:
  // A line in whichever unit is finer, its own or the triangles'. Values of one function may all be scaled by the same
  // positive factor without moving any zero.
  class Line {
   public:
    Line(const RayTarget& target, Vec3 origin, Vec3 direction) {
      Unit unit;
      unit.cover(origin);
      unit.cover(direction);
      origin_ = unit.point(origin);
      direction_ = unit.point(direction);
      const int finer = target.unit_.exponent() - unit.exponent();
      if (finer >= 0) {
        offset_shift_ = static_cast<unsigned long>(finer);
      } else {
        for (Point* p : {&origin_, &direction_})
          for (Integer* i : {&p->x, &p->y, &p->z}) *i <<= static_cast<unsigned long>(-finer);
      }
    }
    Integer start(const Linear& f) const { return dot(f.normal, origin_) - (f.offset << offset_shift_); }
    Integer slope(const Linear& f) const { return dot(f.normal, direction_); }
    void clip(const Flat& flat, Clip& clip) const {
      for (const Linear& f : flat.zero) {
        if (clip.empty()) return;
        clip.keep_zero(start(f), slope(f));
      }
      for (const Linear& f : flat.positive) {
        if (clip.empty()) return;
        clip.keep_positive(start(f), slope(f));
      }
    }

   private:
    Point origin_, direction_;
    unsigned long offset_shift_ = 0;
  };

  Unit unit_;
  std::vector<Flat> flats_;
};

}  // namespace graze::oracle
