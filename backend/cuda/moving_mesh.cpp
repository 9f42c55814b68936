// Features of a moving mesh on memory of the host: whose they are, and which of them touch.
#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <tuple>

#include "backend/cuda/host_batches.h"
#include "backend/cuda/moving_features.h"
#include "base/executor.h"
#include "base/parallel_sort.h"
#include "math/round.h"

namespace graze::gpu {
namespace {

FourPoints points_at(const FeatureTouch& touch, std::span<const Vec3> all) {
  FourPoints points;
  for (std::size_t k = 0; k < 4; ++k) points[k] = all[touch.points[k]];
  return points;
}

// By the core; false where it is no touch.
bool ask(FeatureTouch& touch, std::span<const Vec3> at_0, std::span<const Vec3> at_1) {
  const CcdResult result = ccd(touch.kind, points_at(touch, at_0), points_at(touch, at_1));
  touch.lower = result.lower;
  touch.upper = result.upper;
  return result.yes();
}

// Adds those of `count` pairs that touch: pair(k, list) adds the pairs of item k.
template <class Pairs>
void add_touches(std::size_t count, std::span<const Vec3> at_0, std::span<const Vec3> at_1, int threads,
                 SelfCcdResult& result, const Pairs& pairs) {
  std::mutex mutex;
  parallel_for(count, 1024, threads, [&](std::size_t begin, std::size_t end) {
    std::vector<FeatureTouch> list;
    for (std::size_t k = begin; k < end; ++k) pairs(k, list);
    const std::size_t asked = list.size();
    std::erase_if(list, [&](FeatureTouch& touch) { return !ask(touch, at_0, at_1); });
    const std::lock_guard lock(mutex);
    result.pairs += asked;
    result.touches.insert(result.touches.end(), list.begin(), list.end());
  });
}

std::vector<SweptBox> swept(std::span<const Vec3> at_0, std::span<const Vec3> at_1, int threads) {
  std::vector<SweptBox> boxes(at_0.size());
  parallel_for(boxes.size(), 8192, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (int k = 0; k < 3; ++k) {
        boxes[i].lo[k] = round_down(std::min(at_0[i][k], at_1[i][k]));
        boxes[i].hi[k] = round_up(std::max(at_0[i][k], at_1[i][k]));
      }
  });
  return boxes;
}

Status by_processor(std::span<const OwningTriangle> triangles, std::span<const Vec3> at_0, std::span<const Vec3> at_1,
                    int threads, SelfCcdResult& result) {
  const std::vector<SweptBox> vertices = swept(at_0, at_1, threads);
  const auto of = [&](const OwningTriangle& t, SweptBox(&boxes)[3]) {
    for (int k = 0; k < 3; ++k) boxes[k] = vertices[t.corner[k]];
  };
  std::vector<Box> boxes(triangles.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    SweptBox corners[3];
    of(triangles[i], corners);
    const SweptBox box = around(around(corners[0], corners[1]), corners[2]);
    for (int k = 0; k < 3; ++k) {  // beyond the floats a side is infinite; a box must not lie there
      boxes[i].lo[k] = std::min(double{box.lo[k]}, 1e308);
      boxes[i].hi[k] = std::max(double{box.hi[k]}, -1e308);
    }
  }
  const PairsResult overlaps = pairs(boxes, {.device = -1, .threads = threads});
  if (!overlaps.ok()) return overlaps.status;
  add_touches(overlaps.pairs.size(), at_0, at_1, threads, result, [&](std::size_t n, std::vector<FeatureTouch>& list) {
    const OwningTriangle &a = triangles[overlaps.pairs[n].a], &b = triangles[overlaps.pairs[n].b];
    SweptBox of_a[3], of_b[3];
    of(a, of_a);
    of(b, of_b);
    const std::uint32_t found = feature_pairs(a, b, of_a, of_b);
    for (int bit = 0; bit < 15; ++bit) {
      if ((found >> bit & 1) == 0) continue;
      FeatureTouch touch;
      const Quad quad = quad_of(a, b, bit);
      std::copy(quad.begin(), quad.end(), touch.points);
      touch.kind = bit < 6 ? CcdKind::vertex_face : CcdKind::edge_edge;
      list.push_back(touch);
    }
  });
  return Status::ok;
}

}  // namespace

std::vector<OwningTriangle> own_features(std::span<const Index3> triangles) {
  std::vector<OwningTriangle> result;
  result.reserve(triangles.size());
  for (const Index3& t : triangles) result.push_back({{t[0], t[1], t[2]}, 0});
  // The first of equal features, in the order of triangles, is the one that counts.
  struct Feature {
    std::uint32_t low, high, triangle, bit;
  };
  std::vector<Feature> features;
  features.reserve(6 * triangles.size());
  for (std::uint32_t i = 0; i < result.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t p = result[i].corner[k], q = result[i].corner[after(k)];
      features.push_back({p, p, i, static_cast<std::uint32_t>(k)});
      if (p != q) features.push_back({std::min(p, q), std::max(p, q), i, static_cast<std::uint32_t>(3 + k)});
    }
  const auto order = [](const Feature& f) { return std::tie(f.low, f.high, f.triangle, f.bit); };
  std::sort(features.begin(), features.end(), [&](const Feature& a, const Feature& b) { return order(a) < order(b); });
  for (std::size_t k = 0; k < features.size(); ++k) {
    const Feature& f = features[k];
    if (k > 0 && features[k - 1].low == f.low && features[k - 1].high == f.high) continue;
    result[f.triangle].own |= 1u << f.bit;
  }
  return result;
}

SelfCcdResult self_ccd(std::span<const OwningTriangle> triangles, std::span<const Vec3> at_0,
                       std::span<const Vec3> at_1, const Settings& settings) {
  SelfCcdResult result;
  result.unusable = at_0.size();
  result.status = Status::invalid;
  if (at_0.size() != at_1.size() || at_0.size() > 0x7fffffff || triangles.size() > 0x7fffffff) return result;
  for (const OwningTriangle& t : triangles)
    for (const std::uint32_t corner : t.corner)
      if (corner >= at_0.size()) return result;
  std::vector<FeatureTouch> undecided;
  const DeviceOutcome outcome = self_ccd_batch(settings, triangles, at_0, at_1, result, undecided);
  result.worker = outcome.done ? Worker::device : Worker::processor;
  result.failure = outcome.failure;
  if (!outcome.done) {
    result.unusable = at_0.size();
    for (std::size_t i = at_0.size(); i-- > 0;)
      if (!is_finite(at_0[i]) || !is_finite(at_1[i])) result.unusable = i;
  }
  if (result.unusable < at_0.size()) return result;
  result.status = Status::ok;
  if (outcome.done) {
    result.left = undecided.size();
    const std::size_t asked = result.pairs;
    add_touches(undecided.size(), at_0, at_1, settings.threads, result,
                [&](std::size_t k, std::vector<FeatureTouch>& list) { list.push_back(undecided[k]); });
    result.pairs = asked;
  } else {
    result.status = by_processor(triangles, at_0, at_1, settings.threads, result);
  }
  const auto order = [](const FeatureTouch& t) {
    return std::tie(t.kind, t.points[0], t.points[1], t.points[2], t.points[3]);
  };
  std::vector<FeatureTouch> unsorted;
  parallel_sort(result.touches, unsorted, settings.threads,
                [&](const FeatureTouch& a, const FeatureTouch& b) { return order(a) < order(b); });
  return result;
}

}  // namespace graze::gpu
