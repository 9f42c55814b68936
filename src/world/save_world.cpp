// Writing a world to a file.
#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/float_state.h"
#include "base/hash.h"
#include "base/ranges.h"
#include "shape/deformable_internals.h"
#include "shape/file_format.h"
#include "shape/new_file.h"
#include "shape/shape_file.h"
#include "world/world_file.h"
#include "world/world_state.h"

namespace graze {
namespace {

struct Tables {
  WorldFileHeader header;
  std::vector<WorldObjectRecord> objects;
  std::vector<WorldMotionRecord> motions;
  std::vector<WorldPairRecord> pairs;
  std::vector<WorldShapeRecord> shape_records;
  std::vector<Shape> shapes;

  // Everything before the shapes, in order.
  template <class Visit>
  void for_each_piece(const Visit& visit) const {
    const std::span<const std::byte> pieces[] = {
        std::as_bytes(std::span(&header, 1)),    std::as_bytes(std::span(objects)),
        std::as_bytes(std::span(motions)),       std::as_bytes(std::span(pairs)),
        std::as_bytes(std::span(shape_records)),
    };
    std::size_t bytes = 0;
    for (const auto piece : pieces) {
      visit(piece);
      bytes += piece.size();
    }
    static constexpr std::array<std::byte, WorldFileHeader::alignment> zeros{};
    visit(std::span(zeros).first((0 - bytes) % WorldFileHeader::alignment));
  }
};

WorldMotionRecord record_of(const Motion& motion, const Pose& start, std::uint32_t object) {
  return {object,        static_cast<std::uint32_t>(motion.kind),
          start,         motion.translation,
          motion.origin, motion.axis,
          motion.angle,  motion.advance};
}

// The shape that stands for an object, and the flags that say how.
Shape shape_of(const Object& object, const ObjectTree& tree, std::uint8_t& flags) {
  if (!object.stale()) return object.body.shape;
  flags |= WorldObjectRecord::stale_flag;
  if (const Shape& prepared = tree.body(object).shape) return prepared;
  flags |= WorldObjectRecord::broken_flag;
  return DeformableInternals::surface(*object.mesh);
}

void add_objects(Tables& tables, const WorldState& state, const std::vector<const Object*>& order) {
  std::map<const void*, std::uint32_t> index_of;
  for (const Object* object : order) {
    WorldObjectRecord record;
    record.key = object->settings.key;
    record.user = object->settings.user;
    record.mask = object->settings.mask;
    record.group = object->settings.group;
    record.kind = static_cast<std::uint8_t>(object->kind);
    record.flags = object->asleep ? WorldObjectRecord::asleep_flag : 0;
    record.interest = static_cast<std::uint8_t>(object->interest);
    record.pose = object->body.pose;
    const Shape shape = shape_of(*object, state.tree, record.flags);
    const auto [known, fresh] =
        index_of.try_emplace(shape.identity(), static_cast<std::uint32_t>(tables.shapes.size()));
    record.shape = known->second;
    if (fresh) tables.shapes.push_back(shape);
    tables.objects.push_back(record);
  }
}

// Ways that a step has followed already are over.
void add_motions(Tables& tables, const WorldState& state, const std::unordered_map<std::uint32_t, std::uint32_t>& at) {
  for (const ObjectId id : state.travelling) {
    const Object* object = state.find(id);
    if (object != nullptr && object->travels())
      tables.motions.push_back(record_of(object->motion, object->start, at.at(id.slot)));
  }
  const auto object_of = [](const WorldMotionRecord& record) { return record.object; };
  ranges::sort(tables.motions, {}, object_of);
  // An object that was moved elsewhere and took a way again is named twice.
  const auto same = [](const WorldMotionRecord& x, const WorldMotionRecord& y) { return x.object == y.object; };
  tables.motions.erase(std::unique(tables.motions.begin(), tables.motions.end(), same), tables.motions.end());
}

void add_pairs(Tables& tables, const WorldState& state, const std::vector<const Object*>& order,
               const std::unordered_map<std::uint32_t, std::uint32_t>& at) {
  for (std::uint32_t a = 0; a < order.size(); ++a) {
    const std::size_t first = tables.pairs.size();
    for (const std::uint32_t slot : order[a]->partners) {
      const std::uint32_t b = at.at(slot);
      if (a < b)
        tables.pairs.push_back({a, b, static_cast<std::uint64_t>(state.interest.of_pair(*order[a], *order[b]))});
    }
    std::sort(tables.pairs.begin() + static_cast<std::ptrdiff_t>(first), tables.pairs.end(),
              [](const WorldPairRecord& x, const WorldPairRecord& y) { return x.b < y.b; });
  }
}

void add_shapes(Tables& tables) {
  for (const Shape& shape : tables.shapes) {
    WorldShapeRecord record;
    visit_shape_file(shape, [&record](std::span<const std::byte> piece) {
      if (record.bytes == 0)
        std::memcpy(&record.checksum, piece.data() + offsetof(FileHeader, checksum), sizeof record.checksum);
      record.bytes += piece.size();
    });
    tables.shape_records.push_back(record);
  }
}

Tables tables_of(const WorldState& state) {
  state.tree.refresh(state.objects);  // prepares what deformed, side by side with queries
  std::vector<const Object*> order;
  for (const Object& object : state.objects)
    if (object.id) order.push_back(&object);
  ranges::sort(order, {}, [](const Object* object) { return object->settings.key; });
  std::unordered_map<std::uint32_t, std::uint32_t> at;  // by slot: where in the order
  for (std::uint32_t i = 0; i < order.size(); ++i) at[order[i]->id.slot] = i;

  Tables tables;
  add_objects(tables, state, order);
  add_motions(tables, state, at);
  add_pairs(tables, state, order, at);
  add_shapes(tables);
  WorldFileHeader& header = tables.header;
  header.objects = tables.objects.size();
  header.motions = tables.motions.size();
  header.pairs = tables.pairs.size();
  header.shapes = tables.shapes.size();
  header.next_key = state.queue.next_key();
  header.flags = state.interest.by_default() ? WorldFileHeader::interest_flag : 0;
  header.groups_on = state.interest.groups_on();
  header.groups_off = state.interest.groups_off();
  tables.for_each_piece([&](std::span<const std::byte> piece) { header.file_bytes += piece.size(); });
  for (const WorldShapeRecord& shape : tables.shape_records) header.file_bytes += shape.bytes;
  Checksum checksum;
  tables.for_each_piece([&](std::span<const std::byte> piece) { checksum.add(piece.data(), piece.size()); });
  header.checksum = checksum.value();
  return tables;
}

}  // namespace

void save(const World& world, const std::string& path) {
  const FloatState standard;
  const Tables tables = tables_of(state_of(world));
  NewFile file(path);
  const auto write = [&file](std::span<const std::byte> piece) { file.write(piece); };
  tables.for_each_piece(write);
  for (const Shape& shape : tables.shapes) visit_shape_file(shape, write);
  file.commit();
}

}  // namespace graze
