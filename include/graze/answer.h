// How every query answers: with a status, and where that is not ok with nothing that reads as an answer.
//
// A yes or no is an Answer, which is no bool: a failed query has said neither. A class is `unknown`, a number NaN, and
// a point made of NaN, unless the status is ok. What may still hold is `lower` and `upper`, the bounds of a number,
// where the status is `undecided` or `budget`, and a yes that was proven before the rest failed.
#pragma once

#include <cstdint>
#include <limits>

#include "graze/error.h"
#include "graze/math.h"

namespace GRAZE_API graze {

// What a query says to a question: proven `yes`, proven `no`, or `unknown`, which is neither.
enum class Answer : std::uint8_t { no, yes, unknown };
const char* name(Answer answer) noexcept;  // the enumerator in words: "no", "yes" or "unknown"
// Turns what is known for sure into an answer.
constexpr Answer answer_of(bool yes) noexcept { return yes ? Answer::yes : Answer::no; }

// NaN: what a number is of which nothing is known.
inline constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();
// Three times NaN: what a point is of which nothing is known.
inline constexpr Vec3 unknown_point{unknown_number, unknown_number, unknown_number};

// The part that all results have.
struct Outcome {
  Status status = Status::ok;  // why there is an answer or none; look at it before anything else
  bool ok() const noexcept { return status == Status::ok; }  // the query was answered in full
};

// The part of those that answer yes or no.
struct YesNo : Outcome {
  // To the question that the verb asks; a yes may be proven although the status is not ok.
  Answer answer = Answer::unknown;
  bool yes() const noexcept { return answer == Answer::yes; }  // proven
  bool no() const noexcept { return answer == Answer::no; }    // proven
};

}  // namespace graze
