// A large part is searched in pieces.
#include "tests/store/giant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "store/cut.h"

namespace graze {
namespace {

void check_giant(std::uint32_t triangles, bool solid, std::uint64_t least_candidates, std::uint64_t most_candidates) {
  const TestFolder folder("giant");
  std::vector<Part> parts;
  make_giant(triangles, 1500, solid, 3, [&](Part part) { parts.push_back(std::move(part)); });
  write_store(folder / "s", parts);
  StoreCheckSettings settings;
  settings.parts_a_tile = 60;
  settings.memory = std::uint64_t{64} << 20;
  settings.clash.budget = std::uint64_t{1} << 20;
  std::map<std::uint64_t, double> seconds;
  std::mutex mutex;
  settings.timed = [&](std::uint64_t unit, double taken, std::uint64_t) {
    const std::lock_guard lock(mutex);
    seconds[unit] = taken;
  };
  const Found found = check(folder / "s", settings);
  const ClashResult expected = find_clashes(parts, settings.clash);
  ASSERT_EQ(found.clashes.size(), expected.clashes.size());
  for (std::size_t i = 0; i < found.clashes.size(); ++i) {
    EXPECT_EQ(found.clashes[i].a, expected.clashes[i].a);
    EXPECT_EQ(found.clashes[i].b, expected.clashes[i].b);
    EXPECT_EQ(found.clashes[i].value, expected.clashes[i].value);
  }
  // Per thousand of those in memory.
  EXPECT_GE(found.done.candidates * 1000, expected.candidates * least_candidates);
  EXPECT_LE(found.done.candidates * 1000, expected.candidates * most_candidates);
  EXPECT_GT(expected.clashes.size(), 30u);
  EXPECT_GT(seconds.size(), 10u);
}

TEST(Giant, IsACandidateOnlyWhereItsPiecesAre) { check_giant(70000, false, 100, 666); }
// All that is within is enclosed, and a candidate; the corners of the box around it are not.
TEST(Giant, ThatIsSolidIsACandidateOnlyWhereItsPiecesAre) { check_giant(300000, true, 400, 900); }

TEST(Giant, PiecesHoldTheInsideOfASolid) {
  scenes::MeshData ball = scenes::sphere(70000);
  const Shape surface = make_mesh(ball.vertices, ball.triangles);
  const Shape solid = make_mesh(ball.vertices, ball.triangles, {.solid = true});
  const Pose pose{{{3, 0, 0}, {1, 2, 0}, {0, 0, 1}}, {1e6, -7, 0.3}};
  scenes::Random random(19);
  for (const bool is_solid : {false, true}) {
    const std::vector<Box> pieces = cut_into_boxes(is_solid ? solid : surface);
    const std::vector<Box> posed = posed_pieces(pose, pieces);
    ASSERT_GT(pieces.size(), 200u);
    std::size_t covered = 0;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 point{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      const double radius = length(point);
      // On the surface of the mesh, or anywhere.
      const Vec3 at = i % 2 == 0 ? ball.vertices[random.next() % ball.vertices.size()] : point;
      const auto holds = [](const std::vector<Box>& boxes, Vec3 p) {
        return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) { return overlap(box, {p, p}); });
      };
      const bool is_held = holds(pieces, at);
      covered += is_held && i % 2 != 0;
      if (i % 2 == 0 || (is_solid && radius < 0.99)) {
        EXPECT_TRUE(is_held);
        EXPECT_TRUE(holds(posed, pose.linear * at + pose.translation));
      }
    }
    // The cube around the ball has about twice its volume.
    EXPECT_LT(covered, is_solid ? 8000u : 4500u);
  }
}

}  // namespace
}  // namespace graze
