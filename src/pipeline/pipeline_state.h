// The inside of a Pipeline: what one step leaves for the next, and the memory that steps reuse.
//
// Stages are loops over arrays, each with one verdict an element, so that threads change nothing; what they leave is
// packed together in between, in order.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "broad/broad_phase.h"
#include "filter/filter.h"
#include "graze/pipeline.h"
#include "world/world_state.h"

namespace graze {

inline constexpr std::uint32_t no_result = 0xffffffff;

// A pair of objects that are neighbours and wanted.
struct PairRecord {
  IdPair slots;
  std::uint32_t lesser_generation = 0, greater_generation = 0;
  std::uint32_t result = no_result;  // in StepResult::pairs
  bool resting = false;
};

// With a range: a pair that is not told is measured a little beyond the range, and left alone until its objects may
// have come near enough. That decides only about pairs that are proven not to be told, so that no filter and no broad
// phase shows in what is.
struct Room {
  double left = 0;    // so much nearer they may come; not above 0: nothing is known
  bool told = false;  // by the last step
};

// What is known of a slot of the world.
struct SlotRecord {
  Box box;  // grown by half of what is asked, and by `left` when it was measured
  FilterBody volumes;
  Body body;  // as it was in the last step; only where rooms are kept, and not of deformables
  // Where rooms are kept: no point of the body leaves the box while it comes no farther than this. And are the volumes
  // those of this step? They are made for pairs that want them.
  double left = 0;
  std::uint8_t current = 0;
};

// Which result comes at a place, and where it is made.
struct Placing {
  std::uint64_t key_a = 0, key_b = 0;
  std::uint32_t record = 0;
  std::uint32_t source = 0;  // in `answers`, or of a resting pair in the last results
};

// What one piece of a loop leaves beside its elements.
struct Measured {
  BoxSet::Moves moves;
  std::size_t changed = 0, unplaced = 0;
};
struct PairedUp {
  std::size_t wanted = 0;           // neighbours
  std::size_t first = 0;            // record
  std::size_t open = 0, apart = 0;  // the former are in `open_records` from `first` on
  std::array<StageStatistics, filter_kinds.size()> filters;
  std::vector<std::uint32_t> stale;  // slots
};
struct Told {
  std::vector<Event> events;
  std::vector<std::pair<ObjectId, ObjectId>> begun;
};

struct GRAZE_HIDDEN Pipeline::State {
  State(World& in, const PipelineSettings& chosen) : world(&in), settings(chosen), broad(chosen.broad) {}

  World* world;
  PipelineSettings settings;
  BroadPhase broad;
  StepResult result;
  StepStatistics total;

  double asked_gap = 0;  // what is not farther apart is asked about
  FilterNeeds needs;
  bool with_memory = false;  // some filter uses `caches`
  bool anew = true;          // all objects count as changed

  std::vector<SlotRecord> slots;
  std::vector<std::uint64_t> stamps;       // by slot: the edit that it was looked at after
  std::vector<std::uint32_t> generations;  // by slot; 0: empty
  std::vector<std::uint8_t> changed;       // by slot: in this step
  std::vector<Measured> measured;          // of the pieces
  // Slots, in the pieces that found them: moved in the broad phase; not there, or not to be. Neither shrinks.
  std::vector<std::uint32_t> noted, unplaced;
  std::span<const IdPair> neighbours;
  std::vector<std::uint8_t> verdicts;
  std::vector<PairedUp> paired_up;                   // of the pieces
  std::vector<PairRecord> records, earlier_records;  // sorted by slots
  std::vector<FilterCache> caches, earlier_caches;   // of the records, when some filter has a memory
  // Of the records. With a range, kept as long as a pair is told: a filter may only decide what is not, so that what is
  // in them, and with it the last digits of a distance, depends on no filter and no broad phase.
  std::vector<PairCache> pair_caches, earlier_pair_caches;
  // The same where contacts are asked for, as long as a pair is told; else empty.
  std::vector<ContactCache> contact_caches, earlier_contact_caches;
  // Of the records where `with_rooms`, else empty.
  std::vector<Room> rooms, earlier_rooms;
  bool with_rooms = false;     // a range, no ways, and no budget of the caller's own
  std::size_t left_apart = 0;  // candidates of this step that an earlier one has answered for
  std::vector<double> moved;   // where `with_rooms`, by slot: no point of it came farther in this step
  // Records that are open, in the pieces that found them; never shrinks. And those that no filter decides.
  std::vector<std::uint32_t> open_records, work;
  std::vector<std::size_t> left_over;     // of the pieces of a loop: what is left of each
  std::vector<std::uint32_t> to_prepare;  // slots
  std::vector<std::uint32_t> to_measure;  // slots
  std::vector<PairResult> answers;        // of `work`; never shrinks
  std::vector<std::uint8_t> listed;       // of `work`: is the answer one to tell?
  std::vector<Placing> placings, unsorted_placings;
  std::vector<Placing> found_placings;  // in the pieces that found them; never shrinks
  std::vector<Told> told;               // of the pieces
  std::vector<PairResult> earlier_pairs;
  std::atomic<std::uint64_t> nanoseconds{0};  // of the loop that runs, over all threads
  std::atomic<std::uint64_t> decided{0};      // by it

  void adopt(const PipelineSettings& chosen);
  void step();

  // The stages, in order.
  void measure();
  void find_neighbours();
  void pair_up();
  void run_filters();
  void prepare();
  void answer_all();
  void gather();
  void tell_events();
  void tell_events(std::size_t begin, std::size_t end, Told& own) const;

  WorldState& objects() noexcept { return state_of(*world); }
  // What it takes up.
  Box box_of(const Object& object) const;
  bool out_of_boxes(std::uint32_t a, std::uint32_t b);
  // What the filters know of it; it is in the box.
  void make_volumes(const Object& object, const Box& box, FilterBody& volumes) const;
  // Of what pairs that are open and were not told want to know.
  void make_volumes();
  // Of the open records of a piece; what it decides is taken out of these.
  void run_filter(FilterKind kind, PairedUp& own);
  // Of a record that the last step did not tell: is it proven not to be told now? Then it has a room. Else its cache is
  // as if nothing had been asked before.
  bool stay_apart(std::size_t record);
  void forget() noexcept;
};

// The exact test of two objects, the one with the lesser key first; the caches are those of their bodies in this order.
// True when it is to be told. Neither is stale, unless it could not be prepared.
bool answer(const Object& x, const Object& y, const PipelineSettings& settings, int threads, PairResult& result,
            PairCache* cache = nullptr, ContactCache* contact_cache = nullptr);

// A bound of how far any point of a body comes from one pose to another, in the posed doubles of all queries.
double farthest_step(const Shape& shape, const Pose& from, const Pose& to) noexcept;

// A deformable's version as it is now; without one where it is no solid any more.
void prepare_object(Object& object, int threads);

double now_seconds() noexcept;
std::uint64_t now_nanoseconds() noexcept;

}  // namespace graze
