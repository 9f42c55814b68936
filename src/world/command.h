// Edits of a world that wait for their turn.
#pragma once

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

using Command =
    std::variant<MoveCommand, MotionCommand, AddCommand, RemoveCommand, ReshapeCommand, DeformCommand, SleepCommand,
                 RegroupCommand, UserCommand, PairInterestCommand, ObjectInterestCommand, GroupInterestCommand>;

}  // namespace graze
