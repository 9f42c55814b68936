// Built without CUDA: there is no device.
#include "backend/cuda/host_batches.h"

namespace graze::gpu {

std::vector<Device> devices() { return {}; }

DeviceOutcome ccd_batch(int, CcdKind, std::span<const FourPoints>, std::span<const FourPoints>, std::span<CcdResult>,
                        std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome pairs_batch(int, std::span<const Box>, std::vector<IndexPair>&, std::size_t&) { return {}; }

std::size_t ccd_scratch(std::uint32_t) { return 0; }
Status ccd(CcdKind, const CcdOnDevice&, void*) { return Status::unsupported; }
std::size_t pairs_scratch(std::uint32_t) { return 0; }
Status pairs(const PairsOnDevice&, void*) { return Status::unsupported; }
std::size_t sort_scratch(std::uint64_t, std::uint32_t) { return 0; }
Status sort_pairs(IndexPair*, std::uint64_t, std::uint32_t, void*, std::size_t, void*) { return Status::unsupported; }

}  // namespace graze::gpu
