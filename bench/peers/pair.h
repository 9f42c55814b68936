// Implementations for queries between any two of several meshes, each at a pose of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

// Mesh number a at pose_a against mesh number b at pose_b; rigid poses.
struct PairQuery {
  std::uint32_t a = 0, b = 0;
  Pose pose_a, pose_b;
};

class PairPeer {
 public:
  virtual ~PairPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void build(std::span<const MeshData> meshes) = 0;

  // answers[i] becomes 1 when the bodies of queries[i] meet, else 0.
  virtual void collide(std::span<const PairQuery> queries, std::span<char> answers) = 0;

  // As CollidePeer's: every pair of meeting triangles, counted (timed), or sorted (for comparing).
  virtual bool lists_pairs() const { return false; }
  virtual void count_pairs(std::span<const PairQuery> queries, std::span<std::size_t> counts);
  virtual std::vector<TrianglePair> pairs(const PairQuery& query);
};

std::unique_ptr<PairPeer> make_graze_pair();
std::unique_ptr<PairPeer> make_fcl_obbrss_pair();
std::unique_ptr<PairPeer> make_fcl_obb_pair();
std::unique_ptr<PairPeer> make_ode_pair();

// Ours through BSP trees: solid, solid with the polygons' planes alone, axial.
enum class BspPairKind { solid, paper, axial };
std::unique_ptr<PairPeer> make_bsp_pair(BspPairKind kind);

// FCL's two and ODE.
std::vector<std::unique_ptr<PairPeer>> make_pair_peers();

}  // namespace graze::bench
