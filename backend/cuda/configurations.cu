// Configurations of a robot made of balls against meshes: a thread takes one ball of one configuration, and looks whether
// another has touched something already.
#include <algorithm>
#include <vector>

#include "backend/cuda/ball_walk.h"
#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/lists.h"

namespace graze::gpu {
namespace {

constexpr int block_size = 128;

// What the threads of a configuration say, each by a store that none takes back: so that it does not matter which of
// them is first.
struct Notes {
  char* touching;  // a ball touches for sure
  char* open;      // of a ball that is not known
  char* odd;       // a pose is for the core, whatever else is known: a configuration with an invalid one has no answer
};

// The balls of all configurations, one after the other: those of a link, which are near each other, in neighbouring
// threads.
__global__ void __launch_bounds__(block_size)
    ask_balls(RayScene scene, bool solid, const Pose* poses, std::uint32_t links, std::uint32_t count,
              const LinkBall* balls, const std::uint32_t* first_ball, Notes notes) {
  const std::uint32_t each = first_ball[links];
  const std::uint64_t all = std::uint64_t{count} * each, stride = std::uint64_t{gridDim.x} * block_size;
  const bool usable = follow(scene);
  for (std::uint64_t n = std::uint64_t{blockIdx.x} * block_size + threadIdx.x; n < all; n += stride) {
    const std::uint64_t configuration = all < (std::uint64_t{1} << 32)
                                            ? static_cast<std::uint32_t>(n) / each
                                            : n / each;
    const LinkBall ball = balls[n - configuration * each];
    const Pose pose = poses[configuration * links + ball.link];
    if (!usable || !keeps_balls(pose)) {
      notes.odd[configuration] = 1;
      continue;
    }
    volatile char* touching = notes.touching + configuration;
    if (*touching != 0) continue;
    const BallWalk walk(scene.frame, posed_by(pose, ball.centre), ball.radius);
    const Meet meet = walk.run(scene);
    if (meet == Meet::yes) *touching = 1;
    // Apart from the surface of a solid it may be inside.
    if (meet == Meet::open || (meet == Meet::no && solid && !walk.far)) notes.open[configuration] = 1;
  }
}

__global__ void settle(Notes notes, std::uint32_t count, DeviceAnswer* answers) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  answers[i] = notes.odd[i] != 0        ? DeviceAnswer::undecided
               : notes.touching[i] != 0 ? DeviceAnswer::yes
               : notes.open[i] != 0     ? DeviceAnswer::undecided
                                        : DeviceAnswer::no;
}

struct Parts {
  Scratch scratch;
  UndecidedList undecided;
  Notes notes;

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {
    notes = {scratch.take<char>(count), scratch.take<char>(count), scratch.take<char>(count)};
  }
};

}  // namespace

std::size_t configurations_scratch(std::uint32_t count) { return Parts(count, {}).scratch.used(); }

Status configurations(std::span<const Mesh> world, const ConfigurationsOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  for (const Mesh& mesh : world) {
    const MeshData* data = MeshInternals::data(mesh);
    if (data == nullptr || !data->for_rays()) return Status::invalid;
  }
  if (batch.links == 0 || batch.count > 0x7fffffffu) return Status::invalid;
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  for (char* note : {parts.notes.touching, parts.notes.open, parts.notes.odd})
    cudaMemsetAsync(note, 0, batch.count, stream);
  const unsigned blocks = 8 * blocks_at_once(ask_balls, block_size);
  for (const Mesh& mesh : world) {
    const MeshData* data = MeshInternals::data(mesh);
    ask_balls<<<blocks, block_size, 0, stream>>>(data->ray_scene(), data->solid, batch.poses, batch.links, batch.count,
                                                 batch.balls, batch.first_ball, parts.notes);
  }
  settle<<<blocks_for(batch.count, 256), 256, 0, stream>>>(parts.notes, batch.count, batch.answers);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

namespace {

// The arrays of one chunk of configurations.
struct Slot {
  DeviceArray<Pose> poses;
  DeviceArray<DeviceAnswer> answers;
  DeviceArray<std::uint32_t> undecided, undecided_count;
  DeviceArray<char> scratch;
  PinnedArray<Pose> from;
  PinnedArray<DeviceAnswer> said;
  Stream stream;

  Slot(std::size_t count, std::size_t links)
      : poses(count * links),
        answers(count),
        undecided(count),
        undecided_count(1),
        scratch(configurations_scratch(static_cast<std::uint32_t>(count))),
        from(count * links),
        said(count) {}
};

}  // namespace

DeviceOutcome configurations_batch(const Settings& settings, std::span<const Body> world,
                                   std::span<const LinkBall> balls, std::span<const std::uint32_t> first_ball,
                                   std::span<const Pose> poses, std::span<YesNo> results,
                                   std::vector<std::uint32_t>& undecided) {
  return on_device(settings.device, undecided, [&] {
    std::vector<Mesh> meshes;
    for (const Body& body : world) {
      meshes.push_back(kept_mesh(body, {true, false}, settings));
      if (!meshes.back()) return false;
    }
    const std::size_t links = first_ball.size() - 1;
    const std::size_t most = std::max<std::size_t>(1, (std::size_t{1} << 19) / links);
    const std::size_t size = std::min(most, results.size());
    DeviceArray<LinkBall> all_balls(balls.size());
    DeviceArray<std::uint32_t> firsts(first_ball.size());
    if (!balls.empty()) all_balls.fill_from(balls);
    firsts.fill_from(first_ball);
    Slot one(size, links), other(size, links);
    in_chunks(
        results.size(), most, one, other,
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          send(poses.subspan(begin * links, here * links), slot.poses, slot.from, settings.threads, slot.stream);
          const ConfigurationsOnDevice batch{slot.poses.data(),
                                             static_cast<std::uint32_t>(links),
                                             static_cast<std::uint32_t>(here),
                                             all_balls.data(),
                                             firsts.data(),
                                             slot.answers.data(),
                                             slot.undecided.data(),
                                             slot.undecided_count.data(),
                                             slot.scratch.data(),
                                             slot.scratch.size()};
          if (configurations(meshes, batch, slot.stream) != Status::ok)
            throw DeviceFailure("the device refused a batch of configurations");
          fetch(slot.answers, here, slot.said, slot.stream);
        },
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          for (std::size_t i = 0; i < here; ++i) {
            results[begin + i] = {};
            results[begin + i].answer = answer_of(slot.said[i] == DeviceAnswer::yes);
          }
          list_undecided(slot.said, begin, here, undecided);
        });
    return true;
  });
}

}  // namespace graze::gpu
