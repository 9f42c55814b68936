// ODE: two trimesh geoms a mesh over one OPCODE tree, so that a mesh can meet itself.
#include "bench/peers/ode.h"
#include "bench/peers/pair.h"

namespace graze::bench {
namespace {

class OdePair final : public PairPeer {
 public:
  OdePair() { initialise_ode(); }
  ~OdePair() override {
    for (const Model& model : models_) {
      dGeomDestroy(model.first);
      dGeomDestroy(model.second);
      dGeomTriMeshDataDestroy(model.data);
    }
  }
  OdePair(const OdePair&) = delete;
  OdePair& operator=(const OdePair&) = delete;

  std::string name() const override { return "ode-opcode"; }
  std::string version() const override { return dODE_VERSION; }

  void build(std::span<const MeshData> meshes) override {
    models_.reserve(meshes.size());
    for (const MeshData& mesh : meshes) {
      Model& model = models_.emplace_back();
      for (const Vec3& v : mesh.vertices) model.vertices.insert(model.vertices.end(), {v.x, v.y, v.z});
      for (const Index3& t : mesh.triangles) model.indices.insert(model.indices.end(), t.begin(), t.end());
      model.data = dGeomTriMeshDataCreate();
      dGeomTriMeshDataBuildDouble(model.data, model.vertices.data(), 3 * sizeof(double),
                                  static_cast<int>(mesh.vertices.size()), model.indices.data(),
                                  static_cast<int>(model.indices.size()), 3 * sizeof(dTriIndex));
      model.first = dCreateTriMesh(nullptr, model.data, nullptr, nullptr, nullptr);
      model.second = dCreateTriMesh(nullptr, model.data, nullptr, nullptr, nullptr);
    }
  }

  void collide(std::span<const PairQuery> queries, std::span<char> answers) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const dGeomID a = models_[queries[i].a].first, b = models_[queries[i].b].second;
      set_pose(a, queries[i].pose_a);
      set_pose(b, queries[i].pose_b);
      answers[i] = ode_collide(a, b);
    }
  }

 private:
  struct Model {
    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    dTriMeshDataID data = nullptr;
    dGeomID first = nullptr, second = nullptr;
  };
  std::vector<Model> models_;
};

}  // namespace

std::unique_ptr<PairPeer> make_ode_pair() { return std::make_unique<OdePair>(); }

}  // namespace graze::bench
