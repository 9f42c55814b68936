// One mesh in many poses against another: a warp takes several poses at once.
#include <algorithm>
#include <vector>

#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/mesh_layout.h"
#include "backend/cuda/pose_pool.h"

namespace graze::gpu {
namespace {

// More warps with fewer registers each pay; more of them than these do not.
constexpr int warps_at_once(Ask ask) { return ask == Ask::meet ? 28 : 24; }
constexpr int prepare_block = 128;

// A thread a pose. What is not ready is answered here.
__global__ void __launch_bounds__(prepare_block)
    prepare_poses(PairMesh a, PairMesh b, double distance, bool any_distance, const Pose* poses, std::uint32_t count,
                  PreparedPose* prepared, DeviceAnswer* answers) {
  const std::uint32_t i = blockIdx.x * prepare_block + threadIdx.x;
  if (i >= count) return;
  PreparedPose to;
  const bool there_a = follow(a), there_b = follow(b);  // before the frame is read
  const bool usable = there_a && there_b && (any_distance || ordinary_reach(distance, a.frame));
  const PoseStart start = make_map(a.frame, b.frame, poses[i], to.map);
  to.ready = start == PoseStart::ready && usable ? 1 : 0;
  prepared[i] = to;
  answers[i] = start == PoseStart::invalid ? DeviceAnswer::invalid : DeviceAnswer::undecided;
}

template <Ask ask>
__global__ void __launch_bounds__(warp_size, warps_at_once(ask))
    ask_all(PairMesh a, PairMesh b, Reach reach, bool solids, const Pose* poses, const PreparedPose* prepared,
            std::uint32_t count, std::uint32_t* taken, DeviceAnswer* answers) {
  __shared__ PosePool pool;
  (void)follow(a);
  if (a.moved != nullptr) reach = Reach(reach.world, a.frame);
  walk_poses<ask>(
      a, b, poses, prepared, count, reach, solids, pool, [&] { return threadIdx.x == 0 ? atomicAdd(taken, 1u) : 0u; },
      [&](std::uint32_t i, Meet meet, bool all_apart) {
        if (meet == Meet::yes) answers[i] = DeviceAnswer::yes;
        // Surfaces apart: one body may be inside the other, if that is a solid.
        if (meet == Meet::no && (!solids || all_apart)) answers[i] = DeviceAnswer::no;
      });
}

struct Parts {
  Scratch scratch;
  UndecidedList undecided;
  PreparedPose* prepared;
  std::uint32_t* taken;

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {
    prepared = scratch.take<PreparedPose>(count);
    taken = scratch.take<std::uint32_t>(1);
  }
};

}  // namespace

std::size_t poses_scratch(std::uint32_t count) { return Parts(count, {}).scratch.used(); }

Status within(const Mesh& mesh_a, const Mesh& mesh_b, double tolerance, const PosesOnDevice& batch,
              void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const MeshData *a = MeshInternals::data(mesh_a), *b = MeshInternals::data(mesh_b);
  if (a == nullptr || b == nullptr || !a->for_pairs() || !b->for_pairs() || !b->in_own_frame || a->hull.faces > 0 ||
      b->hull.faces > 0 || a->device != b->device || batch.count > 0x7fffffffu ||
      (tolerance != 0 && !a->moves() && !ordinary_reach(tolerance, a->frame)))
    return Status::invalid;
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  const auto kernel = tolerance == 0 ? ask_all<Ask::meet> : ask_all<Ask::within>;
  cudaMemsetAsync(parts.taken, 0, sizeof(std::uint32_t), stream);
  prepare_poses<<<blocks_for(batch.count, prepare_block), prepare_block, 0, stream>>>(
      a->pair_mesh(), b->pair_mesh(), tolerance, tolerance == 0, batch.poses, batch.count, parts.prepared,
      batch.answers);
  kernel<<<std::min(batch.count, blocks_at_once(kernel, warp_size)), warp_size, 0, stream>>>(
      a->pair_mesh(), b->pair_mesh(), Reach(tolerance, a->frame), a->solid || b->solid, batch.poses, parts.prepared,
      batch.count, parts.taken, batch.answers);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

Status collide(const Mesh& a, const Mesh& b, const PosesOnDevice& batch, void* stream) {
  return within(a, b, 0, batch, stream);
}

DeviceOutcome poses_batch(const Settings& settings, const Body& a, const Shape& b, double tolerance,
                          std::span<const Pose> poses, std::span<YesNo> results,
                          std::vector<std::uint32_t>& undecided) {
  constexpr std::size_t most = std::size_t{1} << 18;
  return on_device(settings.device, undecided, [&] {
    if (!made_of_triangles(a.shape) || !made_of_triangles(b)) return false;
    const Mesh mesh_a = kept_mesh(a, {false, true}, settings), mesh_b = kept_mesh({b, {}}, {false, true}, settings);
    if (!mesh_a || !mesh_b) return false;
    if (tolerance != 0 && !ordinary_reach(tolerance, MeshInternals::data(mesh_a)->frame)) return false;
    using Slot = ChunkSlot<Pose>;
    const std::size_t size = std::min(most, poses.size());
    const std::size_t space = poses_scratch(static_cast<std::uint32_t>(size));
    Slot one(size, 1, space), other(size, 1, space);
    in_chunks(
        poses.size(), most, one, other,
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          send(poses.subspan(begin, here), slot.items, slot.from, settings.threads, slot.stream);
          const PosesOnDevice batch{slot.items.data(),     static_cast<std::uint32_t>(here), slot.answers.data(),
                                    slot.undecided.data(), slot.undecided_count.data(),      slot.scratch.data(),
                                    slot.scratch.size()};
          if (within(mesh_a, mesh_b, tolerance, batch, slot.stream) != Status::ok)
            throw DeviceFailure("the device refused a batch of poses");
          fetch(slot.answers, here, slot.said, slot.stream);
        },
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          for (std::size_t i = 0; i < here; ++i) {
            YesNo result;
            if (slot.said[i] == DeviceAnswer::invalid)
              result.status = Status::invalid;
            else
              result.answer = answer_of(slot.said[i] == DeviceAnswer::yes);
            results[begin + i] = result;
          }
          list_undecided(slot.said, begin, here, undecided);
        });
    return true;
  });
}

}  // namespace graze::gpu
