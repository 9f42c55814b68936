// Where two pieces press on each other: one normal, up to four points.
//
// Bodies never meet, so the direction between their nearest points is always there, and close to the one of the tick
// before. A face that is across it, but for less than the skin, gives the normal; the points are the corners of what
// that face and the one that looks at it have in common.
#pragma once

#include <cstdint>
#include <vector>

#include "response/way.h"

namespace graze {

struct PressPoint {
  Vec3 point;              // world, on a
  double gap = 0;          // along the normal, to b
  std::uint64_t name = 0;  // of what touches: the same from tick to tick
};

// Whose face gives the normal.
enum class PressSide : std::uint8_t { none, a, b };

struct Press {
  Vec3 normal;                      // unit, from a to b
  double round_a = 0, round_b = 0;  // what touches lies so far around something that does not turn it away
  PressSide side = PressSide::none;
  int count = 0;
  PressPoint points[4];
};

// Those that are no farther apart than `range`; `skin` says how much a face is preferred. False: none.
bool press(const ConvexPiece& a, const BodyPlace& place_a, const ConvexPiece& b, const BodyPlace& place_b, double range,
           double skin, Press& result);

// Two boxes without radii by their axes: `apart` by more than the range; found; or `unknown`, for press() to find.
enum class BoxPress : std::uint8_t { apart, found, unknown };
BoxPress press_boxes(Vec3 half_a, const BodyPlace& a, Vec3 half_b, const BodyPlace& b, double range, double skin,
                     Press& result);

// Of any two bodies: several, each with a normal of its own.
void press_bodies(const Body& a, const Body& b, double range, std::vector<Press>& result);

}  // namespace graze
