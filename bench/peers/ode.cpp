// ODE: dCollide between two trimesh geoms, which is OPCODE underneath. One unrefined contact is asked for. Its contacts
// are merged and cannot be counted as pairs of triangles, so it answers yes/no only.
#include <ode/ode.h>

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

// dInitODE2 and dCloseODE come in pairs for the whole process.
void initialise() {
  static const struct Session {
    Session() {
      dInitODE2(0);
      dAllocateODEDataForThread(dAllocateMaskAll);
    }
    ~Session() { dCloseODE(); }
  } session;
}

class Ode final : public CollidePeer {
 public:
  Ode() { initialise(); }
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
      const Mat3& m = poses[i].linear;
      const Vec3& t = poses[i].translation;
      const dMatrix3 rotation = {m.at(0, 0), m.at(0, 1), m.at(0, 2), 0,          m.at(1, 0), m.at(1, 1),
                                 m.at(1, 2), 0,          m.at(2, 0), m.at(2, 1), m.at(2, 2), 0};
      dGeomSetRotation(moving_, rotation);
      dGeomSetPosition(moving_, t.x, t.y, t.z);
      dContactGeom contact;
      answers[i] = dCollide(fixed_, moving_, static_cast<int>(1u | CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0;
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

std::unique_ptr<CollidePeer> make_ode() { return std::make_unique<Ode>(); }

}  // namespace graze::bench
