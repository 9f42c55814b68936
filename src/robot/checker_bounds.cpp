// Bounds that a checker has ahead of queries: boxes of bodies, and how far joints move them (link_path.h).
#include <algorithm>
#include <cmath>
#include <limits>

#include "math/constants.h"
#include "robot/checker_state.h"
#include "robot/kinematics.h"
#include "robot/link_path.h"

namespace graze {

namespace {

using roundoff::u;
using roundoff::up;

// How far positions of a joint are off on a way, at most: those of values between waypoints, and of their products.
double position_doubt(const RobotJoint& joint, double slide) {
  return 16 * u * (joint.kind == JointKind::prismatic ? slide : largest_angle);
}

// Corners of the box around a body, in the frame of its link.
Box link_box(const CheckedBody& body) {
  const Vec3 extent = abs(body.box.axes) * body.box.half;
  return {body.box.centre - extent, body.box.centre + extent};
}

double farthest_corner(const Box& box, Vec3 point, Vec3 axis, bool across) {
  double most = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 arm =
        Vec3{i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z} - point;
    most = std::max(most, length(across ? cross(axis, arm) : arm));
  }
  return most;
}

}  // namespace

double box_gap(const CheckerBox& a, const CheckerBox& b, double enough) noexcept {
  const double apart = box_separation(a, b, enough);
  return apart > 0 ? apart : 0;  // also where something is not finite
}

double box_separation(const CheckerBox& a, const CheckerBox& b, double enough) noexcept {
  const Vec3 between = b.centre - a.centre;
  const double slack = a.slack + b.slack, wanted = enough + slack;
  const double radii = a.radius + b.radius, far = radii + wanted;
  const double square = dot(between, between);
  if (square > far * far * (1 + 0x1p-40)) return enough * (1 + 0x1p-44) + std::numeric_limits<double>::min();
  double best = std::sqrt(square) - radii;
  double of_b[3] = {b.half.x, b.half.y, b.half.z};  // what the boxes take of the axes of b
  for (int i = 0; i < 3; ++i) {
    double of_a = a.half[i];
    for (int k = 0; k < 3; ++k) {
      const double cosine = std::fabs(dot(a.axes[i], b.axes[k]));
      of_a += cosine * b.half[k];
      of_b[k] += cosine * a.half[i];
    }
    best = std::max(best, std::fabs(dot(a.axes[i], between)) - of_a);
  }
  if (best <= wanted) {
    for (int k = 0; k < 3; ++k) best = std::max(best, std::fabs(dot(b.axes[k], between)) - of_b[k]);
  }
  return best - slack;
}

TravelTable CheckerState::travel_of(std::vector<double> slides) const {
  TravelTable table;
  table.slides = std::move(slides);
  table.doubts.resize(bodies.size());
  for (const std::uint32_t m : movers) {
    const CheckedBody& body = bodies[m];
    // From the body to the root, as to_b of a path from the root, with a sum of lengths for the rounding.
    const Box box = link_box(body);
    double lengths = farthest_corner(box, {}, {}, false) + (body.posed ? length(body.pose.translation) : 0);
    double steps = body.posed ? 3 : 2, far = 0, doubt = 0;
    bool first = true;
    Vec3 next_point;  // of the joint before, in the frame of this one's child
    double next_slide = 0;
    for (std::uint32_t link = body.link; robot.links[link].joint != RobotLink::none;) {
      const std::uint32_t j = robot.links[link].joint;
      const RobotJoint& joint = robot.joints[j];
      const bool moves = joint.variable != RobotJoint::none, turns = moves && joint.kind != JointKind::prismatic;
      const double slide = moves && !turns ? table.slides[j] : 0;
      double across;
      if (first) {
        across = farthest_corner(box, {}, joint.axis, true);
        far = farthest_corner(box, {}, {}, false);
        first = false;
      } else {
        const double rest = next_slide + far;
        across = length(cross(joint.axis, next_point)) + rest;
        far = length(next_point) + rest;
      }
      if (moves) {
        const double weight = (turns ? across : 1) * up;
        table.chains.push_back({joint.variable, j, 0, weight * std::fabs(joint.multiplier)});
        doubt += weight * position_doubt(joint, table.slides[j]);
      }
      lengths += length(joint.origin.translation) + slide;
      steps += 1;
      next_point = joint.origin.translation;
      next_slide = slide;
      link = joint.parent;
    }
    table.doubts[m] = (256 * u * steps * lengths + doubt) * up;
  }
  for (const CheckedSelf& pair : pairs) {
    const CheckedBody &a = bodies[pair.a], &b = bodies[pair.b];
    if (a.link == b.link) continue;
    const LinkPath path(robot, a.link, link_box(a), b.link, link_box(b));
    const LinkPath::Weights weights = path.weights(table.slides);
    for (std::size_t i = 0; i < path.joints().size(); ++i) {
      const std::uint32_t j = path.joints()[i];
      const RobotJoint& joint = robot.joints[j];
      if (joint.variable == RobotJoint::none) continue;
      const double scale = std::fabs(joint.multiplier) * up;
      table.pairs.push_back({joint.variable, j, weights.to_a[i] * scale, weights.to_b[i] * scale});
    }
  }
  return table;
}

}  // namespace graze
