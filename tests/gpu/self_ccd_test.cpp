// Features of a mesh whose vertices move: all that touch, each once, as ccd() tells of every pair.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "graze/gpu.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"

namespace graze::gpu {
namespace {

struct MovingMesh {
  std::vector<Index3> triangles;
  std::vector<Vec3> at_0, at_1;
};

// A sheet of cells that crumples, on a grid or not; some triangles twice or without an area.
MovingMesh some_mesh(oracle::Dice& dice) {
  MovingMesh mesh;
  const auto rows = static_cast<std::uint32_t>(dice.integer(2, 5)),
             columns = static_cast<std::uint32_t>(dice.integer(2, 5));
  const bool whole = dice.chance(3);
  for (std::uint32_t i = 0; i < rows; ++i)
    for (std::uint32_t j = 0; j < columns; ++j) {
      const Vec3 p{double(i), double(j), 0};
      mesh.at_0.push_back(whole ? p + dice.grid(0, 1) : p + dice.in_cube(0.4));
      mesh.at_1.push_back(whole ? p + dice.grid(-2, 2) : p + dice.in_cube(1.5));
    }
  for (std::uint32_t i = 0; i + 1 < rows; ++i)
    for (std::uint32_t j = 0; j + 1 < columns; ++j) {
      const std::uint32_t at = i * columns + j;
      mesh.triangles.push_back({at, at + 1, at + columns + 1});
      mesh.triangles.push_back({at, at + columns + 1, at + columns});
    }
  if (dice.chance(2)) mesh.triangles.push_back(mesh.triangles[0]);
  if (dice.chance(2)) mesh.triangles.push_back({0, 0, 1});
  return mesh;
}

using Points = std::array<std::uint32_t, 4>;

// Every vertex with every face, and every edge with every edge.
std::map<std::pair<CcdKind, Points>, CcdResult> all_touches(const MovingMesh& mesh) {
  std::map<std::pair<CcdKind, Points>, CcdResult> result;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
  std::set<std::uint32_t> used;
  const auto ask = [&](CcdKind kind, const Points& points) {
    FourPoints at_0, at_1;
    for (std::size_t k = 0; k < 4; ++k) {
      at_0[k] = mesh.at_0[points[k]];
      at_1[k] = mesh.at_1[points[k]];
    }
    const CcdResult one = ccd(kind, at_0, at_1);
    if (one.yes()) result.emplace(std::pair(kind, points), one);
  };
  for (const Index3& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t p = t[k], q = t[(k + 1) % 3];
      used.insert(p);
      if (p == q) continue;
      if (edges.emplace(std::minmax(p, q), std::pair(p, q)).second) order.emplace_back(p, q);
    }
  for (const std::uint32_t vertex : used)
    for (const Index3& t : mesh.triangles)
      if (vertex != t[0] && vertex != t[1] && vertex != t[2]) ask(CcdKind::vertex_face, {vertex, t[0], t[1], t[2]});
  for (std::size_t a = 0; a < order.size(); ++a)
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      const auto [p, q] = order[a];
      const auto [r, s] = order[b];
      if (p != r && p != s && q != r && q != s) ask(CcdKind::edge_edge, {p, q, r, s});
    }
  return result;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST(GpuSelfCcd, FindsEveryPairThatTouches) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::size_t faces = 0, edges = 0, asked = 0;
    for (std::uint64_t n = oracle::scaled(60); n > 0 && !HasFailure(); --n) {
      const MovingMesh mesh = some_mesh(dice);
      const SelfCcdResult result = self_ccd(own_features(mesh.triangles), mesh.at_0, mesh.at_1);
      ASSERT_TRUE(result.ok());
      const auto expected = all_touches(mesh);
      // A triangle that is there twice makes the same touch twice.
      std::map<std::pair<CcdKind, Points>, CcdResult> found;
      for (const FeatureTouch& touch : result.touches) {
        Points points;
        std::copy(touch.points, touch.points + 4, points.begin());
        CcdResult one;
        one.lower = touch.lower;
        one.upper = touch.upper;
        found.emplace(std::pair(touch.kind, points), one);
      }
      ASSERT_EQ(found.size(), expected.size());
      for (auto it = expected.begin(), other = found.cbegin(); it != expected.end(); ++it, ++other) {
        ASSERT_EQ(it->first, other->first);
        EXPECT_TRUE(same_bits(it->second.lower, other->second.lower));
        EXPECT_TRUE(same_bits(it->second.upper, other->second.upper));
        ++(it->first.first == CcdKind::vertex_face ? faces : edges);
      }
      asked += result.pairs;
    }
    std::printf("seed %llu: %zu pairs asked, %zu faces and %zu edges touch\n", static_cast<unsigned long long>(seed),
                asked, faces, edges);
    if (oracle::scaled(60) < 60) continue;
    EXPECT_GT(faces, 100u);
    EXPECT_GT(edges, 300u);
    EXPECT_GT(asked, faces + edges);
  }
}

TEST(GpuSelfCcd, FeaturesBelongToOneTriangle) {
  const scenes::MeshData mesh = scenes::torus(600);
  std::map<std::uint32_t, int> vertices;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const OwningTriangle& t : own_features(mesh.triangles))
    for (int k = 0; k < 3; ++k) {
      vertices[t.corner[k]] += t.own >> k & 1;
      edges[std::minmax(t.corner[k], t.corner[(k + 1) % 3])] += t.own >> (3 + k) & 1;
    }
  EXPECT_EQ(edges.size(), mesh.triangles.size() * 3 / 2);
  for (const auto& [vertex, owners] : vertices) EXPECT_EQ(owners, 1) << vertex;
  for (const auto& [edge, owners] : edges) EXPECT_EQ(owners, 1) << edge.first;
}

TEST(GpuSelfCcd, RefusesWhatDoesNotFitTogether) {
  oracle::Dice dice(oracle::fixed_seed);
  MovingMesh mesh = some_mesh(dice);
  const std::vector<OwningTriangle> triangles = own_features(mesh.triangles);
  std::vector<Vec3> odd = mesh.at_1;
  odd[3].y = std::numeric_limits<double>::infinity();
  const SelfCcdResult result = self_ccd(triangles, mesh.at_0, odd);
  EXPECT_EQ(result.status, Status::invalid);
  EXPECT_EQ(result.unusable, 3u);
  EXPECT_TRUE(result.touches.empty());
  odd.pop_back();
  EXPECT_EQ(self_ccd(triangles, mesh.at_0, odd).status, Status::invalid);
  const OwningTriangle beyond{{0, 1, 100}, 0};
  EXPECT_EQ(self_ccd({&beyond, 1}, mesh.at_0, mesh.at_1).status, Status::invalid);
  EXPECT_TRUE(self_ccd({}, {}, {}).ok());
}

}  // namespace
}  // namespace graze::gpu
