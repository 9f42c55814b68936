// find_clashes of graze/clash.h: pairs of parts whose boxes are near enough, each asked by clash/pair.h, side by side.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/hash.h"
#include "broad/broad_phase.h"
#include "clash/pair.h"
#include "graze/error.h"
#include "math/posed_box.h"

namespace graze {

const char* name(ClashClass value) noexcept {
  switch (value) {
    case ClashClass::overlapping:
      return "overlapping";
    case ClashClass::enclosed:
      return "enclosed";
    case ClashClass::duplicate:
      return "duplicate";
    case ClashClass::touching:
      return "touching";
    default:
      return "clearance";
  }
}

std::string clash_id(const std::string& path_a, const std::string& path_b) {
  // A zero byte is in no path, so that no other two paths give the same bytes.
  const std::string text = std::min(path_a, path_b) + '\0' + std::max(path_a, path_b);
  // FNV-1a, byte by byte: the same on every machine.
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = mix(hash);
  std::string id(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) id[static_cast<std::size_t>(i)] = "0123456789abcdef"[hash & 15];
  return id;
}

namespace {

struct Candidate {
  std::uint32_t a, b;
};

void check_settings(const ClashSettings& settings) {
  const std::pair<const char*, double> values[] = {
      {"tolerance", settings.tolerance}, {"clearance", settings.clearance}, {"contact", settings.contact}};
  for (const auto& [field, value] : values) {
    if (!(value >= 0) || !std::isfinite(value)) {
      throw Error(std::string("the ") + field + " must be a finite number that is not negative");
    }
  }
}

// Pairs of parts whose boxes are no farther apart than `reach` and whose sides match, sorted by paths.
std::vector<Candidate> candidates(std::span<const Part> parts, std::span<const Box> boxes, double reach,
                                  const ClashSets& sets, int threads) {
  BroadPhase broad;
  const double half = std::nextafter(0.5 * reach, std::numeric_limits<double>::infinity());
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (broad.add(i, grown(boxes[i], reach > 0 ? half : 0)) != Status::ok) {
      throw Error("part '" + parts[i].path + "' is not within the finite numbers");
    }
  }
  const BroadResult found = broad.step(threads);
  if (found.status != Status::ok) throw Error("too many pairs of parts are near each other: out of memory");

  const auto side = [&](std::uint32_t i) { return sets.sides.empty() ? ClashSets::both : sets.sides[i]; };
  std::vector<Candidate> result;
  for (const IdPair& pair : found.pairs) {
    std::uint32_t a = pair.lesser(), b = pair.greater();
    const bool forward = (side(a) & ClashSets::a) && (side(b) & ClashSets::b);
    const bool backward = (side(b) & ClashSets::a) && (side(a) & ClashSets::b);
    if (!forward && !backward) continue;
    if (!forward || (backward && parts[b].path < parts[a].path)) std::swap(a, b);
    if (sets.ignored && sets.ignored(a, b)) continue;
    result.push_back({a, b});
  }
  std::sort(result.begin(), result.end(), [&](const Candidate& x, const Candidate& y) {
    const int order = parts[x.a].path.compare(parts[y.a].path);
    return order != 0 ? order < 0 : parts[x.b].path < parts[y.b].path;
  });
  return result;
}

Box common(const Box& a, const Box& b, double reach) {
  const Box ga = grown(a, 0.5 * reach), gb = grown(b, 0.5 * reach);
  return {max(ga.lo, gb.lo), min(ga.hi, gb.hi)};
}

}  // namespace

ClashResult find_clashes(std::span<const Part> parts, const ClashSettings& settings, const ClashSets& sets,
                         const ClashProgress& progress) {
  const FloatState standard;
  check_settings(settings);
  if (!sets.sides.empty() && sets.sides.size() != parts.size()) {
    throw Error("there are " + std::to_string(sets.sides.size()) + " sides of " + std::to_string(parts.size()) +
                " parts");
  }
  std::vector<Box> boxes(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) boxes[i] = posed_box(parts[i].pose, parts[i].shape.bounds());
  const double reach = std::max(settings.clearance, settings.contact);
  const std::vector<Candidate> pairs = candidates(parts, boxes, reach, sets, settings.threads);

  ClashResult result;
  result.candidates = pairs.size();
  result.checked = std::min<std::uint64_t>(settings.first, pairs.size());
  // In rounds of some tenths of a second, so that the caller hears of the progress and may stop; what is found does not
  // depend on their length.
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t least_a_round = 32, most_a_round = 4096, pairs_a_task = 8;
  constexpr std::chrono::milliseconds short_round{50}, long_round{500};
  std::size_t pairs_a_round = 2 * least_a_round;
  std::vector<PairOutcome> outcomes(std::min(pairs.size(), most_a_round));
  for (std::size_t first = result.checked; first < pairs.size(); first = result.checked) {
    if (progress && !progress(first, pairs.size())) {
      result.complete = false;
      break;
    }
    const Clock::time_point start = Clock::now();
    const std::size_t count = std::min(pairs_a_round, pairs.size() - first);
    parallel_for(count, pairs_a_task, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Candidate& pair = pairs[first + i];
        outcomes[i] =
            check_pair({parts[pair.a].shape, parts[pair.a].pose}, {parts[pair.b].shape, parts[pair.b].pose}, settings);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      const Candidate& pair = pairs[first + i];
      if (!outcomes[i].undecided.empty()) {
        result.undecided.push_back({pair.a, pair.b, std::move(outcomes[i].undecided)});
      } else if (outcomes[i].clash) {
        Clash clash = std::move(*outcomes[i].clash);
        clash.a = pair.a;
        clash.b = pair.b;
        clash.id = clash_id(parts[pair.a].path, parts[pair.b].path);
        clash.box = common(boxes[pair.a], boxes[pair.b], reach);
        result.clashes.push_back(std::move(clash));
      }
    }
    result.checked += count;
    const Clock::duration taken = Clock::now() - start;
    if (taken < short_round) pairs_a_round = std::min(2 * pairs_a_round, most_a_round);
    if (taken > long_round) pairs_a_round = std::max(pairs_a_round / 2, least_a_round);
  }
  return result;
}

}  // namespace graze
