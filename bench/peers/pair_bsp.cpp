// Ours, through the comparison trees of bsp/.
#include <stdexcept>

#include "bench/peers/pair.h"
#include "graze/graze.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/bsp_collide.h"
#include "study/bsp/solid_bsp.h"

namespace graze::bench {
using namespace study;
namespace {

class BspPair final : public PairPeer {
 public:
  explicit BspPair(BspPairKind kind) : kind_(kind) {}
  std::string name() const override {
    return kind_ == BspPairKind::solid ? "bsp-solid" : kind_ == BspPairKind::paper ? "bsp-paper" : "bsp-axial";
  }
  std::string version() const override { return version_string(); }

  void build(std::span<const MeshData> meshes) override {
    for (const MeshData& mesh : meshes) {
      const Shape shape = make_mesh(mesh.vertices, mesh.triangles);
      if (kind_ == BspPairKind::axial) {
        trees_.push_back(std::make_unique<AxialBsp>(shape));
      } else {
        const SolidBspSettings settings = kind_ == BspPairKind::paper ? paper_tree : SolidBspSettings{};
        trees_.push_back(std::make_unique<SolidBsp>(shape, settings));
      }
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
  CollideResult run(const PairQuery& query, bool all) const {
    CollideSettings settings;
    settings.all = all;
    CollideResult result = study::collide(BspBody{trees_[query.a].get(), query.pose_a},
                                          BspBody{trees_[query.b].get(), query.pose_b}, settings);
    if (result.status != Status::ok) throw std::runtime_error("bsp: no answer to a query");
    return result;
  }

  BspPairKind kind_;
  std::vector<std::unique_ptr<CandidatePolygons>> trees_;
};

}  // namespace

std::unique_ptr<PairPeer> make_bsp_pair(BspPairKind kind) { return std::make_unique<BspPair>(kind); }

}  // namespace graze::bench
