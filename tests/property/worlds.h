// Random worlds under random edits: every step tells what the public queries say of all pairs, whatever the broad
// phase, the filters, the threads and the order of insertion.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graze/pipeline.h"
#include "math/posed_box.h"
#include "narrow/body/members.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"
#include "tests/property/bodies.h"
#include "tests/property/manifolds.h"
#include "tests/property/tally.h"

namespace graze::property {

// What the world should be, by key.
struct ModelObject {
  Body body;
  ObjectSettings settings;
  std::vector<Index3> triangles;  // of a deformable
  Interest interest = Interest::unset;
  bool fixed() const { return settings.fixed; }
};

struct Model {
  bool by_default = true;
  std::map<std::uint64_t, ModelObject> objects;
  std::map<std::pair<std::uint64_t, std::uint64_t>, bool> pairs;
  std::map<std::pair<int, int>, bool> groups;

  bool wants(std::uint64_t a, std::uint64_t b) const {
    const ModelObject &x = objects.at(a), &y = objects.at(b);
    if (x.fixed() && y.fixed()) return false;
    if (const auto pair = pairs.find(std::minmax(a, b)); pair != pairs.end()) return pair->second;
    if (x.interest == Interest::off || y.interest == Interest::off) return false;
    if (x.interest == Interest::on || y.interest == Interest::on) return true;
    const int g = x.settings.group, h = y.settings.group;
    if (const auto group = groups.find(std::minmax(g, h)); group != groups.end()) return group->second;
    return (x.settings.mask >> h & 1) != 0 && (y.settings.mask >> g & 1) != 0 && by_default;
  }
};

inline std::vector<Shape> world_shapes(oracle::Dice& dice) {
  const auto mesh = [](const scenes::MeshData& data, ShapeOptions options = {}) {
    return make_mesh(data.vertices, data.triangles, std::move(options));
  };
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.push_back(dice.in_cube(1));
  const Shape box = make_box({0.5, 0.8, 0.3}), ball = make_sphere(0.7);
  return {box,
          ball,
          make_capsule(0.4, 0.6),
          make_segment({-1, 0, 0}, {1, 0.5, 0.2}),
          make_point(),
          make_cylinder(0.5, 0.7),
          make_cone(0.6, 0.8),
          make_ellipsoid({0.9, 0.5, 0.3}),
          make_convex(points),
          mesh(scenes::sphere(40), {.solid = true}),
          mesh(scenes::torus(60)),
          mesh(scenes::knot(80)),
          mesh(scenes::cube(1), {.solid = true}),
          with_margin(mesh(scenes::torus(60)), 0.1),
          random_surface(dice, 20),
          make_compound({{box, make_pose({0.6, 0, 0})}, {ball, make_pose({-0.6, 0, 0.1})}})};
}

// One world under test, with its own order of insertion and its own way to find pairs.
struct WorldUnderTest {
  World world;
  std::unique_ptr<Pipeline> pipeline;
  std::map<std::uint64_t, ObjectId> ids;
};

inline PipelineSettings random_pipeline(oracle::Dice& dice, const PipelineSettings& asked) {
  PipelineSettings settings = asked;
  settings.broad = broad_kinds[dice.bits() % std::size(broad_kinds)];
  settings.threads = dice.pick({1, 1, 2, 4, 8});
  settings.filters.clear();
  for (const FilterKind kind : filter_kinds)
    if (dice.chance(2)) settings.filters.push_back(kind);
  for (std::size_t i = settings.filters.size(); i > 1; --i)
    std::swap(settings.filters[i - 1], settings.filters[dice.bits() % i]);
  return settings;
}

// What the object of a key has as `user`, so that it is known of those that are gone, too.
inline std::uint64_t user_of(std::uint64_t key) { return ~key * 3; }

// Empty, or what differs: bit by bit but for ids.
inline std::string difference(const StepResult& x, const StepResult& y) {
  if (x.status != y.status) return "status";
  if (x.pairs.size() != y.pairs.size()) return "number of pairs";
  if (x.events.size() != y.events.size()) return "number of events";
  for (std::size_t i = 0; i < x.pairs.size(); ++i) {
    const PairResult &p = x.pairs[i], &q = y.pairs[i];
    const bool same =
        p.key_a == q.key_a && p.key_b == q.key_b && p.user_a == q.user_a && p.user_b == q.user_b &&
        p.status == q.status && p.touching == q.touching && p.resting == q.resting &&
        oracle::same(p.distance, q.distance) && oracle::same(p.lower, q.lower) && oracle::same(p.upper, q.upper) &&
        oracle::same(p.point_a, q.point_a) && oracle::same(p.point_b, q.point_b) && oracle::same(p.normal, q.normal) &&
        p.hit == q.hit && p.phase == q.phase && oracle::same(p.hit_lower, q.hit_lower) &&
        oracle::same(p.hit_upper, q.hit_upper) && p.triangles == q.triangles && p.contacts.size() == q.contacts.size();
    if (!same) return "pair " + std::to_string(p.key_a) + ", " + std::to_string(p.key_b);
    for (std::size_t k = 0; k < p.contacts.size(); ++k)
      if (!(p.contacts[k].point == q.contacts[k].point && p.contacts[k].normal == q.contacts[k].normal &&
            p.contacts[k].depth == q.contacts[k].depth))
        return "contact of pair " + std::to_string(p.key_a) + ", " + std::to_string(p.key_b);
  }
  for (std::size_t i = 0; i < x.events.size(); ++i)
    if (x.events[i].kind != y.events[i].kind || x.events[i].key_a != y.events[i].key_a ||
        x.events[i].key_b != y.events[i].key_b || x.events[i].user_a != y.events[i].user_a ||
        x.events[i].user_b != y.events[i].user_b)
      return "event " + std::to_string(i);
  return {};
}

inline std::string unbalanced(const StepStatistics& s) {
  std::uint64_t rejected = 0;
  for (const StageStatistics& stage : s.filters) rejected += stage.decided;
  if (s.neighbours != s.unwanted + s.resting + s.candidates) return "neighbours do not add up";
  if (rejected + s.survivors != s.candidates) return "rejected and survivors are not the candidates";
  if (s.exact.cases != s.survivors) return "survivors are not the exact tests";
  return {};
}

inline bool same_points(const std::vector<Contact>& p, const std::vector<Contact>& q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                    [](const Contact& one, const Contact& other) { return one.point == other.point; });
}

// The answers of the public queries for all pairs that are wanted, in the order of keys.
using Touching = std::set<std::pair<std::uint64_t, std::uint64_t>>;
inline std::string compare_with_queries(const Model& model, const PipelineSettings& settings, const StepResult& step,
                                        Touching& touching, Tally& tally) {
  Touching now;
  const double reach = std::max(settings.range, settings.contacts ? settings.contact_settings.tolerance : 0);
  std::size_t next = 0;
  for (auto a = model.objects.begin(); a != model.objects.end(); ++a)
    for (auto b = std::next(a); b != model.objects.end(); ++b) {
      const std::string which = std::to_string(a->first) + " and " + std::to_string(b->first) + ": ";
      const PairResult* told = nullptr;
      if (next < step.pairs.size() && step.pairs[next].key_a == a->first && step.pairs[next].key_b == b->first)
        told = &step.pairs[next++];
      if (!model.wants(a->first, b->first)) {
        if (told != nullptr) return which + "told, but unwanted";
        continue;
      }
      const Body &x = a->second.body, &y = b->second.body;
      const CollideResult hit = collide(x, y, CollideSettings{.all = settings.triangles});
      tally.count("pairs", hit.yes());
      if (hit.yes()) now.insert({a->first, b->first});
      // What cannot be asked is told of where the boxes leave it open.
      const auto askable = [](Status status) { return status == Status::ok || status == Status::undecided; };
      bool expected = hit.yes() || hit.status == Status::undecided;
      Status status = hit.status;
      const bool near_boxes = overlap(grown(world_box(x), reach / 2), grown(world_box(y), reach / 2));
      if (!askable(status)) expected = near_boxes;
      if (told != nullptr && told->touching != hit.answer)
        return which + "touching or not: " + name(told->touching) + ", not " + name(hit.answer) + ", status " +
               name(told->status) + "\n" + lines(x, y);
      if (told != nullptr && settings.triangles && told->triangles != hit.pairs) return which + "triangles";
      if (settings.range > 0 && askable(status)) {
        const DistanceResult apart = find_distance(x, y, {.max = settings.range});
        const WithinResult near = within(x, y, settings.range);
        expected = hit.yes() || (!apart.beyond && (near.yes() || near.status != Status::ok));
        status = apart.status;
        if (!askable(status)) expected = near_boxes;
        // The world's query began where that of the last step ended: the numbers agree within their bounds.
        if (told != nullptr && askable(status) && !apart.beyond &&
            !(told->lower <= apart.upper && apart.lower <= told->upper &&
              (told->distance == 0) == (apart.distance == 0)))
          return which + "distance\n" + lines(x, y);
      }
      if (settings.contacts && status == Status::ok && (hit.yes() || settings.contact_settings.tolerance > 0)) {
        const ContactResult found = find_contacts(x, y, settings.contact_settings);
        expected = expected || !found.contacts.empty() || (found.status != Status::ok && near_boxes);
        status = found.status;
        if (told != nullptr && !same_points(told->contacts, found.contacts)) {
          // Of hulls a step may keep the normal of the last one, which is then as good.
          bool answered = false;
          ContactResult kept;
          kept.contacts = told->contacts;
          const std::string fault = fault_in_manifold(x, y, settings.contact_settings, kept, answered);
          if (found.contacts.empty() || !answered || !fault.empty())
            return which + "contacts: " + fault + "\n" + lines(x, y);
        }
      }
      if (told != nullptr && told->status != status) return which + "status";
      if (told != nullptr && (told->user_a != user_of(told->key_a) || told->user_b != user_of(told->key_b)))
        return which + "user";
      if (expected != (told != nullptr)) return which + (expected ? "missing\n" : "told for nothing\n") + lines(x, y);
    }
  if (next != step.pairs.size()) return "pairs that are none, or in the wrong order";

  std::size_t at = 0;
  Touching either = now;
  either.insert(touching.begin(), touching.end());
  for (const auto& pair : either) {
    const PairEvent kind = !touching.contains(pair) ? PairEvent::begin
                           : now.contains(pair)     ? PairEvent::persist
                                                    : PairEvent::end;
    if (at >= step.events.size() || step.events[at].key_a != pair.first || step.events[at].key_b != pair.second ||
        step.events[at].user_a != user_of(pair.first) || step.events[at].user_b != user_of(pair.second) ||
        step.events[at].kind != kind)
      return "event of " + std::to_string(pair.first) + " and " + std::to_string(pair.second);
    ++at;
  }
  if (at != step.events.size()) return "more events than there are";
  touching = std::move(now);
  return {};
}

// Scenarios of `steps` steps with up to 30 objects in two worlds each.
inline Tally check_worlds(std::uint64_t seed, std::uint64_t scenarios, int steps) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t scenario = 0; scenario < scenarios && !tally.failed(); ++scenario) {
    const std::vector<Shape> shapes = world_shapes(dice);
    PipelineSettings asked;
    if (dice.chance(3)) asked.range = dice.uniform(0.05, 0.5);
    asked.triangles = dice.chance(3);
    asked.contacts = dice.chance(4);
    if (dice.chance(2)) asked.contact_settings.tolerance = 0.01;
    Model model;
    model.by_default = !dice.chance(5);
    WorldUnderTest tests[2];
    for (WorldUnderTest& test : tests) {
      test.world = World({.interest = model.by_default});
      test.pipeline = std::make_unique<Pipeline>(test.world, random_pipeline(dice, asked));
    }
    const double room = dice.uniform(1.5, 5);
    // All that moves comes a little farther in every step: pairs out of range are left alone for some steps.
    const bool drifting = asked.range > 0 && dice.chance(2);
    const scenes::MeshData soft = scenes::sphere(40);
    std::uint64_t next_key = dice.bits() >> 8;
    Touching touching;

    const auto random_pose = [&] {
      const Vec3 at = dice.in_cube(room);
      return dice.chance(3) ? Pose{random_linear(dice, pose_kinds[dice.bits() % 4], 1), at}
                            : make_pose(at, dice.rotation());
    };
    const auto random_key = [&] {
      auto it = model.objects.begin();
      std::advance(it, static_cast<std::ptrdiff_t>(dice.bits() % model.objects.size()));
      return it->first;
    };
    const auto both = [&](const auto& act) {
      for (WorldUnderTest& test : tests) act(test);
    };
    for (int step = 0; step < steps && !tally.failed(); ++step) {
      // New objects of one round enter the two worlds in opposite orders.
      std::vector<std::pair<std::uint64_t, ModelObject>> fresh;
      const int edits = step == 0 ? 24 : dice.integer(0, 10);
      for (int edit = 0; edit < edits; ++edit) {
        const int choice = step == 0 || model.objects.size() < 3 ? 0 : dice.integer(0, 12);
        if (choice == 0) {
          if (model.objects.size() + fresh.size() > 30) continue;
          ModelObject object;
          next_key = next_key * 6364136223846793005u + 1442695040888963407u;
          object.settings.key = next_key >> 1;  // the upper half is the world's own
          object.settings.user = user_of(object.settings.key);
          object.settings.fixed = dice.chance(4);
          object.settings.group = static_cast<std::uint8_t>(dice.integer(0, 3));
          if (dice.chance(4)) object.settings.mask = dice.bits() % 16;
          object.body.pose = random_pose();
          if (!object.settings.fixed && dice.chance(4)) {
            object.triangles = soft.triangles;
            object.body.shape = make_mesh(soft.vertices, soft.triangles);
          } else {
            object.body.shape =
                dice.chance(40) ? make_halfspace({0.1, 0.2, 1}, -room) : shapes[dice.bits() % shapes.size()];
          }
          fresh.push_back({object.settings.key, object});
          continue;
        }
        const std::uint64_t key = random_key();
        ModelObject& object = model.objects.at(key);
        if (choice <= 5) {
          object.body.pose = random_pose();
          both([&](WorldUnderTest& test) { test.world.move(test.ids.at(key), object.body.pose); });
        } else if (choice == 6) {
          both([&](WorldUnderTest& test) {
            test.world.remove(test.ids.at(key));
            test.ids.erase(key);
          });
          model.objects.erase(key);
          std::erase_if(model.pairs,
                        [&](const auto& each) { return each.first.first == key || each.first.second == key; });
        } else if (choice == 7) {
          both([&](WorldUnderTest& test) { test.world.sleep(test.ids.at(key)); });
        } else if (choice == 8) {
          if (object.triangles.empty()) {
            object.body.shape = shapes[dice.bits() % shapes.size()];
            both([&](WorldUnderTest& test) { test.world.reshape(test.ids.at(key), object.body.shape); });
          } else {
            std::vector<Vec3> moved = soft.vertices;
            const Vec3 pull = dice.in_cube(0.4);
            for (Vec3& p : moved) p = p + pull * (p.z * p.z);
            object.body.shape = make_mesh(moved, object.triangles);
            both([&](WorldUnderTest& test) { test.world.deform(test.ids.at(key), moved); });
          }
        } else if (choice == 9) {
          const Interest interest = dice.pick({Interest::unset, Interest::on, Interest::off});
          const std::uint64_t other = random_key();
          if (dice.chance(3)) {
            object.interest = interest;
            both([&](WorldUnderTest& test) { test.world.set_interest(test.ids.at(key), interest); });
          } else if (other != key) {
            if (interest == Interest::unset) {
              model.pairs.erase(std::minmax(key, other));
            } else {
              model.pairs[std::minmax(key, other)] = interest == Interest::on;
            }
            both(
                [&](WorldUnderTest& test) { test.world.set_interest(test.ids.at(key), test.ids.at(other), interest); });
          }
        } else if (choice == 10) {
          const Interest interest = dice.pick({Interest::unset, Interest::on, Interest::off});
          const int g = dice.integer(0, 3), h = dice.integer(0, 3);
          if (interest == Interest::unset) {
            model.groups.erase(std::minmax(g, h));
          } else {
            model.groups[std::minmax(g, h)] = interest == Interest::on;
          }
          both([&](WorldUnderTest& test) {
            test.world.set_interest(static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(h), interest);
          });
        } else if (choice == 11) {
          object.settings.group = static_cast<std::uint8_t>(dice.integer(0, 3));
          object.settings.mask = dice.chance(2) ? ~std::uint64_t{0} : dice.bits() % 16;
          tally.count("regrouped", true);
          both([&](WorldUnderTest& test) {
            test.world.regroup(test.ids.at(key), object.settings.group, object.settings.mask);
          });
        } else if (dice.chance(4)) {
          both([&](WorldUnderTest& test) { test.pipeline->set(random_pipeline(dice, asked)); });
        }
      }
      for (auto& [key, object] : model.objects) {
        if (!drifting || object.fixed()) continue;
        object.body.pose.translation = object.body.pose.translation + dice.in_cube(0.02);
        both([&, id = key, pose = object.body.pose](WorldUnderTest& test) { test.world.move(test.ids.at(id), pose); });
      }
      for (WorldUnderTest& test : tests) {
        for (const auto& [key, object] : fresh)
          test.ids[key] = object.triangles.empty()
                              ? test.world.add(object.body, object.settings)
                              : test.world.add(DeformableMesh(object.body.shape), object.body.pose, object.settings);
        std::reverse(fresh.begin(), fresh.end());
      }
      for (const auto& [key, object] : fresh) model.objects.emplace(key, object);

      for (WorldUnderTest& test : tests) {
        const StepResult& result = test.pipeline->step();
        for (const std::string& fault :
             {test.world.validate(), test.pipeline->validate(), unbalanced(result.statistics)})
          if (!fault.empty()) tally.failure = fault;
        if (result.status != Status::ok) tally.failure = "the step failed";
        if (!result.refused.empty()) tally.failure = "refused: " + result.refused[0].reason;
      }
      if (tally.failed()) break;
      tally.failure = compare_with_queries(model, asked, tests[0].pipeline->last(), touching, tally);
      if (!tally.failed()) {
        const std::string differs = difference(tests[0].pipeline->last(), tests[1].pipeline->last());
        if (!differs.empty()) tally.failure = "two orders and ways differ: " + differs;
      }
      if (tally.failed())
        tally.failure += " (scenario " + std::to_string(scenario) + ", step " + std::to_string(step) + ")";
    }
  }
  return tally;
}

}  // namespace graze::property
