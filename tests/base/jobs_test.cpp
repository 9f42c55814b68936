// The host's threads in place of the library's: nothing that is answered may show whose they were.
#include "graze/jobs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/executor.h"
#include "graze/graze.h"

namespace graze {
namespace {

// Puts the built-in threads back, whatever a test does.
struct UseJobs {
  explicit UseJobs(std::shared_ptr<Jobs> given) { set_jobs(std::move(given)); }
  ~UseJobs() { set_jobs(nullptr); }
};

// As engines have them: workers that take from one queue. Who waits takes from it as well when it `helps`, whatever is
// next, also of other callers.
class Pool : public Jobs {
 public:
  Pool(int threads, bool helps) : helps_(helps) {
    for (int i = 0; i < threads; ++i) workers_.emplace_back([this] { work(); });
  }
  ~Pool() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  int threads() const noexcept override { return int(workers_.size()) + (helps_ ? 1 : 0); }
  void run(std::size_t count, const std::function<void(std::size_t)>& job) override {
    ++runs;
    std::size_t left = count;
    std::unique_lock lock(mutex_);
    for (std::size_t i = 0; i < count; ++i)
      queue_.push_back([&, i] {
        job(i);
        const std::lock_guard done(mutex_);
        --left;
        changed_.notify_all();
      });
    changed_.notify_all();
    while (left != 0) {
      if (helps_ && !queue_.empty())
        take(lock);
      else
        changed_.wait(lock);
    }
  }

  std::atomic<int> runs{0};

 private:
  void take(std::unique_lock<std::mutex>& lock) {
    const std::function<void()> next = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    next();
    lock.lock();
  }
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ended_ || !queue_.empty(); });
      if (queue_.empty()) return;
      take(lock);
    }
  }

  const bool helps_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  bool ended_ = false;
  std::vector<std::thread> workers_;
};

// One job after the other, in the calling thread, from `first` on, the last one first.
class Serial : public Jobs {
 public:
  explicit Serial(std::size_t first = 0) : first_(first) {}
  int threads() const noexcept override { return 4; }
  void run(std::size_t count, const std::function<void(std::size_t)>& job) override {
    for (std::size_t i = count; i-- > first_;) job(i);
  }

 private:
  std::size_t first_;
};

class Failing : public Jobs {
 public:
  int threads() const noexcept override { return 4; }
  void run(std::size_t, const std::function<void(std::size_t)>& job) override {
    job(0);
    throw std::runtime_error("the host's own");
  }
};

std::vector<std::shared_ptr<Jobs>> every_kind() {
  return {std::make_shared<Pool>(3, false), std::make_shared<Pool>(2, true), std::make_shared<Pool>(1, false),
          std::make_shared<Serial>(), std::make_shared<Serial>(100)};
}

TEST(Jobs, every_index_once) {
  for (const std::shared_ptr<Jobs>& kind : every_kind()) {
    const UseJobs used(kind);
    for (const int threads : {0, 2, 3, 50})
      for (const std::size_t count : {1, 2, 63, 1000}) {
        std::vector<std::atomic<int>> times(count);
        parallel_for(count, 1, threads, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) ++times[i];
        });
        for (const std::atomic<int>& each : times) EXPECT_EQ(each, 1);
      }
  }
}

TEST(Jobs, loops_inside_of_loops_and_forks) {
  for (const std::shared_ptr<Jobs>& kind : every_kind()) {
    const UseJobs used(kind);
    std::atomic<int> sum{0};
    std::function<void(int)> split = [&](int depth) {
      if (depth == 0) {
        parallel_for(10, 1, 0, [&](std::size_t begin, std::size_t end) { sum += int(end - begin); });
        return;
      }
      fork(
          true, [&] { split(depth - 1); }, [&] { split(depth - 1); });
    };
    parallel_for(8, 1, 0, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) with_threads(0, [&] { split(4); });
    });
    EXPECT_EQ(sum, 8 * 16 * 10);
    sum = 0;
    with_threads(0, [&] { split(6); });
    EXPECT_EQ(sum, 64 * 10);
  }
}

TEST(Jobs, what_is_thrown_reaches_the_caller) {
  for (const std::shared_ptr<Jobs>& kind : every_kind()) {
    const UseJobs used(kind);
    const auto throws_at = [](std::size_t place) {
      parallel_for(100, 1, 0, [&](std::size_t begin, std::size_t end) {
        if (begin <= place && place < end) throw std::out_of_range("here");
      });
    };
    EXPECT_THROW(throws_at(0), std::out_of_range);
    EXPECT_THROW(throws_at(77), std::out_of_range);
    EXPECT_THROW(with_threads(0,
                              [&] {
                                fork(
                                    true, [&] { throws_at(3); }, [] {});
                              }),
                 std::out_of_range);
    EXPECT_THROW(with_threads(0,
                              [&] {
                                fork(
                                    true, [] {}, [&] { throws_at(3); });
                              }),
                 std::out_of_range);
    EXPECT_NO_THROW(throws_at(100)) << "and nothing of it is left";
  }
  const UseJobs used(std::make_shared<Failing>());
  EXPECT_THROW(parallel_for(100, 1, 0, [](std::size_t, std::size_t) {}), std::runtime_error);
}

bool rounds_up() {
  const volatile double one = 1, tiny = 0x1p-60;
  const volatile double sum = one + tiny;
  return sum > 1;
}

TEST(Jobs, workers_have_the_standard_floating_point_state) {
  // The host's threads round upward; each is to find its own state again.
  class Upward : public Jobs {
   public:
    int threads() const noexcept override { return 3; }
    void run(std::size_t count, const std::function<void(std::size_t)>& job) override {
      std::vector<std::thread> all;
      for (std::size_t i = 0; i < count; ++i)
        all.emplace_back([&, i] {
          std::fesetround(FE_UPWARD);
          job(i);
          if (!rounds_up()) kept = false;
        });
      for (std::thread& each : all) each.join();
    }
    std::atomic<bool> kept{true};
  };
  const auto upward = std::make_shared<Upward>();
  const UseJobs used(upward);
  std::atomic<bool> standard{true};
  parallel_for(1000, 1, 0, [&](std::size_t, std::size_t) {
    if (rounds_up()) standard = false;
  });
  EXPECT_TRUE(standard);
  EXPECT_TRUE(upward->kept);
}

// A hill of 2 * 99 * 99 triangles, so that trees are built in several threads.
Shape hill(unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> height(0, 1);
  std::vector<double> heights(100 * 100);
  for (double& each : heights) each = height(random);
  return make_terrain(100, 100, 0.1, 0.1, std::move(heights));
}

struct Answers {
  std::vector<RayResult> rays;
  CollideResult pairs, self;
  std::vector<DistanceResult> distances;
};

// Of new shapes, so that their trees are built by whoever runs the jobs.
Answers ask() {
  const Body a{hill(1), Pose{}}, b{hill(2), make_pose({0.05, 0.03, 0.2}, normalized({0.1, 0.2, 0, 1}))};
  std::vector<Ray> rays;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> place(0, 10);
  for (int i = 0; i < 2000; ++i) rays.push_back({{place(random), place(random), 5}, {0.1, 0.2, -1}});
  std::vector<Pose> poses;
  for (int i = 0; i < 20; ++i) poses.push_back(make_pose({place(random), 0, 2}));
  Answers answers;
  answers.rays = cast(a, rays, {.threads = 0});
  answers.pairs = collide(a, b, {.all = true, .threads = 0});
  answers.self = self_collide(b, {.all = true, .threads = 0});
  answers.distances = find_distance(a, make_box({0.3, 0.2, 0.1}), poses, {.threads = 0});
  return answers;
}

void expect_equal(const Answers& x, const Answers& y) {
  ASSERT_EQ(x.rays.size(), y.rays.size());
  for (std::size_t i = 0; i < x.rays.size(); ++i) {
    EXPECT_EQ(x.rays[i].answer, y.rays[i].answer);
    if (!x.rays[i].yes()) continue;
    EXPECT_EQ(x.rays[i].closest.t, y.rays[i].closest.t);
    EXPECT_EQ(x.rays[i].closest.triangle, y.rays[i].closest.triangle);
    EXPECT_EQ(x.rays[i].closest.point, y.rays[i].closest.point);
    EXPECT_EQ(x.rays[i].counters.box_tests, y.rays[i].counters.box_tests) << "another tree was built";
  }
  EXPECT_GT(x.pairs.pairs.size(), 100u);
  EXPECT_EQ(x.pairs.pairs, y.pairs.pairs);
  EXPECT_EQ(x.self.pairs, y.self.pairs);
  for (std::size_t i = 0; i < x.distances.size(); ++i) {
    EXPECT_EQ(x.distances[i].distance, y.distances[i].distance);
    EXPECT_EQ(x.distances[i].point_a, y.distances[i].point_a);
    EXPECT_EQ(x.distances[i].feature_a, y.distances[i].feature_a);
  }
}

TEST(Jobs, no_answer_depends_on_them) {
  const Answers built_in = ask();
  for (const std::shared_ptr<Jobs>& kind : every_kind()) {
    const UseJobs used(kind);
    expect_equal(built_in, ask());
  }
  const auto pool = std::make_shared<Pool>(3, false);
  const UseJobs used(pool);
  expect_equal(built_in, ask());
  EXPECT_GE(pool->runs, 4) << "the host's threads were asked";
}

// Callers that need the tree of one shape at the same time, in a pool whose waiting threads take up the jobs of others:
// one that builds it and takes up a job which waits for it would wait for itself.
TEST(Jobs, who_builds_a_tree_waits_for_nobody_who_needs_it) {
  const auto pool = std::make_shared<Pool>(2, true);
  const UseJobs used(pool);
  const Ray down{{5.03, 5.02, 5}, {0, 0, -1}};
  const std::vector<Ray> rays(1000, down);
  for (unsigned round = 0; round < 20; ++round) {
    const Body body{hill(round), Pose{}};
    std::atomic<int> hits{0};
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i)
      callers.emplace_back([&] {
        for (const RayResult& each : cast(body, rays, {.threads = 0})) hits += each.yes() ? 1 : 0;
      });
    for (std::thread& each : callers) each.join();
    EXPECT_EQ(hits, 3000);
  }
}

TEST(Jobs, may_be_set_while_loops_run) {
  std::atomic<bool> stop{false};
  std::thread setter([&] {
    while (!stop) {
      set_jobs(std::make_shared<Pool>(2, true));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      set_jobs(nullptr);
    }
  });
  std::vector<std::thread> askers;
  for (int i = 0; i < 2; ++i)
    askers.emplace_back([] {
      for (int round = 0; round < 300; ++round) {
        std::atomic<std::size_t> sum{0};
        parallel_for(500, 5, 0, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
        EXPECT_EQ(sum, 500u);
      }
    });
  for (std::thread& each : askers) each.join();
  stop = true;
  setter.join();
  set_jobs(nullptr);
  EXPECT_EQ(jobs(), nullptr);
}

}  // namespace
}  // namespace graze
