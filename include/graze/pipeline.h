// One step of a world: from the queue of edits to the sorted list of pairs that touch; docs/pipeline.md.
//
// queue -> interest -> neighbours -> filters -> prepare what deformed -> exact -> sorted results and events
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graze/broad.h"
#include "graze/budget.h"
#include "graze/contacts.h"
#include "graze/filter.h"
#include "graze/query.h"
#include "graze/world.h"

namespace GRAZE_API graze {

// What a step finds out, and how.
struct PipelineSettings {
  BroadKind broad = BroadKind::automatic;  // how boxes that overlap are found; no result depends on it
  // In this order; none may be given twice.
  std::vector<FilterKind> filters = {FilterKind::bounding_sphere, FilterKind::oriented_box};
  int threads = 1;  // 0: as many as the machine has. No result depends on it.

  // What is found out about a pair besides whether it touches.
  double range = 0;                       // above 0: pairs no farther apart than this are listed, with their distance
  bool triangles = false;                 // every pair of triangles that meet
  bool contacts = false;                  // contacts; pairs within contact_settings.tolerance are listed
  ContactSettings contact_settings = {};  // with `contacts`
  bool continuous = false;                // when objects that take a way (World::move with a motion) first touch on it
  // For each question about a pair, in units of work; a pair whose budget is spent is listed with that status. By
  // default each has what its verb has.
  std::uint64_t budget = default_budget;
};

// What touching did since the last step: begin, persist, or end.
enum class PairEvent : std::uint8_t { begin, persist, end };
const char* name(PairEvent event) noexcept;  // the enumerator in words

// a is the object with the lesser key.
struct PairResult : Outcome {            // of the query; anything but ok is listed, too
  ObjectId a, b;                         // the objects
  std::uint64_t key_a = 0, key_b = 0;    // of the objects: key_a < key_b
  std::uint64_t user_a = 0, user_b = 0;  // ObjectSettings::user
  Answer touching = Answer::unknown;     // exactly what collide() says, at the end of the step
  bool resting = false;                  // neither has changed: the answer is that of an earlier step
  // With a range: as find_distance() says, world frame; the bounds also when undecided. point_a and point_b are the
  // nearest points, and the normal is from a to b.
  double distance = unknown_number, lower = unknown_number, upper = unknown_number;
  Vec3 point_a = unknown_point, point_b = unknown_point, normal = unknown_point;
  // Continuous, when one of them takes a way: do they touch on it? As move() says of the way of a: not before
  // `hit_lower` of phase `phase`, and by `hit_upper`. No, where neither takes one.
  Answer hit = Answer::unknown;
  int phase = 0;
  double hit_lower = unknown_number, hit_upper = unknown_number;
  std::vector<TrianglePair> triangles;  // with `triangles`: as collide() lists them
  std::vector<Contact> contacts;        // with `contacts`: as find_contacts() lists them
};

// A pair that began to touch, still touches, or no longer does.
struct Event {
  PairEvent kind = PairEvent::begin;     // which of the three
  ObjectId a, b;                         // as they were called; after `end` they may be gone
  std::uint64_t key_a = 0, key_b = 0;    // of the objects: key_a < key_b
  std::uint64_t user_a = 0, user_b = 0;  // of an object that is gone, too: as its pair was told last
};

// A row of the table of Blow, "Practical Collision Detection", Game Developers Conference 1997: how often a test came
// up with the answer, and what it took.
struct StageStatistics {
  std::uint64_t cases = 0;    // pairs that came to it
  std::uint64_t decided = 0;  // pairs that went no further
  double seconds = 0;         // of all threads together

  // Which part of so many pairs it decided, in percent; 0 of none.
  double percent(std::uint64_t of) const { return of == 0 ? 0 : 100.0 * double(decided) / double(of); }
  // Per pair that came to it; 0 without any.
  double mean_seconds() const { return cases == 0 ? 0 : seconds / double(cases); }
  StageStatistics& operator+=(const StageStatistics& other) noexcept;  // adds each number
};

// neighbours = unwanted + resting + candidates; candidates = decided by the filters + survivors = exact.cases.
struct StepStatistics {
  std::uint64_t steps = 0;                                   // that these numbers are of
  std::uint64_t objects = 0;                                 // summed over steps, as all that follows
  std::uint64_t changed = 0;                                 // objects whose boxes were found again
  std::uint64_t neighbours = 0;                              // pairs of boxes that overlap
  std::uint64_t unwanted = 0;                                // of these: no interest, or both fixed
  std::uint64_t resting = 0;                                 // neither awake nor changed
  std::uint64_t candidates = 0;                              // that the filters are asked about
  std::array<StageStatistics, filter_kinds.size()> filters;  // by FilterKind
  std::uint64_t survivors = 0;                               // candidates that no filter decided
  std::uint64_t prepared = 0;                                // deformables
  StageStatistics exact;                                     // decided: those that touch
  // Wall-clock, of each part of the step.
  double apply_seconds = 0, boxes_seconds = 0, broad_seconds = 0, filter_seconds = 0, prepare_seconds = 0,
         exact_seconds = 0, gather_seconds = 0;

  double seconds() const;                                            // all of these together
  StepStatistics& operator+=(const StepStatistics& other) noexcept;  // adds each number
};
// The table of filters, as text, in the order of the settings.
std::string filter_table(const StepStatistics& statistics, const PipelineSettings& settings);

// What a step found; out_of_memory: the lists are not complete, and the next step starts anew.
struct StepResult : Outcome {
  std::vector<PairResult> pairs;  // in the order of (key_a, key_b), as all lists
  std::vector<Event> events;      // of touching or hit: one per pair that does or did so in the last step
  std::vector<ObjectId> woken;    // by touch
  std::vector<Refusal> refused;   // commands, in their order
  StepStatistics statistics;      // of this step
};

// Which stage decided about a pair: gone, one of the objects is no longer there; fixed, both are; interest, nobody has
// any; boxes, theirs do not overlap; a filter; or the exact test.
enum class Stage : std::uint8_t { gone, fixed, interest, boxes, filter, exact };
const char* name(Stage stage) noexcept;  // the enumerator in words
// Why a pair is listed or is not.
struct Explanation {
  Stage stage = Stage::gone;                        // that decided
  FilterKind filter = FilterKind::bounding_sphere;  // when a filter decided
  PairResult pair;                                  // when the exact test decided
  std::string text;                                 // a sentence
};

// Keeps from step to step what makes the next one faster: boxes, pairs, separating planes. The world must outlive it.
class Pipeline {
 public:
  // Throws Error for a filter given twice, and a range or tolerance that is negative or not finite.
  explicit Pipeline(World& world, const PipelineSettings& settings = {});
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;
  ~Pipeline();

  // The broad phase and the filters may be others from step to step. Same errors.
  void set(const PipelineSettings& settings);
  const PipelineSettings& settings() const noexcept;  // as last set

  // Valid until the next step. In one thread at a time; edits of the world may go on in others.
  const StepResult& step() noexcept;
  const StepResult& last() const noexcept;       // the result of the last step; empty before the first
  const StepStatistics& total() const noexcept;  // of all steps
  // What searched in the last step: the kind of the settings, or what `automatic` chose.
  BroadKind broad_in_use() const noexcept;

  // The exact test alone, of the world as it was at the last step: whatever the interest and the boxes.
  PairResult test(ObjectId a, ObjectId b);
  // Which stage decides about a pair now, and why: of the world as it was at the last step.
  Explanation explain(ObjectId a, ObjectId b);

  std::size_t memory() const noexcept;  // bytes held, the broad phase left out
  std::string validate() const;         // after a step: empty, or what is wrong inside

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
