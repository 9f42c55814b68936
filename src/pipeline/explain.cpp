// One pair by itself: its answer, and which stage of a step would have given it.
#include <algorithm>
#include <string>
#include <tuple>

#include "base/float_state.h"
#include "base/json_text.h"
#include "math/posed_box.h"
#include "pipeline/pipeline_state.h"

namespace graze {
namespace {

std::string number(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

// The axis along which two boxes are farthest apart, in words.
std::string parted(const Box& a, const Box& b) {
  constexpr const char* axes[] = {"x", "y", "z"};
  int best = 0;
  double most = -1;
  for (int k = 0; k < 3; ++k) {
    const double gap = std::max(a.lo[k] - b.hi[k], b.lo[k] - a.hi[k]);
    if (gap > most) {
      most = gap;
      best = k;
    }
  }
  return "their boxes are " + number(most) + " apart along " + axes[best];
}

std::string sentence(const PairResult& pair) {
  if (pair.status != Status::ok) return std::string("the exact test says: ") + name(pair.status);
  if (pair.touching == Answer::yes) return "they touch";
  if (pair.hit == Answer::yes) return "they touch on their way";
  return pair.distance > 0 ? "they are " + number(pair.distance) + " apart"
                           : "no filter parts them, but they are clear";
}

}  // namespace

PairResult Pipeline::test(ObjectId a, ObjectId b) {
  const FloatState standard;
  PairResult result;
  result.a = a;
  result.b = b;
  WorldState& all = state_->objects();
  Object *first = all.find(a), *second = all.find(b);
  if (first == nullptr || second == nullptr || first == second) {
    result.status = Status::invalid;
    return result;
  }
  for (Object* object : {first, second})
    if (object->stale()) prepare_object(*object, state_->settings.threads);
  answer(*first, *second, state_->settings, state_->settings.threads, result);
  return result;
}

Explanation Pipeline::explain(ObjectId a, ObjectId b) {
  const FloatState standard;
  Explanation result;
  State& state = *state_;
  const Object *first = state.objects().find(a), *second = state.objects().find(b);
  if (first == nullptr || second == nullptr) {
    result.text = "there is no such object";
    return result;
  }
  if (first == second) {
    result.text = "an object and itself are no pair";
    return result;
  }
  const auto decide = [&](Stage stage, std::string text) {
    result.stage = stage;
    result.text = std::move(text);
    return result;
  };
  if (first->kind == ObjectKind::fixed && second->kind == ObjectKind::fixed)
    return decide(Stage::fixed, "both are fixed");
  if (!state.objects().interest.wants(*first, *second)) return decide(Stage::interest, "nobody is interested in them");
  // As they are now, whether or not there was a step since.
  FilterBody volumes_a, volumes_b;
  Box box_a, box_b;
  for (const auto& [object, box, volumes] :
       {std::tuple(first, &box_a, &volumes_a), std::tuple(second, &box_b, &volumes_b)}) {
    *box = state.box_of(*object);
    state.make_volumes(*object, *box, *volumes);
    *box = grown(*box, state.asked_gap * 0.5);
  }
  if (!overlap(box_a, box_b)) return decide(Stage::boxes, parted(box_a, box_b));
  FilterCache cache;
  for (const FilterKind kind : state.settings.filters) {
    const FilterResult found =
        filter_of(kind).test(volumes_a, volumes_b, sure_gap(volumes_a, volumes_b, state.asked_gap), cache);
    if (!found.separate) continue;
    result.filter = kind;
    return decide(Stage::filter, std::string(name(kind)) + ": they are at least " + number(found.lower) + " apart");
  }
  result.pair = test(a, b);
  return decide(Stage::exact, sentence(result.pair));
}

std::string Pipeline::validate() const {
  State& s = *state_;
  const WorldState& all = s.objects();
  if (const std::string fault = s.broad.validate(); !fault.empty()) return "broad phase: " + fault;
  if (s.slots.size() != all.objects.size()) return "slots of another world";
  for (std::uint32_t slot = 0; slot < s.slots.size(); ++slot) {
    const SlotRecord& record = s.slots[slot];
    const Object& object = all.objects[slot];
    const std::string which = "slot " + std::to_string(slot) + ": ";
    if (s.generations[slot] != object.id.generation || s.stamps[slot] != all.stamps[slot]) return which + "out of date";
    if (s.broad.has(slot) != bool(object.id)) return which + "in the broad phase or not";
    if (object.id && !(s.broad.box(slot) == record.box)) return which + "another box in the broad phase";
  }
  for (std::size_t i = 1; i < s.records.size(); ++i)
    if (!(s.records[i - 1].slots < s.records[i].slots)) return "pairs out of order";
  for (const PairRecord& record : s.records) {
    if (record.result == no_result) continue;
    if (record.result >= s.result.pairs.size()) return "a pair with a result that is not there";
    const PairResult& pair = s.result.pairs[record.result];
    if (id_pair(pair.a.slot, pair.b.slot) != record.slots) return "a pair with the result of another";
  }
  for (std::size_t i = 1; i < s.result.pairs.size(); ++i) {
    const PairResult &x = s.result.pairs[i - 1], &y = s.result.pairs[i];
    if (!(x.key_a != y.key_a ? x.key_a < y.key_a : x.key_b < y.key_b)) return "results out of order";
  }
  return {};
}

}  // namespace graze
