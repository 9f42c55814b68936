// What the benchmark of broad phases asks of an implementation.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "bench/moving_boxes.h"
#include "broad/broad_phase.h"

namespace graze::bench {

class BoxPeer {
 public:
  virtual ~BoxPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  // The most boxes that it is asked for: what it needs more than a few seconds for is left out.
  virtual std::size_t most() const = 0;
  virtual void load(const MovingBoxes& scene) = 0;
  // Before a turn, not timed: whatever makes it quickest.
  virtual void prepare() {}
  // Takes over where the boxes are, in the form of its own interface; not timed.
  virtual void place(const MovingBoxes& scene) = 0;
  // From boxes that moved to the pairs, in whatever order and form.
  virtual void step() = 0;
  // Those pairs, sorted.
  virtual std::vector<IdPair> pairs() = 0;
};

// Every move is timed, and the pairs are sorted.
std::unique_ptr<BoxPeer> make_graze_boxes(BroadKind kind);
// `anew`: the tree, which keeps its form as boxes move and becomes slower, is built again before each turn.
std::unique_ptr<BoxPeer> make_fcl_dynamic_tree(bool anew);
std::unique_ptr<BoxPeer> make_fcl_ssap();
std::unique_ptr<BoxPeer> make_bullet_dbvt();
std::unique_ptr<BoxPeer> make_bullet_axis_sweep();

}  // namespace graze::bench
