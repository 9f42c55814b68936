// Handles counted by many threads: the object ends with the last of them, once, and not before.
#include "base/shared_count.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace graze {
namespace {

// Tells when it is destroyed, and holds a number that must be there until then.
struct CountedThing {
  explicit CountedThing(std::atomic<int>& ended) : ends(&ended) {}
  ~CountedThing() {
    value = 0;
    ++*ends;
  }
  SharedCount handles;
  std::atomic<int>* ends;
  std::uint64_t value = 0x5eed;
};

class CountedHandle {
 public:
  CountedHandle() = default;
  explicit CountedHandle(std::unique_ptr<CountedThing> thing) : thing_(thing.release()) {}
  CountedHandle(const CountedHandle& other)
      : thing_(other.thing_), epoch_(thing_ != nullptr ? thing_->handles.hold() : 0) {}
  CountedHandle(CountedHandle&& other) noexcept : thing_(std::exchange(other.thing_, nullptr)), epoch_(other.epoch_) {}
  CountedHandle& operator=(CountedHandle other) noexcept {
    std::swap(thing_, other.thing_);
    std::swap(epoch_, other.epoch_);
    return *this;
  }
  ~CountedHandle() {
    if (thing_ != nullptr && thing_->handles.release(epoch_)) delete thing_;
  }
  CountedThing* operator->() const { return thing_; }
  explicit operator bool() const { return thing_ != nullptr; }
  std::uint32_t epoch() const { return epoch_; }

 private:
  CountedThing* thing_ = nullptr;
  std::uint32_t epoch_ = 0;
};

CountedHandle new_handle(std::atomic<int>& ends) { return CountedHandle(std::make_unique<CountedThing>(ends)); }

TEST(SharedCount, EndsWithTheLastHandle) {
  std::atomic<int> ends{0};
  CountedHandle first = new_handle(ends);
  CountedHandle second = first;
  EXPECT_FALSE(first->handles.is_open());
  first = {};
  EXPECT_EQ(ends, 0);
  second = {};
  EXPECT_EQ(ends, 1);
}

TEST(SharedCount, HandlesOfAnOpeningOutliveTheOlderOnes) {
  std::atomic<int> ends{0};
  CountedHandle first = new_handle(ends);
  first->handles.open();
  EXPECT_TRUE(first->handles.is_open());
  CountedHandle second = first, third = second;
  EXPECT_EQ(second.epoch(), 1u);
  first = {};  // closes the cells: the other two are counted in the one number from now on
  EXPECT_EQ(ends, 0);
  EXPECT_FALSE(second->handles.is_open());
  CountedHandle fourth = third;
  EXPECT_EQ(fourth.epoch(), 0u);
  second->handles.open();
  CountedHandle fifth = fourth;
  EXPECT_EQ(fifth.epoch(), 2u);
  second = {};
  third = {};
  EXPECT_TRUE(fourth->handles.is_open());
  fourth = {};
  EXPECT_EQ(ends, 0);
  EXPECT_FALSE(fifth->handles.is_open());
  fifth = {};
  EXPECT_EQ(ends, 1);
}

TEST(SharedCount, OpenWithoutCopiesEndsToo) {
  std::atomic<int> ends{0};
  CountedHandle first = new_handle(ends);
  first->handles.open();
  { const CountedHandle passing = first; }
  first = {};
  EXPECT_EQ(ends, 1);
}

// Threads give handles away, so that cells go below their middle, and who opened is not who closes.
TEST(SharedCount, ThreadsThatExchangeHandles) {
  constexpr int threads = 4, rounds = 300, steps = 400;
  std::atomic<int> ends{0};
  std::atomic<std::uint64_t> openings{0};
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::atomic<CountedHandle*>> places(8);
    {
      const CountedHandle first = new_handle(ends);
      for (std::atomic<CountedHandle*>& place : places) place = new CountedHandle(first);
    }
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t)
      workers.emplace_back([&, seed = static_cast<unsigned>(round * threads + t)] {
        std::minstd_rand random(seed + 1);
        for (int step = 0; step < steps; ++step) {
          std::atomic<CountedHandle*>& place = places[random() % places.size()];
          CountedHandle* mine = place.exchange(nullptr);
          if (mine == nullptr) continue;
          EXPECT_EQ((*mine)->value, 0x5eedu);
          CountedHandle copy = *mine;
          // The source is counted in the one number: what open() asks for.
          if (mine->epoch() == 0 && random() % 8 == 0) {
            copy->handles.open();
            ++openings;
          }
          if (random() % 2 == 0) {
            *mine = CountedHandle(copy);
          } else if (random() % 4 == 0) {
            *mine = {};
            *mine = std::move(copy);
          }
          delete place.exchange(mine);
        }
      });
    for (std::thread& worker : workers) worker.join();
    int left = 0;
    for (std::atomic<CountedHandle*>& place : places) left += place.load() != nullptr;
    EXPECT_EQ(ends, left > 0 ? round : round + 1) << "round " << round;
    for (std::atomic<CountedHandle*>& place : places) delete place.exchange(nullptr);
    ASSERT_EQ(ends, round + 1) << "round " << round;
  }
  EXPECT_GT(openings, static_cast<std::uint64_t>(rounds));
}

// One thread makes what another drops.
TEST(SharedCount, OneMakesAndAnotherDrops) {
  std::atomic<int> ends{0};
  std::atomic<CountedHandle*> passed{nullptr};
  std::atomic<bool> over{false};
  {
    CountedHandle first = new_handle(ends);
    first->handles.open();
    std::thread dropper([&] {
      while (!over.load() || passed.load() != nullptr) {
        delete passed.exchange(nullptr);
        std::this_thread::yield();
      }
    });
    for (int i = 0; i < 20000; ++i) {
      auto* next = new CountedHandle(first);
      CountedHandle* none = nullptr;
      while (!passed.compare_exchange_weak(none, next)) {
        none = nullptr;
        std::this_thread::yield();
      }
    }
    over = true;
    dropper.join();
    EXPECT_EQ(ends, 0);
  }
  EXPECT_EQ(ends, 1);
}

TEST(SharedCount, TouchesAreCountedByThread) {
  std::atomic<int> ends{0};
  const std::uint64_t at_first = SharedCount::touches();
  { const CountedHandle alone = new_handle(ends); }
  EXPECT_EQ(SharedCount::touches(), at_first);
  const CountedHandle first = new_handle(ends);
  const std::uint64_t before = SharedCount::touches();
  { const CountedHandle copy = first; }
  EXPECT_EQ(SharedCount::touches(), before + 2);
}

}  // namespace
}  // namespace graze
