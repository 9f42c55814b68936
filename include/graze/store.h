// Part stores: models on disk that need not fit into memory, and their clashes in units of work that any number of
// processes may share, stop and take up again (docs/scale.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "graze/error.h"

namespace GRAZE_API graze {

// What a store says of all its parts; as of Assembly.
struct StoreInfo {
  std::uint64_t parts = 0;                // how many parts
  std::uint64_t shapes = 0;               // how many different shapes
  std::uint64_t shape_bytes = 0;          // of all shapes, as they are on disk and in memory
  std::uint64_t remarks = 0;              // parts that have a remark
  std::uint64_t shared_ids = 0;           // parts whose GlobalId an earlier one has, too
  std::vector<std::string> files = {};    // where the parts are from, as the user named them
  std::vector<SkippedPart> skipped = {};  // geometry that is lost
  std::vector<std::string> notes = {};    // what a user may want to know, and loses nothing
  double metres_per_unit = 0;             // 0: unknown
  UpAxis up = UpAxis::unknown;            // which axis points up
  Vec3 origin;                            // to be added to every coordinate
  double resolution = 0;                  // what a coordinate may be off by, because of the number format of the files
  double deflection = 0;                  // how far triangles may be from the faces that they stand for
  Box box;                                // of all parts
  std::string id = {};                    // of the contents: equal for equal parts in equal order
};

// Writes a store part by part; nothing of it can be opened before finish(). Each call throws Error naming the file.
class StoreWriter {
 public:
  // Makes the folder; one that has a store in it gets a new one, and keeps the results that were found for the old.
  explicit StoreWriter(const std::string& folder);
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  // The part's shape is written with its trees, once for all parts that have it or one with the same bytes, and each
  // property set once.
  void add(const Part& part);
  // The shapes of parts that were added are kept in memory, to know them again, until this is called.
  void forget_shapes();
  // Says what holds of all parts; `parts`, `shapes`, `shape_bytes`, `remarks`, `shared_ids`, `box` and `id` are found
  // here.
  void finish(StoreInfo info);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A store that is open. Const calls may come from any thread; each throws Error naming the file that is damaged.
class PartStore {
 public:
  // Throws Error naming the file: there is none, it is no store, of another version, cut short, or of another store.
  explicit PartStore(const std::string& folder);
  ~PartStore();
  PartStore(const PartStore&) = delete;
  PartStore& operator=(const PartStore&) = delete;

  const StoreInfo& info() const noexcept;                 // what holds of all parts
  std::uint32_t size() const noexcept;                    // how many parts
  const std::string& folder() const noexcept;             // as it was given
  Part part(std::uint32_t number) const;                  // the whole part, its shape among it
  Part part_without_shape(std::uint32_t number) const;    // its texts and pose, and no properties
  Part part_with_properties(std::uint32_t number) const;  // the same with its properties
  // What part_keys() of all parts, with the origin of the store, has for this one; `part` is it, with its texts.
  PartKey key(std::uint32_t number, const Part& part) const;
  std::uint64_t shape_bytes_of(std::uint32_t number) const;  // of the part's shape, in memory

  struct State;
  const State& state() const noexcept { return *state_; }  // for the library itself

 private:
  std::unique_ptr<State> state_;
};

// Whether a folder looks like a store: has the file that is written last.
bool is_store(const std::string& folder);

// Who does the units of work: the threads of this process, or something that is handed in (backend/mpi).
class UnitEngine {
 public:
  virtual ~UnitEngine() = default;
  // Whether no other process takes part.
  virtual bool alone() const { return true; }
  // Whether this process is the one that finds the pairs and writes the reports.
  virtual bool leads() const { return true; }
  // Waits until the leader has come here.
  virtual void meet() {}
  // Sees to it that work(i) was called for every i below count, by this process or another; false when it was stopped
  // before. work may be called from several threads. progress(done) comes now and then, from the calling thread; false
  // stops. When work throws, the rest is left and the exception passed on.
  virtual bool run(std::uint64_t count, const std::function<void(std::uint64_t)>& work,
                   const std::function<bool(std::uint64_t)>& progress) = 0;
};

// The units in the threads of this process; 0: as many as the machine has.
std::unique_ptr<UnitEngine> make_thread_engine(int threads);

// How a store is checked.
struct StoreCheckSettings {
  ClashSettings clash = {};                       // what counts as a clash; `first` is not used
  std::uint64_t memory = std::uint64_t{2} << 30;  // bytes that shapes and sorting may take, about
  std::vector<std::string> reuse = {};            // stores whose results are taken where they are of the same two parts
  std::string sets_name = {};  // names what `ignored` and `rule_of` of ClashSets say: another name, another search
  std::uint32_t parts_a_tile = 4096;    // of a tile at most, as long as they can be parted; what is found is the same
  bool only_look = false;               // checks nothing: what is not done is left
  std::uint32_t shard = 0, shards = 1;  // does every shards-th unit from that one on, and leaves the others
  // Told of each unit that was done here: its number, seconds of processor time, pairs; from any thread.
  std::function<void(std::uint64_t, double, std::uint64_t)> timed = {};
};

// What was done.
struct StoreCheckResult {
  bool complete = true;          // false: stopped, or units are left to other shards
  std::uint64_t candidates = 0;  // pairs of parts whose boxes are near enough
  std::uint64_t units = 0;       // units of work
  std::uint64_t found = 0;       // of these, already there
  std::uint64_t checked = 0;     // pairs that were checked in this run by this process
  std::uint64_t reused = 0;      // pairs whose results were taken from another unit
  std::string plan = {};         // names the pairs, for for_each_clash()
  double reach = 0;              // how far apart the boxes of two parts may be that are asked
};

// Given the stage, done and all, now and then, from the calling thread; false stops the work.
using StoreProgress = std::function<bool(const char*, std::uint64_t, std::uint64_t)>;

// Finds the pairs, then checks them unit by unit. Results are files in the store, each written whole or not at all and
// named by what it was made from: a run that was stopped in any way goes on where it was, and what is found does not
// depend on the engine, the order of the units, or what was there before. Throws Error.
StoreCheckResult check_store(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets,
                             UnitEngine& engine, const StoreProgress& progress = {});

// All clashes of a plan, sorted by the paths of a, then of b, one by one, in bounded memory; their ids are left empty.
// `undecided` hears once, before the first clash, of which pairs nothing is claimed, in the same order. Throws Error
// naming units that are not done, and files that are damaged. False when progress stopped it.
bool for_each_clash(const PartStore& store, const StoreCheckSettings& settings, const StoreCheckResult& done,
                    const std::function<void(const std::vector<UndecidedPair>&)>& undecided,
                    const std::function<void(const Clash&)>& visit, const StoreProgress& progress = {});

}  // namespace graze
