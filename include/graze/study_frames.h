// Transformation semantics (Maia, Vidal and Cavalcante-Neto): the seven coordinate systems of a pair, queries in a
// chosen one, and the arithmetic that the paper compares.
#pragma once

#include <array>
#include <cstdint>

#include "graze/query.h"
#include "graze/study_trees.h"

namespace GRAZE_API graze {
namespace study {

// The systems of section 3.4. A body's frame is scaled, then turned, then moved to the world.
enum class Frame : std::uint8_t {
  world,     // W
  a,         // A: the local frame of a
  a_scaled,  // A': after the scale of a
  a_turned,  // A'': after scale and rotation; only the translation to the world is left
  b,         // B
  b_scaled,  // B'
  b_turned,  // B''
};
// All of them.
inline constexpr std::array frames{Frame::world, Frame::a,        Frame::a_scaled, Frame::a_turned,
                                   Frame::b,     Frame::b_scaled, Frame::b_turned};
const char* name(Frame frame) noexcept;  // "W", "A", "A'", "A''", "B", "B'", "B''"

// The maps between them, for two poses that are translation * rotation * scale.
class PairFrames {
 public:
  // Throws Error for a pose that is singular, not finite, or sheared.
  PairFrames(const Pose& pose_a, const Pose& pose_b);
  Pose between(Frame from, Frame to) const noexcept;  // carries points of one to the other

 private:
  std::array<Pose, frames.size()> to_world_;
};

// The separating axes of two triangles, in double (section 3.4 and 5).
struct AxesSettings {
  bool all_axes = false;  // the edges within both planes, too, where the planes are not parallel
  double fat = 0;         // half the thickness of the prisms that triangles count as
};
// What the axes say. Rounding decides where triangles hardly touch: `triangles_meet` of the core is exact.
struct AxesResult {
  bool meet = false;       // no axis parts them
  std::uint32_t axes = 0;  // that were tried
};
// 11 axes, and of coplanar triangles those in the plane, projected along its largest coordinate.
AxesResult separating_axes(const Triangle& a, const Triangle& b, const AxesSettings& settings = {}) noexcept;

// As collide(a, b, all) of the trees, but that triangles are carried to one frame, rounded there, and told apart by
// separating axes in double. Poses that are sheared are invalid.
TreeCollide collide_in(Frame frame, const TreeBody& a, const TreeBody& b, bool all = false,
                       const AxesSettings& settings = {}) noexcept;
// Does a segment of the world meet the surface? Carried to the frame of the body as it is (Frame::a) or scaled
// (Frame::a_scaled), where its parameters stay those of the world; or to any other, and boxes and triangles with it.
// The parameter of the nearest hit, or NaN. Trees of boxes along the axes are gone down; of others every triangle is
// tested.
double segment_in(Frame frame, const TreeBody& a, Vec3 from, Vec3 to) noexcept;

// --- Inverses and boxes (sections 3.1 and 3.2) ---

// By squared column lengths, without square roots, for translation * rotation * scale: 27 multiplications, 3 divisions,
// 12 additions.
Pose inverse_by_semantics(const Pose& pose) noexcept;
// Wu's, for one scale for all axes: 21 multiplications, 1 division, 8 additions.
Pose inverse_by_wu(const Pose& pose) noexcept;
// By the cofactors of the 4 x 4 matrix, as if nothing were known of it.
Pose inverse_by_cofactors(const Pose& pose) noexcept;
// The box of a posed box by its eight corners, not rounded outward: graze::posed_box() goes by the signs of the matrix.
Box box_by_corners(const Pose& pose, const Box& local) noexcept;

}  // namespace study
}  // namespace graze
