// Built without CUDA: there is no device.
#include "backend/cuda/host_batches.h"

namespace graze::gpu {

std::vector<Device> devices() { return {}; }

DeviceOutcome ccd_batch(const Settings&, CcdKind, std::span<const FourPoints>, std::span<const FourPoints>,
                        std::span<CcdResult>, std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome pairs_batch(int, std::span<const Box>, std::vector<IndexPair>&, std::size_t&) { return {}; }
DeviceOutcome rays_batch(const Settings&, const Body&, std::span<const Ray>, RayWant, std::span<RayBrief>,
                         std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome poses_batch(const Settings&, const Body&, const Shape&, double, std::span<const Pose>, std::span<YesNo>,
                          std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome configurations_batch(const Settings&, std::span<const Body>, std::span<const LinkBall>,
                                   std::span<const std::uint32_t>, std::span<const Pose>, std::span<YesNo>,
                                   std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome hulls_batch(const Settings&, std::span<const Body>, std::span<const LinkHull>, std::uint32_t,
                          std::span<const Pose>, std::span<YesNo>, std::vector<std::uint32_t>&) {
  return {};
}
DeviceOutcome self_ccd_batch(const Settings&, std::span<const OwningTriangle>, std::span<const Vec3>,
                             std::span<const Vec3>, SelfCcdResult&, std::vector<FeatureTouch>&) {
  return {};
}
void forget_meshes() {}

struct MeshData {};
std::size_t Mesh::memory() const noexcept { return 0; }
Mesh upload(const Body&, MeshUse, const Settings&) { throw Error("gpu::upload: graze::gpu was built without CUDA"); }
Status refit(const Mesh&, const Vec3*, std::uint32_t, void*) { return Status::unsupported; }
Status refit(const Mesh&, std::span<const Vec3>) { return Status::unsupported; }
std::size_t self_ccd_scratch(const SelfCcdOnDevice&) { return 0; }
Status self_ccd(const SelfCcdOnDevice&, void*) { return Status::unsupported; }
std::size_t rays_scratch(std::uint32_t) { return 0; }
Status cast(const Mesh&, const RaysOnDevice&, void*) { return Status::unsupported; }
std::size_t poses_scratch(std::uint32_t) { return 0; }
Status collide(const Mesh&, const Mesh&, const PosesOnDevice&, void*) { return Status::unsupported; }
Status within(const Mesh&, const Mesh&, double, const PosesOnDevice&, void*) { return Status::unsupported; }
std::size_t configurations_scratch(std::uint32_t) { return 0; }
Status configurations(std::span<const Mesh>, const ConfigurationsOnDevice&, void*) { return Status::unsupported; }
Status configurations(std::span<const Mesh>, std::span<const HullOnDevice>, const ConfigurationsOnDevice&, void*) {
  return Status::unsupported;
}
std::size_t ccd_scratch(std::uint32_t) { return 0; }
Status ccd(CcdKind, const CcdOnDevice&, void*) { return Status::unsupported; }
std::size_t pairs_scratch(std::uint32_t) { return 0; }
Status pairs(const PairsOnDevice&, void*) { return Status::unsupported; }
std::size_t sort_scratch(std::uint64_t, std::uint32_t) { return 0; }
Status sort_pairs(IndexPair*, std::uint64_t, std::uint32_t, void*, std::size_t, void*) { return Status::unsupported; }

}  // namespace graze::gpu
