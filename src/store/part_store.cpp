// Opening a store and reading its parts.
#include <filesystem>
#include <new>

#include "base/float_state.h"
#include "clash/part_key.h"
#include "graze/error.h"
#include "shape/shape_file.h"
#include "store/bytes.h"
#include "store/store_state.h"

namespace graze {

namespace {

std::vector<std::byte> all_bytes(const BlockReader& file) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  if (file.size() > most) file.fail("damaged: too long");
  std::vector<std::byte> bytes(std::size_t(file.size()));
  file.read(0, bytes);
  return bytes;
}

// Memory for a shape's file, from a multiple of 64 bytes on.
struct AlignedBytes {
  explicit AlignedBytes(std::size_t count)
      : bytes(static_cast<std::byte*>(::operator new (count, std::align_val_t{64})), count) {}
  ~AlignedBytes() { ::operator delete (bytes.data(), std::align_val_t{64}); }
  AlignedBytes(const AlignedBytes&) = delete;
  AlignedBytes& operator=(const AlignedBytes&) = delete;
  std::span<std::byte> bytes;
};

}  // namespace

std::string store_path(const std::string& folder, BlockKind kind) { return folder + "/" + name(kind); }

bool is_store(const std::string& folder) {
  std::error_code none;
  return std::filesystem::is_regular_file(store_path(folder, BlockKind::head), none);
}

void write_info(ByteWriter& out, const StoreInfo& info) {
  out.add(info.parts);
  out.add(info.shapes);
  out.add(info.shape_bytes);
  out.add(info.remarks);
  out.add(info.shared_ids);
  out.add(info.files);
  out.add_list(info.skipped, [&](const SkippedPart& part) {
    out.add(part.path);
    out.add(part.reason);
    out.add(part.global_id);
  });
  out.add(info.notes);
  out.add(info.metres_per_unit);
  out.add(info.up);
  out.add(info.origin);
  out.add(info.resolution);
  out.add(info.deflection);
  out.add(info.box);
}

StoreInfo read_info(ByteReader& in) {
  StoreInfo info;
  info.parts = in.take<std::uint64_t>();
  info.shapes = in.take<std::uint64_t>();
  info.shape_bytes = in.take<std::uint64_t>();
  info.remarks = in.take<std::uint64_t>();
  info.shared_ids = in.take<std::uint64_t>();
  info.files = in.texts();
  in.list([&] {
    SkippedPart part;
    part.path = in.text();
    part.reason = in.text();
    part.global_id = in.text();
    info.skipped.push_back(std::move(part));
  });
  info.notes = in.texts();
  info.metres_per_unit = in.take<double>();
  info.up = in.take<UpAxis>();
  info.origin = in.take<Vec3>();
  info.resolution = in.take<double>();
  info.deflection = in.take<double>();
  info.box = in.take<Box>();
  return info;
}

PartStore::State::State(const std::string& at) : folder(at) {
  if (!is_store(folder)) throw Error(folder + ": not a part store: it has no file '" + name(BlockKind::head) + "'");
  const BlockReader head(store_path(folder, BlockKind::head), BlockKind::head);
  id = head.id();
  const std::vector<std::byte> bytes = all_bytes(head);
  try {
    ByteReader in(bytes);
    info = read_info(in);
    if (!in.at_end()) throw Error("damaged: bytes are left over");
  } catch (const Error& error) {
    head.fail(error.what());
  }
  info.id = text_of(id);
  const auto open = [&](BlockKind kind) {
    BlockReader file(store_path(folder, kind), kind);
    if (file.id() != id) mismatch(file);
    return file;
  };
  files.emplace(StoreFiles{open(BlockKind::parts), open(BlockKind::texts), open(BlockKind::order),
                           open(BlockKind::shapes), open(BlockKind::shape_table), open(BlockKind::cuts),
                           open(BlockKind::ranks), open(BlockKind::properties)});
  if (files->parts.size() != info.parts * sizeof(StoredPart)) mismatch(files->parts);
  if (files->order.size() != info.parts * sizeof(std::uint32_t)) mismatch(files->order);
  if (files->ranks.size() != info.parts * sizeof(std::uint32_t)) mismatch(files->ranks);
  if (files->shape_table.size() != info.shapes * sizeof(StoredShape)) mismatch(files->shape_table);
  if (files->shapes.size() != info.shape_bytes) mismatch(files->shapes);
}

void PartStore::State::mismatch(const BlockReader& file) const {
  file.fail("belongs to another store than '" + std::string(name(BlockKind::head)) + "' beside it: build it again");
}

StoredPart PartStore::State::record(std::uint32_t number) const {
  if (number >= info.parts) throw Error(folder + ": there is no part " + std::to_string(number));
  return files->parts.value<StoredPart>(number);
}

Shape PartStore::State::load_shape(std::uint32_t shape) const {
  if (shape >= info.shapes) files->parts.fail("damaged: names a shape that is not there");
  const StoredShape record = shape_record(shape);
  const BlockReader& file = files->shapes;
  if (record.offset > file.size() || record.bytes > file.size() - record.offset)
    files->shape_table.fail("damaged: names bytes that are not there");
  const auto memory = std::make_shared<AlignedBytes>(std::size_t(record.bytes));
  file.read(record.offset, memory->bytes);
  try {
    return read_shape_file(memory, memory->bytes);
  } catch (const Error& error) {
    file.fail("shape " + std::to_string(shape) + ": " + error.what());
  }
}

std::vector<std::uint32_t> PartStore::State::ranks() const {
  std::vector<std::uint32_t> result(std::size_t(info.parts));
  files->order.read_values(0, std::span(result));
  return result;
}

PartStore::PartStore(const std::string& folder) : state_(std::make_unique<State>(folder)) {}
PartStore::~PartStore() = default;

const StoreInfo& PartStore::info() const noexcept { return state_->info; }
std::uint32_t PartStore::size() const noexcept { return static_cast<std::uint32_t>(state_->info.parts); }
const std::string& PartStore::folder() const noexcept { return state_->folder; }

namespace {

// The texts of a part; and where its property sets are.
Part read_texts(const PartStore::State& state, const StoredPart& record, std::vector<StoredProperties>& sets) {
  std::vector<std::byte> bytes(record.texts);
  const BlockReader& file = state.files->texts;
  file.read(record.text, bytes);
  Part part;
  part.pose = record.pose;
  try {
    ByteReader in(bytes);
    for (std::string* const text : {&part.path, &part.name, &part.remark, &part.global_id, &part.kind, &part.type,
                                    &part.storey, &part.layer, &part.file})
      *text = in.text();
    part.groups = in.texts();
    in.list([&] { sets.push_back(in.take<StoredProperties>()); });
  } catch (const Error& error) {
    file.fail(error.what());
  }
  return part;
}

std::shared_ptr<const PropertySet> read_properties(const BlockReader& file, const StoredProperties& place) {
  if (place.offset > file.size() || place.bytes > file.size() - place.offset)
    file.fail("damaged: bytes that a part names are not there");
  std::vector<std::byte> bytes(std::size_t(place.bytes));
  file.read(place.offset, bytes);
  auto set = std::make_shared<PropertySet>();
  try {
    ByteReader in(bytes);
    set->name = in.text();
    in.list([&] {
      std::string name = in.text();
      set->values.emplace_back(std::move(name), in.text());
    });
  } catch (const Error& error) {
    file.fail(error.what());
  }
  return set;
}

}  // namespace

Part PartStore::part_without_shape(std::uint32_t number) const {
  std::vector<StoredProperties> sets;
  return read_texts(*state_, state_->record(number), sets);
}

Part PartStore::part_with_properties(std::uint32_t number) const {
  std::vector<StoredProperties> sets;
  Part part = read_texts(*state_, state_->record(number), sets);
  for (const StoredProperties& place : sets)
    part.properties.push_back(read_properties(state_->files->properties, place));
  return part;
}

Part PartStore::part(std::uint32_t number) const {
  const FloatState standard;
  Part part = part_with_properties(number);
  part.shape = state_->load_shape(state_->record(number).shape);
  return part;
}

PartKey PartStore::key(std::uint32_t number, const Part& part) const {
  const StoredPart record = state_->record(number);
  PartKey key;
  key.global_id = part.global_id;
  key.path = key_path(part);
  key.shape = state_->shape_record(record.shape).key;
  key.place = key_place(record.box, state_->info.origin);
  key.rank = state_->files->ranks.value<std::uint32_t>(number);
  return key;
}

std::uint64_t PartStore::shape_bytes_of(std::uint32_t number) const {
  return state_->shape_record(state_->record(number).shape).bytes;
}

}  // namespace graze
