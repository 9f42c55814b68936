// Implementations that look for a mesh's own triangles that meet.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"

namespace graze::bench {

using scenes::MeshData;

class SelfPeer {
 public:
  virtual ~SelfPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void load(const MeshData& mesh) = 0;
  // Makes what queries need. A peer that keeps nothing between queries does nothing here.
  virtual void build() = 0;
  virtual bool keeps_a_tree() const { return true; }

  // Every pair of triangles that meet and share no vertex, each once, a < b, in any order.
  virtual std::vector<TrianglePair> pairs() = 0;
};

std::unique_ptr<SelfPeer> make_graze_self();
std::unique_ptr<SelfPeer> make_fcl_self();
std::unique_ptr<SelfPeer> make_cgal_self();

}  // namespace graze::bench
