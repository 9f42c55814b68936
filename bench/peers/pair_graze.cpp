// Ours, through the public interface, one call per query in one thread.
#include <stdexcept>

#include "bench/peers/pair.h"
#include "graze/graze.h"

namespace graze::bench {
namespace {

class GrazePair final : public PairPeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return version_string(); }

  void build(std::span<const MeshData> meshes) override {
    for (const MeshData& mesh : meshes) {
      const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
      prepare_pairs(shape, 1);
      first_.push_back({shape, {}});
      second_.push_back({shape, {}});
    }
  }

  void collide(std::span<const PairQuery> queries, std::span<char> answers) override {
    for (std::size_t i = 0; i < queries.size(); ++i) answers[i] = run(queries[i], false).yes();
  }

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const PairQuery> queries, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < queries.size(); ++i) counts[i] = run(queries[i], true).pairs.size();
  }

  std::vector<TrianglePair> pairs(const PairQuery& query) override { return run(query, true).pairs; }

 private:
  CollideResult run(const PairQuery& query, bool all) {
    Body& a = first_[query.a];
    Body& b = second_[query.b];
    a.pose = query.pose_a;
    b.pose = query.pose_b;
    CollideSettings settings;
    settings.all = all;
    CollideResult result = graze::collide(a, b, settings);
    if (result.status != Status::ok) {
      throw std::runtime_error(std::string("graze answered with status ") + graze::name(result.status));
    }
    return result;
  }

  std::vector<Body> first_, second_;
};

}  // namespace

std::unique_ptr<PairPeer> make_graze_pair() { return std::make_unique<GrazePair>(); }

void PairPeer::count_pairs(std::span<const PairQuery>, std::span<std::size_t>) {
  throw std::logic_error(name() + " does not list pairs");
}

std::vector<TrianglePair> PairPeer::pairs(const PairQuery&) { throw std::logic_error(name() + " does not list pairs"); }

std::vector<std::unique_ptr<PairPeer>> make_pair_peers() {
  std::vector<std::unique_ptr<PairPeer>> peers;
  peers.push_back(make_fcl_obbrss_pair());
  peers.push_back(make_fcl_obb_pair());
  peers.push_back(make_ode_pair());
  return peers;
}

}  // namespace graze::bench
