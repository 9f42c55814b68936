// Threads that edit a world while it is stepped: nothing is lost, nothing done twice, memory stays bounded.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "graze/pipeline.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"

namespace graze::property {

// Four threads edit objects of their own, and one object that all of them move, as fast as they can; but a thread waits
// while more than 20,000 commands do. Hits are the pairs that touch in the end.
inline Tally check_command_queue(std::uint64_t seed, int commands) {
  Tally tally;
  tally.seed = seed;
  World world;
  PipelineSettings settings;
  settings.threads = 2;
  Pipeline pipeline(world, settings);
  const Shape ball = make_sphere(1);
  const ObjectId common = world.add({ball, {}}, {.key = 1});
  const Transform transform(world, common, {});
  struct Own {
    std::vector<std::pair<std::uint64_t, ObjectId>> ids;
    std::vector<Vec3> places;
  };
  std::vector<Own> all(4);
  std::atomic<int> running{4};
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < all.size(); ++t)
    threads.emplace_back([&, t] {
      oracle::Dice dice(seed + t);
      Own& own = all[t];
      std::uint64_t key = (t + 1) << 40;
      for (int i = 0; i < commands; ++i) {
        while (i % 64 == 0 && world.pending() > 20000) std::this_thread::yield();
        const int choice = own.ids.empty() ? 0 : dice.integer(0, 9);
        const Vec3 at = dice.in_cube(6);
        if (choice == 0 && own.ids.size() < 20) {
          ++key;
          own.ids.push_back({key, world.add({ball, make_pose(at)}, {.key = key})});
          own.places.push_back(at);
        } else if (choice == 1) {
          world.remove(own.ids.back().second);
          own.ids.pop_back();
          own.places.pop_back();
        } else if (choice == 2) {
          transform.set(make_pose(at));
        } else if (choice == 3) {
          world.set_interest(own.ids.front().second, common, Interest::off);
        } else if (!own.ids.empty()) {
          const std::size_t which = dice.bits() % own.ids.size();
          own.places[which] = at;
          world.move(own.ids[which].second, make_pose(at));
        }
      }
      --running;
    });
  std::size_t refused = 0, most_memory = 0;
  do {
    const StepResult& result = pipeline.step();
    if (result.status != Status::ok) tally.failure = "a step failed";
    refused += result.refused.size();
    most_memory = std::max(most_memory, world.memory() + pipeline.memory());
  } while (running > 0);
  threads.clear();
  const StepResult& last = pipeline.step();
  refused += last.refused.size();
  if (refused != 0) tally.failure = "a command was refused";
  // 20,000 commands and what 256 more can be, in two buffers; a hundred objects; and pairs of them.
  if (most_memory > (std::size_t{32} << 20)) tally.failure = "memory: " + std::to_string(most_memory);
  for (const std::string& fault : {world.validate(), pipeline.validate()})
    if (!fault.empty()) tally.failure = fault;
  if (!(world.body(common).pose == transform.pose())) tally.failure = "the shared transform is elsewhere";
  std::size_t count = 1, touching = 0;
  for (const Own& own : all) {
    count += own.ids.size();
    for (std::size_t i = 0; i < own.ids.size(); ++i)
      if (world.find(own.ids[i].first) != own.ids[i].second ||
          !(world.body(own.ids[i].second).pose.translation == own.places[i]))
        tally.failure = "object " + std::to_string(own.ids[i].first) + " is not as it was left";
  }
  if (world.size() != count) tally.failure = "objects that nobody added";
  const std::vector<ObjectId> ids = world.objects();
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = i + 1; j < ids.size(); ++j) {
      const bool wanted = world.interested(ids[i], ids[j]);
      const bool hit = wanted && collide(world.body(ids[i]), world.body(ids[j])).colliding;
      if (wanted) tally.count("pairs", hit);
      touching += hit;
    }
  if (last.pairs.size() != touching) tally.failure = "another number of pairs";
  return tally;
}

}  // namespace graze::property
