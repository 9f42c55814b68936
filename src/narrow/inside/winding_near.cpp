#include "narrow/inside/winding_near.h"

#include <cstdint>
#include <stdexcept>

#include "base/work.h"
#include "narrow/inside/ray_reach.h"
#include "narrow/triangle/flat.h"
#include "shape/net_surface.h"

namespace graze {
namespace {

constexpr int most_near_attempts = 1000;

class Directions {
 public:
  Vec3 next() {
    ++drawn_;
    const double x = number(), y = number();
    return {x, y, number()};
  }

 private:
  double number() {  // xorshift: any sequence that does not repeat soon will do
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    // Short numbers make short products; the long ones are for points that many planes pass through.
    if (drawn_ <= 16) return double(int(state_ >> 52) * 2 - 4095);
    return double(std::int64_t(state_ >> 12) * 2 - ((std::int64_t(1) << 52) - 1));
  }

  int drawn_ = 0;
  std::uint64_t state_ = 0x9e3779b97f4a7c15u;
};

bool parallel(const Difference& u, const Difference& v) {
  for (const Vec3& axis : unit_axis)
    if (sign_det3({axis, {}}, u, v) != 0) return false;
  return true;
}

}  // namespace

SolidBody SolidBody::net(const PlacedBody& body) {
  const NetSurface& net = net_surface(*body.body.shape);
  SolidBody result(body);
  if (!net.distinct) return result;
  result.placed.body.shape = &data_of(net.distinct);
  result.placed.placement = place(data_of(net.distinct), body.body.pose);
  result.bounding = Bounding(data_of(net.distinct), net.weight);
  return result;
}

WindingNear::WindingNear(const SolidBody& solid, const ExactPoint& point, Counters& counters)
    : orientation_(solid.placed.body.orientation) {
  // A direction fails when it is in the plane of a triangle that holds the point: one in 2^13 of the first directions,
  // and one in 2^52 of those after them, for each such plane.
  Directions directions;
  for (int attempt = 0; !look(solid, point, directions.next(), counters); ++attempt) {
    work::poll();
    if (attempt == most_near_attempts) throw std::runtime_error("no direction leads out of a solid");
  }
}

bool WindingNear::look(const SolidBody& solid, const ExactPoint& point, Vec3 direction, Counters& counters) {
  thread_local std::vector<std::uint32_t> found;
  winding_ = 0;
  near_.clear();
  triangles_.clear();
  along_ray(solid.placed, point, direction, found, counters);
  const Difference ray{direction, {}};
  for (const std::uint32_t index : found) {
    if (!solid.bounding(index)) continue;
    const Triangle t = solid.placed.body.triangle(index);
    ++counters.double_tests;
    work::charge(4);
    Near near;
    const Vec3 origin[4] = {t.b, t.c, t.a, t.a};
    near.u[0] = near.u[1] = near.u[2] = ray;
    near.v[0] = {t.c, t.b};
    near.v[1] = {t.a, t.c};
    near.v[2] = {t.b, t.a};
    // Turned, so that the triangle is ahead on the positive side.
    near.u[3] = {t.c, t.a};
    near.v[3] = {t.b, t.a};
    bool positive = false, negative = false, zero = false;
    for (int k = 0; k < 4 && !(positive && negative); ++k) {
      near.side[k] = point.side({origin[k], near.u[k], near.v[k]});
      positive = positive || near.side[k] > 0;
      negative = negative || near.side[k] < 0;
      zero = zero || near.side[k] == 0;
    }
    if (positive && negative) continue;
    if (!zero) {
      winding_ += (positive ? 1 : -1) * solid.bounding.weight(index);
      continue;
    }
    if (projection_axis(t) < 0) continue;      // degenerate
    if (!positive && !negative) return false;  // the ray lies in the plane of the triangle
    for (int k = 0; k < 3; ++k)
      if (near.side[k] == 0 && parallel(near.u[k], near.v[k])) return false;
    // On the plane and on no edge's outer side: on the triangle, as the ray leaves the plane.
    if (near.side[3] == 0) triangles_.push_back(index);
    near.weight = solid.bounding.weight(index);
    near_.push_back(near);
  }
  return true;
}

int WindingNear::winding(const Leave& leave) const {
  int winding = winding_;
  for (const Near& near : near_) {
    work::poll();
    int first = 0;
    bool crossed = true;
    for (int k = 0; k < 4 && crossed; ++k) {
      const int side = near.side[k] != 0 ? near.side[k] : leave.sign(near.u[k], near.v[k]);
      if (first == 0) first = side;
      crossed = side == first;
    }
    if (crossed) winding += first * near.weight;
  }
  return winding * orientation_;
}

std::array<int, 4> WindingNear::windings(const ExactDirection& along, const FacePlane& face) const {
  std::array<int, 4> result;
  result.fill(winding_);
  for (const Near& near : near_) {
    work::poll();
    std::array<int, 4> first{};
    std::array<bool, 4> crossed{true, true, true, true};
    for (std::size_t k = 0; k < 4; ++k) {
      LeaveSigns signs;
      if (near.side[k] != 0)
        signs.sure = near.side[k];
      else
        signs = leave_signs(along, face, near.u[k], near.v[k]);
      for (std::size_t way = 0; way < 4; ++way) {
        const int side = signs.of(way < 2 ? -1 : 1, way % 2 == 0 ? -1 : 1);
        if (first[way] == 0) first[way] = side;
        crossed[way] = crossed[way] && side == first[way];
      }
      if (!crossed[0] && !crossed[1] && !crossed[2] && !crossed[3]) break;
    }
    for (std::size_t way = 0; way < 4; ++way)
      if (crossed[way]) result[way] += first[way] * near.weight;
  }
  for (int& winding : result) winding *= orientation_;
  return result;
}

int WindingNear::winding() const {
  // Any way out will do.
  static const Leave any{ExactDirection::along({}, {1, 0, 0}), {{}, {0, 1, 0}, {0, 0, 1}}, 0, 1, 1};
  return winding(any);
}

}  // namespace graze
