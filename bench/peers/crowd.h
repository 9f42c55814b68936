// What the benchmark of world queries asks of an implementation: one thread, one query after the other.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "bench/crowd.h"

namespace graze::bench {

inline constexpr double nothing = std::numeric_limits<double>::infinity();

struct CrowdSweep {
  CrowdBody body;
  Vec3 by;
};

class CrowdPeer {
 public:
  virtual ~CrowdPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void load(const Crowd& crowd) = 0;
  // What it cannot do is not asked. Answers: t or `nothing`; how many; how far; fraction or `nothing`.
  virtual void rays(std::span<const Ray>, std::span<double>) {}
  virtual void overlap(std::span<const CrowdBody>, std::span<double>) {}
  virtual void nearest(std::span<const CrowdBody>, std::span<double>) {}
  virtual void sweep(std::span<const CrowdSweep>, std::span<double>) {}
};

std::unique_ptr<CrowdPeer> make_graze_crowd();
std::unique_ptr<CrowdPeer> make_bullet_crowd();  // rays, sweep
std::unique_ptr<CrowdPeer> make_fcl_crowd();     // overlap, nearest
std::unique_ptr<CrowdPeer> make_embree_crowd();  // rays, of meshes

}  // namespace graze::bench
