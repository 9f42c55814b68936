// The inside of a World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "world/command_queue.h"
#include "world/interest.h"
#include "world/object.h"
#include "world/object_tree.h"

namespace graze {

struct GRAZE_HIDDEN WorldState {
  explicit WorldState(const WorldSettings& settings) : interest(settings.interest) {}

  CommandQueue queue;

  // All below changes only in apply(), and where a step prepares and wakes.
  std::vector<Object> objects;  // by slot
  // By slot: which edit of this world changed pose, geometry or life of the object last. What a step did with an
  // object holds until its stamp is another.
  std::vector<std::uint64_t> stamps;
  std::vector<std::uint8_t> awake;  // by slot: asked about in every step
  std::unordered_map<std::uint64_t, std::uint32_t> by_key;
  InterestMatrix interest;
  std::uint64_t last_stamp = 0;
  std::vector<Refusal> refused;
  Commands taken;                               // of this round; kept for their memory
  std::size_t performed = 0, moved = 0;         // of these, and of the moves among them
  std::vector<ObjectId> travelling, travelled;  // in this step
  std::vector<std::uint32_t> leaving;           // slots, kept for its memory
  std::vector<std::uint32_t> scratch;           // of perform_moves(), likewise
  ObjectTree tree;

  Object* find(ObjectId id) noexcept;
  const Object* find(ObjectId id) const noexcept;
  void apply(int threads = 1);
  void depart() { std::swap(travelling, travelled); }  // a step has followed all ways
  void arrive() noexcept;                              // who travelled stands at the end of the way
  void set_asleep(Object& object, bool asleep) noexcept;

  void perform_taken(int threads);
  // Moves [begin, end), side by side.
  void perform_moves(std::size_t begin, std::size_t end, int threads);
  void perform(AddCommand& command);
  void perform(RemoveCommand& command);
  void perform(MoveRow& row);
  void perform(const MoveCommand& command);
  void perform(MotionCommand& command);
  void perform(ReshapeCommand& command);
  void perform(DeformCommand& command);
  void perform(SleepCommand& command);
  void perform(RegroupCommand& command);
  void perform(UserCommand& command);
  void perform(PairInterestCommand& command);
  void perform(ObjectInterestCommand& command);
  void perform(GroupInterestCommand& command);

  std::string validate() const;

 private:
  // The object, or a refusal and null.
  Object* need(ObjectId id, const char* what);
  void changed(Object& object);
};

struct WorldInternals {
  static WorldState& state(World& world) noexcept { return *world.state_; }
  static const WorldState& state(const World& world) noexcept { return *world.state_; }
};
inline WorldState& state_of(World& world) noexcept { return WorldInternals::state(world); }
inline const WorldState& state_of(const World& world) noexcept { return WorldInternals::state(world); }

}  // namespace graze
