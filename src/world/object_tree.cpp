#include "world/object_tree.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <new>

#include "graze/error.h"
#include "math/posed_box.h"
#include "narrow/body/members.h"

namespace graze {

Box box_at(const Object& object, const Pose& pose) {
  if (object.mesh == nullptr) return world_box(object.body.shape, pose);
  return grown(posed_box(pose, object.local), object.margin);
}

const RayTarget* Seen::make_target(const Body& body) const noexcept {
  const RayTarget* made = nullptr;
  try {
    PlacedBody placed;
    (void)make_posed(body, placed.body);  // it is ok, or there would be no outline
    placed.placement = place(*placed.body.shape, body.pose);
    made = new RayTarget(ray_target(placed));
  } catch (const std::exception&) {
    return nullptr;
  }
  const RayTarget* first = nullptr;
  if (target_.compare_exchange_strong(first, made, std::memory_order_acq_rel)) return made;
  delete made;
  return first;
}

void ObjectTree::note(std::uint32_t slot) {
  if (is_touched_.size() <= slot) is_touched_.resize(std::size_t{slot} + 1, 0);
  current_.store(false, std::memory_order_relaxed);
  if (is_touched_[slot] != 0) return;
  touched_.push_back(slot);
  is_touched_[slot] = 1;
}

void ObjectTree::list(std::span<const std::uint32_t> slots) noexcept {
  current_.store(false, std::memory_order_relaxed);
  touched_.insert(touched_.end(), slots.begin(), slots.end());
}

void ObjectTree::measure(std::uint32_t slot, const Object& object) const {
  if (!object.id) {
    if (index_.has(slot)) index_.remove(slot);
    prepared_.erase(slot);
    seen_[slot].set({});
    return;
  }
  if (object.stale()) {
    Body& body = prepared_[slot];
    body = {{}, object.body.pose};
    try {
      body.shape = object.mesh->prepare(1);
    } catch (const Error&) {
    }
  }
  seen_[slot].set(ray_outline(body(object)));
  const auto place = [&](const Box& box) { return index_.has(slot) ? index_.move(slot, box) : index_.add(slot, box); };
  if (place(box_at(object, object.body.pose)) == Status::ok) return;
  // Beyond the doubles: everything meets it, and the exact query says what is wrong with it.
  constexpr double far = std::numeric_limits<double>::infinity();
  if (place({{-far, -far, -far}, {far, far, far}}) != Status::ok) throw std::bad_alloc();
}

void ObjectTree::refresh(std::span<const Object> objects) const {
  if (current_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  if (current_.load(std::memory_order_relaxed)) return;
  if (seen_.size() < objects.size()) seen_.resize(objects.size());
  while (!touched_.empty()) {
    const std::uint32_t slot = touched_.back();
    measure(slot, objects[slot]);
    touched_.pop_back();
    is_touched_[slot] = 0;
  }
  index_.refresh();
  current_.store(true, std::memory_order_release);
}

const Body& ObjectTree::body(const Object& object) const {
  if (!object.stale()) return object.body;
  const auto found = prepared_.find(object.id.slot);
  return found != prepared_.end() ? found->second : object.body;
}

std::size_t ObjectTree::memory() const noexcept {
  const auto targets =
      std::size_t(std::count_if(seen_.begin(), seen_.end(), [](const Seen& s) { return s.target() != nullptr; }));
  return targets * sizeof(RayTarget) + index_.memory() + touched_.capacity() * sizeof(std::uint32_t) +
         is_touched_.capacity() + seen_.capacity() * sizeof(Seen) +
         prepared_.size() * (sizeof(Body) + 3 * sizeof(void*)) + prepared_.bucket_count() * sizeof(void*);
}

std::string ObjectTree::validate(std::span<const Object> objects) const {
  if (!current_) return {};
  std::size_t there = 0;
  for (const Object& object : objects) {
    if (!object.id) continue;
    ++there;
    if (!index_.has(object.id.slot)) return "slot " + std::to_string(object.id.slot) + ": not in the tree of boxes";
    const Box box = box_at(object, object.body.pose), &held = index_.box(object.id.slot);
    if (usable(box) && box != held) return "slot " + std::to_string(object.id.slot) + ": another box in the tree";
  }
  if (there != index_.size()) return "boxes of objects that are gone";
  return index_.validate();
}

}  // namespace graze
