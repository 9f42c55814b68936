#include <algorithm>
#include <map>

#include "study/systems/crowd.h"

namespace graze::study {
namespace {

struct Part {
  ConvexModel model;
  Pose local, world;
  Box box;
};
struct TrackedBody {
  std::vector<Part> parts;
};

Box place(TrackedBody& body, const Pose& pose) {
  Box all;
  for (Part& part : body.parts) {
    part.world = pose * part.local;
    part.box = posed_box(part.world, part.model.shape().bounds());
    all = merge(all, part.box);
  }
  return all;
}

}  // namespace

struct GRAZE_HIDDEN ICollide::State {
  CrowdOf<TrackedBody> bodies;
  std::map<std::array<std::uint32_t, 4>, ConvexMemory> memories;  // body, part, body, part
  std::vector<TrackedPair> pairs;
  std::uint64_t steps = 0;
};

ICollide::ICollide() : state_(std::make_unique<State>()) {}
ICollide::ICollide(ICollide&&) noexcept = default;
ICollide& ICollide::operator=(ICollide&&) noexcept = default;
ICollide::~ICollide() = default;

std::uint32_t ICollide::add(std::span<const CompoundPart> parts) {
  if (parts.empty()) throw Error("a body needs a part");
  TrackedBody body;
  for (const CompoundPart& part : parts) {
    need_pose(part.pose);
    body.parts.push_back({ConvexModel(part.shape), part.pose, part.pose, {}});
  }
  const Box box = study::place(body, {});
  return state_->bodies.add(std::move(body), box);
}
std::uint32_t ICollide::add(const Shape& convex) {
  const CompoundPart part{convex, {}};
  return add({&part, 1});
}
void ICollide::remove(std::uint32_t body) {
  state_->bodies.remove(body);
  std::erase_if(state_->memories, [&](const auto& entry) { return entry.first[0] == body || entry.first[2] == body; });
}
void ICollide::place(std::uint32_t body, const Pose& pose) {
  need_pose(pose);
  state_->bodies.move(body, study::place(state_->bodies.at(body), pose));
}
void ICollide::care(std::uint32_t a, std::uint32_t b, bool yes) { state_->bodies.care(a, b, yes); }

const std::vector<TrackedPair>& ICollide::step() {
  State& s = *state_;
  s.pairs.clear();
  std::map<std::array<std::uint32_t, 4>, ConvexMemory> kept;
  for (const auto& [a, b] : s.bodies.near()) {
    TrackedPair pair{a, b, Answer::yes, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::infinity()};
    const TrackedBody &first = s.bodies.at(a), &second = s.bodies.at(b);
    for (std::uint32_t i = 0; i < first.parts.size(); ++i)
      for (std::uint32_t j = 0; j < second.parts.size(); ++j) {
        const std::array key{a, i, b, j};
        if (const auto old = s.memories.find(key); old != s.memories.end()) kept[key] = old->second;
        const ConvexFound found = i_collide_pair({&first.parts[i].model, first.parts[i].world},
                                                 {&second.parts[j].model, second.parts[j].world}, &kept[key]);
        s.steps += found.steps;
        if (!found.ok() || (found.apart == Answer::unknown && pair.apart == Answer::yes)) pair.apart = Answer::unknown;
        if (found.apart == Answer::no) pair.apart = Answer::no;
        pair.lower = std::min(pair.lower, found.lower);
        pair.upper = std::min(pair.upper, found.upper);
      }
    if (pair.apart == Answer::no) pair.lower = 0;
    s.pairs.push_back(pair);
  }
  s.memories = std::move(kept);
  return s.pairs;
}
std::uint64_t ICollide::feature_steps() const noexcept { return state_->steps; }

}  // namespace graze::study
