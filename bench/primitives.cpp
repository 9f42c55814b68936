// primitives: every two of box, sphere, capsule, cylinder, cone and ellipsoid, yes/no and distance, near contact.
#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/peers/primitive.h"
#include "bench/workload.h"
#include "measure/timing.h"

namespace graze::bench {

Shape make_primitive(const PrimitiveKind& kind) {
  const Vec3 e = kind.extent;
  switch (kind.form) {
    case ShapeForm::box:
      return make_box(e);
    case ShapeForm::sphere:
      return make_sphere(e.x);
    case ShapeForm::capsule:
      return make_capsule(e.x, e.z);
    case ShapeForm::cylinder:
      return make_cylinder(e.x, e.z);
    case ShapeForm::cone:
      return make_cone(e.x, e.z);
    default:
      return make_ellipsoid(e);
  }
}

namespace {

constexpr PrimitiveKind kinds[] = {
    {"box", ShapeForm::box, {0.5, 0.7, 0.9}},       {"sphere", ShapeForm::sphere, {0.7, 0, 0}},
    {"capsule", ShapeForm::capsule, {0.4, 0, 0.6}}, {"cylinder", ShapeForm::cylinder, {0.6, 0.6, 0.7}},
    {"cone", ShapeForm::cone, {0.7, 0.7, 0.8}},     {"ellipsoid", ShapeForm::ellipsoid, {0.4, 0.7, 0.9}},
};
constexpr std::size_t query_count = 512;
constexpr double same_value = 1e-4;  // FCL's distances of curved shapes are good to about 1e-6

// Gaps from `least` to `most`, along the direction in which the two are nearest.
std::vector<PrimitivePoses> make_poses(scenes::Random& random, const Shape& a, const Shape& b, double least,
                                       double most) {
  std::vector<PrimitivePoses> poses;
  while (poses.size() < query_count) {
    PrimitivePoses next{make_pose({}, random.rotation()), make_pose(random.direction() * 4, random.rotation())};
    const DistanceResult d = find_distance({a, next.a}, {b, next.b});
    next.b.translation = next.b.translation - d.normal * (d.distance - random.uniform(least, most));
    poses.push_back(next);
  }
  return poses;
}

class Ours final : public PrimitivePeer {
 public:
  std::string name() const override { return "graze"; }
  std::string version() const override { return {}; }
  void set(const PrimitiveKind& a, const PrimitiveKind& b) override {
    a_.shape = make_primitive(a);
    b_.shape = make_primitive(b);
  }
  void collide(std::span<const PrimitivePoses> poses, std::span<double> answers) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      move_to(poses[i]);
      answers[i] = graze::collide(a_, b_).yes();
    }
  }
  void distances(std::span<const PrimitivePoses> poses, std::span<double> values) override {
    for (std::size_t i = 0; i < poses.size(); ++i) {
      move_to(poses[i]);
      values[i] = graze::find_distance(a_, b_).distance;
    }
  }

 private:
  // The peer's shapes stay where they are, too: no handle is counted.
  void move_to(const PrimitivePoses& poses) {
    a_.pose = poses.a;
    b_.pose = poses.b;
  }

  Body a_, b_;
};

// Ours is proven: whoever differs is wrong. Yes/no is told from the distance, where that is not too near to 0 for both.
Row measure(const Settings& settings, const PrimitiveKind& a, const PrimitiveKind& b, bool yes_or_no,
            std::span<const PrimitivePoses> poses) {
  Ours ours;
  const std::unique_ptr<PrimitivePeer> peer = make_fcl_primitive();
  ours.set(a, b);
  peer->set(a, b);
  std::vector<double> values(poses.size()), theirs(poses.size());
  const auto run = [&](PrimitivePeer& who, std::span<double> answers) {
    yes_or_no ? who.collide(poses, answers) : who.distances(poses, answers);
    keep(answers.data());
  };
  const Timings times =
      interleave({{[&] { run(ours, values); }}, {[&] { run(*peer, theirs); }}}, settings.effort.rounds, Clock::thread);
  Row row;
  row.workload = "primitives";
  row.scene = std::string(a.name) + "/" + b.name + (yes_or_no ? "/any" : "/distance");
  row.peer = peer->name();
  row.peer_version = peer->version();
  row.queries = poses.size();
  row.rounds = times.rounds;
  row.ours_ns = times.medians[0] * 1e9 / double(poses.size());
  row.peer_ns = times.medians[1] * 1e9 / double(poses.size());
  double hits = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    hits += yes_or_no ? values[i] : values[i] == 0;
    row.disagreements += std::fabs(values[i] - theirs[i]) > (yes_or_no ? 0 : same_value) ? 1 : 0;
  }
  row.peer_wrong = row.disagreements;
  row.hits = hits / double(poses.size());
  return row;
}

}  // namespace

std::vector<Row> primitives(const Settings& settings) {
  scenes::Random random(settings.seed);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    for (std::size_t j = i; j < std::size(kinds); ++j) {
      const Shape a = make_primitive(kinds[i]), b = make_primitive(kinds[j]);
      rows.push_back(measure(settings, kinds[i], kinds[j], true, make_poses(random, a, b, -0.1, 0.1)));
      rows.push_back(measure(settings, kinds[i], kinds[j], false, make_poses(random, a, b, 0.001, 0.3)));
    }
  return rows;
}

}  // namespace graze::bench
