// The threads of an engine's job system run the library's parallel loops, with the same answers.
#include <graze/graze.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace {

// Where an engine would hand its jobs to its workers, this starts threads.
class EngineJobs : public graze::Jobs {
 public:
  int threads() const noexcept override { return 4; }
  void run(std::size_t count, const std::function<void(std::size_t)>& job) override {
    ++runs;
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < count; ++i) workers.emplace_back([&job, i] { job(i); });
    job(0);
  }
  std::atomic<int> runs{0};
};

}  // namespace

int main() {
  const graze::Body body{graze::make_terrain(3, 3, 1, 1, {0, 0, 0, 0, 1, 0, 0, 0, 0}), graze::Pose{}};
  std::vector<graze::Ray> rays;
  for (int i = 0; i < 1000; ++i) rays.push_back({.origin = {i * 0.002, 0.7, 5}, .direction = {0, 0, -1}});
  const std::vector<graze::RayResult> before = graze::cast(body, rays, {.threads = 0});

  const auto jobs = std::make_shared<EngineJobs>();
  graze::set_jobs(jobs);
  const std::vector<graze::RayResult> after = graze::cast(body, rays, {.threads = 0});
  graze::set_jobs(nullptr);

  std::size_t equal = 0;
  for (std::size_t i = 0; i < rays.size(); ++i) equal += before[i].closest.t == after[i].closest.t ? 1 : 0;
  std::printf("%d loops in the engine's threads, %zu of %zu answers the same\n", jobs->runs.load(), equal, rays.size());
  return jobs->runs > 0 && equal == rays.size() ? 0 : 1;
}
