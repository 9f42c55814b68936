// move() of bodies that have cores of few points, without a zone: no trees, no queue, no memory. Each other body is
// cast by itself, straight ways by motion/core_cast.h and turns by motion/turning_cast.h; what that leaves open is for
// the search of motion/search.h.
#pragma once

#include "graze/motion.h"
#include "motion/turning_cast.h"

namespace graze {

// The way of a motion without a turn; false for one with.
bool straight_way(const Motion& motion, Vec3& way) noexcept;

class QuickMove {
 public:
  enum class Paths : std::uint8_t { straight, any };  // any: of one phase

  // The body and the motion must outlive this.
  QuickMove(const Body& moving, const Motion& motion, const MoveSettings& settings,
            Paths paths = Paths::straight) noexcept;

  // False, here or after any see(): nothing is known.
  bool usable() const noexcept { return usable_; }
  // The others, one after the other, in any order: of two that are met at the same time the lesser number is told.
  // True: this is the first that is met, of those that were seen.
  bool see(const Body& other, const Motion& motion, std::uint64_t number) noexcept;
  // What happens later is of no interest.
  double limit() const noexcept { return found_ ? first_.upper : 1; }

  // contact.body is the number.
  MoveResult result() const noexcept;

 private:
  // False: the other body is no such core, or its path is none of these.
  bool cast_at(const Body& other, const Motion& motion, CoreCast& result) const noexcept;

  const Body& moving_;
  const Motion& motion_;
  Paths paths_;
  TurningCore core_;  // of straight paths only what motion/core_cast.h needs
  Vec3 way_;
  bool usable_ = false, found_ = false;
  CoreCast first_;  // the one that ends first; `lower` and `stand` are the least of all
  std::uint64_t number_ = 0, steps_ = 0;
};

}  // namespace graze
