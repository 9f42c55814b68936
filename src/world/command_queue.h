// The front end of the pipeline (Zachmann 2001, section 3 and 6): a double buffer with access control, and the slots
// that ids name. Any thread may call anything.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "world/command.h"

namespace graze {

class CommandQueue {
 public:
  void push(Command command);
  // Takes a slot for the object, and hands its id to `make`, which returns the command.
  template <class Make>
  ObjectId push_new(const Make& make) {
    const std::lock_guard lock(mutex_);
    const ObjectId id = take_slot();
    commands_.push_back(make(id));
    return id;
  }

  // The commands so far; `taken`, whose memory is used next, is left empty of the old ones.
  void take(std::vector<Command>& taken);
  // Slots whose objects are gone: their next ids have another generation.
  void give_back(const std::vector<std::uint32_t>& slots);

  std::size_t pending() const;
  std::size_t memory() const;

 private:
  ObjectId take_slot();

  mutable std::mutex mutex_;
  std::vector<Command> commands_;
  std::vector<std::uint32_t> generations_;  // of each slot's next or present object
  std::vector<std::uint32_t> free_;
};

}  // namespace graze
