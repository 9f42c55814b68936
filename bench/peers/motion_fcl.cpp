// FCL: continuousCollide of two OBBRSS models in double. Motions are handed over as objects, because the interface with
// two poses leaves the reference point of a rotation unset.
#include <fcl/config.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "bench/peers/fcl.h"
#include "bench/peers/motion.h"

namespace graze::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::unique_ptr<Model> model_of(const scenes::MeshData& mesh) {
  auto model = std::make_unique<Model>();
  model->beginModel(static_cast<int>(mesh.triangles.size()), static_cast<int>(mesh.vertices.size()));
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const Index3& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

class FclMotion final : public MotionPeer {
 public:
  FclMotion(const char* name, std::size_t samples, fcl::CCDSolverType solver)
      : name_(name), samples_(samples), solver_(solver) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }

  void build(const scenes::MeshData& still, const scenes::MeshData& moving) override {
    still_ = model_of(still);
    moving_ = model_of(moving);
  }

  void times(std::span<const MotionQuery> queries, std::span<double> answers) override {
    const fcl::TranslationMotion<double> rest(fcl::Transform3d::Identity(), fcl::Transform3d::Identity());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto& [pose, motion] = queries[i];
      const fcl::Transform3d from = to_fcl(pose), to = to_fcl(pose_at(pose, motion, 0, 1));
      fcl::ContinuousCollisionRequestd request;
      if (samples_ > 0) request.num_max_iterations = samples_;
      request.ccd_solver_type = solver_;
      fcl::ContinuousCollisionResultd result;
      if (motion.kind == Motion::Kind::rotation) {
        const Vec3 centre = inverse(pose) * motion.origin;
        const fcl::InterpMotion<double> turn(from.linear(), from.translation(), to.linear(), to.translation(),
                                             fcl::Vector3d(centre.x, centre.y, centre.z));
        request.ccd_motion_type = fcl::CCDM_LINEAR;
        fcl::continuousCollide(moving_.get(), &turn, still_.get(), &rest, request, result);
      } else {
        const fcl::TranslationMotion<double> way(from, to);
        request.ccd_motion_type = fcl::CCDM_TRANS;
        fcl::continuousCollide(moving_.get(), &way, still_.get(), &rest, request, result);
      }
      answers[i] = result.is_collide ? result.time_of_contact : no_contact;
    }
  }

 private:
  std::string name_;
  std::size_t samples_;  // 0: its default
  fcl::CCDSolverType solver_;
  std::unique_ptr<Model> still_, moving_;
};

}  // namespace

std::vector<std::unique_ptr<MotionPeer>> make_fcl_motion_peers() {
  std::vector<std::unique_ptr<MotionPeer>> peers;
  peers.push_back(std::make_unique<FclMotion>("fcl-1000", 1000, fcl::CCDC_NAIVE));
  peers.push_back(std::make_unique<FclMotion>("fcl-default-10", 0, fcl::CCDC_NAIVE));
  peers.push_back(std::make_unique<FclMotion>("fcl-advance", 0, fcl::CCDC_CONSERVATIVE_ADVANCEMENT));
  return peers;
}

}  // namespace graze::bench
