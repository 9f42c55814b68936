#include "narrow/depth/max_min.h"
#include "math/constants.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze {

namespace {
constexpr int most_steps = 60;
constexpr int steps_a_factor = 16;
}  // namespace

MaxMin::Vector MaxMin::coefficients(std::int32_t row) const {
  Vector result{};
  if (row < 0) {
    result[static_cast<std::size_t>(-1 - row)] = 1;
    return result;
  }
  for (std::size_t k = 0; k < corners_; ++k) result[k] = rows_[static_cast<std::size_t>(row)].at[k];
  result[corners_] = -rows_[static_cast<std::size_t>(row)].value;
  return result;
}

// One bound alone is greatest at a corner: all other weights are 0.
void MaxMin::start() {
  std::size_t first = 0;
  while (rows_[first].value == 0) ++first;
  const Values& at = rows_[first].at;
  const auto best = static_cast<std::size_t>(std::max_element(at.begin(), at.begin() + corners_) - at.begin());
  std::size_t count = 0;
  basis_[count++] = static_cast<std::int32_t>(first);
  for (std::size_t k = 0; k < corners_; ++k)
    if (k != best) basis_[count++] = -1 - static_cast<std::int32_t>(k);
  started_ = true;
}

// Gauss and Jordan, with pivots.
bool MaxMin::factor() {
  const std::size_t n = corners_ + 1;
  std::array<Vector, most> rows{};
  for (std::size_t i = 0; i < corners_; ++i) rows[i] = coefficients(basis_[i]);
  for (std::size_t k = 0; k < corners_; ++k) rows[corners_][k] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    inverse_[i] = {};
    inverse_[i][i] = 1;
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t i = c + 1; i < n; ++i)
      if (std::fabs(rows[i][c]) > std::fabs(rows[pivot][c])) pivot = i;
    if (!(std::fabs(rows[pivot][c]) > 0)) return false;
    std::swap(rows[c], rows[pivot]);
    std::swap(inverse_[c], inverse_[pivot]);
    const double by = 1 / rows[c][c];
    for (std::size_t k = 0; k < n; ++k) rows[c][k] *= by, inverse_[c][k] *= by;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || rows[i][c] == 0) continue;
      const double times = rows[i][c];
      for (std::size_t k = 0; k < n; ++k) rows[i][k] -= times * rows[c][k], inverse_[i][k] -= times * inverse_[c][k];
    }
  }
  return true;
}

// What a mean of rows proves: weights that are not negative, divided by their sum over bounds.
double MaxMin::proven(const Vector& mean, std::int32_t entering, double weight) const {
  Values sum{}, size{};
  double bounds = 0;
  const auto add = [&](std::int32_t row, double times) {
    if (row < 0 || !(times > 0)) return;
    const Row& of = rows_[static_cast<std::size_t>(row)];
    bounds += times * of.value;
    for (std::size_t k = 0; k < corners_; ++k) {
      sum[k] += times * of.at[k];
      size[k] += times * std::fabs(of.at[k]);
    }
  };
  for (std::size_t i = 0; i < corners_; ++i) add(basis_[i], mean[i]);
  add(entering, weight);
  if (!(bounds > 0)) return infinity;
  double greatest = -infinity;
  for (std::size_t k = 0; k < corners_; ++k) greatest = std::max(greatest, (sum[k] + 0x1p-49 * size[k]) / bounds);
  return greatest + 0x1p-50 * std::fabs(greatest);
}

double MaxMin::solve(double enough) {
  if (!started_) start();
  scale_ = 0;
  for (const Row& row : rows_)
    for (std::size_t k = 0; k < corners_; ++k) scale_ = std::max(scale_, std::fabs(row.at[k]));
  const double tolerance = 1e-14 * scale_;
  const std::size_t n = corners_ + 1;
  double best = infinity;
  for (int step = 0; step < most_steps; ++step) {
    if (step % steps_a_factor == 0 && !factor()) break;
    // The point where the rows of the basis are equal, and the mean of the rows that proves its value.
    Vector at{}, mean{};
    for (std::size_t i = 0; i < n; ++i) {
      at[i] = inverse_[i][corners_];
      mean[i] = std::max(0.0, -inverse_[corners_][i]);
    }
    best = std::min(best, proven(mean, -1, 0));
    if (best <= enough) break;
    // The row that is hurt most.
    std::int32_t entering = 0;
    double hurt = tolerance;
    bool found = false;
    for (std::size_t k = 0; k < corners_; ++k) {
      if (!(-at[k] * scale_ > hurt)) continue;
      hurt = -at[k] * scale_;
      entering = -1 - static_cast<std::int32_t>(k);
      found = true;
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      double value = -rows_[r].value * at[corners_];
      for (std::size_t k = 0; k < corners_; ++k) value += rows_[r].at[k] * at[k];
      if (!(-value > hurt)) continue;
      hurt = -value;
      entering = static_cast<std::int32_t>(r);
      found = true;
    }
    steps_ += rows_.size() + 16;
    if (!found) break;
    // The entering row as a sum of those of the basis: as its weight grows, theirs fall.
    const Vector row = coefficients(entering);
    Vector part{};
    double greatest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) part[i] += row[k] * inverse_[k][i];
      if (i < corners_) greatest = std::max(greatest, std::fabs(part[i]));
    }
    std::size_t leaving = corners_;
    double most_weight = infinity;
    for (std::size_t i = 0; i < corners_; ++i) {
      if (!(part[i] > 1e-11 * greatest)) continue;
      const double weight = mean[i] / part[i];
      if (weight < most_weight) {
        most_weight = weight;
        leaving = i;
      }
    }
    if (leaving == corners_) {
      // No point counts: the weight of the condition may grow for ever, and what it proves falls.
      const double falls = -part[corners_];
      if (falls > 0) {
        const double weight = 4 * (std::fabs(at[corners_]) + scale_) / falls;
        Vector grown = mean;
        for (std::size_t i = 0; i < corners_; ++i) grown[i] = std::max(0.0, mean[i] - weight * part[i]);
        best = std::min(best, proven(grown, entering, weight));
      }
      break;
    }
    basis_[leaving] = entering;
    const double by = 1 / part[leaving];
    for (std::size_t i = 0; i < n; ++i) inverse_[i][leaving] *= by;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == leaving || part[k] == 0) continue;
      for (std::size_t i = 0; i < n; ++i) inverse_[i][k] -= part[k] * inverse_[i][leaving];
    }
  }
  return best;
}

bool MaxMin::active(std::size_t row) const noexcept {
  for (std::size_t i = 0; i < corners_; ++i)
    if (basis_[i] == static_cast<std::int32_t>(row)) return -inverse_[corners_][i] > 1e-9;
  return false;
}

MaxMin::Values MaxMin::weights() const noexcept {
  Values result{};
  double sum = 0;
  for (std::size_t k = 0; k < corners_; ++k) {
    result[k] = std::clamp(inverse_[k][corners_], 0.0, 1.0);
    sum += result[k];
  }
  for (std::size_t k = 0; k < corners_; ++k) result[k] = sum > 0 ? result[k] / sum : 1.0 / double(corners_);
  return result;
}

}  // namespace graze
