// Threads that edit a world while it is stepped: nothing is lost, nothing done twice, memory stays bounded.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "graze/pipeline.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"

namespace graze::property {

// One thread's edits, of objects of its own and of one object that all move.
class Editor {
 public:
  Editor(std::uint64_t seed, std::size_t which) : dice_(seed + which), key_((which + 1) << 40) {}

  void edit(World& world, const Shape& shape, const Transform& common) {
    const int choice = ids_.empty() ? 0 : dice_.integer(0, 10);
    const Vec3 at = dice_.in_cube(6);
    if (choice == 0 && ids_.size() < 20) {
      ++key_;
      ids_.push_back({key_, world.add({shape, make_pose(at)}, {.key = key_})});
      places_.push_back(at);
    } else if (choice == 1) {
      world.remove(ids_.back().second);
      ids_.pop_back();
      places_.pop_back();
    } else if (choice == 2) {
      common.set(make_pose(at));
    } else if (choice == 3) {
      world.set_interest(ids_.front().second, common.id(), Interest::off);
    } else if (choice == 4) {
      world.sleep(ids_[dice_.bits() % ids_.size()].second);
    } else if (!ids_.empty()) {
      const std::size_t which = dice_.bits() % ids_.size();
      places_[which] = at;
      world.move(ids_[which].second, make_pose(at));
    }
  }

  std::size_t size() const { return ids_.size(); }
  // Empty, or which of its objects is not as it was left.
  std::string compare(const World& world) const {
    for (std::size_t i = 0; i < ids_.size(); ++i)
      if (world.find(ids_[i].first) != ids_[i].second || !(world.body(ids_[i].second).pose.translation == places_[i]))
        return "object " + std::to_string(ids_[i].first) + " is not as it was left";
    return {};
  }

 private:
  oracle::Dice dice_;
  std::uint64_t key_;
  std::vector<std::pair<std::uint64_t, ObjectId>> ids_;
  std::vector<Vec3> places_;
};

// Empty, or how the pairs differ from those of the world as the step found it: every pair asked for itself, in the
// order of keys. In the thread that steps; edits may go on.
inline std::string compare_with_all_pairs(const World& world, const StepResult& step, Tally& tally) {
  const std::vector<ObjectId> all = world.objects();
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const ObjectId a = all[i], b = all[j];
      const bool wanted = world.interested(a, b), hit = wanted && collide(world.body(a), world.body(b)).yes();
      if (wanted) tally.count("pairs", hit);
      if (!hit) continue;
      if (next == step.pairs.size() || step.pairs[next].a != a || step.pairs[next].b != b)
        return "a pair is missing or in the wrong place";
      ++next;
    }
  return next == step.pairs.size() ? std::string() : "a pair that is none";
}

// Bytes of the process that are in memory; 0 where the system does not tell.
inline std::size_t resident_bytes() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * 4096;
}

// Four threads edit while the world is stepped; but a thread waits while more than 20,000 commands do. One step in 16,
// and the last one, is compared with asking about all pairs. Hits are the pairs that touch.
struct EditRun {
  std::uint64_t seed = 0;
  std::int64_t commands = 0;  // of each thread
  // Of all threads together, a second, with 250 steps a second; 0: all go as fast as they can.
  double rate = 0;
};
inline Tally check_edits(const EditRun& run) {
  using Clock = std::chrono::steady_clock;
  constexpr int editors = 4, burst = 64;
  Tally tally;
  tally.seed = run.seed;
  World world;
  PipelineSettings settings;
  settings.threads = 2;
  Pipeline pipeline(world, settings);
  const Shape ball = make_sphere(1);
  const ObjectId common = world.add({ball, {}}, {.key = 1});
  const Transform transform(world, common, {});
  std::vector<Editor> all;
  for (std::size_t i = 0; i < editors; ++i) all.emplace_back(run.seed, i);
  std::atomic<int> running{editors};
  std::atomic<std::int64_t> done{0};
  const Clock::time_point start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const auto sleep_until = [&](double at) {
    std::this_thread::sleep_until(start +
                                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(at)));
  };
  std::vector<std::jthread> threads;
  for (Editor& editor : all)
    threads.emplace_back([&] {
      for (std::int64_t i = 0; i < run.commands; ++i) {
        if (i % burst == 0) {
          if (run.rate > 0) sleep_until(double(i) * editors / run.rate);
          while (world.pending() > 20000) std::this_thread::yield();
          done += burst;
        }
        editor.edit(world, ball, transform);
      }
      --running;
    });
  std::size_t refused = 0, most_memory = 0, resident_then = 0, steps = 0;
  const std::int64_t warm = std::min<std::int64_t>(200000, run.commands * editors / 10);
  do {
    const StepResult& result = pipeline.step();
    if (result.status != Status::ok) tally.failure = "a step failed";
    refused += result.refused.size();
    if (steps % 1024 == 0) most_memory = std::max(most_memory, world.memory() + pipeline.memory());
    if (++steps % 16 == 0 && !tally.failed()) tally.failure = compare_with_all_pairs(world, result, tally);
    if (resident_then == 0 && done > warm) resident_then = resident_bytes();
    if (run.rate > 0) sleep_until(0.004 * double(steps));
  } while (running > 0);
  const double took = seconds();
  threads.clear();
  const StepResult& last = pipeline.step();
  const std::size_t resident_now = resident_bytes();
  refused += last.refused.size();
  if (refused != 0) tally.failure = "a command was refused";
  // 20,000 commands and what 256 more can be, in two buffers; a hundred objects; and pairs of them.
  if (most_memory > (std::size_t{32} << 20)) tally.failure = "memory: " + std::to_string(most_memory);
  if (resident_now > resident_then + (std::size_t{32} << 20))
    tally.failure = "resident: " + std::to_string(resident_then) + ", then " + std::to_string(resident_now);
  for (const std::string& fault : {world.validate(), pipeline.validate()})
    if (!fault.empty()) tally.failure = fault;
  if (!(world.body(common).pose == transform.pose())) tally.failure = "the shared transform is elsewhere";
  std::size_t count = 1;
  for (const Editor& editor : all) {
    count += editor.size();
    if (const std::string fault = editor.compare(world); !fault.empty()) tally.failure = fault;
  }
  if (world.size() != count) tally.failure = "objects that nobody added";
  if (!tally.failed()) tally.failure = compare_with_all_pairs(world, last, tally);
  const double reached = double(run.commands) * editors / took;
  std::printf("edits: %.0f s, %.0f commands a second, %zu steps, at most %.1f MB held, %.1f resident, then %.1f\n",
              took, reached, steps, 1e-6 * double(most_memory), 1e-6 * double(resident_then),
              1e-6 * double(resident_now));
  if (reached < 0.95 * run.rate) tally.failure = "the rate was not reached";
  return tally;
}

}  // namespace graze::property
