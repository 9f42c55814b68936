// The first stage: what moved is boxed again, in the world, and its volumes for the filters made.
#include <limits>

#include "base/executor.h"
#include "math/posed_box.h"
#include "narrow/members.h"
#include "pipeline/state.h"

namespace graze {

Box object_box(const Object& object) {
  if (object.mesh == nullptr) return world_box(object.body);
  return grown(posed_box(object.body.pose, object.local), object.margin);
}

void Pipeline::State::measure(std::uint32_t which) {
  SlotRecord& slot = slots[which];
  const Object& object = objects().objects[which];
  if (!object.id) return;
  const Box box = object_box(object);
  // A mesh that deforms has only its box: hulls and fitted boxes are not worth their making for one step.
  if (object.mesh == nullptr) {
    make_filter_body(object.body, box, needs, slot.volumes);
  } else {
    make_filter_body(box, slot.volumes);
  }
  slot.box = grown(box, reach * 0.5);
}

void Pipeline::State::measure() {
  const World::State& from = objects();
  slots.resize(from.objects.size());
  changed.assign(from.objects.size(), 0);
  to_measure.clear();
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
    if (!anew && slots[slot].stamp == from.stamps[slot]) continue;
    changed[slot] = 1;
    to_measure.push_back(slot);
  }
  parallel_for(to_measure.size(), 64, settings.threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) measure(to_measure[i]);
  });
  for (const std::uint32_t which : to_measure) {
    SlotRecord& slot = slots[which];
    const ObjectId id = from.objects[which].id;
    slot.stamp = from.stamps[which];
    slot.generation = id.generation;
    result.statistics.changed += bool(id);
    if (!id) {
      if (broad.has(which)) broad.remove(which);
      slot = {slot.stamp, 0, {}, {}};
      continue;
    }
    const auto place = [&] { return broad.has(which) ? broad.move(which, slot.box) : broad.add(which, slot.box); };
    if (place() == Status::ok) continue;
    // Beyond the doubles: a neighbour of everything, and the exact test says what is wrong with it.
    constexpr double far = std::numeric_limits<double>::infinity();
    slot.box = {{-far, -far, -far}, {far, far, far}};
    if (place() != Status::ok) throw std::bad_alloc();
  }
}

}  // namespace graze
