// The collision detection of DOOM III (van Waveren 2005) on ordinary shapes and poses: how far may a body of polygons
// move through a zone around another, by one translation or one rotation? In double arithmetic whose error the zone
// covers, not certified: graze::move() is. The bodies must be apart at the start; nothing is said about those that are
// not. docs/polyhedra-in-motion.md tells where the formulas differ from the printed ones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graze/motion.h"

namespace GRAZE_API graze {
namespace study {

// What sections 4 and 5 of the paper leave out, each by itself. None changes which features can be hit first by bodies
// that start apart; of two stops that are both in the zone another may be named.
struct SweepSwitches {
  bool shared_features = true;  // an edge or vertex of several faces is looked at once
  bool side_cache = true;       // the sides on which vertices pass edges are remembered (translation)
  bool skip_internal = true;    // internal edges and vertices
  bool cull_back_faces = true;  // faces that the motion leaves, and what only they have
  bool no_arctangent = true;    // angles are compared by their half's direction, and one arctangent is left
  bool feature_boxes = true;    // boxes around the way of a feature, and around the other
  // none: every face; motion_box: those whose box meets that of the motion; axial_bsp: those that a tree finds for it.
  enum class Broad : std::uint8_t { none, motion_box, axial_bsp };
  Broad broad = Broad::axial_bsp;  // which faces of the stationary body come into question
};

// How thick the zone is, what counts, and what is switched off.
struct SweepSettings {
  double expel = 0;                     // thickness of the zone; what rounding needs when that is more
  std::uint32_t contents = 0xffffffff;  // only faces of the stationary body that have one of these bits in their tag
  // Translation: stop for the feature and its zone. Else as the paper has it: for a whole plane or line that is met
  // within the feature, though it be far from there (errata E-16), and not for a zone that is only grazed (E-17).
  bool lateral_clip = true;
  SweepSwitches switches = {};  // of the optimisations
};

// Two features that stop a motion.
struct SweepContact {
  // Which kinds they are, that of the moving body first: vertex_face, face_vertex, edge_edge.
  enum class Kind : std::uint8_t { vertex_face, face_vertex, edge_edge };
  double fraction = 1;                  // of the motion
  Kind kind = Kind::vertex_face;        // which of these
  std::uint32_t moving = 0, still = 0;  // the vertex, edge or face, by its number among those of the shape's polygons
  Vec3 point;                           // world, on the stationary feature or beside it in the zone
  Vec3 normal;                          // unit, from the moving body to the other
};

// The work of a sweep.
struct SweepCounters {
  std::uint64_t faces = 0;         // of the stationary body that came into question
  std::uint64_t vertex_faces = 0;  // pairs whose formulas were evaluated
  std::uint64_t edge_edges = 0;    // the same of edges
  std::uint64_t sides = 0;         // sidedness products
  std::uint64_t arctangents = 0;   // but for the one of the answer
};

// How far a body may move. Invalid: a motion that is not finite; unsupported: neither translation nor rotation.
struct [[nodiscard]] SweepResult : Outcome {
  bool stopped = false;    // by something in the way
  double fraction = 1;     // of the motion that it may go
  double expel = 0;        // the thickness used
  SweepContact contact;    // when stopped; the least (fraction, kind, moving, still)
  SweepCounters counters;  // the work that was done
};

// A body of polygons in the world, prepared to be swept or swept against: edges and vertices shared, planes and
// Pluecker coordinates made. Immutable; copies share it.
class SweepBody {
 public:
  // Throws Error for an empty handle, a pose that is singular or not finite, and a shape that is not of triangles
  // alone: compounds, curved shapes, shapes with a radius or margin. Without `two_sided` only the outside of faces can
  // be hit, as is enough for solids; by default surfaces have two sides.
  explicit SweepBody(const Body& body);
  SweepBody(const Body& body, bool two_sided);  // the same, with the sides as told

  struct Polygons;
  // For the functions below.
  const Polygons& polygons() const noexcept { return *polygons_; }

 private:
  std::shared_ptr<const Polygons> polygons_;
};

// How far `moving` may go until it comes to the zone around `still`, and what stops it there.
SweepResult sweep(const SweepBody& moving, const Motion& motion, const SweepBody& still,
                  const SweepSettings& settings = {}) noexcept;
// Every pair of features that stops the motion, not only the first, by fraction (section 2.6). Throws Error for a
// motion that is not finite, or neither a translation nor a rotation.
std::vector<SweepContact> sweep_contacts(const SweepBody& moving, const Motion& motion, const SweepBody& still,
                                         const SweepSettings& settings = {});
// Contacts in all directions: what stops short translations, as long as the tolerance, against the normals of the faces
// of both bodies (section 2.6); each pair of features once, the nearest first.
std::vector<SweepContact> touching_features(const SweepBody& moving, const SweepBody& still, double tolerance);
// The thickness of the zone that rounding needs for bodies of this size and place, moved this far.
double least_expel(const SweepBody& moving, const Motion& motion, const SweepBody& still) noexcept;

}  // namespace study
}  // namespace graze
