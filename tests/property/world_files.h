// Random worlds of all kinds, saved and loaded: the same steps and queries after, bit for bit, also when both worlds go
// on with the same edits; and damaged files, which are an Error or an equal world.
#pragma once

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "graze/pipeline.h"
#include "graze/world_query.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"
#include "tests/property/worlds.h"

namespace graze::property {

inline std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Edits of one or two worlds by key, and comparisons of the two.
class SavedWorlds {
 public:
  SavedWorlds(std::uint64_t seed, Tally& tally, std::string path)
      : dice_(seed), tally_(tally), path_(std::move(path)), shapes_(world_shapes(dice_)) {
    const scenes::MeshData cube = scenes::cube(1);
    std::vector<double> heights(20);
    for (double& height : heights) height = dice_.uniform(-0.3, 0.3);
    shapes_.push_back(make_terrain(4, 5, 0.4, 0.5, heights, {.tags = std::vector<std::uint32_t>(24, 7)}));
    shapes_.push_back(make_strip(cube.vertices, {0, 1, 2, 3, -1, 4, 5, 6, 7}));
    shapes_.push_back(make_fan(cube.vertices, {0, 1, 2, 3, 4}));
    shapes_.push_back(make_polyhedron({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}},
                                      {{3, 2, 1, 0}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}));
    shapes_.push_back(make_compound({{shapes_[0], {}}, {shapes_[15], make_pose({0.2, 0.1, 0.5})}}));
    shapes_.push_back(with_margin(make_compound({{shapes_[9], {}}, {shapes_[0], make_pose({0, 0, 1})}}), 0.05));
    worlds_.push_back(World({.interest = !dice_.chance(4)}));
    for (int i = dice_.integer(0, 25); i > 0; --i) add();
    for (int round = dice_.integer(0, 3); round > 0; --round) {
      edit(dice_.integer(1, 20));
      if (dice_.chance(2)) (void)Pipeline(world(), asked()).step();
    }
    if (dice_.chance(3)) world().add({shapes_[0], {}}, {.key = 5});  // waits, and is not saved
  }

  World& world() { return worlds_.front(); }

  // Saves, loads, and compares. Empty, or what differs.
  std::string round_trip() {
    save(world(), path_);
    const std::string bytes = file_bytes(path_);
    save(world(), path_);
    if (file_bytes(path_) != bytes) return "the same world makes other bytes";
    tally_.count("worlds with pending commands", world().pending() > 0);
    worlds_.erase(worlds_.begin() + 1, worlds_.end());
    worlds_.push_back(load_world(path_));
    save(worlds_[1], path_);
    if (file_bytes(path_) != bytes) return "the loaded world makes other bytes";
    if (worlds_[1].pending() != 0 || !worlds_[1].refused().empty()) return "something waits";
    return same_state();
  }

  // Both go on from here. Empty, or what differs.
  std::string go_on(int steps) {
    // What waits in the first does not in the second.
    Pipeline first(worlds_[0], asked()), second(worlds_[1], first.settings());
    if (worlds_[0].pending() != 0) {
      worlds_[0].apply();
      worlds_[0].remove(worlds_[0].find(5));
      worlds_[0].apply();
    }
    for (int i = 0; i < steps; ++i) {
      if (std::string fault = same_answers(); !fault.empty()) return fault;
      const StepResult &x = first.step(), &y = second.step();
      if (std::string fault = difference(x, y); !fault.empty()) return "step " + std::to_string(i) + ": " + fault;
      for (const PairResult& pair : x.pairs) tally_.count("pairs", pair.touching == Answer::yes);
      for (const PairResult& pair : x.pairs) tally_.count("ways that hit", pair.hit == Answer::yes);
      if (x.woken.size() != y.woken.size() || x.refused.size() != y.refused.size()) return "woken or refused";
      if (std::string fault = same_state(); !fault.empty()) return fault;
      edit(dice_.integer(0, 8));
    }
    return {};
  }

  // Damages the file `count` times. Empty, or what is wrong.
  std::string damage(int count) {
    save(world(), path_);
    const std::string good = file_bytes(path_);
    for (int i = 0; i < count; ++i) {
      std::string bad = good;
      const auto place = [&] { return static_cast<std::size_t>(dice_.bits() % bad.size()); };
      switch (dice_.integer(0, 5)) {
        case 0:
          bad.resize(place());
          break;
        case 1:
          bad += std::string(static_cast<std::size_t>(dice_.integer(1, 100)), '\0');
          break;
        case 2: {  // a count or a place that cannot be
          const std::uint64_t absurd = dice_.pick<std::uint64_t>({~std::uint64_t{0}, 1ull << 63, 1ull << 40, 0});
          const std::size_t at = dice_.chance(2) ? place() : place() % std::min<std::size_t>(bad.size(), 200);
          for (std::size_t k = 0; k < 8 && at + k < bad.size(); ++k) bad[at + k] = static_cast<char>(absurd >> 8 * k);
          break;
        }
        case 3: {
          const std::size_t from = place(), length = std::min<std::size_t>(bad.size() - from, 64);
          bad.erase(from, length);
          break;
        }
        default:
          for (int k = dice_.integer(1, 4); k > 0; --k) bad[place()] ^= static_cast<char>(1 << dice_.integer(0, 7));
      }
      std::ofstream(path_, std::ios::binary | std::ios::trunc) << bad;
      try {
        worlds_.resize(1);
        worlds_.push_back(load_world(path_));
        tally_.count("damaged files refused", false);
        if (bad != good) return "a damaged file was loaded";
        if (std::string fault = same_state(); !fault.empty()) return fault;
      } catch (const Error& error) {
        tally_.count("damaged files refused", true);
        if (std::string(error.what()).find("load: " + path_ + ": ") != 0)
          return "no name: " + std::string(error.what());
      }
    }
    return {};
  }

 private:
  PipelineSettings asked() {
    PipelineSettings settings;
    if (dice_.chance(2)) settings.range = dice_.uniform(0.05, 0.5);
    settings.triangles = dice_.chance(3);
    settings.contacts = dice_.chance(3);
    settings.continuous = dice_.chance(2);
    return random_pipeline(dice_, settings);
  }
  Pose random_pose() {
    const Vec3 at = dice_.in_cube(2.5);
    return dice_.chance(4) ? Pose{random_linear(dice_, pose_kinds[dice_.bits() % 4], 1), at}
                           : make_pose(at, dice_.rotation());
  }
  Motion random_motion() {
    switch (dice_.integer(0, 4)) {
      case 0:
        return translation_by(dice_.in_cube(2));
      case 1:
        return rotation_about(dice_.in_cube(1), dice_.direction(), dice_.uniform(-3, 3));
      case 2:
        return translation_then_rotation(dice_.in_cube(1), dice_.in_cube(1), dice_.direction(), dice_.uniform(-1, 1));
      case 3:
        return translation_with_rotation(dice_.in_cube(1), dice_.in_cube(1), dice_.direction(), dice_.uniform(-3, 3));
      default:
        return screw_about(dice_.in_cube(1), dice_.direction(), dice_.uniform(-1, 1), dice_.uniform(-1, 1));
    }
  }
  void add() {
    ObjectSettings settings;
    if (!dice_.chance(4)) settings.key = dice_.bits() >> 20;
    settings.user = dice_.bits();
    settings.group = static_cast<std::uint8_t>(dice_.pick({0, 1, 2, 63}));
    if (dice_.chance(4)) settings.mask = dice_.bits();
    const Pose pose = random_pose();
    if (dice_.chance(4)) {
      const bool solid = dice_.chance(2);
      Shape shape =
          make_mesh(soft_.vertices, soft_.triangles, {.solid = solid, .margin = dice_.pick({0.0, 0.0, 0.02})});
      if (dice_.chance(3)) prepare_pairs(shape, 1);
      for (World& world : worlds_) world.add(DeformableMesh(shape), pose, settings);
      tally_.count("solids among deformables", solid);
    } else {
      settings.fixed = dice_.chance(4);
      const Shape shape = dice_.chance(20) ? make_halfspace({0.1, 0.2, 1}, -2) : shapes_[dice_.bits() % shapes_.size()];
      for (World& world : worlds_) world.add({shape, pose}, settings);
    }
    for (World& world : worlds_) world.apply();
  }
  void edit(int count) {
    for (int i = 0; i < count; ++i) edit();
    for (World& world : worlds_) world.apply();
  }
  void edit() {
    const std::vector<ObjectId> ids = world().objects();
    if (ids.size() < 2) return add();
    const auto key_at = [&](std::size_t i) { return world().settings(ids[i]).key; };
    const std::size_t one = dice_.bits() % ids.size();
    const std::uint64_t key = key_at(one), other = key_at((one + 1 + dice_.bits() % (ids.size() - 1)) % ids.size());
    const Pose pose = random_pose();
    const Motion motion = random_motion();
    const int choice = dice_.integer(0, 12);
    const ObjectKind kind = world().kind(ids[one]);
    const Shape& shape = shapes_[dice_.bits() % shapes_.size()];
    std::vector<Vec3> moved = soft_.vertices;
    const Vec3 pull = dice_.in_cube(0.4);
    for (Vec3& p : moved) p = p + pull * (p.z * p.z);
    if (dice_.chance(6))
      for (Vec3& p : moved) p.z = -p.z;  // inside out: no solid
    const Interest interest = dice_.pick({Interest::unset, Interest::on, Interest::off});
    const auto g = static_cast<std::uint8_t>(dice_.integer(0, 2)), h = static_cast<std::uint8_t>(dice_.integer(0, 2));
    const std::uint64_t mask = dice_.bits() | dice_.bits();
    const bool removes = choice == 4 && dice_.chance(3);
    if (choice == 0) return add();
    for (World& world : worlds_) {
      const ObjectId id = world.find(key), to = world.find(other);
      if (choice == 1) world.move(id, pose);
      if (choice == 2 || choice == 3) world.move(id, motion);
      if (removes) world.remove(id);
      if (choice == 5) world.sleep(id);
      if (choice == 6 || choice == 7) {
        if (kind == ObjectKind::deformable)
          world.deform(id, moved);
        else
          world.reshape(id, shape);
      }
      if (choice == 8) world.regroup(id, g, mask);
      if (choice == 9) world.set_user(id, mask);
      if (choice == 10) world.set_interest(id, to, interest);
      if (choice == 11) world.set_interest(id, interest);
      if (choice == 12) world.set_interest(g, h, interest);
    }
    if (removes)
      for (World& world : worlds_) world.apply();
  }

  // Keys, settings, poses, interest, sleep, and who shares a shape with whom.
  std::string same_state() {
    World &x = worlds_[0], &y = worlds_[1];
    for (World* world : {&x, &y})
      if (std::string fault = world->validate(); !fault.empty()) return fault;
    const std::vector<ObjectId> a = x.objects(), b = y.objects();
    if (a.size() != b.size()) return "number of objects";
    std::map<const void*, const void*> there, back;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const ObjectSettings s = x.settings(a[i]), t = y.settings(b[i]);
      const std::string which = "object " + std::to_string(s.key) + ": ";
      if (s.key != t.key || s.user != t.user || s.fixed != t.fixed || s.group != t.group || s.mask != t.mask)
        return which + "settings";
      if (x.kind(a[i]) != y.kind(b[i]) || x.asleep(a[i]) != y.asleep(b[i])) return which + "kind or sleep";
      const Body p = x.body(a[i]), q = y.body(b[i]);
      if (std::memcmp(&p.pose, &q.pose, sizeof p.pose) != 0) return which + "pose";
      if (p.shape.form() != q.shape.form() || bool(p.shape) != bool(q.shape)) return which + "form";
      tally_.count("stale deformables", x.kind(a[i]) == ObjectKind::deformable && !p.shape);
      tally_.count("asleep", x.asleep(a[i]));
      if (!p.shape || x.kind(a[i]) == ObjectKind::deformable || compared_sharing_) continue;
      if (there.try_emplace(p.shape.identity(), q.shape.identity()).first->second != q.shape.identity() ||
          back.try_emplace(q.shape.identity(), p.shape.identity()).first->second != p.shape.identity())
        return which + "shared with others";
    }
    compared_sharing_ = true;  // from now on both get the same new shapes, which the loaded ones are not
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t k = i + 1; k < a.size(); ++k) {
        tally_.count("interest", x.interested(a[i], a[k]));
        if (x.interested(a[i], a[k]) != y.interested(b[i], b[k])) return "interest";
      }
    return {};
  }

  std::string same_answers() {
    const World &x = worlds_[0], &y = worlds_[1];
    for (int i = 0; i < 6; ++i) {
      const Ray probe{dice_.in_cube(4), dice_.direction()};
      const WorldRayResult p = cast(x, probe, {.want = RayWant::all}), q = cast(y, probe, {.want = RayWant::all});
      tally_.count("rays", p.yes());
      if (p.answer != q.answer || p.status != q.status || p.hits.size() != q.hits.size()) return "rays";
      for (std::size_t k = 0; k < p.hits.size(); ++k)
        if (p.hits[k].object.key != q.hits[k].object.key || p.hits[k].hit.t != q.hits[k].hit.t) return "hits of a ray";
      const Body body{shapes_[dice_.bits() % shapes_.size()], random_pose()};
      const WorldOverlapResult r = find_overlaps(x, body), s = find_overlaps(y, body);
      tally_.count("overlap", r.yes());
      if (r.answer != s.answer || r.status != s.status || r.objects.size() != s.objects.size()) return "overlap";
      for (std::size_t k = 0; k < r.objects.size(); ++k)
        if (r.objects[k].object.key != s.objects[k].object.key) return "overlap";
    }
    const Vec3 point = dice_.in_cube(4);
    const WorldNearestResult p = find_nearest(x, point, 3), q = find_nearest(y, point, 3);
    if (p.status != q.status || p.objects.size() != q.objects.size()) return "nearest";
    for (std::size_t k = 0; k < p.objects.size(); ++k)
      if (p.objects[k].object.key != q.objects[k].object.key ||
          !oracle::same(p.objects[k].result.distance, q.objects[k].result.distance) ||
          !oracle::same(p.objects[k].result.point_b, q.objects[k].result.point_b))
        return "nearest " + std::to_string(p.objects[k].object.key) + " at " +
               std::to_string(p.objects[k].result.distance) + ", not " + std::to_string(q.objects[k].object.key) +
               " at " + std::to_string(q.objects[k].result.distance) + ", " + name(x.kind(p.objects[k].object.id)) +
               " " + name(x.body(p.objects[k].object.id).shape.form());
    const Body ball{shapes_[1], make_pose(dice_.in_cube(4))};
    const Motion way = translation_by(dice_.in_cube(4));
    const WorldMoveResult m = move(x, ball, way), n = move(y, ball, way);
    tally_.count("moves", m.result.yes());
    if (m.result.answer != n.result.answer || m.object.key != n.object.key ||
        !oracle::same(m.result.upper, n.result.upper))
      return "move";
    return {};
  }

  oracle::Dice dice_;
  Tally& tally_;
  std::string path_;
  std::vector<Shape> shapes_;
  scenes::MeshData soft_ = scenes::sphere(40);
  std::vector<World> worlds_;  // the first, and the one that was loaded
  bool compared_sharing_ = false;
};

inline Tally check_world_files(std::uint64_t seed, std::uint64_t count, int steps, const std::string& path) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    SavedWorlds worlds(dice.bits(), tally, path);
    tally.failure = worlds.round_trip();
    if (!tally.failed()) tally.failure = worlds.go_on(steps);
    if (tally.failed()) tally.failure += " (world " + std::to_string(i) + ")";
  }
  return tally;
}

inline Tally check_damaged_worlds(std::uint64_t seed, std::uint64_t worlds, int damages, const std::string& path) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < worlds && !tally.failed(); ++i) {
    SavedWorlds one(dice.bits(), tally, path);
    tally.failure = one.damage(damages);
    if (tally.failed()) tally.failure += " (world " + std::to_string(i) + ")";
  }
  return tally;
}

}  // namespace graze::property
