// The entry of cast: one ray and many, the table of the ways that families take, and rays against triangles.
#include <algorithm>
#include <array>

#include "base/executor.h"
#include "base/first_touch.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "narrow/body/collapse.h"
#include "narrow/prepared.h"
#include "narrow/ray/ray_candidates.h"
#include "narrow/ray/ray_compound.h"
#include "narrow/ray/ray_curved.h"
#include "narrow/ray/ray_group.h"
#include "narrow/ray/ray_primitive.h"
#include "narrow/ray/ray_rounded.h"
#include "narrow/ray/ray_table.h"
#include "narrow/record_text.h"

namespace graze {

namespace {

RayNodes nodes_of(const ShapeData& shape) {
  static_assert(sizeof(Index3) == 3 * sizeof(std::uint32_t));
  const bool listed = shape.indexed() && !shape.triangles.empty();
  return bare(shape.ray_tree(), listed ? shape.triangles.data()->data() : nullptr);
}

}  // namespace

RayTarget ray_target(const PlacedBody& body) { return {body, nodes_of(*body.body.shape), ray_cast(), &ray_kernels()}; }

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

// Made where it is to be: a copy costs a single ray as much as its placement.
RayTarget target_at(const Posed& body) {
  return {{body, place(*body.shape, body.pose)}, nodes_of(*body.shape), ray_cast(), &ray_kernels()};
}

// The ray meets a convex body where it enters and where it leaves; triangles between are not of the hull.
void as_convex_hits(RayResult& result) {
  if (result.hits.size() < 2) return;
  if (result.hits.size() > 2) result.hits[1] = result.hits.back();
  result.hits.resize(result.hits[1].t > result.hits[0].t ? 2 : 1);
}

// Results name the faces of a polyhedron, each once where it is met, and a primitive 0.
void name_hits(const ShapeData& data, RayResult& result) {
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
void cast_at(const RayTarget& target, const Ray& ray, const RaySettings& settings, RayResult& result) {
  cast_one(target, ray, settings, result);
  name_hits(*target.body.shape, result);
}
// Many.
void name_hits(const RayTarget& target, std::span<RayResult> results, int threads) {
  const ShapeData& shape = *target.body.shape;
  const bool named = shape.form == ShapeForm::polyhedron || shape.primitive();
  if (named)
    parallel_for(results.size(), 1024, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) name_hits(shape, results[i]);
    });
}
void cast_at(const RayTarget& target, std::span<const Ray> rays, std::span<RayResult> results,
             const RaySettings& settings) {
  cast_many(target, rays, settings, results.data());
  name_hits(target, results.first(rays.size()), settings.threads);
}
// The same of very many into a list that is made on the way.
std::vector<RayResult> list_at(const RayTarget& target, std::span<const Ray> rays, const RaySettings& settings) {
  std::vector<RayResult> results = cast_many(target, rays, settings);
  name_hits(target, results, settings.threads);
  return results;
}

void cast_triangles(const Body& body, const Ray& ray, const RaySettings& settings, RayResult& result) {
  Posed posed_body;
  result.status = make_posed(body, posed_body);
  if (result.status != Status::ok) return;
  cast_at(target_at(posed_body), ray, settings, result);
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
        results[i] = target.cast(is_endless(rays[i]) ? to_the_greatest(rays[i]) : rays[i], settings);
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
  cast_at(target_at(posed_body), rays, results, settings);
}

std::vector<RayResult> cast(const Body& body, std::span<const Ray> rays, const RaySettings& settings) {
  const FloatState standard;
  Posed placed;
  if (is_long_list<RayResult>(rays.size(), settings.threads) && !needs_hull(body) &&
      ray_cell(body).way == RayWay::triangles && make_posed(body, placed) == Status::ok)
    return list_at(target_at(placed), rays, settings);
  auto results = made_list<RayResult>(rays.size(), settings.threads);
  cast(body, rays, results, settings);
  return results;
}

void cast_placed(const RayTarget& target, const Ray& ray, const RaySettings& settings, RayResult& result) noexcept {
  if (is_endless(ray)) return cast_placed(target, to_the_greatest(ray), settings, result);
  const FloatState standard;
  within_budget(unlimited_budget, result, [&] { cast_at(target, ray, settings, result); });
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
      cast_at(data.ray_target(), ray, settings, result);
    }
  });
  note_fault(result.status, [&] { return define_lines(data.body) + ray_line("a", data.body, ray, settings) + "\n"; });
  return result;
}

void cast(const Prepared& body, std::span<const Ray> rays, std::span<RayResult> results, const RaySettings& settings) {
  const PreparedData& data = data_of(body);
  if (data.rays != PreparedData::Rays::triangles || settings.budget != unlimited_budget || results.size() < rays.size())
    return cast(data.body, rays, results, settings);
  const FloatState standard;
  cast_at(data.ray_target(), rays, results, settings);
}

std::vector<RayResult> cast(const Prepared& body, std::span<const Ray> rays, const RaySettings& settings) {
  const FloatState standard;
  const PreparedData& data = data_of(body);
  if (data.rays == PreparedData::Rays::triangles && settings.budget == unlimited_budget &&
      is_long_list<RayResult>(rays.size(), settings.threads))
    return list_at(data.ray_target(), rays, settings);
  auto results = made_list<RayResult>(rays.size(), settings.threads);
  cast(body, rays, results, settings);
  return results;
}

}  // namespace graze
