#include "study/systems/crowd.h"

namespace graze::study {
namespace {

struct TreeAndPose {
  VolumeTree tree;
  Pose pose;
};

Box box_of(const TreeAndPose& body) { return posed_box(body.pose, body.tree.shape().bounds()); }

}  // namespace

struct GRAZE_HIDDEN VCollide::State {
  TreeSystem system;
  CrowdOf<TreeAndPose> bodies;
  TreeCounters counters;
};

VCollide::VCollide(const TreeSystem& system) : state_(std::make_unique<State>()) { state_->system = system; }
VCollide::VCollide(VCollide&&) noexcept = default;
VCollide& VCollide::operator=(VCollide&&) noexcept = default;
VCollide::~VCollide() = default;

std::uint32_t VCollide::add(const Shape& shape) {
  TreeAndPose body{VolumeTree(shape, state_->system), {}};
  const Box box = box_of(body);
  return state_->bodies.add(std::move(body), box);
}
void VCollide::remove(std::uint32_t body) { state_->bodies.remove(body); }
void VCollide::place(std::uint32_t body, const Pose& pose) {
  need_pose(pose);
  TreeAndPose& at = state_->bodies.at(body);
  at.pose = pose;
  state_->bodies.move(body, box_of(at));
}
void VCollide::care(std::uint32_t a, std::uint32_t b, bool yes) { state_->bodies.care(a, b, yes); }

IdPairs VCollide::step() {
  IdPairs meeting;
  for (const auto& [a, b] : state_->bodies.near()) {
    const TreeAndPose &first = state_->bodies.at(a), &second = state_->bodies.at(b);
    const TreeCollide result = collide(TreeBody{&first.tree, first.pose}, TreeBody{&second.tree, second.pose});
    state_->counters.volume_tests += result.counters.volume_tests;
    state_->counters.triangle_tests += result.counters.triangle_tests;
    state_->counters.nodes += result.counters.nodes;
    if (!result.ok()) throw Error("no answer for bodies " + std::to_string(a) + " and " + std::to_string(b));
    if (result.yes()) meeting.emplace_back(a, b);
  }
  return meeting;
}
TreeCounters VCollide::counters() const noexcept { return state_->counters; }

}  // namespace graze::study
