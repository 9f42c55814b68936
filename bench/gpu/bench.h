// What the parts of the benchmark on a device share.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "graze/gpu.h"

namespace graze::gpu_bench {

inline void need(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "graze_gpu_bench: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <class T>
struct OnDevice {
  T* data = nullptr;
  explicit OnDevice(std::size_t size) { need(cudaMalloc(&data, std::max<std::size_t>(size, 1) * sizeof(T))); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data); }
};

template <class T>
T first_of(const T* on_device) {
  T value{};
  need(cudaMemcpy(&value, on_device, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

// The same numbers on host and device: a hash of a seed and two counters.
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
constexpr std::uint64_t drawn(std::uint64_t seed, std::uint64_t i, std::uint64_t k) {
  return mixed(mixed(seed * 0x9e3779b97f4a7c15u + i) + k * 0xd1342543de82ef95u + 1);
}
constexpr double between_ones(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-52 - 1; }

inline double median_ms(const std::function<void()>& work) {
  cudaEvent_t begin, end;
  need(cudaEventCreate(&begin));
  need(cudaEventCreate(&end));
  work();
  need(cudaDeviceSynchronize());
  std::vector<float> times;
  for (int k = 0; k < 5; ++k) {
    need(cudaEventRecord(begin));
    work();
    need(cudaEventRecord(end));
    need(cudaEventSynchronize(end));
    float ms = 0;
    need(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  return times[2];
}

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void in_threads(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> team;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
    team.emplace_back([&] {
      for (;;) {
        const std::size_t begin = next.fetch_add(4096);
        if (begin >= count) return;
        body(begin, std::min(count, begin + 4096));
      }
    });
  for (std::thread& thread : team) thread.join();
}

inline void row(const char* workload, const std::string& name, double ours_ns, double core_ns,
                std::size_t disagreements, const std::string& more) {
  std::printf(
      "{\"workload\":\"%s\",\"case\":\"%s\",\"peer\":\"graze, all "
      "cores\",\"ours_ns\":%.5g,\"peer_ns\":%.5g,\"ratio\":%.4g,"
      "\"disagreements\":%zu,%s}\n",
      workload, name.c_str(), ours_ns, core_ns, core_ns / ours_ns, disagreements, more.c_str());
  std::fflush(stdout);
}

inline std::size_t wrong = 0;

inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// How often calls on memory of the host are timed; once means plain memory alone, where only answers matter.
inline int host_rounds = 3;

// Nanoseconds an item of a call on memory of the host: with that memory as it is, and pinned.
struct HostLevel {
  double plain = 0, pinned = 0;
};
template <class Call>
HostLevel host_level(std::size_t count, const std::vector<std::pair<const void*, std::size_t>>& memory,
                     const Call& call) {
  const auto median = [&] {
    std::vector<double> times;
    for (int k = 0; k < host_rounds; ++k) {
      const double begin = seconds();
      call();
      times.push_back((seconds() - begin) * 1e9 / static_cast<double>(count));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  };
  HostLevel result;
  result.plain = median();
  if (host_rounds == 1) return result;
  for (const auto& [data, bytes] : memory)
    need(cudaHostRegister(const_cast<void*>(data), bytes, cudaHostRegisterDefault));
  result.pinned = median();
  for (const auto& [data, bytes] : memory) need(cudaHostUnregister(const_cast<void*>(data)));
  return result;
}

// How many rays and poses are compared with the core's, and how many are timed.
struct MeshCounts {
  std::uint32_t rays = 1000000, rays_timed = 10000000, poses = 200000, poses_timed = 1000000;
  // The first so many kinds of rays and of poses; robots, and those of convex pieces.
  std::uint32_t aims = 4, nears = 5, robots = 1, hulls = 1;
  std::vector<std::string> files;    // OBJ files
  std::vector<std::uint32_t> knots;  // meshes that are made here, of so many triangles; none: of 70,000 and a million
};

// Rays and poses of each mesh.
void rays_and_poses(const MeshCounts& counts);

// Sheets of side x side vertices.
void cloth(std::uint32_t side, bool check);

}  // namespace graze::gpu_bench
