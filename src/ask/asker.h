// A world and a filter, ready to be asked: what every query of this room begins with.
#pragma once

#include <algorithm>
#include <system_error>
#include <vector>

#include "graze/world_query.h"
#include "world/world_state.h"

namespace graze {

class Asker {
 public:
  // Brings the tree up to date. The world and the filter must outlive it.
  Asker(const World& world, const QueryFilter& filter);

  // False: the object in whose place is asked is gone, or the group is none.
  bool valid() const noexcept { return valid_; }
  const BoxIndex& boxes() const noexcept { return state_.tree.index(); }
  bool wants(std::uint32_t slot) const { return wants_all_ || chooses(slot); }
  const Body& body(std::uint32_t slot) const { return state_.tree.body(state_.objects[slot]); }
  const Seen* seen() const { return state_.tree.seen(); }  // by slot
  ObjectName name(std::uint32_t slot) const noexcept {
    const Object& object = state_.objects[slot];
    return {object.id, object.settings.key, object.settings.user};
  }

 private:
  bool chooses(std::uint32_t slot) const;

  const WorldState& state_;
  const QueryFilter& filter_;
  const Object* except_ = nullptr;
  bool valid_ = true;
  bool wants_all_ = false;  // without a look at the object
};

// The world box of a body that can be asked about; false: its shape is an empty handle, or its pose is none.
bool find_box(const Body& body, Box& box);

template <class Named>
void sort_by_key(std::vector<Named>& list) {
  std::sort(list.begin(), list.end(), [](const Named& x, const Named& y) { return x.object.key < y.object.key; });
}

// Failures in order, and what they make of the status.
template <class Result>
void close(Result& result) {
  sort_by_key(result.failed);
  if (result.status == Status::ok && !result.failed.empty()) result.status = result.failed.front().status;
}

// What `ask` makes of the result; a status where memory or threads ran out.
template <class Result, class Ask>
Result answered(const Ask& ask) {
  Result result;
  try {
    ask(result);
  } catch (const std::bad_alloc&) {
    result = {};
    result.status = Status::out_of_memory;
  } catch (const std::system_error&) {  // no thread, no lock
    result = {};
    result.status = Status::out_of_memory;
  }
  return result;
}

}  // namespace graze
