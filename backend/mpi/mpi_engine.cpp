#include "backend/mpi/mpi_engine.h"

#include <mpi.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace graze {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds pause{2}, again{50};
constexpr std::chrono::seconds heart_beat{1}, silence{30};

// A message is two numbers: what, and which unit.
enum What : long long { request, finished, beat, work, wait_a_while, no_more };
struct Message {
  long long what, unit;
};
constexpr int tag = 26;

void send(int rank, What what, long long unit = 0) {
  const Message message{what, unit};
  MPI_Send(&message, 2, MPI_LONG_LONG, rank, tag, MPI_COMM_WORLD);
}

// A message that is there, and from whom.
std::optional<std::pair<int, Message>> receive() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return {};
  Message message;
  MPI_Recv(&message, 2, MPI_LONG_LONG, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return std::pair(status.MPI_SOURCE, message);
}

// Threads that do the units which the main thread gives them.
class Crew {
 public:
  Crew(int threads, const std::function<void(std::uint64_t)>& work) : work_(work) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  bool wants_more() const {
    const std::lock_guard lock(mutex_);
    return queue_.size() + busy_ < threads_.size();
  }
  bool idle() const {
    const std::lock_guard lock(mutex_);
    return queue_.empty() && busy_ == 0 && done_.empty();
  }
  void give(std::uint64_t unit) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(unit);
    }
    changed_.notify_one();
  }
  // Units that were done since the last call. Throws what a unit has thrown.
  std::vector<std::uint64_t> take_done() {
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    return std::exchange(done_, {});
  }

 private:
  void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return end_ || !queue_.empty(); });
      if (end_) return;
      const std::uint64_t unit = queue_.front();
      queue_.pop_front();
      ++busy_;
      lock.unlock();
      std::exception_ptr fault;
      try {
        work_(unit);
      } catch (...) {
        fault = std::current_exception();
      }
      lock.lock();
      --busy_;
      done_.push_back(unit);
      if (fault) fault_ = fault;
    }
  }

  const std::function<void(std::uint64_t)>& work_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::uint64_t> queue_;
  std::vector<std::uint64_t> done_;
  std::size_t busy_ = 0;
  bool end_ = false;
  std::exception_ptr fault_;
  std::vector<std::thread> threads_;
};

class Ranks final : public MpiEngine {
 public:
  explicit Ranks(int threads) : threads_(threads > 0 ? threads : 1) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }
  bool alone() const override { return size_ == 1; }
  bool leads() const override { return rank_ == 0; }
  bool lost_a_rank() const override { return lost_; }

  void meet() override {
    // Asked now and then: MPI_Barrier would keep a processor busy while the leader works.
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int there = 0;;) {
      MPI_Test(&request, &there, MPI_STATUS_IGNORE);
      if (there != 0) return;
      std::this_thread::sleep_for(again);
    }
  }

  bool run(std::uint64_t count, const std::function<void(std::uint64_t)>& work,
           const std::function<bool(std::uint64_t)>& progress) override {
    return rank_ == 0 ? lead(count, work, progress) : follow(work);
  }

 private:
  bool lead(std::uint64_t count, const std::function<void(std::uint64_t)>& work,
            const std::function<bool(std::uint64_t)>& progress) {
    Crew crew(threads_, work);
    std::vector<int> holder(count, -1);  // who has a unit; -2: done
    std::vector<Clock::time_point> heard(std::size_t(size_), Clock::now());
    std::vector<bool> left(std::size_t(size_), false);
    std::uint64_t next = 0, done = 0;
    bool stopped = false;
    const auto finish = [&](std::uint64_t unit) {
      if (unit >= count || holder[unit] == -2) return;
      holder[unit] = -2;
      ++done;
    };
    // A unit that nobody has, or one of a rank that is silent.
    const auto pick = [&](int rank) -> std::optional<std::uint64_t> {
      while (next < count && holder[next] != -1) ++next;
      if (next < count) {
        holder[next] = rank;
        return next++;
      }
      for (std::uint64_t unit = 0; unit < count; ++unit) {
        const int owner = holder[unit];
        if (owner <= 0 || owner == rank || Clock::now() - heard[std::size_t(owner)] < silence) continue;
        lost_ = true;
        left[std::size_t(owner)] = true;
        holder[unit] = rank;
        return unit;
      }
      return {};
    };
    Clock::time_point told = Clock::now();
    for (;;) {
      for (const std::uint64_t unit : crew.take_done()) finish(unit);
      const bool over = done == count || stopped;
      while (const auto got = receive()) {
        const auto [from, message] = *got;
        heard[std::size_t(from)] = Clock::now();
        if (message.what == finished) finish(std::uint64_t(message.unit));
        if (message.what != request) continue;
        const auto unit = over ? std::nullopt : pick(from);
        send(from, unit ? What::work : over ? no_more : wait_a_while, unit ? static_cast<long long>(*unit) : 0);
        if (over) left[std::size_t(from)] = true;
      }
      if (!over && crew.wants_more()) {
        if (const auto unit = pick(0)) crew.give(*unit);
      }
      if (over && crew.idle()) {
        bool waiting = false;
        for (int i = 1; i < size_; ++i) {
          const bool silent = Clock::now() - heard[std::size_t(i)] > silence;
          lost_ = lost_ || (silent && !left[std::size_t(i)]);
          waiting = waiting || !(left[std::size_t(i)] || silent);
        }
        if (!waiting) return done == count;
      }
      if (Clock::now() - told > std::chrono::milliseconds(200)) {
        told = Clock::now();
        stopped = !progress(done) || stopped;
      }
      std::this_thread::sleep_for(pause);
    }
  }

  bool follow(const std::function<void(std::uint64_t)>& work) {
    Crew crew(threads_, work);
    bool asked = false, over = false;
    Clock::time_point spoken = Clock::now(), ask_from = spoken;
    for (;;) {
      for (const std::uint64_t unit : crew.take_done()) send(0, finished, static_cast<long long>(unit));
      while (const auto got = receive()) {
        const Message message = got->second;
        asked = false;
        if (message.what == What::work) crew.give(std::uint64_t(message.unit));
        if (message.what == wait_a_while) ask_from = Clock::now() + again;
        if (message.what == no_more) over = true;
      }
      if (over && crew.idle()) return true;
      if (!over && !asked && crew.wants_more() && Clock::now() >= ask_from) {
        send(0, request);
        asked = true;
        spoken = Clock::now();
      }
      if (Clock::now() - spoken > heart_beat) {
        send(0, beat);
        spoken = Clock::now();
      }
      std::this_thread::sleep_for(pause);
    }
  }

  int threads_, rank_ = 0, size_ = 1;
  bool lost_ = false;
};

}  // namespace

std::unique_ptr<MpiEngine> make_mpi_engine(int threads) { return std::make_unique<Ranks>(threads); }

}  // namespace graze
