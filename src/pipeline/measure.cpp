// The first stage: what moved is boxed again, in the world, and its volumes for the filters made.
#include <limits>

#include "base/executor.h"
#include "math/posed_box.h"
#include "motion/swept_box.h"
#include "pipeline/pipeline_state.h"
#include "shape/data.h"
#include "world/object_tree.h"

namespace graze {
namespace {

// How far an object came since it was measured last, which is noted.
double follow(const Object& object, Body& known) {
  if (!object.id || object.mesh != nullptr) {
    known = {};
    return std::numeric_limits<double>::infinity();
  }
  const bool same = known.shape && &data_of(known.shape) == &data_of(object.body.shape);
  const double step =
      same ? farthest_step(known.shape, known.pose, object.body.pose) : std::numeric_limits<double>::infinity();
  if (!same) known.shape = object.body.shape;
  known.pose = object.body.pose;
  return step;
}

}  // namespace

void Pipeline::State::measure(const Object& object, Box& box, FilterBody& volumes) const {
  box = box_at(object, object.body.pose);
  if (settings.continuous && object.travels()) {
    box = merge(box, swept_box(box_at(object, object.start), object.motion));
    volumes = {};
    volumes.radius = volumes.doubt = std::numeric_limits<double>::infinity();
  } else if (object.mesh == nullptr) {
    make_filter_body(object.body, box, needs, volumes);
  } else {
    // A mesh that deforms has only its box: hulls and fitted boxes are not worth their making for one step.
    make_filter_body(box, volumes);
  }
  box = grown(box, asked_gap * 0.5);
}

void Pipeline::State::measure() {
  const WorldState& from = objects();
  slots.resize(from.objects.size());
  stamps.resize(from.objects.size());
  generations.resize(from.objects.size());
  changed.assign(from.objects.size(), 0);
  moved.assign(with_rooms ? from.objects.size() : 0, 0);
  to_measure.clear();
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
    if (!anew && stamps[slot] == from.stamps[slot]) continue;
    changed[slot] = 1;
    to_measure.push_back(slot);
  }
  parallel_for(to_measure.size(), 64, settings.threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Object& object = objects().objects[to_measure[i]];
      SlotRecord& slot = slots[to_measure[i]];
      if (object.id) measure(object, slot.box, slot.volumes);
      if (with_rooms) moved[to_measure[i]] = follow(object, slot.body);
    }
  });
  for (const std::uint32_t which : to_measure) {
    SlotRecord& slot = slots[which];
    const ObjectId id = from.objects[which].id;
    stamps[which] = from.stamps[which];
    generations[which] = id.generation;
    result.statistics.changed += bool(id);
    if (!id) {
      if (broad.has(which)) broad.remove(which);
      slot = {};
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
