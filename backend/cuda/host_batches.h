// What the host's calls ask of a device: implemented with CUDA in *.cu, and by no_device.cpp where there is none.
#pragma once

#include "graze/gpu.h"

namespace graze::gpu {

// How a batch on a device ended. Failed: the device could not do it, and `failure` says why; nothing was written.
struct DeviceOutcome {
  bool done = false;
  std::string failure;  // empty where there simply is no device
};

// Answers, and for those that are yes the brackets; `undecided` are the numbers of the others, in order.
DeviceOutcome ccd_batch(const Settings& settings, CcdKind kind, std::span<const FourPoints> at_0,
                        std::span<const FourPoints> at_1, std::span<CcdResult> results,
                        std::vector<std::uint32_t>& undecided);

// The sorted pairs, or in `unusable` the first box that is none, else the number of boxes.
DeviceOutcome pairs_batch(int device, std::span<const Box> boxes, std::vector<IndexPair>& pairs, std::size_t& unusable);

// As ccd_batch. Not done without a failure, too, where the body is not for a device.
DeviceOutcome rays_batch(const Settings& settings, const Body& body, std::span<const Ray> rays, RayWant want,
                         std::span<RayBrief> briefs, std::vector<std::uint32_t>& undecided);
DeviceOutcome poses_batch(const Settings& settings, const Body& a, const Shape& b, double tolerance,
                          std::span<const Pose> poses, std::span<YesNo> results, std::vector<std::uint32_t>& undecided);
// Balls are sorted by link, and first_ball tells where those of each link begin.
DeviceOutcome configurations_batch(const Settings& settings, std::span<const Body> world,
                                   std::span<const LinkBall> balls, std::span<const std::uint32_t> first_ball,
                                   std::span<const Pose> poses, std::span<YesNo> results,
                                   std::vector<std::uint32_t>& undecided);
DeviceOutcome hulls_batch(const Settings& settings, std::span<const Body> world, std::span<const LinkHull> hulls,
                          std::uint32_t links, std::span<const Pose> poses, std::span<YesNo> results,
                          std::vector<std::uint32_t>& undecided);

// The touches in no order, and in `undecided` the pairs of which the device could not tell; or in `unusable` the first
// vertex that is not finite, else the number of vertices.
DeviceOutcome self_ccd_batch(const Settings& settings, std::span<const OwningTriangle> triangles,
                             std::span<const Vec3> at_0, std::span<const Vec3> at_1, SelfCcdResult& result,
                             std::vector<FeatureTouch>& undecided);

}  // namespace graze::gpu
