// The public query about points: solids by their winding number, surfaces by whether a triangle holds the point, all
// else by its members (narrow/classify/facts.h).
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "base/work.h"
#include "graze/record.h"
#include "graze/solid.h"
#include "math/exact.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/collapse.h"
#include "narrow/body/parts.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/classify/facts.h"
#include "narrow/families.h"
#include "narrow/inside/where.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// A body, prepared once for many points. Of a compound what it takes for any point; see Union.
class Target {
 public:
  explicit Target(const Body& body) {
    const bool triangles = body.shape && body.shape.margin() == 0 &&
                           (family_of(body.shape.form()) == Family::triangles ||
                            (body.shape.form() == ShapeForm::box && !collapses(body)));
    if (!triangles) {
      status_ = find_members(body, members_);
      return;
    }
    status_ = make_posed(body, placed_.body);
    if (status_ != Status::ok) return;
    placed_.placement = place(*placed_.body.shape, body.pose);
    if (placed_.body.shape->solid) solid_.emplace(placed_);
  }

  InsideResult ask(Vec3 point) const {
    InsideResult result;
    result.status = !is_finite(point) ? Status::invalid : status_;
    if (result.status != Status::ok) return result;
    const std::uint64_t exact_before = exact_count();
    result.answer = Where::outside;
    if (!members_.empty()) {
      ask_members(point, result);
    } else if (overlap(placed_.body.box, Box{point, point})) {
      if (solid_) result.answer = where(*solid_, point, result.counters);
      // Triangles that have the solid on neither side belong to it all the same. A box has none.
      if (result.answer == Where::outside && placed_.body.shape->form != ShapeForm::box &&
          on_triangles(placed_, point, result.counters))
        result.answer = Where::on;
    }
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }

 private:
  // In the interior of a member, or outside of all. On one and outside of the others is on the boundary; a point on two
  // that have an interior may have one of them on every side.
  void ask_members(Vec3 point, InsideResult& result) const {
    std::size_t on = 0, on_thin = 0, open = 0;
    for (const SolidMember& member : members_) {
      if (member.kind == SolidMember::Kind::halfspace && !PosedPlane::in_range(point)) {
        result.status = Status::out_of_range;
        return;
      }
      const Place at = place_of(member, point, result.counters);
      if (at.known && at.inside) {
        result.answer = Where::inside;
        return;
      }
      if (!at.known) ++open;
      if (!at.known) continue;
      // A hull has no triangles but those of its boundary.
      const bool loose =
          at.outside && member.inside && !member.set && on_triangles(member.placed, point, result.counters);
      if (!at.outside && member.kind != SolidMember::Kind::thin) ++on;
      if (loose || (!at.outside && member.kind == SolidMember::Kind::thin)) ++on_thin;
    }
    if (open > 0 || on > 1)
      result.status = Status::undecided;
    else if (on + on_thin > 0)
      result.answer = Where::on;
  }

  Status status_ = Status::ok;
  PlacedBody placed_{};
  std::optional<SolidBody> solid_;
  std::vector<SolidMember> members_;  // of a body that is not made of triangles
};

// A compound: the leaves that have the point in their boxes are asked one by one. In the interior of one is inside;
// on one and outside of all others is on. What is on several may have one of them on every side, and those together
// tell; the others are away from the point.
class Union {
 public:
  // Leaves are prepared beforehand, or when a point comes to them.
  Union(const Body& body, bool beforehand) : body_(borrowed(body)) {
    status_ = !body.shape ? Status::invalid : parts_.set(body_);
    if (!beforehand || status_ != Status::ok) return;
    for (std::uint32_t i = 0; i < parts_.size(); ++i) leaves_.push_back(std::make_unique<Target>(parts_.body(i)));
  }
  Union(const Union&) = delete;  // parts_ refers to body_
  Union& operator=(const Union&) = delete;

  InsideResult ask(Vec3 point) const {
    InsideResult result;
    result.status = !is_finite(point) ? Status::invalid : status_;
    if (result.status != Status::ok) return result;
    result.answer = Where::outside;
    std::vector<CompoundPart> on;
    Status open = Status::ok;
    const auto visit = [&](std::uint32_t leaf) {
      const InsideResult next = leaves_.empty() ? Target(parts_.body(leaf)).ask(point) : leaves_[leaf]->ask(point);
      result.counters += next.counters;
      if (next.status != Status::ok) {
        if (open == Status::ok || next.status != Status::undecided) open = next.status;
      } else if (next.answer == Where::inside) {
        result.answer = Where::inside;
        return false;
      } else if (next.answer == Where::on) {
        const Body body = parts_.body(leaf);
        on.push_back({body.shape, body.pose});
      }
      return true;
    };
    for (const std::uint32_t root : parts_.roots())
      if (!descend(root, point, visit)) return result;
    if (open != Status::ok) {
      result = {};
      result.status = open;
      return result;
    }
    if (on.size() > 1) {
      const Counters before = result.counters;
      result = Target({make_compound(std::move(on)), {}}).ask(point);
      result.counters += before;
    } else if (!on.empty()) {
      result.answer = Where::on;
    }
    return result;
  }

 private:
  template <class Visit>
  bool descend(std::uint32_t node, Vec3 point, const Visit& visit) const {
    work::charge(1);
    if (!overlap(parts_.box(node), Box{point, point})) return true;
    work::poll();
    if (parts_.is_leaf(node)) return visit(parts_.leaf(node));
    return descend(parts_.left(node), point, visit) && descend(parts_.right(node), point, visit);
  }

  Body body_;
  Parts parts_;
  Status status_;
  std::vector<std::unique_ptr<Target>> leaves_;
};

bool is_compound(const Body& body) { return body.shape && body.shape.form() == ShapeForm::compound; }

template <class Prepared>
void ask_all(const Prepared& target, std::span<const Vec3> points, std::uint64_t budget, int threads,
             std::vector<InsideResult>& results) {
  parallel_for(points.size(), 64, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      within_budget(budget, results[i], [&] { results[i] = target.ask(points[i]); });
  });
}

}  // namespace

const char* name(Where where) noexcept {
  constexpr const char* names[] = {"outside", "on", "inside", "unknown"};
  return names[static_cast<std::size_t>(where)];
}

InsideResult inside(const Body& body, Vec3 point, const InsideSettings& settings) noexcept {
  const InsideResult result = guarded<InsideResult>(budget_of(settings.budget, body), [&] {
    return is_compound(body) ? Union(body, false).ask(point) : Target(body).ask(point);
  });
  note_fault(result.status, [&] { return define_lines(body) + inside_line("a", body, point) + "\n"; });
  return result;
}

std::vector<InsideResult> inside(const Body& body, std::span<const Vec3> points, const InsideSettings& settings) {
  const FloatState standard;
  std::vector<InsideResult> results(points.size());
  const std::uint64_t budget = budget_of(settings.budget, body);
  if (is_compound(body)) {
    const bool beforehand = points.size() >= data_of(body.shape).compound->leaves.size();
    ask_all(Union(body, beforehand), points, budget, settings.threads, results);
  } else {
    ask_all(Target(body), points, budget, settings.threads, results);
  }
  return results;
}

}  // namespace graze
