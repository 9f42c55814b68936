// One search of motion/search.h while it runs. One file per topic: search.cpp what comes next and how it ends, then
// search_boxes.cpp, search_triangles.cpp, and search_bodies.cpp for bodies that have no triangles.
#pragma once

#include <memory>
#include <unordered_map>

#include "motion/moving_bodies.h"
#include "motion/moving_tree.h"
#include "motion/search.h"
#include "motion/search_queue.h"

namespace graze {

class Search {
 public:
  Search(const std::vector<MemberPair>& pairs, const SearchSettings& settings) : pairs_(pairs), settings_(settings) {}

  SearchResult run();

 private:
  using Entry = SearchEntry;

  struct Candidate {
    bool found = false;
    double time = 2, gap = 0;
    MoveContact contact;
  };

  // The boxes of a pair's two bodies; a body that is in many pairs has them once.
  struct PairTrees {
    MovingTree *a = nullptr, *b = nullptr;
  };
  struct PlacedPair;

  void begin(std::uint32_t pair);
  SearchResult finish();
  double separation(const MemberPair& pair) const;
  double slack_of(const MemberPair& pair) const { return pair.a->slack + pair.b->slack; }
  // Of a pair that is proven clear until then: does anything after that matter?
  bool is_over(double until, double end) const { return until >= 1 || until > last_ || until >= end; }
  // The end of a pair: of all that end, the first counts. Without a zone contact is looked for a little longer.
  void stop_at(double time, double gap, const MoveContact& contact);

  // --- boxes ---
  MovingTree* tree_of(const MovingMember* member);
  void open(Entry entry);
  // Takes the time of a pair of boxes on, if that is worth it.
  bool later(Entry& entry, const PlacedPair& start);
  void begin_boxes(const Entry& entry);
  void compare(const Entry& entry, const PlacedPair& start, bool host_a, std::uint32_t box, std::uint32_t node);
  unsigned sift(Entry& entry, const PlacedPair& start, bool of_a);
  void open_leaves(Entry entry, const PlacedPair& start);

  // --- triangles ---
  MovingPair pair_of(const Entry& entry) const;
  double gap_to_keep(MovingPair& pair) const;
  // The direction: unit from a to b, or 0 for that of the nearest points.
  MoveContact contact_of(const Entry& entry, const MovingPair& moving, const MovingPair::PairPoints& nearest,
                         Vec3 direction) const;
  void step(Entry entry);
  void prove(MovingPair& pair, const Entry& entry, const MovingPair::PairPoints& nearest,
             const MovingPair::Advance& advance);
  void end_at(const Entry& entry);
  // The exact first contact of a pair without a radius, from its time on: of two translations, of a rotation while the
  // other body stands, or of two rotations about one axis. Rotations are asked for the next part of the time only,
  // until `to`.
  struct Decided {
    bool known = false, hit = false;
    double lo = 0, hi = 0, to = 1;
  };
  Decided decide(const Entry& entry) const;
  bool decided_exactly(const Entry& entry);
  // Of two bodies that turn about one axis the direction in which they are apart turns, too, so that steps are as short
  // as the gap where a vertex only grazes a face; the exact decision then leads on by more than thousands of them. Only
  // where it may: at a tolerance of 0, of triangles that are the bodies.
  bool leads_on_exactly(const Entry& entry);

  // The budget is kept inside of the steps, too: a pair that is followed further waits in the queue then.
  bool spent();
  // The budget is spent: nothing is known after the time, which is the least of what is in the queue.
  void end_unfinished(double time);

  // --- whole bodies ---
  MovingBodies bodies_of(const Entry& entry);
  MoveContact contact_of(const Entry& entry, const MovingBodies::Advance& found) const;
  void step_bodies(Entry entry);
  void prove(const MovingBodies& bodies, const Entry& entry, const MovingBodies::Advance& advance);
  void end_bodies(const Entry& entry);

  // How long after a pair in doubt contact is looked for: of curved bodies gaps are not known as well.
  static constexpr double flat_window = 0x1p-31, curved_window = 0x1p-12;
  static constexpr double no_step = 0x1p-50;  // a pair that gets no farther in time is at its end

  const std::vector<MemberPair>& pairs_;
  const SearchSettings& settings_;
  const MotionKernels& kernels_ = motion_kernels();
  std::unordered_map<const MovingMember*, std::unique_ptr<MovingTree>> trees_;
  std::vector<PairTrees> pair_trees_;
  SearchQueue queue_;
  double window_ = flat_window;
  int dives_ = 4;
  double last_ = 1;  // what happens later is of no interest
  Candidate proven_, doubt_;
  std::uint64_t charged_ = 0;  // units of work that the budget was told of
  SearchResult result_;
};

// Unit, or 0.
Vec3 unit_or_zero(Vec3 v);
void mirror(MoveContact& contact);

}  // namespace graze
