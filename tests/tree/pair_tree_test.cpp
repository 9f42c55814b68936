#include "tree/pair_tree.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "scenes/scenes.h"
#include "tree/kernels.h"

namespace graze {
namespace {

std::vector<Triangle> triangles_of(const scenes::MeshData& mesh, const Pose& pose = {}) {
  std::vector<Triangle> result;
  for (const Index3& t : mesh.triangles)
    result.push_back({pose * mesh.vertices[t[0]], pose * mesh.vertices[t[1]], pose * mesh.vertices[t[2]]});
  return result;
}

TEST(PairTree, HoldsEveryTriangleOnce) {
  for (const double offset : {0.0, 1e6})
    for (const double size : {1e-3, 1.0, 1e5}) {
      const Pose pose{{{size, 0, 0}, {0, size, 0}, {0, 0, size}}, {offset, -offset, offset}};
      const std::vector<Triangle> triangles = triangles_of(scenes::knot(2000), pose);
      EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "") << "offset " << offset << " size " << size;
    }
}

TEST(PairTree, TakesDegenerateAndEqualTriangles) {
  std::vector<Triangle> triangles(20, Triangle{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
  EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "");
  for (int i = 0; i < 20; ++i) triangles[std::size_t(i)].b.x += i;
  EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "");
  triangles.assign(1, Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "");
  // Squashed so far that squares of its normals underflow.
  triangles = triangles_of(scenes::torus(200), {{{1e-162, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}});
  EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "");
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  triangles = {{{-huge, 0, 0}, {huge, 0, 0}, {0, huge, 0}}, {{tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}}};
  EXPECT_EQ(validate(build_pair_tree(triangles), triangles), "");
}

TEST(PairTree, ValidateSeesADamagedBox) {
  const std::vector<Triangle> triangles = triangles_of(scenes::torus(500));
  const PairTree tree = build_pair_tree(triangles);
  std::vector<PairNode> nodes(tree.nodes.begin(), tree.nodes.end());
  nodes[0].half[1][0] *= 0.9f;
  PairTree damaged = tree;
  damaged.nodes = nodes;
  EXPECT_NE(validate(damaged, triangles), "");
  nodes.assign(tree.nodes.begin(), tree.nodes.end());
  nodes.back().child[0] = PairNode::leaf_bit | 500000u;
  damaged.nodes = nodes;
  EXPECT_NE(validate(damaged, triangles), "");
}

// Every instruction set that the processor has gives the bits of the scalar one, for rigid and for sheared maps.
TEST(Kernels, AllInstructionSetsAgree) {
  const std::vector<Triangle> triangles = triangles_of(scenes::knot(3000));
  const PairTree tree = build_pair_tree(triangles);
  std::vector<Box> boxes;
  for (const Triangle& t : triangles) boxes.push_back({min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)});
  const Tree ray_tree = build_tree(boxes);
  scenes::Random random(11);
  std::uint64_t overlaps = 0, ray_hits = 0, sets = 0;
  for (const Isa isa : {Isa::avx2, Isa::avx512}) {
    if (isa > best_instruction_set()) continue;
    ++sets;
    for (int round = 0; round < 20000; ++round) {
      PairMap map{};
      const Mat3 turn = to_matrix(random.rotation());
      map.rigid = round % 2 == 0;
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) map.linear[r][c] = float(turn.at(r, c) * (map.rigid ? 1 : 1 + 0.3 * c));
        map.offset[r] = float(random.uniform(-0.5, 0.5));
      }
      map.scale = map.rigid ? float(random.uniform(0.5, 2)) : 1.0f;
      map.stretch = map.rigid ? 1.0f : 2.5f;
      map.determinant = map.rigid ? 1.0f : 2.1f;
      map.slack = 1e-5f;
      const PairNode& host = tree.nodes[random.next() % tree.nodes.size()];
      const PairNode& guest = tree.nodes[random.next() % (round % 3 == 0 ? tree.nodes.size() : 9)];
      float near[8] = {}, near_scalar[8] = {};
      const unsigned bits = kernels(isa).overlap(map, host, 0, guest, near);
      ASSERT_EQ(bits, kernels(Isa::scalar).overlap(map, host, 0, guest, near_scalar));
      overlaps += bits != 0 ? 1 : 0;
      for (int i = 0; i < 8; ++i)
        if ((bits >> i & 1) != 0) {
          ASSERT_EQ(std::memcmp(&near[i], &near_scalar[i], sizeof(float)), 0);
        }

      RayFrame frame{};
      for (int k = 0; k < 3; ++k) {
        frame.origin[k] = float(random.uniform(-1, 1));
        frame.inverse[k] = float(1 / (random.uniform() < 0.1 ? 1e-20 : random.uniform(-1, 1)));
        frame.pad[k] = 1e-5f;
      }
      const Node& node = ray_tree.nodes[random.next() % (round % 3 == 0 ? ray_tree.nodes.size() : 5)];
      float entry[8] = {}, entry_scalar[8] = {};
      const unsigned hits = kernels(isa).ray(frame, 3, node, entry);
      ASSERT_EQ(hits, kernels(Isa::scalar).ray(frame, 3, node, entry_scalar));
      ray_hits += hits != 0 ? 1 : 0;
      for (int i = 0; i < 8; ++i)
        if ((hits >> i & 1) != 0) {
          ASSERT_EQ(std::memcmp(&entry[i], &entry_scalar[i], sizeof(float)), 0);
        }
    }
  }
  if (sets > 0) {
    EXPECT_GT(overlaps, 1000u * sets);
    EXPECT_GT(ray_hits, 1000u * sets);
  }
}

}  // namespace
}  // namespace graze
