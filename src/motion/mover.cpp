// walk: sliding, steps and ground, all made of translations that `move` proves free (van Waveren, section 6).
#include "graze/mover.h"

#include <cmath>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "motion/rescue.h"
#include "motion/search_state.h"
#include "motion/slide_planes.h"
#include "narrow/body/borrowed.h"

namespace graze {
namespace {

MoverWall wall_of(const MoveContact& contact) { return {contact.point, -contact.normal, contact.body, contact.other}; }

class Walker {
 public:
  Walker(const Body& body, std::span<const Body> others, const MoverSettings& settings)
      : shape_(borrowed(body.shape)), pose_(body.pose), settings_(settings) {
    up_ = settings.up * (1 / length(settings.up));
    for (const Body& other : others) others_.push_back({borrowed(other), {}});
    move_settings_.expel = settings.expel;
    move_settings_.bracket = false;
    move_settings_.budget = settings.budget;
  }

  void put(const Pose& pose) { pose_ = pose; }
  const Pose& pose() const { return pose_; }

  Status status() const { return status_; }
  Vec3 up() const { return up_; }

  // Goes as far as it may; the answer tells what stopped it.
  MoveResult go(Vec3 way) {
    MoveResult result = move({shape_, pose_}, translation_by(way), others_, move_settings_);
    counters += result.counters;
    if (result.status == Status::budget) {
      status_ = result.status;
    } else if (result.status != Status::ok) {
      status_ = result.status;
      result.stopped = true;
      return result;
    }
    pose_ = result.pose;
    return result;
  }

  struct Slide {
    std::vector<MoverWall> walls;
    bool wall = false;    // met what it cannot stand on
    bool blocked = true;  // ended before its way did
  };

  // Across the ground. What is too steep to stand on counts as upright: it is not climbed.
  Slide slide(Vec3 way) {
    Slide result;
    SlidePlanes planes;
    Vec3 left = way;
    while (!failed() && length(left) > 1e-9 * length(way)) {
      const MoveResult step = go(left);
      left = left * (1 - step.fraction);
      if (!step.stopped) {
        result.blocked = false;
        break;
      }
      if (step.contact.normal == Vec3{} || planes.full()) break;
      Vec3 normal = -step.contact.normal;
      if (!walkable(normal)) {
        result.wall = true;
        const Vec3 upright = normal - up_ * dot(normal, up_);
        if (length(upright) > 1e-6) normal = upright * (1 / length(upright));
      }
      const int before = planes.count();
      planes.add(normal);
      if (planes.count() != before) result.walls.push_back(wall_of(step.contact));
      left = planes.along(left);
      // The same plane again: only rounding, or what the zone is thick, is in the way. Leave it a little.
      if (planes.count() == before) left = left + normal * (0.5 * settings_.expel);
      if (++bumps_ > 4 * SlidePlanes::most || dot(left, way) <= 0) break;
    }
    return result;
  }

  bool walkable(Vec3 normal) const { return dot(normal, up_) >= settings_.steepest; }

  // Is it ground that ended a way down? A face that is flat enough, or the edge of one, seen from a little inward.
  bool is_ground(const MoveResult& down) {
    const Vec3 normal = down.contact.normal;
    if (!down.stopped || down.status != Status::ok || normal == Vec3{}) return false;
    if (walkable(-normal)) return true;
    const double away = 8 * settings_.expel;
    const Vec3 inward = unit_or_zero(normal - up_ * dot(normal, up_));
    const Ray straight_down{down.contact.point + (inward + up_) * away, -up_, 4 * away, {}};
    const RayResult seen = cast(others_[down.contact.body].body, straight_down);
    counters += seen.counters;
    return seen.ok() && seen.yes() && std::fabs(dot(seen.closest.normal, up_)) >= settings_.steepest;
  }

  bool failed() const { return status_ != Status::ok && status_ != Status::budget; }

  Counters counters;

 private:
  Shape shape_;
  Pose pose_;
  const MoverSettings& settings_;
  std::vector<MovingBody> others_;
  MoveSettings move_settings_;
  Vec3 up_;
  Status status_ = Status::ok;
  int bumps_ = 0;
};

// Up, across and down again; kept when it ends on ground farther along the way than the slide did.
bool step_up(Walker& walker, const Pose& start, Vec3 across, const MoverSettings& settings,
             std::vector<MoverWall>& walls) {
  const Pose slid = walker.pose();
  const auto along = [&](const Pose& pose) { return dot(pose.translation - start.translation, across); };
  const double reached = along(slid);
  walker.put(start);
  const double foot = dot(start.translation, walker.up());
  (void)walker.go(walker.up() * settings.step);
  const double risen = dot(walker.pose().translation, walker.up()) - foot;
  Walker::Slide above = walker.slide(across);
  const MoveResult down = walker.go(walker.up() * -(risen + 4 * settings.expel));
  const double enough = reached + length(across) * (1e-6 * length(across));
  if (!walker.failed() && walker.is_ground(down) && along(walker.pose()) > enough) {
    walls = std::move(above.walls);
    return true;
  }
  walker.put(slid);
  return false;
}

// A step down at most; stays where it is when there is no ground.
bool find_ground(Walker& walker, double depth, MoverResult& result) {
  const Pose here = walker.pose();
  const MoveResult down = walker.go(walker.up() * -depth);
  if (walker.failed() || !walker.is_ground(down)) {
    walker.put(here);
    return false;
  }
  result.on_ground = Answer::yes;
  result.ground = walker.walkable(-down.contact.normal) ? -down.contact.normal : walker.up();
  result.ground_body = down.contact.body;
  return true;
}

MoverResult walk_on(Walker& walker, Vec3 way, const MoverSettings& settings, MoverResult result) {
  double height = dot(way, walker.up());
  const Vec3 across = way - walker.up() * height;
  if (std::fabs(height) <= 1e-9 * length(way)) height = 0;  // rounding is no jump
  const double near = 8 * settings.expel;                   // it stops no farther than 4 away
  const bool stood = height <= 0 && find_ground(walker, near, result);
  result.on_ground = Answer::no;
  const Pose start = walker.pose();
  if (across != Vec3{}) {
    Walker::Slide slid = walker.slide(across);
    result.walls = std::move(slid.walls);
    result.blocked = slid.blocked;
    if (slid.wall && stood && settings.step > 0 && !walker.failed()) {
      result.stepped = step_up(walker, start, across, settings, result.walls);
      if (result.stepped) result.blocked = false;
    }
  }
  if (height != 0 && !walker.failed()) {
    const MoveResult vertical = walker.go(walker.up() * height);
    // In the air what is too steep is slid down.
    if (vertical.stopped && height < 0 && !walker.is_ground(vertical) && vertical.contact.normal != Vec3{}) {
      SlidePlanes planes;
      planes.add(-vertical.contact.normal);
      result.walls.push_back(wall_of(vertical.contact));
      (void)walker.go(planes.along(walker.up() * (height * (1 - vertical.fraction))));
    }
  }
  if (height <= 0 && !walker.failed()) {
    const double depth = stood ? settings.step + near : near;
    find_ground(walker, depth, result);
  }
  result.planes = static_cast<int>(result.walls.size());
  return result;
}

MoverResult failure(const Body& walker, Status status) {
  MoverResult result;
  result.status = status;
  result.pose = walker.pose;
  return result;
}

bool valid(const MoverSettings& s) {
  return is_finite(s.up) && length(s.up) > 0 && s.expel > 0 && std::isfinite(s.expel) && s.step >= 0 &&
         std::isfinite(s.step) && s.steepest >= 0 && s.steepest <= 1;
}

}  // namespace

const char* name(MoverRescue rescue) noexcept {
  switch (rescue) {
    case MoverRescue::none:
      return "none";
    case MoverRescue::pushed:
      return "pushed";
    case MoverRescue::safe_pose:
      return "safe_pose";
    case MoverRescue::nearest_free:
      return "nearest_free";
    case MoverRescue::stuck:
      return "stuck";
  }
  return "unknown";
}

MoverResult walk(const Body& walker, Vec3 way, std::span<const Body> others, const MoverSettings& settings,
                 MoverCache* cache) noexcept {
  const FloatState standard;
  try {
    if (!walker.shape || !is_finite(way) || !valid(settings)) return failure(walker, Status::invalid);
    MoverResult result;
    Walker feet(walker, others, settings);
    if (!is_clear(walker, others, feet.counters)) {
      const Rescue freed = rescue(walker, others, settings, cache, feet.counters);
      result.rescue = freed.how;
      result.pose = freed.pose;
      result.counters = feet.counters;
      if (freed.how == MoverRescue::stuck) return result;
      feet.put(freed.pose);
    }
    result = walk_on(feet, way, settings, result);
    result.status = feet.status();
    result.pose = feet.pose();
    result.counters = feet.counters;
    if (cache != nullptr && !feet.failed()) *cache = {true, result.pose};
    return result;
  } catch (...) {
    return failure(walker, status_of_exception());
  }
}

}  // namespace graze
