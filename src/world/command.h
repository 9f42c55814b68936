// Edits of a world that wait for their turn.
#pragma once

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

#include "graze/world.h"

namespace graze {

struct AddCommand {
  ObjectId id;
  Body body;
  ObjectSettings settings;
  std::unique_ptr<DeformableMesh> mesh;  // of a deformable; the body has its first version
};
struct RemoveCommand {
  ObjectId id;
};
struct MoveCommand {
  ObjectId id;
  Pose pose;
};
struct MotionCommand {
  ObjectId id;
  Motion motion;
};
struct ReshapeCommand {
  ObjectId id;
  Shape shape;
};
struct DeformCommand {
  ObjectId id;
  std::vector<Vec3> vertices;
};
struct SleepCommand {
  ObjectId id;
  bool asleep;
};
struct RegroupCommand {
  ObjectId id;
  std::uint8_t group;
  std::uint64_t mask;
};
struct UserCommand {
  ObjectId id;
  std::uint64_t user;
};
struct PairInterestCommand {
  ObjectId a, b;
  Interest interest;
};
struct ObjectInterestCommand {
  ObjectId id;
  Interest interest;
};
struct GroupInterestCommand {
  std::uint8_t a, b;
  Interest interest;
};

// Poses in a row: those of the list of moves that come before `end` and have not been given yet. Most commands of most
// steps are moves. Kept apart they are plain numbers, of which threads take their shares, and are forgotten at once.
struct MoveRow {
  std::size_t end;
};

using Command =
    std::variant<MoveRow, MotionCommand, AddCommand, RemoveCommand, ReshapeCommand, DeformCommand, SleepCommand,
                 RegroupCommand, UserCommand, PairInterestCommand, ObjectInterestCommand, GroupInterestCommand>;

struct Commands {
  std::vector<Command> list;
  std::vector<MoveCommand> moves;  // of all rows

  void clear() noexcept {
    list.clear();
    moves.clear();
  }
  std::size_t memory() const noexcept {
    return list.capacity() * sizeof(Command) + moves.capacity() * sizeof(MoveCommand);
  }
};

}  // namespace graze
