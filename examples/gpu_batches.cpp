// Boxes, moving edges, rays, poses and configurations in batches: on a graphics processor where there is one, else on
// this.
#include <graze/gpu.h>

#include <cstdio>
#include <vector>

int main() {
  using namespace graze;
  for (const gpu::Device& device : gpu::devices()) std::printf("device %d: %s\n", device.number, device.name.c_str());

  // Rows of boxes, each of which touches the next.
  std::vector<Box> boxes;
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 10; ++j) boxes.push_back({{double(i), 2.0 * j, 0}, {double(i + 1), 2.0 * j + 1, 1}});
  const gpu::PairsResult pairs = gpu::pairs(boxes);
  if (!pairs.ok()) return 1;
  std::printf("%zu pairs of boxes, by the %s\n", pairs.pairs.size(),
              pairs.worker == gpu::Worker::device ? "device" : "processor");

  // Edges that fall through a standing one.
  std::vector<FourPoints> at_0, at_1;
  for (int i = 0; i < 1000; ++i) {
    const double x = 0.002 * i - 1.5;
    at_0.push_back({Vec3{x, -1, 1}, Vec3{x, 1, 1}, Vec3{-1, 0, 0}, Vec3{1, 0, 0}});
    at_1.push_back({Vec3{x, -1, -1}, Vec3{x, 1, -1}, Vec3{-1, 0, 0}, Vec3{1, 0, 0}});
  }
  std::vector<CcdResult> results(at_0.size());
  if (!gpu::ccd(CcdKind::edge_edge, at_0, at_1, results).ok()) return 1;
  std::size_t hits = 0;
  for (const CcdResult& result : results) hits += result.yes();
  std::printf("%zu of %zu edges hit\n", hits, results.size());
  if (pairs.pairs.size() != 9990 || hits != 750) return 1;

  // A hilly ground of 20,000 triangles: rays from above, another ground lowered onto it, and an arm of two balls.
  std::vector<double> heights;
  for (int i = 0; i < 101; ++i)
    for (int j = 0; j < 101; ++j) heights.push_back((i * j) % 7 * 0.1);
  const Shape ground = make_terrain(101, 101, 0.5, 0.5, heights);
  const Body body{ground, {}};
  std::vector<Ray> rays;
  for (int i = 0; i < 1000; ++i) rays.push_back({{0.06 * i, 25, 10}, {0, 0, -1}});
  std::vector<RayBrief> briefs(rays.size());
  if (!gpu::cast(body, rays, briefs).ok()) return 1;
  std::size_t seen = 0;
  for (const RayBrief& brief : briefs) seen += brief.yes();

  std::vector<Pose> poses(100);
  for (int i = 0; i < 100; ++i) poses[static_cast<std::size_t>(i)].translation = {0, 0, 0.02 * i};
  std::vector<YesNo> touching(poses.size()), near(poses.size());
  if (!gpu::collide(body, ground, poses, touching).ok()) return 1;
  if (!gpu::within(body, ground, poses, 0.1, near).ok()) return 1;
  std::size_t met = 0, close = 0;
  for (const YesNo& answer : touching) met += answer.yes();
  for (const YesNo& answer : near) close += answer.yes();

  // Two links a configuration, each with one ball.
  const std::vector<gpu::LinkBall> balls{{0, {0, 0, 0}, 0.5}, {1, {0.5, 0, 0}, 0.25}};
  std::vector<Pose> links;
  for (int i = 0; i < 50; ++i) {
    links.push_back({{}, {25, 25, 0.1 * i}});
    links.push_back({{}, {26, 25, 0.1 * i}});
  }
  std::vector<YesNo> blocked(50);
  if (!gpu::configurations({&body, 1}, balls, 2, links, blocked).ok()) return 1;
  std::size_t in_contact = 0;
  for (const YesNo& answer : blocked) in_contact += answer.yes();

  // The same arm of boxes.
  const std::vector<gpu::LinkHull> boxes_on_links{{0, make_box({0.5, 0.5, 0.5})}, {1, make_box({0.25, 0.25, 0.25})}};
  if (!gpu::configurations({&body, 1}, boxes_on_links, 2, links, blocked).ok()) return 1;
  std::size_t boxes_in_contact = 0;
  for (const YesNo& answer : blocked) boxes_in_contact += answer.yes();
  if (boxes_in_contact < in_contact || boxes_in_contact == 50) return 1;
  std::printf("%zu rays see the ground; %zu poses touch it and %zu come near; %zu configurations touch it\n", seen, met,
              close, in_contact);
  return seen == 834 && met > 0 && close > met && in_contact > 0 && in_contact < 50 ? 0 : 1;
}
