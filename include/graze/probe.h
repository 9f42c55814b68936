// A tool that a hand moves, as haptic devices have it. The hand goes where it wants; the tool's shadow goes after it as
// far as bodies let it, never enters one, and the spring between both is the force that the hand feels (docs/probe.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/motion.h"

namespace GRAZE_API graze {

// How a probe feels. Lengths are in the unit of the world; forces in what `stiffness` makes of them.
struct ProbeSettings {
  double stiffness = 500;        // force for each unit of length between shadow and hand; above 0
  double largest_force = 10;     // more is not told; above 0
  double largest_change = 0.05;  // of the largest force, from one tick to the next; above 0, at most 1
  // How far the shadow keeps from what holds it: a step leaves at least half of it, or, in folds that are narrower, of
  // the gap that there is. The work of a tick grows with the way of the hand over this. 0: the 128th part of the tool's
  // radius.
  double gap = 0;
  std::uint64_t budget = 1 << 15;  // of a tick, in units of work (docs/budgets.md): no step begins after that
};

// What holds the shadow.
struct ProbeContact {
  Vec3 point;            // world, about half way between the two
  Vec3 normal;           // unit, towards the tool
  std::size_t body = 0;  // which of the bodies
  Feature feature;       // of that body
};

// What a tick tells. Budget: the shadow went as far as the work allowed. Any other status but ok: it stays where it
// was, the forces are 0, and the next hand counts from the one before: `invalid` where the shadow is not clear of the
// bodies, or no rotation takes the tool to the hand; `undecided` where curved bodies are too near to tell.
struct [[nodiscard]] ProbeResult : Outcome {
  static constexpr int most_contacts = 6;  // that are remembered and told

  Pose shadow;  // clear of all bodies by the exact predicate, as is the whole way that it went
  Vec3 force;   // on the hand, towards the shadow
  Vec3 torque;  // on the hand, about the middle of the tool's box: turning by a radius counts as going by one
  Answer touching = Answer::unknown;  // is the shadow held by something?
  // The shadow came loose, or the hand jumped: the force would have changed by more than is allowed, and goes on
  // changing in the next ticks.
  bool snapped = false;
  int contact_count = 0;                             // how many hold it
  std::array<ProbeContact, most_contacts> contacts;  // the first contact_count of them
  int steps = 0;                                     // that the shadow went in this tick
  Counters counters;                                 // the work that was done
};

// A tool and its shadow. Copies go their own ways.
class Probe {
 public:
  // The tool where the hand has it, clear of what it will be asked with. Throws Error for an empty handle, a
  // half-space, a singular pose, and settings that are not as told above.
  explicit Probe(const Body& tool, const ProbeSettings& settings = {});

  // The hand is there now; the bodies stand, each where it is. A thousand times a second is usual. The hand's pose is
  // the tool's, moved and turned.
  ProbeResult tick(const Pose& hand, std::span<const Body> bodies) noexcept;

  // Puts the shadow somewhere else; the force begins at 0 again. Scale and shear of the pose are the tool's from now
  // on: the radius and the gap that is not set are those for them. A pose that is singular or not finite makes ticks
  // invalid.
  void place(const Pose& shadow) noexcept;
  const Pose& shadow() const noexcept { return shadow_; }  // where it is now
  double gap() const noexcept { return gap_; }             // that is kept
  double radius() const noexcept { return radius_; }       // no point of the tool is farther from its middle

 private:
  struct Contact {
    ProbeContact told;
    Vec3 arm;    // from the tool's middle, world
    double gap;  // as far as the steps since have left it
    int age;     // in steps
  };
  void measure() noexcept;
  double way_of_hand(const Pose& hand) noexcept;
  void note(const Contact& contact) noexcept;
  void grow_old(Vec3 go, Vec3 turn) noexcept;
  Status look(std::span<const Body> bodies, double reach, double& gap, Counters& counters);
  void follow(const Pose& hand, std::span<const Body> bodies, ProbeResult& result);
  void pull(const Pose& hand, ProbeResult& result);

  Shape tool_;
  ProbeSettings settings_;
  Pose shadow_, hand_;  // after the last tick
  Vec3 centre_;         // of the tool, in its own frame
  double radius_ = 0, gap_ = 0;
  Vec3 force_, torque_;
  std::array<Contact, ProbeResult::most_contacts> contacts_;
  int contact_count_ = 0;
  std::vector<PairCache> nearest_;  // of the bodies
};

}  // namespace graze
