#include "scenes/worlds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/turn.h"

namespace graze::scenes {
namespace {

Quat turned(Quat q, Vec3 spin, double seconds) {
  const Vec3 w = spin * (0.5 * seconds);
  const Quat next{q.x + (w.x * q.w + w.y * q.z - w.z * q.y), q.y + (w.y * q.w + w.z * q.x - w.x * q.z),
                  q.z + (w.z * q.w + w.x * q.y - w.y * q.x), q.w - (w.x * q.x + w.y * q.y + w.z * q.z)};
  const double size = std::sqrt(next.x * next.x + next.y * next.y + next.z * next.z + next.w * next.w);
  return {next.x / size, next.y / size, next.z / size, next.w / size};
}

// Newton's method, which uses no library: the same bits on every machine.
double cube_root(double value) {
  double root = std::max(1.0, value);
  for (int i = 0; i < 200; ++i) root = (2 * root + value / (root * root)) / 3;
  return root;
}

// Keeps the actor between walls on the first so many axes.
void reflect(Actor& actor, const Box& room, int axes) {
  for (int k = 0; k < axes; ++k) {
    const double lo = room.lo[k] + actor.radius, hi = room.hi[k] - actor.radius;
    if (actor.place[k] < lo) {
      actor.place[k] = lo;
      actor.velocity[k] = std::fabs(actor.velocity[k]);
    } else if (actor.place[k] > hi) {
      actor.place[k] = hi;
      actor.velocity[k] = -std::fabs(actor.velocity[k]);
    }
  }
}

Vec3 anywhere(Random& random, const Box& room, double radius) {
  const double x = random.uniform(room.lo.x + radius, room.hi.x - radius);
  const double y = random.uniform(room.lo.y + radius, room.hi.y - radius);
  return {x, y, random.uniform(room.lo.z + radius, room.hi.z - radius)};
}

Shape mesh(const MeshData& data, ShapeOptions options = {}) {
  return make_mesh(data.vertices, data.triangles, std::move(options));
}

MeshData scaled(MeshData data, Vec3 by) {
  for (Vec3& p : data.vertices) p = {p.x * by.x, p.y * by.y, p.z * by.z};
  return data;
}

MeshData joined(MeshData a, const MeshData& b, Vec3 offset) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  for (const Vec3& p : b.vertices) a.vertices.push_back(p + offset);
  for (const Index3& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return a;
}

void number(WorldScene& scene) {
  for (std::size_t i = 0; i < scene.actors.size(); ++i) scene.actors[i].settings.key = i + 1;
}

}  // namespace

double WorldScene::height_at(double x, double y) const {
  if (ground_side < 2) return room.lo.z;
  const auto cell = [&](double along, double& part) {
    const double at = along / ground_spacing;
    const double whole = std::clamp(std::floor(at), 0.0, double(ground_side - 2));
    part = std::clamp(at - whole, 0.0, 1.0);
    return static_cast<std::size_t>(whole);
  };
  double s = 0, t = 0;
  const std::size_t column = cell(x - room.lo.x, s), row = cell(y - room.lo.y, t);
  const auto at = [&](std::size_t i, std::size_t j) { return ground[i * ground_side + j]; };
  return (1 - t) * ((1 - s) * at(row, column) + s * at(row, column + 1)) +
         t * ((1 - s) * at(row + 1, column) + s * at(row + 1, column + 1));
}

void WorldScene::advance(double seconds) {
  time += seconds;
  for (Actor& actor : actors) {
    if (actor.drive == Drive::none || actor.asleep) continue;
    actor.place = actor.place + actor.velocity * seconds;
    actor.rotation = turned(actor.rotation, actor.spin, seconds);
    switch (actor.drive) {
      case Drive::none:
        break;
      case Drive::bounce:
      case Drive::wobble:
        reflect(actor, room, 3);
        break;
      case Drive::hover:
        reflect(actor, room, 2);
        actor.place.z = height_at(actor.place.x, actor.place.y) + actor.height;
        break;
      case Drive::drop: {
        const double lowest = height_at(actor.place.x, actor.place.y) + actor.height;
        actor.velocity.z -= 9.81 * seconds;
        if (actor.place.z > lowest) break;
        actor.place.z = lowest;
        actor.velocity = actor.spin = {};
        actor.asleep = true;
        break;
      }
    }
  }
}

void WorldScene::exchange(std::size_t a, std::size_t b) {
  Actor &first = actors[a], &second = actors[b];
  const Vec3 line = second.place - first.place;
  const double sq = dot(line, line), closing = dot(first.velocity - second.velocity, line);
  if (!(closing > 0) || sq == 0) return;
  const Vec3 share = line * (closing / sq);
  first.velocity = first.velocity - share;
  second.velocity = second.velocity + share;
}

WorldScene bouncing_spheres(std::uint32_t count, double density, std::uint32_t triangles, std::uint64_t seed) {
  Random random(seed);
  WorldScene scene;
  scene.name = "bouncing_spheres";
  const double volume = count * (4.0 / 3 * 3.141592653589793) / density;
  const double half = std::max(1.5, 0.5 * cube_root(volume));
  scene.room = {{-half, -half, -half}, {half, half, half}};
  const Shape shape = triangles == 0 ? make_sphere(1) : mesh(sphere(triangles), {.solid = true});
  for (std::uint32_t i = 0; i < count; ++i) {
    Actor actor;
    actor.name = "ball";
    actor.shape = shape;
    actor.drive = Drive::bounce;
    actor.radius = 1;
    actor.place = anywhere(random, scene.room, 1);
    actor.velocity = random.direction() * random.uniform(0.5, 4);
    actor.rotation = random.rotation();
    actor.spin = random.direction() * random.uniform(0, 2);
    scene.actors.push_back(std::move(actor));
  }
  number(scene);
  return scene;
}

WorldScene game_server(std::uint32_t players, std::uint32_t objects, std::uint64_t seed) {
  Random random(seed);
  WorldScene scene;
  scene.name = "game_server";
  const double side = 12 * std::sqrt(double(players + objects) + 1);
  scene.ground_side = static_cast<std::uint32_t>(side / 4) + 2;
  scene.ground_spacing = side / (scene.ground_side - 1);
  scene.room = {{0, 0, 0}, {side, side, 60}};
  for (std::uint32_t i = 0; i < scene.ground_side; ++i)
    for (std::uint32_t j = 0; j < scene.ground_side; ++j) {
      const double hill = turn(0.045 * i + 0.2, 1).sin * turn(0.06 * j, 1).cos;
      scene.ground.push_back(4 + 3 * hill + random.uniform(0, 0.4));
    }
  Actor ground;
  ground.name = "terrain";
  ground.shape =
      make_terrain(scene.ground_side, scene.ground_side, scene.ground_spacing, scene.ground_spacing, scene.ground);
  ground.settings.fixed = true;
  scene.actors.push_back(ground);

  // A hull, a turret and a barrel; a pad with a hollow in which a tank can stand.
  const MeshData tank =
      joined(joined(scaled(cube(4), {2, 1.2, 0.4}), scaled(sphere(240), {0.9, 0.9, 0.5}), {-0.2, 0, 0.6}),
             scaled(cube(2), {1.2, 0.12, 0.12}), {1.4, 0, 0.7});
  const MeshData pad = joined(scaled(torus(800), {2.4, 2.4, 1.2}), scaled(cube(3), {2, 2, 0.1}), {0, 0, -0.35});
  const Shape tank_shape = mesh(tank), pad_shape = mesh(pad), cargo_shape = mesh(scaled(cube(3), {0.8, 0.8, 0.8}));
  const auto place = [&](Actor& actor, double above) {
    actor.place = anywhere(random, scene.room, actor.radius);
    actor.place.z = scene.height_at(actor.place.x, actor.place.y) + above;
    const Turn facing = turn(random.uniform(), 2);
    actor.rotation = {0, 0, facing.sin, facing.cos};
  };
  for (std::uint32_t i = 0; i < players; ++i) {
    Actor actor;
    actor.name = "hover tank";
    actor.shape = tank_shape;
    actor.drive = Drive::hover;
    actor.radius = 3;
    actor.height = random.uniform(0.3, 2);
    place(actor, actor.height);
    const Vec3 way = random.direction();
    actor.velocity = Vec3{way.x, way.y, 0} * random.uniform(4, 15);
    actor.spin = {0, 0, random.uniform(-1, 1)};
    scene.actors.push_back(std::move(actor));
  }
  for (std::uint32_t i = 0; i < objects; ++i) {
    Actor actor;
    const bool cargo = i % 2 == 0;
    actor.name = cargo ? "cargo box" : "repair pad";
    actor.shape = cargo ? cargo_shape : pad_shape;
    actor.radius = cargo ? 1 : 3.5;
    actor.height = cargo ? 0.7 : 0.4;
    place(actor, cargo ? random.uniform(1, 40) : actor.height);
    if (cargo) {
      actor.drive = Drive::drop;
      actor.spin = random.direction() * random.uniform(0, 3);
    } else {
      actor.asleep = true;
    }
    scene.actors.push_back(std::move(actor));
  }
  number(scene);
  return scene;
}

WorldScene deformables(std::uint32_t count, std::uint32_t triangles, std::uint64_t seed) {
  Random random(seed);
  WorldScene scene;
  scene.name = "deformables";
  const double half = 2.4 * cube_root(double(count)) + 1.5;
  scene.room = {{-half, -half, -half}, {half, half, half}};
  const MeshData models[] = {sphere(triangles), torus(triangles), knot(triangles), cloth(triangles)};
  for (std::uint32_t i = 0; i < count; ++i) {
    Actor actor;
    actor.name = "model";
    actor.rest = models[i % 4].vertices;
    actor.shape = mesh(models[i % 4]);
    actor.drive = Drive::wobble;
    actor.radius = 1.3;
    actor.place = anywhere(random, scene.room, actor.radius);
    actor.velocity = random.direction() * random.uniform(0.5, 3);
    actor.rotation = random.rotation();
    scene.actors.push_back(std::move(actor));
  }
  number(scene);
  return scene;
}

WorldScene city(std::uint32_t buildings, std::uint32_t movers, std::uint64_t seed) {
  Random random(seed);
  WorldScene scene;
  scene.name = "city";
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(double(buildings))));
  const double block = 20;
  scene.room = {{0, 0, 0}, {side * block, side * block, 40}};
  std::vector<Shape> houses;
  for (int i = 0; i < 8; ++i) {
    const MeshData house = scaled(cube(2), {random.uniform(3, 8), random.uniform(3, 8), random.uniform(4, 30)});
    const MeshData roof = scaled(sphere(96), {3, 3, 4});
    double top = 0;
    for (const Vec3& p : house.vertices) top = std::max(top, p.z);
    houses.push_back(mesh(joined(house, roof, {0, 0, top})));
  }
  for (std::uint32_t i = 0; i < buildings; ++i) {
    Actor actor;
    actor.name = "building";
    actor.shape = houses[random.next() % houses.size()];
    actor.settings.fixed = true;
    actor.place = {(i % side + 0.5) * block, double(i / side) * block + 0.5 * block, 0};
    scene.actors.push_back(std::move(actor));
  }
  const Shape craft = mesh(scaled(knot(300), {1.5, 1.5, 1.5}));
  for (std::uint32_t i = 0; i < movers; ++i) {
    Actor actor;
    actor.name = "craft";
    actor.shape = craft;
    actor.drive = Drive::bounce;
    actor.radius = 2;
    actor.place = anywhere(random, scene.room, actor.radius);
    actor.velocity = random.direction() * random.uniform(2, 20);
    actor.rotation = random.rotation();
    actor.spin = random.direction() * random.uniform(0, 3);
    scene.actors.push_back(std::move(actor));
  }
  number(scene);
  return scene;
}

ObjectId add(World& world, const Actor& actor) {
  const ObjectId id = actor.rest.empty() ? world.add({actor.shape, actor.pose()}, actor.settings)
                                         : world.add(DeformableMesh(actor.shape), actor.pose(), actor.settings);
  if (actor.asleep) world.sleep(id);
  return id;
}

std::vector<ObjectId> populate(World& world, const WorldScene& scene) {
  std::vector<ObjectId> ids;
  for (const Actor& actor : scene.actors) ids.push_back(add(world, actor));
  return ids;
}

std::vector<Vec3> wobbling(const Actor& actor, double time) {
  std::vector<Vec3> moved = actor.rest;
  for (Vec3& p : moved) {
    const double wave = turn(time + 0.15 * (p.x + p.y), 1).sin, swell = turn(0.7 * time + 0.4 * p.z, 1).cos;
    p = p * (1 + 0.12 * wave + 0.05 * swell);
  }
  return moved;
}

void enqueue(World& world, const WorldScene& scene, const std::vector<ObjectId>& ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Actor& actor = scene.actors[i];
    const bool still = actor.drive == Drive::none || (actor.asleep && world.asleep(ids[i]));
    if (still) continue;
    world.move(ids[i], actor.pose());
    if (actor.drive == Drive::wobble) world.deform(ids[i], wobbling(actor, scene.time));
    if (actor.asleep) world.sleep(ids[i]);
  }
}

}  // namespace graze::scenes
