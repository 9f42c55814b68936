#include "store/unit.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/float_state.h"
#include "base/work.h"
#include "clash/pair_order.h"
#include "graze/error.h"

namespace graze {

UnitParts::UnitParts(const PartStore::State& store, const std::vector<StoredPair>& pairs) {
  for (const StoredPair& pair : pairs) {
    numbers_.push_back(pair.a);
    numbers_.push_back(pair.b);
  }
  std::sort(numbers_.begin(), numbers_.end());
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
  records_.reserve(numbers_.size());
  for (const std::uint32_t number : numbers_) records_.push_back(store.record(number));
}

const StoredPart& UnitParts::operator[](std::uint32_t number) const {
  const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), number);
  return records_[static_cast<std::size_t>(at - numbers_.begin())];
}

ReusedResults::ReusedResults(const std::vector<std::string>& stores) {
  for (const std::string& store : stores) {
    for (const Plan& plan : plans_of(store)) {
      Source source{store, {}};
      try {
        plan.units.for_each<StoredUnit>([&](const StoredUnit& unit) { source.units.push_back(unit); });
      } catch (const Error&) {
        continue;  // damaged: nothing is taken from it
      }
      sources_.push_back(std::move(source));
    }
  }
}

namespace {

// Parts with more than so many are in many units.
constexpr std::uint32_t many_triangles = 1u << 16;

bool before(const StoredResult& x, const StoredResult& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }

}  // namespace

std::vector<StoredResult> ReusedResults::near(const StoredUnit& unit, const WideHash& settings) const {
  std::vector<StoredResult> found;
  for (const Source& source : sources_) {
    for (const StoredUnit& other : source.units) {
      if (other.key != unit.key && !related(other.cell, unit.cell)) continue;
      auto results = read_results(result_path(source.store, other.key), other.key);
      if (!results || results->settings != settings) continue;
      std::move(results->pairs.begin(), results->pairs.end(), std::back_inserter(found));
    }
  }
  std::sort(found.begin(), found.end(), before);
  return found;
}

UnitWorker::UnitWorker(const PartStore& store, const Plan& plan, const StoreCheckSettings& settings,
                       const Questions& questions, const std::atomic<bool>* stop)
    : store_(store),
      plan_(plan),
      questions_(questions),
      stop_(stop),
      known_(settings.reuse),
      grid_(store.info().box),
      cache_(store.state(), settings.memory / 2) {}

bool UnitWorker::is_done(std::uint64_t number) const {
  const StoredUnit unit = plan_.unit(number);
  const auto results = read_results(result_path(store_.folder(), unit.key), unit.key);
  return results && results->pairs.size() == unit.count;
}

std::span<const Cylinder> UnitWorker::round_faces_of_large(std::uint32_t number, const Body& body) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = round_.try_emplace(number);
  if (is_new) at->second = find_cylinders(body);
  return at->second;
}

std::vector<StoredResult> UnitWorker::find(const StoredUnit& unit) {
  const std::vector<StoredPair> pairs = plan_.pairs_of(unit);
  const UnitParts parts(store_.state(), pairs);
  const std::vector<StoredResult> known = known_.near(unit, questions_.hash(unit.rule));
  std::vector<StoredResult> results(pairs.size());
  std::vector<std::pair<std::uint64_t, std::uint32_t>> left;  // index on the curve, and which pair
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const StoredPart &a = parts[pairs[i].a], &b = parts[pairs[i].b];
    results[i].a = std::min(a.hash, b.hash);
    results[i].b = std::max(a.hash, b.hash);
    const auto at = std::lower_bound(known.begin(), known.end(), results[i], before);
    if (at != known.end() && at->a == results[i].a && at->b == results[i].b) {
      results[i].outcome = at->outcome;
    } else {
      left.emplace_back(grid_.index(grid_.step(max(a.box.lo, b.box.lo))), i);
    }
  }
  // Along the curve, so that shapes that are in memory serve many pairs.
  std::sort(left.begin(), left.end());
  std::unordered_map<std::uint32_t, std::vector<Cylinder>> round;  // the round faces of parts
  const auto round_of = [&](std::uint32_t number, const Body& body) -> std::span<const Cylinder> {
    if (body.shape.triangle_count() > many_triangles) return round_faces_of_large(number, body);
    const auto [at, is_new] = round.try_emplace(number);
    if (is_new) at->second = find_cylinders(body);
    return at->second;
  };
  const work::Stoppable stoppable(stop_);
  for (const auto& [index, i] : left) {
    if (stopped()) return {};
    auto [number_a, number_b] = pairs[i];
    if (parts[number_b].hash < parts[number_a].hash) std::swap(number_a, number_b);
    const StoredPart &a = parts[number_a], &b = parts[number_b];
    const Body body_a{cache_.get(a.shape), a.pose}, body_b{cache_.get(b.shape), b.pose};
    // Shafts and bores are of solids.
    const bool solids = body_a.shape.solid() && body_b.shape.solid();
    const std::span<const Cylinder> none;
    results[i].outcome = check_in_order(
        {body_a, body_b, solids ? round_of(number_a, body_a) : none, solids ? round_of(number_b, body_b) : none},
        questions_.of(unit.rule));
  }
  checked += left.size();
  reused += pairs.size() - left.size();
  return results;
}

bool UnitWorker::run(std::uint64_t number) {
  const FloatState standard;
  const StoredUnit unit = plan_.unit(number);
  const std::vector<StoredResult> results = find(unit);
  if (stopped()) return false;  // the last pair may have been, too
  write_results(result_path(store_.folder(), unit.key), unit.key, questions_.hash(unit.rule), results);
  return true;
}

void UnitWorker::prefetch(std::uint64_t number) const {
  const PartStore::State& state = store_.state();
  const StoredUnit unit = plan_.unit(number);
  const UnitParts parts(state, plan_.pairs_of(unit));
  std::unordered_set<std::uint32_t> shapes;
  for (const StoredPart& part : parts.all()) {
    if (!shapes.insert(part.shape).second || cache_.has(part.shape)) continue;
    const StoredShape shape = state.shape_record(part.shape);
    state.files->shapes.will_read(shape.offset, shape.bytes);
  }
}

}  // namespace graze
