// The calls on memory of the host: a device proves what it can, the core decides the rest, or everything.
#include "backend/cuda/host_batches.h"
#include "base/executor.h"
#include "broad/float_box.h"
#include "graze/box_tree.h"

namespace graze::gpu {
namespace {

constexpr std::size_t most_items = 0x7fffffff;

void note(BatchReport& report, const DeviceOutcome& outcome) {
  report.worker = outcome.done ? Worker::device : Worker::processor;
  report.failure = outcome.failure;
}

// The first box that has no finite point, or the number of boxes.
std::size_t first_unusable(std::span<const Box> boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!usable(boxes[i])) return i;
  return boxes.size();
}

void pairs_by_processor(std::span<const Box> boxes, int threads, PairsResult& result) {
  result.unusable = first_unusable(boxes);
  if (result.unusable < boxes.size()) return;
  BoxTree tree;
  for (std::size_t i = 0; i < boxes.size(); ++i) tree.add(i, boxes[i]);
  const BoxTreePairs found = tree.pairs(threads);
  result.status = found.status;
  result.pairs.reserve(found.pairs.size());
  for (const auto& pair : found.pairs)
    result.pairs.push_back({static_cast<std::uint32_t>(pair.a), static_cast<std::uint32_t>(pair.b)});
}

}  // namespace

PairsResult pairs(std::span<const Box> boxes, const Settings& settings) {
  PairsResult result;
  if (boxes.size() > most_items) {
    result.status = Status::invalid;
    return result;
  }
  const DeviceOutcome outcome = pairs_batch(settings.device, boxes, result.pairs, result.unusable);
  note(result, outcome);
  if (!outcome.done) pairs_by_processor(boxes, settings.threads, result);
  if (result.status == Status::ok && result.unusable < boxes.size()) {
    result.status = Status::invalid;
    result.pairs.clear();
  }
  return result;
}

BatchReport ccd(CcdKind kind, std::span<const FourPoints> at_0, std::span<const FourPoints> at_1,
                std::span<CcdResult> results, const Settings& settings) {
  BatchReport report;
  if (at_0.size() != at_1.size() || at_0.size() != results.size() || at_0.size() > most_items) {
    report.status = Status::invalid;
    return report;
  }
  std::vector<std::uint32_t> undecided;
  const DeviceOutcome outcome = ccd_batch(settings.device, kind, at_0, at_1, results, undecided);
  note(report, outcome);
  report.left = undecided.size();
  const std::size_t count = outcome.done ? undecided.size() : results.size();
  parallel_for(count, 256, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = outcome.done ? undecided[k] : k;
      results[i] = graze::ccd(kind, at_0[i], at_1[i]);
    }
  });
  return report;
}

}  // namespace graze::gpu
