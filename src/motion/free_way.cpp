#include "motion/free_way.h"

#include <cmath>

#include "math/norms.h"
#include "math/posed_box.h"
#include "motion/path.h"
#include "motion/quick_move.h"
#include "motion/swept_box.h"
#include "narrow/body/posed.h"
#include "narrow/body/world_volume.h"
#include "narrow/families.h"
#include "tree/descend.h"

namespace graze {
namespace {

// Of the coordinates: more than a move's own tolerance, which is 2^-40 of sizes and ways below sixteen times these, and
// what rounded poses may add to a way.
constexpr double room_share = 0x1p-34;

// The box of the way, grown by that and by `apart`.
bool find_room(const Posed& body, const Motion& motion, double apart, Box& room) {
  const Box way = swept_box(grown(body.box, body.radius), motion);
  room = grown(way, apart + largest(way) * room_share);
  return is_finite(room.lo) && is_finite(room.hi);
}

// A box around `room`, or, where that is smaller, one along the way that holds the ball around the start wherever it
// goes: its axes are perpendicular but for last digits, which `room_share` covers.
WorldVolume volume_of(const Box& start, const Motion& motion, const Box& room, double grow) {
  const Vec3 half = room.hi * 0.5 - room.lo * 0.5;
  WorldVolume volume;
  volume.axes = 3;
  volume.middle = room.lo * 0.5 + room.hi * 0.5;
  volume.half[0] = {half.x + grow, 0, 0};
  volume.half[1] = {0, half.y + grow, 0};
  volume.half[2] = {0, 0, half.z + grow};
  volume.slack = (abs(volume.middle) + half) * 0x1p-49;
  if (motion.kind != Motion::Kind::translation) return volume;
  const Vec3 middle = start.lo * 0.5 + start.hi * 0.5, way = motion.translation;
  const double radius = length(start.hi * 0.5 - start.lo * 0.5) + grow, whole = length(way);
  const double along = 0.5 * whole + radius;
  if (!(whole > 0x1p-300 && whole < 0x1p300 && along * radius * radius < half.x * half.y * half.z)) return volume;
  const Vec3 u = way * (1 / whole);
  const Vec3 aside = std::fabs(u.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 across = cross(u, aside), v = across * (1 / length(across)), w = cross(u, v);
  volume.middle = middle + way * 0.5;
  volume.half[0] = u * along;
  volume.half[1] = v * radius;
  volume.half[2] = w * radius;
  return volume;
}

// The moving body as a hull of points that goes straight, for a closer look at triangles: its vertices where they are
// few, else the corners of its box, whose rounding `grow` covers.
class PassingHull {
 public:
  PassingHull(const Posed& body, const Motion& motion) : body_(body), usable_(straight_way(motion, way_)) {}

  // Proven: it stays more than `apart` away from the triangle on all of its way, and where rounded poses put it.
  bool passes(const Triangle& triangle, double apart) {
    if (!usable_ || ++asked_ > most_asked) return false;
    if (asked_ == 1) usable_ = make();
    const Vec3 corners[3] = {triangle.a, triangle.b, triangle.c};
    MovingCore other;
    CoreCast found;
    if (!usable_ || !fill_core(corners, triangle.a, apart, other)) return false;
    cast(core_, way_, other, {}, 1, found);
    return found.kind == CoreCast::Kind::clear;
  }

 private:
  static constexpr int most_asked = 16;

  bool make() {
    Vec3 points[ManyCore::most];
    const ShapeData& shape = *body_.shape;
    std::size_t count = shape.vertices.size();
    const bool few = count > 0 && count <= ManyCore::most;
    if (!few) count = 8;
    for (std::size_t i = 0; i < count; ++i) {
      const Box& box = shape.bounds;
      const Vec3 corner{(i & 1) != 0 ? box.hi.x : box.lo.x, (i & 2) != 0 ? box.hi.y : box.lo.y,
                        (i & 4) != 0 ? box.hi.z : box.lo.z};
      points[i] = posed(body_.pose, few ? shape.vertices[i] : corner);
    }
    return fill_core({points, count}, body_.pose.translation, body_.radius, core_);
  }

  const Posed& body_;
  Vec3 way_;
  bool usable_;
  int asked_ = 0;
  ManyCore core_;
};

// Does the mesh come within `grow` of the way? The volume holds it; what is in the volume is looked at one by one.
bool comes_near(const Posed& mesh, const WorldVolume& volume, double grow, PassingHull& hull, Counters& counters) {
  TreeVolume in_tree;
  if (!tree_volume(place(*mesh.shape, mesh.pose), volume, in_tree)) return true;
  bool met = false;
  PairWork work;
  descend(mesh.shape->tree(), mesh.shape->oriented().data(), in_tree.box, in_tree.map, false, work,
          [&](std::uint32_t triangle, bool) {
            met = !hull.passes(mesh.triangle(triangle), grow);
            return !met;
          });
  counters.box_tests += work.boxes;
  counters.triangle_tests += work.triangles;
  return met;
}

}  // namespace

bool surely_free(const Body& moving, const Motion& motion, std::span<const MovingBody> others, double apart,
                 Counters& counters) {
  Posed body;
  Box room;
  if (!is_valid(motion) || make_posed_with_radius(moving, body) != Status::ok || !find_room(body, motion, apart, room))
    return false;
  PassingHull hull(body, motion);
  for (const MovingBody& other : others) {
    Posed standing;
    Box theirs;
    if (!is_valid(other.motion) || make_posed_with_radius(other.body, standing) != Status::ok ||
        !find_room(standing, other.motion, apart, theirs))
      return false;
    // Lengths lose less than 2^-533 where their squares leave the doubles, and the rooms have 2^-434 more.
    if (!(largest(room) + largest(theirs) > 0x1p-400)) return false;
    if (!overlap(room, theirs)) continue;
    const bool surface = family_of(standing.shape->form) == Family::triangles && !standing.shape->solid;
    if (!surface || other.motion.kind != Motion::Kind::none) return false;
    const double grow = standing.radius + (apart + (largest(room) + largest(standing.box)) * room_share);
    const WorldVolume volume = volume_of(grown(body.box, body.radius), motion, room, grow);
    if (comes_near(standing, volume, grow, hull, counters)) return false;
  }
  return true;
}

}  // namespace graze
