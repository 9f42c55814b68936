// A moving body and others, taken apart into pairs of members, phase by phase.
#pragma once

#include <vector>

#include "motion/search.h"

namespace graze {

class MovingScene {
 public:
  // The others must outlive this.
  MovingScene(const Body& moving, const Motion& motion, std::span<const MovingBody> others);

  // Anything but ok: nothing can be asked.
  Status prepare();

  int phases() const noexcept { return phases_; }
  void set_phase(int phase);
  const std::vector<MemberPair>& pairs() const noexcept { return pairs_; }
  // What rounding is relative to, in the phase that is set: extents, ways, and how far apart the bodies start.
  double size() const;
  // The largest coordinate of a posed vertex.
  double largest_coordinate() const;

  const Body& moving() const noexcept { return moving_.body; }
  std::span<const MovingBody> others() const noexcept { return others_; }
  Pose pose_at(int phase, double time) const { return graze::pose_at(moving_.body.pose, moving_.motion, phase, time); }
  Body other_at(std::size_t index, int phase, double time) const;

 private:
  Status add(const MovingBody& body);

  MovingBody moving_;
  std::span<const MovingBody> others_;
  std::vector<MovingMember> members_;
  std::vector<const Motion*> motions_;  // of the members
  std::vector<std::size_t> first_;      // of each other's members, and one past the end
  std::vector<MemberPair> pairs_;
  int phases_ = 1;
};

}  // namespace graze
