// What float arithmetic leaves of the triangles is decided in double and exactly; a hit without doubt is told in lanes.
#include "narrow/ray/ray_group.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "base/executor.h"
#include "base/first_touch.h"
#include "base/guard.h"
#include "base/work.h"
#include "math/exact.h"
#include "math/norms.h"
#include "math/ray_base.h"
#include "narrow/ray/ray_place.h"
#include "narrow/ray/ray_triangle.h"
#include "tree/ray_bundle.h"

namespace graze {
namespace {

struct Candidate {
  std::uint32_t triangle = 0;
  RayCrossing crossing;
};

// Orders by exact parameter, then index. Brackets decide unless they overlap.
bool before(const Posed& body, const Ray& ray, const Candidate& p, const Candidate& q) {
  if (p.crossing.hi < q.crossing.lo) return true;
  if (q.crossing.hi < p.crossing.lo) return false;
  const Triangle x = body.triangle(p.triangle), y = body.triangle(q.triangle);
  const bool plain = !p.crossing.flat && !q.crossing.flat;
  const int ties = p.triangle < q.triangle ? -1 : 1;
  if (plain)
    if (const std::optional<int> told = neighbour_order(ray, x, p.crossing, y, ties))
      return (*told != 0 ? *told : ties) < 0;
  int order = plain ? quick_order(ray, x, y) : 0;
  if (order == 0) order = compare(exact_parameter(ray, x, p.crossing), exact_parameter(ray, y, q.crossing));
  return order != 0 ? order < 0 : p.triangle < q.triangle;
}

Vec3 vector_of(const double (&numbers)[4]) { return {numbers[0], numbers[1], numbers[2]}; }

// What double arithmetic did not know of a hit is found exactly.
void write_hit(const RayTarget& target, const Ray& ray, const Candidate& c, const RayMeeting& m, RayResult& result,
               RayHit& hit) {
  const auto& tags = target.body.shape->tags;
  hit.triangle = c.triangle;
  hit.tag = tags.empty() ? 0 : tags[c.triangle];
  hit.t = m.t;
  hit.point = vector_of(m.point);
  hit.normal = vector_of(m.normal) * target.body.orientation;
  hit.barycentric = vector_of(m.barycentric);
  const bool known = !c.crossing.flat && !std::isnan(hit.t);
  if (known && m.has_normal && m.has_barycentric) return;

  const std::uint64_t exact_before = exact_count();
  const Triangle t = target.body.triangle(c.triangle);
  if (!known) {
    hit.t = rounded_parameter(ray, t, c.crossing);
    hit.point = point_at(ray, hit.t);
  }
  if (!m.has_normal) hit.normal = unit_normal(t) * target.body.orientation;
  if (!known || !m.has_barycentric) hit.barycentric = barycentric(ray, t, c.crossing, hit.point);
  result.counters.exact_tests += exact_count() - exact_before;
}

void make_hit(const RayTarget& target, const Ray& ray, const Candidate& c, RayResult& result, RayHit& hit) {
  RayMeeting meeting;
  target.kernels->meet_one(target.body.pose, ray, target.body.shape->triangle(c.triangle), meeting);
  write_hit(target, ray, c, meeting, result, hit);
}

RayAim aim_of(const RaySettings& settings) {
  return settings.want == RayWant::all ? RayAim::all : settings.want == RayWant::any ? RayAim::any : RayAim::closest;
}

// Decides about the candidates in double and exactly, one after the other.
void decide(const RayTarget& target, const Ray& ray, RayAim aim, const RayCandidates& found, RayResult& result) {
  const std::uint64_t exact_before = exact_count();
  std::vector<Candidate> hits;  // only where all are wanted
  Candidate first;
  bool any = false;
  const auto order = [&](const Candidate& p, const Candidate& q) { return before(target.body, ray, p, q); };
  for (std::uint32_t i = 0; i < found.size && (aim != RayAim::any || !any); ++i) {
    work::charge(8);
    work::poll();
    ++result.counters.double_tests;
    const std::uint32_t triangle = found.data[i].triangle;
    const Candidate c{triangle, ray_meets_triangle(ray, target.body.triangle(triangle))};
    if (!c.crossing.hit) continue;
    if (aim == RayAim::all) {
      hits.push_back(c);
    } else if (!any || order(c, first)) {
      first = c;
    }
    any = true;
  }
  if (aim == RayAim::all) std::sort(hits.begin(), hits.end(), order);
  result.counters.exact_tests += exact_count() - exact_before;

  result.answer = answer_of(any);
  result.closest = {};
  if (aim == RayAim::all) {
    result.hits.resize(hits.size());
    for (std::size_t i = 0; i < hits.size(); ++i) make_hit(target, ray, hits[i], result, result.hits[i]);
    if (any) result.closest = result.hits.front();
  } else if (any) {
    make_hit(target, ray, first, result, result.closest);
  }
}

// The descent is paid for out of the same budget.
void decide_within(std::uint64_t budget, const RayTarget& target, const Ray& ray, RayAim aim,
                   const RayCandidates& found, RayResult& result) {
  if (budget == unlimited_budget) return decide(target, ray, aim, found, result);
  const Budget rest(budget - (result.counters.box_tests + result.counters.triangle_tests));
  try {
    decide(target, ray, aim, found, result);
  } catch (const BudgetSpent&) {
    result = failed<RayResult>(Status::budget);
  }
}

// How a result is begun, and what it says of a hit that is sure.
void begin(bool valid, RayResult& result) {
  result.status = valid ? Status::ok : Status::invalid;
  result.answer = valid ? Answer::no : Answer::unknown;
  result.hits.clear();
  result.counters = {};
}
void count(const RayCandidates& found, RayResult& result) {
  result.counters.box_tests = found.boxes;
  result.counters.triangle_tests = found.triangles;
}
void spend(RayResult& result) {
  result.status = Status::budget;
  result.answer = Answer::unknown;
}
void hit_nothing(RayResult& result) { result.closest = {}; }

// Is the only triangle that is left, or any of them where that is enough, hit without doubt? Nearly always it is.
bool is_sure(const RayCandidates& found, RayAim aim) {
  return found.data[found.size - 1].sure && (aim == RayAim::any || (aim == RayAim::closest && found.size == 1));
}

#ifndef __wasm__

// That of ray i.
RayMeeting meeting_of(const RayMeetings& m, int i) {
  RayMeeting one;
  for (int k = 0; k < 3; ++k) {
    one.point[k] = m.point[k][i];
    one.normal[k] = m.normal[k][i];
    one.barycentric[k] = m.barycentric[k][i];
  }
  one.t = m.t[i];
  one.has_normal = (m.has_normal >> i & 1) != 0;
  one.has_barycentric = (m.has_barycentric >> i & 1) != 0;
  return one;
}

// The same of a brief.
void begin(bool valid, RayBrief& brief) {
  brief = {};
  brief.status = valid ? Status::ok : Status::invalid;
  brief.answer = valid ? Answer::no : Answer::unknown;
}
void count(const RayCandidates&, RayBrief&) {}
void spend(RayBrief& brief) {
  brief.status = Status::budget;
  brief.answer = Answer::unknown;
}
void hit_nothing(RayBrief&) {}
void decide_into(RayResult& result, const RaySettings& settings, const RayTarget& target, const Ray& ray, RayAim aim,
                 const RayCandidates& found) {
  decide_within(settings.budget, target, ray, aim, found, result);
}
void decide_into(RayBrief& brief, const RaySettings& settings, const RayTarget& target, const Ray& ray, RayAim aim,
                 const RayCandidates& found) {
  auto full = no_so_far<RayResult>();
  count(found, full);
  decide_within(settings.budget, target, ray, aim, found, full);
  brief = brief_of(full);
}
void meet(const RayTarget& target, const RayLanes& lanes, RayMeetings& meetings, const RayResult*) {
  target.kernels->meet(target.body.pose, lanes, meetings);
}
void meet(const RayTarget& target, const RayLanes& lanes, RayMeetings& meetings, const RayBrief*) {
  target.kernels->meet_parameter(target.body.pose, lanes, meetings);
}
void write_sure(const RayTarget& target, const Ray& ray, std::uint32_t triangle, const RayMeetings& m, int i,
                RayResult& result) {
  result.answer = Answer::yes;
  write_hit(target, ray, {triangle, {}}, meeting_of(m, i), result, result.closest);
}
void write_sure(const RayTarget& target, const Ray& ray, std::uint32_t triangle, const RayMeetings& m, int i,
                RayBrief& brief) {
  const auto& tags = target.body.shape->tags;
  brief.answer = Answer::yes;
  brief.triangle = triangle;
  brief.tag = tags.empty() ? 0 : tags[triangle];
  brief.t = std::isnan(m.t[i]) ? rounded_parameter(ray, target.body.triangle(triangle), {}) : m.t[i];
}

Vec3 way_of(const Ray& ray) { return ray.direction - base_of(ray); }

// How many rays are in a row of a picture, or of a sensor: along a row and from row to row, each is a little different
// from the next, and from the end of a row to the next it is a jump. 0: these are no such rows.
std::size_t row_length(std::span<const Ray> rays) {
  constexpr std::size_t least = 16, most = 1 << 14;
  const auto apart = [&](std::size_t i, std::size_t j) {
    return largest(way_of(rays[i]) - way_of(rays[j])) + largest(rays[i].origin - rays[j].origin);
  };
  if (rays.size() < 4 * least) return 0;
  const double step = apart(0, 1);
  for (std::size_t i = 1; i < least; ++i)
    if (!(apart(i, i + 1) <= 2 * step)) return 0;
  for (std::size_t i = least; i < most && 3 * i < rays.size(); ++i) {
    if (apart(i - 1, i) <= 8 * step) continue;
    return apart(0, i) <= 8 * step && apart(i, i + 1) <= 8 * step && apart(0, 2 * i) <= 16 * step ? i : 0;
  }
  return 0;
}

// Up to sixteen elements in a row.
template <class T>
struct InRow {
  T* first;
  T& operator[](int i) const { return first[i]; }
};
// Four each of four rows, which are `row` apart.
template <class T>
struct InSquare {
  T* first;
  std::size_t row;
  T& operator[](int i) const { return first[unsigned(i) / 4 * row + unsigned(i) % 4]; }
};

// Up to sixteen rays. They are cast one by one or, where they go about the same way, together; what they have in common
// is done for eight at once, and between the steps the memory of their triangles arrives: first the indices, then the
// corners.
class RayGroup {
 public:
  static constexpr int half = RayFrames::width, most = 2 * half;

  RayGroup(const RayTarget& target, const RaySettings& settings, RayAim aim)
      : target_(target), settings_(settings), aim_(aim) {
    meetings_[0] = meetings_[1] = {};  // lanes without a triangle must hold numbers
    if (aim == RayAim::closest && settings.budget == unlimited_budget) bundle_cast_ = ray_bundle_cast();
    widest_ = widest_for(target.body.shape->triangle_count);
  }

  // Both InRow, or InSquare.
  template <class Rays, class Results>
  void run(int count, const Rays& rays, const Results& results) {
    if (is_any_endless(count, rays)) {
      for (int i = 0; i < count; ++i) ended_[i] = is_endless(rays[i]) ? to_the_greatest(rays[i]) : rays[i];
      return run(count, InRow<const Ray>{ended_}, results);
    }
    const ShapeData& shape = *target_.body.shape;
    const unsigned ahead = set_lanes(count, rays);
    unsigned together = 0, wanted = 0;
    bool apart = true;  // are there rays that must be cast by themselves?
    if (bundle_cast_ != nullptr && count == most && are_alike(rays)) {
      wanted = place(count, target_.kernels->place_alike) & ahead;
      together = cast_together(rays, wanted & usable_);
      apart = together != wanted;
    }
    if (apart) wanted = (place(count, target_.kernels->place) & ahead) | together;
    for (int i = 0; i < count; ++i) begin((valid_ >> i & 1) != 0, results[i]);
    unsigned hit = 0;  // those that have candidates
    for (unsigned left = wanted; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      RayCandidates& found = found_[i];
      if ((together >> i & 1) == 0) {
        find_candidates(target_, placed_[i / half], i % half, rays[i], aim_, found);
        if (found.boxes + found.triangles > settings_.budget) {
          spend(results[i]);
          found.size = 0;
        }
      }
      graze::count(found, results[i]);
      if (found.size == 0) continue;
      hit |= 1u << i;
      shape.prefetch_indices(last(i));
    }
    for (unsigned left = hit; left != 0; left &= left - 1) shape.prefetch(last(std::countr_zero(left)));
    for (unsigned left = ~hit & ((1u << count) - 1); left != 0; left &= left - 1)
      hit_nothing(results[std::countr_zero(left)]);

    unsigned sure = 0;
    for (unsigned left = hit; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (is_sure(found_[i], aim_)) {
        meetings_[i / half].set(i % half, shape.triangle(last(i)));
        sure |= 1u << i;
      } else {
        decide_into(results[i], settings_, target_, rays[i], aim_, found_[i]);
      }
    }
    for (int h = 0; h < 2; ++h)
      if ((sure >> (half * h) & 0xff) != 0) meet(target_, lanes_[h], meetings_[h], results.first);
    for (; sure != 0; sure &= sure - 1) {
      const int i = std::countr_zero(sure);
      write_sure(target_, rays[i], last(i), meetings_[i / half], i % half, results[i]);
    }
  }

 private:
  // A bundle is worth while as long as it is not many leaves wide, of which there are more the more triangles there
  // are. By measurement.
  static float widest_for(std::uint32_t triangles) { return 14 / std::sqrt(float(triangles)); }

  std::uint32_t last(int i) const { return found_[i].data[found_[i].size - 1].triangle; }

  template <class Rays>
  static bool is_any_endless(int count, const Rays& rays) {
    unsigned endless = 0;
    for (int i = 0; i < count; ++i) endless |= unsigned(is_endless(rays[i]));
    return endless != 0;
  }

  // Do a few of sixteen rays go about the same way? Then most likely all do.
  template <class Rays>
  static bool are_alike(const Rays& rays) {
    const auto way = [&](int i) { return way_of(rays[i]); };
    const Vec3 first = way(0);
    const double most_apart = 0.25 * largest(first);
    return largest(way(15) - first) <= most_apart && largest(way(5) - first) <= most_apart &&
           largest(way(10) - first) <= most_apart;
  }

  // Returns the rays that do not end before they begin.
  template <class Rays>
  unsigned set_lanes(int count, const Rays& rays) {
    for (int h = 0; half * h < count; ++h) {
      const int first = half * h, some = std::min(half, count - first);
      for (int i = 0; i < half; ++i) lanes_[h].set(i, rays[first + (i < some ? i : 0)]);
    }
    unsigned ahead = 0;
    for (int i = 0; i < count; ++i) ahead |= unsigned(rays[i].max >= 0) << i;
    return ahead;
  }

  // The rays in the frame of the tree. Returns those that may hit something.
  unsigned place(int count, void (*kernel)(const Placement&, const RayLanes&, int, PlacedRays&)) {
    unsigned wanted = 0;
    valid_ = usable_ = 0;
    for (int h = 0; half * h < count; ++h) {
      const int first = half * h, some = std::min(half, count - first);
      kernel(target_.placement, lanes_[h], some, placed_[h]);
      const unsigned there = (1u << some) - 1;
      valid_ |= (placed_[h].valid & there) << first;
      wanted |= (placed_[h].valid & ~placed_[h].misses & there) << first;
      usable_ |= (placed_[h].usable & there) << first;
    }
    return wanted;
  }

  // Which of the rays were cast as a bundle.
  template <class Rays>
  unsigned cast_together(const Rays& rays, unsigned usable) {
    if (std::popcount(usable) < 4) return 0;
    if (!reach_beyond(rays)) {
      endless_limits_ = false;
      set_limits(rays, usable);
    } else if (!endless_limits_) {  // as they would be set
      endless_limits_ = true;
      std::fill_n(bundle_.limit, most, PlacedRays::endless_limit);
      std::fill_n(bundle_.surely_before, most, PlacedRays::endless_before);
    }
    return gather(placed_[0].frames, placed_[1].frames, usable, bundle_) &&
                   bundle_cast_(target_.tree, bundle_, widest_, found_)
               ? usable
               : 0;
  }

  // Do all sixteen rays go on as far as there are doubles, from a start that is not as far?
  template <class Rays>
  bool reach_beyond(const Rays& rays) const {
    unsigned ends = 0;
    for (int i = 0; i < most; ++i)
      ends |= unsigned(!(rays[i].max == std::numeric_limits<double>::max())) |
              unsigned(!(placed_[i / half].first[i % half] < 1e300));
    return ends == 0;
  }

  template <class Rays>
  void set_limits(const Rays& rays, unsigned usable) {
    for (unsigned left = usable; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const PlacedRays& placed = placed_[i / half];
      bundle_.limit[i] = placed.limit(i % half, rays[i].max);
      bundle_.surely_before[i] = placed.surely_before(i % half, rays[i].max);
    }
  }

  const RayTarget& target_;
  const RaySettings& settings_;
  RayAim aim_;
  RayBundleCast bundle_cast_ = nullptr;
  float widest_;
  unsigned valid_ = 0, usable_ = 0;  // as PlacedRays has them
  RayLanes lanes_[2];
  PlacedRays placed_[2];
  RayBundle bundle_;
  bool endless_limits_ = false;  // the limits of the bundle are those of rays without an end
  RayMeetings meetings_[2];
  RayCandidates found_[most];
  Ray ended_[most];
};

// Rays in a row.
template <class Result>
void in_groups(RayGroup& group, std::span<const Ray> rays, Result* results) {
  constexpr std::size_t most = RayGroup::most;
  for (std::size_t first = 0; first < rays.size(); first += most)
    group.run(int(std::min(most, rays.size() - first)), InRow<const Ray>{&rays[first]}, InRow<Result>{results + first});
}

// Four rows, by squares of sixteen: these are nearer to each other than sixteen in a row.
template <class Result>
void in_squares(RayGroup& group, std::size_t row, const Ray* rays, Result* results) {
  const std::size_t whole = row - row % 4;
  for (std::size_t first = 0; first < whole; first += 4) {
    for (std::size_t k = 0; k < 4 && first + 12 < whole; ++k)
      for (std::size_t i = 0; i < 4; ++i) __builtin_prefetch(rays + row * k + first + 8 + i);
    group.run(RayGroup::most, InSquare<const Ray>{rays + first, row}, InSquare<Result>{results + first, row});
  }
  for (std::size_t k = 0; k < 4 && whole < row; ++k)
    in_groups(group, {rays + row * k + whole, row - whole}, results + row * k + whole);
}

// loop(first, each, units, grain, body) is parallel_for(units, grain, ...) of units that fill `each` results from
// `first` on.
template <class Result, class Loop>
void in_threads(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayAim aim,
                Result* results, const Loop& loop) {
  const bool may_share = aim == RayAim::closest && settings.budget == unlimited_budget && ray_bundle_cast() != nullptr;
  const std::size_t row = may_share ? row_length(rays) : 0, fours = row == 0 ? 0 : rays.size() / (4 * row);
  const std::size_t left = rays.size() - fours * 4 * row;
  if (fours > 0)
    loop(0, 4 * row, fours, 1, [&](std::size_t begin, std::size_t end) {
      RayGroup group(target, settings, aim);
      for (std::size_t i = begin; i < end; ++i) in_squares(group, row, &rays[4 * row * i], results + 4 * row * i);
    });
  if (left > 0)
    // By whole groups, so that which rays go together, and with it the counters, does not depend on the threads.
    loop(rays.size() - left, RayGroup::most, (left + RayGroup::most - 1) / RayGroup::most, 4,
         [&](std::size_t begin, std::size_t end) {
           RayGroup group(target, settings, aim);
           const std::size_t before = rays.size() - left, first = before + begin * RayGroup::most;
           in_groups(group, rays.subspan(first, std::min(rays.size(), before + end * RayGroup::most) - first),
                     results + first);
         });
}
template <class Result>
void in_threads(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayAim aim,
                Result* results) {
  in_threads(target, rays, settings, aim, results,
             [&](std::size_t, std::size_t, std::size_t units, std::size_t grain, const auto& body) {
               parallel_for(units, grain, settings.threads, body);
             });
}

#endif

}  // namespace

void cast_one(const RayTarget& target, const Ray& ray, const RaySettings& settings, RayResult& result) {
  const RayAim aim = aim_of(settings);
  PlacedRays placed;
  RayCandidates found;
  target.kernels->place_one(target.placement, ray, placed);
  begin((placed.valid & 1) != 0, result);
  if (result.status != Status::ok || !(ray.max >= 0)) return hit_nothing(result);
  find_candidates(target, placed, 0, ray, aim, found);
  count(found, result);
  if (found.boxes + found.triangles > settings.budget) {
    spend(result);
    return hit_nothing(result);
  }
  if (found.size == 0) return hit_nothing(result);
  if (!is_sure(found, aim)) return decide_within(settings.budget, target, ray, aim, found, result);
  result.answer = Answer::yes;
  make_hit(target, ray, {found.data[found.size - 1].triangle, {}}, result, result.closest);
}

void cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayResult* results) {
#ifndef __wasm__
  if (rays.size() > 1) return in_threads(target, rays, settings, aim_of(settings), results);
#endif
  for (std::size_t i = 0; i < rays.size(); ++i)
    cast_one(target, is_endless(rays[i]) ? to_the_greatest(rays[i]) : rays[i], settings, results[i]);
}
std::vector<RayResult> cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings) {
#ifndef __wasm__
  GrowingList<RayResult> list(rays.size(), settings.threads);
  in_threads(target, rays, settings, aim_of(settings), list.data(),
             [&](std::size_t first, std::size_t each, std::size_t units, std::size_t grain, const auto& body) {
               list.fill(first, each, units, grain, body);
             });
  return list.take();
#else
  std::vector<RayResult> list(rays.size());
  cast_many(target, rays, settings, list.data());
  return list;
#endif
}
void cast_many(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayBrief* briefs) {
#ifndef __wasm__
  in_threads(target, rays, settings, settings.want == RayWant::any ? RayAim::any : RayAim::closest, briefs);
#else
  RaySettings each = settings;
  if (each.want == RayWant::all) each.want = RayWant::closest;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    RayResult full;
    cast_one(target, is_endless(rays[i]) ? to_the_greatest(rays[i]) : rays[i], each, full);
    briefs[i] = brief_of(full);
  }
#endif
}

RayBrief brief_of(const RayResult& result) noexcept {
  RayBrief brief;
  brief.status = result.status;
  brief.answer = result.answer;
  if (!result.yes()) return brief;
  brief.t = result.closest.t;
  brief.triangle = result.closest.triangle;
  brief.tag = result.closest.tag;
  return brief;
}

}  // namespace graze
