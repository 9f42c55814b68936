// One step: the stages in order, each in a file of its own, and the time they take.
#include "graze/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/guard.h"
#include "graze/error.h"
#include "pipeline/pipeline_state.h"

namespace graze {
namespace {

void check(const PipelineSettings& settings) {
  for (const FilterKind kind : settings.filters)
    if (std::count(settings.filters.begin(), settings.filters.end(), kind) > 1)
      throw Error(std::string("pipeline: the filter ") + name(kind) + " is given twice");
  if (!(settings.range >= 0 && std::isfinite(settings.range)))
    throw Error("pipeline: the range is negative or not finite");
  if (!(settings.contact_settings.tolerance >= 0 && std::isfinite(settings.contact_settings.tolerance)))
    throw Error("pipeline: the tolerance of contacts is negative or not finite");
}

}  // namespace

std::uint64_t now_nanoseconds() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}
double now_seconds() noexcept { return 1e-9 * static_cast<double>(now_nanoseconds()); }

Pipeline::Pipeline(World& world, const PipelineSettings& settings) {
  check(settings);
  state_ = std::make_unique<State>(world, settings);
  state_->adopt(settings);
}
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;
Pipeline::~Pipeline() = default;

void Pipeline::set(const PipelineSettings& settings) {
  check(settings);
  state_->adopt(settings);
}
const PipelineSettings& Pipeline::settings() const noexcept { return state_->settings; }
const StepResult& Pipeline::last() const noexcept { return state_->result; }
const StepStatistics& Pipeline::total() const noexcept { return state_->total; }
BroadKind Pipeline::broad_in_use() const noexcept { return state_->broad.kind_in_use(); }

void Pipeline::State::adopt(const PipelineSettings& chosen) {
  if (chosen.broad != broad.kind()) {
    broad = BroadPhase(chosen.broad);
    slots.clear();
    stamps.clear();
    generations.clear();
  }
  settings = chosen;
  pair_caches.clear();
  contact_caches.clear();
  rooms.clear();
  with_rooms = settings.range > 0 && !settings.continuous &&
               (settings.budget == default_budget || settings.budget == unlimited_budget);
  asked_gap = std::max(settings.range, settings.contacts ? settings.contact_settings.tolerance : 0);
  needs = {};
  with_memory = false;
  for (const FilterKind kind : settings.filters) {
    needs.hull = needs.hull || filter_of(kind).needs_hull();
    with_memory = with_memory || kind == FilterKind::separating_plane || kind == FilterKind::hull;
  }
  anew = true;
}

// As if there had been no step yet: but the events go on from the pairs that were told last.
void Pipeline::State::forget() noexcept {
  broad = BroadPhase(settings.broad);
  slots.clear();
  stamps.clear();
  generations.clear();
  records.clear();
  caches.clear();
  pair_caches.clear();
  contact_caches.clear();
  rooms.clear();
  anew = true;
}

const StepResult& Pipeline::step() noexcept {
  State& state = *state_;
  state.result.statistics = {};
  state.result.status = Status::ok;
  const FloatState standard;
  try {
    state.step();
  } catch (...) {
    state.result.status = status_of_exception();
    state.forget();
  }
  state.total += state.result.statistics;
  return state.result;
}

void Pipeline::State::step() {
  StepStatistics& statistics = result.statistics;
  double before = now_seconds();
  const auto lap = [&before](double& seconds) {
    const double now = now_seconds();
    seconds = now - before;
    before = now;
  };
  objects().apply(settings.threads);
  result.refused = objects().refused;
  lap(statistics.apply_seconds);
  measure();
  lap(statistics.boxes_seconds);
  find_neighbours();
  pair_up();
  lap(statistics.broad_seconds);
  run_filters();
  lap(statistics.filter_seconds);
  prepare();
  lap(statistics.prepare_seconds);
  answer_all();
  lap(statistics.exact_seconds);
  gather();
  tell_events();
  lap(statistics.gather_seconds);
  objects().depart();
  statistics.steps = 1;
  statistics.objects = world->size();
  anew = false;
}

std::size_t Pipeline::memory() const noexcept {
  const State& s = *state_;
  std::size_t bytes =
      sizeof(State) + s.slots.capacity() * sizeof(SlotRecord) + s.stamps.capacity() * sizeof(std::uint64_t) +
      s.generations.capacity() * sizeof(std::uint32_t) + s.changed.capacity() + s.verdicts.capacity() +
      s.listed.capacity() + (s.records.capacity() + s.earlier_records.capacity()) * sizeof(PairRecord) +
      (s.caches.capacity() + s.earlier_caches.capacity()) * sizeof(FilterCache) +
      (s.pair_caches.capacity() + s.earlier_pair_caches.capacity()) * sizeof(PairCache) +
      (s.contact_caches.capacity() + s.earlier_contact_caches.capacity()) * sizeof(ContactCache) +
      (s.rooms.capacity() + s.earlier_rooms.capacity()) * sizeof(Room) + s.moved.capacity() * sizeof(double) +
      (s.noted.capacity() + s.unplaced.capacity() + s.work.capacity() + s.open_records.capacity() +
       s.to_prepare.capacity() + s.to_measure.capacity()) *
          sizeof(std::uint32_t) +
      (s.placings.capacity() + s.unsorted_placings.capacity() + s.found_placings.capacity()) * sizeof(Placing) +
      s.measured.capacity() * sizeof(Measured) + s.paired_up.capacity() * sizeof(PairedUp) +
      s.result.events.capacity() * sizeof(Event);
  for (const PairedUp& piece : s.paired_up) bytes += piece.stale.capacity() * sizeof(std::uint32_t);
  for (const Told& piece : s.told)
    bytes += sizeof(Told) + piece.events.capacity() * sizeof(Event) + piece.begun.capacity() * sizeof(piece.begun[0]);
  for (const SlotRecord& slot : s.slots) bytes += slot.volumes.hull != nullptr ? sizeof(FilterHull) : 0;
  for (const auto* pairs : {&s.answers, &s.earlier_pairs, &s.result.pairs}) {
    bytes += pairs->capacity() * sizeof(PairResult);
    for (const PairResult& pair : *pairs)
      bytes += pair.triangles.capacity() * sizeof(TrianglePair) + pair.contacts.capacity() * sizeof(Contact);
  }
  return bytes;
}

}  // namespace graze
