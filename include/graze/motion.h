// Motion: when do moving things first touch? Never told late: what is called free is proven free.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "graze/error.h"
#include "graze/math.h"
#include "graze/query.h"

namespace GRAZE_API graze {

// --- Motion: how a rigid body moves from time 0 to time 1, in the world ---

// Every posed vertex moves along the exact path of these doubles; the axis counts by its direction only.
struct Motion {
  // How it moves, which says which fields count: none stands still; translation; rotation; screw;
  // translation_then_rotation has two phases; translation_with_rotation does both at once.
  enum class Kind : std::uint8_t {
    none,
    translation,
    rotation,
    translation_then_rotation,
    screw,
    translation_with_rotation
  };
  Kind kind = Kind::none;  // which of the fields below count
  Vec3 translation;        // the whole way
  Vec3 origin, axis;       // of what turns, at time 0; the axis has any length but 0, and is right-handed
  double angle = 0;        // radians, at most 2 pi either way
  double advance = 0;      // of a screw: a length along the axis, over the whole motion

  // How many phases the motion has, one after the other, each with a time from 0 to 1 of its own.
  int phases() const noexcept { return kind == Kind::translation_then_rotation ? 2 : 1; }
  friend bool operator==(const Motion&, const Motion&) = default;
};

// Straight on by a vector of the world, at a constant speed.
Motion translation_by(Vec3 by) noexcept;
// About the line through `origin` along `axis`, right-handed, by `angle` radians at a constant speed.
Motion rotation_about(Vec3 origin, Vec3 axis, double angle) noexcept;
// The whole translation, then the rotation about the origin as given in the world. Each phase has a time from 0 to 1 of
// its own.
Motion translation_then_rotation(Vec3 by, Vec3 origin, Vec3 axis, double angle) noexcept;
// As rotation_about(), and along the axis by the length `advance` in the same time.
Motion screw_about(Vec3 origin, Vec3 axis, double angle, double advance) noexcept;
// Both at once, evenly: the body turns about its point that is at `origin` at time 0, and that point goes straight. A
// point x is at origin + t by + R(t angle) (x - origin) at time t.
Motion translation_with_rotation(Vec3 by, Vec3 origin, Vec3 axis, double angle) noexcept;

// With a linear velocity of the point at `centre` and an angular velocity (radians a second, right-handed), both kept
// for some seconds. Beyond a whole turn the motion is one that `move` refuses as invalid: ask for fewer seconds.
Motion motion_of_velocity(Vec3 centre, Vec3 linear, Vec3 angular, double seconds) noexcept;

// From one pose to another: the point of the body that is at `about` (in the world, at the start) goes straight, and
// the body turns about it by the least angle, at most pi. Without `about` that is the origin of the body's own frame.
// The poses may scale and shear, both alike: throws Error where no rotation takes the columns of the one to those of
// the other, to within `tolerance` of their lengths, and for poses that are not finite or singular.
//
// Where a rotation takes them there but for rounding, pose_at(from, motion, 0, 1) has each column of `to` to within
// 2^-42 of its length, and more where no two columns are nearly perpendicular; and in each coordinate the translation
// to within 2^-48 of the largest coordinates of both translations and of `about`, added up.
Motion motion_between(const Pose& from, const Pose& to, Vec3 about, double tolerance = 1e-9);
Motion motion_between(const Pose& from, const Pose& to);

// Where a body is at a time of a phase, rounded. The motion must be finite and its axis not 0.
Pose pose_at(const Pose& start, const Motion& motion, int phase, double time) noexcept;

// --- move: when does a moving body first touch others, and how far may it go? ---

// One of the bodies that may be in the way, which may move at the same time.
struct MovingBody {
  Body body;           // where it is at time 0
  Motion motion = {};  // one of a single phase happens in the first phase; the body then stands
};

// How exact the answer is to be, and how far the body is to keep from the others. Lengths are in the unit of the world.
struct MoveSettings {
  // A gap up to this may be called contact where none is proven. Nothing: 2^-40 of the size of the bodies and of their
  // paths. 0: none; what double cannot decide is decided exactly (translation and rotation of polyhedral bodies).
  std::optional<double> tolerance = std::nullopt;
  // Thickness of the zone around the others that the body is to stay out of; 0: none.
  double expel = 0;
  bool derive_expel = false;  // `expel` is what rounding needs for the size of these bodies and motions
  bool bracket = true;        // false: only fraction and pose are asked for; needs an expel zone
  // Of the start and of the search, together; finding a place to stand has a quarter more. The default is that of the
  // pairs of bodies, added up.
  std::uint64_t budget = default_budget;
};

// How the bodies lie to each other at time 0: clear, in_zone (apart by less than the expel zone), touching,
// overlapping.
enum class MoveStart : std::uint8_t {
  clear,
  in_zone,
  touching,
  overlapping,
  unknown  // not found out: when yes, the bodies are in contact, and no class is proven
};
const char* name(MoveStart start) noexcept;  // the enumerator in words

// Where the moving body first touches another.
struct MoveContact {
  Vec3 point;             // world, about half way between the bodies
  Vec3 normal;            // unit, from the moving body to the other; 0 where a start in contact has none
  Feature moving, other;  // the parts that meet; of a start in contact some triangles that do
  std::size_t body = 0;   // which of the others
};

// Does it touch? With the status `budget` all fields hold: `lower` is earlier and `upper` later than they need be. Any
// other status but ok leaves the body where it is: `pose` is where it starts.
struct [[nodiscard]] MoveResult : YesNo {
  MoveStart start = MoveStart::unknown;  // of the moving body and the others together: the worst
  int phase = 0;                         // of lower and upper
  // The time of the first contact. Yes: no contact before lower; by upper contact, or a gap of at most `gap`. No: both
  // are 1, of the last phase. Unknown, with the status `budget`: nothing is known after lower.
  double lower = unknown_number, upper = unknown_number;
  bool proven = false;          // there is contact by upper
  double gap = unknown_number;  // 0 when proven
  // The part of phase `stop_phase` throughout which, as in the phase before it, the gap stays at least `expel`; of a
  // start in the zone: no pair in it comes nearer. Without a zone: the last clear place before lower. `stopped`: it is
  // not the whole way.
  bool stopped = false;
  int stop_phase = 0;
  double fraction = unknown_number;  // of the phase stop_phase: how much of it the body may go
  double expel = unknown_number;     // the thickness used
  Pose pose;            // where the body may stand, a push out of the zone included: clear by the exact predicate
  MoveContact contact;  // when yes
  Counters counters;    // box_tests: pairs of boxes; triangle_tests: steps of pairs of triangles
};

// Whether, when and where `moving` first touches any of the others on its way, and how far it may go. Contact at time 0
// and at the end counts. Out of range: no length of the scene is as large as 2^-900, one is above 2^1000, or what is
// below 2^-400 or above 2^400 cannot be scaled exactly, as compounds with radii or margins (docs/motion.md).
MoveResult move(const Body& moving, const Motion& motion, std::span<const MovingBody> others,
                const MoveSettings& settings = {}) noexcept;

// --- ccd: points on straight paths from time 0 to time 1, as of deformable meshes ---

// vertex_face: a vertex, and the corners of a triangle. edge_edge: the ends of one edge, and those of another.
// Degenerate ones are the segment or point that they are.
enum class CcdKind : std::uint8_t { vertex_face, edge_edge };
// The four points of a pair, in the order that CcdKind tells.
using FourPoints = std::array<Vec3, 4>;

// What counts as contact. Lengths are in the unit of the points; both are finite and not negative.
struct CcdSettings {
  double tolerance = 0;  // what may be called a hit although the gap never closed: gaps up to this. 0: nothing, exactly
  double separation = 0;  // a gap that counts as contact; with a tolerance of 0 the answer says which it achieved
};

// Do they touch? Contact at 0 and at 1 counts. Invalid: a coordinate that is not finite, a negative or NaN setting.
struct [[nodiscard]] CcdResult : YesNo {
  // When yes: the gap is above `separation` before lower, and at most `separation` + `tolerance` at a time not after
  // upper.
  double lower = unknown_number, upper = unknown_number;
  double tolerance = unknown_number;  // achieved; above the given one only with a separation, and rarely
};

// When four points on straight paths, from at_0 at time 0 to at_1 at time 1, first bring their two features together.
CcdResult ccd(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings = {}) noexcept;

}  // namespace graze
