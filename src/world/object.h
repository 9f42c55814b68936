// An object as the world keeps it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graze/world.h"

namespace graze {

struct Object {
  ObjectId id;  // null: the slot is empty
  ObjectSettings settings;
  ObjectKind kind = ObjectKind::moving;
  bool asleep = false;
  Interest interest = Interest::unset;
  std::vector<std::uint32_t> partners;  // slots of those with which it is named in the interest matrix
  Body body;                            // of a deformable: the version that was prepared last, or an empty handle
  // The way of this step, which began at `start`; none: it stands.
  Motion motion;
  Pose start;
  std::unique_ptr<DeformableMesh> mesh;
  Box local;          // of a deformable: around its vertices as they are now,
  double margin = 0;  // and what is added to that in the world

  bool travels() const noexcept { return motion.kind != Motion::Kind::none; }
  bool stale() const noexcept { return mesh != nullptr && !body.shape; }
};

}  // namespace graze
