// The entry of cast: one ray and many, the table of the ways that families take, and rays against triangles.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "base/work.h"
#include "graze/query.h"
#include "graze/record.h"
#include "math/exact.h"
#include "narrow/body/collapse.h"
#include "narrow/prepared.h"
#include "narrow/ray/ray_candidates.h"
#include "narrow/ray/ray_compound.h"
#include "narrow/ray/ray_curved.h"
#include "narrow/ray/ray_place.h"
#include "narrow/ray/ray_primitive.h"
#include "narrow/ray/ray_rounded.h"
#include "narrow/ray/ray_table.h"
#include "narrow/ray/ray_triangle.h"
#include "narrow/record_text.h"

namespace graze {

RayTarget ray_target(const PlacedBody& body) {
  return {body, bare(body.body.shape->ray_tree()), ray_cast(), &ray_kernels()};
}

void find_candidates(const RayTarget& target, const PlacedRays& placed, int index, const Ray& ray, RayAim aim,
                     RayCandidates& found) {
  found.size = found.boxes = found.triangles = 0;
  if ((placed.usable >> index & 1) != 0) {
    target.cast(target.tree, placed.frames, index,
                {aim, placed.limit(index, ray.max), placed.surely_before(index, ray.max)}, found);
  } else if ((placed.misses >> index & 1) == 0) {
    found.triangles = target.body.shape->triangle_count;
    found.many.assign(found.triangles, {0, 0, 0, false});
    for (std::uint32_t i = 0; i < found.triangles; ++i) found.many[i].triangle = i;
    found.data = found.many.data();
    found.size = found.capacity = found.triangles;
  }
}

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

// The hit of ray i; what double arithmetic did not know of it is found exactly.
void write_hit(const RayTarget& target, const Ray& ray, const Candidate& c, const RayMeetings& m, int i,
               RayResult& result, RayHit& hit) {
  const auto vector = [i](const double(&lanes)[3][RayMeetings::width]) {
    return Vec3{lanes[0][i], lanes[1][i], lanes[2][i]};
  };
  const auto& tags = target.body.shape->tags;
  hit.triangle = c.triangle;
  hit.tag = tags.empty() ? 0 : tags[c.triangle];
  hit.t = m.t[i];
  hit.point = vector(m.point);
  hit.normal = vector(m.normal) * target.body.orientation;
  hit.barycentric = vector(m.barycentric);
  const bool known = !c.crossing.flat && !std::isnan(hit.t);
  const bool has_normal = (m.has_normal >> i & 1) != 0, has_barycentric = (m.has_barycentric >> i & 1) != 0;
  if (known && has_normal && has_barycentric) return;

  const std::uint64_t exact_before = exact_count();
  const Triangle t = target.body.triangle(c.triangle);
  if (!known) {
    hit.t = rounded_parameter(ray, t, c.crossing);
    hit.point = point_at(ray, hit.t);
  }
  if (!has_normal) hit.normal = unit_normal(t) * target.body.orientation;
  if (!known || !has_barycentric) hit.barycentric = barycentric(ray, t, c.crossing, hit.point);
  result.counters.exact_tests += exact_count() - exact_before;
}

void make_hit(const RayTarget& target, const Ray& ray, const Candidate& c, RayResult& result, RayHit& hit) {
  RayLanes lanes;
  RayMeetings meeting;
  lanes.set(0, ray);
  meeting.set(0, target.body.shape->triangle(c.triangle));
  target.kernels->meet(target.body.pose, lanes, 1, meeting);
  write_hit(target, ray, c, meeting, 0, result, hit);
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

// Up to `most` rays. They are cast one by one; what they have in common is done for all at once, and between
// the steps the memory of their triangles arrives: first the indices, then the corners.
template <int most>
class RayGroup {
 public:
  static_assert(most == 1 || most == RayFrames::width);

  RayGroup() {
    if (most > 1) meetings_ = {};  // lanes without a triangle must hold numbers
  }

  void run(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings, RayResult* results) {
    const RayAim aim = aim_of(settings);
    const ShapeData& shape = *target.body.shape;
    const int count = int(rays.size());
    for (int i = 0; i < (count == 1 ? 1 : most); ++i) lanes_.set(i, rays[std::size_t(i < count ? i : 0)]);
    target.kernels->place(target.placement, lanes_, count, placed_);
    for (int i = 0; i < count; ++i) {
      const Ray& ray = rays[std::size_t(i)];
      RayResult& result = results[i];
      result.status = (placed_.valid >> i & 1) != 0 ? Status::ok : Status::invalid;
      result.answer = result.ok() ? Answer::no : Answer::unknown;
      result.hits.clear();
      result.counters = {};
      RayCandidates& found = found_[i];
      found.size = 0;
      if (result.status != Status::ok || !(ray.max >= 0)) continue;
      find_candidates(target, placed_, i, ray, aim, found);
      result.counters.box_tests = found.boxes;
      result.counters.triangle_tests = found.triangles;
      if (found.boxes + found.triangles > settings.budget) {
        result.status = Status::budget;
        result.answer = Answer::unknown;
        found.size = 0;
      }
      if (found.size != 0) shape.prefetch_indices(last(i).triangle);
    }
    for (int i = 0; i < count; ++i)
      if (found_[i].size != 0) shape.prefetch(last(i).triangle);

    unsigned sure = 0;
    for (int i = 0; i < count; ++i) {
      if (found_[i].size == 0) {
        results[i].closest = {};
      } else if (last(i).sure && (aim == RayAim::any || (aim == RayAim::closest && found_[i].size == 1))) {
        // Nearly always float arithmetic leaves one triangle that is hit without doubt.
        meetings_.set(i, shape.triangle(last(i).triangle));
        sure |= 1u << i;
      } else {
        decide_within(settings.budget, target, rays[std::size_t(i)], aim, found_[i], results[i]);
      }
    }
    if (sure == 0) return;
    target.kernels->meet(target.body.pose, lanes_, count, meetings_);
    for (; sure != 0; sure &= sure - 1) {
      const int i = std::countr_zero(sure);
      results[i].answer = Answer::yes;
      write_hit(target, rays[std::size_t(i)], {last(i).triangle, {}}, meetings_, i, results[i], results[i].closest);
    }
  }

 private:
  const RayCandidate& last(int i) const { return found_[i].data[found_[i].size - 1]; }

  RayLanes lanes_;
  PlacedRays placed_;
  RayCandidates found_[most];
  RayMeetings meetings_;
};

// No t past the greatest double can be told, so an endless ray ends there.
bool is_endless(const Ray& ray) { return ray.max == std::numeric_limits<double>::infinity(); }

Ray to_the_greatest(Ray ray) {
  ray.max = std::numeric_limits<double>::max();
  return ray;
}

// Made where it is to be: a copy costs a single ray as much as its placement.
RayTarget target_at(const Posed& body) {
  return {{body, place(*body.shape, body.pose)}, bare(body.shape->ray_tree()), ray_cast(), &ray_kernels()};
}

// The ray meets a convex body where it enters and where it leaves; triangles between are not of the hull.
void as_convex_hits(RayResult& result) {
  if (result.hits.size() < 2) return;
  if (result.hits.size() > 2) result.hits[1] = result.hits.back();
  result.hits.resize(result.hits[1].t > result.hits[0].t ? 2 : 1);
}

// Results name the faces of a polyhedron, each once where it is met, and a primitive 0.
void name_hits(const Shape& shape, RayResult& result) {
  const ShapeData& data = data_of(shape);
  if (!result.yes() || !(data.primitive() || data.form == ShapeForm::polyhedron)) return;
  result.closest.triangle = data.number(result.closest.triangle);
  for (RayHit& hit : result.hits) hit.triangle = data.number(hit.triangle);
  if (data.primitive()) return as_convex_hits(result);
  const auto same = [](const RayHit& x, const RayHit& y) { return x.t == y.t && x.triangle == y.triangle; };
  result.hits.erase(std::unique(result.hits.begin(), result.hits.end(), same), result.hits.end());
}

// Hits on the triangles of a hull that is one thing.
void as_primitive_hits(RayResult& result) {
  if (!result.yes()) return;
  result.closest.triangle = 0;
  for (RayHit& hit : result.hits) hit.triangle = 0;
  as_convex_hits(result);
}

}  // namespace

bool needs_hull(const Body& body) noexcept {
  if (!body.shape || !collapses(body)) return false;
  const ShapeData& shape = data_of(body.shape);
  // Triangles of three corners, or the four of a tetrahedron, are those of their hull whatever becomes of them.
  if (shape.vertices.size() <= 3 || (shape.vertices.size() == 4 && shape.solid)) return false;
  Posed posed;
  return make_posed_with_radius(body, posed) == Status::ok;
}

namespace {

// One ray.
void cast_at(const RayTarget& target, const Body& body, const Ray& ray, const RaySettings& settings,
             RayResult& result) {
  RayGroup<1> group;
  group.run(target, {&ray, 1}, settings, &result);
  name_hits(body.shape, result);
}
// Many.
void cast_at(const RayTarget& target, const Body& body, std::span<const Ray> rays, std::span<RayResult> results,
             const RaySettings& settings) {
  parallel_for(rays.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
    RayGroup<RayFrames::width> group;
    for (std::size_t first = begin; first < end; first += RayFrames::width)
      group.run(target, rays.subspan(first, std::min(std::size_t(RayFrames::width), end - first)), settings,
                &results[first]);
  });
  if (body.shape.form() == ShapeForm::polyhedron || data_of(body.shape).primitive())
    for (std::size_t i = 0; i < rays.size(); ++i) name_hits(body.shape, results[i]);
}

void cast_triangles(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  Posed posed_body;
  result.status = make_posed(body, posed_body);
  if (result.status != Status::ok) return;
  cast_at(target_at(posed_body), body, ray, settings, result);
}
void cast_curved(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  result = curved_ray(body, ray, settings);
}
void cast_smooth(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  result = SmoothTarget(body).cast(ray, settings);
}
void cast_rounded(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  result = rounded_ray(body, ray, settings);
}
void cast_compound(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  result = compound_ray(body, ray, settings);
}
// Unless the pose is at fault.
void cast_unsupported(const Body& body, const Ray&, const RaySettings&, RayResult& result) {
  int orientation = 0;
  result.status = check_pose(body.pose, orientation);
  if (result.status == Status::ok) result.status = Status::unsupported;
}

struct RayRow {
  RayCell bare, round;
};

constexpr std::array<RayRow, family_count> make_ways() {
  constexpr RayCell trees{"triangles", RayWay::triangles, cast_triangles};
  constexpr RayCell smooth{"smooth", RayWay::smooth, cast_smooth};
  constexpr RayCell curved{"curved", RayWay::curved, cast_curved};
  constexpr RayCell rounded{"rounded", RayWay::rounded, cast_rounded};
  constexpr RayCell parts{"part by part", RayWay::compound, cast_compound};
  constexpr RayCell none{"unsupported", RayWay::unsupported, cast_unsupported};
  const std::array<RayRow, family_count> rows{{
      {trees, rounded},  // triangles
      {trees, rounded},  // box
      {trees, smooth},   // ball
      {trees, smooth},   // stick
      {trees, rounded},  // hull
      {curved, none},    // curved
      {smooth, smooth},  // halfspace
      {parts, parts},    // compound
  }};
  for (const RayRow& row : rows)
    if (row.bare.ask == nullptr || row.round.ask == nullptr) throw "a cell of the table is missing";
  return rows;
}
constexpr std::array<RayRow, family_count> ray_ways = make_ways();

// One ray that ends. The result is new.
void cast_alone(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  if (!needs_hull(body)) return ray_cell(body).ask(body, ray, settings, result);
  result = graze::cast(hull_as_triangles(body), ray, settings);
  as_primitive_hits(result);
}

}  // namespace

const RayCell& ray_cell(const Body& body) noexcept {
  const Family family = family_of(body);
  const RayRow& row = ray_ways[std::size_t(family)];
  if (!body.shape) return row.bare;
  const ShapeData& shape = data_of(body.shape);
  const bool core = family == Family::ball || family == Family::stick;
  return shape.world_margin > 0 || (core && shape.radius > 0) ? row.round : row.bare;
}

RayResult cast(const Body& body, const Ray& ray, const RaySettings& settings) noexcept {
  auto result = no_so_far<RayResult>();  // the only one that is returned, so that it is made in place
  if (is_endless(ray)) {
    result = graze::cast(body, to_the_greatest(ray), settings);
    return result;
  }
  const FloatState standard;
  within_budget(settings.budget, result, [&] { cast_alone(body, ray, settings, result); });
  note_fault(result.status, [&] { return define_lines(body) + ray_line("a", body, ray, settings) + "\n"; });
  return result;
}

void cast(const Body& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings) {
  const FloatState standard;
  if (results.size() < rays.size()) throw Error("ray: there are fewer results than rays");
  if (std::any_of(rays.begin(), rays.end(), is_endless)) {
    std::vector<Ray> ended(rays.begin(), rays.end());
    for (Ray& one : ended)
      if (is_endless(one)) one = to_the_greatest(one);
    return cast(body, ended, results, settings);
  }
  if (needs_hull(body)) {
    cast(hull_as_triangles(body), rays, results, settings);
    for (std::size_t i = 0; i < rays.size(); ++i) as_primitive_hits(results[i]);
    return;
  }
  const RayWay way = ray_cell(body).way;
  const bool grouped = way == RayWay::triangles || way == RayWay::smooth;
  if (!grouped || (way == RayWay::smooth && settings.budget != unlimited_budget)) {
    parallel_for(rays.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) results[i] = cast(body, rays[i], settings);
    });
    return;
  }
  if (way == RayWay::smooth) {
    const SmoothTarget target(body);
    parallel_for(rays.size(), 64, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        results[i] = target.cast(rays[i], settings);
        settle(results[i]);
      }
    });
    return;
  }
  Posed posed_body;
  if (const Status status = make_posed(body, posed_body); status != Status::ok) {
    std::fill_n(results.begin(), rays.size(), failed<RayResult>(status));
    return;
  }
  cast_at(target_at(posed_body), body, rays, results, settings);
}

std::vector<RayResult> cast(const Body& body, std::span<const Ray> rays, const RaySettings& settings) {
  const FloatState standard;
  std::vector<RayResult> results(rays.size());
  cast(body, rays, results, settings);
  return results;
}

RayResult cast(const Prepared& body, const Ray& ray, const RaySettings& settings) noexcept {
  auto result = no_so_far<RayResult>();
  const PreparedData& data = data_of(body);
  if (data.rays == PreparedData::Rays::body || settings.budget != unlimited_budget) {
    result = cast(data.body, ray, settings);
    return result;
  }
  if (is_endless(ray)) {
    result = cast(body, to_the_greatest(ray), settings);
    return result;
  }
  const FloatState standard;
  within_budget(unlimited_budget, result, [&] {
    if (data.rays == PreparedData::Rays::smooth) {
      result = data.smooth->cast(ray, settings);
    } else {
      cast_at(data.ray_target(), data.body, ray, settings, result);
    }
  });
  note_fault(result.status, [&] { return define_lines(data.body) + ray_line("a", data.body, ray, settings) + "\n"; });
  return result;
}

void cast(const Prepared& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings) {
  const PreparedData& data = data_of(body);
  if (data.rays != PreparedData::Rays::triangles || settings.budget != unlimited_budget ||
      results.size() < rays.size() || std::any_of(rays.begin(), rays.end(), is_endless))
    return cast(data.body, rays, results, settings);
  const FloatState standard;
  cast_at(data.ray_target(), data.body, rays, results, settings);
}

std::vector<RayResult> cast(const Prepared& body, std::span<const Ray> rays, const RaySettings& settings) {
  const FloatState standard;
  std::vector<RayResult> results(rays.size());
  cast(body, rays, results, settings);
  return results;
}

}  // namespace graze
