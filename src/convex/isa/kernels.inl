// The kernels of one instruction set. They are compiled in two files, side by side: this one has the distances,
// meeting_*.cpp what decides and how deep.
#include "convex/isa/recheck.inl"

namespace graze::GRAZE_ISA_NAMESPACE {

// Of glance.inl and epa.inl.
void decide(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer);
void depth(const Support& a, const Support& b, const CoreRequest& request, CoreAnswer& answer);

namespace {

std::uint32_t highest(const PointBlock* blocks, std::uint32_t count, const Vec3& along, double& height) {
  return exact_scan(blocks, count, plain(along), height);
}

constexpr ConvexKernels kernels{measure, distance, decide, depth, recheck, highest};

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
