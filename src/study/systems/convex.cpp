// The methods for convex pairs behind one form. A `yes` is proven by supports along a direction, whatever the method.
#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "convex/gap_along.h"
#include "convex/gjk.h"
#include "filter/local_volumes.h"
#include "graze/study_convex.h"
#include "narrow/body/posed.h"
#include "study/track/linear_program.h"
#include "study/track/v_clip.h"
#include "study/track/voronoi.h"

namespace graze::study {

struct GRAZE_HIDDEN ConvexModel::Hull {
  Shape shape;
  const LocalHull* local;  // the shape's
};

ConvexModel::ConvexModel(Shape shape) {
  if (!shape) throw Error("an empty shape has no hull");
  const ShapeData& data = data_of(shape);
  const LocalHull* const local = data.radius > 0 || data.world_margin > 0 || data.curved() ? nullptr : local_hull(data);
  if (local == nullptr) throw Error("no hull of points: a terrain, compound, half-space or curved shape");
  hull_ = std::make_shared<const Hull>(Hull{std::move(shape), local});
}
const Shape& ConvexModel::shape() const noexcept { return hull_->shape; }
std::uint32_t ConvexModel::vertex_count() const noexcept {
  return static_cast<std::uint32_t>(hull_->local->polytope.vertices.size());
}
std::uint32_t ConvexModel::facet_count() const noexcept {
  return hull_->local->polytope.dimension < 2 ? 0 : hull_->local->polytope.facet_count();
}

namespace {

HullPart part_of(HullFeature feature) { return {static_cast<HullPart::Kind>(feature.kind), feature.index}; }
HullFeature feature_of(HullPart part) { return {static_cast<HullFeature::Kind>(part.kind), part.index}; }

// Checks both bodies and runs the method on their posed hulls.
template <class Method>
ConvexFound on_hulls(const ConvexPosed& a, const ConvexPosed& b, const Method& method) noexcept {
  return guarded<ConvexFound>([&] {
    int orientation = 0;
    if (a.model == nullptr || b.model == nullptr) return failed<ConvexFound>(Status::invalid);
    for (const Pose* pose : {&a.pose, &b.pose})
      if (const Status s = check_pose(*pose, orientation); s != Status::ok) return failed<ConvexFound>(s);
    const PosedPolytope posed_a(a.model->hull().local->frame, a.pose), posed_b(b.model->hull().local->frame, b.pose);
    if (!posed_a.in_range() || !posed_b.in_range()) return failed<ConvexFound>(Status::out_of_range);
    return method(posed_a, posed_b);
  });
}

std::uint32_t vertex_of(const PosedPolytope& p, HullFeature feature) {
  if (feature.kind == HullFeature::Kind::vertex) return feature.index;
  if (feature.kind == HullFeature::Kind::edge) return p.from(feature.index);
  return p.polytope().loop[p.polytope().facet_start[feature.index]];
}

bool belongs(const PosedPolytope& p, HullFeature feature) {
  const Polytope& polytope = p.polytope();
  if (feature.kind == HullFeature::Kind::vertex) return feature.index < polytope.vertices.size();
  if (feature.kind == HullFeature::Kind::edge) return feature.index < polytope.loop.size();
  return feature.index < polytope.facet_count();
}

// Sets the lower bound where the direction proves one.
void prove(const PosedPolytope& a, const PosedPolytope& b, Vec3 direction, std::uint32_t start_a, std::uint32_t start_b,
           ConvexFound& found) {
  if (!unit_scaled(direction)) return;
  const GapAlong gap = gap_along(a, b, direction, start_a, start_b);
  if (!(gap.lower > found.lower)) return;
  found.apart = Answer::yes;
  found.lower = gap.lower;
  found.normal = direction * (1 / length(direction));
}

}  // namespace

ConvexFound lin_canny(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory,
                      const ConvexSettings& settings) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    TrackCache cache;
    if (memory != nullptr && memory->used) cache = {true, feature_of(memory->part_a), feature_of(memory->part_b)};
    const TrackResult result = track(p, q, &cache, settings.feature_steps);
    ConvexFound found;
    // What is not proven narrow is still proven apart where the bracket is above 0.
    found.apart = result.lower > 0 ? Answer::yes : result.status == TrackStatus::meeting ? Answer::no : Answer::unknown;
    found.lower = result.lower;
    found.upper = result.upper;
    found.point_a = result.point_a;
    found.point_b = result.point_b;
    if (found.apart == Answer::yes) found.normal = result.normal;
    found.part_a = part_of(result.a);
    found.part_b = part_of(result.b);
    found.steps = result.steps;
    if (memory != nullptr) {
      memory->used = true;
      memory->part_a = found.part_a;
      memory->part_b = found.part_b;
    }
    return found;
  });
}

ConvexFound v_clip(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory, const ConvexSettings&) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    if (p.polytope().dimension != 3 || q.polytope().dimension != 3) return failed<ConvexFound>(Status::unsupported);
    HullFeature start_a, start_b;
    if (memory != nullptr && memory->used && belongs(p, feature_of(memory->part_a)) &&
        belongs(q, feature_of(memory->part_b))) {
      start_a = feature_of(memory->part_a);
      start_b = feature_of(memory->part_b);
      // Two facets are no pair of V-Clip's.
      if (dimension(start_a) + dimension(start_b) == 4) start_a = {HullFeature::Kind::vertex, vertex_of(p, start_a)};
    }
    const ClipResult result = clip_features(p, start_a, q, start_b);
    ConvexFound found;
    found.part_a = part_of(result.a);
    found.part_b = part_of(result.b);
    found.steps = result.steps;
    if (dimension(result.a) + dimension(result.b) < 4) {
      const HullPair pair = closest(p, result.a, q, result.b);
      found.point_a = pair.point_a;
      found.point_b = pair.point_b;
      found.upper = length(pair.point_b - pair.point_a) * (1 + 0x1p-50) + p.rounding() + q.rounding();
      if (result.state == ClipResult::State::apart) {
        const std::uint32_t v = vertex_of(p, result.a), w = vertex_of(q, result.b);
        prove(p, q, pair.axis, v, w, found);
        prove(p, q, pair.point_b - pair.point_a, v, w, found);
      }
    }
    if (result.state == ClipResult::State::meeting) {
      found.apart = Answer::no;
      found.depth = result.depth;
    }
    if (memory != nullptr) {
      memory->used = true;
      memory->part_a = found.part_a;
      memory->part_b = found.part_b;
    }
    return found;
  });
}

ConvexFound enhanced_gjk(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory,
                         const ConvexSettings&) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope&, const PosedPolytope&) {
    ConvexCache cache;
    if (memory != nullptr && memory->used)
      cache = {memory->direction, memory->count, memory->corners_a, memory->corners_b};
    const ConvexDistance result = convex_distance(support_of(a.model->hull().local->table, a.pose),
                                                  support_of(b.model->hull().local->table, b.pose), {}, &cache);
    ConvexFound found;
    found.apart = result.relation == Relation::separate ? Answer::yes
                  : result.relation == Relation::meet   ? Answer::no
                                                        : Answer::unknown;
    found.lower = result.lower;
    found.upper = result.upper;
    found.point_a = result.point_a;
    found.point_b = result.point_b;
    found.normal = result.normal;
    found.steps = result.steps;
    if (memory != nullptr) {
      memory->used = true;
      memory->direction = cache.axis;
      memory->count = cache.count;
      memory->corners_a = cache.a;
      memory->corners_b = cache.b;
    }
    return found;
  });
}

ConvexFound q_collide(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory,
                      const ConvexSettings& settings) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    ConvexFound found;
    Vec3 vector = q.centre() - p.centre();
    std::uint32_t v = 0, w = 0;
    if (memory != nullptr && memory->used && memory->vertex_a < p.polytope().vertices.size() &&
        memory->vertex_b < q.polytope().vertices.size()) {
      vector = memory->direction;
      v = memory->vertex_a;
      w = memory->vertex_b;
    }
    for (; found.steps < settings.most_steps; ++found.steps) {
      if (!unit_scaled(vector)) break;
      const GapAlong gap = gap_along(p, q, vector, v, w);
      v = gap.top_a.vertex;
      w = gap.bottom_b.vertex;
      if (gap.lower > 0) {
        found.apart = Answer::yes;
        found.lower = gap.lower;
        found.normal = vector * (1 / length(vector));
        break;
      }
      // Chung: the vector is mirrored at the plane square to the way between the supports that it does not part.
      Vec3 way = q.vertex(w) - p.vertex(v);
      if (!unit_scaled(way)) break;
      way = way * (1 / length(way));
      vector = vector - way * (2 * dot(way, vector));
    }
    if (memory != nullptr) {
      memory->used = found.apart == Answer::yes;
      memory->direction = vector;
      memory->vertex_a = v;
      memory->vertex_b = w;
    }
    return found;
  });
}

ConvexFound separating_plane(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory,
                             const ConvexSettings& settings) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    ConvexFound found;
    const Vec3 middle = (p.centre() + q.centre()) * 0.5;
    const double size = p.size() + q.size();
    if (!(size > 0) || !(settings.learning_rate > 0) || !(settings.cooling > 0)) {
      found.status = Status::invalid;
      return found;
    }
    // Centred and scaled: the number of updates grows with the distance of the origin (errata E-37).
    const auto local = [&](Vec3 point) { return (point - middle) * (1 / size); };
    Vec3 weight = local(q.centre()) - local(p.centre());
    double offset = 0, rate = settings.learning_rate;
    std::uint32_t v = 0, w = 0;
    if (memory != nullptr && memory->used && memory->vertex_a < p.polytope().vertices.size() &&
        memory->vertex_b < q.polytope().vertices.size()) {
      weight = memory->direction;
      offset = memory->offset;
      v = memory->vertex_a;
      w = memory->vertex_b;
    }
    for (;; ++found.steps) {
      Vec3 direction = weight;
      if (!unit_scaled(direction)) break;
      const GapAlong gap = gap_along(p, q, direction, v, w);
      v = gap.top_a.vertex;
      w = gap.bottom_b.vertex;
      if (gap.lower > 0) {
        found.apart = Answer::yes;
        found.lower = gap.lower;
        found.normal = direction * (1 / length(direction));
        break;
      }
      if (found.steps == settings.most_steps) break;
      // The vertex about which the plane is more wrong moves it.
      const Vec3 x = local(p.vertex(v)), y = local(q.vertex(w));
      if (dot(weight, x) - offset > offset - dot(weight, y)) {
        weight = weight - x * rate;
        offset += rate;
      } else {
        weight = weight + y * rate;
        offset -= rate;
      }
      rate *= settings.cooling;
    }
    if (memory != nullptr) {
      memory->used = found.apart == Answer::yes;
      memory->direction = weight;
      memory->offset = offset;
      memory->vertex_a = v;
      memory->vertex_b = w;
    }
    return found;
  });
}

ConvexFound linear_program(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory*, const ConvexSettings&) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    LinearProgramScratch scratch;
    const LinearProgramResult result = overlap_program(p, q, scratch);
    ConvexFound found;
    found.apart = result.separate ? Answer::yes : Answer::unknown;
    found.lower = result.lower;
    found.normal = result.normal;
    found.steps = result.solved;
    return found;
  });
}

ConvexFound i_collide_pair(const ConvexPosed& a, const ConvexPosed& b, ConvexMemory* memory,
                           const ConvexSettings& settings) noexcept {
  ConvexFound found = lin_canny(a, b, memory, settings);
  if (!found.ok() || found.apart == Answer::yes) return found;
  const ConvexFound program = linear_program(a, b, nullptr, settings);
  found.steps += program.steps;
  if (program.apart == Answer::yes) {
    found.apart = Answer::yes;
    found.lower = program.lower;
    found.normal = program.normal;
  } else {
    found.apart = Answer::no;
  }
  return found;
}

ConvexFound plane_divides(const ConvexPosed& a, const ConvexPosed& b) noexcept {
  return on_hulls(a, b, [&](const PosedPolytope& p, const PosedPolytope& q) {
    ConvexFound found;
    // Of each body the facet that faces the centre of the other most.
    const auto facing = [](const PosedPolytope& body, Vec3 towards) {
      Vec3 best;
      double most = -2;
      if (body.polytope().dimension < 2) return best;
      for (std::uint32_t f = 0; f < body.polytope().facet_count(); ++f) {
        const Vec3 n = body.normal(f);
        const double value = dot(n, towards) / (length(n) * length(towards));
        if (!(value > most)) continue;
        most = value;
        best = n;
      }
      return best;
    };
    const Vec3 way = q.centre() - p.centre();
    for (const Vec3 direction : {facing(p, way), -facing(q, -way), way}) {
      ++found.steps;
      prove(p, q, direction, 0, 0, found);
      if (found.apart == Answer::yes) break;
    }
    return found;
  });
}

}  // namespace graze::study
