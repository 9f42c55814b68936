// The names of statuses.
#include "graze/answer.h"

namespace graze {

const char* name(Status status) noexcept {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::invalid:
      return "invalid";
    case Status::out_of_range:
      return "out_of_range";
    case Status::unsupported:
      return "unsupported";
    case Status::undecided:
      return "undecided";
    case Status::out_of_memory:
      return "out_of_memory";
    case Status::budget:
      return "budget";
    case Status::internal:
      return "internal";
  }
  return "unknown";
}

const char* name(Answer answer) noexcept {
  switch (answer) {
    case Answer::no:
      return "no";
    case Answer::yes:
      return "yes";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

}  // namespace graze
