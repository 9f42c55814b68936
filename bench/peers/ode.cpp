// ODE: dCollide between two trimesh geoms, which is OPCODE underneath. One unrefined contact is asked for. Its contacts
// are merged and cannot be counted as pairs of triangles, so it answers yes/no only.
#include "bench/peers/ode.h"

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

class Ode final : public CollidePeer {
 public:
  Ode() { initialise_ode(); }
  ~Ode() override { destroy(); }
  std::string name() const override { return "ode-opcode"; }
  std::string version() const override { return dODE_VERSION; }

  void load(const MeshData& mesh) override {
    vertices_.clear();
    indices_.clear();
    for (const Vec3& v : mesh.vertices) vertices_.insert(vertices_.end(), {v.x, v.y, v.z});
    for (const Index3& t : mesh.triangles) indices_.insert(indices_.end(), t.begin(), t.end());
  }

  void build() override {
    destroy();
    data_ = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(data_, vertices_.data(), 3 * sizeof(double), static_cast<int>(vertices_.size() / 3),
                                indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    fixed_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    moving_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }

  void release() override { destroy(); }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      set_pose(moving_, poses[i]);
      answers[i] = ode_collide(fixed_, moving_);
    }
  }

 private:
  void destroy() {
    if (data_ == nullptr) return;
    dGeomDestroy(moving_);
    dGeomDestroy(fixed_);
    dGeomTriMeshDataDestroy(data_);
    data_ = nullptr;
  }

  std::vector<double> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_ = nullptr;
  dGeomID fixed_ = nullptr, moving_ = nullptr;
};

}  // namespace

void initialise_ode() {
  static const struct Session {
    Session() {
      dInitODE2(0);
      dAllocateODEDataForThread(dAllocateMaskAll);
    }
    ~Session() { dCloseODE(); }
  } session;
}

std::unique_ptr<CollidePeer> make_ode() { return std::make_unique<Ode>(); }

}  // namespace graze::bench
