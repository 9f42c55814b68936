// What the benchmarks ask of an implementation, ours or a peer's. One small class a kind of query; the loop over poses
// or rays is inside, so that the virtual call is paid once per pass.
//
// The order of calls is load, build, queries, release, and again from build. Only build and the queries are timed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  // Converts the mesh into the input form of the peer's own interface; no tree yet.
  virtual void load(const MeshData& mesh) = 0;
  // From that input to being ready for queries.
  virtual void build() = 0;
  virtual void release() = 0;
  // What build has made, beside vertices and triangles; 0 where the interface does not tell.
  virtual std::size_t tree_bytes() const { return 0; }
};

// Queries between the mesh at the identity and a second copy of it at a rigid pose.
class CollidePeer : public Peer {
 public:
  // answers[i] becomes 1 when the copy at poses[i] meets the mesh, else 0.
  virtual void collide(std::span<const Pose> poses, std::span<char> answers) = 0;

  // Whether the interface can list every pair of meeting triangles; the two functions below are called only then.
  virtual bool lists_pairs() const { return false; }
  // Finds every pair in the form that the peer's interface gives it in, and counts them.
  virtual void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts);
  // The same pairs, sorted, for comparing; never timed.
  virtual std::vector<TrianglePair> pairs(const Pose& pose);
};

// Mesh coordinates, origins and directions are exact in float, so that a single-precision peer has the same input.
class RayPeer : public Peer {
 public:
  struct Hit {
    bool hit = false;
    double t = 0;  // in units of the direction
  };
  // The closest hit of each ray.
  virtual void cast(std::span<const Ray> rays, std::span<Hit> hits) = 0;
};

std::unique_ptr<CollidePeer> make_graze_collide();
std::unique_ptr<RayPeer> make_graze_ray();

// Every peer there is, in the order of the tables.
std::vector<std::unique_ptr<CollidePeer>> make_collide_peers();
std::vector<std::unique_ptr<RayPeer>> make_ray_peers();

std::unique_ptr<CollidePeer> make_fcl_obbrss();
// Ours without error bounds; not among the peers.
std::unique_ptr<CollidePeer> make_unproven();
std::unique_ptr<CollidePeer> make_fcl_obb();
std::unique_ptr<CollidePeer> make_cgal();
std::unique_ptr<CollidePeer> make_cgal_epeck();
std::unique_ptr<CollidePeer> make_ode();
std::unique_ptr<CollidePeer> make_bullet();
std::unique_ptr<RayPeer> make_embree_robust();
std::unique_ptr<RayPeer> make_embree_packets();
std::unique_ptr<RayPeer> make_embree_fast();

}  // namespace graze::bench
