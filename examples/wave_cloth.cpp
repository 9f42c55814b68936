// A cloth that moves: does it touch the roof above it, or itself?
#include <graze/graze.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::uint32_t cells = 40;

std::vector<graze::Vec3> positions(double time) {
  std::vector<graze::Vec3> result;
  for (std::uint32_t i = 0; i <= cells; ++i)
    for (std::uint32_t j = 0; j <= cells; ++j) {
      const double x = double(i) / cells, y = double(j) / cells;
      result.push_back({x, y, 0.3 * x * std::sin(5 * x - time)});
    }
  return result;
}

}  // namespace

int main() {
  std::vector<graze::Index3> triangles;
  const auto at = [](std::uint32_t i, std::uint32_t j) { return i * (cells + 1) + j; };
  for (std::uint32_t i = 0; i < cells; ++i)
    for (std::uint32_t j = 0; j < cells; ++j) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  const graze::Shape roof = graze::make_soup({{-1, -1, 0.25}, {3, -1, 0.25}, {-1, 3, 0.25}});

  graze::DeformableMesh cloth(positions(0), triangles);
  int touching = 0, folded = 0;
  for (int step = 0; step < 60; ++step) {
    cloth.update(positions(step * 0.1));
    const graze::Shape now = cloth.prepare();
    const graze::CollideResult roofed = graze::collide({now, {}}, {roof, {}}), self = graze::self_collide({now, {}});
    if (!roofed.ok() || !self.ok()) return 1;
    touching += roofed.yes();
    folded += self.yes();
    if (cloth.should_rebuild()) cloth.rebuild();
  }
  std::printf("of 60 steps, %d touch the roof, %d the cloth itself; %llu refits, %llu builds\n", touching, folded,
              static_cast<unsigned long long>(cloth.counters().refits),
              static_cast<unsigned long long>(cloth.counters().builds));
  return touching > 0 && touching < 60 && folded == 0 ? 0 : 1;
}
