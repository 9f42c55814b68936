// Where the objects of a world are: a tree over their boxes, for queries (src/ask). Edits only note what changed; the
// first query after them brings it up to date, in one thread while others wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "broad/box_index.h"
#include "narrow/ray/ray_candidates.h"
#include "narrow/ray/ray_outline.h"
#include "world/object.h"

namespace graze {

// World, outward, of the object in some pose, whether or not it is prepared. Not empty and without NaN; endless where
// it leaves the doubles.
Box box_at(const Object& object, const Pose& pose);

// A body as rays see it.
class Seen {
 public:
  Seen() = default;
  Seen(Seen&& other) noexcept : outline(other.outline), target_(other.target_.exchange(nullptr)) {}
  ~Seen() { set({}); }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  Seen& operator=(Seen&&) = delete;

  // Not while it is asked.
  void set(const RayOutline& made) noexcept {
    outline = made;
    delete target_.exchange(nullptr, std::memory_order_relaxed);
  }
  // A body that has a SlabOutline, placed: null where no ray came near yet. Several may make it at once.
  const RayTarget* target() const noexcept { return target_.load(std::memory_order_acquire); }
  const RayTarget* make_target(const Body& body) const noexcept;  // null: there is no memory for it

  RayOutline outline;

 private:
  mutable std::atomic<const RayTarget*> target_{nullptr};
};

class ObjectTree {
 public:
  // The object in the slot changed, came or went.
  void note(std::uint32_t slot);
  // The same for objects that are there, in two parts: `mark` may be called from several threads at once, of different
  // slots, and is true where the slot must be listed; all that were are given to `list`, which has room after `expect`.
  void expect(std::size_t more) { touched_.reserve(touched_.size() + more); }
  bool mark(std::uint32_t slot) noexcept {
    const bool is_new = is_touched_[slot] == 0;
    is_touched_[slot] = 1;
    return is_new;
  }
  void unmark(std::uint32_t slot) noexcept { is_touched_[slot] = 0; }
  void list(std::span<const std::uint32_t> slots) noexcept;
  std::span<const std::uint32_t> touched() const noexcept { return touched_; }  // slots, in the order of the commands
  // Lets go of the version of a deformable's shape.
  void forget(std::uint32_t slot) noexcept {
    prepared_.erase(slot);
    if (slot < seen_.size()) seen_[slot].set({});
  }

  // From here on while other queries run. `objects` by slot.
  void refresh(std::span<const Object> objects) const;
  const BoxIndex& index() const noexcept { return index_; }
  // The object as it is asked: a deformable that is stale is prepared. An empty handle where it is no solid any more.
  const Body& body(const Object& object) const;

  const Seen* seen() const { return seen_.data(); }  // by slot

  std::size_t memory() const noexcept;
  std::string validate(std::span<const Object> objects) const;

 private:
  void measure(std::uint32_t slot, const Object& object) const;

  mutable BoxIndex index_;                                    // by slot
  mutable std::vector<std::uint32_t> touched_;                // slots, each once
  mutable std::vector<std::uint8_t> is_touched_;              // by slot
  mutable std::unordered_map<std::uint32_t, Body> prepared_;  // by slot
  mutable std::vector<Seen> seen_;                            // by slot
  mutable std::atomic<bool> current_{false};
  mutable std::mutex mutex_;
};

}  // namespace graze
