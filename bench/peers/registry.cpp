#include <stdexcept>

#include "bench/peers/peer.h"

namespace graze::bench {

void CollidePeer::count_pairs(std::span<const Pose>, std::span<std::size_t>) {
  throw std::logic_error(name() + " does not list pairs");
}

std::vector<TrianglePair> CollidePeer::pairs(const Pose&) { throw std::logic_error(name() + " does not list pairs"); }

std::vector<std::unique_ptr<CollidePeer>> make_collide_peers() {
  std::vector<std::unique_ptr<CollidePeer>> peers;
  peers.push_back(make_fcl_obbrss());
  peers.push_back(make_fcl_obb());
  peers.push_back(make_ode());
  peers.push_back(make_bullet());
  peers.push_back(make_cgal());
  peers.push_back(make_cgal_epeck());
  return peers;
}

std::vector<std::unique_ptr<RayPeer>> make_ray_peers() {
  std::vector<std::unique_ptr<RayPeer>> peers;
  peers.push_back(make_embree_robust());
  peers.push_back(make_embree_fast());
  return peers;
}

}  // namespace graze::bench
