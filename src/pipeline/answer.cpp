// The back end: deformables that are touched are prepared, and the pairs that are left get their exact answers.
#include <algorithm>
#include <utility>

#include "base/executor.h"
#include "narrow/body/borrowed.h"
#include "pipeline/pipeline_state.h"

namespace graze {
namespace {

// For verbs that have no budget unless one is given.
std::uint64_t or_unlimited(std::uint64_t budget) { return budget == default_budget ? unlimited_budget : budget; }

// With a range: how far apart. True unless farther than that; where the bracket of the distance leaves that open, the
// exact test of a tolerance decides, so that no filter can know better.
bool measure_distance(const Body& a, const Body& b, double range, std::uint64_t budget, PairResult& result,
                      PairCache* cache) {
  const DistanceResult found = find_distance(a, b, {.max = range, .budget = budget}, cache);
  result.status = found.status;
  if (found.status != Status::ok && found.status != Status::undecided) return true;
  result.touching = found.ok() ? answer_of(found.distance == 0)
                               : collide(a, b, CollideSettings{.budget = or_unlimited(budget)}).answer;
  result.distance = found.distance;
  result.lower = found.lower;
  result.upper = found.upper;
  if (found.beyond) return false;
  result.point_a = found.point_a;
  result.point_b = found.point_b;
  result.normal = found.normal;
  if (found.upper <= range) return true;
  const WithinResult near = within(a, b, range, {.budget = or_unlimited(budget)});
  return near.yes() || near.status != Status::ok;
}

void find_touch(const Body& a, const Body& b, bool triangles, int threads, std::uint64_t budget, PairResult& result,
                PairCache* cache) {
  CollideResult found =
      collide(a, b, CollideSettings{.all = triangles, .threads = threads, .budget = or_unlimited(budget)}, cache);
  result.status = found.status;
  result.touching = found.answer;
  result.triangles = std::move(found.pairs);
  if (found.status == Status::undecided) {
    result.lower = found.lower;
    result.upper = found.upper;
  }
}

// True when there is something to tell.
bool follow(const Object& a, const Object& b, std::uint64_t budget, PairResult& result) {
  const MovingBody other{{borrowed(b.body.shape), b.travels() ? b.start : b.body.pose}, b.motion};
  const MoveResult found = move({borrowed(a.body.shape), a.travels() ? a.start : a.body.pose}, a.motion,
                                std::span(&other, 1), MoveSettings{.budget = budget});
  if (result.status == Status::ok) result.status = found.status;
  result.hit = found.answer;
  if (!found.yes()) return !found.ok();
  result.phase = found.phase;
  result.hit_lower = found.lower;
  result.hit_upper = found.upper;
  return true;
}

}  // namespace

bool answer(const Object& x, const Object& y, const PipelineSettings& settings, int threads, PairResult& result,
            PairCache* cache, ContactCache* contact_cache) {
  const bool turned = y.settings.key < x.settings.key;
  const Object &first = turned ? y : x, &second = turned ? x : y;
  const Body &a = first.body, &b = second.body;
  result = {};
  result.a = first.id;
  result.b = second.id;
  result.key_a = first.settings.key;
  result.key_b = second.settings.key;
  result.user_a = first.settings.user;
  result.user_b = second.settings.user;
  bool tell = false;
  if (settings.range > 0) {
    tell = measure_distance(a, b, settings.range, settings.budget, result, cache);
    if (settings.triangles && result.touching == Answer::yes) {
      PairResult met;
      find_touch(a, b, true, threads, settings.budget, met, nullptr);
      result.triangles = std::move(met.triangles);
    }
  } else {
    find_touch(a, b, settings.triangles, threads, settings.budget, result, cache);
  }
  if (settings.contacts && result.status == Status::ok &&
      (result.touching == Answer::yes || settings.contact_settings.tolerance > 0)) {
    ContactSettings contact = settings.contact_settings;
    if (contact.budget == default_budget) contact.budget = settings.budget;
    ContactResult found = find_contacts(a, b, contact, contact_cache);
    result.status = found.status;
    result.contacts = std::move(found.contacts);
  }
  result.hit = Answer::no;
  if (settings.continuous && (first.travels() || second.travels()))
    tell = follow(first, second, settings.budget, result) || tell;
  const bool open = result.status != Status::ok && (settings.range == 0 || result.status != Status::undecided);
  return tell || result.touching == Answer::yes || open || !result.contacts.empty();
}

void prepare_object(Object& object, int threads) {
  try {
    object.body.shape = object.mesh->prepare(threads);
  } catch (const Error&) {
    object.body.shape = {};
  }
}

// All that have a candidate for a neighbour, whatever the filters said of it: a refitted tree is not quite the same
// when one refit more went before, and distances may differ by it in their last digits.
void Pipeline::State::prepare() {
  std::sort(to_prepare.begin(), to_prepare.end());
  to_prepare.erase(std::unique(to_prepare.begin(), to_prepare.end()), to_prepare.end());
  parallel_for(to_prepare.size(), 1, settings.threads, [this](std::size_t begin, std::size_t end) {
    const int threads = to_prepare.size() == 1 ? settings.threads : 1;
    for (std::size_t i = begin; i < end; ++i) prepare_object(objects().objects[to_prepare[i]], threads);
  });
  result.statistics.prepared = to_prepare.size();
}

// Pairs side by side, or, where there are too few of them, one after another with threads inside.
void Pipeline::State::answer_all() {
  if (answers.size() < work.size()) answers.resize(work.size());
  listed.resize(work.size());
  nanoseconds = decided = 0;
  const bool inside = settings.triangles && work.size() < 4;
  parallel_for(work.size(), inside ? work.size() : 1 + work.size() / 4096, settings.threads,
               [this](std::size_t begin, std::size_t end) {
                 const std::uint64_t before = now_nanoseconds();
                 const WorldState& from = objects();
                 const int threads = work.size() < 4 ? settings.threads : 1;
                 std::uint64_t touching = 0;
                 for (std::size_t i = begin; i < end; ++i) {
                   const IdPair pair = records[work[i]].slots;
                   if (with_rooms && !rooms[work[i]].told && stay_apart(work[i])) {
                     answers[i].touching = Answer::no;
                     listed[i] = 0;
                     continue;
                   }
                   ContactCache* contacts = settings.contacts ? &contact_caches[work[i]] : nullptr;
                   listed[i] = answer(from.objects[pair.lesser()], from.objects[pair.greater()], settings, threads,
                                      answers[i], &pair_caches[work[i]], contacts);
                   touching += answers[i].touching == Answer::yes;
                 }
                 decided += touching;
                 nanoseconds += now_nanoseconds() - before;
               });
  StageStatistics& exact = result.statistics.exact;
  exact.cases = work.size() + left_apart;
  exact.decided = decided;
  exact.seconds = 1e-9 * static_cast<double>(nanoseconds.load());
}

}  // namespace graze
