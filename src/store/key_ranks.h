// PartKey::rank of graze/clash.h for more parts than fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/clash.h"
#include "store/scratch_file.h"

namespace graze {

class KeyRanks {
 public:
  // Scratch files are made in the folder.
  explicit KeyRanks(const std::string& folder) : folder_(folder), file_(folder) {}

  // The parts in their order; their shape key and box in the world. Throws Error naming the file.
  void add(const Part& part, std::uint64_t shape, const Box& box);

  struct Found {
    std::vector<std::uint32_t> ranks;  // one per part, as part_keys() gives them
    std::uint64_t shared_ids = 0;      // parts whose GlobalId an earlier one has, too
  };
  // After the last add(). Sorts with about `memory` bytes.
  Found find(Vec3 origin, std::uint64_t memory);

 private:
  std::string folder_;
  ScratchFile file_;
};

}  // namespace graze
