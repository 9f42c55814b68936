#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "scenes/boxes.h"
#include "scenes/planted.h"

namespace graze::scenes {

namespace {

constexpr double room_x = 5, room_y = 4, height = 3, slab = 0.25, storey = height + slab;
constexpr int rooms_x = 6, rooms_y = 5;
constexpr double half_column = 0.15, half_wall = 0.1;
constexpr double apart = 0.04, largest_gap = 0.015, least_depth = 0.001;
constexpr double same = 1e-9;  // metres: numbers of the layout that differ by less are meant to be equal

// How two boxes lie to each other, by their intervals alone.
struct Relation {
  bool clear = true;       // sure to be what it is, and not nearly something else
  const char* value = "";  // "" : apart
  double distance = std::numeric_limits<double>::quiet_NaN();
};

bool holds(const Box& outer, const Box& inner, double by) {
  for (int k = 0; k < 3; ++k) {
    if (inner.lo[k] < outer.lo[k] + by || inner.hi[k] > outer.hi[k] - by) return false;
  }
  return true;
}

Relation relation(const Box& a, const Box& b) {
  double gap_sq = 0, largest = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    double gap = std::max(a.lo[k] - b.hi[k], b.lo[k] - a.hi[k]);
    if (std::fabs(gap) < same) gap = 0;
    if (gap > 0) gap_sq += gap * gap;
    largest = std::max(largest, gap);
  }
  if (largest > 0) {
    const double gap = std::sqrt(gap_sq);
    if (gap >= apart) return {};
    return {gap <= largest_gap && gap >= 0.005, "clearance", gap};
  }
  if (largest == 0) return {true, "touching", 0};
  if (a == b) return {true, "duplicate"};
  if (holds(a, b, -same) || holds(b, a, -same)) return {holds(a, b, 0.01) || holds(b, a, 0.01), "enclosed"};
  return {-largest >= least_depth, "overlapping", largest};
}

class BuildingBuilder {
 public:
  BuildingBuilder(std::uint32_t parts, std::uint64_t seed) : parts_(parts), random_(seed) {
    frame_ = make_pose({}, random_.next() % 2 == 0 ? Quat{} : random_.rotation());
    MeshData mesh;
    add_box(mesh, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    block_ = make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true});
  }

  PlantedScene build() {
    result_.scene.name = "building";
    result_.clearance = 0.02;
    result_.apart = apart;
    for (int level = 0; !full(); ++level) add_storey(storey * level);
    std::sort(result_.pairs.begin(), result_.pairs.end(),
              [](const PlantedPair& x, const PlantedPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
    return std::move(result_);
  }

 private:
  bool full() const { return boxes_.size() >= parts_; }

  // Cells of 4 m; every box is in all that it comes near.
  template <class Visit>
  void for_each_cell(const Box& box, Visit visit) {
    const auto cell = [](double x) { return static_cast<std::int64_t>(std::floor(x / 4)); };
    for (std::int64_t x = cell(box.lo.x - apart); x <= cell(box.hi.x + apart); ++x) {
      for (std::int64_t y = cell(box.lo.y - apart); y <= cell(box.hi.y + apart); ++y) {
        for (std::int64_t z = cell(box.lo.z - apart); z <= cell(box.hi.z + apart); ++z) {
          visit(((z + 16) << 16) + ((y + 16) << 8) + (x + 16));
        }
      }
    }
  }

  std::vector<std::uint32_t> neighbours(const Box& box) {
    std::vector<std::uint32_t> near;
    for_each_cell(box, [&](std::int64_t key) {
      const std::vector<std::uint32_t>& there = cells_[key];
      near.insert(near.end(), there.begin(), there.end());
    });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    return near;
  }

  void add(const char* what, const Box& box) {
    if (full()) return;
    const auto number = static_cast<std::uint32_t>(boxes_.size());
    const Vec3 size = box.hi - box.lo, centre = (box.lo + box.hi) * 0.5;
    const Pose pose{{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}, centre};
    const std::string name = std::string(what) + " " + std::to_string(number);
    for (const std::uint32_t other : neighbours(box)) {
      const Relation to_other = relation(boxes_[other], box);
      if (*to_other.value == 0) continue;
      std::string a = result_.scene.bodies[other].name, b = name;
      if (b < a) std::swap(a, b);
      result_.pairs.push_back({std::move(a), std::move(b), to_other.value, to_other.distance});
    }
    result_.scene.bodies.push_back({name, block_, frame_ * pose});
    boxes_.push_back(box);
    for_each_cell(box, [&](std::int64_t key) { cells_[key].push_back(number); });
  }

  // Only where it is sure what the box does to all that is there.
  bool add_if_clear(const char* what, const Box& box) {
    for (const std::uint32_t other : neighbours(box)) {
      if (!relation(boxes_[other], box).clear) return false;
    }
    add(what, box);
    return true;
  }

  void add_storey(double z) {
    const double floor = z + slab, ceiling = z + storey;
    add("slab",
        {{-half_column, -half_column, z}, {room_x * rooms_x + half_column, room_y * rooms_y + half_column, floor}});
    for (int i = 0; i <= rooms_x; ++i) {
      for (int j = 0; j <= rooms_y; ++j) {
        const Vec3 at{room_x * i, room_y * j, 0};
        add("column",
            {{at.x - half_column, at.y - half_column, floor}, {at.x + half_column, at.y + half_column, ceiling}});
      }
    }
    for (int i = 0; i <= rooms_x; ++i) {
      for (int j = 0; j <= rooms_y; ++j) {
        if (i < rooms_x) add_wall({room_x * i, room_y * j, floor}, 0, room_x);
        if (j < rooms_y) add_wall({room_x * i, room_y * j, floor}, 1, room_y);
      }
    }
    for (int i = 0; i < rooms_x; ++i) {
      for (int j = 0; j < rooms_y; ++j) furnish({room_x * i, room_y * j, floor});
    }
  }

  // From column to column along an axis; half of them with a door.
  void add_wall(Vec3 at, int along, double length) {
    const auto piece = [&](double from, double to, double low, double high, double half) {
      Box box{at, at};
      box.lo[along] += from;
      box.hi[along] += to;
      box.lo[1 - along] -= half;
      box.hi[1 - along] += half;
      box.lo.z += low;
      box.hi.z += high;
      return box;
    };
    const double end = length - half_column;
    if (random_.next() % 2 == 0) {
      add("wall", piece(half_column, end, 0, height, half_wall));
      return;
    }
    const double left = random_.uniform(1, length - 2.5), right = left + 1;
    add("wall", piece(half_column, left, 0, height, half_wall));
    add("wall", piece(right, end, 0, height, half_wall));
    add("lintel", piece(left, right, 2.1, height, half_wall));
    const double side = random_.uniform(0.005, 0.015), below = random_.uniform(0.005, 0.015);
    const double above = random_.uniform(0.005, 0.015);
    add("door", piece(left + side, right - side, below, 2.1 - above, 0.025));
  }

  // The room from `at` to the next columns.
  void furnish(Vec3 at) {
    for (int tries = 0, wanted = 4; tries < 20 && wanted > 0; ++tries) {
      const double x = at.x + random_.uniform(0.5, room_x - 1.5), y = at.y + random_.uniform(0.6, room_y - 1.4);
      const double near_wall = at.y + half_wall;
      switch (random_.next() % 6) {
        case 0:  // stands on the floor
          wanted -= add_if_clear("table", {{x, y, at.z}, {x + 0.8, y + 0.6, at.z + 0.7}});
          break;
        case 1: {  // in the wall, at it, or a gap from it
          const double gap = random_.next() % 3 == 0   ? 0
                             : random_.next() % 2 == 0 ? random_.uniform(0.005, 0.015)
                                                       : -random_.uniform(0.001, 0.05);
          const double back = near_wall + gap;
          wanted -= add_if_clear("cabinet", {{x, back, at.z}, {x + 0.6, back + 0.4, at.z + 1.8}});
          break;
        }
        case 2:  // along x, through the wall to the next room
          wanted -= add_if_clear("duct", {{x, y, at.z + 2.5}, {x + room_x, y + 0.4, at.z + 2.8}});
          break;
        case 3:  // within the wall
          wanted -= add_if_clear("cable", {{x, at.y - 0.03, at.z + 1.2}, {x + 0.5, at.y + 0.03, at.z + 1.25}});
          break;
        case 4: {  // twice the same
          const Box box{{x, y, at.z + 1}, {x + 0.3, y + 0.3, at.z + 1.4}};
          if (add_if_clear("lamp", box)) {
            add("lamp", box);
            --wanted;
          }
          break;
        }
        default:  // up through the ceiling, or just below it
          wanted -= add_if_clear("pipe", {{x, y, at.z + 0.5},
                                          {x + 0.1, y + 0.1, at.z + height + (random_.next() % 2 == 0 ? 0.1 : -0.01)}});
          break;
      }
    }
  }

  std::uint32_t parts_;
  Random random_;
  Pose frame_;
  Shape block_;
  std::vector<Box> boxes_;  // in the frame of the building
  std::unordered_map<std::int64_t, std::vector<std::uint32_t>> cells_;
  PlantedScene result_;
};

}  // namespace

PlantedScene building(std::uint32_t parts, std::uint64_t seed) { return BuildingBuilder(parts, seed).build(); }

}  // namespace graze::scenes
