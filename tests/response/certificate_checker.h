// Checks what a simulation hands out as proof of a tick, in rational numbers, with nothing of the prover: the points of
// the shapes, posed as the contract says, go along the exact way, and a direction parts them throughout or does not.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graze/dynamics.h"

namespace graze::oracle {

using Rational3 = std::array<mpq_class, 3>;

inline Rational3 exact3(Vec3 v) { return {mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}; }
inline mpq_class dot3(const Rational3& a, const Rational3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Rational3 cross3(const Rational3& a, const Rational3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Rational3 minus3(const Rational3& a, const Rational3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Not below the root, and above it by less than 2^-80 of it or of 1.
inline mpq_class root_above(const mpq_class& square) {
  if (square <= 0) return 0;
  mpz_class scaled = (square.get_num() << 320) / square.get_den() + 1, root;
  mpz_sqrt(root.get_mpz_t(), scaled.get_mpz_t());
  mpq_class result(root + 1, mpz_class(1) << 160);
  result.canonicalize();
  return result;
}

// Not below asin(s)^2, q = s^2: terms of its series, and the rest as if it were all at the highest power.
inline mpq_class asin_squared_above(const mpq_class& q) {
  mpq_class sum = 0, at_one = 0, power = 1;
  mpz_class binomial = 1;
  for (unsigned m = 1; m <= 10; ++m) {
    power *= q;
    binomial = binomial * (2 * m) * (2 * m - 1) / (m * m);
    mpq_class term(mpz_class(1) << (2 * m), binomial * m * m * 2);
    term.canonicalize();
    sum += term * power;
    at_one += term;
  }
  const mpq_class quarter_pi_squared("24674011002723397/10000000000000000");
  return sum + (quarter_pi_squared - at_one) * power;
}

// A curved set in the frame of a shape, with everything within `radius`.
struct CheckedCurve {
  ShapeForm form = ShapeForm::cylinder;
  Vec3 half;
  Pose pose;
  double radius = 0;
};

struct CheckedBody {
  std::vector<std::vector<CheckedCurve>> curves;  // of each part: of all its leaves
  std::vector<std::vector<Vec3>> points;          // of each part of the shape: those of all its leaves
  std::vector<std::vector<double>> radius;        // around each of them
  std::vector<ProofPart> parts;
  TickWay way;
};

class CertificateChecker {
 public:
  explicit CertificateChecker(const Simulation& simulation) {
    for (const std::uint64_t key : simulation.keys()) {
      const BodyState state = simulation.state(key);
      CheckedBody& body = bodies_[key];
      body.parts = proof_parts(state.body.shape);
      body.points.resize(body.parts.size());
      body.radius.resize(body.parts.size());
      body.curves.resize(body.parts.size());
      for (std::size_t i = body.parts.size(); i-- > 0;) {
        const ProofPart& part = body.parts[i];
        if (part.left == 0) {
          if (part.form != ShapeForm::convex) {
            body.curves[i].push_back({part.form, part.half, part.pose, part.radius});
            continue;
          }
          body.points[i] = part.points;
          body.radius[i].assign(part.points.size(), part.radius);
          continue;
        }
        for (const std::uint32_t child : {part.left, part.right}) {
          body.points[i].insert(body.points[i].end(), body.points[child].begin(), body.points[child].end());
          body.radius[i].insert(body.radius[i].end(), body.radius[child].begin(), body.radius[child].end());
          body.curves[i].insert(body.curves[i].end(), body.curves[child].begin(), body.curves[child].end());
        }
      }
      body.way.key = key;
      body.way.start = body.way.end = state.body.pose;
      body.way.centre = state.centre;
    }
  }

  // Takes the ways of a tick; bodies without one stand where they are.
  void take(const TickCertificate& certificate) {
    for (auto& [key, body] : bodies_) {
      body.way.start = body.way.end;
      body.way.by = {};
      body.way.turn = {};
    }
    for (const TickWay& way : certificate.ways) bodies_.at(way.key).way = way;
  }

  // Does the direction part the two throughout?
  bool holds(const TickProof& proof) const {
    const auto a = bodies_.find(proof.key_a), b = bodies_.find(proof.key_b);
    if (a == bodies_.end() || b == bodies_.end()) return false;
    if (proof.part_a >= a->second.parts.size() || proof.part_b >= b->second.parts.size()) return false;
    if (!is_finite(proof.direction)) return false;
    const Rational3 n = exact3(proof.direction);
    const mpq_class size = root_above(dot3(n, n));
    if (size == 0) return false;
    const Reach p = reach(a->second, proof.part_a, n, size);
    const Reach q = reach(b->second, proof.part_b, {-n[0], -n[1], -n[2]}, size);
    const mpq_class first = -(p.start + q.start), last = -(p.end + q.end), posed = -(p.posed + q.posed);
    if (first <= 0 || last <= 0 || posed <= 0) return false;
    const mpq_class over = p.bend + q.bend - first - last;
    return over < 0 || over * over < 4 * first * last;
  }

  // Everything: each proof, and that all leaves of all pairs are covered, by proofs or along an axis of the world.
  // Empty, or what is wrong.
  std::string check(const TickCertificate& certificate, const std::set<std::pair<std::uint64_t, std::uint64_t>>& exempt,
                    std::uint64_t& accepted) {
    take(certificate);
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<const TickProof*>> pairs;
    for (const TickProof& proof : certificate.proofs) {
      if (!holds(proof))
        return "a proof does not hold: " + std::to_string(proof.key_a) + ", " + std::to_string(proof.key_b);
      ++accepted;
      pairs[{proof.key_a, proof.key_b}].push_back(&proof);
    }
    std::set<std::uint64_t> moving;
    for (const TickWay& way : certificate.ways) moving.insert(way.key);
    for (const std::uint64_t a : moving)
      for (const auto& [b, other] : bodies_) {
        if (a == b || (moving.count(b) != 0 && b < a)) continue;
        const std::pair key{std::min(a, b), std::max(a, b)};
        if (exempt.count(key) != 0) continue;
        const auto found = pairs.find(key);
        if (found == pairs.end() ? !apart_on_an_axis(key) : !covered(found->second))
          return "a pair is not proven: " + std::to_string(key.first) + ", " + std::to_string(key.second);
      }
    return {};
  }

  // The gap of the parts along the direction at a time, in double: what is clearly negative is false.
  double sampled_gap(const TickProof& proof, double time) const {
    const auto highest = [&](const CheckedBody& body, std::uint32_t part, Vec3 n) {
      const TickWay& way = body.way;
      const Vec3 v{way.turn.x, way.turn.y, way.turn.z};
      const double s = length(v), angle = 2 * std::atan2(s, way.turn.w) * time;
      const Vec3 k = s > 0 ? v / s : Vec3{0, 0, 1};
      double most = -1e300;
      for (std::size_t i = 0; i < body.points[part].size(); ++i) {
        const Vec3 y = way.start * body.points[part][i] - way.centre;
        const Vec3 turned =
            y * std::cos(angle) + cross(k, y) * std::sin(angle) + k * (dot(k, y) * (1 - std::cos(angle)));
        most = std::max(most, dot(n, way.centre + way.by * time + turned) + body.radius[part][i] * length(n));
      }
      const auto back = [&](Vec3 y, double sine) {
        return y * std::cos(angle) + cross(k, y) * sine + k * (dot(k, y) * (1 - std::cos(angle)));
      };
      for (const CheckedCurve& curve : body.curves[part]) {
        const Pose pose = way.start * curve.pose;
        const Vec3 m = back(n, -std::sin(angle)), y = back(pose.translation - way.centre, std::sin(angle));
        const Vec3 l{dot(pose.linear.c0, m), dot(pose.linear.c1, m), dot(pose.linear.c2, m)};
        const double rim = curve.half.x * std::hypot(l.x, l.y), tall = curve.half.z * l.z;
        const double own = curve.form == ShapeForm::cylinder ? rim + std::fabs(tall)
                           : curve.form == ShapeForm::cone   ? std::max(tall, rim - tall)
                                                             : std::hypot(curve.half.x * l.x, curve.half.y * l.y, tall);
        most = std::max(most, dot(n, way.centre + way.by * time + y) + own + curve.radius * length(n));
      }
      return most;
    };
    return -highest(bodies_.at(proof.key_b), proof.part_b, -proof.direction) -
           highest(bodies_.at(proof.key_a), proof.part_a, proof.direction);
  }
  std::size_t parts(std::uint64_t key) const { return bodies_.at(key).parts.size(); }

 private:
  struct Reach {
    mpq_class start, end, posed, bend;
  };

  // How far a curve of some pose reaches along m, given in the frame of the pose's matrix, from its middle.
  static mpq_class curve_reach(const CheckedCurve& curve, const Pose& pose, const Rational3& m) {
    const Rational3 l{dot3(exact3(pose.linear.c0), m), dot3(exact3(pose.linear.c1), m),
                      dot3(exact3(pose.linear.c2), m)};
    const Rational3 half = exact3(curve.half);
    const mpq_class x = half[0] * l[0], y = half[1] * l[1], z = half[2] * l[2];
    if (curve.form == ShapeForm::ellipsoid) return root_above(x * x + y * y + z * z);
    const mpq_class rim = root_above(x * x + y * y);
    if (curve.form == ShapeForm::cylinder) return rim + (z > 0 ? z : mpq_class(-z));
    return std::max<mpq_class>(z, rim - z);
  }

  // Not nearer than the farthest point of the curve from the centre, y from there to its middle, for a pose that is
  // within 1e-9 of a rigid one.
  static mpq_class curve_farthest(const CheckedCurve& curve, const Pose& pose, const Rational3& y) {
    const Rational3 half = exact3(curve.half);
    mpq_class result;
    if (curve.form == ShapeForm::ellipsoid) {
      result = root_above(dot3(y, y)) + std::max({half[0], half[1], half[2]});
    } else {
      const mpq_class along = dot3(exact3(pose.linear.c2), y);
      const mpq_class out = root_above(dot3(y, y) - along * along), rim = out + half[0];
      const mpq_class top = curve.form == ShapeForm::cone ? out : rim, low = half[2] - along, high = half[2] + along;
      result = std::max(root_above(rim * rim + low * low), root_above(top * top + high * high));
    }
    return result * (1 + mpq_class(4e-9));
  }

  static Reach reach(const CheckedBody& body, std::uint32_t part, const Rational3& n, const mpq_class& size) {
    const TickWay& way = body.way;
    const Rational3 centre = exact3(way.centre), by = exact3(way.by), v = exact3({way.turn.x, way.turn.y, way.turn.z});
    const mpq_class w(way.turn.w), vv = dot3(v, v), dd = vv + w * w;
    Reach result;
    bool begun = false;
    mpq_class farthest = 0;
    // In double first: a point that is clearly not the highest at either end, nor the farthest, need not be exact.
    // Values are off by less than 1e-13 of the coordinates, which the margin holds many times over.
    std::vector<std::array<double, 3>> rough;
    std::array<double, 3> most{-1e300, -1e300, -1e300};
    const Vec3 d{n[0].get_d(), n[1].get_d(), n[2].get_d()}, axis{way.turn.x, way.turn.y, way.turn.z};
    const double d_sq = dot(axis, axis) + way.turn.w * way.turn.w;
    double margin = 0;
    for (const Vec3 local : body.points[part]) {
      const Vec3 x = way.start * local, y = x - way.centre, across = cross(axis, y);
      const Vec3 end = way.centre + way.by + y + (across * way.turn.w + cross(axis, across)) * (2 / d_sq);
      const double around = body.radius[part][rough.size()] * length(d);
      rough.push_back({dot(d, x) + around, dot(d, end) + around, length(d) * length(y)});
      for (std::size_t i = 0; i < 3; ++i) most[i] = std::max(most[i], rough.back()[i]);
      margin = std::max(margin, 1e-9 * length(d) * (length(x) + length(end) + length(way.centre) + length(y)));
    }
    for (std::size_t at = 0; at < rough.size(); ++at) {
      bool needed = false;
      for (std::size_t i = 0; i < 3; ++i) needed = needed || rough[at][i] >= most[i] - margin;
      if (!needed) continue;
      const Vec3 local = body.points[part][at];
      const Rational3 x = exact3(way.start * local), posed = exact3(way.end * local), y = minus3(x, centre);
      // R y = y + 2 / |d|^2 (w v x y + v x (v x y)).
      const Rational3 across = cross3(v, y), twice = cross3(v, across);
      Rational3 end;
      for (std::size_t i = 0; i < 3; ++i) end[i] = centre[i] + by[i] + y[i] + 2 * (w * across[i] + twice[i]) / dd;
      // A radius that its pose keeps may be off by rounding.
      const mpq_class around = mpq_class(body.radius[part][at]) * size * (1 + mpq_class(0x1p-46));
      const mpq_class at_start = dot3(n, x) + around, at_end = dot3(n, end) + around,
                      at_posed = dot3(n, posed) + around;
      if (!begun || at_start > result.start) result.start = at_start;
      if (!begun || at_end > result.end) result.end = at_end;
      if (!begun || at_posed > result.posed) result.posed = at_posed;
      begun = true;
      farthest = std::max<mpq_class>(farthest, dot3(y, y));
    }
    mpq_class arm = root_above(farthest);
    for (const CheckedCurve& curve : body.curves[part]) {
      const Pose first = way.start * curve.pose, last = way.end * curve.pose;
      const Rational3 x = exact3(first.translation), y = minus3(x, centre), along = cross3(v, y),
                      twice = cross3(v, along), across = cross3(v, n), again = cross3(v, across);
      Rational3 end, back;  // where the middle goes; the direction, turned back
      for (std::size_t i = 0; i < 3; ++i) {
        end[i] = centre[i] + by[i] + y[i] + 2 * (w * along[i] + twice[i]) / dd;
        back[i] = n[i] + 2 * (again[i] - w * across[i]) / dd;
      }
      const mpq_class around = mpq_class(curve.radius) * size * (1 + mpq_class(0x1p-46));
      const mpq_class at_start = dot3(n, x) + curve_reach(curve, first, n) + around,
                      at_end = dot3(n, end) + curve_reach(curve, first, back) + around,
                      at_posed = dot3(n, exact3(last.translation)) + curve_reach(curve, last, n) + around;
      if (!begun || at_start > result.start) result.start = at_start;
      if (!begun || at_end > result.end) result.end = at_end;
      if (!begun || at_posed > result.posed) result.posed = at_posed;
      begun = true;
      arm = std::max<mpq_class>(arm, curve_farthest(curve, first, y));
    }
    if (vv > 0) {
      const Rational3 c = cross3(n, v);
      result.bend = 2 * asin_squared_above(vv / dd) * arm * root_above(dot3(c, c) / vv);
    }
    return result;
  }

  bool apart_on_an_axis(const std::pair<std::uint64_t, std::uint64_t>& key) const {
    // The most promising first.
    std::vector<std::pair<double, TickProof>> tries;
    for (int axis = 0; axis < 6; ++axis) {
      TickProof proof;
      proof.key_a = key.first;
      proof.key_b = key.second;
      proof.direction[axis % 3] = axis < 3 ? 1 : -1;
      const double gap = std::min(sampled_gap(proof, 0), sampled_gap(proof, 1));
      if (gap > -1e-9) tries.push_back({-gap, proof});
    }
    std::sort(tries.begin(), tries.end(), [](const auto& p, const auto& q) { return p.first < q.first; });
    return std::any_of(tries.begin(), tries.end(), [&](const auto& one) { return holds(one.second); });
  }

  void leaves(const CheckedBody& body, std::uint32_t part, std::vector<std::uint32_t>& result) const {
    if (body.parts[part].left == 0) {
      result.push_back(part);
      return;
    }
    leaves(body, body.parts[part].left, result);
    leaves(body, body.parts[part].right, result);
  }

  bool covered(const std::vector<const TickProof*>& proofs) const {
    const CheckedBody &a = bodies_.at(proofs[0]->key_a), &b = bodies_.at(proofs[0]->key_b);
    std::set<std::pair<std::uint32_t, std::uint32_t>> done;
    std::vector<std::uint32_t> p, q;
    for (const TickProof* proof : proofs) {
      p.clear();
      q.clear();
      leaves(a, proof->part_a, p);
      leaves(b, proof->part_b, q);
      for (const std::uint32_t i : p)
        for (const std::uint32_t j : q) done.insert({i, j});
    }
    p.clear();
    q.clear();
    leaves(a, 0, p);
    leaves(b, 0, q);
    return done.size() == p.size() * q.size();
  }

  std::map<std::uint64_t, CheckedBody> bodies_;
};

}  // namespace graze::oracle
