// Every volume and grouping against all pairs of posed triangles: which meet, and which are nearest.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "study/hierarchy/hierarchy.h"
#include "study/hierarchy/volumes.h"
#include "tests/property/bodies.h"
#include "tests/property/plain_distance.h"
#include "tests/property/tally.h"

namespace graze::property {
using namespace study;
namespace {

template <class V>
using Groups = std::array<Hierarchy<V>, 3>;  // one per grouping

struct Model {
  Shape shape;
  Volumes::Over<Groups> trees;

  explicit Model(Shape given) : shape(std::move(given)) {
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) triangles.push_back(shape.triangle(i));
    Volumes::for_each([&]<class V>() {
      Groups<V>& groups = std::get<Groups<V>>(trees);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        groups[g] = build_hierarchy<V>(triangles, groupings[g]);
        EXPECT_EQ(validate(groups[g], std::span<const Triangle>(triangles)), "")
            << V::name << ' ' << name(groupings[g]);
      }
    });
  }
};

// Everything there is to know about two posed bodies.
struct Truth {
  std::size_t rows, columns;
  std::vector<double> distance;  // of triangle pairs; 0 where they meet
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t a = 0, b = 0;
  std::vector<TrianglePair> meeting;

  Truth(const std::vector<Triangle>& p, const std::vector<Triangle>& q) : rows(p.size()), columns(q.size()) {
    for (std::uint32_t i = 0; i < rows; ++i)
      for (std::uint32_t j = 0; j < columns; ++j) {
        distance.push_back(plain_distance(p[i], q[j]));
        if (distance.back() == 0 && triangles_meet(p[i], q[j])) meeting.push_back({i, j});
        if (distance.back() < least) {
          least = distance.back();
          a = i;
          b = j;
        }
      }
  }
  double at(std::uint32_t i, std::uint32_t j) const { return distance[i * columns + j]; }
  bool meet(std::uint32_t i, std::uint32_t j) const {
    return std::binary_search(meeting.begin(), meeting.end(), TrianglePair{i, j});
  }
};

struct Placed {
  PairPose pose;
  double unit_a, unit_b;
};

// What is wrong with the walks over two trees; empty when nothing is.
template <class V>
std::string fault_in_walks(const Hierarchy<V>& a, const Hierarchy<V>& b, const Placed& placed, const Truth& truth) {
  std::vector<TrianglePair> found;
  for_each_candidate(a, b, placed.pose, [&](std::uint32_t i, std::uint32_t j) {
    if (truth.meet(i, j)) found.push_back({i, j});
    return true;
  });
  std::sort(found.begin(), found.end());
  if (found != truth.meeting) return "the pairs that meet";
  bool any = false;
  for_each_candidate(a, b, placed.pose, [&](std::uint32_t i, std::uint32_t j) { return !(any = truth.meet(i, j)); });
  if (any == truth.meeting.empty()) return "yes or no";
  const auto distance = [&](std::uint32_t i, std::uint32_t j) { return truth.at(i, j); };
  const NearestPair nearest = nearest_pair(a, b, placed.pose, placed.unit_a, placed.unit_b, distance);
  if (nearest.distance != truth.least || nearest.a != truth.a || nearest.b != truth.b) return "the nearest pair";
  const NearestPair limited = nearest_pair(a, b, placed.pose, placed.unit_a, placed.unit_b, distance, truth.least);
  if (limited.distance != truth.least || limited.a != truth.a || limited.b != truth.b) return "the pair at the limit";
  const double less = truth.least * 0.999;
  if (less < truth.least &&
      nearest_pair(a, b, placed.pose, placed.unit_a, placed.unit_b, distance, less).distance < 1e300)
    return "a pair beyond the limit";
  return {};
}

// Volumes of any two nodes, as host and guest: never apart when triangles meet, never farther than triangles are.
template <class V>
std::string fault_in_volumes(const Hierarchy<V>& a, const Hierarchy<V>& b, const Placed& placed, const Truth& truth,
                             oracle::Dice& dice, bool& parted) {
  const typename V::Pose pose(placed.pose);
  for (int i = 0; i < 8; ++i) {
    const auto& p = a.nodes[dice.bits() % a.nodes.size()];
    const auto& q = b.nodes[dice.bits() % b.nodes.size()];
    double least = std::numeric_limits<double>::infinity();
    bool meet = false;
    for (std::uint32_t r = p.begin; r < p.end; ++r)
      for (std::uint32_t s = q.begin; s < q.end; ++s) {
        least = std::min(least, truth.at(a.order[r], b.order[s]));
        meet = meet || truth.meet(a.order[r], b.order[s]);
      }
    const auto guest = q.volume.placed(pose);
    const bool apart = !overlap(p.volume, guest, pose);
    parted = parted || apart;
    if (apart && meet) return "volumes apart around triangles that meet";
    if (double(lower_bound(p.volume, guest, pose)) * placed.unit_a > least) return "a lower bound above the distance";
  }
  return {};
}

std::pair<Pose, Pose> random_poses(oracle::Dice& dice, PoseKind kind) {
  const double size_a = std::pow(10.0, dice.uniform(-3, 3));
  const double size_b = dice.chance(3) ? std::clamp(size_a * std::pow(10.0, dice.uniform(-2, 2)), 1e-3, 1e3) : size_a;
  const Vec3 offset = dice.chance(3) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 6));
  const PoseKind other = dice.chance(2) ? kind : pose_kinds[dice.bits() % pose_kinds.size()];
  const double reach = kind == PoseKind::needle || other == PoseKind::needle ? 0.25 : 0.9;
  const double gap = (size_a + size_b) * dice.uniform(reach * 0.2, reach);
  const Mat3 linear_a = random_linear(dice, kind, size_a), linear_b = random_linear(dice, other, size_b);
  return {{linear_a, offset}, {linear_b, offset + dice.direction() * gap}};
}

Tally check_hierarchies(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  std::vector<std::unique_ptr<Model>> models;
  std::uint64_t unusable = 0;
  std::array<std::uint64_t, Volumes::size> parted{};
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    if (i % 300 == 0) {
      models.clear();
      for (int m = 0; m < 18; ++m) models.push_back(std::make_unique<Model>(random_surface(dice, m % 6 == 5 ? 3 : 20)));
    }
    const PoseKind kind = pose_kinds[i % pose_kinds.size()];
    const Model &model_a = *models[dice.bits() % models.size()], &model_b = *models[dice.bits() % models.size()];
    const auto [pose_a, pose_b] = random_poses(dice, kind);
    const Body a{model_a.shape, pose_a}, b{model_b.shape, pose_b};
    Posed posed_a, posed_b;
    if (make_posed(a, posed_a) != Status::ok || make_posed(b, posed_b) != Status::ok) {
      tally.failure = "a body that cannot be posed";
      return tally;
    }
    const Placement place_a = place(*posed_a.shape, pose_a), place_b = place(*posed_b.shape, pose_b);
    PairFrame frame;
    if (!pair_frame(place_a, place_b, frame)) {
      ++unusable;
      continue;
    }
    const Placed placed{pair_pose(frame), least_stretch(place_a.to_world), least_stretch(place_b.to_world)};
    const Truth truth(posed_triangles(a), posed_triangles(b));
    tally.count(name(kind), !truth.meeting.empty());
    const std::size_t g = dice.bits() % 3;
    std::size_t volume = 0;
    Volumes::for_each([&]<class V>() {
      const Hierarchy<V>&tree_a = std::get<Groups<V>>(model_a.trees)[g],
            &tree_b = std::get<Groups<V>>(model_b.trees)[g];
      std::string fault = fault_in_walks(tree_a, tree_b, placed, truth);
      bool apart = false;
      if (fault.empty()) fault = fault_in_volumes(tree_a, tree_b, placed, truth, dice, apart);
      parted[volume++] += apart ? 1 : 0;
      if (!fault.empty() && !tally.failed())
        tally.failure = std::string(V::name) + ", " + name(groupings[g]) + ", " + name(kind) + ", case " +
                        std::to_string(i) + ": " + fault + "\n" + lines(a, b);
    });
  }
  // A volume that never parts anything would pass, too.
  for (std::size_t v = 0; v < parted.size(); ++v)
    if (!tally.failed() && count >= 200 && parted[v] < count / 5)
      tally.failure = "volume " + std::to_string(v) + " parted only " + std::to_string(parted[v]);
  if (unusable > count / 50) tally.failure = std::to_string(unusable) + " pairs have no usable frame";
  return tally;
}

TEST(Hierarchies, EqualBruteForceForEveryVolumeAndGrouping) {
  for (const auto& [seed, count] : {std::pair{oracle::fixed_seed, 4000}, std::pair{oracle::run_seed(), 2000}}) {
    const Tally tally = check_hierarchies(seed, oracle::thinned(std::uint64_t(count)));
    tally.print("hierarchies");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.7);
  }
}

}  // namespace
}  // namespace graze::property
