// Conservative advancement in joint space (after Mirtich; Schwarzer, Saha and Latombe for chains of joints). From a
// distance of two links at one time follows how long they stay apart: until the bound on their motion (link_path.h) has
// used it up. What rounding does to places and positions is taken off the distance first, so that the time between is
// free on the real path. Where the distance is below the tolerance time goes on in steps in which the links move by no
// more than that, and whatever `collide` does not prove to be contact is a graze.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/executor.h"
#include "base/float_state.h"
#include "math/constants.h"
#include "narrow/distance/best_distance.h"
#include "robot/adjacent.h"
#include "robot/incomplete.h"
#include "robot/kinematics.h"
#include "robot/obstacles.h"
#include "robot/pair_list.h"
#include "shape/compound.h"

namespace graze {

namespace {

using roundoff::u;

// Around a shape, in its own frame.
struct Ball {
  Vec3 centre;
  double radius = 0;
};
Ball ball_around(const Shape& shape) {
  const Box box = shape.bounds();
  return {box.lo * 0.5 + box.hi * 0.5, (0.5 * length(box.hi - box.lo) + widest_margin(shape)) * (1 + 0x1p-40)};
}

struct WayOfPair {
  std::vector<TrajectoryContact> contacts;
  std::vector<TrajectoryResult::Unfinished> unfinished;
  std::uint64_t queries = 0;
};

// One pair of links along the whole trajectory.
class PairCheck {
 public:
  PairCheck(const Robot& robot, const LinkPath& path, std::span<const std::vector<double>> waypoints, double tolerance,
            std::uint64_t budget)
      : robot_(robot), path_(path), waypoints_(waypoints), given_tolerance_(tolerance), budget_(budget) {
    ball_a_ = ball_around(robot.links[path.a()].shape);
    ball_b_ = ball_around(robot.links[path.b()].shape);
    links_.resize(robot.links.size());
    changes_.resize(robot.joints.size());
    doubts_.resize(robot.joints.size());
  }

  WayOfPair run() {
    const std::size_t ways = std::max<std::size_t>(1, waypoints_.size() - 1);
    for (std::size_t way = 0; way < ways && !done_; ++way) {
      begin(way);
      // Of links that do not move against each other one look is enough, for this way and for those like it.
      if (way > 0 && speed_ == 0 && !grazing_) continue;
      check_way();
    }
    if (grazing_ && !done_) end_graze({ways - 1, waypoints_.size() > 1 ? 1.0 : 0.0});
    return std::move(result_);
  }

 private:
  void begin(std::size_t way) {
    way_ = way;
    from_ = &waypoints_[way];
    to_ = &waypoints_[std::min(way + 1, waypoints_.size() - 1)];
    for (const std::uint32_t j : path_.joints()) {
      const RobotJoint& joint = robot_.joints[j];
      if (joint.variable == RobotJoint::none) continue;
      const double p = (*from_)[joint.variable], q = (*to_)[joint.variable], m = std::fabs(joint.multiplier);
      const double most = m * std::max(std::fabs(p), std::fabs(q)) + std::fabs(joint.offset);
      changes_[j] = m * std::fabs(q - p) * (1 + 4 * u);
      doubts_[j] = 16 * u * most;  // of the position, of the value at a fraction, and of the fraction
    }
    slides_ = largest_slides(robot_, *from_, *to_);
    speed_ = path_.travel(changes_, slides_).sum;
    doubt_ = path_.rounding(slides_) + path_.travel(doubts_, slides_).sum;
    tolerance_ = std::max(given_tolerance_, 4 * doubt_);
  }

  struct Look {
    double clear = 0;  // the real gap is at least this
    double gap = 0;    // and at most this
    bool contact = false;
    Vec3 point;
    std::vector<double> values;
  };

  void place(double fraction, std::vector<double>& values, Body& a, Body& b) {
    values.resize(from_->size());
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double p = (*from_)[v], q = (*to_)[v];
      values[v] = fraction == 1 ? q : p + fraction * (q - p);
    }
    path_.place(values, links_, a, b);
  }

  // At the start of this way the balls around both are farther apart than the links can move on it.
  bool far_apart() {
    Body a, b;
    place(0, values_, a, b);
    const double apart = length(a.pose * ball_a_.centre - b.pose * ball_b_.centre) * (1 - 0x1p-40);
    const double clear = apart - (ball_a_.radius + ball_b_.radius) * (1 + 0x1p-40) - doubt_;
    return clear > tolerance_ && clear * (1 - 8 * u) > speed_;
  }

  // False: no answer, which ends the check.
  bool look(double fraction, Look& result) {
    if (result_.queries >= budget_) return stop(fraction, "budget");
    ++result_.queries;
    Body a, b;
    place(fraction, result.values, a, b);
    const DistanceResult d = best_distance(a, b, {}, &cache_);
    if (d.status != Status::ok && d.status != Status::undecided) return stop(fraction, name(d.status));
    result.clear = d.lower - doubt_;
    result.gap = d.upper + doubt_;
    result.contact = d.status == Status::ok ? d.distance == 0 : collide(a, b).yes();
    result.point = d.point_a * 0.5 + d.point_b * 0.5;
    return true;
  }

  bool stop(double fraction, const char* reason) {
    if (grazing_) end_graze({way_, fraction});
    result_.unfinished.push_back({path_.a(), path_.b(), {way_, fraction}, reason});
    done_ = true;
    return false;
  }

  void check_way() {
    if (!grazing_ && far_apart()) return;
    Look now;
    double t = 0;
    while (!done_ && look(t, now)) {
      if (now.contact) return found(grazing_ ? graze_.from : TrajectoryTime{way_, t}, {way_, t}, now);
      if (!(now.clear > tolerance_)) {
        if (!cross_graze(t, now)) return;
        continue;
      }
      if (grazing_) end_graze({way_, t});
      const double next = t + now.clear / speed_ * (1 - 8 * u);
      if (!(next < 1)) return;
      if (next <= t) {
        stop(t, "budget");
        return;
      }
      t = std::nextafter(next, 0.0);
    }
  }

  // From a time with a small gap to one where it is large again, which `t` is then. False: there is none on this way.
  bool cross_graze(double& t, Look now) {
    if (!grazing_) {
      grazing_ = true;
      graze_ = {path_.a(), path_.b(), {way_, t}, {way_, t}, false, now.gap, now.point, now.values};
    }
    const double step = std::max(tolerance_ / speed_, 4 * u);
    for (;;) {
      if (now.gap < graze_.gap) {
        graze_.gap = now.gap;
        graze_.point = now.point;
        graze_.values = now.values;
      }
      if (!(t < 1)) return false;  // it goes on at the start of the next way
      const double next = std::min(1.0, t + step);
      if (!look(next, now)) return false;
      if (now.contact) {
        narrow(t, next, now);
        return false;
      }
      t = next;
      if (now.clear > tolerance_) return true;
    }
  }

  // Contact at hi, none seen at lo: the first of it, as far as halving finds it.
  void narrow(double lo, double hi, Look at_hi) {
    for (int i = 0; i < 12; ++i) {
      const double middle = 0.5 * (lo + hi);
      Look look_there;
      if (!(lo < middle && middle < hi) || result_.queries >= budget_ || !look(middle, look_there)) break;
      if (look_there.contact) {
        hi = middle;
        at_hi = std::move(look_there);
      } else {
        lo = middle;
      }
    }
    result_.unfinished.clear();  // the contact is found, whatever the halving ended with
    grazing_ = false;
    found(graze_.from, {way_, hi}, at_hi);
  }

  void found(TrajectoryTime from, TrajectoryTime to, const Look& look) {
    result_.contacts.push_back({path_.a(), path_.b(), from, to, true, 0, look.point, look.values});
    done_ = true;
  }

  void end_graze(TrajectoryTime to) {
    graze_.to = to;
    result_.contacts.push_back(graze_);
    grazing_ = false;
  }

  const Robot& robot_;
  const LinkPath& path_;
  std::span<const std::vector<double>> waypoints_;
  double given_tolerance_;
  std::uint64_t budget_;

  std::size_t way_ = 0;
  const std::vector<double>*from_ = nullptr, *to_ = nullptr;
  double speed_ = 0, doubt_ = 0, tolerance_ = 0;  // of this way
  Ball ball_a_, ball_b_;
  std::vector<double> values_;
  std::vector<Pose> links_;
  std::vector<double> changes_, slides_, doubts_;
  PairCache cache_;
  bool grazing_ = false, done_ = false;
  TrajectoryContact graze_;
  WayOfPair result_;
};

// Pairs with a link that is incomplete: what is missing may be in contact at any time.
void add_missing(const Robot& robot, std::size_t links, std::span<const DisabledPair> disabled,
                 TrajectoryResult& result) {
  for (std::uint32_t a = 0; a < links; ++a) {
    for (std::uint32_t b = a + 1; b < robot.links.size(); ++b) {
      if (!lacks_geometry(robot.links[a], robot.links[b])) continue;
      const DisabledPair* const listed = find_disabled(disabled, a, b);
      const bool told = std::any_of(result.unchecked.begin(), result.unchecked.end(),
                                    [&](const auto& pair) { return pair.a == a && pair.b == b; });
      if (told) continue;
      if (listed) {
        result.unchecked.push_back({a, b, SelfClass::disabled, listed->reason});
      } else {
        result.unfinished.push_back({a, b, {}, missing_reason(robot, robot.links[a], robot.links[b])});
      }
    }
  }
  std::sort(result.unchecked.begin(), result.unchecked.end(),
            [](const auto& x, const auto& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

}  // namespace

TrajectoryResult check_trajectory(const Robot& given, std::span<const std::vector<double>> waypoints,
                                  const TrajectorySettings& settings, std::span<const DisabledPair> disabled,
                                  std::span<const Obstacle> obstacles) {
  const FloatState standard;
  if (!(settings.tolerance >= 0) || !std::isfinite(settings.tolerance)) {
    throw Error("the tolerance must be a finite number that is not negative");
  }
  if (waypoints.empty()) throw Error("there are no waypoints");
  for (const std::vector<double>& values : waypoints) check_values(given, values);

  TrajectoryResult result;
  result.tolerance = settings.tolerance > 0 ? settings.tolerance : 0x1p-20 * size_of(given);
  const std::size_t links = given.links.size();
  const Robot robot = with_obstacles(given, obstacles);
  std::vector<LinkPath> all = all_link_pairs(robot, links), paths;
  std::vector<std::uint8_t> adjacent(all.size());
  parallel_for(all.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      adjacent[i] = all[i].b() >= links
                        ? stand_in_contact(robot, all[i])
                        : !find_disabled(disabled, all[i].a(), all[i].b()) && is_adjacent(robot, all[i]);
    }
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t a = all[i].a(), b = all[i].b();
    if (const DisabledPair* const listed = find_disabled(disabled, a, b)) {
      result.unchecked.push_back({a, b, SelfClass::disabled, listed->reason});
    } else if (adjacent[i]) {
      result.unchecked.push_back({a, b, SelfClass::adjacent, b < links ? "Adjacent" : "the robot stands there"});
    } else if (all[i].is_held()) {
      result.unchecked.push_back(
          {a, b, SelfClass::unchecked, "a joint that is held is between them: planar, floating, or without an axis"});
    } else {
      paths.push_back(std::move(all[i]));
    }
  }
  std::vector<WayOfPair> found(paths.size());
  parallel_for(paths.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      found[i] = PairCheck(robot, paths[i], waypoints, result.tolerance, settings.budget).run();
    }
  });
  add_missing(robot, links, disabled, result);
  for (WayOfPair& pair : found) {
    result.queries += pair.queries;
    std::move(pair.contacts.begin(), pair.contacts.end(), std::back_inserter(result.contacts));
    std::move(pair.unfinished.begin(), pair.unfinished.end(), std::back_inserter(result.unfinished));
  }
  std::stable_sort(result.unfinished.begin(), result.unfinished.end(),
                   [](const auto& x, const auto& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  std::stable_sort(result.contacts.begin(), result.contacts.end(),
                   [](const TrajectoryContact& x, const TrajectoryContact& y) { return x.from < y.from; });
  return result;
}

}  // namespace graze
