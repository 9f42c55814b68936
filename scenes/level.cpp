// A building of rooms as games have them: slabs, walls with doors, pillars, steps and crates, each a closed shell that
// touches, overlaps or stands flush with its neighbours.
#include <vector>

#include "scenes/boxes.h"
#include "scenes/turn.h"

namespace graze::scenes {
namespace {

constexpr double room_size = 8, room_height = 3, half_partition = 0.125;

void add_pillar(MeshData& mesh, Vec3 foot, double radius) {
  constexpr std::uint32_t sides = 10;
  std::vector<Vec3> outline;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const Turn t = turn(i, sides);
    outline.push_back(foot + Vec3{radius * t.cos, radius * t.sin, 0});
  }
  add_prism(mesh, outline, foot.z, foot.z + room_height);
}

// Along x from (0, 0), with a door; `turned` along y.
void add_wall(MeshData& mesh, Vec3 start, bool turned, double door) {
  const auto part = [&](double from, double to, double z0, double z1) {
    const Vec3 lo{from, -half_partition, z0}, hi{to, half_partition, z1};
    const auto swapped = [&](Vec3 p) { return turned ? Vec3{p.y, p.x, p.z} : p; };
    add_box(mesh, start + swapped(lo), start + swapped(hi));
  };
  part(0, door, 0, room_height);
  part(door, door + 1.25, 2.25, room_height);
  part(door + 1.25, room_size, 0, room_height);
}

}  // namespace

MeshData level(std::uint32_t rooms) {
  MeshData mesh;
  Random random(rooms);
  for (std::uint32_t i = 0; i < rooms; ++i)
    for (std::uint32_t j = 0; j < rooms; ++j) {
      const Vec3 corner{i * room_size, j * room_size, 0};
      add_box(mesh, corner + Vec3{0, 0, -0.25}, corner + Vec3{room_size, room_size, 0});
      add_box(mesh, corner + Vec3{0, 0, room_height}, corner + Vec3{room_size, room_size, room_height + 0.25});
      add_wall(mesh, corner, false, random.uniform(1, 5));
      add_wall(mesh, corner, true, random.uniform(1, 5));
      for (const double x : {2.5, 5.5})
        for (const double y : {2.5, 5.5})
          if (random.uniform() < 0.5) add_pillar(mesh, corner + Vec3{x, y, 0}, 0.25);
      for (int step = 0; step < 6; ++step)
        add_box(mesh, corner + Vec3{6.5, 1 + 0.25 * step, 0},
                corner + Vec3{7.75, 1.25 + 0.25 * step, 0.25 * (step + 1)});
      for (int crate = 0; crate < 6; ++crate) {
        const double half = random.uniform(0.125, 0.5);
        const Vec3 foot = corner + Vec3{random.uniform(1, 6), random.uniform(1, 7), 0};
        add_box(mesh, foot - Vec3{half, half, 0}, foot + Vec3{half, half, 2 * half}, random.uniform(), 1);
      }
    }
  return mesh;
}

}  // namespace graze::scenes
