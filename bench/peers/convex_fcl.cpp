#include <fcl/config.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "bench/peers/convex.h"
#include "bench/peers/fcl.h"

namespace graze::bench {
namespace {

template <class Solver>
class Fcl final : public ConvexPeer {
 public:
  explicit Fcl(const char* name) : name_(name) {}
  std::string name() const override { return name_; }
  std::string version() const override { return FCL_VERSION; }
  bool measures() const override { return true; }
  bool penetrates() const override { return true; }

  void build(std::span<const ConvexHull> hulls) override {
    convex_.clear();
    for (const ConvexHull& hull : hulls) {
      auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
      auto faces = std::make_shared<std::vector<int>>();
      for (const Vec3& p : hull.points) vertices->emplace_back(p.x, p.y, p.z);
      for (std::size_t i = 0; i < hull.faces.size(); i += 3) {
        faces->push_back(3);
        for (std::size_t k = 0; k < 3; ++k) faces->push_back(static_cast<int>(hull.faces[i + k]));
      }
      convex_.push_back(std::make_unique<fcl::Convexd>(vertices, static_cast<int>(hull.faces.size() / 3), faces));
    }
  }
  void distances(std::span<const ConvexQuery> queries, std::span<double> values) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const ConvexQuery& q = queries[i];
      double value = 0;
      if (!solver_.shapeDistance(*convex_[q.a], to_fcl(q.pose_a), *convex_[q.b], to_fcl(q.pose_b), &value)) value = 0;
      values[i] = value < 0 ? 0 : value;
    }
  }
  void depths(std::span<const ConvexQuery> queries, std::span<double> values) override {
    std::vector<fcl::ContactPointd> contacts;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const ConvexQuery& q = queries[i];
      contacts.clear();
      const bool hit =
          solver_.shapeIntersect(*convex_[q.a], to_fcl(q.pose_a), *convex_[q.b], to_fcl(q.pose_b), &contacts);
      values[i] = hit && !contacts.empty() ? contacts[0].penetration_depth : 0;
    }
  }

 private:
  std::string name_;
  Solver solver_;
  std::vector<std::unique_ptr<fcl::Convexd>> convex_;
};

}  // namespace

void add_fcl_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers) {
  peers.push_back(std::make_unique<Fcl<fcl::detail::GJKSolver_libccd<double>>>("fcl-libccd"));
  peers.push_back(std::make_unique<Fcl<fcl::detail::GJKSolver_indep<double>>>("fcl-indep"));
}

}  // namespace graze::bench
