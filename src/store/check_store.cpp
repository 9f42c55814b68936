// check_store of graze/store.h: plan, units, and what they found in order.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <utility>

#include "base/float_state.h"
#include "clash/pair_order.h"
#include "graze/error.h"
#include "math/posed_box.h"
#include "store/sorter.h"
#include "store/unit.h"

namespace graze {

namespace {

double thread_seconds() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  std::timespec time;
  if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0) return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
#endif
  return double(std::clock()) / CLOCKS_PER_SEC;
}

void check_settings(const StoreCheckSettings& settings) {
  if (settings.shards == 0 || settings.shard >= settings.shards)
    throw Error("there is no shard " + std::to_string(settings.shard) + " of " + std::to_string(settings.shards));
  if (settings.parts_a_tile == 0) throw Error("a tile has at least one part");
  if (settings.memory < (std::uint64_t{64} << 20)) throw Error("less than 64 MiB of memory is too little");
}

// How often progress is told of.
constexpr std::uint64_t units_a_look = 16, clashes_a_look = 4096;

struct SortedClash {
  std::uint64_t key = 0;  // ranks of the paths of a and b
  std::uint32_t a = 0, b = 0, rule = no_rule;
  StoredClash found;
  Box box;
};

Box common(const Box& a, const Box& b, double reach) {
  const Box ga = grown(a, 0.5 * reach), gb = grown(b, 0.5 * reach);
  return {max(ga.lo, gb.lo), min(ga.hi, gb.hi)};
}

}  // namespace

StoreCheckResult check_store(const PartStore& store, const StoreCheckSettings& settings, const ClashSets& sets,
                             UnitEngine& engine, const StoreProgress& progress) {
  const FloatState standard;
  check_settings(settings);
  const Questions questions(settings.clash, sets);
  if (!sets.sides.empty() && sets.sides.size() != store.size()) {
    throw Error("there are " + std::to_string(sets.sides.size()) + " sides of " + std::to_string(store.size()) +
                " parts");
  }
  StoreCheckResult result;
  result.reach = questions.reach();
  // The leader makes the plan; when the others ask for it, it is there.
  std::optional<Plan> plan;
  if (engine.leads()) plan = make_plan(store, settings, sets, questions, progress);
  engine.meet();
  if (!engine.leads()) plan = make_plan(store, settings, sets, questions, progress);
  if (!plan) {
    result.complete = false;
    return result;
  }
  result.plan = text_of(plan->id);
  result.units = plan->size();
  result.candidates = plan->pairs.size() / sizeof(StoredPair);

  UnitWorker worker(store, *plan, settings, questions, sets.stop);
  const std::uint64_t mine = (result.units + settings.shards - 1 - settings.shard) / settings.shards;
  const auto unit_of = [&](std::uint64_t i) { return settings.shard + i * settings.shards; };
  if (settings.only_look) {
    for (std::uint64_t i = 0; i < mine; ++i) result.found += worker.is_done(unit_of(i));
    result.complete = result.found == result.units;
    return result;
  }
  // Where all shapes stay in memory nothing needs to be read ahead.
  const bool ahead = 2 * store.info().shape_bytes > settings.memory / 2;
  const std::uint64_t next = std::max(1, settings.clash.threads);
  std::atomic<std::uint64_t> found{0};
  std::atomic<bool> stopped{false};
  const auto work = [&](std::uint64_t i) {
    const std::uint64_t unit = unit_of(i);
    const double start = thread_seconds();
    if (worker.is_done(unit)) {
      ++found;
      return;
    }
    if (ahead && i + next < mine) worker.prefetch(unit_of(i + next));
    if (!worker.run(unit)) {
      stopped = true;
      return;
    }
    if (settings.timed) settings.timed(unit, thread_seconds() - start, plan->unit(unit).count);
  };
  const auto told = [&](std::uint64_t done) {
    if (!progress) return true;
    const double part = mine == 0 ? 1 : double(done) / double(mine);
    return progress("checking", static_cast<std::uint64_t>(part * double(result.candidates)), result.candidates);
  };
  const bool all = engine.run(mine, work, told);
  result.found = found;
  result.checked = worker.checked;
  result.reused = worker.reused;
  result.complete = all && !stopped && settings.shards == 1;
  return result;
}

bool for_each_clash(const PartStore& store, const StoreCheckSettings& settings, const StoreCheckResult& done,
                    const std::function<void(const std::vector<UndecidedPair>&)>& undecided,
                    const std::function<void(const Clash&)>& visit, const StoreProgress& progress) {
  const FloatState standard;
  const Plan plan = open_plan(store.folder(), done.plan);
  const std::vector<std::uint32_t> ranks = store.state().ranks();
  Sorter<SortedClash> sorted(plan_folder(store.folder()), settings.memory / 4);
  std::vector<UndecidedPair> open;
  std::uint64_t missing = 0, first_missing = 0;
  for (std::uint64_t i = 0; i < plan.size(); ++i) {
    if (progress && i % units_a_look == 0 && !progress("gathering", i, plan.size())) return false;
    const StoredUnit unit = plan.unit(i);
    auto found = read_results(result_path(store.folder(), unit.key), unit.key);
    if (!found || found->pairs.size() != unit.count) {
      if (missing++ == 0) first_missing = i;
      continue;
    }
    const std::vector<StoredPair> pairs = plan.pairs_of(unit);
    const UnitParts parts(store.state(), pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      StoredResult& pair = found->pairs[k];
      const auto [a, b] = pairs[k];
      const StoredPart &part_a = parts[a], &part_b = parts[b];
      if (part_b.hash < part_a.hash) {
        std::swap(pair.a, pair.b);
        pair.outcome = turned(std::move(pair.outcome));
      }
      if (part_a.hash != pair.a || part_b.hash != pair.b)
        throw Error(result_path(store.folder(), unit.key) + ": is of other parts: remove it and check again");
      if (!pair.outcome.undecided.empty()) open.push_back({a, b, pair.outcome.undecided});
      if (!pair.outcome.clash) continue;
      sorted.add({std::uint64_t{ranks[a]} << 32 | ranks[b], a, b, unit.rule, stored(*pair.outcome.clash),
                  common(part_a.box, part_b.box, done.reach)});
    }
  }
  if (missing > 0) {
    throw Error(store.folder() + ": " + std::to_string(missing) + " of " + std::to_string(plan.size()) +
                " units are not done, unit " + std::to_string(first_missing) + " first: check the store again");
  }
  std::sort(open.begin(), open.end(), [&](const UndecidedPair& x, const UndecidedPair& y) {
    return std::pair(ranks[x.a], ranks[x.b]) < std::pair(ranks[y.a], ranks[y.b]);
  });
  undecided(open);
  const std::uint64_t all = sorted.size();
  std::uint64_t visited = 0;
  for (SortedClash record; sorted.next(record);) {
    if (progress && visited++ % clashes_a_look == 0 && !progress("writing", visited, all)) return false;
    Clash clash = clash_of(record.found);
    clash.a = record.a;
    clash.b = record.b;
    clash.rule = record.rule;
    clash.box = record.box;
    visit(clash);
  }
  return true;
}

}  // namespace graze
