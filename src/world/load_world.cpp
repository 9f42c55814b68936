// Reading a world from a file: everything is checked before it is used, so that no file, however made, makes a world
// that add() and the other edits could not make.
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/float_state.h"
#include "base/hash.h"
#include "graze/error.h"
#include "motion/path.h"
#include "narrow/body/posed.h"
#include "shape/deformable_internals.h"
#include "shape/file_format.h"
#include "shape/mapped_file.h"
#include "shape/shape_file.h"
#include "world/world_file.h"
#include "world/world_state.h"

namespace graze {
namespace {

using Bytes = std::span<const std::byte>;

[[noreturn]] void damaged(const std::string& what) { throw Error("damaged: " + what); }

WorldFileHeader read_header(Bytes bytes) {
  WorldFileHeader header;
  const auto begins_with = [&](const std::array<unsigned char, 8>& magic) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
  };
  if (begins_with(FileHeader::right_magic)) throw Error("a graze shape, not a world: load() reads it");
  if (!begins_with(WorldFileHeader::right_magic)) throw Error("not a graze world file");
  const auto cut_short = [&] {
    return Error("cut short: the header ends after " + std::to_string(bytes.size()) + " bytes");
  };
  if (bytes.size() < offsetof(WorldFileHeader, file_bytes)) throw cut_short();
  std::memcpy(&header.version, bytes.data() + offsetof(WorldFileHeader, version), sizeof header.version);
  std::memcpy(&header.byte_order, bytes.data() + offsetof(WorldFileHeader, byte_order), sizeof header.byte_order);
  if (header.byte_order == 0x04030201) throw Error("written on a machine with the other byte order");
  if (header.byte_order != WorldFileHeader::right_byte_order) damaged("no byte order mark");
  if (header.version != WorldFileHeader::right_version)
    throw Error("has world format version " + std::to_string(header.version) + ", but this build reads version " +
                std::to_string(WorldFileHeader::right_version));
  if (bytes.size() < sizeof header) throw cut_short();
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.file_bytes != bytes.size())
    throw Error(std::string(bytes.size() < header.file_bytes ? "cut short: " : "too long: ") +
                std::to_string(bytes.size()) + " bytes, but the header says " + std::to_string(header.file_bytes));
  return header;
}

// The tables, in the file's own memory.
struct TableViews {
  WorldFileHeader header;
  std::span<const WorldObjectRecord> objects;
  std::span<const WorldMotionRecord> motions;
  std::span<const WorldPairRecord> pairs;
  std::span<const WorldShapeRecord> shapes;
  std::size_t shapes_begin = 0;
};

TableViews read_tables(Bytes bytes) {
  TableViews tables;
  tables.header = read_header(bytes);
  std::size_t at = sizeof(WorldFileHeader);
  const auto take = [&]<class Record>(std::span<const Record>& records, std::uint64_t count, const char* what) {
    if (count > (bytes.size() - at) / sizeof(Record)) damaged(std::string("the table of ") + what + " does not fit");
    records = {reinterpret_cast<const Record*>(bytes.data() + at), static_cast<std::size_t>(count)};
    at += records.size_bytes();
  };
  take(tables.objects, tables.header.objects, "objects");
  take(tables.motions, tables.header.motions, "motions");
  take(tables.pairs, tables.header.pairs, "pairs");
  take(tables.shapes, tables.header.shapes, "shapes");
  tables.shapes_begin = at + (0 - at) % WorldFileHeader::alignment;
  if (tables.shapes_begin > bytes.size()) damaged("the tables do not end where the shapes begin");
  WorldFileHeader blank = tables.header;
  blank.checksum = 0;
  Checksum checksum;
  checksum.add(&blank, sizeof blank);
  checksum.add(bytes.data() + sizeof blank, tables.shapes_begin - sizeof blank);
  if (checksum.value() != tables.header.checksum) damaged("the checksum is wrong");
  return tables;
}

void check_header(const WorldFileHeader& header) {
  if ((header.flags & ~WorldFileHeader::interest_flag) != 0) damaged("unknown flags");
  if (header.zero != 0) damaged("reserved header bytes are not zero");
  for (const std::uint64_t word : header.reserved)
    if (word != 0) damaged("reserved header bytes are not zero");
  if (header.next_key < first_automatic_key) damaged("the next key is not among those that the world gives");
}

std::vector<Shape> read_shapes(const TableViews& tables, const std::shared_ptr<const MappedFile>& file) {
  std::vector<Shape> shapes;
  Bytes left = file->bytes().subspan(tables.shapes_begin);
  for (const WorldShapeRecord& record : tables.shapes) {
    const std::string which = "shape " + std::to_string(shapes.size()) + ": ";
    if (record.bytes > left.size() || record.bytes < sizeof(FileHeader) ||
        record.bytes % WorldFileHeader::alignment != 0)
      damaged(which + "has no right place in the file");
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, left.data() + offsetof(FileHeader, checksum), sizeof checksum);
    if (checksum != record.checksum) damaged(which + "the checksum is wrong");
    try {
      shapes.push_back(read_shape_file(file, left.first(record.bytes)));
    } catch (const Error& error) {
      throw Error(which + error.what());
    }
    left = left.subspan(record.bytes);
  }
  if (!left.empty()) damaged("bytes after the last shape");
  return shapes;
}

void check_object(const WorldObjectRecord& record, const TableViews& tables) {
  if (record.key == automatic_key || record.key >= std::max(first_automatic_key, tables.header.next_key))
    damaged("its key is of no object");
  if (record.group > 63) damaged("group " + std::to_string(record.group) + " is above 63");
  if (record.kind > static_cast<std::uint8_t>(ObjectKind::deformable)) damaged("its kind is unknown");
  if (record.interest > static_cast<std::uint8_t>(Interest::off)) damaged("its interest is unknown");
  if (record.shape >= tables.shapes.size()) damaged("there is no shape " + std::to_string(record.shape));
  using Record = WorldObjectRecord;
  const bool stale = (record.flags & Record::stale_flag) != 0, broken = (record.flags & Record::broken_flag) != 0;
  if ((record.flags & ~(Record::asleep_flag | Record::stale_flag | Record::broken_flag)) != 0) damaged("unknown flags");
  if ((broken && !stale) || (stale && record.kind != static_cast<std::uint8_t>(ObjectKind::deformable)))
    damaged("flags that do not fit its kind");
  int orientation = 0;
  if (check_pose(record.pose, orientation) != Status::ok) damaged("the pose is singular or not finite");
}

AddCommand command_of(const WorldObjectRecord& record, const Shape& shape, ObjectId id,
                      const ObjectSettings& settings) {
  AddCommand command{id, {shape, record.pose}, settings, nullptr};
  if (record.kind != static_cast<std::uint8_t>(ObjectKind::deformable)) return command;
  const bool broken = (record.flags & WorldObjectRecord::broken_flag) != 0;
  command.mesh =
      std::make_unique<DeformableMesh>(broken ? DeformableInternals::broken_solid(shape) : DeformableMesh(shape));
  return command;
}

void add_objects(WorldState& state, const TableViews& tables, const std::vector<Shape>& shapes) {
  for (std::size_t i = 0; i < tables.objects.size(); ++i) {
    const WorldObjectRecord& record = tables.objects[i];
    try {
      check_object(record, tables);
      if (i > 0 && record.key <= tables.objects[i - 1].key) damaged("the keys do not rise");
      const ObjectSettings settings{record.key, record.user,
                                    record.kind == static_cast<std::uint8_t>(ObjectKind::fixed), record.group,
                                    record.mask};
      state.queue.push_new(settings, [&](ObjectId id, const ObjectSettings& keyed) {
        return command_of(record, shapes[record.shape], id, keyed);
      });
    } catch (const Error& error) {
      throw Error("object " + std::to_string(i) + ": " + error.what());
    }
  }
  state.apply();  // slots are in the order of the table
  for (std::size_t i = 0; i < tables.objects.size(); ++i) {
    Object& object = state.objects[i];
    const WorldObjectRecord& record = tables.objects[i];
    object.interest = static_cast<Interest>(record.interest);
    if ((record.flags & WorldObjectRecord::stale_flag) != 0) object.body.shape = {};
    state.set_asleep(object, (record.flags & WorldObjectRecord::asleep_flag) != 0);
  }
}

void add_motions(WorldState& state, const TableViews& tables) {
  for (std::size_t i = 0; i < tables.motions.size(); ++i) {
    const WorldMotionRecord& record = tables.motions[i];
    const std::string which = "motion " + std::to_string(i) + ": ";
    if (record.object >= state.objects.size() || (i > 0 && record.object <= tables.motions[i - 1].object))
      damaged(which + "its object is out of order");
    if (record.kind == 0 || record.kind > static_cast<std::uint32_t>(last_motion_kind))
      damaged(which + "its kind is unknown");
    const Motion motion{static_cast<Motion::Kind>(record.kind),
                        record.translation,
                        record.origin,
                        record.axis,
                        record.angle,
                        record.advance};
    int orientation = 0;
    if (!is_valid(motion) || check_pose(record.start, orientation) != Status::ok)
      damaged(which + "it is not finite, turns by more than 2 pi, has no axis or no place to start");
    Object& object = state.objects[record.object];
    object.motion = motion;
    object.start = record.start;
    state.travelling.push_back(object.id);
  }
}

void add_interest(WorldState& state, const TableViews& tables) {
  const WorldPairRecord* last = nullptr;
  for (const WorldPairRecord& record : tables.pairs) {
    if (record.a >= record.b || record.b >= state.objects.size() ||
        (last != nullptr && std::pair(record.a, record.b) <= std::pair(last->a, last->b)))
      damaged("the pairs of interest are out of order");
    if (record.interest != static_cast<std::uint64_t>(Interest::on) &&
        record.interest != static_cast<std::uint64_t>(Interest::off))
      damaged("the interest of a pair is unknown");
    state.interest.set(state.objects[record.a], state.objects[record.b], static_cast<Interest>(record.interest));
    last = &record;
  }
  const WorldFileHeader& header = tables.header;
  for (std::uint8_t g = 0; g < 64; ++g)
    for (std::uint8_t h = 0; h < 64; ++h) {
      if ((header.groups_on[g] >> h & 1) != 0) state.interest.set(g, h, Interest::on);
      if ((header.groups_off[g] >> h & 1) != 0) state.interest.set(g, h, Interest::off);
    }
  if (state.interest.groups_on() != header.groups_on || state.interest.groups_off() != header.groups_off)
    damaged("the interest of groups is not the same both ways");
}

World read_world(const std::shared_ptr<const MappedFile>& file) {
  const TableViews tables = read_tables(file->bytes());
  check_header(tables.header);
  const std::vector<Shape> shapes = read_shapes(tables, file);
  World world({.interest = (tables.header.flags & WorldFileHeader::interest_flag) != 0});
  WorldState& state = state_of(world);
  add_objects(state, tables, shapes);
  add_motions(state, tables);
  add_interest(state, tables);
  state.queue.set_next_key(tables.header.next_key);
  return world;
}

}  // namespace

World load_world(const std::string& path) {
  const FloatState standard;
  try {
    return read_world(std::make_shared<const MappedFile>(path));
  } catch (const Error& error) {
    throw Error("load: " + path + ": " + error.what());
  }
}

}  // namespace graze
