// What the convex workloads ask of an implementation: hulls of points, two at a time at rigid poses.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/math.h"

namespace graze::bench {

struct ConvexHull {
  std::vector<Vec3> points;          // all of them corners
  std::vector<std::uint32_t> faces;  // three per face
};

struct ConvexQuery {
  std::uint32_t a = 0, b = 0;
  Pose pose_a, pose_b;
  bool first = true;  // of a motion; the others follow the one before
};

// Implementations say what they can do by overriding it.
class ConvexPeer {
 public:
  virtual ~ConvexPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(std::span<const ConvexHull> hulls) = 0;

  virtual bool measures() const { return false; }
  virtual void distances(std::span<const ConvexQuery>, std::span<double>) {}
  // The same along motions; an implementation that can goes on from the last one.
  virtual void coherent(std::span<const ConvexQuery> queries, std::span<double> values) { distances(queries, values); }

  virtual bool decides() const { return false; }
  virtual void meet(std::span<const ConvexQuery>, std::span<char>) {}

  virtual bool penetrates() const { return false; }
  virtual void depths(std::span<const ConvexQuery>, std::span<double>) {}
};

std::unique_ptr<ConvexPeer> make_graze_convex();
// Through find_distance() and collide(), bodies and all; along motions with a PairCache.
std::unique_ptr<ConvexPeer> make_graze_public();
// FCL's two solvers, libccd's MPR, Bullet.
std::vector<std::unique_ptr<ConvexPeer>> make_convex_peers();
void add_fcl_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers);
void add_ccd_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers);
void add_bullet_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers);

}  // namespace graze::bench
