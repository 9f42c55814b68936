// refit: a cloth waves; from its new vertices to a tree that can be asked again. Ours is update() and prepare() of a
// DeformableMesh, with the last version let go. FCL replaces the vertices of its model (`fcl-replace`), or updates them
// (`fcl-update`), which keeps the ones before and has boxes around both; both refit bottom-up.
//
// Beside it: a build (`rebuild_ns`), a refit after which every tenth of a percent of the vertices, near each other, has
// moved (`partial_ns`), and yes/no near contact with a sphere, after 20 refits over the same after a build
// (`query_ratio`).
#include <fcl/config.h>

#include <memory>

#include "bench/peers/fcl.h"
#include "bench/workload.h"
#include "graze/graze.h"
#include "measure/timing.h"

namespace graze::bench {
namespace {

constexpr int frames = 20;

using Model = fcl::BVHModel<fcl::OBBRSSd>;

class FclCloth {
 public:
  explicit FclCloth(const MeshData& mesh) {
    std::vector<fcl::Triangle> triangles;
    for (const Index3& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model_.beginModel(static_cast<int>(triangles.size()), static_cast<int>(mesh.vertices.size()));
    model_.addSubModel(converted(mesh.vertices), triangles);
    model_.endModel();
  }
  static std::vector<fcl::Vector3d> converted(const std::vector<Vec3>& vertices) {
    std::vector<fcl::Vector3d> result;
    for (const Vec3& v : vertices) result.emplace_back(v.x, v.y, v.z);
    return result;
  }
  void replace(const std::vector<fcl::Vector3d>& vertices) {
    model_.beginReplaceModel();
    model_.replaceSubModel(vertices);
    model_.endReplaceModel(true, true);
  }
  void update(const std::vector<fcl::Vector3d>& vertices) {
    model_.beginUpdateModel();
    model_.updateSubModel(vertices);
    model_.endUpdateModel(true, true);
  }
  bool meets(const Model& other, const Pose& pose) const {
    fcl::CollisionResultd result;
    return fcl::collide(&model_, fcl::Transform3d::Identity(), &other, to_fcl(pose), fcl::CollisionRequestd(), result) >
           0;
  }

 private:
  Model model_;
};

// Around the cloth as it waves: about half of them meet it.
std::vector<Pose> poses_around(std::uint64_t seed) {
  scenes::Random random(seed);
  std::vector<Pose> poses;
  for (int i = 0; i < 200; ++i) {
    Pose pose{{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}, {}};
    pose.translation = {random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9), random.uniform(-0.3, 0.3)};
    poses.push_back(pose);
  }
  return poses;
}

std::vector<Row> refit_cloth(const char* name, std::uint32_t triangles, const Settings& settings) {
  const MeshData cloth = scenes::cloth(triangles);
  std::vector<std::vector<Vec3>> moving;
  std::vector<std::vector<fcl::Vector3d>> moving_fcl;
  for (int i = 0; i < frames; ++i) {
    moving.push_back(scenes::waving(cloth, double(i) / frames));
    moving_fcl.push_back(FclCloth::converted(moving.back()));
  }
  const MeshData start{moving[0], cloth.triangles};
  DeformableMesh ours(start.vertices, start.triangles), part(start.vertices, start.triangles);
  DeformableMesh rebuilt(start.vertices, start.triangles);
  FclCloth replaced(start), updated(start);
  ours.prepare(1);
  part.prepare(1);

  std::size_t next[4] = {};
  const auto frame = [&next](int task) { return next[task]++ % frames; };
  const std::size_t few = std::max<std::size_t>(1, cloth.vertices.size() / 1000), middle = cloth.vertices.size() / 2;
  const auto move_part = [&] {
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < few; ++i) {
      positions.push_back(part.vertices()[middle + i]);
      positions.back().z += next[3] % 2 == 0 ? 1e-3 : -1e-3;
    }
    ++next[3];
    part.update(middle, positions);
    part.prepare(1);
  };
  const Timings times = interleave({{[&] {
                                      ours.update(moving[frame(0)]);
                                      ours.prepare(1);
                                    }},
                                    {[&] { replaced.replace(moving_fcl[frame(1)]); }},
                                    {[&] { updated.update(moving_fcl[frame(2)]); }},
                                    {[&] {
                                      rebuilt.rebuild();
                                      rebuilt.prepare(1);
                                    }},
                                    {move_part}},
                                   settings.effort.rounds);

  // All at the same frame, far from where the trees were built.
  ours.update(moving[frames / 2]);
  rebuilt.update(moving[frames / 2]);
  rebuilt.rebuild();
  replaced.replace(moving_fcl[frames / 2]);
  updated.update(moving_fcl[frames / 2]);
  const MeshData ball = scenes::sphere(1000);
  const Shape ball_shape = make_mesh(ball.vertices, ball.triangles);
  prepare_pairs(ball_shape, 1);
  const std::vector<Pose> poses = poses_around(settings.seed);
  const Body with_refit{ours.prepare(1), {}}, with_build{rebuilt.prepare(1), {}};
  std::vector<char> answers(poses.size()), answers_built(poses.size());
  const auto ask = [&](const Body& body, std::vector<char>& into) {
    for (std::size_t i = 0; i < poses.size(); ++i) into[i] = collide(body, {ball_shape, poses[i]}).yes();
    keep(into.data());
  };
  const Timings queries = interleave({{[&] { ask(with_refit, answers); }}, {[&] { ask(with_build, answers_built); }}},
                                     settings.effort.rounds);
  // FCL takes no scale: the ball has it in its vertices.
  MeshData small = ball;
  for (Vec3& v : small.vertices) v = v * 0.1;
  Model ball_fcl;
  {
    std::vector<fcl::Triangle> triangles_fcl;
    for (const Index3& t : small.triangles) triangles_fcl.emplace_back(t[0], t[1], t[2]);
    ball_fcl.beginModel();
    ball_fcl.addSubModel(FclCloth::converted(small.vertices), triangles_fcl);
    ball_fcl.endModel();
  }

  std::vector<Row> rows;
  for (int i = 0; i < 2; ++i) {
    Row row;
    row.workload = "refit";
    row.scene = name;
    row.peer = i == 0 ? "fcl-replace" : "fcl-update";
    row.peer_version = FCL_VERSION;
    row.ours_ns = times.medians[0] * 1e9;
    row.peer_ns = times.medians[1 + static_cast<std::size_t>(i)] * 1e9;
    row.queries = 1;
    row.rounds = times.rounds;
    row.triangles = cloth.triangles.size();
    std::size_t hits = 0;
    for (std::size_t k = 0; k < poses.size(); ++k) {
      hits += answers[k] != 0;
      row.ours_wrong += answers[k] != answers_built[k];
      const bool theirs = (i == 0 ? replaced : updated).meets(ball_fcl, {{}, poses[k].translation});
      row.disagreements += theirs != (answers[k] != 0);
    }
    row.hits = double(hits) / double(poses.size());
    row.more = {{"rebuild_ns", times.medians[3] * 1e9},
                {"refit_over_rebuild", times.medians[0] / times.medians[3]},
                {"partial_ns", times.medians[4] * 1e9},
                {"quality", ours.quality()},
                {"query_ratio", queries.medians[0] / queries.medians[1]}};
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::vector<Row> refit(const Settings& settings) {
  std::vector<Row> rows = refit_cloth("cloth-10k", 10000, settings);
  if (settings.quick) return rows;
  for (Row& row : refit_cloth("cloth-100k", 100000, settings)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace graze::bench
