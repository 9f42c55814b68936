// The shell of every query: the floating-point state that its bounds need, and a status for whatever is thrown inside.
#pragma once

#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "base/assert.h"
#include "base/fault.h"
#include "base/float_state.h"
#include "base/work.h"
#include "graze/answer.h"

namespace graze {

// A result that says nothing but why: the fields of results are unknown until they are set.
template <class Result>
Result failed(Status status) {
  Result result;
  result.status = status;
  return result;
}

// A result that is no, until something is found that makes it yes.
template <class Result>
Result no_so_far() {
  Result result;
  result.answer = Answer::no;
  return result;
}

// Takes back what a result has said where its status is not ok: all but the bounds of what is undecided, a yes, which
// is proven, with what goes with it, and the counters.
template <class Result>
void settle(Result& result) {
  if constexpr (requires { result.lower > result.upper; }) GRAZE_ASSERT(!(result.lower > result.upper));
  if constexpr (requires { result.bound < 0; }) GRAZE_ASSERT(!(result.bound < 0));
  if (result.status == Status::ok) [[likely]]
    return;
  if constexpr (requires { result.answer == Answer::yes; })
    if (result.answer == Answer::yes && result.status == Status::undecided) return;
  Result blank = failed<Result>(result.status);
  if constexpr (requires { blank.lower = blank.upper; })
    if (result.status == Status::undecided) {
      blank.lower = result.lower;
      blank.upper = result.upper;
    }
  if constexpr (requires { blank.counters; }) blank.counters = result.counters;
  result = std::move(blank);
}

// The status for the exception in flight. Memory and threads that ran out, and a budget that was spent, are no faults
// of the library; anything else is one.
inline Status status_of_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (const std::system_error&) {  // a thread could not be started
    return Status::out_of_memory;
  } catch (const BudgetSpent&) {
    return Status::budget;
  } catch (const std::exception& fault) {
    remember_thrown(fault.what());
    return Status::internal;
  } catch (...) {
    remember_thrown("something that is no std::exception");
    return Status::internal;
  }
}

// body() in the standard floating-point state; where it throws, failed<Result>(the status).
template <class Result, class Body>
Result guarded(const Body& body) noexcept {
  const FloatState standard;
  try {
    Result result = body();
    settle(result);
    return result;
  } catch (...) {
    return failed<Result>(status_of_exception());
  }
}

// body(), which writes the result, within a budget, for callers that hold the standard floating-point state. What ended
// because the budget of a query inside was spent has no answer either.
template <class Result, class Body>
void unsettled_within_budget(std::uint64_t units, Result& result, const Body& body) noexcept {
  const Budget budget(units);
  try {
    body();
  } catch (...) {
    result = failed<Result>(status_of_exception());
  }
  if (work::spent()) [[unlikely]]
    result = failed<Result>(Status::budget);
}
template <class Result, class Body>
void within_budget(std::uint64_t units, Result& result, const Body& body) noexcept {
  unsettled_within_budget(units, result, body);
  settle(result);
}

// guarded() within a budget.
template <class Result, class Body>
Result guarded(std::uint64_t units, const Body& body) noexcept {
  const FloatState standard;
  Result result;
  within_budget(units, result, [&] { result = body(); });
  return result;
}

}  // namespace graze
