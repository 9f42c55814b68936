// Which features of two bodies a sweep looks at, and where they may get to on the way.
#pragma once

#include <vector>

#include "study/sweep/rotating.h"
#include "study/sweep/sweep.h"

namespace graze::study {

// The motion as the formulas want it: about a fixed axis the positive way, or along a way.
struct SweepMotion {
  bool turns = false;
  Vec3 way;
  Axis axis;
  double angle = 0;  // above 0

  // Seen from the moving body, the other one moves so.
  SweepMotion reversed() const noexcept { return {turns, -way, {axis.origin, -axis.direction}, angle}; }
  Vec3 velocity(Vec3 point) const noexcept { return turns ? axis.velocity(point) : way; }
};

// Numbers of vertices, edges and faces. With `shared_features` off, as often as faces have them.
struct Features {
  std::vector<std::uint32_t> vertices, edges, faces;
};

// Of the body that the other one comes to along `motion`. `faces`: those that come into question.
Features features_of(const PosedPolygons& body, const SweepMotion& motion, const std::vector<std::uint32_t>& faces,
                     const SweepSwitches& switches);
// Faces of a body that something within the box may meet and that have one of the contents.
std::vector<std::uint32_t> faces_near(const PosedPolygons& body, const Box& box, const SweepSettings& settings);

// A box that the point stays in on its way, grown by `by`.
Box box_of_way(Vec3 point, const SweepMotion& motion, double by) noexcept;

}  // namespace graze::study
