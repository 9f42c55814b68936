#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/boxes.h"
#include "scenes/planted.h"
#include "scenes/turn.h"

namespace graze::scenes {

namespace {

Shape as_solid(MeshData mesh) {
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true});
}

// Of length 1 along z; the flats at -x, x, -y and y are exactly half a unit from the axis.
Shape make_round(std::uint32_t sides) {
  std::vector<Vec3> outline;
  for (std::uint32_t i = 0; i < sides; ++i) {
    // Corners of the first eighth, so that mirrored ones have the same numbers.
    const Turn t = turn(2.0 * i + 1, 2.0 * sides), half = turn(1, 2.0 * sides);
    Vec3 corner{0.5 * t.cos / half.cos, 0.5 * t.sin / half.cos, 0};
    for (int axis = 0; axis < 2; ++axis) {
      if (std::fabs(std::fabs(corner[axis]) - 0.5) < 1e-9) corner[axis] = std::copysign(0.5, corner[axis]);
    }
    outline.push_back(corner);
  }
  MeshData mesh;
  add_prism(mesh, outline, -0.5, 0.5);
  return as_solid(std::move(mesh));
}

// An H of 1 by 1, flanges at -y and y, of length 1 along z.
Shape make_steel() {
  constexpr double flange = 0.375, web = 0.0625;
  const Vec3 outline[12] = {{-0.5, -0.5, 0},   {0.5, -0.5, 0},    {0.5, -flange, 0},  {web, -flange, 0},
                            {web, flange, 0},  {0.5, flange, 0},  {0.5, 0.5, 0},      {-0.5, 0.5, 0},
                            {-0.5, flange, 0}, {-web, flange, 0}, {-web, -flange, 0}, {-0.5, -flange, 0}};
  const Index3 cap[10] = {{0, 1, 2},  {0, 2, 3}, {0, 3, 10}, {0, 10, 11}, {3, 4, 9},
                          {3, 9, 10}, {7, 8, 9}, {7, 9, 4},  {7, 4, 5},   {7, 5, 6}};
  MeshData mesh;
  for (const double z : {-0.5, 0.5}) {
    for (const Vec3& p : outline) mesh.vertices.push_back({p.x, p.y, z});
  }
  for (const Index3& t : cap) {
    mesh.triangles.push_back({t[0], t[2], t[1]});
    mesh.triangles.push_back({t[0] + 12, t[1] + 12, t[2] + 12});
  }
  for (std::uint32_t i = 0; i < 12; ++i) {
    const std::uint32_t j = (i + 1) % 12;
    mesh.triangles.push_back({i, j, j + 12});
    mesh.triangles.push_back({i, j + 12, i + 12});
  }
  return as_solid(std::move(mesh));
}

Shape make_block() {
  MeshData mesh;
  add_box(mesh, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  return as_solid(std::move(mesh));
}

// Exact quarter turns that lay the z axis along x or y.
Mat3 along_x() { return {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}; }
Mat3 along_y() { return {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}; }

Pose placed(Vec3 at, Vec3 size, const Mat3& turned = {}) {
  return {{turned.c0 * size.x, turned.c1 * size.y, turned.c2 * size.z}, at};
}

class Builder {
 public:
  Builder(std::uint32_t parts, std::uint64_t seed, PlantSink& sink) : left_(parts), random_(seed), sink_(sink) {
    // Groups have three parts on the average: the grid is as large as it may need to be.
    side_ = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::ceil(std::cbrt(double(parts) / 2))));
  }

  void build() {
    while (left_ > 0) group();
  }

 private:
  void group() {
    const Vec3 at{7.0 * (group_ % side_), 7.0 * (group_ / side_ % side_), 7.0 * (group_ / side_ / side_)};
    frame_ = make_pose(at, random_.next() % 2 == 0 ? Quat{} : random_.rotation());
    first_ = count_;
    names_.clear();
    if (left_ < 6) {
      add("pipe", pipe_, placed({}, {0.2, 0.2, 2}));
    } else {
      switch (random_.next() % 8) {
        case 0:
          crossing_pipes();
          break;
        case 1:
          parallel_pipes();
          break;
        case 2:
          walls();
          break;
        case 3:
          tank_on_slab();
          break;
        case 4:
          steel_frame();
          break;
        case 5:
          rack();
          break;
        case 6:
          twice();
          break;
        default:
          in_a_tank();
          break;
      }
    }
    left_ -= static_cast<std::uint32_t>(count_ - first_);
    ++group_;
  }

  std::size_t add(const char* what, const Shape& shape, const Pose& pose) {
    names_.push_back(std::string(what) + " " + std::to_string(count_));
    sink_.body({names_.back(), shape, frame_ * pose});
    return count_++;
  }

  void planted(std::size_t a, std::size_t b, const char* value, double distance) {
    std::string name_a = names_[a - first_], name_b = names_[b - first_];
    if (name_b < name_a) std::swap(name_a, name_b);
    sink_.pair({std::move(name_a), std::move(name_b), value, distance});
  }

  // A gap that is planted, with its class: an overlap up to `most`, a touch, a clearance, or nothing.
  struct Gap {
    double value;
    const char* name;  // null: far enough
  };
  Gap gap(double most) {
    switch (random_.next() % 4) {
      case 0:
        return {-random_.uniform(0.001, most), "overlapping"};
      case 1:
        return {0, "touching"};
      case 2:
        return {random_.uniform(0.005, 0.015), "clearance"};
      default:
        return {random_.uniform(0.04, 0.4), nullptr};
    }
  }
  void plant_gap(std::size_t a, std::size_t b, const Gap& gap) {
    if (gap.name != nullptr) planted(a, b, gap.name, gap.value);
  }

  // Flats face each other: apart by the distance of the axes less half of both diameters.
  void crossing_pipes() {
    const double d1 = random_.uniform(0.1, 0.4), d2 = random_.uniform(0.1, 0.4);
    const Gap between = gap(0.05);
    const std::size_t a = add("pipe", pipe_, placed({}, {d1, d1, 4}, along_x()));
    const std::size_t b =
        add("pipe", pipe_, placed({0, 0, 0.5 * d1 + 0.5 * d2 + between.value}, {d2, d2, 4}, along_y()));
    plant_gap(a, b, between);
  }

  void parallel_pipes() {
    double y = -1;
    std::size_t last = 0;
    double last_radius = 0;
    for (int i = 0; i < 4; ++i) {
      const double radius = random_.uniform(0.05, 0.15);
      const Gap between = i == 0 ? Gap{0, nullptr} : gap(0.02);
      y += last_radius + radius + between.value;
      const std::size_t pipe = add("pipe", pipe_, placed({0, y, 0}, {2 * radius, 2 * radius, 4}, along_x()));
      if (i > 0) plant_gap(last, pipe, between);
      last = pipe;
      last_radius = radius;
    }
  }

  // In one line, with flush sides: what overlaps does so by the whole cross-section.
  void walls() {
    const Gap between = gap(0.08);
    const double long_a = random_.uniform(1, 2), long_b = random_.uniform(1, 2);
    const std::size_t a = add("wall", block_, placed({-0.5 * long_a, 0, 0}, {long_a, 0.2, 2}));
    const std::size_t b = add("wall", block_, placed({0.5 * long_b + between.value, 0, 0}, {long_b, 0.2, 2}));
    plant_gap(a, b, between);
  }

  void tank_on_slab() {
    const Gap between = gap(0.05);
    const std::size_t slab = add("slab", block_, placed({0, 0, -0.15}, {2.5, 2.5, 0.3}));
    const std::size_t tank = add("tank", tank_, placed({0, 0, 1 + between.value}, {2, 2, 2}));
    plant_gap(slab, tank, between);
  }

  void steel_frame() {
    std::size_t columns[2];
    Gap gaps[2] = {gap(0.02), {}};
    gaps[1] = gaps[0];
    for (int i = 0; i < 2; ++i)
      columns[i] = add("column", steel_, placed({i == 0 ? -1.0 : 1.0, 0, -0.75}, {0.2, 0.2, 1.5}));
    // Lying, its flanges are above and below.
    const Mat3 lying{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    const std::size_t beam = add("beam", steel_, placed({0, 0, 0.125 + gaps[0].value}, {0.25, 0.25, 3}, lying));
    for (int i = 0; i < 2; ++i) plant_gap(columns[i], beam, gaps[i]);
  }

  // Shelves between two sides, some of which they touch.
  void rack() {
    const std::size_t left = add("side", block_, placed({-1.05, 0, 0}, {0.1, 0.5, 2}));
    const std::size_t right = add("side", block_, placed({1.05, 0, 0}, {0.1, 0.5, 2}));
    for (int i = 0; i < 3; ++i) {
      const bool fits = random_.next() % 2 == 0;
      const double shorter = fits ? 0 : random_.uniform(0.01, 0.03);
      const std::size_t shelf = add("shelf", block_, placed({0, 0, -0.75 + 0.6 * i}, {2 - shorter, 0.45, 0.04}));
      planted(left, shelf, fits ? "touching" : "clearance", 0.5 * shorter);
      planted(right, shelf, fits ? "touching" : "clearance", 0.5 * shorter);
    }
  }

  void twice() {
    const Pose pose = placed({}, {0.3, 0.3, 3}, along_y());
    const std::size_t a = add("pipe", pipe_, pose);
    planted(a, add("pipe", pipe_, pose), "duplicate", std::numeric_limits<double>::quiet_NaN());
  }

  void in_a_tank() {
    const std::size_t tank = add("tank", tank_, placed({}, {2, 2, 2.5}));
    const std::size_t inner = add("float", block_, placed({0.2, 0.1, 0.3}, {0.5, 0.5, 0.25}));
    planted(tank, inner, "enclosed", std::numeric_limits<double>::quiet_NaN());
  }

  std::uint32_t left_, side_, group_ = 0;
  Random random_;
  Shape pipe_ = make_round(24), tank_ = make_round(48), steel_ = make_steel(), block_ = make_block();
  Pose frame_;
  std::size_t first_ = 0, count_ = 0;
  std::vector<std::string> names_;  // of the group
  PlantSink& sink_;
};

class WholePlant final : public PlantSink {
 public:
  void body(SceneBody body) override { plant.scene.bodies.push_back(std::move(body)); }
  void pair(PlantedPair pair) override { plant.pairs.push_back(std::move(pair)); }
  PlantedScene plant;
};

}  // namespace

void plant(std::uint32_t parts, std::uint64_t seed, PlantSink& sink) { Builder(parts, seed, sink).build(); }

PlantedScene plant(std::uint32_t parts, std::uint64_t seed) {
  WholePlant whole;
  plant(parts, seed, whole);
  PlantedScene& scene = whole.plant;
  scene.scene.name = "plant";
  scene.clearance = plant_clearance;
  scene.apart = 0.04;
  sort_pairs(scene.pairs);
  return std::move(scene);
}

void sort_pairs(std::vector<PlantedPair>& pairs) {
  std::sort(pairs.begin(), pairs.end(),
            [](const PlantedPair& x, const PlantedPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
}

}  // namespace graze::scenes
