// Same input, same bits: for any number of threads, any order of the triangles, and after saving and loading.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/property/mesh_pairs.h"
#include "tests/property/rays.h"
#include "tree/oriented.h"
#include "tree/ray_tree.h"

namespace graze::property {
namespace {

using oracle::Dice;

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same_bits(Vec3 a, Vec3 b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z); }
bool same(const Counters& a, const Counters& b) {
  return a.box_tests == b.box_tests && a.triangle_tests == b.triangle_tests && a.double_tests == b.double_tests &&
         a.exact_tests == b.exact_tests;
}
bool same(const CollideResult& a, const CollideResult& b) {
  return a.status == b.status && a.yes() == b.yes() && a.complete == b.complete && a.pairs == b.pairs &&
         same(a.counters, b.counters);
}
bool same(const RayHit& a, const RayHit& b) {
  return same_bits(a.t, b.t) && a.triangle == b.triangle && a.tag == b.tag && same_bits(a.barycentric, b.barycentric) &&
         same_bits(a.normal, b.normal) && same_bits(a.point, b.point);
}
bool same(const RayResult& a, const RayResult& b) {
  return a.status == b.status && a.yes() == b.yes() && same(a.closest, b.closest) &&
         std::equal(a.hits.begin(), a.hits.end(), b.hits.begin(), b.hits.end(),
                    [](const RayHit& x, const RayHit& y) { return same(x, y); }) &&
         same(a.counters, b.counters);
}

std::vector<Pose> tumbling(Dice& dice, std::size_t count) {
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < count; ++i)
    poses.push_back(
        {random_linear(dice, pose_kinds[i % pose_kinds.size()], 1), dice.direction() * dice.uniform(0, 2.6)});
  return poses;
}

std::vector<Ray> scattered(Dice& dice, const std::vector<Triangle>& triangles, std::size_t count) {
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < count; ++i)
    rays.push_back(oracle::make_ray(dice, oracle::ray_kinds[i % oracle::ray_kinds.size()], triangles, 2));
  return rays;
}

template <class T>
bool same_bits(const Array<T>& a, const Array<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

template <class Settings>
Settings with_threads(Settings settings, int threads) {
  settings.threads = threads;
  return settings;
}

TEST(Threads, DoNotChangeABitOfTheTrees) {
  Dice dice(oracle::fixed_seed);
  std::vector<std::vector<Triangle>> sets;
  sets.push_back(posed_triangles({mesh_of(scenes::knot(60000)), {}}));
  sets.push_back(posed_triangles({mesh_of(scenes::cube(60)), {}}));  // many ties
  sets.push_back(std::vector<Triangle>(20000, Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  for (int i = 0; i < 20; ++i) sets.push_back(posed_triangles({random_surface(dice, 3000), {}}));
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const std::vector<Triangle>& triangles = sets[set];
    const Tree one = build_tree(triangles, 1);
    const Array<OrientedNode> oriented = build_oriented(one, triangles, 1);
    const RayTree rays = build_ray_tree(triangles, 1);
    for (const int threads : {2, 8, 0}) {
      const RayTree many_rays = build_ray_tree(triangles, threads);
      EXPECT_TRUE(same_bits(rays.nodes, many_rays.nodes)) << threads << " threads, set " << set;
      EXPECT_TRUE(same_bits(rays.leaves, many_rays.leaves)) << threads << " threads, set " << set;
      EXPECT_TRUE(same_bits(rays.order, many_rays.order)) << threads << " threads, set " << set;
      const Tree many = build_tree(triangles, threads);
      EXPECT_TRUE(same_bits(one.frame.origin, many.frame.origin) && same_bits(one.frame.scale, many.frame.scale));
      EXPECT_TRUE(same_bits(one.nodes, many.nodes)) << threads << " threads, set " << set;
      EXPECT_TRUE(same_bits(one.leaves, many.leaves)) << threads << " threads, set " << set;
      EXPECT_TRUE(same_bits(one.order, many.order)) << threads << " threads, set " << set;
      EXPECT_TRUE(same_bits(oriented, build_oriented(many, triangles, threads))) << threads << " threads, set " << set;
    }
  }
}

// One pair of bodies, cut into parts: the same list, and the same work but where a limit cut it.
TEST(Threads, DoNotChangeTheListOfOnePair) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    const Shape knot = mesh_of(scenes::knot(20000)), cube = mesh_of(scenes::cube(12));
    const Shape solid = as_solid(mesh_of(scenes::sphere(300)));
    std::vector<std::pair<Body, Body>> pairs;
    for (int i = 0; i < 12; ++i) pairs.push_back({{knot, {}}, {knot, make_pose(dice.in_cube(0.5), dice.rotation())}});
    const Mat3 rotation = to_matrix(dice.rotation());
    pairs.push_back({{cube, {rotation, {}}}, {cube, {rotation, rotation * Vec3{2, 0, 0}}}});
    pairs.push_back({{solid, {}}, {solid, make_pose({}, {}, {0.1, 0.1, 0.1})}});  // inside, nothing meets
    pairs.push_back({{cube, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1e-300}}, {}}}, {cube, {}}});
    std::size_t most = 0;
    for (const auto& [a, b] : pairs) {
      CollideSettings settings;
      settings.all = true;
      const CollideResult one = collide(a, b, settings);
      EXPECT_TRUE(one.yes());
      most = std::max(most, one.pairs.size());
      for (const int threads : {2, 3, 8, 0}) {
        settings.threads = threads;
        EXPECT_TRUE(same(one, collide(a, b, settings))) << threads;
      }
      for (const std::size_t limit : {std::size_t(0), std::size_t(1), one.pairs.size() / 2, one.pairs.size()}) {
        settings.max_results = limit;
        settings.threads = 1;
        const CollideResult cut = collide(a, b, settings);
        settings.threads = 3;
        const CollideResult other = collide(a, b, settings);
        EXPECT_EQ(other.pairs.size(), std::min(limit, one.pairs.size()));
        EXPECT_EQ(cut.pairs, other.pairs) << limit;
        EXPECT_EQ(cut.complete, other.complete) << limit;
        EXPECT_EQ(cut.yes(), other.yes()) << limit;
      }
    }
    EXPECT_GT(most, 1000u);
  }
}

TEST(Threads, DoNotChangeABitOfCollide) {
  Dice dice(oracle::fixed_seed);
  const Body a{mesh_of(scenes::knot(3000)), {to_matrix(dice.rotation()), {3, 2, 1}}};
  std::vector<Pose> poses = tumbling(dice, 300);
  for (Pose& pose : poses) pose.translation = pose.translation + a.pose.translation;
  poses[17].linear = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}};  // singular: a status among the results
  const Shape b = mesh_of(scenes::torus(2000));
  for (const bool all : {false, true}) {
    const CollideSettings settings{.all = all};
    const std::vector<CollideResult> one = collide(a, b, poses, settings);
    ASSERT_EQ(one.size(), poses.size());
    std::size_t hits = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      hits += one[i].yes();
      EXPECT_TRUE(same(one[i], collide(a, {b, poses[i]}, settings))) << i;
    }
    EXPECT_GT(hits, 60u);
    EXPECT_LT(hits, 240u);
    EXPECT_EQ(one[17].status, Status::invalid);
    for (const int threads : {2, 8, 0}) {
      const std::vector<CollideResult> many = collide(a, b, poses, with_threads(settings, threads));
      ASSERT_EQ(many.size(), one.size());
      for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_TRUE(same(many[i], one[i])) << threads << " threads, pose " << i;
    }
  }
}

TEST(Threads, DoNotChangeABitOfRay) {
  Dice dice(oracle::fixed_seed);
  const Body body{mesh_of(scenes::knot(3000)), {random_linear(dice, PoseKind::sheared, 1), {3, 2, 1}}};
  std::vector<Ray> rays = scattered(dice, posed_triangles(body), 4000);
  rays[99].direction = {};
  for (const RaySettings settings :
       {RaySettings{}, RaySettings{.want = RayWant::any}, RaySettings{.want = RayWant::all}}) {
    const std::vector<RayResult> one = cast(body, rays, settings);
    ASSERT_EQ(one.size(), rays.size());
    std::size_t hits = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      hits += one[i].yes();
      EXPECT_TRUE(same(one[i], cast(body, rays[i], settings))) << i;
    }
    EXPECT_GT(hits, 1000u);
    EXPECT_LT(hits, 3990u);
    EXPECT_EQ(one[99].status, Status::invalid);
    for (const int threads : {2, 8, 0}) {
      const std::vector<RayResult> many = cast(body, rays, with_threads(settings, threads));
      ASSERT_EQ(many.size(), one.size());
      for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_TRUE(same(many[i], one[i])) << threads << " threads, ray " << i;
    }
  }
}

std::vector<std::uint32_t> shuffled_order(Dice& dice, std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[dice.bits() % i]);
  return order;
}

// Triangle k of the result is triangle order[k] of the mesh.
scenes::MeshData reordered(const scenes::MeshData& mesh, const std::vector<std::uint32_t>& order) {
  scenes::MeshData result{mesh.vertices, {}};
  for (std::uint32_t k : order) result.triangles.push_back(mesh.triangles[k]);
  return result;
}

TEST(Order, OfTheTrianglesDoesNotChangeTheSetOfPairs) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    const scenes::MeshData mesh_a = scenes::knot(1200), mesh_b = scenes::torus(1000);
    const auto order_a = shuffled_order(dice, mesh_a.triangles.size());
    const auto order_b = shuffled_order(dice, mesh_b.triangles.size());
    const Shape a = mesh_of(mesh_a), b = mesh_of(mesh_b);
    const Shape mixed_a = mesh_of(reordered(mesh_a, order_a)), mixed_b = mesh_of(reordered(mesh_b, order_b));
    std::size_t hits = 0;
    for (const Pose& pose : tumbling(dice, 200)) {
      const CollideResult plain = collide({a, {}}, {b, pose}, {.all = true});
      CollideResult mixed = collide({mixed_a, {}}, {mixed_b, pose}, {.all = true});
      for (TrianglePair& p : mixed.pairs) p = {order_a[p.a], order_b[p.b]};
      std::sort(mixed.pairs.begin(), mixed.pairs.end());
      EXPECT_EQ(mixed.pairs, plain.pairs);
      EXPECT_EQ(mixed.yes(), plain.yes());
      hits += plain.yes();
    }
    EXPECT_GT(hits, 40u);
    EXPECT_LT(hits, 160u);
  }
}

TEST(Order, OfTheTrianglesDoesNotChangeWhereARayHits) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    const scenes::MeshData mesh = scenes::torus(1500);
    const auto order = shuffled_order(dice, mesh.triangles.size());
    const Body plain{mesh_of(mesh), {random_linear(dice, PoseKind::scaled, 1), {0.5, 0.25, 0.125}}};
    const Body mixed{mesh_of(reordered(mesh, order)), plain.pose};
    std::size_t hits = 0;
    for (const Ray& r : scattered(dice, posed_triangles(plain), 3000)) {
      const RayResult first = cast(plain, r, {.want = RayWant::all}), second = cast(mixed, r, {.want = RayWant::all});
      ASSERT_EQ(first.yes(), second.yes());
      if (!first.yes()) continue;
      ++hits;
      EXPECT_TRUE(same_bits(first.closest.t, second.closest.t));
      ASSERT_EQ(first.hits.size(), second.hits.size());
      std::vector<std::pair<double, std::uint32_t>> one, two;
      for (const RayHit& h : first.hits) one.push_back({h.t, h.triangle});
      for (const RayHit& h : second.hits) two.push_back({h.t, order[h.triangle]});
      std::sort(one.begin(), one.end());
      std::sort(two.begin(), two.end());
      EXPECT_EQ(one, two);
    }
    EXPECT_GT(hits, 600u);
  }
}

TEST(SaveAndLoad, ChangeNoBit) {
  Dice dice(oracle::fixed_seed);
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("graze_determinism_" + std::to_string(oracle::Dice(std::random_device{}()).bits())))
                               .string();
  for (int i = 0; i < 20; ++i) {
    const Shape shape = random_surface(dice, 500);
    save(shape, path);
    const Shape again = load(path);
    ASSERT_EQ(again.triangle_count(), shape.triangle_count());
    ASSERT_EQ(again.form(), shape.form());
    const Shape other = mesh_of(scenes::sphere(300));
    for (const Pose& pose : tumbling(dice, 10)) {
      EXPECT_TRUE(
          same(collide({other, {}}, {again, pose}, {.all = true}), collide({other, {}}, {shape, pose}, {.all = true})));
      const Body body{shape, pose}, loaded{again, pose};
      for (const Ray& r : scattered(dice, posed_triangles(body), 60)) EXPECT_TRUE(same(cast(loaded, r), cast(body, r)));
    }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace graze::property
