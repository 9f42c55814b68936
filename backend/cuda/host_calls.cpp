// The calls on memory of the host: a device proves what it can, the core decides the rest, or everything.
#include <algorithm>
#include <cmath>

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

namespace {

// Gives the items that a device left, or all of them, to the core: decide(numbers) of a few hundred at a time.
template <class Decide>
void by_processor(const DeviceOutcome& outcome, const std::vector<std::uint32_t>& undecided, std::size_t count,
                  int threads, BatchReport& report, const Decide& decide) {
  note(report, outcome);
  report.left = undecided.size();
  parallel_for(outcome.done ? undecided.size() : count, 256, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) decide(outcome.done ? undecided[k] : k);
  });
}

BatchReport refused() {
  BatchReport report;
  report.status = Status::invalid;
  return report;
}

}  // namespace

BatchReport ccd(CcdKind kind, std::span<const FourPoints> at_0, std::span<const FourPoints> at_1,
                std::span<CcdResult> results, const Settings& settings) {
  if (at_0.size() != at_1.size() || at_0.size() != results.size() || at_0.size() > most_items) return refused();
  BatchReport report;
  std::vector<std::uint32_t> undecided;
  const DeviceOutcome outcome = ccd_batch(settings, kind, at_0, at_1, results, undecided);
  by_processor(outcome, undecided, results.size(), settings.threads, report,
               [&](std::size_t i) { results[i] = graze::ccd(kind, at_0[i], at_1[i]); });
  return report;
}

BatchReport cast(const Body& body, std::span<const Ray> rays, std::span<RayBrief> briefs, RayWant want,
                 const Settings& settings) {
  if (briefs.size() < rays.size() || rays.size() > most_items) return refused();
  if (want == RayWant::all) want = RayWant::closest;
  BatchReport report;
  std::vector<std::uint32_t> undecided;
  const DeviceOutcome outcome = rays_batch(settings, body, rays, want, briefs, undecided);
  if (!outcome.done) {  // all at once: the core takes rays in groups
    note(report, outcome);
    graze::cast(body, rays, briefs, RaySettings{.want = want, .threads = settings.threads});
    return report;
  }
  by_processor(outcome, undecided, rays.size(), settings.threads, report, [&](std::size_t i) {
    graze::cast(body, rays.subspan(i, 1), briefs.subspan(i, 1), RaySettings{.want = want});
  });
  return report;
}

namespace {

// by_core(poses) answers some poses at once.
template <class ByCore>
BatchReport ask_poses(const Body& a, const Shape& b, double tolerance, std::span<const Pose> poses,
                      std::span<YesNo> results, const Settings& settings, const ByCore& by_core) {
  if (poses.size() != results.size() || poses.size() > most_items) return refused();
  BatchReport report;
  std::vector<std::uint32_t> undecided;
  DeviceOutcome outcome;
  if (tolerance >= 0) outcome = poses_batch(settings, a, b, tolerance, poses, results, undecided);
  note(report, outcome);
  report.left = undecided.size();
  // In pieces, so that results of the core's own, which are larger, do not all lie in memory at once.
  constexpr std::size_t piece = 65536;
  const std::size_t count = outcome.done ? undecided.size() : poses.size();
  std::vector<Pose> left;
  for (std::size_t begin = 0; begin < count; begin += piece) {
    const std::size_t here = std::min(piece, count - begin);
    std::span<const Pose> some = poses.subspan(outcome.done ? 0 : begin, outcome.done ? 0 : here);
    if (outcome.done) {
      left.clear();
      for (std::size_t k = begin; k < begin + here; ++k) left.push_back(poses[undecided[k]]);
      some = left;
    }
    const auto found = by_core(some);
    for (std::size_t k = 0; k < here; ++k) results[outcome.done ? undecided[begin + k] : begin + k] = found[k];
  }
  return report;
}

}  // namespace

BatchReport collide(const Body& a, const Shape& b, std::span<const Pose> poses, std::span<YesNo> results,
                    const Settings& settings) {
  return ask_poses(a, b, 0, poses, results, settings, [&](std::span<const Pose> some) {
    return graze::collide(a, b, some, CollideSettings{.threads = settings.threads});
  });
}

BatchReport within(const Body& a, const Shape& b, std::span<const Pose> poses, double tolerance,
                   std::span<YesNo> results, const Settings& settings) {
  return ask_poses(a, b, tolerance, poses, results, settings, [&](std::span<const Pose> some) {
    return graze::within(a, b, some, tolerance, WithinSettings{.threads = settings.threads});
  });
}

namespace {

// One configuration by the core. A pose that is none spoils it, whatever the others find.
YesNo touches(std::span<const Body> world, std::span<const LinkBall> balls, std::span<const Shape> spheres,
              std::span<const Pose> poses) {
  YesNo result;
  for (const LinkBall& ball : balls)
    if (fault(poses[ball.link]) != PoseFault::none) result.status = Status::invalid;
  if (!result.ok()) return result;
  for (std::size_t k = 0; k < balls.size(); ++k) {
    Pose pose = poses[balls[k].link];
    pose.translation = pose * balls[k].centre;
    for (const Body& body : world) {
      const CollideResult one = graze::collide(body, {spheres[k], pose});
      result.status = one.status;
      result.answer = one.answer;
      if (!one.ok() || one.yes()) return result;
    }
  }
  result.answer = Answer::no;
  return result;
}

}  // namespace

BatchReport configurations(std::span<const Body> world, std::span<const LinkBall> balls, std::uint32_t links,
                           std::span<const Pose> poses, std::span<YesNo> results, const Settings& settings) {
  if (links == 0 || results.size() > most_items || poses.size() != results.size() * links) return refused();
  std::vector<LinkBall> sorted(balls.begin(), balls.end());
  std::vector<Shape> spheres;
  std::vector<std::uint32_t> first_ball(std::size_t{links} + 1);
  for (const LinkBall& ball : sorted)
    if (ball.link >= links || !is_finite(ball.centre) || !(ball.radius > 0) || !std::isfinite(ball.radius))
      return refused();
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.link < b.link; });
  for (const LinkBall& ball : sorted) {
    ++first_ball[ball.link + 1];
    spheres.push_back(make_sphere(ball.radius));
  }
  for (std::size_t k = 0; k < links; ++k) first_ball[k + 1] += first_ball[k];
  BatchReport report;
  std::vector<std::uint32_t> undecided;
  const DeviceOutcome outcome = configurations_batch(settings, world, sorted, first_ball, poses, results, undecided);
  by_processor(outcome, undecided, results.size(), settings.threads, report,
               [&](std::size_t i) { results[i] = touches(world, sorted, spheres, poses.subspan(i * links, links)); });
  return report;
}

BatchReport configurations(std::span<const Body> world, std::span<const LinkHull> hulls, std::uint32_t links,
                           std::span<const Pose> poses, std::span<YesNo> results, const Settings& settings) {
  if (links == 0 || results.size() > most_items || poses.size() != results.size() * links) return refused();
  for (const LinkHull& piece : hulls)
    if (piece.link >= links || !piece.hull) return refused();
  BatchReport report;
  std::vector<std::uint32_t> undecided;
  const DeviceOutcome outcome = hulls_batch(settings, world, hulls, links, poses, results, undecided);
  by_processor(outcome, undecided, results.size(), settings.threads, report, [&](std::size_t i) {
    const std::span<const Pose> at = poses.subspan(i * links, links);
    results[i] = {};
    for (const LinkHull& piece : hulls)
      if (fault(at[piece.link]) != PoseFault::none) results[i].status = Status::invalid;
    if (!results[i].ok()) return;
    for (const LinkHull& piece : hulls)
      for (const Body& body : world) {
        const CollideResult one = graze::collide(body, {piece.hull, at[piece.link]});
        results[i].status = one.status;
        results[i].answer = one.answer;
        if (!one.ok() || one.yes()) return;
      }
    results[i].answer = Answer::no;
  });
  return report;
}

}  // namespace graze::gpu
