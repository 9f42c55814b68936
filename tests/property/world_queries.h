// Random worlds under random edits, asked about everything: every answer is that of asking about one body after the
// other, in two worlds that were filled in opposite orders, and in any number of threads.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "broad/exact_box.h"
#include "graze/world_query.h"
#include "math/ray_base.h"
#include "narrow/body/members.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"
#include "tests/property/tally.h"
#include "tests/property/worlds.h"

namespace graze::property {

struct AskedObject {
  Body body;
  ObjectSettings settings;
  bool soft = false;  // a deformable: its tree is another than one that is built at once
};

struct AskedWorld {
  World world;
  std::map<std::uint64_t, ObjectId> ids;
};

// The world as it should be, and two that should be like it.
class WorldQueries {
 public:
  WorldQueries(std::uint64_t seed, Tally& tally) : dice_(seed), tally_(tally), shapes_(world_shapes(dice_)) {
    const int count = dice_.chance(4) ? dice_.integer(100, 250) : dice_.integer(1, 40);
    room_ = std::cbrt(double(count)) * dice_.uniform(0.6, 2);
    for (int i = 0; i < count; ++i) add();
    settle();
  }

  void edit() {
    const int edits = dice_.pick({0, 1, 3, static_cast<int>(model_.size())});
    for (int i = 0; i < edits; ++i) {
      if (model_.size() < 2 || dice_.chance(8)) {
        add();
        continue;
      }
      const std::uint64_t key = random_key();
      if (waiting_.contains(key)) continue;
      AskedObject& object = model_.at(key);
      if (dice_.chance(8)) {
        object.settings.group = static_cast<std::uint8_t>(dice_.integer(0, 3));
        object.settings.mask = dice_.chance(2) ? ~std::uint64_t{0} : dice_.bits() % 16;
        object.settings.user = dice_.bits();
        for (AskedWorld& each : worlds_) {
          each.world.regroup(each.ids.at(key), object.settings.group, object.settings.mask);
          each.world.set_user(each.ids.at(key), object.settings.user);
        }
      }
      if (dice_.chance(8)) {
        for (AskedWorld& each : worlds_) {
          each.world.remove(each.ids.at(key));
          each.ids.erase(key);
        }
        model_.erase(key);
      } else if (object.soft && dice_.chance(2)) {
        std::vector<Vec3> moved = soft_.vertices;
        const Vec3 pull = dice_.in_cube(0.4);
        for (Vec3& p : moved) p = p + pull * (p.z * p.z);
        object.body.shape = make_mesh(moved, soft_.triangles);
        for (AskedWorld& each : worlds_) each.world.deform(each.ids.at(key), moved);
      } else if (!object.soft && dice_.chance(6)) {
        object.body.shape = random_shape();
        for (AskedWorld& each : worlds_) each.world.reshape(each.ids.at(key), object.body.shape);
      } else {
        object.body.pose = random_pose();
        for (AskedWorld& each : worlds_) each.world.move(each.ids.at(key), object.body.pose);
      }
    }
    settle();
  }

  // Empty, or what is wrong.
  std::string ask() {
    choose_filter();
    const int kind = dice_.integer(0, 99);
    if (kind < 45) return ask_ray();
    if (kind < 60) return ask_overlap();
    if (kind < 75) return ask_within();
    if (kind < 96) return ask_nearest();
    return kind < 99 ? ask_move() : ask_walk();
  }

  std::string validate() const {
    for (const AskedWorld& each : worlds_)
      if (const std::string fault = each.world.validate(); !fault.empty()) return fault;
    return {};
  }

 private:
  struct Candidate {
    std::uint64_t key;
    const AskedObject* object;
  };

  Shape random_shape() {
    if (dice_.chance(60)) return make_halfspace({0.1, 0.2, 1}, -room_);
    return shapes_[dice_.bits() % shapes_.size()];
  }
  Pose random_pose() {
    const Vec3 at = dice_.in_cube(room_);
    return dice_.chance(4) ? Pose{random_linear(dice_, pose_kinds[dice_.bits() % 4], 1), at}
                           : make_pose(at, dice_.rotation());
  }
  Body random_body() { return {shapes_[dice_.bits() % shapes_.size()], random_pose()}; }
  std::uint64_t random_key() {
    auto it = model_.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(dice_.bits() % model_.size()));
    return it->first;
  }
  void add() {
    AskedObject object;
    object.settings.key = next_key_ = next_key_ * 6364136223846793005u + 1442695040888963407u;
    object.settings.user = dice_.bits();
    object.settings.fixed = dice_.chance(4);
    object.settings.group = static_cast<std::uint8_t>(dice_.integer(0, 3));
    if (dice_.chance(4)) object.settings.mask = dice_.bits() % 16;
    object.soft = !object.settings.fixed && dice_.chance(10);
    object.body = {object.soft ? make_mesh(soft_.vertices, soft_.triangles) : random_shape(), random_pose()};
    waiting_.emplace(next_key_, object);
    model_.emplace(next_key_, object);
  }
  void settle() {
    bool forward = true;
    const bool uninterested = dice_.chance(4);
    for (AskedWorld& each : worlds_) {
      const auto put = [&](const auto& entry) {
        const AskedObject& object = model_.at(entry.first);
        each.ids[entry.first] =
            object.soft ? each.world.add(DeformableMesh(object.body.shape), object.body.pose, object.settings)
                        : each.world.add(object.body, object.settings);
      };
      if (forward)
        std::for_each(waiting_.begin(), waiting_.end(), put);
      else
        std::for_each(waiting_.rbegin(), waiting_.rend(), put);
      forward = false;
      if (uninterested && each.ids.size() > 1)
        each.world.set_interest(each.ids.begin()->second, each.ids.rbegin()->second, Interest::off);
      each.world.apply();
    }
    waiting_.clear();
  }

  void choose_filter() {
    filter_ = {};
    except_ = 0;
    salt_ = 0;
    if (dice_.chance(4)) filter_.groups = dice_.bits() % 16;
    if (dice_.chance(6)) filter_.group = dice_.integer(0, 3);
    if (dice_.chance(6)) except_ = random_key();
    if (dice_.chance(6)) {
      salt_ = dice_.bits() | 1;
      filter_.accept = [salt = salt_](const ObjectName& object) {
        return (object.key * salt + object.user) >> 63 == 0;
      };
    }
  }
  QueryFilter filter_in(const AskedWorld& where) const {
    QueryFilter filter = filter_;
    if (except_ != 0) filter.except = where.ids.at(except_);
    return filter;
  }
  std::vector<Candidate> candidates() const {
    const AskedWorld& where = worlds_[0];
    std::vector<Candidate> list;
    for (const auto& [key, object] : model_) {
      if ((filter_.groups >> object.settings.group & 1) == 0) continue;
      if (filter_.group >= 0 && (object.settings.mask >> filter_.group & 1) == 0) continue;
      if (except_ != 0 && !where.world.interested(where.ids.at(except_), where.ids.at(key))) continue;
      if (salt_ != 0 && (key * salt_ + object.settings.user) >> 63 != 0) continue;
      list.push_back({key, &object});
    }
    return list;
  }
  std::string wrong_name(const AskedWorld& where, const ObjectName& name, std::uint64_t key) const {
    if (name.key != key) return "object " + std::to_string(name.key) + " instead of " + std::to_string(key);
    if (name.id != where.ids.at(key) || name.user != model_.at(key).settings.user) return "another id or user";
    return {};
  }
  std::string wrong_failures(const AskedWorld& where, const std::vector<ObjectFailure>& told, Status status,
                             const std::vector<std::pair<std::uint64_t, Status>>& expected) const {
    if (told.size() != expected.size()) return "failures";
    for (std::size_t i = 0; i < told.size(); ++i)
      if (told[i].status != expected[i].second || !wrong_name(where, told[i].object, expected[i].first).empty())
        return "failure";
    return status == (expected.empty() ? Status::ok : expected.front().second) ? "" : "status";
  }

  std::string ask_ray() {
    const Vec3 from = dice_.in_cube(1.5 * room_), to = dice_.in_cube(room_);
    Ray ray{from, to - from, dice_.chance(4) ? dice_.uniform(0, 2) : 1e300};
    if (dice_.chance(4)) ray = ray_between(from, to);
    if (dice_.chance(8)) ray.direction = base_of(ray) + Vec3{0, 0, dice_.chance(2) ? 1.0 : -1.0};
    const RayWant want = dice_.pick({RayWant::closest, RayWant::closest, RayWant::any, RayWant::all});
    std::vector<std::tuple<double, std::uint64_t, RayHit>> hits;
    std::vector<std::pair<std::uint64_t, Status>> failed;
    for (const Candidate& each : candidates()) {
      const RayResult found = graze::cast(each.object->body, ray);
      if (found.status != Status::ok) failed.emplace_back(each.key, found.status);
      if (found.status == Status::ok && found.yes()) hits.emplace_back(found.closest.t, each.key, found.closest);
    }
    std::sort(hits.begin(), hits.end(), [](const auto& x, const auto& y) {
      return std::tie(std::get<0>(x), std::get<1>(x)) < std::tie(std::get<0>(y), std::get<1>(y));
    });
    std::erase_if(failed, [&](const auto& each) {
      const BoxEntry entry = meet(ray, world_box(model_.at(each.first).body));
      return !entry.hit || (want == RayWant::closest && !hits.empty() && entry.t > std::get<0>(hits.front()));
    });
    tally_.count("ray", !hits.empty());
    for (const AskedWorld& where : worlds_) {
      const WorldRaySettings settings{want, filter_in(where)};
      const WorldRayResult found = graze::cast(where.world, ray, settings);
      if (found.yes() != !hits.empty()) return "ray: hit or not";
      if (want == RayWant::any) continue;
      const auto wrong = [&](const WorldRayHit& told, const auto& expected) {
        const RayHit &x = told.hit, &y = std::get<2>(expected);
        return !wrong_name(where, told.object, std::get<1>(expected)).empty() || x.t != y.t ||
               x.triangle != y.triangle || !(x.point == y.point) || !(x.normal == y.normal);
      };
      if (found.yes() && wrong(found.closest, hits.front())) return "ray: the closest";
      if (want == RayWant::all && found.hits.size() != hits.size()) return "ray: number of hits";
      for (std::size_t i = 0; i < found.hits.size(); ++i)
        if (wrong(found.hits[i], hits[i])) return "ray: hit " + std::to_string(i);
      if (const std::string fault = wrong_failures(where, found.failed, found.status, failed); !fault.empty())
        return "ray: " + fault;
      const Ray twice[] = {ray, ray, ray};
      WorldRaySettings threaded = settings;
      threaded.threads = dice_.pick({0, 1, 2});
      for (const WorldRayResult& each : graze::cast(where.world, twice, threaded))
        if (each.yes() != found.yes() || each.closest.object != found.closest.object ||
            !oracle::same(each.closest.hit.t, found.closest.hit.t) || each.hits.size() != found.hits.size())
          return "rays";
    }
    return {};
  }

  // Of those whose boxes the query may look at.
  template <class Ask, class Tell>
  std::string ask_near(const char* what, const Box& reach, const Ask& ask, const Tell& tell) {
    std::vector<std::uint64_t> yes;
    std::vector<std::pair<std::uint64_t, Status>> failed;
    for (const Candidate& each : candidates()) {
      const auto [status, near] = ask(each.object->body);
      if (status == Status::ok && near) yes.push_back(each.key);
      if (status != Status::ok && graze::overlap(reach, world_box(each.object->body)))
        failed.emplace_back(each.key, status);
    }
    tally_.count(what, !yes.empty());
    for (const AskedWorld& where : worlds_)
      for (const auto& found : tell(where)) {
        if (found.objects.size() != yes.size())
          return std::string(what) + ": " + std::to_string(found.objects.size()) + " objects instead of " +
                 std::to_string(yes.size());
        for (std::size_t i = 0; i < yes.size(); ++i)
          if (!wrong_name(where, found.objects[i].object, yes[i]).empty()) return std::string(what) + ": object";
        if (const std::string fault = wrong_failures(where, found.failed, found.status, failed); !fault.empty())
          return std::string(what) + ": " + fault;
      }
    return {};
  }
  std::string ask_overlap() {
    const Body body = random_body();
    return ask_near(
        "overlap", world_box(body),
        [&](const Body& other) {
          const CollideResult found = collide(body, other);
          return std::pair(found.status, found.yes());
        },
        [&](const AskedWorld& where) {
          const Body bodies[] = {body, body};
          auto all = graze::find_overlaps(where.world, bodies, filter_in(where), {.threads = dice_.pick({1, 2})});
          all.push_back(graze::find_overlaps(where.world, body, filter_in(where)));
          return all;
        });
  }
  std::string ask_within() {
    const Body body = random_body();
    const double tolerance = dice_.pick({0.0, 0.1, 0.5, 2.0});
    return ask_near(
        "within", grown(world_box(body), tolerance),
        [&](const Body& other) {
          const WithinResult found = graze::within(body, other, tolerance);
          return std::pair(found.status, found.yes());
        },
        [&](const AskedWorld& where) {
          const Body bodies[] = {body, body};
          auto all = graze::within(where.world, bodies, tolerance, filter_in(where), {.threads = dice_.pick({1, 2})});
          all.push_back(graze::within(where.world, body, tolerance, filter_in(where)));
          return all;
        });
  }
  std::string ask_nearest() {
    Body body = random_body();
    if (dice_.chance(3)) body = {make_point(), {{}, dice_.in_cube(1.5 * room_)}};
    const auto k = static_cast<std::size_t>(dice_.pick({1, 1, 2, 5, 20}));
    struct Near {
      double distance;
      std::uint64_t key;
      DistanceResult result;
    };
    std::vector<Near> all;
    std::vector<std::pair<std::uint64_t, Status>> failed;
    for (const Candidate& each : candidates()) {
      const DistanceResult found = find_distance(body, each.object->body);
      if (found.status == Status::ok)
        all.push_back({found.distance, each.key, found});
      else
        failed.emplace_back(each.key, found.status);
    }
    std::sort(all.begin(), all.end(),
              [](const Near& x, const Near& y) { return std::tie(x.distance, x.key) < std::tie(y.distance, y.key); });
    if (all.size() >= k) {
      all.resize(k);
      std::erase_if(failed, [&](const auto& each) {
        return gap(world_box(body), world_box(model_.at(each.first).body)).value > all.back().distance;
      });
    }
    tally_.count("nearest", !all.empty() && all.back().distance > 0);
    for (const AskedWorld& where : worlds_) {
      const Body bodies[] = {body, body};
      auto answers = graze::find_nearest(where.world, bodies, k, filter_in(where), {.threads = dice_.pick({1, 2})});
      answers.push_back(graze::find_nearest(where.world, body, k, filter_in(where)));
      for (const WorldNearestResult& found : answers) {
        if (found.objects.size() != all.size()) return "nearest: number of objects";
        for (std::size_t i = 0; i < all.size(); ++i) {
          const DistanceResult &x = found.objects[i].result, &y = all[i].result;
          if (model_.at(all[i].key).soft || model_.at(found.objects[i].object.key).soft) {
            if (!(x.lower <= y.upper && y.lower <= x.upper)) return "nearest: distance of a deformable";
            continue;
          }
          if (!wrong_name(where, found.objects[i].object, all[i].key).empty()) return "nearest: object";
          if (x.distance != y.distance || x.bound != y.bound || !(x.point_b == y.point_b)) return "nearest: distance";
        }
        if (const std::string fault = wrong_failures(where, found.failed, found.status, failed); !fault.empty())
          return "nearest: " + fault;
      }
    }
    return {};
  }

  // Deformables have other trees, and what cannot move is told of only when it is near: both are left out.
  template <class Ask>
  std::string ask_movable(const Ask& ask) {
    filter_ = {};
    except_ = salt_ = 0;
    filter_.accept = [this](const ObjectName& object) { return movable(model_.at(object.key)); };
    std::vector<Body> others;
    std::vector<std::uint64_t> keys;
    for (const auto& [key, object] : model_)
      if (movable(object)) {
        others.push_back(object.body);
        keys.push_back(key);
      }
    return ask(others, keys);
  }
  static bool movable(const AskedObject& object) {
    if (object.soft) return false;
    const MovingBody other{object.body, {}};
    return move({make_point(), make_pose({1e4, 1e4, 1e4})}, translation_by({1, 0, 0}), {&other, 1}).status ==
           Status::ok;
  }

  std::string ask_move() {
    const Body body{dice_.pick({shapes_[0], shapes_[1], shapes_[8], shapes_[9]}),
                    make_pose(dice_.in_cube(1.5 * room_), dice_.rotation())};
    const Vec3 by = dice_.in_cube(room_);
    const Motion motion = dice_.chance(3)
                              ? rotation_about(dice_.in_cube(room_), dice_.direction(), dice_.uniform(-3, 3))
                              : translation_by(by);
    MoveSettings settings;
    settings.tolerance = 1e-9;
    if (dice_.chance(2)) settings.expel = 1e-3;
    return ask_movable([&](const std::vector<Body>& others, const std::vector<std::uint64_t>& keys) -> std::string {
      std::vector<MovingBody> standing;
      for (const Body& other : others) standing.push_back({other, {}});
      const MoveResult expected = move(body, motion, standing, settings);
      tally_.count("move", expected.yes() || expected.stopped);
      ++moves_;
      const WorldMoveResult told[] = {graze::move(worlds_[0].world, body, motion, settings, filter_in(worlds_[0])),
                                      graze::move(worlds_[1].world, body, motion, settings, filter_in(worlds_[1]))};
      const MoveResult &x = told[0].result, &y = told[1].result;
      if (x.status != y.status || x.yes() != y.yes() || x.lower != y.lower || x.upper != y.upper ||
          x.fraction != y.fraction || !(x.pose == y.pose) || told[0].object.key != told[1].object.key)
        return "move: two orders differ";
      // The usual budget is that of the bodies that are looked at, so that one of the two may be spent.
      if (x.status == Status::budget || expected.status == Status::budget)
        return ++spent_ > 3 + moves_ / 50 ? "move: too many budgets are spent" : "";
      if (x.status != expected.status || x.start != expected.start) return "move: another answer";
      // Bodies far away change where in its bracket the search looks, but not what is true.
      if (x.yes() != expected.yes() && (x.yes() ? x : expected).proven) return "move: hit or not";
      if (x.yes() && expected.yes() &&
          !(x.phase == expected.phase && x.lower <= expected.upper && expected.lower <= x.upper))
        return "move: brackets are apart";
      if (std::fabs(x.fraction - expected.fraction) > 1e-6) return "move: another fraction";
      if (x.start == MoveStart::clear || x.start == MoveStart::in_zone)
        for (const Body& other : others)
          if (collide({body.shape, x.pose}, other).yes()) return "move: the pose is not clear";
      if ((x.yes() || x.stopped) && !std::binary_search(keys.begin(), keys.end(), told[0].object.key))
        return "move: object";
      return {};
    });
  }

  std::string ask_walk() {
    const Body walker{make_capsule(0.3, 0.4), make_pose(dice_.in_cube(1.5 * room_))};
    const Vec3 way = dice_.in_cube(0.3);
    return ask_movable([&](const std::vector<Body>& others, const std::vector<std::uint64_t>& keys) -> std::string {
      MoverCache given, before;
      if (dice_.chance(3)) before = {true, make_pose(dice_.in_cube(room_))};
      given = before;
      const MoverResult expected = walk(walker, way, others, {}, &given);
      tally_.count("walk",
                   expected.rescue != MoverRescue::none || expected.on_ground == Answer::yes || expected.planes > 0);
      for (const AskedWorld& where : worlds_) {
        MoverCache cache = before;
        const WorldWalkResult told = graze::walk(where.world, walker, way, {}, &cache, filter_in(where));
        const MoverResult& found = told.result;
        if (found.status != expected.status || !(found.pose == expected.pose) || found.rescue != expected.rescue ||
            found.on_ground != expected.on_ground || found.planes != expected.planes || !(cache.safe == given.safe))
          return "walk: another answer";
        if (found.on_ground == Answer::yes && told.ground.key != keys[expected.ground_body]) return "walk: ground";
        if (found.walls.size() != expected.walls.size() || told.walls.size() != expected.walls.size())
          return "walk: number of walls";
        for (std::size_t i = 0; i < told.walls.size(); ++i)
          if (told.walls[i].key != keys[expected.walls[i].body] || !(found.walls[i].point == expected.walls[i].point) ||
              !(found.walls[i].normal == expected.walls[i].normal))
            return "walk: wall";
      }
      return {};
    });
  }

  oracle::Dice dice_;
  Tally& tally_;
  std::uint64_t moves_ = 0, spent_ = 0;
  std::vector<Shape> shapes_;
  const scenes::MeshData soft_ = scenes::sphere(40);
  double room_ = 1;
  std::uint64_t next_key_ = 12345;
  std::map<std::uint64_t, AskedObject> model_, waiting_;
  AskedWorld worlds_[2];
  QueryFilter filter_;
  std::uint64_t except_ = 0, salt_ = 0;
};

inline Tally check_world_queries(std::uint64_t seed, std::uint64_t worlds, int queries) {
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t world = 0; world < worlds && !tally.failed(); ++world) {
    WorldQueries test(seed + world, tally);
    for (int query = 0; query < queries && !tally.failed(); ++query) {
      if (query % 50 == 49) test.edit();
      tally.failure = test.ask();
      if (!tally.failed() && query % 50 == 0) tally.failure = test.validate();
      if (tally.failed())
        tally.failure += " (world " + std::to_string(world) + ", query " + std::to_string(query) + ")";
    }
  }
  return tally;
}

}  // namespace graze::property
