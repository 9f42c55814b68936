// Statuses of pairs of parts that said neither yes nor no.
#pragma once

#include <algorithm>
#include <limits>

#include "graze/answer.h"

namespace graze {

// A fault comes before an open question. The bounds are of the gap, over all open questions.
struct Unsettled {
  Status status = Status::ok;
  double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();

  void add(Status other, double low, double high) noexcept {
    if (other == Status::undecided) {
      lower = std::min(lower, low);
      upper = std::min(upper, high);
    }
    if (other != Status::ok && (status == Status::ok || status == Status::undecided)) status = other;
  }
};

}  // namespace graze
