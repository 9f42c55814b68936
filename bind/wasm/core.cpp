// The functions of both modules: memory, shapes, and the verbs collide, distance, ray and classify. Each leaves its
// answer in `answers`, in the order that js/graze.js reads.
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "bind/wasm/export.h"
#include "graze/ray_brief.h"
#include "graze/solid.h"
#include "graze/version.h"
#include "narrow/prepared.h"
#include "narrow/ray/ray_group.h"
#include "shape/data.h"

namespace graze::wasm {

Answers answers;

namespace {

std::vector<Shape> kept(1);
std::vector<Handle> unused;
std::vector<std::optional<Prepared>> unmoved;  // of some of the shapes: where nothing has moved them

std::vector<Vec3> points(const double* numbers, std::uint32_t count) {
  std::vector<Vec3> result(count);
  for (std::uint32_t i = 0; i < count; ++i) result[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return result;
}

// Of vertices that are doubles, or floats as graphics libraries keep them, which are doubles exactly.
template <class Number>
Handle make_triangles(const Number* vertices, std::uint32_t count, const std::uint32_t* corners,
                      std::uint32_t triangles, std::uint32_t solid, double margin) {
  return guarded([&] {
    std::vector<Vec3> places(count);
    for (std::uint32_t i = 0; i < count; ++i)
      places[i] = {double(vertices[3 * i]), double(vertices[3 * i + 1]), double(vertices[3 * i + 2])};
    const ShapeOptions options{.solid = solid != 0, .tags = {}, .margin = margin};
    if (corners == nullptr) return keep(make_soup(std::move(places), options));
    std::vector<Index3> indices(triangles);
    std::memcpy(indices.data(), corners, std::size_t{triangles} * sizeof(Index3));
    return keep(make_mesh(std::move(places), std::move(indices), options));
  });
}

void add(const RayHit& hit) {
  answers.add(hit.t);
  answers.add(double(hit.triangle));
  answers.add(double(hit.tag));
  answers.add(hit.barycentric);
  answers.add(hit.normal);
  answers.add(hit.point);
}

Ray ray_at(const double* numbers) {
  return {{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}, numbers[6], false};
}

// In place of the number of a triangle, which is -1 for a miss.
std::int32_t failed(Status status) noexcept { return -1 - static_cast<std::int32_t>(status); }

// Null where there is no such shape, or no memory.
const Prepared* unmoved_body(Handle handle) noexcept {
  if (handle >= unmoved.size() || !unmoved[handle]) [[unlikely]] {
    if (handle >= kept.size()) return nullptr;
    try {
      if (handle >= unmoved.size()) unmoved.resize(kept.size());
      unmoved[handle].emplace(Body{kept[handle], {}});
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  return &*unmoved[handle];
}

}  // namespace

Handle keep(Shape shape) {
  if (!unused.empty()) {
    const Handle handle = unused.back();
    unused.pop_back();
    kept[handle] = std::move(shape);
    return handle;
  }
  kept.push_back(std::move(shape));
  return Handle(kept.size() - 1);
}

const Shape& shape_of(Handle handle) noexcept { return kept[handle < kept.size() ? handle : 0]; }

Pose pose_at(const double* numbers) noexcept {
  const auto vector = [numbers](int k) -> Vec3 { return {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]}; };
  return {{vector(0), vector(1), vector(2)}, vector(3)};
}

// --- memory and answers ---

GRAZE_EXPORT(allocate) void* allocate(std::uint32_t bytes) { return std::malloc(bytes); }
GRAZE_EXPORT(release) void release(void* place) { std::free(place); }
GRAZE_EXPORT(numbers) const double* numbers() { return answers.numbers.data(); }
GRAZE_EXPORT(number_count) std::uint32_t number_count() { return std::uint32_t(answers.numbers.size()); }
GRAZE_EXPORT(words) const std::uint32_t* words() { return answers.words.data(); }
GRAZE_EXPORT(word_count) std::uint32_t word_count() { return std::uint32_t(answers.words.size()); }
GRAZE_EXPORT(text) const char* text() { return answers.text.data(); }
GRAZE_EXPORT(text_size) std::uint32_t text_size() { return std::uint32_t(answers.text.size()); }
GRAZE_EXPORT(about) std::uint32_t about() {
  return guarded([] {
    answers.text = std::string(version_string()) + " " + instruction_set();
    return 1u;
  });
}

// --- shapes: the number, or 0 and a message ---

GRAZE_EXPORT(mesh)
Handle mesh(const double* vertices, std::uint32_t count, const std::uint32_t* corners, std::uint32_t triangles,
            std::uint32_t solid, double margin) {
  return make_triangles(vertices, count, corners, triangles, solid, margin);
}
GRAZE_EXPORT(mesh_of_floats)
Handle mesh_of_floats(const float* vertices, std::uint32_t count, const std::uint32_t* corners, std::uint32_t triangles,
                      std::uint32_t solid, double margin) {
  return make_triangles(vertices, count, corners, triangles, solid, margin);
}
GRAZE_EXPORT(convex) Handle convex(const double* vertices, std::uint32_t count) {
  return guarded([&] { return keep(make_convex(points(vertices, count))); });
}
// The kind is a ShapeForm, the sizes are the arguments of its make_...().
GRAZE_EXPORT(sized) Handle sized(std::uint32_t kind, const double* n) {
  return guarded([&]() -> Handle {
    switch (static_cast<ShapeForm>(kind)) {
      case ShapeForm::box:
        return keep(make_box({n[0], n[1], n[2]}));
      case ShapeForm::sphere:
        return keep(make_sphere(n[0]));
      case ShapeForm::capsule:
        return keep(make_capsule(n[0], n[1]));
      case ShapeForm::segment:
        return keep(make_segment({n[0], n[1], n[2]}, {n[3], n[4], n[5]}));
      case ShapeForm::point:
        return keep(make_point());
      case ShapeForm::halfspace:
        return keep(make_halfspace({n[0], n[1], n[2]}, n[3]));
      case ShapeForm::cylinder:
        return keep(make_cylinder(n[0], n[1]));
      case ShapeForm::cone:
        return keep(make_cone(n[0], n[1]));
      case ShapeForm::ellipsoid:
        return keep(make_ellipsoid({n[0], n[1], n[2]}));
      default:
        throw Error("no such kind of shape");
    }
  });
}
GRAZE_EXPORT(compound) Handle compound(const Handle* parts, const double* poses, std::uint32_t count) {
  return guarded([&] {
    std::vector<CompoundPart> list;
    for (std::uint32_t i = 0; i < count; ++i) list.push_back({shape_of(parts[i]), pose_at(poses + 12 * i)});
    return keep(make_compound(std::move(list)));
  });
}
GRAZE_EXPORT(padded) Handle padded(Handle shape, double margin) {
  return guarded([&] { return keep(with_margin(shape_of(shape), margin)); });
}
GRAZE_EXPORT(solid) Handle solid(Handle shape) {
  return guarded([&] { return keep(as_solid(shape_of(shape))); });
}
GRAZE_EXPORT(forget) void forget(Handle handle) {
  if (handle == 0 || handle >= kept.size() || !kept[handle]) return;
  kept[handle] = {};
  if (handle < unmoved.size()) unmoved[handle].reset();
  unused.push_back(handle);
}
GRAZE_EXPORT(prepare) std::uint32_t prepare_shape(Handle handle, std::uint32_t pairs, std::uint32_t rays) {
  return guarded([&] {
    prepare(shape_of(handle), {.pairs = pairs != 0, .rays = rays != 0, .world = false, .threads = 1});
    return 1u;
  });
}
// The trees alone, of a mesh that is a surface: what rays, and what pairs of surfaces descend.
GRAZE_EXPORT(grow) std::uint32_t grow_trees(Handle handle, std::uint32_t pairs, std::uint32_t rays) {
  return guarded([&] {
    const ShapeData& data = data_of(shape_of(handle));
    if (pairs != 0) data.oriented(1);
    if (rays != 0) data.ray_tree(1);
    return 1u;
  });
}
// Form, triangles, solid, margin, bytes, and the box.
GRAZE_EXPORT(describe) std::uint32_t describe(Handle handle) {
  return guarded([&] {
    const Shape& shape = shape_of(handle);
    if (!shape) throw Error("the shape has been disposed of");
    answers.add_enum(shape.form());
    answers.add(shape.triangle_count());
    answers.add(shape.solid() ? 1 : 0);
    answers.add(shape.margin());
    answers.add(double(shape.memory()));
    answers.add(shape.bounds().lo);
    answers.add(shape.bounds().hi);
    return 1u;
  });
}
// The corners of all triangles, nine doubles each, in the shape's own frame.
GRAZE_EXPORT(triangles) std::uint32_t triangles(Handle handle) {
  return guarded([&] {
    const Shape& shape = shape_of(handle);
    answers.numbers.reserve(std::size_t{9} * shape.triangle_count());
    for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
      const Triangle t = shape.triangle(i);
      for (const Vec3& corner : {t.a, t.b, t.c}) answers.add(corner);
    }
    return 1u;
  });
}

// --- verbs ---

// Status, answer, complete, lower, upper; words: the pairs.
GRAZE_EXPORT(collide)
std::uint32_t collide_pair(Handle a, const double* pose_a, Handle b, const double* pose_b, std::uint32_t all,
                           std::uint32_t most) {
  return guarded([&] {
    CollideSettings settings;
    settings.all = all != 0;
    if (most != 0) settings.max_results = most;
    const CollideResult result = collide(body_of(a, pose_a), body_of(b, pose_b), settings);
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    answers.add(result.complete ? 1 : 0);
    answers.add(result.lower);
    answers.add(result.upper);
    for (const TrianglePair& pair : result.pairs) answers.words.insert(answers.words.end(), {pair.a, pair.b});
    return 1u;
  });
}
// The answer alone, or 3 and more where the status is not ok: 2 + status.
GRAZE_EXPORT(meets) std::uint32_t meets(Handle a, const double* pose_a, Handle b, const double* pose_b) {
  const CollideResult result = collide(body_of(a, pose_a), body_of(b, pose_b));
  return result.ok() ? static_cast<std::uint32_t>(result.answer) : 2 + static_cast<std::uint32_t>(result.status);
}
GRAZE_EXPORT(collide_poses)
void collide_poses(Handle a, const double* pose_a, Handle b, const double* poses, std::uint32_t count,
                   std::uint8_t* results) {
  for (std::uint32_t i = 0; i < count; ++i) results[i] = std::uint8_t(meets(a, pose_a, b, poses + 12 * i));
}

// Status, distance, bound, lower, upper, both points, their bound, normal, both features, beyond.
GRAZE_EXPORT(distance)
std::uint32_t distance(Handle a, const double* pose_a, Handle b, const double* pose_b, double max) {
  return guarded([&] {
    DistanceSettings settings;
    settings.max = max;
    const DistanceResult result = find_distance(body_of(a, pose_a), body_of(b, pose_b), settings);
    answers.add_enum(result.status);
    for (const double number : {result.distance, result.bound, result.lower, result.upper}) answers.add(number);
    answers.add(result.point_a);
    answers.add(result.point_b);
    answers.add(result.point_bound);
    answers.add(result.normal);
    answers.add(result.feature_a);
    answers.add(result.feature_b);
    answers.add(result.beyond ? 1 : 0);
    return 1u;
  });
}
// Of each pose the distance and its bound, NaN where there is none.
GRAZE_EXPORT(distance_poses)
void distance_poses(Handle a, const double* pose_a, Handle b, const double* poses, std::uint32_t count,
                    double* results) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const DistanceResult result = find_distance(body_of(a, pose_a), body_of(b, poses + 12 * i));
    results[2 * i] = result.distance;
    results[2 * i + 1] = result.bound;
  }
}

// Status, answer, and the hits, of 12 numbers each: the closest, or with `all` every one.
GRAZE_EXPORT(ray) std::uint32_t ray(Handle shape, const double* pose, const double* line, std::uint32_t want) {
  return guarded([&] {
    const RayResult result = cast(body_of(shape, pose), ray_at(line),
                                  {.want = static_cast<RayWant>(want), .budget = unlimited_budget, .threads = 1});
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    if (want == static_cast<std::uint32_t>(RayWant::all))
      for (const RayHit& hit : result.hits) add(hit);
    else if (result.yes())
      add(result.closest);
    return 1u;
  });
}
// Of a shape where it was made: the triangle of the first hit, -1 without one, or -1 - status. Over the ray's numbers
// are written its parameter, weights and normal.
GRAZE_EXPORT(ray_first) std::int32_t ray_first(Handle shape, double* line) {
  const Prepared* body = unmoved_body(shape);
  if (body == nullptr) return failed(Status::out_of_memory);
  static RayResult result;  // kept: to begin and end one takes as long as to place the ray
  const PreparedData& data = data_of(*body);
  if (data.rays == PreparedData::Rays::triangles) [[likely]] {
    cast_placed(data.ray_target(), ray_at(line), {}, result);
  } else {
    result = cast(*body, ray_at(line));
  }
  if (!result.yes()) return result.no() ? -1 : failed(result.ok() ? Status::undecided : result.status);
  const auto& [t, triangle, tag, weights, normal, point] = result.closest;
  const double told[7] = {t, weights.x, weights.y, weights.z, normal.x, normal.y, normal.z};
  std::memcpy(line, told, sizeof told);
  return std::int32_t(triangle);
}
// Of each ray (seven numbers) the parameter and the triangle of the first hit: NaN and -1 without one, or -1 - status.
GRAZE_EXPORT(rays)
std::uint32_t rays(Handle shape, const double* pose, const double* lines, std::uint32_t count, double* t,
                   std::int32_t* triangle) {
  return guarded([&] {
    std::vector<Ray> list;
    list.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) list.push_back(ray_at(lines + 7 * i));
    std::vector<RayBrief> briefs(count);
    cast(body_of(shape, pose), list, briefs);
    for (std::uint32_t i = 0; i < count; ++i) {
      t[i] = briefs[i].yes() ? briefs[i].t : unknown_number;
      triangle[i] = briefs[i].yes()  ? std::int32_t(briefs[i].triangle)
                    : briefs[i].no() ? -1
                                     : failed(briefs[i].ok() ? Status::undecided : briefs[i].status);
    }
    return 1u;
  });
}

// The class, or 7 and more where the status is not ok: 6 + status.
GRAZE_EXPORT(classify)
std::uint32_t classify_pair(Handle a, const double* pose_a, Handle b, const double* pose_b, double tolerance) {
  ClassifySettings settings;
  settings.tolerance = tolerance;
  const ClassifyResult result = classify(body_of(a, pose_a), body_of(b, pose_b), settings);
  return static_cast<std::uint32_t>(result.ok() ? int(result.answer) : 6 + int(result.status));
}

}  // namespace graze::wasm
