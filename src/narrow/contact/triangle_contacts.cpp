// Contacts in three steps. All pairs of triangles within the tolerance make the skins of the two bodies, which know
// corners, sharp edges and faces from what tessellation makes of them. Parts that are near touch where a normal fits
// (narrow/contact/normals.h). Where none does, the bodies run through each other: the points on both surfaces are those
// where edges cross faces, and they take the face's normal along which the crossing is least wide.
#include "narrow/contact/triangle_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "base/guard.h"
#include "base/ranges.h"
#include "base/stable_radix_sort.h"
#include "math/before.h"
#include "math/constants.h"
#include "math/norms.h"
#include "narrow/body/faces.h"
#include "narrow/body/so_far.h"
#include "narrow/contact/ball_contacts.h"
#include "narrow/contact/curves.h"
#include "narrow/contact/inner.h"
#include "narrow/contact/normals.h"
#include "narrow/contact/numbers.h"
#include "narrow/contact/reduce.h"
#include "narrow/contact/stick_contacts.h"
#include "narrow/contact/touches.h"
#include "narrow/within/near_pairs.h"

namespace graze {
namespace {

using SkinKind = Skin::Kind;

struct FoundPair {
  Contact contact;
  Skin::Part a, b;
  std::uint32_t group = 0;  // of pairs of faces that hang together
  double distance = 0;      // of the parts
};

// The axis with the least part of a vector, the first of equals.
int least_axis(Vec3 v) {
  v = abs(v);
  return v.x <= v.y && v.x <= v.z ? 0 : v.y <= v.z ? 1 : 2;
}

std::vector<std::uint32_t> numbers(const std::vector<TrianglePair>& pairs, std::uint32_t TrianglePair::*side) {
  std::vector<std::uint32_t> result;
  result.reserve(pairs.size());
  for (const TrianglePair& pair : pairs) result.push_back(pair.*side);
  stable_radix_sort(result, [](std::uint32_t number) { return std::uint64_t{number}; });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

class Finder {
 public:
  Finder(const PlacedBody& a, const PlacedBody& b, std::vector<TrianglePair> pairs, const ContactSettings& settings)
      : body_a_(a.body),
        body_b_(b.body),
        settings_(settings),
        a_(a.body, numbers(pairs, &TrianglePair::a), settings.flat),
        b_(b.body, numbers(pairs, &TrianglePair::b), settings.flat),
        pairs_(std::move(pairs)) {
    std::uint32_t face = 0;  // of a: they come in order
    for (TrianglePair& pair : pairs_) {
      while (a_.faces[face].triangle != pair.a) ++face;
      pair = {face, b_.face_of(pair.b)};
    }
    double size = 0;
    for (const Skin* skin : {&a_, &b_})
      for (const Skin::Vertex& vertex : skin->vertices) size = std::max(size, largest(vertex.point));
    rounding_ = size * 0x1p-48;
    point_rounding_ = std::max({size, body_a_.radius, body_b_.radius}) * 0x1p-48;
    join_pairs();
  }

  void run(ContactResult& result) {
    const Reach reach{body_a_.radius, body_b_.radius, settings_.tolerance};
    const Touches touches = find_touches(a_, b_, pairs_, reach, settings_.flat);
    const Normals normals(a_, b_, settings_.tolerance, settings_.flat, rounding_, body_a_.radius + body_b_.radius);
    result.point_bound = point_rounding_;
    std::vector<Touch> through;  // no normal fits
    through.reserve(touches.crossings.size());
    for (const Touch& touch : touches.near) {
      const std::vector<Normals::Fit> fitting = normals.of(touch);
      for (const Normals::Fit& fit : fitting) add(touch, fit);
      if (fitting.empty() && touch.distance == 0) through.push_back(touch);
      result.point_bound = std::max(result.point_bound, touch.point_bound + point_rounding_);
    }
    leave_out_repeated();
    const ByPart by_a = by_part(&FoundPair::a), by_b = by_part(&FoundPair::b);
    const std::vector<std::uint32_t> along_x = by_place();
    for (const Touch& touch : touches.crossings)
      if (!settled(touch, touch.a.whole_kind == SkinKind::edge ? by_a : by_b) && !at_contact(touch, along_x))
        through.push_back(touch);
    found_.reserve(found_.size() + through.size());
    add_crossings(through);
    leave_out_repeated();
    if (found_.empty() && settings_.flat == 0) add_inner(touches.near);
    if (found_.empty() && settings_.flat == 0) add_nearest(result);
    finish(result);
    if (settings_.curves) result.curves = find_curves(a_, b_, pairs_);
  }

 private:
  // Pairs are joined that have a corner in common on both sides.
  void join_pairs() {
    std::vector<TrianglePair> of_corners;
    of_corners.reserve(3 * pairs_.size());
    for (std::uint32_t p = 0; p < pairs_.size(); ++p)
      for (const std::uint32_t v : a_.faces[pairs_[p].a].vertices) of_corners.push_back({v, p});
    const Lists at_corner(a_.vertices.size(), of_corners);
    // Of the corners of b: which of a they were seen with last, and in which pair first.
    struct Seen {
      std::uint32_t corner, pair;
    };
    std::vector<Seen> seen(b_.vertices.size(), Seen{~std::uint32_t{0}, 0});
    Joined groups(pairs_.size());
    for (std::uint32_t v = 0; v < a_.vertices.size(); ++v)
      for (const std::uint32_t p : at_corner[v])
        for (const std::uint32_t w : b_.faces[pairs_[p].b].vertices) {
          if (seen[w].corner == v)
            groups.join(p, seen[w].pair);
          else
            seen[w] = {v, p};
        }
    groups_.reserve(pairs_.size());
    for (std::uint32_t p = 0; p < pairs_.size(); ++p) groups_.push_back(groups.root(p));
  }
  std::uint32_t group_of(TrianglePair faces) const {
    return groups_[std::size_t(ranges::lower_bound(pairs_, faces) - pairs_.begin())];
  }

  void add(const Touch& touch, const Normals::Fit& fit) {
    const Vec3 normal = fit.normal;
    const double radii = body_a_.radius + body_b_.radius;
    Contact contact;
    contact.normal = normal;
    contact.arbitrary = fit.arbitrary;
    // Along the way between the points, their certified distance; else what the points tell.
    const double turned = dot(normal, touch.direction);
    if (fit.depth) {
      contact.depth = radii + *fit.depth;
      contact.bound = 2 * (touch.point_bound + rounding_) + radii * 0x1p-49;
    } else if (std::fabs(turned) >= 1 - 0x1p-40) {
      contact.depth = radii - std::copysign(touch.distance, turned);
      contact.bound = touch.bound + 2 * (1 - std::fabs(turned)) * touch.distance + (touch.distance + radii) * 0x1p-49;
    } else {
      contact.depth = radii + dot(normal, touch.point_a - touch.point_b);
      contact.bound = 2 * touch.point_bound + (touch.distance + radii) * 0x1p-49;
    }
    const Vec3 on_a = touch.point_a + normal * body_a_.radius, on_b = touch.point_b - normal * body_b_.radius;
    contact.point = on_a * 0.5 + on_b * 0.5;
    // Cores apart may be in reach of each other far aside of the normal: round bodies do not touch there.
    const double most = std::max(std::fabs(contact.depth), settings_.tolerance) + touch.point_bound + point_rounding_;
    if (radii > 0 && touch.distance > 0 && length(on_b - on_a) > most) return;
    found_.push_back({contact, touch.a, touch.b, group_of(touch.faces), touch.distance});
  }

  // One core, or both, are inside the other body, and its surface is in reach from within: the way out is that through
  // the nearest place, against the direction in which the surfaces are apart.
  void add_inner(const std::vector<Touch>& touches) {
    const auto nearest = ranges::min_element(
        touches, {}, [](const Touch& touch) { return std::tuple(touch.distance, touch.a, touch.b); });
    if (nearest != touches.end()) add(*nearest, {-nearest->direction, {}, false});
  }

  // Rounding may leave corners, edges and faces that no rule fits, of bodies that are flat or a few last places large:
  // the faces that are nearest to each other, of all that are in reach, touch all the same.
  void add_nearest(ContactResult& result) {
    std::optional<Touch> nearest;
    for (const TrianglePair& pair : pairs_) {
      const Touch touch = nearest_touch(a_, b_, pair);
      if (!nearest || touch.distance < nearest->distance) nearest = touch;
    }
    if (!nearest) return;
    result.point_bound = std::max(result.point_bound, nearest->point_bound + point_rounding_);
    if (nearest->distance == 0) {
      add_crossings({*nearest});
    } else {
      add(*nearest, {nearest->direction, {}, false});
    }
  }

  // The contacts so far, by their corners and edges on one side.
  using ByPart = std::map<std::pair<SkinKind, std::uint32_t>, std::vector<std::uint32_t>>;
  ByPart by_part(Skin::Part FoundPair::*side) const {
    ByPart result;
    for (std::uint32_t i = 0; i < found_.size(); ++i) {
      const Skin::Part& part = found_[i].*side;
      if (part.whole_kind != SkinKind::face) result[{part.whole_kind, part.whole}].push_back(i);
    }
    return result;
  }

  // Is an edge that runs through a face, or its end, in touch with the face or its outline?
  bool settled(const Touch& crossing, const ByPart& by_edge) const {
    const bool edge_is_a = crossing.a.whole_kind == SkinKind::edge;
    const Skin& skin = edge_is_a ? a_ : b_;
    const Skin::Part& edge = edge_is_a ? crossing.a : crossing.b;
    const auto touches = [&](SkinKind kind, std::uint32_t whole) {
      const auto it = by_edge.find({kind, whole});
      return it != by_edge.end() && ranges::any_of(it->second, [&](std::uint32_t i) {
               return edge_is_a ? b_.nested(found_[i].b, crossing.b) : a_.nested(found_[i].a, crossing.a);
             });
    };
    return touches(SkinKind::edge, edge.whole) ||
           (edge.kind == SkinKind::edge &&
            (touches(SkinKind::vertex, skin.edges[edge.id].from) || touches(SkinKind::vertex, skin.edges[edge.id].to)));
  }

  std::vector<std::uint32_t> by_place() const {
    struct Placed {
      std::uint64_t x;
      std::uint32_t contact;
    };
    std::vector<Placed> order(found_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = {ordered_bits(found_[i].contact.point.x + 0.0), i};
    stable_radix_sort(order, [](const Placed& placed) { return placed.x; });
    std::vector<std::uint32_t> result(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) result[i] = order[i].contact;
    return result;
  }

  // Is a contact of the edge, or of the face, where the edge runs through it? Its normal fits there: around it nothing
  // is deeper than the tolerance.
  bool at_contact(const Touch& crossing, const std::vector<std::uint32_t>& along_x) const {
    const double near = 2 * settings_.tolerance + point_rounding_, x = crossing.point_a.x;
    auto it = ranges::lower_bound(along_x, x - near, {}, [&](std::uint32_t i) { return found_[i].contact.point.x; });
    for (; it != along_x.end() && found_[*it].contact.point.x <= x + near; ++it) {
      const FoundPair& found = found_[*it];
      if (length(found.contact.point - crossing.point_a) <= near &&
          (a_.nested(found.a, crossing.a) || b_.nested(found.b, crossing.b)))
        return true;
    }
    return false;
  }

  // What runs through each other in one group.
  struct Crossing {
    std::vector<std::size_t> touches;
    // How far edges reach through a surface, below and above it by its normals: of those through a, and through b.
    double below[2] = {0, 0}, above[2] = {0, 0};
    std::vector<Vec3> points;   // on both surfaces, and behind them
    std::vector<Vec3> normals;  // from a to b
  };

  struct Pierced {
    bool is_b;
    const Skin& skin;
    Vec3 normal, point;
  };
  Pierced pierced(const Touch& touch) const {
    const bool is_b = touch.b.whole_kind == SkinKind::face;
    const Skin& skin = is_b ? b_ : a_;
    return {is_b, skin, skin.faces[is_b ? touch.faces.b : touch.faces.a].normal, touch.point_a};
  }

  void add_normal(Crossing& crossing, Vec3 n) const {
    if (!(n == Vec3{})) crossing.normals.push_back(n);
  }

  // The end of the edge behind the face, and the face's normal. A surface has no inside: of all of the group the side
  // from which it is less far back.
  void add_inner_end(Crossing& crossing, const Touch& touch) const {
    const Pierced face = pierced(touch);
    const bool below =
        face.skin.outward != 0 ? face.skin.outward > 0 : crossing.below[face.is_b] <= crossing.above[face.is_b];
    crossing.points.push_back(below ? touch.below : touch.above);
    add_normal(crossing, face.normal * (below == face.is_b ? -1.0 : 1.0));
  }
  void add_normals_around(Crossing& crossing, const Touch& touch) const {
    for (const std::uint32_t f : a_.faces_of(touch.a))
      add_normal(crossing, a_.faces[f].normal * (a_.outward < 0 ? -1.0 : 1.0));
    for (const std::uint32_t f : b_.faces_of(touch.b))
      add_normal(crossing, b_.faces[f].normal * (b_.outward < 0 ? 1.0 : -1.0));
  }

  // Each once, where it came first.
  static void leave_out_equal(std::vector<Vec3>& normals) {
    Numbers numbers(normals.size());
    std::vector<Vec3> distinct;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const std::size_t known = distinct.size();
      if (numbers.of(normals[i] + Vec3{}, distinct) == known) normals[kept++] = normals[i];
    }
    normals.resize(kept);
  }

  // Across an edge that is touched, as near to an axis as that may be; x where there is none.
  Vec3 free_normal(const Touch& touch) const {
    Vec3 along;
    for (const auto& [skin, part] : {std::pair(&a_, touch.a), std::pair(&b_, touch.b)})
      for (const std::uint32_t f : skin->faces_of(part))
        for (const std::uint32_t e : skin->faces[f].edges)
          if (along == Vec3{}) along = skin->direction(e);
    if (along == Vec3{}) return {1, 0, 0};
    Vec3 axis;
    axis[least_axis(along)] = 1;
    const Vec3 across = axis - along * dot(axis, along);
    return across * (1 / length(across));
  }

  void add_crossings(const std::vector<Touch>& through) {
    std::map<std::uint32_t, Crossing> groups;
    for (std::size_t i = 0; i < through.size(); ++i) {
      const Touch& touch = through[i];
      Crossing& crossing = groups[group_of(touch.faces)];
      crossing.touches.push_back(i);
      crossing.points.push_back(touch.point_a);
      if (!touch.pierces) continue;
      const Pierced face = pierced(touch);
      double& below = crossing.below[face.is_b];
      double& above = crossing.above[face.is_b];
      below = std::max(below, dot(face.normal, face.point - touch.below));
      above = std::max(above, dot(face.normal, touch.above - face.point));
    }
    for (auto& [group, crossing] : groups) {
      for (const std::size_t i : crossing.touches) {
        if (through[i].pierces)
          add_inner_end(crossing, through[i]);
        else
          add_normals_around(crossing, through[i]);
      }
      leave_out_equal(crossing.normals);
      put_far_points_first(crossing.points);
      double depth = infinity;
      Vec3 normal = free_normal(through[crossing.touches[0]]);  // where points and edges meet that have no face
      for (const Vec3& n : crossing.normals)
        if (const double width = width_along(crossing.points, n, depth); width < depth) {
          depth = width;
          normal = n;
        }
      for (const std::size_t i : crossing.touches) {
        Contact contact;
        contact.point = through[i].point_a;
        contact.normal = normal;
        contact.depth = (depth < infinity ? depth : 0) + (body_a_.radius + body_b_.radius);
        contact.bound = infinity;
        contact.crossing = true;
        contact.arbitrary = crossing.normals.empty();
        found_.push_back({contact, through[i].a, through[i].b, group});
      }
    }
  }

  // After the first point, those that are farthest along some directions, of some dozens: they tell of most normals
  // that the crossing is too wide along them.
  static void put_far_points_first(std::vector<Vec3>& points) {
    static constexpr std::array<Vec3, 13> ways = {
        Vec3{1, 0, 0}, Vec3{0, 1, 0},  Vec3{0, 0, 1}, Vec3{1, 1, 0},  Vec3{1, -1, 0}, Vec3{1, 0, 1}, Vec3{1, 0, -1},
        Vec3{0, 1, 1}, Vec3{0, 1, -1}, Vec3{1, 1, 1}, Vec3{-1, 1, 1}, Vec3{1, -1, 1}, Vec3{1, 1, -1}};
    if (points.size() < 8 * ways.size()) return;
    std::size_t to = 1;
    const std::size_t stride = 1 + points.size() / 64;
    for (const Vec3& way : ways) {
      std::size_t low = to, high = to;
      double least = infinity, most = -infinity;
      for (std::size_t i = to; i < points.size(); i += stride) {
        const double at = dot(way, points[i]);
        if (at < least) {
          least = at;
          low = i;
        }
        if (at > most) {
          most = at;
          high = i;
        }
      }
      std::swap(points[to++], points[low]);
      if (high == to - 1) high = low;  // it was there
      if (high >= to) std::swap(points[to++], points[high]);
    }
  }

  // Or as much of it as shows that it is not below `enough`. The two points that show it mostly do so for the next
  // normal, too, and come first for it.
  static double width_along(std::vector<Vec3>& points, Vec3 n, double enough) {
    double least = 0, most = 0;
    std::size_t low = 0, high = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double at = dot(n, points[i] - points[0]);
      if (at >= least && at <= most) continue;
      (at < least ? low : high) = i;
      least = std::min(least, at);
      most = std::max(most, at);
      if (most - least < enough) continue;
      if (low > 2) std::swap(points[low], points[1]);
      if (high == 1 && low > 2) high = low;
      if (high > 2) std::swap(points[high], points[2]);
      break;
    }
    return most - least;
  }

  // By keys, which are small beside what they stand for.
  template <class Key, class Before>
  void sort_found(std::vector<Key>& order, const Before& is_before) {
    std::sort(order.begin(), order.end(), is_before);
    std::vector<FoundPair> sorted;
    sorted.reserve(order.size());
    for (const Key& key : order) sorted.push_back(found_[key.contact]);
    found_ = std::move(sorted);
  }

  // Of contacts at one place, up to the tolerance, whose parts adjoin, the one of the lesser parts stays; of the same
  // kinds of parts those that are nearest to each other.
  void leave_out_repeated() {
    const auto rank = [](const FoundPair& f) {
      const int corners = int(f.a.whole_kind == SkinKind::vertex) + int(f.b.whole_kind == SkinKind::vertex);
      const bool face = f.a.whole_kind == SkinKind::face || f.b.whole_kind == SkinKind::face;
      return corners == 2 ? 0 : corners == 1 ? (face ? 2 : 1) : (face ? 4 : 3);
    };
    // A part's whole is told by its kinds and its number.
    const auto number = [](const Skin::Part& part) {
      return std::uint64_t{part.id} | std::uint64_t(part.whole_kind) << 32 | std::uint64_t(part.kind) << 40;
    };
    struct Key {
      int rank;  // with all crossings last
      double distance;
      std::uint64_t a, b;
      std::uint32_t contact;
    };
    std::vector<Key> order(found_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const FoundPair& f = found_[i];
      order[i] = {rank(f) + (f.contact.crossing ? 8 : 0), f.distance, number(f.a), number(f.b), i};
    }
    sort_found(order, [&](const Key& p, const Key& q) {
      if (p.rank != q.rank) return p.rank < q.rank;
      if (p.distance != q.distance) return p.distance < q.distance;
      if (p.a != q.a) return p.a < q.a;
      if (p.b != q.b) return p.b < q.b;
      return before(found_[p.contact].contact.normal, found_[q.contact].contact.normal);
    });
    // By place, so that only neighbours are compared.
    const std::vector<std::uint32_t> by_x = by_place();
    std::vector<std::uint32_t> place(found_.size());
    for (std::uint32_t k = 0; k < by_x.size(); ++k) place[by_x[k]] = k;
    const double near = 2 * settings_.tolerance + point_rounding_;
    std::vector<bool> left_out(found_.size(), false);
    const auto repeats = [&](const FoundPair& p, const FoundPair& q) {
      const double apart = length(p.contact.point - q.contact.point);
      const double turned = dot(p.contact.normal, q.contact.normal);
      if (apart <= point_rounding_ && turned >= 1 - 1e-9) return true;
      return apart <= near && turned >= 0.9 && a_.adjoin(p.a, q.a) && b_.adjoin(p.b, q.b);
    };
    for (std::uint32_t i = 0; i < found_.size(); ++i) {
      if (left_out[i]) continue;
      for (const int step : {-1, 1})
        for (std::ptrdiff_t k = std::ptrdiff_t(place[i]) + step; k >= 0 && k < std::ptrdiff_t(by_x.size()); k += step) {
          const std::uint32_t j = by_x[std::size_t(k)];
          if (!(std::fabs(found_[j].contact.point.x - found_[i].contact.point.x) <= near)) break;
          if (j > i && repeats(found_[i], found_[j])) left_out[j] = true;
        }
    }
    std::size_t kept = 0;
    for (std::uint32_t i = 0; i < found_.size(); ++i)
      if (!left_out[i]) found_[kept++] = found_[i];
    found_.resize(kept);
  }

  void finish(ContactResult& result) {
    for (FoundPair& f : found_) {
      f.contact.normal = f.contact.normal + Vec3{};  // no -0
      f.contact.feature_a = a_.feature(body_a_, f.a);
      f.contact.feature_b = b_.feature(body_b_, f.b);
    }
    // The triangles of a box are no part of it, so that its contacts are in the order of their points.
    const auto number = [](const Posed& body, const Feature& f) {
      const bool box = body.shape->form == ShapeForm::box;
      return std::uint64_t{box ? 0 : f.triangle} << 32 | std::uint64_t(f.kind) << 16 | (box ? 0u : f.index);
    };
    struct Key {
      std::uint64_t a, b;
      std::uint32_t contact;
    };
    std::vector<Key> order(found_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const Contact& c = found_[i].contact;
      order[i] = {number(body_a_, c.feature_a), number(body_b_, c.feature_b), i};
    }
    sort_found(order, [&](const Key& p, const Key& q) {
      if (p.a != q.a) return p.a < q.a;
      if (p.b != q.b) return p.b < q.b;
      const Contact &c = found_[p.contact].contact, &d = found_[q.contact].contact;
      return c.point == d.point ? before(c.normal, d.normal) : before(c.point, d.point);
    });
    result.contacts.reserve(found_.size());
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_group;
    std::vector<Vec3> normals;  // of patches
    for (FoundPair& f : found_) {
      std::vector<std::uint32_t>& patches = of_group[f.group];
      const auto it = ranges::find_if(
          patches, [&](std::uint32_t patch) { return dot(normals[patch], f.contact.normal) >= one_patch; });
      if (it == patches.end()) {
        f.contact.patch = std::uint32_t(normals.size());
        patches.push_back(f.contact.patch);
        normals.push_back(f.contact.normal);
      } else {
        f.contact.patch = *it;
      }
      f.contact.feature_a = named_outside(*body_a_.shape, f.contact.feature_a);
      f.contact.feature_b = named_outside(*body_b_.shape, f.contact.feature_b);
      result.contacts.push_back(f.contact);
    }
    if (settings_.reduce) reduce_patches(normals, result.contacts);
  }

  const Posed &body_a_, &body_b_;
  const ContactSettings& settings_;
  Skin a_, b_;
  std::vector<TrianglePair> pairs_;    // of faces
  std::vector<std::uint32_t> groups_;  // of pairs
  std::vector<FoundPair> found_;
  double rounding_ = 0;        // of the cores
  double point_rounding_ = 0;  // of the points of contacts, which the radii may put far from the cores
};

}  // namespace

ContactResult triangle_contacts(const Body& a, const Body& b, const ContactSettings& settings) {
  ContactResult result = no_contacts();
  PlacedBody placed_a, placed_b;
  if (const Status status = make_posed_with_radius(a, placed_a.body); status != Status::ok)
    return failed<ContactResult>(status);
  if (const Status status = make_posed_with_radius(b, placed_b.body); status != Status::ok)
    return failed<ContactResult>(status);
  // A core descends the tree of a mesh as it is in the world.
  if (!descends(placed_a, placed_b)) placed_a.placement = place(*placed_a.body.shape, placed_a.body.pose);
  if (!descends(placed_b, placed_a)) placed_b.placement = place(*placed_b.body.shape, placed_b.body.pose);
  if (ball_contacts(placed_a, placed_b, settings, result)) return result;
  if (stick_contacts(placed_a, placed_b, settings, result)) return result;
  const Reach reach{placed_a.body.radius, placed_b.body.radius, settings.tolerance};
  std::vector<TrianglePair> pairs = near_pairs(placed_a, placed_b, reach, result.counters);
  if (pairs.empty() || all_inner(placed_a.body, placed_b.body, settings.tolerance, pairs)) return result;
  Finder(placed_a, placed_b, pairs, settings).run(result);
  if (!result.contacts.empty() || settings.flat == 0) return result;
  // Bends that count as flat add up: what touches may be in the midst of a face that is far off at its corners.
  ContactSettings strict = settings;
  strict.flat = 0;
  Finder(placed_a, placed_b, std::move(pairs), strict).run(result);
  return result;
}

}  // namespace graze
