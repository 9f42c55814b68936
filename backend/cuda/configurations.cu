// Configurations of a robot made of balls or convex pieces against meshes. Of balls a thread takes a link in one
// configuration, of convex pieces a warp one of them, and looks whether another has touched something already.
#include <algorithm>
#include <vector>

#include "backend/cuda/ball_walk.h"
#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/mesh_layout.h"
#include "backend/cuda/pose_warp.h"

namespace graze::gpu {
namespace {

constexpr int block_size = 128, blocks_together = 8;

// What the threads of a configuration say, each by a store that none takes back: so that it does not matter which of
// them is first.
struct Notes {
  char* touching;  // a ball touches for sure
  char* open;      // of a ball that is not known
  char* odd;       // a pose is for the core, whatever else is known: a configuration with an invalid one has no answer
};

// Balls of which a field does not tell, for threads of their own; those for which there is no room are looked at at
// once.
struct BallList {
  uint2* list;  // a configuration and a ball
  unsigned long long* count;
  std::uint64_t capacity;
};
constexpr std::uint32_t listed_balls = 4;  // room for so many a configuration

// Notes what is known of a ball of a configuration.
__device__ void note(const Notes& notes, std::uint64_t configuration, Meet meet, bool solid) {
  if (meet == Meet::yes) *static_cast<volatile char*>(notes.touching + configuration) = 1;
  // Apart from the surface of a solid it may be inside.
  if (meet == Meet::open || (meet == Meet::no && solid)) notes.open[configuration] = 1;
}

__device__ __noinline__ Meet walk_at_once(const RayScene& scene, Vec3 centre, double radius) {
  return BallWalk(scene.frame, centre, radius).run(scene);
}

// A thread takes one link in one configuration and the balls on it, one after the other. (A thread for each ball, and
// warps that gather the balls that come near, were slower on an H200.)
template <bool Field>
__global__ void __launch_bounds__(block_size, blocks_together)
    ask_links(RayScene scene, const std::uint32_t* field, BallList later, bool solid, const Pose* poses,
              std::uint32_t links, std::uint64_t threads, const LinkBall* balls, const std::uint32_t* first_ball,
              Notes notes) {
  const std::uint64_t thread = std::uint64_t{blockIdx.x} * block_size + threadIdx.x;
  if (thread >= threads) return;
  const auto link = static_cast<std::uint32_t>(thread % links);
  const std::uint64_t configuration = thread / links;
  const std::uint32_t begin = first_ball[link], end = first_ball[link + 1];
  if (begin == end) return;
  const Pose pose = poses[thread];
  if ((!Field && !follow(scene)) || !keeps_balls(pose)) {
    notes.odd[configuration] = 1;
    return;
  }
  volatile char* touching = notes.touching + configuration;
  for (std::uint32_t k = begin; k < end && *touching == 0; ++k) {
    const Vec3 centre = posed_by(pose, balls[k].centre);
    const BallWalk ball(scene.frame, centre, balls[k].radius);
    if (ball.far) continue;
    if constexpr (Field) {
      const auto word = [&](int x, int y, int z) { return field[field_index(x, y, z)]; };
      const Meet meet = ball.usable ? ball.by_field(word) : Meet::open;
      if (meet == Meet::open) {
        const std::uint64_t place = atomicAdd(later.count, 1ull);
        if (place < later.capacity)
          later.list[place] = make_uint2(static_cast<std::uint32_t>(configuration), k);
        else
          note(notes, configuration, walk_at_once(scene, centre, balls[k].radius), solid);
      } else {
        note(notes, configuration, meet, solid);
      }
    } else {
      note(notes, configuration, ball.run(scene), solid);
    }
  }
}

__global__ void __launch_bounds__(block_size, blocks_together)
    ask_balls(RayScene scene, BallList later, bool solid, const Pose* poses, std::uint32_t links, const LinkBall* balls,
              Notes notes) {
  const std::uint64_t listed = *later.count, count = listed < later.capacity ? listed : later.capacity;
  for (std::uint64_t k = blockIdx.x * block_size + threadIdx.x; k < count; k += gridDim.x * block_size) {
    const uint2 item = later.list[k];
    if (*static_cast<volatile char*>(notes.touching + item.x) != 0) continue;
    const LinkBall mine = balls[item.y];
    const BallWalk ball(scene.frame, posed_by(poses[std::size_t{item.x} * links + mine.link], mine.centre),
                        mine.radius);
    note(notes, item.x, ball.run(scene), solid);
  }
}

// One piece of a robot against one body: a warp a configuration.
__global__ void __launch_bounds__(warp_size, 24)
    ask_hull(PairMesh body, MeshParts body_parts, PairMesh hull, HullParts hull_parts, const Pose* poses,
             std::uint32_t links, std::uint32_t link, std::uint32_t count, Notes notes) {
  __shared__ PoseStack walk;
  const std::uint32_t i = blockIdx.x;
  if (i >= count) return;
  const Pose pose = poses[std::size_t{i} * links + link];
  const bool first = threadIdx.x == 0;
  PoseMap map;
  if (!follow(body) || make_map(body.frame, hull.frame, pose, map) != PoseStart::ready) {
    if (first) notes.odd[i] = 1;
    return;
  }
  if (*static_cast<volatile char*>(notes.touching + i) != 0) return;
  const Reach reach(hull_margin * body.frame.scale, body.frame);
  bool all_apart = false;
  const Meet meet = walk_pose<Ask::meet_or_beyond>(body, hull, pose, map, reach, true, walk, all_apart);
  if (meet == Meet::yes && first) notes.touching[i] = 1;
  bool open = meet == Meet::open;
  // Surfaces apart, but not their boxes: a part of the body may be inside the piece, or the piece in a solid.
  if (meet == Meet::no && !all_apart) {
    open = body_parts.solid || body_parts.count == 0;
    for (std::uint32_t k = 0; k < body_parts.count && !open; ++k) {
      const Vec3 corner = body.vertices[body_parts.corners[k]];
      open = !__any_sync(~0u, outside_by_face(hull, hull_parts, pose, corner, threadIdx.x, warp_size));
    }
  }
  if (open && first) notes.open[i] = 1;
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
  BallList later;

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {
    notes = {scratch.take<char>(count), scratch.take<char>(count), scratch.take<char>(count)};
    const std::size_t room = std::size_t{listed_balls} * count;
    later = {scratch.take<uint2>(room), scratch.take<unsigned long long>(1), room};
  }
};

}  // namespace

std::size_t configurations_scratch(std::uint32_t count) { return Parts(count, {}).scratch.used(); }

namespace {

// ask(body, parts) starts the kernels for one body of the world.
template <class AskBody>
Status ask_world(std::span<const Mesh> world, const ConfigurationsOnDevice& batch, cudaStream_t stream,
                 const AskBody& ask) {
  if (batch.links == 0 || batch.count > 0x7fffffffu) return Status::invalid;
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  for (char* note : {parts.notes.touching, parts.notes.open, parts.notes.odd})
    cudaMemsetAsync(note, 0, batch.count, stream);
  for (const Mesh& mesh : world) ask(*MeshInternals::data(mesh), parts);
  settle<<<blocks_for(batch.count, 256), 256, 0, stream>>>(parts.notes, batch.count, batch.answers);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

}  // namespace

Status configurations(std::span<const Mesh> world, const ConfigurationsOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  for (const Mesh& mesh : world) {
    const MeshData* data = MeshInternals::data(mesh);
    if (data == nullptr || !data->for_rays()) return Status::invalid;
  }
  const std::uint64_t threads = std::uint64_t{batch.count} * batch.links;
  return ask_world(world, batch, stream, [&](const MeshData& data, const Parts& parts) {
    const std::uint32_t* field = data.field(threads, stream);
    const auto ask = field == nullptr ? ask_links<false> : ask_links<true>;
    cudaMemsetAsync(parts.later.count, 0, sizeof *parts.later.count, stream);
    ask<<<blocks_for(threads, block_size), block_size, 0, stream>>>(data.ray_scene(), field, parts.later, data.solid,
                                                                    batch.poses, batch.links, threads, batch.balls,
                                                                    batch.first_ball, parts.notes);
    if (field == nullptr) return;
    ask_balls<<<std::min(blocks_for(threads, block_size), blocks_at_once(ask_balls, block_size)), block_size, 0,
                stream>>>(data.ray_scene(), parts.later, data.solid, batch.poses, batch.links, batch.balls,
                          parts.notes);
  });
}

Status configurations(std::span<const Mesh> world, std::span<const HullOnDevice> hulls,
                      const ConfigurationsOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  for (const Mesh& mesh : world) {
    const MeshData* data = MeshInternals::data(mesh);
    if (data == nullptr || !data->for_pairs() || data->hull.faces > 0) return Status::invalid;
  }
  for (const HullOnDevice& piece : hulls) {
    const MeshData* data = MeshInternals::data(piece.hull);
    if (data == nullptr || data->hull.faces == 0 || !data->in_own_frame || piece.link >= batch.links)
      return Status::invalid;
  }
  return ask_world(world, batch, stream, [&](const MeshData& data, const Parts& parts) {
    const MeshParts body_parts{data.parts.data(), static_cast<std::uint32_t>(data.parts.size()), data.solid};
    for (const HullOnDevice& piece : hulls) {
      const MeshData& hull = *MeshInternals::data(piece.hull);
      ask_hull<<<batch.count, warp_size, 0, stream>>>(data.pair_mesh(), body_parts, hull.pair_mesh(), hull.hull,
                                                      batch.poses, batch.links, piece.link, batch.count, parts.notes);
    }
  });
}

namespace {

// In chunks: launch(batch, stream) asks about one.
template <class Launch>
void ask_in_chunks(const Settings& settings, std::size_t links, std::span<const Pose> poses, std::span<YesNo> results,
                   std::vector<std::uint32_t>& undecided, const Launch& launch) {
  using Slot = ChunkSlot<Pose>;
  const std::size_t most = std::max<std::size_t>(1, (std::size_t{1} << 19) / links);
  const std::size_t size = std::min(most, results.size());
  const std::size_t space = configurations_scratch(static_cast<std::uint32_t>(size));
  Slot one(size, links, space), other(size, links, space);
  in_chunks(
      results.size(), most, one, other,
      [&](Slot& slot, std::size_t begin, std::size_t here) {
        send(poses.subspan(begin * links, here * links), slot.items, slot.from, settings.threads, slot.stream);
        ConfigurationsOnDevice batch;
        batch.poses = slot.items.data();
        batch.links = static_cast<std::uint32_t>(links);
        batch.count = static_cast<std::uint32_t>(here);
        batch.answers = slot.answers.data();
        batch.undecided = slot.undecided.data();
        batch.undecided_count = slot.undecided_count.data();
        batch.scratch = slot.scratch.data();
        batch.scratch_bytes = slot.scratch.size();
        if (launch(batch, slot.stream) != Status::ok)
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
}

// The bodies of a world; none where one is not for a device.
std::vector<Mesh> kept_world(std::span<const Body> world, MeshUse use, const Settings& settings) {
  std::vector<Mesh> meshes;
  for (const Body& body : world) {
    if (made_of_triangles(body.shape)) meshes.push_back(kept_mesh(body, use, settings));
    if (meshes.empty() || !meshes.back()) return {};
  }
  return meshes;
}

}  // namespace

DeviceOutcome configurations_batch(const Settings& settings, std::span<const Body> world,
                                   std::span<const LinkBall> balls, std::span<const std::uint32_t> first_ball,
                                   std::span<const Pose> poses, std::span<YesNo> results,
                                   std::vector<std::uint32_t>& undecided) {
  return on_device(settings.device, undecided, [&] {
    const std::vector<Mesh> meshes = kept_world(world, {true, false}, settings);
    if (meshes.empty() || meshes.size() != world.size()) return false;
    DeviceArray<LinkBall> all_balls(balls.size());
    DeviceArray<std::uint32_t> firsts(first_ball.size());
    if (!balls.empty()) all_balls.fill_from(balls);
    firsts.fill_from(first_ball);
    ask_in_chunks(settings, first_ball.size() - 1, poses, results, undecided,
                  [&](ConfigurationsOnDevice batch, cudaStream_t stream) {
                    batch.balls = all_balls.data();
                    batch.first_ball = firsts.data();
                    return configurations(meshes, batch, stream);
                  });
    return true;
  });
}

DeviceOutcome hulls_batch(const Settings& settings, std::span<const Body> world, std::span<const LinkHull> hulls,
                          std::uint32_t links, std::span<const Pose> poses, std::span<YesNo> results,
                          std::vector<std::uint32_t>& undecided) {
  return on_device(settings.device, undecided, [&] {
    const std::vector<Mesh> meshes = kept_world(world, {false, true}, settings);
    if (meshes.empty() || meshes.size() != world.size()) return false;
    std::vector<HullOnDevice> pieces;
    for (const LinkHull& piece : hulls) {
      if (!made_of_corners(piece.hull)) return false;
      pieces.push_back({piece.link, kept_mesh({piece.hull, {}}, {false, true}, settings)});
      if (!pieces.back().hull) return false;
    }
    ask_in_chunks(settings, links, poses, results, undecided,
                  [&](const ConfigurationsOnDevice& batch, cudaStream_t stream) {
                    return configurations(meshes, pieces, batch, stream);
                  });
    return true;
  });
}

}  // namespace graze::gpu
