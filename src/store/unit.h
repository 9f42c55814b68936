// One unit of work: its pairs asked, or their results taken from where they are known.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "graze/store.h"
#include "store/plan.h"
#include "store/results.h"
#include "store/shape_cache.h"

namespace graze {

// Parts by their numbers, as a unit needs them.
class UnitParts {
 public:
  UnitParts(const PartStore::State& store, const std::vector<StoredPair>& pairs);
  const StoredPart& operator[](std::uint32_t number) const;
  const std::vector<StoredPart>& all() const noexcept { return records_; }

 private:
  std::vector<std::uint32_t> numbers_;  // sorted
  std::vector<StoredPart> records_;
};

// Results of other plans, found by the cells of their units.
class ReusedResults {
 public:
  explicit ReusedResults(const std::vector<std::string>& stores);
  // Of all units in a cell that overlaps this one, and of the unit with this key, to questions of that hash, sorted by
  // the hashes of the parts.
  std::vector<StoredResult> near(const StoredUnit& unit, const WideHash& settings) const;

 private:
  struct Source {
    std::string store;
    std::vector<StoredUnit> units;
  };
  std::vector<Source> sources_;
};

// Does units of a plan; from any thread.
class UnitWorker {
 public:
  // Once `stop` is set, units end without a result; null: they do not.
  UnitWorker(const PartStore& store, const Plan& plan, const StoreCheckSettings& settings, const Questions& questions,
             const std::atomic<bool>* stop);

  bool is_done(std::uint64_t unit) const;
  // False where it was stopped. Throws Error: the store is damaged, or the disk is full.
  bool run(std::uint64_t unit);
  // Asks the operating system for the shapes of a unit that comes soon.
  void prefetch(std::uint64_t unit) const;

  std::atomic<std::uint64_t> checked{0}, reused{0};

 private:
  bool stopped() const { return stop_ != nullptr && *stop_; }
  std::vector<StoredResult> find(const StoredUnit& unit);
  // Found once for all units.
  std::span<const Cylinder> round_faces_of_large(std::uint32_t number, const Body& body);

  const PartStore& store_;
  const Plan& plan_;
  const Questions& questions_;
  const std::atomic<bool>* stop_;
  ReusedResults known_;
  CurveGrid grid_;
  ShapeCache cache_;
  std::mutex mutex_;
  std::map<std::uint32_t, std::vector<Cylinder>> round_;  // of large parts; what it holds stays in its place
};

}  // namespace graze
