// A million moving edges and a hundred thousand boxes at once: on a graphics processor where there is one, else on
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
  return pairs.pairs.size() == 9990 && hits == 750 ? 0 : 1;
}
