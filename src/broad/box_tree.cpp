// BoxTree of graze/box_tree.h: ids of the caller over a BoxIndex.
#include "graze/box_tree.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/float_state.h"
#include "broad/box_index.h"
#include "broad/exact_box.h"
#include "math/ray_base.h"

namespace graze {

struct GRAZE_HIDDEN BoxTree::State {
  BoxIndex index;
  std::unordered_map<std::uint64_t, std::uint32_t> slots;  // by id
  std::vector<std::uint64_t> ids;                          // by slot
  std::vector<std::uint32_t> unused;                       // slots

  std::uint32_t slot_of(std::uint64_t id, const char* what) const {
    const auto found = slots.find(id);
    if (found == slots.end()) throw Error(std::string(what) + ": there is no box with the id " + std::to_string(id));
    return found->second;
  }
};

namespace {

void check(const Box& box, const char* what) {
  if (!usable(box)) throw Error(std::string(what) + ": the box is empty, has NaN, or lies at infinity");
}

bool valid(const Ray& ray) {
  return is_finite(ray.origin) && is_finite(ray.direction) && ray.direction != base_of(ray) && !std::isnan(ray.max);
}

template <class Result, class Ask>
Result answer(const Ask& ask) noexcept {
  Result result;
  try {
    result.status = ask(result);
  } catch (const std::exception&) {  // memory, or threads, ran out
    result = {};
    result.status = Status::out_of_memory;
  }
  return result;
}

}  // namespace

BoxTree::BoxTree() : state_(std::make_unique<State>()) {}
BoxTree::BoxTree(BoxTree&&) noexcept = default;
BoxTree& BoxTree::operator=(BoxTree&&) noexcept = default;
BoxTree::~BoxTree() = default;

void BoxTree::add(std::uint64_t id, const Box& box) {
  const FloatState standard;
  check(box, "add");
  State& s = *state_;
  if (s.slots.contains(id)) throw Error("add: there is a box with the id " + std::to_string(id));
  if (s.unused.empty()) {
    // All that remove() needs is there before anything changes.
    s.unused.reserve(s.ids.size() + 1);
    s.ids.push_back(id);
    s.unused.push_back(std::uint32_t(s.ids.size() - 1));
  }
  const std::uint32_t slot = s.unused.back();
  s.slots.emplace(id, slot);
  if (s.index.add(slot, box) != Status::ok) {
    s.slots.erase(id);
    throw std::bad_alloc();
  }
  s.unused.pop_back();
  s.ids[slot] = id;
}

void BoxTree::move(std::uint64_t id, const Box& box) {
  const FloatState standard;
  check(box, "move");
  state_->index.move(state_->slot_of(id, "move"), box);
}

void BoxTree::remove(std::uint64_t id) {
  const std::uint32_t slot = state_->slot_of(id, "remove");
  state_->index.remove(slot);
  state_->slots.erase(id);
  state_->unused.push_back(slot);
}

std::size_t BoxTree::size() const noexcept { return state_->slots.size(); }
bool BoxTree::contains(std::uint64_t id) const noexcept { return state_->slots.contains(id); }
Box BoxTree::box(std::uint64_t id) const noexcept {
  const auto found = state_->slots.find(id);
  return found == state_->slots.end() ? Box{} : state_->index.box(found->second);
}

BoxTreeResult BoxTree::overlap(const Box& box) const noexcept {
  const FloatState standard;
  return answer<BoxTreeResult>([&](BoxTreeResult& result) {
    if (!usable(box)) return Status::invalid;
    state_->index.overlap(box, [&](std::uint32_t slot) {
      result.ids.push_back(state_->ids[slot]);
      return true;
    });
    std::sort(result.ids.begin(), result.ids.end());
    return Status::ok;
  });
}

BoxTreeRay BoxTree::ray(const Ray& ray) const noexcept {
  const FloatState standard;
  return answer<BoxTreeRay>([&](BoxTreeRay& result) {
    if (!valid(ray)) return Status::invalid;
    state_->index.ray(ray, ray.max, [&](std::uint32_t slot) {
      if (const BoxEntry entry = meet(ray, state_->index.box(slot)); entry.hit)
        result.hits.push_back({state_->ids[slot], entry.t});
      return ray.max;
    });
    std::sort(result.hits.begin(), result.hits.end(), [](const auto& x, const auto& y) { return x.id < y.id; });
    return Status::ok;
  });
}

BoxTreeNearest BoxTree::nearest(const Box& box, std::size_t k) const noexcept {
  const FloatState standard;
  return answer<BoxTreeNearest>([&](BoxTreeNearest& result) {
    if (!usable(box)) return Status::invalid;
    if (k == 0) return Status::ok;
    struct Found {
      BoxGap gap;
      std::uint64_t id;
    };
    const auto before = [](const Found& x, const Found& y) {
      const int order = compare(x.gap, y.gap);
      return order != 0 ? order < 0 : x.id < y.id;
    };
    std::vector<Found> found;  // a heap, the farthest first
    state_->index.near(box, std::numeric_limits<double>::infinity(), [&](std::uint32_t slot) {
      found.push_back({gap(box, state_->index.box(slot)), state_->ids[slot]});
      std::push_heap(found.begin(), found.end(), before);
      if (found.size() > k) {
        std::pop_heap(found.begin(), found.end(), before);
        found.pop_back();
      }
      // What is as far in double may be nearer.
      return found.size() < k ? std::numeric_limits<double>::infinity() : found.front().gap.value * (1 + 0x1p-40);
    });
    std::sort_heap(found.begin(), found.end(), before);
    for (const Found& each : found) result.boxes.push_back({each.id, each.gap.value});
    return Status::ok;
  });
}

BoxTreeNearest BoxTree::nearest(Vec3 point, std::size_t k) const noexcept { return nearest(Box{point, point}, k); }

BoxTreePairs BoxTree::pairs(int threads) const noexcept {
  const FloatState standard;
  return answer<BoxTreePairs>([&](BoxTreePairs& result) {
    for (const IdPair& pair : state_->index.pairs(threads)) {
      const auto [a, b] = std::minmax(state_->ids[pair.lesser()], state_->ids[pair.greater()]);
      result.pairs.push_back({a, b});
    }
    std::sort(result.pairs.begin(), result.pairs.end());
    return Status::ok;
  });
}

Status BoxTree::overlap(const Box& box, const std::function<bool(std::uint64_t id)>& collector) const {
  const FloatState standard;
  const BoxTreeResult found = overlap(box);
  for (const std::uint64_t id : found.ids)
    if (!collector(id)) break;
  return found.status;
}

Status BoxTree::ray(const Ray& ray, const std::function<bool(const BoxTreeRay::Hit& hit)>& collector) const {
  const FloatState standard;
  const BoxTreeRay found = this->ray(ray);
  for (const BoxTreeRay::Hit& hit : found.hits)
    if (!collector(hit)) break;
  return found.status;
}

std::size_t BoxTree::memory() const noexcept {
  return sizeof(State) + state_->index.memory() + state_->slots.size() * 4 * sizeof(void*) +
         state_->slots.bucket_count() * sizeof(void*) + state_->ids.capacity() * sizeof(std::uint64_t) +
         state_->unused.capacity() * sizeof(std::uint32_t);
}

std::string BoxTree::validate() const {
  const State& s = *state_;
  if (s.slots.size() != s.index.size()) return "ids and boxes differ in number";
  if (s.slots.size() + s.unused.size() != s.ids.size()) return "slots are lost";
  for (const auto& [id, slot] : s.slots)
    if (slot >= s.ids.size() || s.ids[slot] != id || !s.index.has(slot))
      return "id " + std::to_string(id) + " has no slot";
  return s.index.validate();
}

}  // namespace graze
