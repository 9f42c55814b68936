// Bodies by small numbers that are given again, which pairs of them are cared for, and which boxes overlap: what
// I-COLLIDE and V-COLLIDE have in common.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "graze/study_scenes.h"
#include "narrow/body/posed.h"

namespace graze::study {

inline void need_pose(const Pose& pose) {
  int orientation = 0;
  if (check_pose(pose, orientation) != Status::ok) throw Error("the pose is singular or not finite");
}

template <class Body>
class CrowdOf {
 public:
  std::uint32_t add(Body body, const Box& box) {
    std::uint32_t id = 0;
    while (id < bodies_.size() && bodies_[id]) ++id;
    if (id == bodies_.size()) bodies_.emplace_back();
    search_.set(id, box);
    bodies_[id] = std::move(body);
    return id;
  }
  void remove(std::uint32_t id) {
    if (!has(id)) return;
    search_.remove(id);
    bodies_[id].reset();
    for (auto it = ignored_.begin(); it != ignored_.end();)
      it = it->first == id || it->second == id ? ignored_.erase(it) : std::next(it);
  }
  bool has(std::uint32_t id) const { return id < bodies_.size() && bodies_[id]; }
  Body& at(std::uint32_t id) {
    if (!has(id)) throw Error("there is no body " + std::to_string(id));
    return *bodies_[id];
  }
  void move(std::uint32_t id, const Box& box) { search_.set(id, box); }
  void care(std::uint32_t a, std::uint32_t b, bool yes) {
    at(a);
    at(b);
    const std::pair key(std::min(a, b), std::max(a, b));
    if (yes)
      ignored_.erase(key);
    else
      ignored_.insert(key);
  }
  // Pairs that are cared for and whose boxes overlap, sorted.
  IdPairs near() {
    IdPairs pairs = search_.pairs();
    std::erase_if(pairs, [&](const auto& pair) { return ignored_.count(pair) != 0; });
    return pairs;
  }

 private:
  std::vector<std::optional<Body>> bodies_;
  BoxSearch search_{BroadKind::sweep_and_prune};
  std::set<std::pair<std::uint32_t, std::uint32_t>> ignored_;
};

}  // namespace graze::study
