// RobotChecker against body by body: configurations, clearances with their gradients, and ways against dense samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graze/penetration.h"
#include "graze/robot_checker.h"
#include "tests/property/machines.h"
#include "tests/property/robots.h"

namespace graze::property {

using Values = std::vector<double>;

inline std::vector<std::uint32_t> bodies_of(const RobotChecker& checker, std::uint32_t others) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < checker.robot().links.size() + others; ++i) {
    if (i >= checker.robot().links.size() || checker.robot().links[i].shape) all.push_back(i);
  }
  return all;
}

// Every pair that is checked, as Visit(a, b, body a, body b).
template <class Visit>
void for_each_checked(const RobotChecker& checker, std::uint32_t others, const Values& values, const Visit& visit) {
  const std::vector<std::uint32_t> all = bodies_of(checker, others);
  std::vector<Body> placed;
  for (const std::uint32_t body : all) placed.push_back(checker.body(body, values));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (!checker.allowed(all[i], all[k])) visit(all[i], all[k], placed[i], placed[k]);
    }
  }
}

inline std::vector<CheckedPair> contacts_of(const RobotChecker& checker, std::uint32_t others, const Values& values) {
  std::vector<CheckedPair> contacts;
  for_each_checked(checker, others, values, [&](std::uint32_t a, std::uint32_t b, const Body& x, const Body& y) {
    if (collide(x, y).yes()) contacts.push_back({a, b});
  });
  return contacts;
}

// A robot among obstacles that are no farther than it reaches, with something in its hand.
struct RandomSetting {
  RobotChecker checker;
  std::uint32_t others = 0;
  Values home;  // free: what met there is allowed
};

inline RandomSetting random_setting(oracle::Dice& dice, int links) {
  Robot robot = links > 0 ? random_robot(dice, links) : random_machine(dice, dice.integer(0, 3));
  RandomSetting setting{RobotChecker(robot, {.skip_adjacent = dice.chance(2), .threads = 1}), 0, {}};
  RobotChecker& checker = setting.checker;
  const int obstacles = dice.chance(4) ? 40 : dice.integer(0, 6);
  for (int i = 0; i < obstacles; ++i) {
    if (dice.chance(12)) {
      checker.add_obstacle(make_halfspace(dice.direction(), -dice.uniform(0.5, 2)), make_pose({}));
    } else {
      checker.add_obstacle(random_link_shape(dice), make_pose(dice.in_cube(1.5), dice.rotation()));
    }
    ++setting.others;
  }
  if (dice.chance(2)) {
    const auto link = static_cast<std::uint32_t>(dice.integer(0, int(robot.links.size()) - 1));
    checker.attach(link, random_link_shape(dice), make_pose(dice.in_cube(0.2), dice.rotation()));
    ++setting.others;
  }
  if (dice.chance(3)) checker.set_padding(static_cast<std::uint32_t>(robot.links.size() - 1), 0.02);
  if (dice.chance(3)) checker.set_scale(static_cast<std::uint32_t>(robot.links.size() - 1), dice.uniform(0.8, 1.2));
  setting.home = random_values(dice, robot);
  for (const CheckedPair& pair : contacts_of(checker, setting.others, setting.home)) checker.allow(pair.a, pair.b);
  return setting;
}

inline Values values_between(const Values& p, const Values& q, double fraction) {
  Values values;
  for (std::size_t v = 0; v < p.size(); ++v) values.push_back(p[v] + fraction * (q[v] - p[v]));
  return values;
}

// A hit is a configuration with contact.
inline Tally check_valid(std::uint64_t seed, std::uint64_t robots, int configurations) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const RandomSetting setting = random_setting(dice, dice.integer(3, 9));
    for (int k = 0; k < configurations && !tally.failed(); ++k) {
      const Values values = values_between(setting.home, random_values(dice, setting.checker.robot()), 0.3);
      const std::vector<CheckedPair> truth = contacts_of(setting.checker, setting.others, values);
      const ValidResult all = setting.checker.valid(values, {.all = true}), one = setting.checker.valid(values);
      tally.count("configurations", !truth.empty());
      if (all.contacts != truth) tally.failure = "robot " + std::to_string(i) + ": other contacts than body by body";
      if (one.no() != !truth.empty() || (truth.empty() && one.status == Status::ok && !one.yes())) {
        tally.failure = "robot " + std::to_string(i) + ": valid or not";
      }
      if (!one.contacts.empty() && std::find(truth.begin(), truth.end(), one.contacts[0]) == truth.end()) {
        tally.failure = "robot " + std::to_string(i) + ": a contact that is none";
      }
    }
  }
  return tally;
}

// The least distance against all pairs, and gradients against differences. A hit is a gradient that was compared.
inline Tally check_clearances(std::uint64_t seed, std::uint64_t robots, int configurations) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const RandomSetting setting = random_setting(dice, dice.integer(3, 7));
    const RobotChecker& checker = setting.checker;
    for (int k = 0; k < configurations && !tally.failed(); ++k) {
      const Values values = values_between(setting.home, random_values(dice, checker.robot()), 0.2);
      const ClearanceResult found = checker.clearance(values, {.range = 0, .depth = false});
      double lower = 1e300, upper = 1e300;
      for_each_checked(checker, setting.others, values,
                       [&](std::uint32_t, std::uint32_t, const Body& x, const Body& y) {
                         const DistanceResult d = find_distance(x, y);
                         lower = std::min(lower, d.lower);
                         upper = std::min(upper, d.upper);
                       });
      const std::string where = "robot " + std::to_string(i) + ", configuration " + std::to_string(k) + ": ";
      if (found.beyond != (upper == 1e300)) tally.failure = where + "beyond";
      if (found.beyond || found.status != Status::ok) continue;
      if (!(found.lower <= upper && lower <= found.upper)) tally.failure = where + "another distance";
      if (!(found.distance > 1e-6) || found.pairs.size() != 1) {
        tally.count(found.distance > 1e-6 ? "ties" : "contacts", false);
        continue;
      }
      const std::vector<double>& gradient = found.pairs[0].gradient;
      // Differences on both sides tell where the distance has a kink.
      constexpr double step = 1e-5;
      bool smooth = true;
      double worst = 0;
      for (std::size_t v = 0; v < values.size() && smooth; ++v) {
        Values more = values, less = values;
        more[v] += step;
        less[v] -= step;
        const ClearanceResult above = checker.clearance(more, {.gradient = false}),
                              below = checker.clearance(less, {.gradient = false});
        if (!above.ok() || !below.ok()) {
          smooth = false;
          continue;
        }
        const double right = (above.distance - found.distance) / step, left = (found.distance - below.distance) / step;
        const double rounding = ((above.upper - above.lower) + (below.upper - below.lower)) / step;
        smooth = std::fabs(right - left) < 1e-4 * (1 + std::fabs(right));
        const double off = std::fabs(0.5 * (left + right) - gradient[v]) - rounding;
        worst = std::max(worst, off / (1 + std::fabs(gradient[v])));
      }
      tally.count("gradients", smooth);
      if (smooth && worst > 1e-4) {
        tally.failure = where + "a gradient that is off by " + std::to_string(worst);
      }
    }
  }
  return tally;
}

// Why the answer about a way is wrong; empty: it is right as far as samples tell, more of them where bodies are near.
inline std::string fault_of_way(const RandomSetting& setting, const Values& from, const Values& to,
                                const WayResult& result, int samples) {
  const RobotChecker& checker = setting.checker;
  const auto time_of = [](const TrajectoryTime& t) { return double(t.waypoint) + t.fraction; };
  const double lower = time_of(result.lower), upper = time_of(result.upper);
  if (result.no()) {
    const std::vector<CheckedPair> there = contacts_of(checker, setting.others, result.values);
    if (std::find(there.begin(), there.end(), result.pair) == there.end()) return "a contact that is none";
    if (lower > upper) return "a bracket the wrong way round";
  }
  const double end = result.yes() ? 2 : lower;
  double nearest = 0, least = 1e300;
  for (int i = 0; i <= samples; ++i) {
    const double at = double(i) / samples;
    if (at >= end) break;
    const Values values = values_between(from, to, at);
    if (checker.valid(values).no()) return "missed a contact at " + std::to_string(at);
    const ClearanceResult clearance = checker.clearance(values, {.depth = false, .gradient = false});
    if (clearance.ok() && clearance.distance < least) {
      least = clearance.distance;
      nearest = at;
    }
  }
  // Nearer and nearer to where the bodies are nearest.
  for (double step = 1.0 / (20.0 * samples); step > 1e-5; step /= 20) {
    const double middle = nearest;
    for (int i = -20; i <= 20; ++i) {
      const double at = middle + i * step;
      if (at < 0 || at > 1 || at >= end) continue;
      const Values values = values_between(from, to, at);
      if (checker.valid(values).no()) return "missed a contact at " + std::to_string(at);
      const ClearanceResult clearance = checker.clearance(values, {.depth = false, .gradient = false});
      if (!clearance.ok() || !(clearance.distance < least)) continue;
      least = clearance.distance;
      nearest = at;
    }
  }
  return {};
}

// A hit is a way with a contact. Six robots of 3 to 20 joints in turn, and machines.
inline Tally check_ways(std::uint64_t seed, std::uint64_t robots, int ways, int samples) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr int sizes[] = {0, 5, 7, 9, 14, 21};
  for (std::uint64_t i = 0; i < robots && !tally.failed(); ++i) {
    const int links = sizes[i % 6];
    const RandomSetting setting = random_setting(dice, links);
    for (int k = 0; k < ways && !tally.failed(); ++k) {
      const double reach = dice.pick({0.02, 0.1, 0.3});
      const Values to = values_between(setting.home, random_values(dice, setting.checker.robot()), reach);
      const WayResult first = setting.checker.edge(setting.home, to);
      const WayResult any = setting.checker.edge(setting.home, to, {.first = false});
      const std::string kind = links == 0 ? "machines" : std::to_string(links) + " links";
      tally.count(kind, first.no());
      if (first.answer == Answer::unknown) tally.count("unknown", false);
      std::string fault = fault_of_way(setting, setting.home, to, first, samples);
      if (fault.empty() && first.yes() != any.yes() && first.answer != Answer::unknown &&
          any.answer != Answer::unknown) {
        fault = "first and any differ";
      }
      if (fault.empty() && any.no()) {
        const std::vector<CheckedPair> there = contacts_of(setting.checker, setting.others, any.values);
        if (std::find(there.begin(), there.end(), any.pair) == there.end()) fault = "any: a contact that is none";
      }
      if (!fault.empty()) tally.failure = "robot " + std::to_string(i) + ", way " + std::to_string(k) + ": " + fault;
    }
  }
  return tally;
}

}  // namespace graze::property
