// Is a way through joint space free? Bisection (after Schwarzer, Saha and Latombe 2005): a distance in the middle of a
// part of the way that is larger than what the joints can do to it from there to both ends proves the part for that
// pair of bodies; what is left of the part on either side goes on in its halves, with the other pairs that are left.
// The poses of a look serve all pairs. A way of many waypoints is taken in chunks, each from waypoint to waypoint
// first.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <limits>

#include "base/executor.h"
#include "base/float_state.h"
#include "math/constants.h"
#include "robot/checker_state.h"

namespace graze {

namespace {

using roundoff::down;
using roundoff::up;

// Two bodies, and the weights of the joints between them. A body on the robot and an obstacle have a chain.
struct WayPair {
  std::uint32_t a = 0, b = 0;
  const TravelWeight* weights = nullptr;
  std::uint32_t count = 0;
  bool chain = false;
  double doubt = 0;
};

// A pair that is not proven from `lower` to `upper`, in waypoints from the start of the chunk.
struct Open {
  std::uint32_t pair = 0;
  double lower = 0, upper = 0;
};

struct WayPart {
  double lower = 0, upper = 0;
  std::vector<Open> open;
};

struct FoundOnWay {
  Status status = Status::ok;
  double contact = infinity;  // the first that is known, in waypoints
  double doubt = infinity;    // nothing is known from here on
  CheckedPair contact_pair, doubt_pair;
  double gap = unknown_number;
  std::uint64_t distances = 0;
};

// How far the bodies come nearer to each other, at most, for changes of each variable.
double travel_of(const WayPair& pair, const std::vector<double>& changes) {
  const TravelWeight* const weights = pair.weights;
  double sum = 0;
  for (std::uint32_t i = 0; i < pair.count; ++i) sum += weights[i].to_b * changes[weights[i].variable];
  if (pair.chain) return sum * up;
  // The joints before the standing link move a. Differences only choose it; the sum is taken anew.
  double best = sum, now = sum;
  std::uint32_t standing = 0;
  for (std::uint32_t i = 0; i < pair.count; ++i) {
    now += (weights[i].to_a - weights[i].to_b) * changes[weights[i].variable];
    if (now < best) {
      best = now;
      standing = i + 1;
    }
  }
  if (standing == 0) return sum * up;
  sum = 0;
  for (std::uint32_t i = 0; i < pair.count; ++i) {
    sum += (i < standing ? weights[i].to_a : weights[i].to_b) * changes[weights[i].variable];
  }
  return sum * up;
}

class ChunkSearch {
 public:
  ChunkSearch(const CheckerState& state, const TravelTable& travel, const WaySettings& settings, double tolerance,
              CheckerWorkspace& workspace)
      : state_(state), travel_(travel), settings_(settings), tolerance_(tolerance), workspace_(workspace) {}

  // Of the ways between these waypoints; of one waypoint alone that.
  FoundOnWay run(std::span<const std::vector<double>> waypoints) {
    waypoints_ = waypoints;
    ways_ = waypoints.size() - 1;
    sum_changes();
    WayPart whole{0, static_cast<double>(ways_), {}};
    look_from(whole);
    gather(whole);
    caches_.assign(pairs_.size(), {});
    WayPart left, right;
    divide(whole, left, right);
    // A contact at an end alone would be found last: what is open there is looked at now, and what was left as too near
    // to tell, so that the ends are what valid() says of them.
    if (!done_) look_at_end(left.open, 0);
    if (!done_) look_at_end(too_near_, 0);
    if (!done_) look_at_end(right.open, whole.upper);
    if (!done_) look_at_end(too_near_, whole.upper);
    push(std::move(left), std::move(right));
    while (!parts_.empty() && !done_) {
      // From the left, so that the first contact is found; any contact is found sooner in coarse parts.
      WayPart part;
      if (settings_.first) {
        part = std::move(parts_.back());
        parts_.pop_back();
      } else {
        part = std::move(parts_.front());
        parts_.pop_front();
      }
      if (part.lower >= found_.contact) continue;
      if (found_.distances >= settings_.budget) {
        note_doubt(part.lower, part.open[0].pair, infinity);
        if (found_.status == Status::ok) found_.status = Status::budget;
        continue;
      }
      look_from(part);
      divide(part, left, right);
      push(std::move(left), std::move(right));
    }
    return found_;
  }

 private:
  // From the start of the chunk to each waypoint, by variable.
  void sum_changes() {
    const std::size_t variables = waypoints_[0].size();
    sums_.assign(variables * waypoints_.size(), 0);
    for (std::size_t i = 1; i < waypoints_.size(); ++i) {
      for (std::size_t v = 0; v < variables; ++v) {
        sums_[i * variables + v] =
            (sums_[(i - 1) * variables + v] + std::fabs(waypoints_[i][v] - waypoints_[i - 1][v])) * (1 + 0x1p-50);
      }
    }
    changes_.resize(variables);
    values_.resize(variables);
  }

  // Poses in the middle of the part, and how much each variable changes from there.
  void look_from(const WayPart& part) {
    const std::size_t variables = values_.size();
    const auto first = static_cast<std::size_t>(part.lower);
    single_ = part.upper <= static_cast<double>(first + 1);
    if (single_) {
      at_ = 0.5 * (part.lower + part.upper);
      half_ = std::max(at_ - part.lower, part.upper - at_);
      const std::size_t next = std::min(first + 1, ways_);
      for (std::size_t v = 0; v < variables; ++v) {
        changes_[v] = half_ * std::fabs(waypoints_[next][v] - waypoints_[first][v]) * up;
      }
    } else {
      const auto last = static_cast<std::size_t>(part.upper);  // parts of several ways end at waypoints
      const std::size_t middle = (first + last) / 2;
      at_ = static_cast<double>(middle);
      for (std::size_t v = 0; v < variables; ++v) {
        const double here = sums_[middle * variables + v];
        changes_[v] = std::max(sums_[last * variables + v] - here, here - sums_[first * variables + v]) * up +
                      0x1p-44 * sums_[last * variables + v];
      }
    }
    place(at_);
    state_.find_axes(workspace_);
  }

  void place(double at) {
    values_at(at, values_);
    state_.place(values_, workspace_);
  }

 public:
  void values_at(double at, std::vector<double>& values) const {
    const auto first = std::min(static_cast<std::size_t>(at), ways_);
    const double fraction = at - static_cast<double>(first);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const double p = waypoints_[first][v];
      values[v] = fraction == 0 ? p : p + fraction * (waypoints_[first + 1][v] - p);
    }
  }

 private:
  void gather(WayPart& whole) {
    for (const CheckedSelf& pair : state_.pairs) {
      const double doubt = travel_.doubts[pair.a] + travel_.doubts[pair.b];
      pairs_.push_back({pair.a, pair.b, travel_.pairs.data() + pair.first_weight, pair.weights, false, doubt});
    }
    for (const std::uint32_t mover : state_.movers) {
      if (state_.obstacles.empty()) break;
      const CheckedBody& body = state_.bodies[mover];
      WayPair pair{mover, 0, travel_.chains.data() + body.first_weight, body.weights, true, travel_.doubts[mover]};
      state_.find_near(mover, travel_of(pair, changes_) + pair.doubt, workspace_);
      for (const std::uint32_t obstacle : workspace_.near) {
        pair.b = obstacle;
        pairs_.push_back(pair);
      }
    }
    whole.open.resize(pairs_.size());
    for (std::uint32_t i = 0; i < pairs_.size(); ++i) whole.open[i] = {i, whole.lower, whole.upper};
  }

  void push(WayPart&& left, WayPart&& right) {
    if (settings_.first) {
      if (!right.open.empty()) parts_.push_back(std::move(right));
      if (!left.open.empty()) parts_.push_back(std::move(left));
    } else {
      if (!left.open.empty()) parts_.push_back(std::move(left));
      if (!right.open.empty()) parts_.push_back(std::move(right));
    }
    left.open.clear();
    right.open.clear();
  }

  // Looks at every pair that is open in the part; what stays open goes to its halves.
  void divide(const WayPart& part, WayPart& left, WayPart& right) {
    left = {part.lower, at_, {}};
    right = {at_, part.upper, {}};
    for (const Open& given : part.open) {
      if (given.lower >= found_.contact) continue;
      const double upper = std::min(given.upper, found_.contact);
      look({given.pair, given.lower, upper}, left, right);
      if (done_) return;
    }
  }

  // How far a point of the body is from the axis of a joint that turns, at most, in the poses of this look.
  double radius_at(const RobotJoint& joint, std::uint32_t number, std::uint32_t body) const {
    const CheckerBox& box = workspace_.boxes[body];
    const Vec3 arm = box.centre - workspace_.links[joint.child].translation;
    return length(cross(workspace_.axes[number], arm)) + box.radius + box.slack;
  }

  // As travel_of, from the poses of this look. With the joints moved one after the other, the one nearest to the body
  // first, each moves it about an axis that stands where it is now, by its angle times the radius now and what the
  // joints before have added to that. Less than the bound for all poses while the angles are small.
  double travel_from_here(const WayPair& pair) {
    constexpr double more = 1 + 0x1p-36;
    const auto change = [&](const TravelWeight& weight) {
      return changes_[weight.variable] * std::fabs(state_.robot.joints[weight.joint].multiplier);
    };
    const auto add = [&](const TravelWeight& weight, std::uint32_t body, double sum) {
      const RobotJoint& joint = state_.robot.joints[weight.joint];
      const double by = change(weight);
      return joint.kind == JointKind::prismatic ? sum + by : sum + by * (radius_at(joint, weight.joint, body) + sum);
    };
    if (pair.chain) {
      double sum = 0;
      for (std::uint32_t i = 0; i < pair.count; ++i) sum = add(pair.weights[i], pair.a, sum);
      return sum * more;
    }
    behind_.resize(pair.count + 1);
    behind_[pair.count] = 0;
    for (std::uint32_t i = pair.count; i-- > 0;) behind_[i] = add(pair.weights[i], pair.b, behind_[i + 1]);
    double ahead = 0, best = behind_[0];
    for (std::uint32_t i = 0; i < pair.count; ++i) {
      ahead = add(pair.weights[i], pair.a, ahead);
      best = std::min(best, ahead + behind_[i + 1]);
    }
    return best * more;
  }

  void look(const Open& open, WayPart& left, WayPart& right) {
    const WayPair& pair = pairs_[open.pair];
    const CheckerBox &box_a = workspace_.boxes[pair.a], &box_b = workspace_.boxes[pair.b];
    // Along one way the motion is even, and both bounds grow at least as fast as the part of it; over several only the
    // whole part has a bound.
    const double share = single_ && half_ > 0 ? std::max(at_ - open.lower, open.upper - at_) / half_ * up : 1;
    const double tolerance = std::max(tolerance_, 4 * pair.doubt);
    double whole = travel_of(pair, changes_);
    double clear = box_gap(box_a, box_b, whole * share + 2 * pair.doubt) - pair.doubt;
    if (clear > whole * share) return;
    whole = std::min(whole, travel_from_here(pair));
    const double need = whole * share;
    if (clear > need) return;
    // Where boxes show half of it the halves of the part are looked at, without asking for more.
    if (!(clear > 0.5 * need && need > tolerance)) {
      ++found_.distances;
      const Body &a = workspace_.bodies[pair.a], &b = workspace_.bodies[pair.b];
      const WithinResult near = within(a, b, (need + pair.doubt) * up, {}, &caches_[open.pair]);
      if (near.no()) return;
      if (near.status == Status::undecided && near.lower > (need + pair.doubt) * up) return;
      if (near.status != Status::ok && near.status != Status::undecided) {
        if (found_.status == Status::ok) found_.status = near.status;
        return note_doubt(open.lower, open.pair, infinity);
      }
      if (box_gap(box_a, box_b, 0) == 0 && collide(a, b).yes()) {
        note_contact(at_, open.pair);
        if (open.lower >= at_) return;
        if (need <= tolerance) {
          too_near_.push_back(open);
          return note_doubt(open.lower, open.pair, 0);
        }
        left.open.push_back({open.pair, open.lower, std::min(at_, open.upper)});
        return;
      }
    }
    if (need <= tolerance) {
      too_near_.push_back(open);
      return note_doubt(open.lower, open.pair, (need + 2 * pair.doubt) * up);
    }
    const double proven = single_ && clear > 0 ? half_ * (clear / whole) * down : 0;
    const double before = std::min(open.upper, at_ - proven), after = std::max(open.lower, at_ + proven);
    if (open.lower < before) left.open.push_back({open.pair, open.lower, before});
    if (after < open.upper) right.open.push_back({open.pair, after, open.upper});
  }

  // Contacts of the pairs that are open at an end of the chunk.
  void look_at_end(const std::vector<Open>& pairs, double at) {
    if (pairs.empty()) return;
    place(at);
    for (const Open& open : pairs) {
      if (open.lower > at || open.upper < at) continue;
      const WayPair& pair = pairs_[open.pair];
      if (box_gap(workspace_.boxes[pair.a], workspace_.boxes[pair.b], 0) > 0) continue;
      if (!collide(workspace_.bodies[pair.a], workspace_.bodies[pair.b]).yes()) continue;
      note_contact(at, open.pair);
      if (done_) return;
    }
    if (found_.contact <= 0) done_ = true;
  }

  void note_contact(double at, std::uint32_t pair) {
    const CheckedPair named{std::min(pairs_[pair].a, pairs_[pair].b), std::max(pairs_[pair].a, pairs_[pair].b)};
    if (at < found_.contact || (at == found_.contact && named < found_.contact_pair)) {
      found_.contact = at;
      found_.contact_pair = named;
    }
    if (!settings_.first) done_ = true;
  }

  void note_doubt(double from, std::uint32_t pair, double gap) {
    const CheckedPair named{std::min(pairs_[pair].a, pairs_[pair].b), std::max(pairs_[pair].a, pairs_[pair].b)};
    if (!(from < found_.doubt || (from == found_.doubt && named < found_.doubt_pair))) return;
    found_.doubt = from;
    found_.doubt_pair = named;
    found_.gap = gap;
  }

  const CheckerState& state_;
  const TravelTable& travel_;
  const WaySettings& settings_;
  double tolerance_;
  CheckerWorkspace& workspace_;
  std::span<const std::vector<double>> waypoints_;
  std::size_t ways_ = 0;
  std::vector<WayPair> pairs_;
  std::vector<PairCache> caches_;
  std::deque<WayPart> parts_;
  std::vector<Open> too_near_;  // pairs that nothing is known of on a part
  std::vector<double> sums_, changes_, values_, behind_;
  double at_ = 0, half_ = 0;  // of the part that is looked at
  bool single_ = true, done_ = false;
  FoundOnWay found_;
};

// Where chunks begin: a robot as a whole moves by about a fourth of its size in one. The last number is the last
// waypoint.
std::vector<std::size_t> chunks_of(const CheckerState& state, std::span<const std::vector<double>> waypoints) {
  std::vector<double> weights(state.robot.variables.size(), 0);
  for (const std::uint32_t m : state.movers) {
    std::vector<double> own(weights.size(), 0);
    const CheckedBody& body = state.bodies[m];
    for (std::uint32_t i = 0; i < body.weights; ++i) {
      const TravelWeight& weight = state.travel.chains[body.first_weight + i];
      own[weight.variable] += weight.to_b;
    }
    for (std::size_t v = 0; v < own.size(); ++v) weights[v] = std::max(weights[v], own[v]);
  }
  std::vector<std::size_t> starts = {0};
  double sum = 0;
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    for (std::size_t v = 0; v < weights.size(); ++v) {
      sum += weights[v] * std::fabs(waypoints[i][v] - waypoints[i - 1][v]);
    }
    if (sum > 0.25 * state.size || i + 1 == waypoints.size()) {
      starts.push_back(i);
      sum = 0;
    }
  }
  if (starts.size() == 1) starts.push_back(0);  // one waypoint alone
  return starts;
}

// In waypoints of the whole way; the end of the last way is the waypoint there, at 0.
TrajectoryTime time_of(std::size_t start, double at) {
  const auto whole = static_cast<std::size_t>(at);
  return {start + whole, at - static_cast<double>(whole)};
}

WayResult search_way(const CheckerState& state, std::span<const std::vector<double>> waypoints,
                     const WaySettings& settings) {
  WayResult result;
  const auto is_bad = [&](const std::vector<double>& values) { return !state.are_values(values); };
  if (waypoints.empty() || std::any_of(waypoints.begin(), waypoints.end(), is_bad) || !(settings.tolerance >= 0) ||
      !std::isfinite(settings.tolerance)) {
    result.status = Status::invalid;
    return result;
  }
  // Slides beyond the limits need weights of their own.
  std::vector<double> slides = state.travel.slides;
  bool beyond = false;
  for (std::size_t j = 0; j < slides.size(); ++j) {
    const RobotJoint& joint = state.robot.joints[j];
    if (joint.variable == RobotJoint::none || joint.kind != JointKind::prismatic) continue;
    for (const std::vector<double>& values : waypoints) {
      const double slide =
          (std::fabs(joint.multiplier * values[joint.variable]) + std::fabs(joint.offset)) * (1 + 0x1p-40);
      if (slide > slides[j]) {
        slides[j] = slide;
        beyond = true;
      }
    }
  }
  TravelTable wider;
  if (beyond) wider = state.travel_of(std::move(slides));
  const TravelTable& travel = beyond ? wider : state.travel;
  const double tolerance = settings.tolerance > 0 ? settings.tolerance : 0x1p-20 * state.size;

  const std::vector<std::size_t> starts = chunks_of(state, waypoints);
  std::vector<FoundOnWay> found(starts.size() - 1);
  std::atomic<std::size_t> end = found.size();  // of what matters: a contact in a chunk makes all after it idle
  parallel_for(found.size(), 1, settings.threads, [&](std::size_t from, std::size_t to) {
    const BorrowedWorkspace workspace(state);
    for (std::size_t i = from; i < to && i < end; ++i) {
      const auto chunk = waypoints.subspan(starts[i], starts[i + 1] - starts[i] + 1);
      found[i] = ChunkSearch(state, travel, settings, tolerance, *workspace).run(chunk);
      if (!(found[i].contact < infinity)) continue;
      std::size_t seen = end;
      while (i + 1 < seen && !end.compare_exchange_weak(seen, i + 1)) {
      }
    }
  });

  const TrajectoryTime last{waypoints.size() - 1, 0};
  result.answer = Answer::yes;
  result.lower = result.upper = last;
  bool doubtful = false;
  for (std::size_t i = 0; i < end; ++i) {
    const FoundOnWay& chunk = found[i];
    result.distances += chunk.distances;
    const bool contact = chunk.contact < infinity, doubt = chunk.doubt < chunk.contact;
    if (doubt && !doubtful) {
      doubtful = true;
      result.lower = time_of(starts[i], chunk.doubt);
      result.pair = chunk.doubt_pair;
      result.gap = chunk.gap;
      result.status = chunk.status;
    }
    if (!contact) continue;
    result.upper = time_of(starts[i], chunk.contact);
    if (!doubtful) result.lower = result.upper;
    result.answer = Answer::no;
    result.status = Status::ok;
    result.pair = chunk.contact_pair;
    result.gap = unknown_number;
    result.values = waypoints[result.upper.waypoint];
    if (result.upper.fraction > 0) {
      const std::vector<double>& next = waypoints[result.upper.waypoint + 1];
      for (std::size_t v = 0; v < next.size(); ++v) {
        result.values[v] += result.upper.fraction * (next[v] - result.values[v]);
      }
    }
    if (!settings.first) result.lower = result.upper;
    return result;
  }
  if (doubtful || state.incomplete) {
    result.answer = Answer::unknown;
    if (result.status == Status::ok) result.status = Status::undecided;
  }
  return result;
}

}  // namespace

WayResult find_way(const CheckerState& state, std::span<const std::vector<double>> waypoints,
                   const WaySettings& settings) {
  WayResult result = search_way(state, waypoints, settings);
  // What is missing may be in contact from the start on.
  if (state.incomplete && result.status != Status::invalid) result.lower = {};
  return result;
}

WayResult RobotChecker::edge(std::span<const double> from, std::span<const double> to,
                             const WaySettings& settings) const {
  const std::vector<double> ends[] = {{from.begin(), from.end()}, {to.begin(), to.end()}};
  return path(ends, settings);
}

WayResult RobotChecker::path(std::span<const std::vector<double>> waypoints, const WaySettings& settings) const {
  const FloatState standard;
  return find_way(*state_, waypoints, settings);
}

std::vector<WayResult> RobotChecker::paths(std::span<const std::vector<std::vector<double>>> ways,
                                           const WaySettings& settings) const {
  const FloatState standard;
  std::vector<WayResult> results(ways.size());
  WaySettings alone = settings;
  alone.threads = 1;
  parallel_for(ways.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) results[i] = find_way(*state_, ways[i], alone);
  });
  return results;
}

}  // namespace graze
