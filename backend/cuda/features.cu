// ccd of pairs of features, in three stages: float with bounds, doubles with bounds, and a list for exact arithmetic.
//
// The first stage reads everything once, at the speed of memory: a block brings the points of its pairs into shared
// memory in the order in which they lie, whatever pair they belong to. What it cannot prove apart goes to a list, in
// any order; the second stage (feature_search.h) works on that list. What is left is listed in order by a scan of the
// answers.
#include <algorithm>
#include <vector>

#include "backend/cuda/device_memory.h"
#include "backend/cuda/feature_search.h"
#include "backend/cuda/host_batches.h"
#include "backend/cuda/host_pipeline.h"
#include "backend/cuda/lists.h"

namespace graze::gpu {
namespace {

constexpr int block_size = search_block;
// Doubles of a pair in shared memory: 24, and one more so that the threads of a warp read different banks.
constexpr int numbers = 12, stride = 2 * numbers + 1;

template <int Count>
__global__ void __launch_bounds__(block_size)
    filter_features(const double* at_0, const double* at_1, std::uint32_t count, DeviceAnswer* answers,
                    std::uint32_t* list, std::uint32_t* listed) {
  __shared__ double points[block_size * stride];
  const std::size_t first = std::size_t{blockIdx.x} * block_size;
  const int here = static_cast<int>(std::min(std::size_t{block_size}, count - first));
  const double *from_0 = at_0 + first * numbers, *from_1 = at_1 + first * numbers;
  const auto place = [](int k) { return k / numbers * stride + k % numbers; };
  if (here == block_size) {  // all on their way at once
    double start[numbers], end[numbers];
#pragma unroll
    for (int k = 0; k < numbers; ++k) {
      start[k] = from_0[k * block_size + threadIdx.x];
      end[k] = from_1[k * block_size + threadIdx.x];
    }
#pragma unroll
    for (int k = 0; k < numbers; ++k) {
      points[place(k * block_size + threadIdx.x)] = start[k];
      points[place(k * block_size + threadIdx.x) + numbers] = end[k];
    }
  } else {
    for (int k = threadIdx.x; k < here * numbers; k += block_size) {
      points[place(k)] = from_0[k];
      points[place(k) + numbers] = from_1[k];
    }
  }
  __syncthreads();
  bool open = false;
  const auto i = static_cast<std::uint32_t>(first) + threadIdx.x;
  if (static_cast<int>(threadIdx.x) < here) {
    const auto* begin = reinterpret_cast<const Vec3*>(points + threadIdx.x * stride);
    DeviceAnswer answer = DeviceAnswer::no;
    if (!all_finite(begin) || !all_finite(begin + 4)) {
      answer = DeviceAnswer::invalid;
    } else {
      open = !clear_at_once<Count>(begin, begin + 4);
      if (open) answer = DeviceAnswer::undecided;
    }
    answers[i] = answer;
  }
  const std::uint32_t place_in_list = place_in_block<block_size>(open, listed);
  if (open) list[place_in_list] = i;
}

// Pairs as they are given, and their answers.
struct GivenPairs {
  const FourPoints *at_0, *at_1;

  __device__ PairPoints operator()(std::uint32_t i) const {
    PairPoints points;
    for (int k = 0; k < 4; ++k) {
      points.at_0[k] = reinterpret_cast<const Vec3*>(at_0 + i)[k];
      points.at_1[k] = reinterpret_cast<const Vec3*>(at_1 + i)[k];
    }
    return points;
  }
};
struct Answers {
  DeviceAnswer* answers;
  double* brackets;

  __device__ void no(std::uint32_t i) const { answers[i] = DeviceAnswer::no; }
  __device__ void yes(std::uint32_t i, double lo, double hi) const {
    answers[i] = DeviceAnswer::yes;
    if (brackets == nullptr) return;
    brackets[2 * std::size_t{i}] = lo;
    brackets[2 * std::size_t{i} + 1] = hi;
  }
  __device__ void open(std::uint32_t) const {}  // as the first stage left it
};

struct Parts {
  Scratch scratch;
  UndecidedList undecided;
  Todo todo[2];

  Parts(std::uint32_t count, Scratch space) : scratch(space), undecided(count, scratch) {
    for (Todo& list : todo) list = Todo::take(scratch, count);
  }
};

template <int Count>
void launch(const CcdOnDevice& batch, const Parts& parts, cudaStream_t stream) {
  const auto& [one, other] = parts.todo;
  one.clear(stream);
  filter_features<Count><<<blocks_for(batch.count, block_size), block_size, 0, stream>>>(
      reinterpret_cast<const double*>(batch.at_0), reinterpret_cast<const double*>(batch.at_1), batch.count,
      batch.answers, one.list, one.count);
  search<Count>(GivenPairs{batch.at_0, batch.at_1}, one, other, batch.count, Answers{batch.answers, batch.brackets},
                stream);
}

}  // namespace

std::size_t ccd_scratch(std::uint32_t count) { return Parts(count, {}).scratch.used(); }

Status ccd(CcdKind kind, const CcdOnDevice& batch, void* stream_pointer) {
  const auto stream = static_cast<cudaStream_t>(stream_pointer);
  Parts parts(batch.count, {batch.scratch, batch.scratch_bytes});
  if (!parts.scratch.fits()) return Status::out_of_memory;
  cudaMemsetAsync(batch.undecided_count, 0, sizeof(std::uint32_t), stream);
  if (batch.count == 0) return launched();
  if (kind == CcdKind::vertex_face)
    launch<3>(batch, parts, stream);
  else
    launch<4>(batch, parts, stream);
  parts.undecided.write(batch.answers, batch.count, batch.undecided, batch.undecided_count, stream);
  return launched();
}

namespace {

// The arrays of one chunk of pairs; the items are where they start.
struct Slot : ChunkSlot<FourPoints> {
  DeviceArray<FourPoints> ends;
  DeviceArray<double> brackets;
  PinnedArray<FourPoints> from_ends;
  PinnedArray<double> spans;

  explicit Slot(std::size_t count)
      : ChunkSlot(count, 1, ccd_scratch(static_cast<std::uint32_t>(count))),
        ends(count),
        brackets(2 * count),
        from_ends(count),
        spans(2 * count) {
    // Only hits have a bracket; all are copied back.
    check(cudaMemsetAsync(brackets.data(), 0, brackets.bytes(), stream), "memory of the device");
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() { cudaStreamSynchronize(stream); }  // before the arrays go
};

CcdResult result_of(DeviceAnswer answer, const double* bracket) {
  CcdResult result;
  result.tolerance = 0;
  if (answer == DeviceAnswer::no) {
    result.answer = Answer::no;
  } else if (answer == DeviceAnswer::yes) {
    result.answer = Answer::yes;
    result.lower = bracket[0];
    result.upper = bracket[1];
  } else {
    result = {};
    result.status = Status::invalid;
  }
  return result;
}

}  // namespace

DeviceOutcome ccd_batch(const Settings& settings, CcdKind kind, std::span<const FourPoints> at_0,
                        std::span<const FourPoints> at_1, std::span<CcdResult> results,
                        std::vector<std::uint32_t>& undecided) {
  constexpr std::size_t most = std::size_t{1} << 18;
  return on_device(settings.device, undecided, [&] {
    const std::size_t size = std::min(most, at_0.size());
    Slot one(size), other(size);
    in_chunks(
        at_0.size(), most, one, other,
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          send(at_0.subspan(begin, here), slot.items, slot.from, settings.threads, slot.stream);
          send(at_1.subspan(begin, here), slot.ends, slot.from_ends, settings.threads, slot.stream);
          const CcdOnDevice batch{slot.items.data(),           slot.ends.data(),     static_cast<std::uint32_t>(here),
                                  slot.answers.data(),         slot.brackets.data(), slot.undecided.data(),
                                  slot.undecided_count.data(), slot.scratch.data(),  slot.scratch.size()};
          if (ccd(kind, batch, slot.stream) != Status::ok)
            throw DeviceFailure("the device refused a batch of features");
          fetch(slot.answers, here, slot.said, slot.stream);
          fetch(slot.brackets, 2 * here, slot.spans, slot.stream);
        },
        [&](Slot& slot, std::size_t begin, std::size_t here) {
          parallel_for(here, 8192, settings.threads, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i)
              results[begin + i] = result_of(slot.said[i], slot.spans.data() + 2 * i);
          });
          list_undecided(slot.said, begin, here, undecided);
        });
    return true;
  });
}

}  // namespace graze::gpu
