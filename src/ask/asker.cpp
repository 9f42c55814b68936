#include "ask/asker.h"

#include "narrow/body/members.h"
#include "narrow/body/posed.h"

namespace graze {

Asker::Asker(const World& world, const QueryFilter& filter) : state_(state_of(world)), filter_(filter) {
  state_.tree.refresh(state_.objects);
  if (filter.except) {
    except_ = state_.find(filter.except);
    valid_ = except_ != nullptr;
  }
  valid_ = valid_ && filter.group < 64;
  wants_all_ = ~filter.groups == 0 && filter.group < 0 && except_ == nullptr && !filter.accept;
}

bool Asker::chooses(std::uint32_t slot) const {
  const Object& object = state_.objects[slot];
  if ((filter_.groups >> object.settings.group & 1) == 0) return false;
  if (filter_.group >= 0 && (object.settings.mask >> filter_.group & 1) == 0) return false;
  if (except_ != nullptr && (except_ == &object || !state_.interest.wants(*except_, object))) return false;
  return !filter_.accept || filter_.accept(name(slot));
}

bool find_box(const Body& body, Box& box) {
  int orientation = 0;
  if (!body.shape || check_pose(body.pose, orientation) != Status::ok) return false;
  box = world_box(body);
  if (usable(box)) return true;
  constexpr double far = std::numeric_limits<double>::infinity();  // beyond the doubles
  box = {{-far, -far, -far}, {far, far, far}};
  return true;
}

}  // namespace graze
