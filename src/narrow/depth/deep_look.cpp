#include "narrow/depth/deep_look.h"

#include <array>
#include <cmath>
#include <span>

#include "base/ranges.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/depth/common_ball.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/winding_near.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {
namespace {

// From one pair of triangles that meet after the other, where none was tried that is near it.
class DeepStarts {
 public:
  DeepStarts(const SolidPair& pair, double enough)
      : pair_(pair), search_(pair.surface_a, pair.surface_b), enough_(enough) {
    if (!(enough_ > 0) || !std::isfinite(enough_)) places_ = most_places;
  }

  bool found_from(const TrianglePair& met, Counters& counters) {
    if (places_ == most_places) return false;
    const Triangle t = pair_.surface_a.body.triangle(met.a);
    if (ranges::any_of(std::span(tried_).first(places_), [&](Vec3 known) { return !(length(known - t.a) > enough_); }))
      return false;
    tried_[places_++] = t.a;
    const Triangle u = pair_.surface_b.body.triangle(met.b);
    Vec3 p;
    return search_.run(triangle_distance(t, u).point_a, outward(pair_.a.body, t), outward(pair_.b.body, u), enough_,
                       counters, p) &&
           overlap(pair_.a.body.box, Box{p, p}) && overlap(pair_.b.body.box, Box{p, p}) &&
           inside_solid(pair_.a, p, counters) && inside_solid(pair_.b, p, counters);
  }

 private:
  static constexpr std::size_t most_places = 8;

  const SolidPair& pair_;
  BallSearch search_;
  double enough_;
  std::array<Vec3, most_places> tried_{};
  std::size_t places_ = 0;
};

}  // namespace

bool make_solid_pair(const Body& a, const Body& b, SolidPair& pair) {
  if (prepare(a, pair.a) != Status::ok || prepare(b, pair.b) != Status::ok) return false;
  pair.surface_a = SolidBody::net(pair.a).placed;
  pair.surface_b = SolidBody::net(pair.b).placed;
  return true;
}

Vec3 outward(const Posed& body, const Triangle& t) noexcept {
  const Vec3 across = cross(t.b - t.a, t.c - t.a);
  const double size = length(across);
  return size > 0 && std::isfinite(size) ? across * (body.orientation / size) : Vec3{};
}

DeepLook look_deep(const SolidPair& pair, double enough, std::size_t most_pairs, Counters& counters) {
  const PlacedBody &a = pair.surface_a, &b = pair.surface_b;
  DeepLook look;
  look.complete = true;
  PairFrame frame;
  const PairPlace place = pair_place(a.placement, b.placement, frame);
  if (place == PairPlace::apart || !overlap(a.body.box, b.body.box)) return look;
  DeepStarts starts(pair, enough);
  for_each_meeting(
      a.body, b.body, place == PairPlace::near ? &frame : nullptr, false,
      [&](TrianglePair met) {
        look.found = starts.found_from(met, counters);
        look.complete = !look.found && look.meeting.size() < most_pairs;
        if (look.complete) look.meeting.push_back(met);
        return look.complete;
      },
      counters);
  ranges::sort(look.meeting);
  return look;
}

}  // namespace graze
