// The handles of graze/world.h: edits go to the queue, questions to the state.
#include "graze/world.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/float_state.h"
#include "graze/error.h"
#include "motion/path.h"
#include "narrow/body/posed.h"
#include "world/world_state.h"

namespace graze {
namespace {

void check(const Pose& pose, const char* what) {
  int orientation = 0;
  if (check_pose(pose, orientation) != Status::ok)
    throw Error(std::string(what) + ": the pose is singular or not finite");
}

void check(const Shape& shape, const char* what) {
  if (!shape) throw Error(std::string(what) + ": the shape is an empty handle");
}

void check_key(std::uint64_t key, const char* what) {
  if (key < first_automatic_key || key == automatic_key) return;
  throw Error(std::string(what) + ": the key " + std::to_string(key) +
              " is among the last 2^40, which the world gives; give a lesser one, or none");
}

void check_group(unsigned group, const char* what) {
  if (group > 63) throw Error(std::string(what) + ": group " + std::to_string(group) + " is above 63");
}

}  // namespace

const char* name(ObjectKind kind) noexcept {
  switch (kind) {
    case ObjectKind::fixed:
      return "fixed";
    case ObjectKind::moving:
      return "moving";
    case ObjectKind::deformable:
      return "deformable";
  }
  return "unknown";
}

World::World(const WorldSettings& settings) : state_(std::make_unique<WorldState>(settings)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

ObjectId World::add(const Body& body, const ObjectSettings& settings) {
  const FloatState standard;
  check(body.shape, "add");
  check(body.pose, "add");
  check_group(settings.group, "add");
  check_key(settings.key, "add");
  return state_->queue.push_new(settings, [&](ObjectId id, const ObjectSettings& keyed) {
    return AddCommand{id, body, keyed, nullptr};
  });
}

ObjectId World::add(DeformableMesh mesh, const Pose& pose, const ObjectSettings& settings) {
  const FloatState standard;
  check(pose, "add");
  check_group(settings.group, "add");
  check_key(settings.key, "add");
  if (settings.fixed) throw Error("add: a deformable mesh is not fixed");
  auto owned = std::make_unique<DeformableMesh>(std::move(mesh));
  const Shape version = owned->prepare(1);
  return state_->queue.push_new(settings, [&](ObjectId id, const ObjectSettings& keyed) {
    return AddCommand{id, {version, pose}, keyed, std::move(owned)};
  });
}

void World::remove(ObjectId id) { state_->queue.push(RemoveCommand{id}); }

void World::move(ObjectId id, const Pose& pose) {
  const FloatState standard;
  check(pose, "move");
  state_->queue.push(MoveCommand{id, pose});
}

void World::move(ObjectId id, const Motion& motion) {
  const FloatState standard;
  if (!is_valid(motion)) throw Error("move: the motion is not finite, turns by more than 2 pi, or has no axis");
  state_->queue.push(MotionCommand{id, motion});
}

void World::reshape(ObjectId id, const Shape& shape) {
  check(shape, "reshape");
  state_->queue.push(ReshapeCommand{id, shape});
}

void World::deform(ObjectId id, std::vector<Vec3> vertices) {
  state_->queue.push(DeformCommand{id, std::move(vertices)});
}

void World::sleep(ObjectId id) { state_->queue.push(SleepCommand{id, true}); }
void World::wake(ObjectId id) { state_->queue.push(SleepCommand{id, false}); }

void World::regroup(ObjectId id, std::uint8_t group, std::uint64_t mask) {
  check_group(group, "regroup");
  state_->queue.push(RegroupCommand{id, group, mask});
}
void World::set_user(ObjectId id, std::uint64_t user) { state_->queue.push(UserCommand{id, user}); }

void World::set_interest(ObjectId a, ObjectId b, Interest interest) {
  state_->queue.push(PairInterestCommand{a, b, interest});
}
void World::set_interest(ObjectId id, Interest interest) { state_->queue.push(ObjectInterestCommand{id, interest}); }
void World::set_interest(std::uint8_t group_a, std::uint8_t group_b, Interest interest) {
  check_group(group_a, "interest");
  check_group(group_b, "interest");
  state_->queue.push(GroupInterestCommand{group_a, group_b, interest});
}

std::size_t World::pending() const { return state_->queue.pending(); }

void World::apply() {
  const FloatState standard;
  state_->apply();
}
const std::vector<Refusal>& World::refused() const noexcept { return state_->refused; }

std::size_t World::size() const noexcept { return state_->by_key.size(); }
bool World::contains(ObjectId id) const noexcept { return state_->find(id) != nullptr; }

ObjectId World::find(std::uint64_t key) const noexcept {
  const auto found = state_->by_key.find(key);
  return found == state_->by_key.end() ? ObjectId{} : state_->objects[found->second].id;
}

std::vector<ObjectId> World::objects() const {
  std::vector<ObjectId> ids;
  for (const Object& object : state_->objects)
    if (object.id) ids.push_back(object.id);
  std::sort(ids.begin(), ids.end(), [this](ObjectId a, ObjectId b) {
    return state_->objects[a.slot].settings.key < state_->objects[b.slot].settings.key;
  });
  return ids;
}

bool World::interested(ObjectId a, ObjectId b) const noexcept {
  const Object *first = state_->find(a), *second = state_->find(b);
  return first != nullptr && second != nullptr && first != second && state_->interest.wants(*first, *second);
}

Body World::body(ObjectId id) const {
  const Object* object = state_->find(id);
  return object == nullptr ? Body{} : object->body;
}
ObjectSettings World::settings(ObjectId id) const noexcept {
  const Object* object = state_->find(id);
  return object == nullptr ? ObjectSettings{} : object->settings;
}
ObjectKind World::kind(ObjectId id) const noexcept {
  const Object* object = state_->find(id);
  return object == nullptr ? ObjectKind{} : object->kind;
}
bool World::asleep(ObjectId id) const noexcept {
  const Object* object = state_->find(id);
  return object != nullptr && object->asleep;
}

std::size_t World::memory() const noexcept {
  const WorldState& state = *state_;
  std::size_t bytes = sizeof(WorldState) + state.queue.memory() + state.objects.capacity() * sizeof(Object) +
                      state.stamps.capacity() * sizeof(std::uint64_t) + state.awake.capacity() +
                      state.by_key.size() * 4 * sizeof(void*) + state.by_key.bucket_count() * sizeof(void*) +
                      state.interest.memory() + state.tree.memory() + state.taken.memory() +
                      state.leaving.capacity() * sizeof(std::uint32_t) + state.refused.capacity() * sizeof(Refusal);
  for (const Object& object : state.objects) bytes += object.partners.capacity() * sizeof(std::uint32_t);
  return bytes;
}

std::string World::validate() const { return state_->validate(); }

std::string WorldState::validate() const {
  std::size_t live = 0, named = 0;
  if (stamps.size() != objects.size() || awake.size() != objects.size()) return "arrays by slot differ in length";
  for (std::size_t slot = 0; slot < objects.size(); ++slot) {
    const Object& object = objects[slot];
    const std::string which = "slot " + std::to_string(slot) + ": ";
    if (!object.id) {
      if (awake[slot] != 0) return which + "an empty slot is awake";
      continue;
    }
    ++live;
    named += object.partners.size();
    if (object.id.slot != slot) return which + "the id names another slot";
    const auto found = by_key.find(object.settings.key);
    if (found == by_key.end() || found->second != slot) return which + "the key leads elsewhere";
    if ((awake[slot] != 0) != (object.kind != ObjectKind::fixed && !object.asleep)) return which + "awake or not";
    if ((object.kind == ObjectKind::deformable) != (object.mesh != nullptr)) return which + "deformable or not";
    if (object.mesh == nullptr && !object.body.shape) return which + "no shape";
    if (stamps[slot] == 0 || stamps[slot] > last_stamp) return which + "a stamp of no edit";
    for (const std::uint32_t partner : object.partners)
      if (partner >= objects.size() || !objects[partner].id) return which + "interest in an object that is gone";
  }
  if (live != by_key.size()) return "keys of objects that are gone";
  if (named != 2 * interest.pairs()) return "interest in pairs that objects do not know of";
  return tree.validate(objects);
}

struct GRAZE_HIDDEN Transform::State {
  World* world;
  ObjectId id;
  mutable std::mutex mutex;
  Pose pose;
};

Transform::Transform(World& world, ObjectId id, const Pose& pose) : state_(std::make_shared<State>()) {
  state_->world = &world;
  state_->id = id;
  state_->pose = pose;
}

ObjectId Transform::id() const noexcept { return state_->id; }

Pose Transform::pose() const {
  const std::lock_guard lock(state_->mutex);
  return state_->pose;
}

void Transform::set(const Pose& pose) const {
  const FloatState standard;
  // Under the lock, so that the last to set is the last in the queue.
  const std::lock_guard lock(state_->mutex);
  state_->world->move(state_->id, pose);
  state_->pose = pose;
}

}  // namespace graze
