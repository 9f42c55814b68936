// What a part store holds of parts and shapes, besides their texts and the shapes' own files.
#pragma once

#include <cstdint>

#include "graze/math.h"
#include "store/block_file.h"
#include "store/wide_hash.h"

namespace graze {

struct StoredPart {
  Pose pose;
  Box box;                  // in the world, as posed_box() makes it
  WideHash hash;            // of shape and pose, not of texts: a part that is renamed keeps its results
  std::uint64_t text = 0;   // where its texts begin
  std::uint32_t texts = 0;  // how many bytes they are
  std::uint32_t shape = 0;  // a number
};
static_assert(sizeof(StoredPart) == 176);

struct StoredShape {
  std::uint64_t offset = 0, bytes = 0;         // in `shapes`
  WideHash hash;                               // of these bytes
  std::uint32_t first_cut = 0, cut_count = 0;  // boxes in `cuts`, local frame: pieces of a large shape; else none
  std::uint64_t key = 0;                       // PartKey::shape
};
static_assert(sizeof(StoredShape) == 48);

// Where a property set is, in `properties`; the texts of a part end with a list of them.
struct StoredProperties {
  std::uint64_t offset = 0, bytes = 0;
};

// The files of an open store.
struct StoreFiles {
  BlockReader parts, texts, order, shapes, shape_table, cuts, ranks, properties;
};

}  // namespace graze
