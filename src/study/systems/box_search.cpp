// The searches of the core on boxes, and the rules by which one is chosen.
#include "broad/broad_phase.h"
#include "graze/study_scenes.h"

namespace graze::study {

struct GRAZE_HIDDEN BoxSearch::State {
  BroadPhase broad;
  std::uint64_t tests = 0;
};

BoxSearch::BoxSearch(BroadKind kind) : state_(std::make_unique<State>(State{BroadPhase(kind)})) {}
BoxSearch::BoxSearch(BoxSearch&&) noexcept = default;
BoxSearch& BoxSearch::operator=(BoxSearch&&) noexcept = default;
BoxSearch::~BoxSearch() = default;

void BoxSearch::set(std::uint32_t id, const Box& box) {
  const Status status = state_->broad.has(id) ? state_->broad.move(id, box) : state_->broad.add(id, box);
  if (status != Status::ok) throw Error("box " + std::to_string(id) + ": " + graze::name(status));
}
void BoxSearch::remove(std::uint32_t id) {
  if (state_->broad.has(id)) static_cast<void>(state_->broad.remove(id));
}
IdPairs BoxSearch::pairs() {
  const BroadResult result = state_->broad.step();
  if (result.status != Status::ok) throw std::bad_alloc();
  state_->tests += result.counters.box_tests;
  IdPairs pairs;
  pairs.reserve(result.pairs.size());
  for (const IdPair pair : result.pairs) pairs.emplace_back(pair.lesser(), pair.greater());
  return pairs;
}
std::uint64_t BoxSearch::box_tests() const noexcept { return state_->tests; }

const char* name(NeighbourChoice choice) noexcept {
  switch (choice) {
    case NeighbourChoice::boxes:
      return "boxes";
    case NeighbourChoice::separating_planes:
      return "separating planes";
    case NeighbourChoice::grid:
      return "grid";
    case NeighbourChoice::grid_then_planes:
      return "grid, then separating planes";
  }
  return "";
}

NeighbourChoice NeighbourRule::choose(std::uint32_t objects, std::uint32_t polygons_each) const noexcept {
  if (objects <= few) return NeighbourChoice::boxes;
  if (objects <= several || (objects < many && objects - several < many - objects))
    return NeighbourChoice::separating_planes;
  return polygons_each >= polygons ? NeighbourChoice::grid_then_planes : NeighbourChoice::grid;
}

bool filter_pays(std::uint64_t objects, double pairs_left, double filter_seconds, double pair_seconds) noexcept {
  if (objects < 2 || !(pair_seconds > 0)) return false;
  const double pairs = double(objects) * double(objects - 1) / 2;
  return pairs_left < pairs - filter_seconds / pair_seconds;
}

}  // namespace graze::study
