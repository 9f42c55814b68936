// An open store, from the inside.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graze/store.h"
#include "store/part_records.h"

namespace graze {

struct GRAZE_HIDDEN PartStore::State {
  explicit State(const std::string& folder);

  StoredPart record(std::uint32_t number) const;
  StoredShape shape_record(std::uint32_t shape) const { return files->shape_table.value<StoredShape>(shape); }
  Shape load_shape(std::uint32_t shape) const;
  std::vector<std::uint32_t> ranks() const;  // of each part's path among all paths

  std::string folder;
  StoreInfo info;
  WideHash id;
  std::optional<StoreFiles> files;

 private:
  [[noreturn]] void mismatch(const BlockReader& file) const;
};

// What a file in a store's folder is called.
std::string store_path(const std::string& folder, BlockKind kind);

// How info is written into `head`.
class ByteWriter;
class ByteReader;
void write_info(ByteWriter& out, const StoreInfo& info);
StoreInfo read_info(ByteReader& in);

}  // namespace graze
