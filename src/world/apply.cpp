// Commands take effect here, one after another; those that give poses, side by side.
#include <algorithm>
#include <atomic>
#include <utility>

#include "base/pieces.h"
#include "graze/error.h"
#include "world/world_state.h"

namespace graze {
namespace {

Box box_around(std::span<const Vec3> points) {
  Box box;
  for (const Vec3& point : points) box = merge(box, point);
  return box;
}

}  // namespace

Object* WorldState::find(ObjectId id) noexcept {
  return id.slot < objects.size() && id && objects[id.slot].id == id ? &objects[id.slot] : nullptr;
}
const Object* WorldState::find(ObjectId id) const noexcept { return const_cast<WorldState*>(this)->find(id); }

Object* WorldState::need(ObjectId id, const char* what) {
  Object* object = find(id);
  if (object == nullptr) refused.push_back({id, std::string(what) + ": the object is gone"});
  return object;
}

void WorldState::set_asleep(Object& object, bool asleep) noexcept {
  object.asleep = asleep;
  awake[object.id.slot] = object.kind != ObjectKind::fixed && !asleep;
}

void WorldState::changed(Object& object) {
  stamps[object.id.slot] = ++last_stamp;
  tree.note(object.id.slot);
  set_asleep(object, false);
}

void WorldState::arrive() noexcept {
  for (const ObjectId id : travelled)
    if (Object* object = find(id); object != nullptr && object->travels()) {
      object->motion = {};
      stamps[id.slot] = ++last_stamp;
    }
  travelled.clear();
}

void WorldState::apply(int threads) {
  arrive();
  refused.clear();
  // What memory ran out for in the last round comes first.
  if (performed < taken.list.size()) perform_taken(threads);
  queue.take(taken);
  performed = moved = 0;
  perform_taken(threads);
}

// Fewer moves than that in a row are done one by one.
constexpr std::size_t least_side_by_side = 1024;

void WorldState::perform_moves(std::size_t begin, std::size_t end, int threads) {
  const std::size_t count = end - begin;
  // What could fail comes before anything that could not be done again.
  scratch.resize(count);
  tree.expect(count);
  const Pieces pieces(count, 256, threads);
  std::vector<std::size_t> gone(pieces.size()), listed(pieces.size());
  // Move i of the row has the stamp last_stamp + i + 1: of several for one object the last is the one that counts.
  const std::uint64_t before = last_stamp + 1;
  // Who finds the stamp of an earlier row is the first to come to the object, and the only one who writes to it now;
  // where another came, too, poses are written once more, when the stamps tell the last.
  std::atomic<bool> twice{false};
  pieces.run(threads, [&](std::size_t piece, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const MoveCommand& command = taken.moves[begin + i];
      Object* const object = find(command.id);
      if (object == nullptr) {
        ++gone[piece];
        continue;
      }
      std::uint64_t &stamp = stamps[command.id.slot], known = __atomic_load_n(&stamp, __ATOMIC_RELAXED);
      while (known < before + i &&
             !__atomic_compare_exchange_n(&stamp, &known, before + i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      }
      if (known >= before) {
        twice.store(true, std::memory_order_relaxed);
        continue;
      }
      object->body.pose = command.pose;
      if (object->travels()) object->motion = {};
      if (tree.mark(command.id.slot)) scratch[first + listed[piece]++] = command.id.slot;
      if (awake[command.id.slot] == 0) set_asleep(*object, false);
    }
  });
  if (twice)
    pieces.run(threads, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const MoveCommand& command = taken.moves[begin + i];
        Object* const object = find(command.id);
        if (object != nullptr && stamps[command.id.slot] == before + i) object->body.pose = command.pose;
      }
    });
  last_stamp += count;
  std::size_t new_ones = close_up(scratch, pieces, [&](std::size_t piece) { return listed[piece]; });
  if (twice) {
    // Chance said which of several moves listed the object: listed again by the first, as without threads.
    for (std::size_t i = 0; i < new_ones; ++i) tree.unmark(scratch[i]);
    new_ones = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const ObjectId id = taken.moves[begin + i].id;
      if (find(id) != nullptr && tree.mark(id.slot)) scratch[new_ones++] = id.slot;
    }
  }
  tree.list({scratch.data(), new_ones});
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    for (std::size_t i = pieces.begin(piece); gone[piece] > 0; ++i)
      if (need(taken.moves[begin + i].id, "move") == nullptr) --gone[piece];
}

void WorldState::perform_taken(int threads) {
  for (; performed < taken.list.size(); ++performed) {
    const MoveRow* row = std::get_if<MoveRow>(&taken.list[performed]);
    if (row != nullptr && threads != 1 && row->end - moved >= least_side_by_side) {
      perform_moves(moved, row->end, threads);
      moved = row->end;
    } else {
      std::visit([this](auto& each) { perform(each); }, taken.list[performed]);
    }
  }
  taken.clear();
  performed = moved = 0;
  // Only now, so that ids of one round never share a slot.
  queue.give_back(leaving);
  leaving.clear();
}

void WorldState::perform(AddCommand& command) {
  const std::uint32_t slot = command.id.slot;
  if (slot >= objects.size()) {
    objects.resize(slot + 1);
    stamps.resize(slot + 1, 0);
    awake.resize(slot + 1, 0);
  }
  tree.note(slot);  // before anything that could not be done again
  if (!by_key.try_emplace(command.settings.key, slot).second) {
    refused.push_back({command.id, "add: the key " + std::to_string(command.settings.key) + " is in use"});
    leaving.push_back(slot);
    return;
  }
  Object& object = objects[slot];
  object.id = command.id;
  object.settings = command.settings;
  object.body = std::move(command.body);
  object.mesh = std::move(command.mesh);
  object.kind = object.mesh != nullptr   ? ObjectKind::deformable
                : command.settings.fixed ? ObjectKind::fixed
                                         : ObjectKind::moving;
  if (object.mesh != nullptr) {
    object.local = box_around(object.mesh->vertices());
    object.margin = object.body.shape.margin();
  }
  changed(object);
}

void WorldState::perform(RemoveCommand& command) {
  Object* object = need(command.id, "remove");
  if (object == nullptr) return;
  interest.forget(*object, objects);
  by_key.erase(object->settings.key);
  changed(*object);
  awake[command.id.slot] = 0;
  *object = {};
  leaving.push_back(command.id.slot);
}

void WorldState::perform(MoveRow& row) {
  for (; moved < row.end; ++moved) perform(taken.moves[moved]);
}

void WorldState::perform(const MoveCommand& command) {
  Object* object = need(command.id, "move");
  if (object == nullptr) return;
  object->body.pose = command.pose;
  object->motion = {};
  changed(*object);
}

void WorldState::perform(MotionCommand& command) {
  Object* object = need(command.id, "move");
  if (object == nullptr) return;
  if (object->travels()) {
    refused.push_back({command.id, "move: the object has a way for this step already"});
    return;
  }
  object->start = object->body.pose;
  object->motion = command.motion;
  object->body.pose = pose_at(object->start, command.motion, command.motion.phases() - 1, 1);
  travelling.push_back(command.id);
  changed(*object);
}

void WorldState::perform(ReshapeCommand& command) {
  Object* object = need(command.id, "reshape");
  if (object == nullptr) return;
  if (object->mesh != nullptr) {
    refused.push_back({command.id, "reshape: the object is deformable; deform it"});
    return;
  }
  object->body.shape = std::move(command.shape);
  changed(*object);
}

void WorldState::perform(DeformCommand& command) {
  Object* object = need(command.id, "deform");
  if (object == nullptr) return;
  if (object->mesh == nullptr) {
    refused.push_back({command.id, "deform: the object is not deformable; reshape it"});
    return;
  }
  // A version that is held would make the mesh copy what it changes.
  object->body.shape = {};
  tree.forget(command.id.slot);
  try {
    object->mesh->update(command.vertices);
  } catch (const Error& error) {
    object->body.shape = object->mesh->version();
    tree.note(command.id.slot);  // what rays need of it was forgotten
    refused.push_back({command.id, std::string("deform: ") + error.what()});
    return;
  }
  object->local = box_around(object->mesh->vertices());
  changed(*object);
}

void WorldState::perform(SleepCommand& command) {
  if (Object* object = need(command.id, command.asleep ? "sleep" : "wake")) set_asleep(*object, command.asleep);
}

// No stamp: the interest of a pair is asked in every step, and what its bodies have to say does not change.
void WorldState::perform(RegroupCommand& command) {
  Object* object = need(command.id, "regroup");
  if (object == nullptr) return;
  object->settings.group = command.group;
  object->settings.mask = command.mask;
}

void WorldState::perform(UserCommand& command) {
  if (Object* object = need(command.id, "user")) object->settings.user = command.user;
}

void WorldState::perform(PairInterestCommand& command) {
  Object* a = need(command.a, "interest");
  if (a == nullptr) return;
  Object* b = need(command.b, "interest");
  if (b == nullptr) return;
  if (a == b) {
    refused.push_back({command.a, "interest: an object and itself are no pair"});
    return;
  }
  interest.set(*a, *b, command.interest);
}

void WorldState::perform(ObjectInterestCommand& command) {
  if (Object* object = need(command.id, "interest")) object->interest = command.interest;
}

void WorldState::perform(GroupInterestCommand& command) { interest.set(command.a, command.b, command.interest); }

}  // namespace graze
