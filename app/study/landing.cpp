#include "app/study/landing.h"

#include <cmath>

#include "scenes/scenes.h"

namespace graze::app {
namespace {

using scenes::MeshData;

void add_box(MeshData& mesh, Vec3 centre, Vec3 half) {
  MeshData box = scenes::cube(1);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3 v : box.vertices) mesh.vertices.push_back(centre + Vec3{v.x * half.x, v.y * half.y, v.z * half.z});
  for (const Index3& t : box.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

// A closed prism along z.
void add_prism(MeshData& mesh, Vec3 centre, double radius, double half, std::uint32_t sides) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const double z : {-half, half})
    for (std::uint32_t k = 0; k < sides; ++k) {
      const double a = 2 * 3.141592653589793 * k / sides;
      mesh.vertices.push_back(centre + Vec3{radius * std::cos(a), radius * std::sin(a), z});
    }
  for (std::uint32_t k = 0; k < sides; ++k) {
    const std::uint32_t next = (k + 1) % sides;
    mesh.triangles.push_back({first + k, first + next, first + next + sides});
    mesh.triangles.push_back({first + k, first + next + sides, first + k + sides});
    if (k == 0 || next == 0) continue;
    mesh.triangles.push_back({first, first + next, first + k});
    mesh.triangles.push_back({first + sides, first + k + sides, first + next + sides});
  }
}

Shape made(const MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles); }

double height_at(double x, double y) { return 0.25 * std::sin(0.7 * x) * std::cos(0.5 * y); }

// A tile of the landscape, eight units wide, of 32 triangles.
Shape tile(double x0, double y0) {
  MeshData mesh;
  constexpr std::uint32_t cells = 4;
  for (std::uint32_t j = 0; j <= cells; ++j)
    for (std::uint32_t i = 0; i <= cells; ++i) {
      const double x = x0 + 2.0 * i, y = y0 + 2.0 * j;
      mesh.vertices.push_back({x - x0 - 4, y - y0 - 4, height_at(x, y)});
    }
  for (std::uint32_t j = 0; j < cells; ++j)
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t a = j * (cells + 1) + i;
      mesh.triangles.push_back({a, a + 1, a + cells + 2});
      mesh.triangles.push_back({a, a + cells + 2, a + cells + 1});
    }
  return made(mesh);
}

Quat turned(Vec3 axis, double angle) {
  const Vec3 v = axis * (std::sin(angle / 2) / length(axis));
  return {v.x, v.y, v.z, std::cos(angle / 2)};
}

}  // namespace

Shape hovertank() {
  MeshData mesh;
  add_box(mesh, {0, 0, 0.3}, {1.6, 0.9, 0.3});      // 12: hull
  add_prism(mesh, {-0.2, 0, 0.85}, 0.7, 0.22, 8);   // 28: turret
  add_box(mesh, {1.2, 0, 0.9}, {0.9, 0.08, 0.08});  // 12: barrel
  add_prism(mesh, {0, 0, -0.2}, 0.45, 0.18, 5);     // 16: belly
  add_box(mesh, {0, 1.0, 0.1}, {1.2, 0.08, 0.15});  // 24: skids
  add_box(mesh, {0, -1.0, 0.1}, {1.2, 0.08, 0.15});
  return made(mesh);
}
Shape cargo_box() {
  MeshData mesh;
  add_box(mesh, {}, {0.5, 0.5, 0.5});
  return made(mesh);
}
Shape repair_pad() {
  MeshData mesh;
  add_box(mesh, {0, 0, -0.2}, {2, 1.6, 0.1});     // 12: plate
  add_box(mesh, {1.7, 0, 0.1}, {0.2, 1.6, 0.2});  // 48: a wall around the hollow
  add_box(mesh, {-1.7, 0, 0.1}, {0.2, 1.6, 0.2});
  add_box(mesh, {0, 1.35, 0.1}, {1.5, 0.2, 0.2});
  add_box(mesh, {0, -1.35, 0.1}, {1.5, 0.2, 0.2});
  add_prism(mesh, {1.7, 1.3, 0.5}, 0.12, 0.2, 4);  // 12: a post
  return made(mesh);
}

Landing run_landing(const study::GameSettings& settings, double updates_a_second,
                    const std::function<void(const LandingUpdate&)>& seen) {
  study::GameServer server(settings);
  std::vector<std::pair<std::uint32_t, Shape>> bodies;
  for (double y = -8; y < 8; y += 8)
    for (double x = -16; x < 24; x += 8) {
      const Shape shape = tile(x, y);
      bodies.emplace_back(server.add(shape, make_pose({x + 4, y + 4, 0})), shape);
    }
  const std::size_t tiles = bodies.size();
  const Shape tank_shape = hovertank(), box_shape = cargo_box(), pad_shape = repair_pad();
  const std::uint32_t tank = server.add(tank_shape, make_pose({-12, 0, 6}));
  bodies.emplace_back(tank, tank_shape);
  std::uint32_t load = server.add(box_shape, make_pose({-12, 0, 4.9}));
  bodies.emplace_back(load, box_shape);

  Landing landing;
  const double dt = 1 / updates_a_second;
  const auto update = [&](const char* phase, std::vector<study::GameMove> moves) {
    const auto before = server.statistics();
    const study::GameStep step = server.step(moves);
    ++landing.updates;
    landing.reverts += step.reverted.size();
    for (std::size_t a = tiles; a < bodies.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        landing.meeting +=
            collide({bodies[a].second, server.pose(bodies[a].first)}, {bodies[b].second, server.pose(bodies[b].first)})
                    .yes()
                ? 1
                : 0;
    if (seen) {
      LandingUpdate now{{}, phase, {}, !step.reverted.empty()};
      for (const auto& [id, shape] : bodies) now.bodies.push_back({shape, server.pose(id)});
      for (std::size_t s = 0; s < now.decided.size(); ++s)
        now.decided[s] = server.statistics()[s].decided - before[s].decided;
      seen(now);
    }
    return step.reverted.empty();
  };

  // The tank comes with the box below it, then lets it fall.
  for (double x = -12; x < 0; x += 6 * dt)
    update("the tank brings a cargo box", {{tank, make_pose({x, 0, 6})}, {load, make_pose({x, 0, 4.9})}});
  double z = 4.9, speed = 0;
  while (true) {
    speed += 9.81 * dt;
    z -= speed * dt;
    if (!update("the box falls", {{load, make_pose({0, 0, z}, turned({1, 0.3, 0}, 0.6 * (4.9 - z)))}}) || z < -2) break;
  }
  // Where it hits, the pad takes its place: tilted, sliding, until it lies still.
  Vec3 place = server.pose(load).translation + Vec3{0, 0, 0.8};
  server.remove(load);
  bodies.pop_back();
  double tilt = 0.35;
  load = server.add(pad_shape, make_pose(place, turned({0, 1, 0}, tilt)));
  bodies.emplace_back(load, pad_shape);
  speed = 0;
  for (int still = 0; still < int(updates_a_second / 3) && landing.updates < 100000;) {
    speed += 9.81 * dt;
    const Vec3 lower = place - Vec3{0, 0, speed * dt}, along = place + Vec3{0.4 * dt, 0, 0};
    const double flatter = std::max(0.0, tilt - 0.8 * dt);
    if (update("the pad falls", {{load, make_pose(lower, turned({0, 1, 0}, tilt))}})) {
      place = lower;
    } else if (speed = 0; flatter < tilt && update("the pad turns on the ground",
                                                   {{load, make_pose(place, turned({0, 1, 0}, flatter))}})) {
      tilt = flatter;
    } else if (still < int(updates_a_second / 6) &&
               update("the pad slides", {{load, make_pose(along, turned({0, 1, 0}, tilt))}})) {
      place = along;
      ++still;
    } else {
      ++still;
    }
  }
  // It sleeps: it is not moved any more. The tank turns round and comes down into the hollow.
  Vec3 at = server.pose(tank).translation;
  const Vec3 above = place + Vec3{0, 0, 2};
  for (double t = 0; t < 1; t += 0.25 * dt) {
    const double a = 2 * 3.141592653589793 * t;
    update("the tank turns round",
           {{tank, make_pose(at * (1 - t) + above * t + Vec3{6 * std::sin(a), 5 * (1 - std::cos(a)) / 2, 0},
                             turned({0, 0, 1}, a))}});
  }
  at = server.pose(tank).translation;
  for (int rest = 0; rest < int(updates_a_second);) {
    const Vec3 lower = at - Vec3{0, 0, 0.8 * dt};
    if (update("the tank lands on the pad", {{tank, make_pose(lower)}}))
      at = lower;
    else
      ++rest;
    if (at.z < -3) break;
  }
  for (double t = 0; t < 3; t += dt) update("the tank flies away", {{tank, make_pose(at + Vec3{t * t, 0, 1.2 * t})}});
  landing.stages = server.statistics();
  return landing;
}

}  // namespace graze::app
