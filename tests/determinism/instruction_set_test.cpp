// Same bits on every instruction set: this program runs itself once for each and compares digests of its answers.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "math/isa.h"
#include "tests/property/kinds.h"
#include "tests/property/mesh_pairs.h"
#include "tests/property/primitives.h"
#include "tests/property/rays.h"

namespace graze::property {
namespace {

class Digest {
 public:
  void add(std::uint64_t value) { state_ = (state_ ^ value) * 0x100000001b3u + (state_ >> 29); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(Vec3 v) {
    for (int axis = 0; axis < 3; ++axis) add(v[axis]);
  }
  void add(const Counters& c) {
    add(c.box_tests);
    add(c.triangle_tests);
    add(c.double_tests);
    add(c.exact_tests);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

void add_primitives(oracle::Dice& dice, Digest& digest) {
  std::uint64_t hits = 0;
  for (std::size_t i = 0; i < 1200; ++i) {
    const PoseKind kind = pose_kinds[i / 6 % pose_kinds.size()];
    const Body mesh{random_surface(dice, 300), {random_linear(dice, kind, 1), dice.in_cube(1)}};
    const Body volume =
        random_primitive(dice, primitive_forms[i % primitive_forms.size()], dice.in_cube(1.5), 0.5).body;
    const CollideResult all = collide(mesh, volume, {.all = true}), any = collide(mesh, volume);
    for (const CollideResult& result : {all, any}) {
      digest.add(static_cast<std::uint64_t>(result.yes()));
      digest.add(result.counters);
      for (const TrianglePair& p : result.pairs) digest.add(std::uint64_t{p.a} << 32 | p.b);
    }
    const WithinResult near = within(mesh, volume, 0.1);
    digest.add(std::uint64_t{near.yes()});
    digest.add(std::uint64_t{near.witness.a} << 32 | near.witness.b);
    digest.add(near.counters);
    const DistanceResult apart = find_distance(mesh, volume);
    digest.add(apart.distance);
    digest.add(apart.bound);
    digest.add(apart.point_a);
    digest.add(apart.point_b);
    digest.add(apart.counters);
    digest.add(cast(volume, {dice.in_cube(2), dice.direction()}).closest.t);
    hits += any.yes();
  }
  EXPECT_GT(hits, 200u);
  EXPECT_LT(hits, 900u);
}

// Every pair of kinds, with margins.
void add_kinds(oracle::Dice& dice, Digest& digest) {
  std::uint64_t hits = 0, cases = 0;
  for (int first = 0; first <= int(ShapeForm::compound); ++first)
    for (int second = 0; second <= int(ShapeForm::compound); ++second) {
      const Body a = random_kind(dice, static_cast<ShapeForm>(first), 1, {}).body;
      const Body b = random_kind(dice, static_cast<ShapeForm>(second), 1, dice.in_cube(2)).body;
      const CollideResult met = collide(a, b, {.all = true});
      digest.add(static_cast<std::uint64_t>(met.status));
      digest.add(static_cast<std::uint64_t>(met.yes()));
      digest.add(met.counters);
      for (const TrianglePair& p : met.pairs) digest.add(std::uint64_t{p.a} << 32 | p.b);
      const DistanceResult apart = find_distance(a, b);
      digest.add(apart.lower);
      digest.add(apart.upper);
      digest.add(apart.point_a);
      digest.add(apart.normal);
      digest.add(std::uint64_t{apart.feature_b.triangle});
      digest.add(apart.counters);
      hits += met.yes();
      ++cases;
    }
  EXPECT_GT(hits, cases / 4);
  EXPECT_LT(hits, cases - cases / 4);
}

// Prints the digest of many answers; run in processes of their own, with GRAZE_ISA set.
TEST(InstructionSet, PrintsADigest) {
  oracle::Dice dice(oracle::fixed_seed);
  Digest digest;
  std::uint64_t collisions = 0, hits = 0;
  for (int i = 0; i < 400; ++i) {
    const auto [a, b] = random_bodies(dice, pose_kinds[static_cast<std::size_t>(i) % pose_kinds.size()], 300);
    const CollideResult pairs = collide(a, b, {.all = true}), first = collide(a, b);
    for (const CollideResult& result : {pairs, first, self_collide(a, {.all = true})}) {
      digest.add(static_cast<std::uint64_t>(result.status));
      digest.add(static_cast<std::uint64_t>(result.yes()));
      digest.add(result.counters);
      for (const TrianglePair& p : result.pairs) digest.add(std::uint64_t{p.a} << 32 | p.b);
    }
    collisions += pairs.yes();
    const std::vector<Triangle> posed = posed_triangles(a);
    for (int k = 0; k < 60; ++k) {
      const Ray asked = oracle::make_ray(dice, oracle::ray_kinds[static_cast<std::size_t>(k) % 6], posed, 1);
      const RayResult result = cast(a, asked, {.want = k % 2 == 0 ? RayWant::all : RayWant::closest});
      digest.add(static_cast<std::uint64_t>(result.yes()));
      digest.add(result.counters);
      digest.add(result.closest.t);
      digest.add(std::uint64_t{result.closest.triangle});
      digest.add(result.closest.point);
      digest.add(result.closest.normal);
      digest.add(result.closest.barycentric);
      for (const RayHit& hit : result.hits) digest.add(hit.t);
      hits += result.yes();
    }
  }
  EXPECT_GT(collisions, 80u);
  EXPECT_GT(hits, 4000u);
  add_kinds(dice, digest);
  add_primitives(dice, digest);
  // The counters tell of the boxes that refits made.
  const scenes::MeshData cloth = scenes::cloth(3000);
  DeformableMesh moving(cloth.vertices, cloth.triangles);
  for (int step = 0; step < 8; ++step) {
    moving.update(scenes::pleated(cloth, 0.01 * step));
    const CollideResult result = self_collide({moving.prepare(1), {}}, {.all = true});
    digest.add(result.counters);
    for (const TrianglePair& p : result.pairs) digest.add(std::uint64_t{p.a} << 32 | p.b);
  }
  std::printf("instruction set %d, digest %016llx\n", static_cast<int>(instruction_set_in_use()),
              static_cast<unsigned long long>(digest.value()));
}

std::string digest_with(const char* isa) {
  const std::string command = "GRAZE_ISA=" + std::string(isa) + " '" + ::testing::internal::GetArgvs()[0] +
                              "' --gtest_filter=InstructionSet.PrintsADigest";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "no process";
  std::string output;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  EXPECT_EQ(pclose(pipe), 0) << output;
  const std::size_t at = output.find("instruction set ");
  return at == std::string::npos ? "no digest" : output.substr(at, output.find('\n', at) - at);
}

TEST(InstructionSet, DoesNotChangeABit) {
  const std::string scalar = digest_with("scalar");
  ASSERT_EQ(scalar.rfind("instruction set 0, digest ", 0), 0u) << scalar;
  for (const Isa isa : instruction_sets().subspan(1)) {
    const std::string expected =
        "instruction set " + std::to_string(static_cast<int>(isa)) + scalar.substr(scalar.find(','));
    EXPECT_EQ(digest_with(name(isa)), expected);
  }
}

}  // namespace
}  // namespace graze::property
