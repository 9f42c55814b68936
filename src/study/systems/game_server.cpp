// Blow, Practical Collision Detection: move, test, revert; a pair goes through cheap tests first, and each is counted.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "filter/local_volumes.h"
#include "graze/motion.h"
#include "graze/study_scenes.h"
#include "study/systems/crowd.h"

namespace graze::study {
namespace {

struct Entity {
  BspTree tree;
  ConvexModel hull;
  Vec3 centre;        // of a sphere, in its own frame
  double radius = 0;  // of that
  Pose pose;
};

// The sphere in the world: a bound on its radius that holds for what posing rounds.
struct WorldSphere {
  Vec3 centre;
  double radius;
};
WorldSphere sphere_of(const Entity& e) {
  const Mat3& m = e.pose.linear;
  const double stretch = std::sqrt(dot(m.c0, m.c0) + dot(m.c1, m.c1) + dot(m.c2, m.c2));
  // A rotation has columns of length 1, whose sum of squares is 3: then the stretch is 1.
  const double defect = std::fabs(dot(m.c0, m.c1)) + std::fabs(dot(m.c1, m.c2)) + std::fabs(dot(m.c2, m.c0)) +
                        std::fabs(dot(m.c0, m.c0) - 1) + std::fabs(dot(m.c1, m.c1) - 1) +
                        std::fabs(dot(m.c2, m.c2) - 1);
  const double factor = defect < 1e-9 ? 1 + 1e-9 : stretch * (1 + 1e-9);
  const Vec3 centre = e.pose * e.centre;
  const double far = std::fabs(centre.x) + std::fabs(centre.y) + std::fabs(centre.z) + e.radius * factor;
  return {centre, e.radius * factor + 0x1p-44 * far};
}

Box box_of(const Entity& e, const Pose& pose) { return posed_box(pose, e.tree.shape().bounds()); }

class Timer {
 public:
  explicit Timer(StageStatistics& stage) : stage_(stage) {
    ++stage_.cases;
    start_ = std::chrono::steady_clock::now();
  }
  ~Timer() { stage_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  StageStatistics& stage_;
  std::chrono::steady_clock::time_point start_;
};

// Squares are numbered around the origin, as far as worlds of games reach.
constexpr std::uint32_t squares = 1u << 16;
Box region(double square) {
  const double half = square * squares / 2;
  return {{-half, -half, -half}, {half, half, half}};
}

}  // namespace

const char* name(GameStage stage) noexcept {
  constexpr std::array names{"spheres", "box safety", "plane divides", "BSP hard case"};
  return names[static_cast<std::size_t>(stage)];
}

struct GRAZE_HIDDEN GameServer::State {
  GameSettings settings;
  CellGrid grid;
  std::vector<std::optional<Entity>> bodies;
  std::array<StageStatistics, game_stages.size()> stages{};

  explicit State(const GameSettings& given) : settings(given), grid(region(given.square), squares, 2) {}

  Entity& at(std::uint32_t id) {
    if (id >= bodies.size() || !bodies[id]) throw Error("there is no body " + std::to_string(id));
    return *bodies[id];
  }
  StageStatistics& stage(GameStage which) { return stages[static_cast<std::size_t>(which)]; }

  bool meet(const Entity& a, const Entity& b) {
    {
      StageStatistics& spheres = stage(GameStage::spheres);
      const Timer timer(spheres);
      const WorldSphere p = sphere_of(a), q = sphere_of(b);
      const Vec3 d = q.centre - p.centre;
      const double radii = p.radius + q.radius;
      if (dot(d, d) > radii * radii * (1 + 0x1p-48)) return ++spheres.decided, false;
    }
    const Entity &small = a.radius <= b.radius ? a : b, &large = a.radius <= b.radius ? b : a;
    // The box says nothing of a body that is inside the other, whose surface it does not meet.
    const bool hollow = !large.tree.shape().solid();
    if (settings.box_safety && hollow) {
      StageStatistics& boxes = stage(GameStage::box_safety);
      const Timer timer(boxes);
      if (candidates_in({&large.tree, large.pose}, box_of(small, small.pose)).empty()) return ++boxes.decided, false;
    } else if (settings.box_safety) {
      StageStatistics& boxes = stage(GameStage::box_safety);
      const Timer timer(boxes);
      const Box box = box_of(small, small.pose);
      if (!overlap(box, box_of(large, large.pose)) ||
          (candidates_in({&large.tree, large.pose}, box).empty() &&
           !inside_by_cells({&large.tree, large.pose}, small.pose * small.tree.shape().triangle(0).a)))
        return ++boxes.decided, false;
    }
    if (settings.plane_divides) {
      StageStatistics& planes = stage(GameStage::plane_divides);
      const Timer timer(planes);
      if (plane_divides({&a.hull, a.pose}, {&b.hull, b.pose}).apart == Answer::yes) return ++planes.decided, false;
    }
    StageStatistics& hard = stage(GameStage::bsp);
    const Timer timer(hard);
    const CollideResult result = collide(BspPosed{&a.tree, a.pose}, BspPosed{&b.tree, b.pose});
    if (!result.ok()) throw Error(std::string("no answer for a pair: ") + graze::name(result.status));
    ++hard.decided;
    return result.yes();
  }

  // What the body would hit where it is; all of it, or the first.
  std::vector<std::uint32_t> hits(std::uint32_t id, bool all) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t other : grid.sharing(id)) {
      if (!meet(at(id), at(other))) continue;
      found.push_back(other);
      if (!all) break;
    }
    return found;
  }
  void put(std::uint32_t id, const Pose& pose) {
    Entity& entity = at(id);
    entity.pose = pose;
    grid.set(id, box_of(entity, pose));
  }
};

GameServer::GameServer(const GameSettings& settings) {
  if (!(settings.square > 0) || !std::isfinite(settings.square)) throw Error("squares need an edge above 0");
  state_ = std::make_unique<State>(settings);
}
GameServer::GameServer(GameServer&&) noexcept = default;
GameServer& GameServer::operator=(GameServer&&) noexcept = default;
GameServer::~GameServer() = default;

std::uint32_t GameServer::add(const Shape& shape, const Pose& pose) {
  need_pose(pose);
  BspTree tree(shape, BspForm::solid);
  const LocalVolumes& volumes = local_volumes(data_of(shape));
  Entity entity{std::move(tree), ConvexModel(shape), volumes.centre, volumes.radius, pose};
  std::uint32_t id = 0;
  while (id < state_->bodies.size() && state_->bodies[id]) ++id;
  if (id == state_->bodies.size()) state_->bodies.emplace_back();
  state_->grid.set(id, box_of(entity, pose));
  state_->bodies[id] = std::move(entity);
  return id;
}
void GameServer::remove(std::uint32_t body) {
  if (body >= state_->bodies.size() || !state_->bodies[body]) return;
  state_->grid.remove(body);
  state_->bodies[body].reset();
}
const Pose& GameServer::pose(std::uint32_t body) const noexcept {
  static const Pose nowhere;
  return body < state_->bodies.size() && state_->bodies[body] ? state_->bodies[body]->pose : nowhere;
}

GameStep GameServer::step(std::span<const GameMove> moves) {
  GameStep result;
  State& s = *state_;
  for (const GameMove& move : moves) {
    need_pose(move.to);
    const Pose old = s.at(move.body).pose;
    s.put(move.body, move.to);
    std::vector<std::uint32_t> hit = s.hits(move.body, true);
    const Entity& entity = s.at(move.body);
    const double way = length(move.to * entity.centre - old * entity.centre);
    if (hit.empty() && s.settings.speedbox && way > 2 * entity.radius) {
      // The whole volume swept in this step, as a box.
      const Box box = merge(box_of(entity, old), box_of(entity, move.to));
      s.grid.set(move.body, box);
      for (const std::uint32_t other : s.grid.sharing(move.body)) {
        const Entity& o = s.at(other);
        if (!candidates_in({&o.tree, o.pose}, box).empty()) hit.push_back(other);
      }
    }
    if (hit.empty()) {
      s.put(move.body, move.to);
      continue;
    }
    s.put(move.body, old);
    result.reverted.push_back(move.body);
    for (const std::uint32_t other : hit)
      result.hits.emplace_back(std::min(move.body, other), std::max(move.body, other));
  }
  std::sort(result.hits.begin(), result.hits.end());
  result.hits.erase(std::unique(result.hits.begin(), result.hits.end()), result.hits.end());
  return result;
}

double GameServer::last_clear_time(std::uint32_t body, const Pose& to, double resolution) {
  if (!(resolution > 0)) throw Error("the resolution of time must be above 0");
  State& s = *state_;
  need_pose(to);
  const Pose from = s.at(body).pose;
  const Motion motion = motion_between(from, to);
  const auto clear = [&](double time) {
    s.put(body, time >= 1 ? to : pose_at(from, motion, 0, time));
    return s.hits(body, false).empty();
  };
  double lo = 0, hi = 1;
  if (clear(1)) {
    lo = 1;
  } else {
    while (hi - lo > resolution) {
      const double middle = 0.5 * (lo + hi);
      if (!(middle > lo && middle < hi)) break;
      (clear(middle) ? lo : hi) = middle;
    }
  }
  s.put(body, from);
  return lo;
}

const std::array<StageStatistics, game_stages.size()>& GameServer::statistics() const noexcept {
  return state_->stages;
}

}  // namespace graze::study
