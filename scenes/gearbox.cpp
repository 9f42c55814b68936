// In millimetres, and a thousandth of it in the scene. Shafts are pairs of stubs, one from each side up to the gear.
#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/gear.h"
#include "scenes/motion_parts.h"
#include "scenes/planted.h"

namespace graze::scenes {

namespace {

constexpr double inner_face = 10;  // of the plates, from the middle of the gears
constexpr double hub_face = 3;     // of the gears, whose teeth are 4 wide
constexpr double first_shaft = 30, play = 0.1;
constexpr std::uint32_t sides = 24;

// Corners of a regular polygon whose flats are `flats` from the middle.
std::vector<Vec3> polygon(double flats) {
  std::vector<Vec3> outline;
  const double out = flats / turn(1, 2.0 * sides).cos;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const Turn t = turn(2.0 * i + 1, 2.0 * sides);
    outline.push_back({out * t.cos, out * t.sin, 0});
  }
  return outline;
}

// A hub through the gear, which the shafts meet: a shell of its own, and one solid with the other.
MeshData gear_with_hub(int teeth, double phase) {
  MeshData mesh = gear(teeth, phase, play, 4);
  add_prism(mesh, polygon(4.5), -hub_face, hub_face);
  return mesh;
}

MeshData ring(double inner, double outer, double z0, double z1) {
  MeshData mesh;
  for (const double z : {z0, z1}) {
    for (const double flats : {inner, outer}) {
      for (const Vec3 p : polygon(flats)) mesh.vertices.push_back({p.x, p.y, z});
    }
  }
  // Inner and outer below, inner and outer above.
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    quad(sides + i, sides + j, 3 * sides + j, 3 * sides + i);
    quad(i, 2 * sides + i, 2 * sides + j, j);
    quad(2 * sides + i, 3 * sides + i, 3 * sides + j, 2 * sides + j);
    quad(i, j, sides + j, sides + i);
  }
  return mesh;
}

class GearboxBuilder {
 public:
  explicit GearboxBuilder(std::uint64_t seed) : random_(seed) {
    const Mat3 turned = to_matrix(random_.next() % 2 == 0 ? Quat{} : random_.rotation());
    frame_ = {{turned.c0 * 0.001, turned.c1 * 0.001, turned.c2 * 0.001}, {}};
  }

  PlantedScene build(std::uint32_t parts) {
    result_.scene.name = "gearbox";
    result_.clearance = 0.001;
    result_.apart = 0.0015;
    double x = first_shaft;
    for (std::uint32_t i = 0; 7 + 5 * i <= std::max(parts, 7u); ++i) x = add_shaft(i, x);
    for (const int side : {-1, 1}) {
      MeshData mesh;
      const double face = side * inner_face, back = face + side * 5;
      add_box(mesh, {0, -30, std::min(face, back)}, {x + 30, 30, std::max(face, back)});
      const std::size_t plate = add("plate", std::move(mesh), 0);
      for (const auto& [part, gap] : side < 0 ? at_left_ : at_right_) plant_gap(part, plate, gap);
    }
    std::sort(result_.pairs.begin(), result_.pairs.end(),
              [](const PlantedPair& a, const PlantedPair& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
    return std::move(result_);
  }

 private:
  std::size_t add(const char* what, MeshData mesh, double x) {
    const std::string name = std::string(what) + " " + std::to_string(result_.scene.bodies.size());
    result_.scene.bodies.push_back({name, snapped_solid(std::move(mesh)), frame_ * Pose{{}, {x, 0, 0}}});
    return result_.scene.bodies.size() - 1;
  }

  void planted(std::size_t a, std::size_t b, const char* value, double millimetres) {
    std::string name_a = result_.scene.bodies[a].name, name_b = result_.scene.bodies[b].name;
    if (name_b < name_a) std::swap(name_a, name_b);
    result_.pairs.push_back({std::move(name_a), std::move(name_b), value, 0.001 * millimetres});
  }
  void plant_gap(std::size_t a, std::size_t b, double gap) {
    planted(a, b, gap > 0 ? "clearance" : gap < 0 ? "overlapping" : "touching", gap);
  }

  // A touch, a gap, or an overlap where that is asked for.
  double some_gap(bool overlaps) {
    const std::uint64_t kind = random_.next() % 4;
    return kind < 2 ? 0 : kind == 2 || !overlaps ? random_.uniform(0.1, 0.5) : -random_.uniform(0.05, 0.5);
  }

  // A gear with its stubs and bearings at x, or near it; where the next one would mesh is returned.
  double add_shaft(std::uint32_t number, double x) {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    const int teeth = 18 + 6 * static_cast<int>(random_.next() % 3);
    if (number > 0) {
      x += 0.5 * (last_teeth_ + teeth);
      // Too near by more than the play and the room below the teeth.
      const bool jammed = random_.next() % 8 == 0;
      if (jammed) x -= 0.4;
      const std::size_t wheel = add("gear", gear_with_hub(teeth, number % 2 == 0 ? 0 : 0.5), x);
      planted(last_gear_, wheel, jammed ? "overlapping" : "clearance", unknown);
      last_gear_ = wheel;
    } else {
      last_gear_ = add("gear", gear_with_hub(teeth, 0), x);
    }
    last_teeth_ = teeth;
    for (const int side : {-1, 1}) {
      // From the face of the hub, or a gap or overlap off it, to before the plate, or a touch.
      const double off = some_gap(true), before = some_gap(false);
      const double from = hub_face + off, to = inner_face - before;
      MeshData mesh;
      add_prism(mesh, polygon(3), side < 0 ? -to : from, side < 0 ? -from : to);
      const std::size_t stub = add("shaft", std::move(mesh), x);
      plant_gap(last_gear_, stub, off);
      // A shaft that just fits could not be told from one that is stuck: the numbers of a file decide.
      const double seat = some_gap(false);
      const double loose = random_.uniform(0.05, 0.5) * (random_.next() % 4 == 0 ? -1 : 1);
      const double end = inner_face - seat;
      const std::size_t bearing = add("bearing", ring(3 + loose, 6, side < 0 ? -end : 6, side < 0 ? -6 : end), x);
      if (loose < 0) {
        planted(stub, bearing, "overlapping", unknown);
      } else {
        plant_gap(stub, bearing, loose);
      }
      auto& ends = side < 0 ? at_left_ : at_right_;
      ends.emplace_back(stub, before);
      ends.emplace_back(bearing, seat);
    }
    return x;
  }

  Random random_;
  Pose frame_;
  std::size_t last_gear_ = 0;
  int last_teeth_ = 0;
  std::vector<std::pair<std::size_t, double>> at_left_, at_right_;  // parts that end before the plates, and how far
  PlantedScene result_;
};

}  // namespace

PlantedScene gearbox(std::uint32_t parts, std::uint64_t seed) { return GearboxBuilder(seed).build(parts); }

}  // namespace graze::scenes
