// Bullet: GImpact mesh against GImpact mesh, margin 0, in the single precision of Debian's package. The algorithm has
// no early exit: a yes/no query finds every contact.
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>

#include "bench/peers/peer.h"

namespace graze::bench {
namespace {

btTransform to_bullet(const Pose& pose) {
  const auto number = [](double value) { return static_cast<btScalar>(value); };
  const Mat3& m = pose.linear;
  const btMatrix3x3 linear(number(m.at(0, 0)), number(m.at(0, 1)), number(m.at(0, 2)), number(m.at(1, 0)),
                           number(m.at(1, 1)), number(m.at(1, 2)), number(m.at(2, 0)), number(m.at(2, 1)),
                           number(m.at(2, 2)));
  const Vec3& t = pose.translation;
  return btTransform(linear, btVector3(number(t.x), number(t.y), number(t.z)));
}

// Takes the pair of triangles of each contact instead of keeping a manifold.
class PairCollector final : public btManifoldResult {
 public:
  PairCollector(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b) : btManifoldResult(a, b) {}

  void addContactPoint(const btVector3&, const btVector3&, btScalar) override {
    const TrianglePair pair{static_cast<std::uint32_t>(m_index0), static_cast<std::uint32_t>(m_index1)};
    // The contacts of one pair come together.
    if (found.empty() || found.back() != pair) found.push_back(pair);
  }

  std::vector<TrianglePair> found;
};

class Bullet final : public CollidePeer {
 public:
  Bullet() : dispatcher_(&configuration_) {}
  std::string name() const override { return "bullet-gimpact"; }
  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  void load(const MeshData& mesh) override {
    release();
    vertices_.clear();
    indices_.clear();
    for (const Vec3& v : mesh.vertices) {
      for (int axis = 0; axis < 3; ++axis) vertices_.push_back(static_cast<btScalar>(v[axis]));
    }
    for (const Index3& t : mesh.triangles) {
      for (std::uint32_t index : t) indices_.push_back(static_cast<int>(index));
    }
  }

  void build() override {
    release();
    input_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(indices_.size() / 3), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(vertices_.size() / 3), vertices_.data(), static_cast<int>(3 * sizeof(btScalar)));
    shape_ = std::make_unique<btGImpactMeshShape>(input_.get());
    shape_->setMargin(0);
    shape_->updateBound();
    fixed_.setCollisionShape(shape_.get());
    moving_.setCollisionShape(shape_.get());
  }

  void release() override {
    shape_.reset();
    input_.reset();
  }

  void collide(std::span<const Pose> poses, std::span<char> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = !run(poses[i]).empty();
  }

  bool lists_pairs() const override { return true; }

  void count_pairs(std::span<const Pose> poses, std::span<std::size_t> counts) override {
    for (std::size_t i = 0; i < poses.size(); ++i) counts[i] = run(poses[i]).size();
  }

  std::vector<TrianglePair> pairs(const Pose& pose) override {
    std::vector<TrianglePair> found = run(pose);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  std::vector<TrianglePair> run(const Pose& pose) {
    moving_.setWorldTransform(to_bullet(pose));
    const btCollisionObjectWrapper a(nullptr, shape_.get(), &fixed_, fixed_.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b(nullptr, shape_.get(), &moving_, moving_.getWorldTransform(), -1, -1);
    PairCollector collector(&a, &b);
    const btCollisionAlgorithmConstructionInfo construction(&dispatcher_, 0);
    btGImpactCollisionAlgorithm algorithm(construction, &a, &b);
    algorithm.processCollision(&a, &b, dispatch_, &collector);
    return std::move(collector.found);
  }

  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDispatcherInfo dispatch_;
  btCollisionObject fixed_, moving_;
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> input_;
  std::unique_ptr<btGImpactMeshShape> shape_;
};

}  // namespace

std::unique_ptr<CollidePeer> make_bullet() { return std::make_unique<Bullet>(); }

}  // namespace graze::bench
