// The first stage: what moved is boxed again, in the world, and its volumes for the filters made; where boxes have
// room, volumes are made later, of those that a pair asks for.
#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "base/pieces.h"
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

Box Pipeline::State::box_of(const Object& object) const {
  const Box box = box_at(object, object.body.pose);
  return settings.continuous && object.travels() ? merge(box, swept_box(box_at(object, object.start), object.motion))
                                                 : box;
}

void Pipeline::State::make_volumes(const Object& object, const Box& box, FilterBody& volumes) const {
  if (settings.continuous && object.travels()) {
    volumes = {};
    volumes.radius = volumes.doubt = std::numeric_limits<double>::infinity();
  } else if (object.mesh == nullptr) {
    make_filter_body(object.body, box, needs, volumes);
  } else {
    // A mesh that deforms has only its box: hulls and fitted boxes are not worth their making for one step.
    make_filter_body(box, volumes);
  }
}

void Pipeline::State::make_volumes() {
  if (!with_rooms) return;
  to_measure.clear();
  for (const PairedUp& own : paired_up)
    for (std::size_t i = own.first; i < own.first + own.open; ++i) {
      const std::uint32_t which = open_records[i];
      if (rooms[which].told) continue;
      for (const std::uint32_t slot : {records[which].slots.lesser(), records[which].slots.greater()})
        if (slots[slot].current == 0) {
          slots[slot].current = 1;
          to_measure.push_back(slot);
        }
    }
  parallel_for(to_measure.size(), 64, settings.threads, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      // Around the body as it is: the box of the slot is grown by half the range, which filters add themselves.
      const Object& object = objects().objects[to_measure[i]];
      make_volumes(object, box_of(object), slots[to_measure[i]].volumes);
    }
  });
}

// What changed is measured, and moved in the broad phase, side by side; what comes and goes there is put into it or
// taken out of it one by one.
void Pipeline::State::measure() {
  const WorldState& from = objects();
  const std::size_t count = from.objects.size();
  slots.resize(count);
  stamps.resize(count);
  generations.resize(count);
  changed.resize(count);
  moved.resize(with_rooms ? count : 0);
  std::uint32_t* list = broad.list_of_moves(count);
  if (list == nullptr) {
    if (noted.size() < count) noted.resize(count);
    list = noted.data();
  }
  if (unplaced.size() < count) unplaced.resize(count);
  const Pieces pieces(count, 256, settings.threads);
  measured.assign(pieces.size(), {});
  pieces.run(settings.threads, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    Measured& own = measured[piece];
    own.moves.changes = list + begin;
    for (std::size_t which = begin; which < end; ++which) {
      changed[which] = anew || stamps[which] != from.stamps[which];
      if (with_rooms) moved[which] = 0;
      if (changed[which] == 0) continue;
      const Object& object = from.objects[which];
      SlotRecord& slot = slots[which];
      const auto id = static_cast<std::uint32_t>(which);
      stamps[which] = from.stamps[which];
      generations[which] = object.id.generation;
      own.changed += bool(object.id);
      double more = asked_gap * 0.5;
      if (with_rooms) {
        const double step = moved[which] = follow(object, slot.body);
        slot.current = 0;
        slot.left -= step * (1 + 0x1p-40);
        if (!anew && slot.left >= 0 && broad.has(id)) continue;
        // Worth some steps like this one, where that makes few neighbours.
        slot.left = std::isfinite(step) ? std::min(16 * step, 0.25 * asked_gap) : 0;
        more += slot.left;
      }
      if (object.id) {
        const Box box = box_of(object);
        if (!with_rooms) make_volumes(object, box, slot.volumes);
        slot.box = grown(box, more);
      }
      if (!object.id || broad.move(id, slot.box, own.moves) != Status::ok) unplaced[begin + own.unplaced++] = id;
    }
  });
  for (const Measured& own : measured) {
    broad.take(own.moves);
    result.statistics.changed += own.changed;
  }
  const std::size_t left = close_up(unplaced, pieces, [this](std::size_t piece) { return measured[piece].unplaced; });
  for (const std::uint32_t which : std::span(unplaced).first(left)) {
    SlotRecord& slot = slots[which];
    if (generations[which] == 0) {
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
