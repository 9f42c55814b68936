// The triangles of a body in the memory of a device, in the layout of mesh_layout.h.
#pragma once

#include <memory>

#include <memory>
#include <mutex>

#include "backend/cuda/device_memory.h"
#include "backend/cuda/hull_walk.h"
#include "backend/cuda/ray_walk.h"
#include "graze/gpu.h"

namespace graze::gpu {

// Of all vertices, as numbers in the order of the doubles; and whether one is not finite.
struct VertexExtent {
  long long lo[3], hi[3];
  std::uint32_t odd;
};

struct MeshData {
  int device = 0;
  std::uint64_t context = 0;  // after a reset of the device nothing of this is there any more
  LocalFrame frame;
  bool solid = false;
  bool in_own_frame = false;  // uploaded without a pose
  bool full_top = false;      // of the tree for pairs
  DeviceArray<Vec3> vertices;
  DeviceArray<Index3> corners;
  DeviceArray<RayNode> ray_nodes;
  DeviceArray<FloatTriangle> ray_triangles;
  DeviceArray<PairNode> pair_nodes;
  DeviceArray<FloatTriangle> pair_triangles;
  DeviceArray<std::uint32_t> parts;  // for pairs: a corner of each connected part
  HullParts hull;                    // of a convex piece of a robot; no faces: it is none
  // Of a mesh that moves, else empty.
  Pose pose;
  DeviceArray<std::uint32_t> ray_parents, ray_arrived;
  DeviceArray<PlaceRange> pair_ranges;
  DeviceArray<AxisExtents> pair_extents;
  DeviceArray<MovedFrame> moved;
  DeviceArray<VertexExtent> extent;

  // The distance field (distance_field.h), made in the first call that is large enough for it, and then waited for in
  // the streams of others; null where there is none.
  const std::uint32_t* field(std::uint64_t items, cudaStream_t stream) const;
  std::size_t field_memory() const noexcept;  // bytes

  MeshData(const MeshLayout& layout, const Body& body, bool moving, int number);
  MeshData(const MeshData&) = delete;
  MeshData& operator=(const MeshData&) = delete;
  ~MeshData();

  bool moves() const noexcept { return moved.size() > 0; }
  bool for_rays() const noexcept { return ray_triangles.size() > 0; }
  bool for_pairs() const noexcept { return pair_triangles.size() > 0; }
  RayScene ray_scene() const noexcept {
    return {frame,
            ray_nodes.data(),
            ray_triangles.data(),
            vertices.data(),
            corners.data(),
            ray_nodes.size() == 0 ? reference_to({0, static_cast<std::uint32_t>(ray_triangles.size())}) : 0,
            moved.data()};
  }

 private:
  struct Field;
  mutable std::mutex field_mutex_;
  mutable std::unique_ptr<Field> field_;

 public:
  PairMesh pair_mesh() const noexcept {
    return {frame, pair_nodes.data(), pair_triangles.data(), vertices.data(), corners.data(), full_top, moved.data()};
  }
};

struct MeshInternals {
  // Null, too, where the device has been reset.
  static const MeshData* data(const Mesh& mesh) noexcept {
    const MeshData* data = mesh.data_.get();
    return data != nullptr && data->context == context_now() ? data : nullptr;
  }
  static Mesh mesh(std::shared_ptr<const MeshData> data) noexcept { return Mesh(std::move(data)); }
  static bool is_shared(const Mesh& mesh) noexcept { return mesh.data_.use_count() > 1; }
};

// The mesh of a body for the calls on memory of the host, kept from call to call; empty where the body is not for a
// device. Throws DeviceFailure. The device of the settings is the current one.
Mesh kept_mesh(const Body& body, MeshUse use, const Settings& settings);

}  // namespace graze::gpu
