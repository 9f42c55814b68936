#include "base/team.h"

#include <algorithm>
#include <vector>

#include "base/float_state.h"

namespace graze {
namespace {

thread_local Team* member_of = nullptr;  // while the thread runs a job of this team
thread_local Team* caller_of = nullptr;  // while the thread waits in Jobs::run() for this team

struct Scope {
  Team*& place;
  Team* before;
  Scope(Team*& variable, Team* team) noexcept : place(variable), before(variable) { place = team; }
  ~Scope() { place = before; }
};

}  // namespace

Team* Team::current() noexcept { return member_of; }

void Team::run(Jobs& jobs, int workers, FunctionRef<void()> root) {
  Team team(workers);
  std::exception_ptr from_jobs;
  {
    const Scope calling(caller_of, &team);
    try {
      jobs.run(static_cast<std::size_t>(workers), [&](std::size_t) { team.take_part(root); });
    } catch (...) {
      from_jobs = std::current_exception();
    }
  }
  // Where no job was run at all.
  if (!team.led_.exchange(true)) team.lead(root);
  if (team.failure_) std::rethrow_exception(team.failure_);
  if (from_jobs) std::rethrow_exception(from_jobs);
}

// A thread that waits for a team of its own leaves the jobs of others to others, for the reason above.
void Team::take_part(FunctionRef<void()> root) noexcept {
  if (member_of != nullptr || (caller_of != nullptr && caller_of != this)) return;
  if (!led_.exchange(true))
    lead(root);
  else
    help();
}

void Team::lead(FunctionRef<void()> root) noexcept {
  const FloatState standard;
  const Scope membership(member_of, this);
  try {
    root();
  } catch (...) {
    failure_ = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void Team::help() noexcept {
  const FloatState standard;
  const Scope membership(member_of, this);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Piece& piece = *waiting_.front();
    waiting_.pop_front();
    piece.state = Piece::State::begun;
    lock.unlock();
    try {
      piece.work();
    } catch (...) {
      piece.failure = std::current_exception();
    }
    lock.lock();
    piece.state = Piece::State::ended;
    changed_.notify_all();
  }
}

void Team::hand_out(Piece& piece) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(&piece);
  changed_.notify_all();
}

bool Team::wait_for(Piece& piece) noexcept {
  std::unique_lock lock(mutex_);
  if (piece.state == Piece::State::waiting) {
    const auto place = std::find(waiting_.begin(), waiting_.end(), &piece);
    if (place != waiting_.end()) waiting_.erase(place);  // it is not there when handing it out failed
    return false;
  }
  changed_.wait(lock, [&] { return piece.state == Piece::State::ended; });
  return true;
}

void Team::fork(FunctionRef<void()> left, FunctionRef<void()> right) {
  Piece piece{left};
  std::exception_ptr failure;
  try {
    hand_out(piece);
    right();
  } catch (...) {
    failure = std::current_exception();
  }
  const bool begun = wait_for(piece);
  if (failure) std::rethrow_exception(failure);
  if (!begun) return left();
  if (piece.failure) std::rethrow_exception(piece.failure);
}

void Team::loop(std::size_t count, std::size_t grain, int threads, FunctionRef<void(std::size_t, std::size_t)> body) {
  std::atomic<std::size_t> next{0};
  const auto take_ranges = [&] {
    try {
      for (std::size_t begin; (begin = next.fetch_add(grain)) < count;) body(begin, std::min(count, begin + grain));
    } catch (...) {
      next = count;  // nobody needs the rest
      throw;
    }
  };
  const int workers = threads <= 0 ? size_ : std::min(threads, size_);
  const std::size_t ranges = (count - 1) / grain + 1;
  std::vector<Piece> pieces(std::min(static_cast<std::size_t>(workers), ranges) - 1, Piece{take_ranges});
  std::exception_ptr failure;
  try {
    for (Piece& piece : pieces) hand_out(piece);
    take_ranges();
  } catch (...) {
    failure = std::current_exception();
    next = count;
  }
  for (Piece& piece : pieces)
    if (wait_for(piece) && piece.failure && !failure) failure = piece.failure;
  if (failure) std::rethrow_exception(failure);
}

}  // namespace graze
