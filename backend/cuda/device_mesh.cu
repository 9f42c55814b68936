// Meshes on a device: uploading, and those that are kept between calls.
#include "backend/cuda/device_mesh.h"

#include <list>
#include <mutex>

#include "backend/cuda/ball_walk.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/mesh_layout.h"
#include "shape/data.h"

namespace graze::gpu {
namespace {

template <class T>
DeviceArray<T> uploaded(const std::vector<T>& values) {
  DeviceArray<T> array(values.size());
  if (!values.empty()) array.fill_from(values);
  return array;
}

struct Kept {
  Body body;
  MeshUse use;
  int device;
  std::uint64_t context;
  Mesh mesh;
};

// The latest first. Never destroyed: the driver may be gone before.
struct Keeper {
  std::mutex mutex;
  std::list<Kept> meshes;
};
Keeper& keeper() {
  static Keeper& one = *new Keeper;
  return one;
}
constexpr std::size_t most_kept = 8;

// Versions of one DeformableMesh share their triangles.
bool same_triangles(const Shape& a, const Shape& b) {
  if (a.form() != ShapeForm::mesh || b.form() != ShapeForm::mesh) return false;
  const ShapeData &one = data_of(a), &other = data_of(b);
  return one.triangles.view().data() == other.triangles.view().data() && one.solid == other.solid &&
         one.vertices.size() == other.vertices.size();
}

// The mesh of an earlier version, moved to where this one is. Empty where it cannot be.
Mesh moved_to(const Kept& earlier, const Body& body) {
  if (!earlier.mesh || !earlier.use.moving || MeshInternals::is_shared(earlier.mesh)) return {};
  return refit(earlier.mesh, data_of(body.shape).vertices.view()) == Status::ok ? earlier.mesh : Mesh{};
}

// A thread a cell, those of a small cube together.
__global__ void make_field(RayScene scene, std::uint32_t* words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, cube = i / 64, in = i % 64;
  constexpr unsigned cubes = field_cells / 4;
  const auto x = static_cast<int>(cube % cubes * 4 + in % 4),
             y = static_cast<int>(cube / cubes % cubes * 4 + in / 4 % 4);
  const auto z = static_cast<int>(cube / (cubes * cubes) * 4 + in / 16);
  words[field_index(x, y, z)] = field_word_at(scene, x, y, z);
}

}  // namespace

struct MeshData::Field {
  DeviceArray<std::uint32_t> words{std::size_t{field_cells} * field_cells * field_cells};
  cudaEvent_t made = nullptr;
};

MeshData::MeshData(const MeshLayout& layout, const Body& body, bool moving, int number)
    : device(number),
      context(context_now()),
      frame(layout.frame),
      solid(body.shape.solid()),
      in_own_frame(body.pose == Pose{}),
      full_top(has_full_top(layout.pair_nodes)),
      vertices(uploaded(layout.vertices)),
      corners(uploaded(layout.triangles)),
      ray_nodes(uploaded(layout.ray_nodes)),
      ray_triangles(uploaded(layout.ray_triangles)),
      pair_nodes(uploaded(layout.pair_nodes)),
      pair_triangles(uploaded(layout.pair_triangles)),
      parts(uploaded(layout.pair_nodes.empty() ? std::vector<std::uint32_t>{}
                                               : part_corners(layout.triangles, layout.vertices.size(), most_parts))),
      pose(body.pose),
      ray_parents(uploaded(layout.ray_parents)),
      ray_arrived(layout.ray_parents.size()),
      pair_ranges(uploaded(layout.pair_ranges)),
      pair_extents(layout.pair_ranges.size()),
      moved(moving ? 1 : 0),
      extent(moving ? 1 : 0) {
  const MovedFrame now{layout.frame, 1};
  if (moving) moved.fill_from({&now, 1});
  if (!made_of_corners(body.shape)) return;
  for (const Vec3& p : layout.vertices) hull.inner = hull.inner + p * (1 / static_cast<double>(layout.vertices.size()));
  hull.faces = static_cast<std::uint32_t>(layout.triangles.size());
}

std::size_t MeshData::field_memory() const noexcept {
  const std::lock_guard lock(field_mutex_);
  return field_ == nullptr ? 0 : field_->words.bytes();
}

const std::uint32_t* MeshData::field(std::uint64_t items, cudaStream_t stream) const {
  constexpr std::uint64_t few = 1u << 18;  // the grid would take longer
  if (moves() || !for_rays()) return nullptr;
  // A stream that is being recorded must not wait for what is outside of the record.
  cudaStreamCaptureStatus recording = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &recording) != cudaSuccess || recording != cudaStreamCaptureStatusNone) {
    (void)cudaGetLastError();  // it is told where the call itself fails
    return nullptr;
  }
  const std::lock_guard lock(field_mutex_);
  if (field_ == nullptr) {
    if (items < few) return nullptr;
    try {
      auto made = std::make_unique<Field>();
      check(cudaEventCreateWithFlags(&made->made, cudaEventDisableTiming), "an event of the device");
      constexpr unsigned cells = field_cells * field_cells * field_cells, block = 128;
      make_field<<<cells / block, block, 0, stream>>>(ray_scene(), made->words.data());
      check(cudaEventRecord(made->made, stream), "an event of the device");
      field_ = std::move(made);
    } catch (const DeviceFailure&) {
      return nullptr;  // it is only faster with one
    }
  } else if (cudaStreamWaitEvent(stream, field_->made, 0) != cudaSuccess) {
    (void)cudaGetLastError();
    return nullptr;
  }
  return field_->words.data();
}

MeshData::~MeshData() {
  if (context_of(device) == context) {
    if (field_ != nullptr) cudaEventDestroy(field_->made);
    return;
  }
  const auto abandon = [](auto&... arrays) { (arrays.abandon(), ...); };
  abandon(vertices, corners, ray_nodes, ray_triangles, pair_nodes, pair_triangles, ray_parents, ray_arrived,
          pair_ranges, pair_extents, moved, extent, parts);
  if (field_ != nullptr) field_->words.abandon();
}

std::size_t Mesh::memory() const noexcept {
  if (data_ == nullptr) return 0;
  const auto bytes = [](const auto&... arrays) { return (arrays.bytes() + ...); };
  const MeshData& d = *data_;
  return bytes(d.vertices, d.corners, d.ray_nodes, d.ray_triangles, d.pair_nodes, d.pair_triangles, d.ray_parents,
               d.ray_arrived, d.pair_ranges, d.pair_extents, d.moved, d.extent, d.parts) +
         d.field_memory();
}

Mesh upload(const Body& body, MeshUse use, const Settings& settings) {
  if (!body.shape) throw Error("gpu::upload: the shape is empty");
  if (!made_of_triangles(body.shape) && !made_of_corners(body.shape))
    throw Error(std::string("gpu::upload: a device holds meshes, soups, strips, fans, terrains, boxes and convex hulls "
                            "without a margin, not a ") +
                name(body.shape.form()) + (body.shape.margin() != 0 ? " with a margin" : ""));
  if (made_of_corners(body.shape)) use = {false, true, false};
  if (use.moving && body.shape.form() == ShapeForm::terrain)
    throw Error("gpu::upload: a terrain has heights, not vertices to move; give its triangles as a mesh");
  if (fault(body.pose) != PoseFault::none) throw Error("gpu::upload: the pose is singular or not finite");
  try {
    if (!choose(settings.device)) throw Error("gpu::upload: there is no device " + std::to_string(settings.device));
    const MeshLayout layout = lay_out(body.shape, body.pose, use, settings.threads);
    if (!layout.usable)
      throw Error("gpu::upload: the body is too large, too small or too far from the origin for a device");
    return MeshInternals::mesh(std::make_shared<const MeshData>(layout, body, use.moving, settings.device));
  } catch (const DeviceFailure& failure) {
    throw Error(std::string("gpu::upload: ") + failure.what());
  }
}

void forget_meshes() {
  PinnedPool::one().clear();
  Keeper& all = keeper();
  std::list<Kept> freed;
  const std::lock_guard lock(all.mutex);
  freed.swap(all.meshes);
}

Mesh kept_mesh(const Body& body, MeshUse use, const Settings& settings) {
  const int device = settings.device;
  const bool usable = made_of_triangles(body.shape) || (use.pairs && made_of_corners(body.shape));
  if (!usable || fault(body.pose) != PoseFault::none) return {};
  Keeper& all = keeper();
  {
    std::list<Kept> lost;
    const std::lock_guard lock(all.mutex);
    const std::uint64_t context = context_now();
    for (auto it = all.meshes.begin(); it != all.meshes.end();) {
      const auto next = std::next(it);
      if (it->device == device && it->context != context) lost.splice(lost.begin(), all.meshes, it);
      it = next;
    }
    for (auto it = all.meshes.begin(); it != all.meshes.end(); ++it)
      if (it->body.shape.identity() == body.shape.identity() && it->body.pose == body.pose && it->device == device &&
          it->use.rays >= use.rays && it->use.pairs >= use.pairs) {
        all.meshes.splice(all.meshes.begin(), all.meshes, it);
        return it->mesh;
      }
    // A version of a mesh that moves: the second one is brought here as such, later ones only move it.
    for (auto it = all.meshes.begin(); it != all.meshes.end(); ++it) {
      if (!same_triangles(it->body.shape, body.shape) || it->body.pose != body.pose || it->device != device ||
          it->use.rays != use.rays || it->use.pairs != use.pairs)
        continue;
      if (Mesh mesh = moved_to(*it, body)) {
        it->body = body;
        all.meshes.splice(all.meshes.begin(), all.meshes, it);
        return mesh;
      }
      use.moving = true;
      lost.splice(lost.begin(), all.meshes, it);
      break;
    }
  }
  const MeshLayout layout = lay_out(body.shape, body.pose, use, settings.threads);
  Mesh mesh;
  if (layout.usable) mesh = MeshInternals::mesh(std::make_shared<const MeshData>(layout, body, use.moving, device));
  std::list<Kept> freed;
  const std::lock_guard lock(all.mutex);
  all.meshes.push_front({body, use, device, context_now(), mesh});
  if (all.meshes.size() > most_kept) freed.splice(freed.begin(), all.meshes, std::prev(all.meshes.end()));
  return mesh;
}

}  // namespace graze::gpu
