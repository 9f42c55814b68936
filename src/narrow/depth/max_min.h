// The greatest value, over a triangle or tetrahedron, of the least of several functions, proven from above.
//
// Each function is given by its values at the corners. Between them a linear function is their mean, and a convex one
// not above it. So the greatest least value is not above that of a game of two: one chooses weights of the corners, the
// other a mean of the functions. Any mean proves a bound, the greatest of its values at the corners; a linear program
// finds the best one (the simplex method on the side of the functions, so that every step has such a proof).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace graze {

class MaxMin {
 public:
  using Values = std::array<double, 4>;  // one a corner; of a triangle the last is not used

  explicit MaxMin(std::size_t corners) : corners_(corners) {}

  // The value is not above this function.
  void add_bound(const Values& at) { rows_.push_back({at, 1}); }
  // Only points where this function is not negative count.
  void add_condition(const Values& at) { rows_.push_back({at, 0}); }
  std::size_t size() const noexcept { return rows_.size(); }
  void clear(std::size_t corners) {
    corners_ = corners;
    rows_.clear();
    started_ = false;
  }

  // Not below the greatest value at points that count, where the functions are not above their means, with all that is
  // rounded; minus infinity or some number where no point counts. At least one bound must have been added. Ends early
  // when that is not above `enough`. May be called again after more functions were added, and goes on from there.
  double solve(double enough = -std::numeric_limits<double>::infinity());
  // Weights of the corners for a point where the value is about the greatest: not negative, their sum is 1 up to
  // rounding.
  Values weights() const noexcept;
  // Does the mean that proves the bound have a part of this function?
  bool active(std::size_t row) const noexcept;
  std::uint64_t steps() const noexcept { return steps_; }  // of work so far: rows looked at

 private:
  struct Row {
    Values at;
    double value;  // 1: a bound, 0: a condition
  };
  static constexpr std::size_t most = 5;  // corners and the value
  using Vector = std::array<double, most>;

  void start();
  bool factor();
  // The coefficients of a row of the basis, or of a corner's weight: of the weights of the corners, then of the value.
  Vector coefficients(std::int32_t row) const;
  double proven(const Vector& mean, std::int32_t entering, double weight) const;

  std::size_t corners_;
  std::vector<Row> rows_;
  // As many rows as corners hold with equality: numbers of rows, or -1 - k for the weight of corner k.
  std::array<std::int32_t, 4> basis_{};
  std::array<Vector, most> inverse_{};  // of the rows of the basis, and the row that says that weights have the sum 1
  double scale_ = 0;
  std::uint64_t steps_ = 0;
  bool started_ = false;
};

}  // namespace graze
