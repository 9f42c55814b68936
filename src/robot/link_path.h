// The joints between two links, and how far these can move against each other.
//
// Distances do not depend on the frame, so that any link r on the way from a to b may be taken as standing: the joints
// between r and a then move a, the others move b. A joint that turns by w moves what hangs on it by at most w times its
// farthest distance from the axis, and that is at most the sum of the lengths from joint to joint, whatever the joints
// in between do. The best r is taken.
//
// Of the links at the ends the distance from the nearest axis is known; of the first length only the part across the
// axis counts. Nothing else of the shape of the robot is used, so that the bound holds for any positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/robot.h"

namespace graze {

class LinkPath {
 public:
  LinkPath(const Robot& robot, std::uint32_t a, std::uint32_t b);
  // With the boxes of what hangs on the links, in their frames, in place of the links' own shapes; a differs from b.
  LinkPath(const Robot& robot, std::uint32_t a, const Box& box_a, std::uint32_t b, const Box& box_b);

  std::uint32_t a() const noexcept { return a_; }
  std::uint32_t b() const noexcept { return b_; }
  const std::vector<std::uint32_t>& joints() const noexcept { return joints_; }  // from a to b
  const std::vector<std::uint32_t>& chain() const noexcept { return chain_; }    // from the root to both, ascending
  // With a joint that moves in a way that is not known here: planar, floating, or without an axis.
  bool is_held() const noexcept { return held_; }
  bool is_rigid() const noexcept { return rigid_; }  // no joint between them moves
  bool stands() const noexcept { return stands_; }   // no joint from the root to either moves

  // Both links in the frame of the root, with the bits of link_poses(); `links` keeps the poses of the chain, and has
  // one of each link.
  void place(std::span<const double> values, std::span<Pose> links, Body& a, Body& b) const;

  struct Travel {
    double sum = 0;            // how far the links come nearer to each other at most, rounded up
    std::vector<double> each;  // what each joint of the path has in it
  };
  // For joints of the path that turn or slide by up to `changes`, with prismatic ones within `slides` of their origin;
  // both by joint of the robot.
  Travel travel(std::span<const double> changes, std::span<const double> slides) const;

  // How far a change of 1 of each joint of the path moves a, and b, at most; by joint of the path.
  struct Weights {
    std::vector<double> to_a, to_b;
  };
  Weights weights(std::span<const double> slides) const;

  // How far computed places are off at most, of both links together: see kinematics.h. Slides of the whole chain.
  double rounding(std::span<const double> slides) const;
  // The radii of the two links around their origins, together.
  double size() const noexcept { return radius_a_ + radius_b_; }

 private:
  // A joint as seen from the links beside it.
  struct Side {
    Vec3 point, axis;
  };
  struct Step {
    Side before, after;  // in the frames of the link nearer to a, and of that nearer to b
    bool turns = false, slides = false;
  };

  const Robot* robot_;
  std::uint32_t a_, b_;
  std::size_t up_ = 0;  // how many of the joints are above a
  std::vector<std::uint32_t> joints_, chain_;
  std::vector<Step> steps_;
  bool held_ = false, rigid_ = true, stands_ = true;
  double radius_a_ = 0, radius_b_ = 0;     // of the links around their origins
  double axis_to_a_ = 0, point_to_a_ = 0;  // farthest, of the first joint
  double axis_to_b_ = 0, point_to_b_ = 0;  // of the last
};

}  // namespace graze
