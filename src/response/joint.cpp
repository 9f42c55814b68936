// The direct solution of what joints hold.
#include "response/joint.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace graze {
namespace {

// The row of a joint for one of its bodies: speed = linear.v + angular.w.
struct Side {
  Vec3 linear, angular;
};
Side side(const JointRecord& joint, const JointRow& row, std::uint32_t body) {
  if (joint.a == body) return {-row.linear, row.angular_a};
  return {row.linear, row.angular_b};
}

// a = L D L', in place, of the first n rows and columns.
void factor_block(double (&a)[6][6], int n) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k] * a[k][k];
    if (!(a[j][j] > 0)) a[j][j] = 1e300;  // nothing there can move
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k] * a[k][k];
      a[i][j] /= a[j][j];
    }
  }
}
void solve_block(const double (&a)[6][6], int n, double* x) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) x[i] -= a[i][k] * x[k];
  for (int i = 0; i < n; ++i) x[i] /= a[i][i];
  for (int i = n - 1; i >= 0; --i)
    for (int k = i + 1; k < n; ++k) x[i] -= a[k][i] * x[k];
}

}  // namespace

void JointSolver::arrange(std::span<const JointRecord> joints, const std::vector<char>& moving) {
  const std::uint32_t count = std::uint32_t(joints.size());
  order_.clear();
  shared_.clear();
  below_.assign(count, {});
  updates_.assign(count, {});
  std::vector<std::set<std::uint32_t>> tied(count);
  std::map<std::uint32_t, std::vector<std::uint32_t>> on_body;
  for (std::uint32_t j = 0; j < count; ++j) {
    for (const std::uint32_t body : {joints[j].a, joints[j].b})
      if (moving[body]) on_body[body].push_back(j);
  }
  connected_.resize(count);
  errors_.resize(count);
  std::iota(connected_.begin(), connected_.end(), 0u);
  const auto root = [&](std::uint32_t j) {
    while (connected_[j] != j) j = connected_[j];
    return j;
  };
  for (const auto& [body, list] : on_body)
    for (const std::uint32_t j : list) {
      const std::uint32_t p = root(list[0]), q = root(j);
      connected_[std::max(p, q)] = std::min(p, q);
    }
  for (std::uint32_t j = 0; j < count; ++j) connected_[j] = root(j);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> index;  // (greater, lesser) joint -> block
  const auto block = [&](std::uint32_t i, std::uint32_t j) {
    const std::pair key{std::max(i, j), std::min(i, j)};
    const auto [at, added] = index.try_emplace(key, count + std::uint32_t(index.size()));
    return at->second;
  };
  for (const auto& [body, list] : on_body)
    for (std::size_t p = 0; p < list.size(); ++p)
      for (std::size_t q = 0; q < p; ++q) {
        if (list[p] == list[q]) continue;
        tied[list[p]].insert(list[q]);
        tied[list[q]].insert(list[p]);
        shared_.push_back({body, block(list[p], list[q]), std::max(list[p], list[q]), std::min(list[p], list[q])});
      }
  std::vector<char> gone(count);
  for (std::uint32_t step = 0; step < count; ++step) {
    std::uint32_t best = count;
    for (std::uint32_t j = 0; j < count; ++j)
      if (!gone[j] && (best == count || tied[j].size() < tied[best].size())) best = j;
    gone[best] = 1;
    order_.push_back(best);
    for (const std::uint32_t i : tied[best]) below_[best].push_back({i, block(i, best)});
    for (std::size_t p = 0; p < below_[best].size(); ++p)
      for (std::size_t q = 0; q <= p; ++q) {
        const std::uint32_t i = below_[best][p].joint, j = below_[best][q].joint;
        updates_[best].push_back({i == j ? i : block(i, j), std::uint32_t(p), std::uint32_t(q), i < j});
        if (i != j) {
          tied[i].insert(j);
          tied[j].insert(i);
        }
      }
    for (const std::uint32_t i : tied[best]) tied[i].erase(best);
  }
  blocks_.resize(count + index.size());
  scaled_.resize(blocks_.size());
  values_.resize(std::size_t{6} * count);
}

void JointSolver::factor(std::span<const JointRecord> joints, std::span<const SolverBody> bodies) noexcept {
  for (Block& block : blocks_) block = {};
  const auto entry = [&](const SolverBody& body, const Side& p, const Side& q) {
    return body.inverse_mass * dot(p.linear, q.linear) + dot(p.angular, body.inverse_inertia * q.angular);
  };
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const JointRecord& joint = joints[j];
    for (const std::uint32_t body : {joint.a, joint.b})
      for (int r = 0; r < joint.rows; ++r)
        for (int c = 0; c < joint.rows; ++c)
          blocks_[j].m[r][c] += entry(bodies[body], side(joint, joint.row[r], body), side(joint, joint.row[c], body));
    // Loops may hold the same thing twice.
    for (int r = 0; r < joint.rows; ++r) blocks_[j].m[r][r] *= 1 + 1e-9;
  }
  for (const Shared& shared : shared_) {
    const JointRecord &p = joints[shared.row], &q = joints[shared.column];
    for (int r = 0; r < p.rows; ++r)
      for (int c = 0; c < q.rows; ++c)
        blocks_[shared.block].m[r][c] +=
            entry(bodies[shared.body], side(p, p.row[r], shared.body), side(q, q.row[c], shared.body));
  }
  // Stored with the greater joint's rows; oriented(i, k) has those of i.
  const auto at = [](const Block& b, bool turned, int r, int c) { return turned ? b.m[c][r] : b.m[r][c]; };
  for (const std::uint32_t k : order_) {
    const int n = joints[k].rows;
    factor_block(blocks_[k].m, n);
    for (const Below& below : below_[k]) {
      const bool turned = below.joint < k;
      const Block& w = blocks_[below.block];
      Block& l = scaled_[below.block];
      for (int r = 0; r < joints[below.joint].rows; ++r) {
        double x[6];
        for (int c = 0; c < n; ++c) x[c] = at(w, turned, r, c);
        solve_block(blocks_[k].m, n, x);
        for (int c = 0; c < n; ++c) l.m[r][c] = x[c];
      }
    }
    for (const Update& update : updates_[k]) {
      const Below &p = below_[k][update.first], &q = below_[k][update.second];
      const Block &l = scaled_[p.block], &w = blocks_[q.block];
      const bool turned = q.joint < k;
      Block& target = blocks_[update.target];
      for (int r = 0; r < joints[p.joint].rows; ++r)
        for (int c = 0; c < joints[q.joint].rows; ++c) {
          double sum = 0;
          for (int i = 0; i < n; ++i) sum += l.m[r][i] * at(w, turned, c, i);
          (update.turned ? target.m[c][r] : target.m[r][c]) -= sum;
        }
    }
  }
}

void JointSolver::solve(std::span<const JointRecord> joints) noexcept {
  for (const std::uint32_t k : order_)
    for (const Below& below : below_[k])
      for (int r = 0; r < joints[below.joint].rows; ++r)
        for (int c = 0; c < joints[k].rows; ++c)
          values_[6 * below.joint + std::uint32_t(r)] -=
              scaled_[below.block].m[r][c] * values_[6 * k + std::uint32_t(c)];
  for (auto k = order_.rbegin(); k != order_.rend(); ++k) {
    double* x = &values_[6 * *k];
    solve_block(blocks_[*k].m, joints[*k].rows, x);
    for (const Below& below : below_[*k])
      for (int r = 0; r < joints[below.joint].rows; ++r)
        for (int c = 0; c < joints[*k].rows; ++c)
          x[c] -= scaled_[below.block].m[r][c] * values_[6 * below.joint + std::uint32_t(r)];
  }
}

void JointSolver::hold(std::span<JointRecord> joints, std::span<SolverBody> bodies) noexcept {
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const JointRecord& joint = joints[j];
    const SolverBody &a = bodies[joint.a], &b = bodies[joint.b];
    for (int r = 0; r < joint.rows; ++r) {
      const JointRow& row = joint.row[r];
      values_[6 * j + std::uint32_t(r)] = row.target - (dot(row.linear, b.velocity - a.velocity) +
                                                        (dot(row.angular_a, a.spin) + dot(row.angular_b, b.spin)));
    }
  }
  solve(joints);
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    JointRecord& joint = joints[j];
    SolverBody &a = bodies[joint.a], &b = bodies[joint.b];
    Vec3 force, torque_a, torque_b;
    for (int r = 0; r < joint.rows; ++r) {
      const double impulse = values_[6 * j + std::uint32_t(r)];
      force += joint.row[r].linear * impulse;
      torque_a += joint.row[r].angular_a * impulse;
      torque_b += joint.row[r].angular_b * impulse;
    }
    joint.impulse += force;
    a.velocity -= force * a.inverse_mass;
    a.spin += a.inverse_inertia * torque_a;
    b.velocity += force * b.inverse_mass;
    b.spin += b.inverse_inertia * torque_b;
  }
}

bool JointSolver::correct(std::span<const JointRecord> joints, std::span<SolverBody> bodies) noexcept {
  std::fill(errors_.begin(), errors_.end(), 0.0);
  for (std::uint32_t j = 0; j < joints.size(); ++j)
    for (int r = 0; r < joints[j].rows; ++r) {
      double& most = errors_[connected_[j]];
      most = std::max(most, std::fabs(joints[j].row[r].error));
    }
  const auto matters = [](double error) { return !(error < 1e-9); };
  if (std::none_of(errors_.begin(), errors_.end(), matters)) return false;
  for (std::uint32_t j = 0; j < joints.size(); ++j)
    for (int r = 0; r < joints[j].rows; ++r)
      values_[6 * j + std::uint32_t(r)] = matters(errors_[connected_[j]]) ? -joints[j].row[r].error : 0;
  solve(joints);
  shifts_.assign(bodies.size(), {});
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const JointRecord& joint = joints[j];
    for (int r = 0; r < joint.rows; ++r) {
      const double impulse = values_[6 * j + std::uint32_t(r)];
      shifts_[joint.a].linear -= joint.row[r].linear * impulse;
      shifts_[joint.a].angular += joint.row[r].angular_a * impulse;
      shifts_[joint.b].linear += joint.row[r].linear * impulse;
      shifts_[joint.b].angular += joint.row[r].angular_b * impulse;
    }
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    if (body.inverse_mass == 0 || (shifts_[i].linear == Vec3{} && shifts_[i].angular == Vec3{})) continue;
    const Vec3 by = shifts_[i].linear * body.inverse_mass;
    body.centre += by;
    body.moved += by;
    body.rotation = turned_on(body.rotation, body.inverse_inertia * shifts_[i].angular, 1);
    body.turned = turn_since_start(body);
  }
  return true;
}

}  // namespace graze
