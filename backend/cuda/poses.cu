// One mesh in many poses against another: a warp a pose, with a stack of pairs of nodes and a queue of pairs of
// triangles in shared memory. Each thread looks at one pair; what it finds to look at next goes on the stack or into
// the queue. A pose ends at the first pair of triangles that meets for sure.
#include <algorithm>
#include <vector>

#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/lists.h"

namespace graze::gpu {
namespace {

struct Walk {
  PlacePair stack[pose_stack + pose_stack_slack];
  PlacePair queue[pose_queue];
};

template <bool Within>
__device__ Meet walk_pose(const PairMesh& a, const PairMesh& b, const Pose& pose, const PoseMap& map,
                          const Reach& reach, bool from_roots, Walk& walk, bool& all_apart) {
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  const unsigned before = (1u << lane) - 1;
  int on_stack = begin_walk(a, b, from_roots, lane, warp_size, [&](int place, int node_a, int node_b) {
    walk.stack[place] = {node_a, node_b};
  });
  int queued = 0;
  bool open = false;
  all_apart = true;
  __syncwarp();
  for (;;) {
    if (queued >= warp_size || (on_stack == 0 && queued > 0)) {
      const int lanes = ::min(warp_size, queued);
      Meet meet = Meet::no;
      if (lane < lanes) meet = look_at_triangles<Within>(a, b, map, pose, reach, walk.queue[queued - 1 - lane]);
      queued -= lanes;
      __syncwarp();
      open = open || __any_sync(~0u, meet == Meet::open);
      if (__any_sync(~0u, meet == Meet::yes)) return Meet::yes;
      continue;
    }
    if (on_stack == 0) break;
    if (on_stack + 3 > pose_stack + pose_stack_slack) return Meet::open;
    const int lanes = pairs_at_once(on_stack);
    BoxesStep step = BoxesStep::apart;
    PlacePair next[4];
    int count = 0;
    if (lane < lanes) {
      const PlacePair pair = walk.stack[on_stack - 1 - lane];
      step = map.rigid ? look_at_boxes<true>(a, b, map, pair, reach.most, next, count)
                       : look_at_boxes<false>(a, b, map, pair, reach.most, next, count);
    }
    on_stack -= lanes;
    __syncwarp();
    const unsigned splits = __ballot_sync(~0u, step == BoxesStep::split);
    const unsigned leaves = __ballot_sync(~0u, step == BoxesStep::leaves);
    all_apart = all_apart && splits == 0 && leaves == 0;
    const unsigned fours = __ballot_sync(~0u, count == 4);
    if (step == BoxesStep::split) {
      const int place = on_stack + 2 * (__popc(splits & before) + __popc(fours & before));
      walk.stack[place] = next[0];
      walk.stack[place + 1] = next[1];
      if (count == 4) {
        walk.stack[place + 2] = next[2];
        walk.stack[place + 3] = next[3];
      }
    }
    on_stack += 2 * (__popc(splits) + __popc(fours));
    if (leaves != 0) {
      LeafReference leaf_a{0, 0}, leaf_b{0, 0};
      if (step == BoxesStep::leaves) {
        leaf_a = leaf_of(next[0].a);
        leaf_b = leaf_of(next[0].b);
      }
      const int mine = static_cast<int>(leaf_a.count * leaf_b.count);
      int up_to = mine;
      for (int reach = 1; reach < warp_size; reach *= 2) {
        const int other = __shfl_up_sync(~0u, up_to, reach);
        if (lane >= reach) up_to += other;
      }
      int place = queued + up_to - mine;
      for (std::uint32_t i = 0; i < leaf_a.count; ++i)
        for (std::uint32_t k = 0; k < leaf_b.count; ++k)
          walk.queue[place++] = {static_cast<std::int32_t>(leaf_a.first + i),
                                 static_cast<std::int32_t>(leaf_b.first + k)};
      queued += __shfl_sync(~0u, up_to, warp_size - 1);
    }
    __syncwarp();
  }
  return open ? Meet::open : Meet::no;
}

template <bool Within>
__global__ void __launch_bounds__(warp_size) ask_all(PairMesh a, PairMesh b, Reach reach, bool solids,
                                                     const Pose* poses, std::uint32_t count, DeviceAnswer* answers) {
  __shared__ Walk walk;
  const std::uint32_t i = blockIdx.x;
  if (i >= count) return;
  const Pose pose = poses[i];
  PoseMap map;
  DeviceAnswer answer = DeviceAnswer::undecided;
  const bool usable = follow(a) & follow(b);
  if (a.moved != nullptr) reach = Reach(reach.world, a.frame);
  const PoseStart start = make_map(a.frame, b.frame, pose, map);
  if (start == PoseStart::invalid) answer = DeviceAnswer::invalid;
  if (start == PoseStart::ready && usable && (!Within || ordinary_reach(reach.world, a.frame))) {
    bool all_apart = false;
    const Meet meet = walk_pose<Within>(a, b, pose, map, reach, solids, walk, all_apart);
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
  if (a == nullptr || b == nullptr || !a->for_pairs() || !b->for_pairs() || !b->in_own_frame ||
      a->device != b->device || batch.count > 0x7fffffffu || (tolerance != 0 && !a->moves() && !ordinary_reach(tolerance, a->frame)))
    return Status::invalid;
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  const auto kernel = tolerance == 0 ? ask_all<false> : ask_all<true>;
  kernel<<<batch.count, warp_size, 0, stream>>>(a->pair_mesh(), b->pair_mesh(), Reach(tolerance, a->frame),
                                                a->solid || b->solid, batch.poses, batch.count, batch.answers);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

Status collide(const Mesh& a, const Mesh& b, const PosesOnDevice& batch, void* stream) {
  return within(a, b, 0, batch, stream);
}

namespace {

// The arrays of one chunk of poses.
struct Slot {
  DeviceArray<Pose> poses;
  DeviceArray<DeviceAnswer> answers;
  DeviceArray<std::uint32_t> undecided, undecided_count;
  DeviceArray<char> scratch;
  PinnedArray<Pose> from;
  PinnedArray<DeviceAnswer> said;
  Stream stream;

  explicit Slot(std::size_t count)
      : poses(count),
        answers(count),
        undecided(count),
        undecided_count(1),
        scratch(poses_scratch(static_cast<std::uint32_t>(count))),
        from(count),
        said(count) {}
};

}  // namespace

DeviceOutcome poses_batch(const Settings& settings, const Body& a, const Shape& b, double tolerance,
                          std::span<const Pose> poses, std::span<YesNo> results,
                          std::vector<std::uint32_t>& undecided) {
  constexpr std::size_t most = std::size_t{1} << 18;
  return on_device(settings.device, undecided, [&] {
    const Mesh mesh_a = kept_mesh(a, {false, true}, settings), mesh_b = kept_mesh({b, {}}, {false, true}, settings);
    if (!mesh_a || !mesh_b) return false;
    if (tolerance != 0 && !ordinary_reach(tolerance, MeshInternals::data(mesh_a)->frame)) return false;
    const std::size_t size = std::min(most, poses.size());
    Slot one(size), other(size);
    in_chunks(
        poses.size(), most, one, other,
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          send(poses.subspan(begin, here), slot.poses, slot.from, settings.threads, slot.stream);
          const PosesOnDevice batch{slot.poses.data(),     static_cast<std::uint32_t>(here), slot.answers.data(),
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
