// Worlds of the full module: objects by key, steps, and queries against all of them.
#include <memory>

#include "bind/wasm/export.h"
#include "graze/pipeline.h"
#include "graze/world.h"
#include "graze/world_query.h"

namespace graze::wasm {
namespace {

struct Place {
  World world;
  std::unique_ptr<Pipeline> pipeline;  // made by the first step
};
std::vector<std::unique_ptr<Place>> places;

Place& place_of(std::uint32_t number) {
  if (number == 0 || number > places.size() || places[number - 1] == nullptr)
    throw Error("the world has been disposed of");
  return *places[number - 1];
}

ObjectId object(const World& world, double key) {
  const ObjectId id = world.find(std::uint64_t(key));
  if (!id) throw Error("there is no object with the key " + std::to_string(std::uint64_t(key)) + " in the world");
  return id;
}

}  // namespace

GRAZE_EXPORT(world) std::uint32_t world() {
  return guarded([] {
    places.push_back(std::make_unique<Place>());
    return std::uint32_t(places.size());
  });
}
GRAZE_EXPORT(world_forget) void world_forget(std::uint32_t number) {
  if (number > 0 && number <= places.size()) places[number - 1].reset();
}
// Edits take effect at once.
GRAZE_EXPORT(world_add)
std::uint32_t world_add(std::uint32_t number, double key, Handle shape, const double* pose, std::uint32_t fixed) {
  return guarded([&] {
    World& world = place_of(number).world;
    if (world.find(std::uint64_t(key))) throw Error("there is an object with this key already");
    ObjectSettings settings;
    settings.key = std::uint64_t(key);
    settings.fixed = fixed != 0;
    (void)world.add(body_of(shape, pose), settings);
    world.apply();
    return 1u;
  });
}
GRAZE_EXPORT(world_move) std::uint32_t world_move(std::uint32_t number, double key, const double* pose) {
  return guarded([&] {
    World& world = place_of(number).world;
    world.move(object(world, key), pose_at(pose));
    return 1u;
  });
}
GRAZE_EXPORT(world_remove) std::uint32_t world_remove(std::uint32_t number, double key) {
  return guarded([&] {
    World& world = place_of(number).world;
    world.remove(object(world, key));
    world.apply();
    return 1u;
  });
}
// Status, number of pairs; of each pair both keys, status, touching, distance; then of each event kind and both keys.
GRAZE_EXPORT(world_step) std::uint32_t world_step(std::uint32_t number, double range) {
  return guarded([&] {
    Place& place = place_of(number);
    PipelineSettings settings;
    settings.range = range;
    if (place.pipeline == nullptr)
      place.pipeline = std::make_unique<Pipeline>(place.world, settings);
    else
      place.pipeline->set(settings);
    const StepResult& result = place.pipeline->step();
    answers.add_enum(result.status);
    answers.add(double(result.pairs.size()));
    for (const PairResult& pair : result.pairs) {
      answers.add(double(pair.key_a));
      answers.add(double(pair.key_b));
      answers.add_enum(pair.status);
      answers.add_enum(pair.touching);
      answers.add(pair.distance);
    }
    for (const Event& event : result.events) {
      answers.add_enum(event.kind);
      answers.add(double(event.key_a));
      answers.add(double(event.key_b));
    }
    return 1u;
  });
}
// Status, answer; then key, t, triangle, normal, point of the first hit.
GRAZE_EXPORT(world_ray) std::uint32_t world_ray(std::uint32_t number, const double* line) {
  return guarded([&] {
    World& world = place_of(number).world;
    world.apply();
    const Ray ray{{line[0], line[1], line[2]}, {line[3], line[4], line[5]}, line[6], false};
    const WorldRayResult result = cast(world, ray);
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    if (result.yes()) {
      answers.add(double(result.closest.object.key));
      answers.add(result.closest.hit.t);
      answers.add(result.closest.hit.triangle);
      answers.add(result.closest.hit.normal);
      answers.add(result.closest.hit.point);
    }
    return 1u;
  });
}
// Status, answer, and the keys of the objects that have a common point with the body.
GRAZE_EXPORT(world_overlaps) std::uint32_t world_overlaps(std::uint32_t number, Handle shape, const double* pose) {
  return guarded([&] {
    World& world = place_of(number).world;
    world.apply();
    const WorldOverlapResult result = find_overlaps(world, body_of(shape, pose));
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    for (const WorldOverlap& overlap : result.objects) answers.add(double(overlap.object.key));
    return 1u;
  });
}
// Status, and of up to k objects, the nearest first, key, distance and bound.
GRAZE_EXPORT(world_nearest)
std::uint32_t world_nearest(std::uint32_t number, Handle shape, const double* pose, std::uint32_t k) {
  return guarded([&] {
    World& world = place_of(number).world;
    world.apply();
    const WorldNearestResult result = find_nearest(world, body_of(shape, pose), k);
    answers.add_enum(result.status);
    for (const WorldNear& near : result.objects) {
      answers.add(double(near.object.key));
      answers.add(near.result.distance);
      answers.add(near.result.bound);
    }
    return 1u;
  });
}

}  // namespace graze::wasm
