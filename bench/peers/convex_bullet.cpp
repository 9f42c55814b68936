// Bullet's GJK between two hulls, margin 0, with its EPA for depths, in the single precision of Debian's package.
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "bench/peers/convex.h"

namespace graze::bench {
namespace {

btVector3 to_bullet(Vec3 v) { return {btScalar(v.x), btScalar(v.y), btScalar(v.z)}; }
btTransform to_bullet(const Pose& pose) {
  const Mat3& m = pose.linear;
  const auto number = [&](int row, int column) { return static_cast<btScalar>(m.at(row, column)); };
  const btMatrix3x3 linear(number(0, 0), number(0, 1), number(0, 2), number(1, 0), number(1, 1), number(1, 2),
                           number(2, 0), number(2, 1), number(2, 2));
  return btTransform(linear, to_bullet(pose.translation));
}

class Bullet final : public ConvexPeer {
 public:
  std::string name() const override { return "bullet"; }
  std::string version() const override { return std::to_string(btGetVersion()); }
  bool measures() const override { return true; }
  bool penetrates() const override { return true; }

  void build(std::span<const ConvexHull> hulls) override {
    hulls_.clear();
    for (const ConvexHull& hull : hulls) {
      auto shape = std::make_unique<btConvexHullShape>();
      for (const Vec3& p : hull.points) shape->addPoint(to_bullet(p), false);
      shape->recalcLocalAabb();
      shape->setMargin(0);
      hulls_.push_back(std::move(shape));
    }
  }
  void distances(std::span<const ConvexQuery> queries, std::span<double> values) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double value = run(queries[i], nullptr);
      values[i] = value > 0 ? value : 0;
    }
  }
  void depths(std::span<const ConvexQuery> queries, std::span<double> values) override {
    btGjkEpaPenetrationDepthSolver solver;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double value = run(queries[i], &solver);
      values[i] = value < 0 ? -value : 0;
    }
  }

 private:
  double run(const ConvexQuery& query, btConvexPenetrationDepthSolver* solver) {
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(hulls_[query.a].get(), hulls_[query.b].get(), &simplex, solver);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = to_bullet(query.pose_a);
    input.m_transformB = to_bullet(query.pose_b);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult ? double(found.m_distance) : 0.0;
  }

  std::vector<std::unique_ptr<btConvexHullShape>> hulls_;
};

}  // namespace

void add_bullet_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers) { peers.push_back(std::make_unique<Bullet>()); }

}  // namespace graze::bench
