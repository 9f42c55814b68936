// A moving body and others, taken apart into pairs of members, phase by phase.
#pragma once

#include <deque>
#include <vector>

#include "motion/search.h"
#include "narrow/body/members.h"

namespace graze {

class MovingScene {
 public:
  // The others must outlive this.
  MovingScene(const Body& moving, const Motion& motion, std::span<const MovingBody> others);

  // Anything but ok: nothing can be asked.
  Status prepare();
  // Makes the pairs: of parts of compounds those that the trees of parts find to come within `reach` on their way.
  // Anything but ok as above.
  Status find_pairs(double reach);

  int phases() const noexcept { return phases_; }
  void set_phase(int phase);
  const std::vector<MemberPair>& pairs() const noexcept { return pairs_; }
  // What rounding is relative to, in the phase that is set: extents, ways, and how far apart the bodies start.
  double size() const;
  // The largest coordinate of a posed vertex.
  double largest_coordinate() const;
  // The largest length of all that are given: coordinates, ways and origins.
  double extent() const;
  // Nothing turns, and all bodies are their posed triangles, without a radius or a margin.
  bool is_straight() const;

  const Body& moving() const noexcept { return moving_.body; }
  std::span<const MovingBody> others() const noexcept { return others_; }
  Pose pose_at(int phase, double time) const { return graze::pose_at(moving_.body.pose, moving_.motion, phase, time); }
  Body other_at(std::size_t index, int phase, double time) const;

 private:
  // One body, the moving one first.
  struct Side {
    const MovingBody* body;
    std::vector<Member> leaves;
    std::vector<MovingMember*> members;  // of the leaves, where they are in a pair
    Path path;
  };
  Status add(const MovingBody& body);
  Status make_member(Side& side, std::uint32_t leaf);

  MovingBody moving_;
  std::span<const MovingBody> others_;
  std::vector<Side> sides_;
  std::deque<MovingMember> members_;
  std::vector<MemberPair> pairs_;
  int phases_ = 1;
};

}  // namespace graze
