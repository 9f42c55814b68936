// One mesh in many poses against another: a warp a pose.
#include <algorithm>
#include <vector>

#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/mesh_layout.h"
#include "backend/cuda/pose_warp.h"

namespace graze::gpu {
namespace {

// Distances would take more registers than pay.
constexpr int warps_at_once(Ask ask) { return ask == Ask::meet ? 0 : 24; }  // 0: as the compiler likes

template <Ask ask>
__global__ void __launch_bounds__(warp_size, warps_at_once(ask))
    ask_all(PairMesh a, PairMesh b, Reach reach, bool solids, const Pose* poses, std::uint32_t count,
            DeviceAnswer* answers) {
  __shared__ PoseStack walk;
  const std::uint32_t i = blockIdx.x;
  if (i >= count) return;
  const Pose pose = poses[i];
  PoseMap map;
  DeviceAnswer answer = DeviceAnswer::undecided;
  const bool usable = follow(a) & follow(b);
  if (a.moved != nullptr) reach = Reach(reach.world, a.frame);
  const PoseStart start = make_map(a.frame, b.frame, pose, map);
  if (start == PoseStart::invalid) answer = DeviceAnswer::invalid;
  if (start == PoseStart::ready && usable && (ask == Ask::meet || ordinary_reach(reach.world, a.frame))) {
    bool all_apart = false;
    const Meet meet = walk_pose<ask>(a, b, pose, map, reach, solids, walk, all_apart);
    if (meet == Meet::yes) answer = DeviceAnswer::yes;
    // Surfaces apart: one body may be inside the other, if that is a solid.
    if (meet == Meet::no && (!solids || all_apart)) answer = DeviceAnswer::no;
  }
  if (threadIdx.x == 0) answers[i] = answer;
}

struct Parts {
  Scratch scratch;
  UndecidedList undecided;

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {}
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
  kernel<<<batch.count, warp_size, 0, stream>>>(a->pair_mesh(), b->pair_mesh(), Reach(tolerance, a->frame),
                                                a->solid || b->solid, batch.poses, batch.count, batch.answers);
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
