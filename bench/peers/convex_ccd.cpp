// libccd's portal refinement, with a plain scan of the points as support: FCL and others that use it have no better.
#include <ccd/ccd.h>

#include "bench/peers/convex.h"

namespace graze::bench {
namespace {

struct Posed {
  const std::vector<Vec3>* points;
  Mat3 linear, back;
  Vec3 translation;
};

void farthest(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Posed& posed = *static_cast<const Posed*>(object);
  const Vec3 local = posed.back * Vec3{direction->v[0], direction->v[1], direction->v[2]};
  const Vec3* best = posed.points->data();
  double most = dot(*best, local);
  for (const Vec3& p : *posed.points) {
    const double value = dot(p, local);
    if (value > most) {
      most = value;
      best = &p;
    }
  }
  const Vec3 p = posed.linear * *best + posed.translation;
  ccdVec3Set(result, p.x, p.y, p.z);
}
void middle(const void* object, ccd_vec3_t* result) {
  const Vec3& t = static_cast<const Posed*>(object)->translation;
  ccdVec3Set(result, t.x, t.y, t.z);
}

class Mpr final : public ConvexPeer {
 public:
  std::string name() const override { return "libccd-mpr"; }
  std::string version() const override { return {}; }
  void build(std::span<const ConvexHull> hulls) override { hulls_.assign(hulls.begin(), hulls.end()); }
  bool decides() const override { return true; }
  bool penetrates() const override { return true; }

  void meet(std::span<const ConvexQuery> queries, std::span<char> answers) override {
    const ccd_t settings = make_settings();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Posed a = pose(queries[i].a, queries[i].pose_a), b = pose(queries[i].b, queries[i].pose_b);
      answers[i] = ccdMPRIntersect(&a, &b, &settings) != 0;
    }
  }
  void depths(std::span<const ConvexQuery> queries, std::span<double> values) override {
    const ccd_t settings = make_settings();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Posed a = pose(queries[i].a, queries[i].pose_a), b = pose(queries[i].b, queries[i].pose_b);
      ccd_real_t depth = 0;
      ccd_vec3_t direction, position;
      values[i] = ccdMPRPenetration(&a, &b, &settings, &depth, &direction, &position) == 0 ? double(depth) : 0.0;
    }
  }

 private:
  Posed pose(std::uint32_t hull, const Pose& pose) const {
    return {&hulls_[hull].points, pose.linear, transpose(pose.linear), pose.translation};
  }
  static ccd_t make_settings() {
    ccd_t settings;
    CCD_INIT(&settings);
    settings.support1 = settings.support2 = farthest;
    settings.center1 = settings.center2 = middle;
    settings.max_iterations = 500;
    settings.mpr_tolerance = 1e-6;
    return settings;
  }

  std::vector<ConvexHull> hulls_;
};

}  // namespace

void add_ccd_convex(std::vector<std::unique_ptr<ConvexPeer>>& peers) { peers.push_back(std::make_unique<Mpr>()); }

}  // namespace graze::bench
