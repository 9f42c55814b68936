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
  void push(const MoveCommand& command);
  // Takes a slot for the object, and a key where none is given, so that these rise with the order in the queue. Hands
  // both to `make`, which returns the command.
  template <class Make>
  ObjectId push_new(ObjectSettings settings, const Make& make) {
    const std::lock_guard lock(mutex_);
    const ObjectId id = take_slot();
    if (settings.key == automatic_key) settings.key = next_key_++;
    commands_.list.push_back(make(id, settings));
    return id;
  }

  // The commands so far; `taken`, whose memory is used next, is left empty of the old ones.
  void take(Commands& taken);
  // Slots whose objects are gone: their next ids have another generation.
  void give_back(const std::vector<std::uint32_t>& slots);

  // The next key that is given where none is; files keep it, so that no key is given twice.
  std::uint64_t next_key() const;
  void set_next_key(std::uint64_t key);

  std::size_t pending() const;
  std::size_t memory() const;

 private:
  ObjectId take_slot();

  mutable std::mutex mutex_;
  Commands commands_;
  std::size_t rows_ = 0;                    // of moves, among the commands
  std::vector<std::uint32_t> generations_;  // of each slot's next or present object
  std::vector<std::uint32_t> free_;
  std::uint64_t next_key_ = first_automatic_key;
};

}  // namespace graze
