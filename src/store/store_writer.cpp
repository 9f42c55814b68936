// Writing a store: every part goes to disk as it comes; what is kept in memory is a few words for each shape.
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/float_state.h"
#include "base/platform.h"
#include "clash/part_key.h"
#include "graze/error.h"
#include "graze/store.h"
#include "math/posed_box.h"
#include "shape/data.h"
#include "shape/shape_file.h"
#include "store/bytes.h"
#include "store/cut.h"
#include "store/key_ranks.h"
#include "store/path_order.h"
#include "store/scratch_file.h"
#include "store/store_state.h"

namespace graze {

namespace {

// Memory for sorting the paths.
constexpr std::uint64_t memory_for_paths = std::uint64_t{256} << 20;

}  // namespace

struct GRAZE_HIDDEN StoreWriter::State {
  explicit State(const std::string& at)
      : folder(at),
        parts(store_path(folder, BlockKind::parts), BlockKind::parts),
        texts(store_path(folder, BlockKind::texts), BlockKind::texts),
        shapes(store_path(folder, BlockKind::shapes), BlockKind::shapes),
        table(store_path(folder, BlockKind::shape_table), BlockKind::shape_table),
        cuts(store_path(folder, BlockKind::cuts), BlockKind::cuts),
        properties(store_path(folder, BlockKind::properties), BlockKind::properties) {}

  std::uint32_t shape_number(const Shape& shape);
  StoredProperties place_of(const PropertySet& set);
  std::vector<std::uint32_t> path_ranks();

  std::string folder;
  BlockWriter parts, texts, shapes, table, cuts, properties;
  std::uint64_t count = 0, remarks = 0;
  Box box;
  // Shapes of this process by what is behind their handles, which are kept so that the address is not used again.
  std::unordered_map<const ShapeData*, std::pair<Shape, std::uint32_t>> known;
  std::map<WideHash, std::uint32_t> numbers;
  std::vector<WideHash> hashes;
  std::vector<std::uint64_t> keys;  // PartKey::shape of each
  ByteWriter line;
  std::map<WideHash, StoredProperties> sets;  // each property set once
  std::optional<ScratchFile> paths;
  std::optional<KeyRanks> ranks;
};

std::uint32_t StoreWriter::State::shape_number(const Shape& shape) {
  const ShapeData* const data = &data_of(shape);
  if (const auto found = known.find(data); found != known.end()) return found->second.second;
  WideChecksum sum;
  visit_shape_file(shape, [&](std::span<const std::byte> piece) { sum.add(piece.data(), piece.size()); });
  const auto [at, is_new] = numbers.emplace(sum.value(), static_cast<std::uint32_t>(numbers.size()));
  if (is_new) {
    StoredShape record;
    record.offset = shapes.size();
    record.hash = at->first;
    visit_shape_file(shape, [&](std::span<const std::byte> piece) { shapes.write(piece); });
    record.bytes = shapes.size() - record.offset;
    const std::vector<Box> boxes = cut_into_boxes(shape);
    record.first_cut = static_cast<std::uint32_t>(cuts.size() / sizeof(Box));
    record.key = key_shape(shape);
    record.cut_count = static_cast<std::uint32_t>(boxes.size());
    cuts.write(std::as_bytes(std::span(boxes)));
    table.write_value(record);
    hashes.push_back(at->first);
    keys.push_back(record.key);
  }
  known.emplace(data, std::pair(shape, at->second));
  return at->second;
}

StoredProperties StoreWriter::State::place_of(const PropertySet& set) {
  ByteWriter out;
  out.add(set.name);
  out.add_list(set.values, [&](const auto& value) {
    out.add(value.first);
    out.add(value.second);
  });
  const std::span<const std::byte> bytes = out.bytes();
  WideChecksum sum;
  sum.add(bytes.data(), bytes.size());
  const auto [at, is_new] = sets.try_emplace(sum.value());
  if (is_new) {
    at->second = {properties.size(), bytes.size()};
    properties.write(bytes);
  }
  return at->second;
}

StoreWriter::StoreWriter(const std::string& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw Error(folder + ": cannot be created: " + fault.message());
  state_ = std::make_unique<State>(folder);
  state_->paths.emplace(folder);
  state_->ranks.emplace(folder);
}

StoreWriter::~StoreWriter() = default;

void StoreWriter::forget_shapes() { state_->known.clear(); }

void StoreWriter::add(const Part& part) {
  const FloatState standard;
  State& to = *state_;
  if (!part.shape) throw Error(to.folder + ": part '" + part.path + "' has no shape");
  if (to.count >= 0xfffffffe) throw Error(to.folder + ": more than 4,294,967,294 parts");
  StoredPart record;
  record.pose = part.pose;
  record.box = posed_box(part.pose, part.shape.bounds());
  record.shape = to.shape_number(part.shape);
  WideChecksum sum;
  sum.add_value(to.hashes[record.shape]);
  sum.add_value(part.pose);
  record.hash = sum.value();
  record.text = to.texts.size();
  to.line.clear();
  for (const std::string* const text : {&part.path, &part.name, &part.remark, &part.global_id, &part.kind, &part.type,
                                        &part.storey, &part.layer, &part.file})
    to.line.add(*text);
  to.line.add(part.groups);
  to.line.add_list(part.properties, [&](const auto& set) { to.line.add(to.place_of(*set)); });
  record.texts = static_cast<std::uint32_t>(to.line.bytes().size());
  to.texts.write(to.line.bytes());
  to.parts.write_value(record);
  to.box = merge(to.box, record.box);
  to.remarks += !part.remark.empty();
  ++to.count;
  to.ranks->add(part, to.keys[record.shape], record.box);
  const auto length = static_cast<std::uint32_t>(part.path.size());
  to.paths->write(std::as_bytes(std::span(&length, 1)));
  to.paths->write(std::as_bytes(std::span(part.path)));
}

std::vector<std::uint32_t> StoreWriter::State::path_ranks() {
  paths->flush();
  std::vector<std::byte> buffer;
  std::uint64_t read = 0;
  std::size_t at = 0;
  // At least that many bytes from `at` on.
  const auto need = [&](std::size_t bytes) {
    if (buffer.size() - at >= bytes) return;
    buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(at));
    at = 0;
    const std::size_t had = buffer.size();
    const auto more =
        std::size_t(std::min<std::uint64_t>(paths->size() - read, std::max<std::size_t>(bytes, std::size_t{1} << 20)));
    buffer.resize(had + more);
    paths->read(read, std::span(buffer).subspan(had));
    read += more;
  };
  std::uint64_t given = 0;
  return text_ranks(
      [&](std::string& text) {
        if (given++ == count) return false;
        std::uint32_t length;
        need(sizeof length);
        std::memcpy(&length, buffer.data() + at, sizeof length);
        at += sizeof length;
        need(length);
        text.assign(reinterpret_cast<const char*>(buffer.data() + at), length);
        at += length;
        return true;
      },
      folder, memory_for_paths);
}

void StoreWriter::finish(StoreInfo info) {
  State& of = *state_;
  const std::string& folder = of.folder;
  BlockWriter order(store_path(folder, BlockKind::order), BlockKind::order);
  {
    const std::vector<std::uint32_t> ranks = of.path_ranks();
    order.write(std::as_bytes(std::span(ranks)));
  }
  of.paths.reset();
  BlockWriter ranks(store_path(folder, BlockKind::ranks), BlockKind::ranks);
  {
    const KeyRanks::Found found = of.ranks->find(info.origin, memory_for_paths);
    ranks.write(std::as_bytes(std::span(found.ranks)));
    info.shared_ids = found.shared_ids;
  }
  of.ranks.reset();
  info.parts = of.count;
  info.shapes = of.hashes.size();
  info.shape_bytes = of.shapes.size();
  info.remarks = of.remarks;
  info.box = of.box;
  ByteWriter text;
  write_info(text, info);
  BlockWriter head(store_path(folder, BlockKind::head), BlockKind::head);
  head.write(text.bytes());
  WideChecksum id;
  BlockWriter* const files[] = {&of.parts, &of.texts, &order,         &of.shapes, &of.table,
                                &of.cuts,  &ranks,    &of.properties, &head};
  for (BlockWriter* const file : files) id.add_value(file->contents());
  // While the others are replaced there is no store: nobody opens half of an old one.
  platform::remove_file(store_path(folder, BlockKind::head));
  for (BlockWriter* const file : files) file->finish(id.value());
}

}  // namespace graze
