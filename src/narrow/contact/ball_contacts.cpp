// A ball against triangles without a margin: a contact where the distance from its centre is locally least.
//
// The nearest point of each triangle in reach is in its face, on an edge or at a corner. In a face it is locally the
// nearest of the surface. At an edge or a corner it is, unless a triangle that has it comes nearer: that triangle is in
// reach, too, so that looking at those in reach is enough. Nothing is made of all of them: edges and corners with a
// nearest point are noted in a table, and each triangle strikes out those of its own that it comes nearer than.
//
// Distances are computed in double, from the centre. The point found is a mean of corners, so that the triangle is no
// farther than it but for rounding; and no nearer than its corners are along the way to that point. Where the two leave
// more than rounding between them, triangle_distance() is asked. What is told of a contact is certified by that anyway.
#include "narrow/contact/ball_contacts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "base/ranges.h"
#include "base/work.h"
#include "math/norms.h"
#include "narrow/body/faces.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"
#include "narrow/body/world_volume.h"
#include "narrow/contact/ball_kernel.h"
#include "narrow/contact/place.h"
#include "narrow/contact/reduce.h"
#include "narrow/contact/skin.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/triangle/triangle_distance.h"
#include "tree/descend.h"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;

constexpr std::size_t few = 128;  // items

// The nearest place of a triangle in reach.
struct Item {
  std::uint32_t triangle;
  std::array<std::uint32_t, 3> corners;  // numbers of vertices
  TriangleFeature feature;
  double distance;
};

// Edges and corners by the numbers of their vertices; a corner is an edge to itself.
std::uint64_t key_of(std::uint32_t v, std::uint32_t w) noexcept {
  return std::uint64_t{std::min(v, w)} << 32 | std::max(v, w);
}
std::uint64_t key_of(const Item& item) noexcept {
  const std::uint32_t v = item.corners[item.feature.index];
  return key_of(v, item.feature.kind == Kind::edge ? item.corners[(item.feature.index + 1) % 3] : v);
}

// Of each edge and corner the first item that is nearest there.
class PlaceTable {
 public:
  explicit PlaceTable(std::size_t most) : places_(std::bit_ceil(2 * most + 2), Place{nobody, 0}) {}
  std::uint32_t* find(std::uint64_t key) noexcept {
    Place& place = at(key);
    return place.key == key ? &place.item : nullptr;
  }
  void insert(std::uint64_t key, std::uint32_t item) noexcept {
    Place& place = at(key);
    if (place.key == nobody) place = {key, item};
  }

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  struct Place {
    std::uint64_t key;
    std::uint32_t item;
  };
  Place& at(std::uint64_t key) noexcept {
    const std::size_t mask = places_.size() - 1;
    std::size_t i = key * 0x9e3779b97f4a7c15u >> 32 & mask;
    while (places_[i].key != nobody && places_[i].key != key) i = (i + 1) & mask;
    return places_[i];
  }
  std::vector<Place> places_;
};

struct Found {
  Contact contact;
  std::uint32_t item;
  double distance;
  bool inside;      // the centre is behind the surface there
  Feature feature;  // of the mesh, before it is named for outside
};

class Ball {
 public:
  Ball(const Posed& ball, const PlacedBody& mesh, bool ball_is_a, const ContactSettings& settings)
      : ball_(ball),
        mesh_(mesh),
        settings_(settings),
        upper_(Reach{ball.radius, 0, settings.tolerance}.upper()),
        lower_(Reach{ball.radius, 0, settings.tolerance}.lower()),
        centre_(ball.triangle(0).a),
        sign_(ball_is_a ? 1.0 : -1.0),
        facing_(facing_of(mesh.body)) {}

  // False where rounding leaves something open: the general way decides.
  bool run(ContactResult& result) {
    if (!collect(result.counters)) return false;
    if (items_.empty() || all_inner_) return true;
    if (!find_minima()) return false;
    for (const std::uint32_t i : minima_)
      if (!add(i, result)) return false;
    if (found_.empty()) return false;
    finish(result);
    return true;
  }

 private:
  // Every triangle in reach, in order. False: whether one is, or what is nearest on it, is not plain.
  bool collect(Counters& counters) {
    const double centre_size = largest(centre_);
    TreeVolume volume;
    // What is beyond the reach by four times its rounding is to be decided, too: whatever the tree, all of that is
    // found.
    const double most_size = std::max({centre_size, largest(mesh_.body.box.lo), largest(mesh_.body.box.hi)});
    if (!tree_volume(mesh_.placement, world_volume(ball_, upper_ + most_size * 0x1p-42), volume)) return false;
    const ShapeData& shape = *mesh_.body.shape;
    std::vector<std::uint32_t> near;
    near.reserve(64);
    PairWork work;
    descend(shape.tree(), shape.oriented().data(), volume.box, volume.map, false, work, [&](std::uint32_t i, bool) {
      work::charge(8);
      work::poll();
      near.push_back(i);
      return true;
    });
    counters.box_tests += work.boxes;
    counters.triangle_tests += work.triangles;
    counters.double_tests += near.size();
    ranges::sort(near);
    items_.reserve(near.size());
    size_ = centre_size;
    const FindBallFeet find_feet = find_ball_feet();
    for (std::size_t first = 0; first < near.size(); first += 4) {
      const std::size_t count = std::min<std::size_t>(4, near.size() - first);
      Triangle four[4];
      for (std::size_t i = 0; i < 4; ++i) four[i] = shape.triangle(near[first + (i < count ? i : 0)]);
      BallFeet feet;
      find_feet(four, mesh_.body.pose, centre_, feet);
      for (std::size_t i = 0; i < count; ++i)
        if (!take(near[first + i], feet, i, centre_size)) return false;
    }
    rounding_ = size_ * 0x1p-48;
    point_rounding_ = std::max(size_, ball_.radius) * 0x1p-48;
    return true;
  }
  bool take(std::uint32_t triangle, const BallFeet& feet, std::size_t i, double centre_size) {
    const double rounding = (feet.size[i] + centre_size) * 0x1p-47, inner = ball_.radius - settings_.tolerance;
    double distance = feet.distance[i];
    TriangleFeature feature{Kind::face, 0};
    const auto at = [i](const unsigned(&of_four)[3]) { return (of_four[1] >> i & 1) + 2 * (of_four[2] >> i & 1); };
    if (((feet.corner[0] | feet.corner[1] | feet.corner[2]) >> i & 1) != 0)
      feature = {Kind::vertex, std::uint8_t(at(feet.corner))};
    else if (((feet.edge[0] | feet.edge[1] | feet.edge[2]) >> i & 1) != 0)
      feature = {Kind::edge, std::uint8_t(at(feet.edge))};
    // Along the way to the point no corner is nearer, times the distance.
    if (!(feet.least[i] >= (distance - rounding) * distance)) {
      const TriangleDistance found = triangle_distance({centre_, centre_, centre_}, mesh_.body.triangle(triangle));
      feature = found.feature_b;
      distance = found.distance;
    }
    if (distance > upper_ + 4 * rounding) return true;
    if (!(distance <= lower_ - 4 * rounding && distance > 0x1p20 * rounding)) return false;
    const double far = std::sqrt(feet.far_square[i]);
    if (far > inner - 4 * rounding) {
      all_inner_ = false;
      if (!(far > inner + 4 * rounding)) return false;  // too near to tell a body inside the ball from others
    }
    size_ = std::max(size_, feet.size[i]);
    const std::array<std::size_t, 3> corners = mesh_.body.shape->corners(triangle);
    items_.push_back({triangle,
                      {std::uint32_t(corners[0]), std::uint32_t(corners[1]), std::uint32_t(corners[2])},
                      feature,
                      distance});
    return true;
  }

  // False: the surface is as near nearly everywhere, as around the middle of a tessellated sphere.
  bool find_minima() {
    find_unstruck();
    if (minima_.size() <= 16) return true;
    // Far more places than most surfaces have: triangles without common vertices may have common positions.
    number_by_position();
    find_unstruck();
    return minima_.size() <= 256;
  }
  void find_unstruck() {
    minima_.clear();
    if (items_.size() <= few) {
      for (std::uint32_t i = 0; i < items_.size(); ++i)
        if (stands(i)) minima_.push_back(i);
      return;
    }
    PlaceTable table(items_.size());
    for (std::uint32_t i = 0; i < items_.size(); ++i)
      if (items_[i].feature.kind != Kind::face) table.insert(key_of(items_[i]), i);
    struck_.assign(items_.size(), 0);
    for (const Item& item : items_) {
      const std::uint64_t own = item.feature.kind == Kind::face ? ~std::uint64_t{0} : key_of(item);
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = item.corners[k], w = item.corners[(k + 1) % 3];
        for (const std::uint64_t key : {key_of(v, v), key_of(v, w)}) {
          if (key == own) continue;
          if (const std::uint32_t* other = table.find(key); other != nullptr && item.distance < items_[*other].distance)
            struck_[*other] = 1;
        }
      }
    }
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.feature.kind == Kind::face || (struck_[i] == 0 && *table.find(key_of(item)) == i)) minima_.push_back(i);
    }
  }

  // The same of one item, by a look at all others: of few that is less than making a table.
  bool stands(std::uint32_t i) const {
    const Item& item = items_[i];
    if (item.feature.kind == Kind::face) return true;
    const std::uint64_t key = key_of(item);
    const auto v = std::uint32_t(key >> 32), w = std::uint32_t(key);
    // Does a triangle come nearer, or is it the first with this place?
    const auto strikes = [&](std::uint32_t j) {
      const auto& [a, b, c] = items_[j].corners;
      if (!((a == v || b == v || c == v) && (a == w || b == w || c == w))) return false;
      const bool same = items_[j].feature.kind != Kind::face && key_of(items_[j]) == key;
      return same ? j < i : items_[j].distance < item.distance;
    };
    // Neighbours mostly have numbers near to each other.
    const auto count = std::uint32_t(items_.size());
    for (std::uint32_t step = 1; step <= i || i + step < count; ++step)
      if ((step <= i && strikes(i - step)) || (i + step < count && strikes(i + step))) return false;
    return true;
  }

  struct Corner {
    Vec3 point;
    std::uint32_t place;  // 3 * item + corner
  };
  // All corners of items, those at one position next to each other.
  std::vector<Corner> sorted_corners() const {
    std::vector<Corner> corners;
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      const Triangle t = mesh_.body.triangle(items_[i].triangle);
      corners.insert(corners.end(), {{t.a + Vec3{}, 3 * i}, {t.b + Vec3{}, 3 * i + 1}, {t.c + Vec3{}, 3 * i + 2}});
    }
    ranges::sort(corners, {}, [](const Corner& c) { return std::tuple(c.point.x, c.point.y, c.point.z, c.place); });
    return corners;
  }
  void number_by_position() {
    const std::vector<Corner> corners = sorted_corners();
    std::uint32_t number = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (k > 0 && !(corners[k].point == corners[k - 1].point)) ++number;
      items_[corners[k].place / 3].corners[corners[k].place % 3] = number;
    }
    std::vector<TrianglePair> of_corners;
    for (const Corner& corner : corners) {
      const std::uint32_t item = corner.place / 3;
      of_corners.push_back({items_[item].corners[corner.place % 3], item});
    }
    at_position_ = Lists(number + 1, of_corners);
    numbered_ = true;
  }

  bool has(const Triangle& t, Vec3 p) const { return t.a == p || t.b == p || t.c == p; }

  // The triangles that have the edge or corner that an item is nearest at, by their positions. Empty: one of them comes
  // nearer, which has other vertices there.
  std::vector<std::uint32_t> around(const Item& item) const {
    const Triangle t = mesh_.body.triangle(item.triangle);
    const std::array<Vec3, 3> corners{t.a, t.b, t.c};
    const Vec3 p = corners[item.feature.index];
    const Vec3 q = item.feature.kind == Kind::edge ? corners[(item.feature.index + 1) % 3] : p;
    std::vector<std::uint32_t> result;
    // False: it comes nearer.
    const auto look_at = [&](const Item& other) {
      const Triangle s = mesh_.body.triangle(other.triangle);
      if (!has(s, p) || !has(s, q)) return true;
      if (other.distance < item.distance && !(other.feature.kind != Kind::face && key_of(other) == key_of(item)))
        return false;
      result.push_back(other.triangle);
      return true;
    };
    if (numbered_) {
      for (const std::uint32_t i : at_position_[item.corners[item.feature.index]])
        if (!look_at(items_[i])) return {};
    } else {
      work::charge(items_.size() / 4);
      for (const Item& other : items_)
        if (!look_at(other)) return {};
    }
    return result;
  }

  bool add(std::uint32_t i, ContactResult& result) {
    const Item& item = items_[i];
    std::vector<std::uint32_t> triangles;
    if (item.feature.kind != Kind::face) {
      triangles = around(item);
      if (triangles.empty()) return true;
    }
    const Triangle face = mesh_.body.triangle(item.triangle);
    const TriangleDistance found = triangle_distance({centre_, centre_, centre_}, face);
    if (!(found.distance > rounding_)) return false;
    Spot spot;
    if (!describe({mesh_.body, facing_, settings_.flat}, {item.triangle, item.feature}, triangles, -found.normal, spot))
      return false;
    // From the ball to the mesh. In a face, its normal: the points may be too near to tell one.
    Vec3 normal = found.normal;
    if (!(spot.face == Vec3{})) normal = dot(spot.face, normal) < 0 ? -spot.face : spot.face;
    if (spot.out < 0) normal = -normal;
    const double turned = dot(normal, found.normal), radius = ball_.radius;
    if (!(std::fabs(turned) >= 1 - 0x1p-30)) return false;
    Found made{{}, i, found.distance, spot.out < 0, spot.feature};
    Contact& contact = made.contact;
    contact.depth = radius - std::copysign(found.distance, turned);
    contact.bound = found.bound + 2 * (1 - std::fabs(turned)) * found.distance + (found.distance + radius) * 0x1p-49;
    contact.point = (centre_ + normal * radius) * 0.5 + found.point_b * 0.5;
    contact.normal = normal * sign_ + Vec3{};  // no -0
    result.point_bound = std::max({result.point_bound, point_rounding_, found.point_bound + point_rounding_});
    found_.push_back(made);
    return true;
  }

  // Of contacts at one place, up to the tolerance, with like normals, the nearest stays; and of all ways out the
  // shortest.
  void leave_out_repeated() {
    ranges::sort(found_, {}, [](const Found& f) { return std::tuple(f.distance, f.item); });
    std::vector<Found> kept;
    for (const Found& f : found_) {
      const bool again = ranges::any_of(kept, [&](const Found& k) {
        const double apart = length(k.contact.point - f.contact.point),
                     turned = dot(k.contact.normal, f.contact.normal);
        return (k.inside && f.inside) || (apart <= point_rounding_ && turned >= 1 - 1e-9) ||
               (apart <= 2 * settings_.tolerance + point_rounding_ && turned >= 0.9 && adjoin(k.item, f.item));
      });
      if (!again) kept.push_back(f);
    }
    found_ = std::move(kept);
  }
  bool adjoin(std::uint32_t i, std::uint32_t j) const {
    const Triangle s = mesh_.body.triangle(items_[i].triangle), t = mesh_.body.triangle(items_[j].triangle);
    return has(s, t.a) || has(s, t.b) || has(s, t.c);
  }

  // Which triangles in reach hang together, through common corners.
  std::vector<std::uint32_t> connected() const {
    const std::vector<Corner> corners = sorted_corners();
    Joined joined(items_.size());
    for (std::size_t k = 1; k < corners.size(); ++k)
      if (corners[k].point == corners[k - 1].point) joined.join(corners[k].place / 3, corners[k - 1].place / 3);
    std::vector<std::uint32_t> roots(items_.size());
    for (std::uint32_t i = 0; i < roots.size(); ++i) roots[i] = joined.root(i);
    return roots;
  }

  void finish(ContactResult& result) {
    leave_out_repeated();
    ranges::sort(found_, {}, [](const Found& f) {
      return std::tuple(f.feature.triangle, f.feature.kind, f.feature.index, f.contact.point.x, f.contact.point.y,
                        f.contact.point.z);
    });
    std::vector<std::uint32_t> roots;  // made where two normals are alike
    std::vector<Vec3> normals;
    std::vector<std::uint32_t> of;  // of the patches: an item
    for (Found& f : found_) {
      std::optional<std::uint32_t> same;
      for (std::uint32_t patch = 0; patch < normals.size() && !same; ++patch) {
        if (!(dot(normals[patch], f.contact.normal) >= one_patch)) continue;
        if (roots.empty()) roots = connected();
        if (roots[of[patch]] == roots[f.item]) same = patch;
      }
      f.contact.patch = same.value_or(std::uint32_t(normals.size()));
      if (!same) {
        normals.push_back(f.contact.normal);
        of.push_back(f.item);
      }
      const Feature centre{Feature::Kind::vertex, 0, 0, 0}, other = named_outside(*mesh_.body.shape, f.feature);
      f.contact.feature_a = sign_ > 0 ? centre : other;
      f.contact.feature_b = sign_ > 0 ? other : centre;
      result.contacts.push_back(f.contact);
    }
    if (settings_.reduce) reduce_patches(normals, result.contacts);
  }

  const Posed& ball_;
  const PlacedBody& mesh_;
  const ContactSettings& settings_;
  const double upper_, lower_;  // of the reach
  const Vec3 centre_;
  const double sign_;  // of normals from the ball to the mesh
  const int facing_;
  std::vector<Item> items_;
  std::vector<std::uint8_t> struck_;
  bool numbered_ = false;  // the corners of items, by position
  Lists at_position_;      // then: the items that have a corner there
  std::vector<std::uint32_t> minima_;
  std::vector<Found> found_;
  bool all_inner_ = true;
  double size_ = 0;                           // the largest coordinate
  double rounding_ = 0, point_rounding_ = 0;  // of positions, and of points that the radius puts farther away
};

}  // namespace

bool ball_contacts(const PlacedBody& a, const PlacedBody& b, const ContactSettings& settings, ContactResult& result) {
  const auto is_ball = [](const PlacedBody& body) {
    return body.body.shape->form == ShapeForm::sphere && body.body.radius > 0;
  };
  const bool ball_is_a = is_ball(a);
  const PlacedBody &ball = ball_is_a ? a : b, &mesh = ball_is_a ? b : a;
  if (!is_ball(ball) || mesh.body.shape->primitive() || mesh.body.radius > 0 || settings.curves) return false;
  if (box_gap(ball.body.box, mesh.body.box) > Reach{ball.body.radius, 0, settings.tolerance}.upper()) return true;
  const Counters before = result.counters;
  if (Ball(ball.body, mesh, ball_is_a, settings).run(result)) return true;
  result = no_contacts();
  result.counters = before;
  return false;
}

}  // namespace graze
