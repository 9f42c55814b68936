// The file form of a world.
//
// A header, the tables of objects, motions, pairs and shapes, zeros up to a multiple of 64 bytes, then each shape as a
// file of its own (shape/file_format.h), one after the other. All in the byte order of the machine that wrote it, which
// the header tells. The checksum of the header is over all before the shapes; the table of shapes has theirs. Objects
// are in the order of keys, shapes in the order in which objects first name them: slots and the order of insertion do
// not show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "graze/motion.h"
#include "graze/world.h"

namespace graze {

struct WorldFileHeader {
  // As of shapes: the high bit and the line ends reveal a transfer as text.
  static constexpr std::array<unsigned char, 8> right_magic{0x89, 'g', 'r', 'w', 'l', 'd', '\r', '\n'};
  static constexpr std::uint32_t right_version = 1;
  static constexpr std::uint32_t right_byte_order = 0x01020304;
  static constexpr std::uint32_t interest_flag = 1;  // WorldSettings::interest
  static constexpr std::uint64_t alignment = 64;     // of the shapes

  std::array<unsigned char, 8> magic = right_magic;
  std::uint32_t version = right_version;
  std::uint32_t byte_order = right_byte_order;
  std::uint64_t file_bytes = 0;
  std::uint64_t checksum = 0;  // with its own field taken as 0
  std::uint64_t objects = 0, motions = 0, pairs = 0, shapes = 0;
  std::uint64_t next_key = 0;
  std::uint32_t flags = 0;
  std::uint32_t zero = 0;
  std::array<std::uint64_t, 64> groups_on{}, groups_off{};
  std::array<std::uint64_t, 6> reserved{};  // zero
};
static_assert(sizeof(WorldFileHeader) == 1152);

struct WorldObjectRecord {
  static constexpr std::uint8_t asleep_flag = 1;
  static constexpr std::uint8_t stale_flag = 2;   // of a deformable: no step has prepared it since it was deformed
  static constexpr std::uint8_t broken_flag = 4;  // of a stale one: meant to be a solid, which it is not now

  std::uint64_t key = 0, user = 0, mask = 0;
  std::uint32_t shape = 0;  // in the table
  std::uint8_t group = 0;
  std::uint8_t kind = 0;  // ObjectKind
  std::uint8_t flags = 0;
  std::uint8_t interest = 0;  // Interest
  Pose pose;
};
static_assert(sizeof(WorldObjectRecord) == 128);

// The way that an object takes during the next step.
struct WorldMotionRecord {
  std::uint32_t object = 0;  // in the table, rising
  std::uint32_t kind = 0;    // Motion::Kind
  Pose start;
  Vec3 translation, origin, axis;
  double angle = 0, advance = 0;
};
static_assert(sizeof(WorldMotionRecord) == 192);
// A kind or a field that is added to motions is added here, with another version.
inline constexpr Motion::Kind last_motion_kind = Motion::Kind::translation_with_rotation;
static_assert(sizeof(Motion) == 96, "a motion has other fields than the file form of a world knows");

struct WorldPairRecord {
  std::uint32_t a = 0, b = 0;  // objects in the table, a < b; pairs rise
  std::uint64_t interest = 0;  // Interest::on or off
};
static_assert(sizeof(WorldPairRecord) == 16);

struct WorldShapeRecord {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;  // as its own header says
};
static_assert(sizeof(WorldShapeRecord) == 16);

}  // namespace graze
