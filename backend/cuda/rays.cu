// Rays against a mesh, in four steps: setting out in double, a walk in float with bounds, a second walk in doubles and
// pairs of doubles for those of which float is not sure, and beside it the parameter of each hit of the first.
//
// The first walk is a persistent one: a warp takes steps at nodes while enough of its rays are at nodes, then steps at
// triangles, and takes new rays when eight of its threads have none, from a run of rays that it has asked for at once.
// The rays that enter the tree's box are packed for it, in any order; answers are written by the numbers of the rays,
// so that order does not matter.
#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "backend/cuda/device_mesh.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/lists.h"

namespace graze::gpu {
namespace {

constexpr int block_size = 128, refill = 8, at_nodes = 8, at_triangles = 4;

// So many rays a warp asks for at once: what adds to one number waits for others.
constexpr std::uint32_t rays_at_once = 128;

// The rays of the threads of a warp, read in the order in which they lie in memory and handed out through shared
// memory: threads that read their own rays would touch a line of memory each, again and again. There is room for one
// number more in each ray, so that threads read different banks.
constexpr int ray_words = sizeof(Ray) / 8, ray_stride = ray_words + 1;
struct WarpRays {
  std::uint64_t words[warp_size * ray_stride];
};
static_assert(sizeof(Ray) % 8 == 0 && alignof(Ray) == 8);
__device__ const Ray& read_together(const Ray* rays, std::uint32_t count, WarpRays& shared) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warp_size, first = i - lane;
  const std::uint32_t here = first >= count ? 0 : ::min(count - first, static_cast<std::uint32_t>(warp_size));
  const auto* from = reinterpret_cast<const std::uint64_t*>(rays + first);
#pragma unroll
  for (int k = 0; k < ray_words; ++k) {
    const std::uint32_t at = k * warp_size + lane;
    if (at < here * ray_words) shared.words[at / ray_words * ray_stride + at % ray_words] = from[at];
  }
  __syncwarp();
  return *reinterpret_cast<const Ray*>(shared.words + lane * ray_stride);
}

// The same for the triangles of the threads of a warp, of which those without one have no_triangle: each number of a
// corner, and then each coordinate, is read by the thread whose turn it is.
struct WarpTriangles {
  double coordinates[warp_size * 9];
  std::uint32_t corners[warp_size * 3];
};
__device__ const Triangle& read_together(const RayScene& scene, std::uint32_t triangle, WarpTriangles& shared) {
  const std::uint32_t lane = threadIdx.x % warp_size;
  const auto* corners = reinterpret_cast<const std::uint32_t*>(scene.corners);
  const auto* coordinates = reinterpret_cast<const double*>(scene.vertices);
#pragma unroll
  for (std::uint32_t at = lane; at < warp_size * 3; at += warp_size) {
    const std::uint32_t of = __shfl_sync(~0u, triangle, static_cast<int>(at / 3));
    shared.corners[at] = of == no_triangle ? no_triangle : corners[3 * std::size_t{of} + at % 3];
  }
  __syncwarp();
#pragma unroll
  for (std::uint32_t at = lane; at < warp_size * 9; at += warp_size) {
    const std::uint32_t corner = shared.corners[at / 3];
    if (corner != no_triangle) shared.coordinates[at] = coordinates[3 * std::size_t{corner} + at % 3];
  }
  __syncwarp();
  return *reinterpret_cast<const Triangle*>(shared.coordinates + lane * 9);
}
static_assert(sizeof(Index3) == 12 && sizeof(Vec3) == 24 && sizeof(Triangle) == 72);

struct Counters {
  std::uint32_t entering, taken, unsure;
};

__global__ void __launch_bounds__(block_size)
    set_out_all(RayScene scene, const Ray* rays, std::uint32_t count, FloatRay* packed, DeviceAnswer* answers,
                std::uint32_t* triangles, Counters* counters) {
  __shared__ WarpRays warps[block_size / warp_size];
  const Ray& given = read_together(rays, count, warps[threadIdx.x / warp_size]);
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x;
  FloatRay ray;
  RayUnits units;
  bool enters = false;
  const bool usable = follow(scene);
  if (i < count) {
    RayStart start = set_out(scene.frame, given, i, ray, units);
    if (!usable && start != RayStart::invalid) start = RayStart::far;
    enters = start == RayStart::enters;
    triangles[i] = no_triangle;
    answers[i] = start == RayStart::misses    ? DeviceAnswer::no
                 : start == RayStart::invalid ? DeviceAnswer::invalid
                                              : DeviceAnswer::undecided;
  }
  const std::uint32_t place = place_in_block<block_size>(enters, &counters->entering);
  if (!enters) return;
  auto* to = reinterpret_cast<float4*>(packed + place);
  const auto* from = reinterpret_cast<const FourFloats*>(&ray);
  for (int k = 0; k < 4; ++k) to[k] = make_float4(from[k].x, from[k].y, from[k].z, from[k].w);
}

// Nine blocks at once take 56 registers a thread, which is enough.
template <bool Any>
__global__ void __launch_bounds__(block_size, 9)
    walk_in_float(RayScene scene, const FloatRay* packed, DeviceAnswer* answers, std::uint32_t* triangles,
                  std::uint32_t* unsure, Counters* counters) {
  const unsigned lane = threadIdx.x % warp_size;
  const std::uint32_t count = counters->entering;
  FloatWalk ray;
  PutOff put_off;
  std::uint32_t next = 0, end = 0;  // of the rays that the warp has asked for
  bool all_taken = false;
  ray.walk.active = false;
  const auto finish = [&] {
    const bool sure = ray.nearest.sure();
    const std::uint32_t triangle = ray.nearest.triangle;
    if (sure) {
      triangles[ray.number] = triangle;
      answers[ray.number] = triangle == no_triangle ? DeviceAnswer::no : DeviceAnswer::yes;
    } else {
      unsure[atomicAdd(&counters->unsure, 1u)] = ray.number;
    }
  };
  for (;;) {
    unsigned active = __ballot_sync(~0u, ray.walk.active);
    if (!all_taken && __popc(active) <= warp_size - refill) {
      if (next == end) {
        if (lane == 0) next = atomicAdd(&counters->taken, rays_at_once);
        next = ::min(__shfl_sync(~0u, next, 0), count);
        end = ::min(next + rays_at_once, count);
        all_taken = next == end;
        for (std::uint32_t k = next + 2 * lane; k < end; k += 2 * warp_size)  // two rays are in a line of memory
          asm volatile("prefetch.global.L2 [%0];" ::"l"(packed + k));
      }
      const unsigned idle = ~active;
      if (!ray.walk.active) {
        const std::uint32_t k = next + __popc(idle & ((1u << lane) - 1));
        if (k < end) {
          FloatRay mine;
          auto* to = reinterpret_cast<FourFloats*>(&mine);
          for (int j = 0; j < 4; ++j) to[j] = read_four(reinterpret_cast<const FourFloats*>(packed + k) + j);
          ray.start(mine, scene.root);
        }
      }
      next = ::min(next + __popc(idle), end);
      active = __ballot_sync(~0u, ray.walk.active);
    }
    if (active == 0) break;
    for (int step = 0;; ++step) {
      const unsigned here = __ballot_sync(~0u, ray.walk.at_node()), there = __ballot_sync(~0u, ray.walk.at_leaf());
      if (here == 0 || (step > 0 && __popc(here) < at_nodes && there != 0) ||
          (step > 0 && !all_taken && __popc(here | there) <= warp_size - refill))
        break;
      if (ray.walk.at_node()) {
        ray.pass_node(scene, put_off);
        if (!ray.walk.active) finish();
      }
      __syncwarp();
    }
    for (int step = 0;; ++step) {
      const unsigned here = __ballot_sync(~0u, ray.walk.at_leaf()), there = __ballot_sync(~0u, ray.walk.at_node());
      if (here == 0 || (step > 0 && __popc(here) < at_triangles && there != 0)) break;
      if (ray.walk.at_leaf()) {
        ray.pass_triangle(scene, Any, put_off);
        if (!ray.walk.active) finish();
      }
      __syncwarp();
    }
  }
}

// What the second walk finds of a ray that the first is not sure of.
struct SecondAnswer {
  double parameter;
  std::uint32_t triangle;
  DeviceAnswer answer;
};

// Has a hit on a triangle a parameter that is certain to the last bit, as the core rounds it?
__device__ bool parameter_of(const Ray& ray, const Triangle& triangle, double& parameter) {
  const Meeting met = meeting(RayInDoubles(ray), triangle);
  parameter = met.at.hi;
  return met.rounded();
}

__global__ void __launch_bounds__(block_size)
    walk_in_double(RayScene scene, bool any, bool parameters, const Ray* rays, const std::uint32_t* unsure,
                   const Counters* counters, SecondAnswer* seconds) {
  const std::uint32_t count = counters->unsure;
  (void)follow(scene);  // rays of a body that is not for a device do not come here
  for (std::uint32_t k = blockIdx.x * block_size + threadIdx.x; k < count; k += gridDim.x * block_size) {
    const std::uint32_t i = unsure[k];
    const Ray given = rays[i];
    FloatRay packed;
    RayUnits units;
    SecondAnswer second{0, no_triangle, DeviceAnswer::undecided};
    if (set_out(scene.frame, given, i, packed, units) == RayStart::enters) {
      DoubleWalk ray;
      ray.start(packed, units, given, scene.root);
      ray.run(scene, any);
      second.triangle = ray.nearest.triangle;
      if (ray.nearest.sure()) {
        if (second.triangle == no_triangle)
          second.answer = DeviceAnswer::no;
        else if (!parameters ||
                 parameter_of(given, triangle_of(scene.vertices, scene.corners, second.triangle), second.parameter))
          second.answer = DeviceAnswer::yes;
      }
    }
    seconds[k] = second;
  }
}

__global__ void __launch_bounds__(block_size)
    write_seconds(const std::uint32_t* unsure, const Counters* counters, const SecondAnswer* seconds,
                  DeviceAnswer* answers, std::uint32_t* triangles, double* parameters) {
  const std::uint32_t count = counters->unsure;
  for (std::uint32_t k = blockIdx.x * block_size + threadIdx.x; k < count; k += gridDim.x * block_size) {
    const SecondAnswer second = seconds[k];
    if (second.answer == DeviceAnswer::undecided) continue;
    const std::uint32_t i = unsure[k];
    answers[i] = second.answer;
    triangles[i] = second.triangle;
    if (parameters != nullptr && second.answer == DeviceAnswer::yes) parameters[i] = second.parameter;
  }
}

// The parameters of what the first walk has found; a hit whose parameter is not certain is the core's.
__global__ void __launch_bounds__(block_size)
    find_parameters(RayScene scene, const Ray* rays, std::uint32_t count, DeviceAnswer* answers,
                    const std::uint32_t* triangles, double* parameters) {
  __shared__ WarpRays rays_here[block_size / warp_size];
  __shared__ WarpTriangles triangles_here[block_size / warp_size];
  const std::uint32_t i = blockIdx.x * block_size + threadIdx.x, warp = threadIdx.x / warp_size;
  const bool hit = i < count && answers[i] == DeviceAnswer::yes;
  const Ray& ray = read_together(rays, count, rays_here[warp]);
  const Triangle& triangle = read_together(scene, hit ? triangles[i] : no_triangle, triangles_here[warp]);
  if (!hit) return;
  double parameter = 0;
  if (parameter_of(ray, triangle, parameter))
    parameters[i] = parameter;
  else
    answers[i] = DeviceAnswer::undecided;
}

// A second stream beside the caller's, for a few long walks while others end: a branch of that stream, which waits for
// it again. One for each device, kept; who has it holds the lock while launching.
class Beside {
 public:
  Beside() {
    int device = 0;
    cudaGetDevice(&device);
    static std::mutex& all = *new std::mutex;
    static std::map<int, One>& ones = *new std::map<int, One>;
    const std::lock_guard lock(all);
    one_ = &ones[device];
    lock_ = std::unique_lock(one_->mutex);
    const std::uint64_t context = context_now();
    if (one_->stream != nullptr && one_->context == context) return;
    one_->context = context;
    if (cudaStreamCreateWithFlags(&one_->stream, cudaStreamNonBlocking) != cudaSuccess) one_->stream = nullptr;
    cudaEventCreateWithFlags(&one_->begun, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&one_->ended, cudaEventDisableTiming);
  }
  cudaStream_t branch(cudaStream_t from) {
    if (one_->stream == nullptr) return from;
    cudaEventRecord(one_->begun, from);
    cudaStreamWaitEvent(one_->stream, one_->begun, 0);
    return one_->stream;
  }
  void join(cudaStream_t to) {
    if (one_->stream == nullptr) return;
    cudaEventRecord(one_->ended, one_->stream);
    cudaStreamWaitEvent(to, one_->ended, 0);
  }

 private:
  struct One {
    std::mutex mutex;
    std::uint64_t context = 0;
    cudaStream_t stream = nullptr;
    cudaEvent_t begun = nullptr, ended = nullptr;
  };
  One* one_;
  std::unique_lock<std::mutex> lock_;
};

struct Parts {
  Scratch scratch;
  UndecidedList undecided;
  FloatRay* packed;
  std::uint32_t* unsure;
  SecondAnswer* seconds;
  Counters* counters;

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {
    packed = scratch.take<FloatRay>(count);
    unsure = scratch.take<std::uint32_t>(count);
    // The packed rays are no longer needed when the second walk begins.
    static_assert(sizeof(SecondAnswer) <= sizeof(FloatRay));
    seconds = reinterpret_cast<SecondAnswer*>(packed);
    counters = scratch.take<Counters>(1);
  }
};

}  // namespace

std::size_t rays_scratch(std::uint32_t count) { return Parts(count, {}).scratch.used(); }

Status cast(const Mesh& mesh, const RaysOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  const MeshData* data = MeshInternals::data(mesh);
  if (data == nullptr || !data->for_rays() || batch.count >= most_rays || batch.want == RayWant::all)
    return Status::invalid;
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  const RayScene scene = data->ray_scene();
  const bool any = batch.want == RayWant::any;
  const unsigned blocks = blocks_for(batch.count, block_size);
  cudaMemsetAsync(parts.counters, 0, sizeof(Counters), stream);
  set_out_all<<<blocks, block_size, 0, stream>>>(scene, batch.rays, batch.count, parts.packed, batch.answers,
                                                 batch.triangles, parts.counters);
  const auto walk = any ? walk_in_float<true> : walk_in_float<false>;
  walk<<<std::min(blocks, blocks_at_once(walk, block_size)), block_size, 0, stream>>>(
      scene, parts.packed, batch.answers, batch.triangles, parts.unsure, parts.counters);
  // A few rays take long: beside them the others get their parameters.
  const unsigned few = std::min(blocks, blocks_at_once(walk_in_double, block_size));
  {
    Beside beside;
    walk_in_double<<<few, block_size, 0, beside.branch(stream)>>>(scene, any, batch.parameters != nullptr, batch.rays,
                                                                  parts.unsure, parts.counters, parts.seconds);
    if (batch.parameters != nullptr)
      find_parameters<<<blocks, block_size, 0, stream>>>(scene, batch.rays, batch.count, batch.answers, batch.triangles,
                                                         batch.parameters);
    beside.join(stream);
  }
  write_seconds<<<few, block_size, 0, stream>>>(parts.unsure, parts.counters, parts.seconds, batch.answers,
                                                batch.triangles, batch.parameters);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

namespace {

// The arrays of one chunk of rays.
struct Slot : ChunkSlot<Ray> {
  DeviceArray<std::uint32_t> triangles;
  DeviceArray<double> parameters;
  PinnedArray<std::uint32_t> hit;
  PinnedArray<double> at;

  explicit Slot(std::size_t count)
      : ChunkSlot(count, 1, rays_scratch(static_cast<std::uint32_t>(count))),
        triangles(count),
        parameters(count),
        hit(count),
        at(count) {
    // Only hits have a parameter; all are copied back.
    check(cudaMemsetAsync(parameters.data(), 0, parameters.bytes(), stream), "memory of the device");
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() { cudaStreamSynchronize(stream); }  // before the arrays go
};

}  // namespace

DeviceOutcome rays_batch(const Settings& settings, const Body& body, std::span<const Ray> rays, RayWant want,
                         std::span<RayBrief> briefs, std::vector<std::uint32_t>& undecided) {
  constexpr std::size_t most = std::size_t{1} << 19;
  return on_device(settings.device, undecided, [&] {
    const Mesh mesh = kept_mesh(body, {true, false}, settings);
    if (!mesh) return false;
    const std::size_t size = std::min(most, rays.size());
    Slot one(size), other(size);
    in_chunks(
        rays.size(), most, one, other,
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          send(rays.subspan(begin, here), slot.items, slot.from, settings.threads, slot.stream);
          const RaysOnDevice batch{slot.items.data(),
                                   static_cast<std::uint32_t>(here),
                                   want,
                                   slot.answers.data(),
                                   slot.triangles.data(),
                                   slot.parameters.data(),
                                   slot.undecided.data(),
                                   slot.undecided_count.data(),
                                   slot.scratch.data(),
                                   slot.scratch.size()};
          if (cast(mesh, batch, slot.stream) != Status::ok) throw DeviceFailure("the device refused a batch of rays");
          fetch(slot.answers, here, slot.said, slot.stream);
          fetch(slot.triangles, here, slot.hit, slot.stream);
          fetch(slot.parameters, here, slot.at, slot.stream);
        },
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          parallel_for(here, 8192, settings.threads, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
              RayBrief brief;
              if (slot.said[i] == DeviceAnswer::no)
                brief.answer = Answer::no;
              else if (slot.said[i] == DeviceAnswer::yes)
                brief = {slot.at[i], slot.hit[i], body.shape.tag(slot.hit[i]), Status::ok, Answer::yes};
              else
                brief.status = Status::invalid;
              briefs[begin + i] = brief;
            }
          });
          list_undecided(slot.said, begin, here, undecided);
        });
    return true;
  });
}

}  // namespace graze::gpu
