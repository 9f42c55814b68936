// Worlds in motion, shared by tests, benchmarks and the demo. All are deterministic.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/world.h"
#include "scenes/scenes.h"

namespace graze::scenes {

// How an actor moves by itself.
enum class Drive : std::uint8_t {
  none,
  bounce,  // straight, back from the walls of the room, turning about `spin`
  hover,   // over the ground, at a height of its own, back from the edges of the room
  drop,    // falls until it is on the ground, then sleeps
  wobble,  // as bounce, and its vertices move
};

struct Actor {
  std::string name;
  Shape shape;
  ObjectSettings settings;  // key: its place in the list, from 1
  Drive drive = Drive::none;
  double radius = 0;  // of the part of it that keeps inside the room
  double height = 0;  // hover: of its origin above the ground; drop: when it rests
  Vec3 place, velocity;
  Quat rotation;
  Vec3 spin;  // axis times radians a second
  bool asleep = false;
  std::vector<Vec3> rest;  // wobble: vertices of the shape, which is a mesh

  Pose pose() const { return make_pose(place, rotation); }
};

struct WorldScene {
  std::string name;
  std::vector<Actor> actors;
  Box room;
  // Heights of a ground at x, y in multiples of `ground_spacing` from room.lo; empty: there is none.
  std::uint32_t ground_side = 0;
  double ground_spacing = 1;
  std::vector<double> ground;
  double time = 0;

  double height_at(double x, double y) const;  // of the ground, between its vertices
  void advance(double seconds);
  // Equal balls that touch go on with their velocities exchanged along the line of centres, if they approach.
  void exchange(std::size_t a, std::size_t b);
};

// n equal spheres in a cube of which they fill a part of `density`; as meshes of so many triangles, or 0: as balls.
WorldScene bouncing_spheres(std::uint32_t count, double density, std::uint32_t triangles, std::uint64_t seed);
// After Blow (1997): a terrain; hover tanks, one per player; cargo boxes that fall on it, and repair pads that
// lie there and sleep. 532 actors are 32 players and 500 objects, and the terrain besides; the area grows with them.
WorldScene game_server(std::uint32_t players, std::uint32_t objects, std::uint64_t seed);
// Models that wobble and fly through each other, after Maia, Vidal and Cavalcante-Neto, Transformation Semantics.
WorldScene deformables(std::uint32_t count, std::uint32_t triangles, std::uint64_t seed);
// Fixed buildings on a grid of streets, and movers between them.
WorldScene city(std::uint32_t buildings, std::uint32_t movers, std::uint64_t seed);

ObjectId add(World& world, const Actor& actor);
// Adds all actors; the ids are in their order.
std::vector<ObjectId> populate(World& world, const WorldScene& scene);
// The vertices of an actor that wobbles.
std::vector<Vec3> wobbling(const Actor& actor, double time);
// Tells the world of all that moved in the last advance().
void enqueue(World& world, const WorldScene& scene, const std::vector<ObjectId>& ids);

}  // namespace graze::scenes
