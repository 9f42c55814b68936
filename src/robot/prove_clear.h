// Do two links stay apart for all values within the limits?
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "robot/link_path.h"

namespace graze {

// Boxes of values: a distance at the middle that is larger than what the rest of the box can take from it proves the
// box; else it is halved along the joint that can take most. The box that is nearest to contact comes first, so that
// contact is soon found where there is any. A search can be left and taken up again; where it is left changes nothing.
class ClearProver {
 public:
  enum class State : std::uint8_t {
    open,    // nothing is known yet
    clear,   // proven: no contact for any values within the limits
    met,     // `witness` has contact by `collide`
    failed,  // a box cannot be halved, or a query had no answer
  };

  ClearProver(const Robot& robot, const LinkPath& path);  // both must outlive it

  // Asks for at most that many more distances.
  State run(std::uint64_t distances);
  State state() const noexcept { return state_; }
  std::size_t boxes() const noexcept { return queue_.size(); }  // that are not proven yet
  const std::vector<double>& witness() const noexcept { return witness_; }

 private:
  struct ValueBox {
    std::vector<double> lower, upper;  // by variable
    double slack = 0;                  // what is left of the distance; 0 or less: nothing is proven
    std::uint64_t number = 0;
    std::uint32_t split = 0;  // the variable that takes most of it
  };
  struct Later {
    bool operator()(const ValueBox& x, const ValueBox& y) const {
      return x.slack != y.slack ? x.slack > y.slack : x.number > y.number;
    }
  };

  State look(ValueBox box);

  const Robot& robot_;
  const LinkPath& path_;
  std::vector<Pose> links_;
  std::vector<double> changes_, slides_, witness_;
  std::priority_queue<ValueBox, std::vector<ValueBox>, Later> queue_;
  ValueBox now_;                          // whose halves are looked at
  bool begun_ = false, halving_ = false;  // halving: the lower half of `now_` is done
  std::uint64_t asked_ = 0;
  PairCache cache_;
  State state_ = State::open;
};

}  // namespace graze
