// V-Clip on bodies of convex pieces (Mirtich; Lin, section 8): a tree of hulls over the pieces, and closest features in
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>

#include "graze/study_convex.h"

namespace GRAZE_API graze {
namespace study {

// A body that is the union of convex pieces, with the hulls of halves of them, of quarters, and so on down to single
// pieces. Immutable; copies share it.
class ConvexPieces {
 public:
  // The pose of a piece is from its frame to that of the body. Throws Error for no pieces, as ConvexModel does, and for
  // a piece that is flat: V-Clip knows bodies with an inside.
  explicit ConvexPieces(std::span<const CompoundPart> pieces);
  std::size_t piece_count() const noexcept;  // as given

  struct Tree;
  // For the function below.
  const Tree& tree() const noexcept { return *tree_; }

 private:
  std::shared_ptr<const Tree> tree_;
};

// Such a body, and where it is. It must stay while it is used.
struct PiecesPosed {
  const ConvexPieces* pieces = nullptr;  // not owned
  Pose pose;                             // any affine map
};

// What a pair of bodies remembers: the features of each pair of hulls that was looked at. Belongs to the caller.
struct PiecesMemory {
  std::unordered_map<std::uint64_t, ConvexMemory> pairs;  // by the numbers of both hulls
};

// What was found about two bodies of pieces.
struct [[nodiscard]] PiecesFound : Outcome {
  Answer apart = Answer::unknown;                          // yes: proven for all pieces; no: two meet, as V-Clip tells
  double lower = 0;                                        // of the distance: proven
  double upper = std::numeric_limits<double>::infinity();  // of the distance: between points that were found
  Vec3 point_a = unknown_point, point_b = unknown_point;   // `upper` apart, when apart
  std::uint32_t piece_a = 0, piece_b = 0;                  // the nearest two, or the two that are deepest in each other
  double depth = 0;                // when they meet: the largest of V-Clip's estimates, not the depth of the union
  std::uint32_t pairs_tested = 0;  // of hulls
  std::uint32_t steps = 0;         // of all walks
};

// Goes down both trees: hulls that are farther apart than the nearest pieces found are not opened.
PiecesFound v_clip(const PiecesPosed& a, const PiecesPosed& b, PiecesMemory* memory = nullptr) noexcept;

}  // namespace study
}  // namespace graze
