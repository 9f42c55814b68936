// The jobs of one outermost parallel loop, as a team: one of them runs the loop, and the others take the pieces that
// it, and the loops inside of it, hand out. So the host's Jobs is called once, never from inside of itself.
//
// Who waits for pieces takes back what nobody began and nothing else: he may hold a lock (shape/once.h) that a piece of
// an outer loop would wait for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>

#include "base/function_ref.h"
#include "graze/jobs.h"

namespace graze {

class Team {
 public:
  explicit Team(int size) noexcept : size_(size) {}
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // That the calling thread works for; null: none.
  static Team* current() noexcept;

  // Runs `root` in one of up to `workers` jobs, the others helping. Exceptions of root reach the caller, and those of
  // jobs.run() do when root has ended.
  static void run(Jobs& jobs, int workers, FunctionRef<void()> root);

  // Both, at the same time where someone is free. Called by members of the team only.
  void fork(FunctionRef<void()> left, FunctionRef<void()> right);
  // body(begin, end) for ranges of `grain` that cover [0, count), in up to `threads` of the team; 0: all. Called by
  // members of the team only.
  void loop(std::size_t count, std::size_t grain, int threads, FunctionRef<void(std::size_t, std::size_t)> body);

 private:
  // Lives on the stack of who waits for it.
  struct Piece {
    FunctionRef<void()> work;
    enum class State { waiting, begun, ended } state = State::waiting;
    std::exception_ptr failure = nullptr;
  };

  void take_part(FunctionRef<void()> root) noexcept;
  void lead(FunctionRef<void()> root) noexcept;
  void help() noexcept;
  void hand_out(Piece& piece);
  // True where someone else began the piece, which then has ended; false: nobody did, and nobody will.
  bool wait_for(Piece& piece) noexcept;

  const int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece*> waiting_;
  bool ended_ = false;
  std::atomic<bool> led_{false};
  std::exception_ptr failure_;
};

}  // namespace graze
