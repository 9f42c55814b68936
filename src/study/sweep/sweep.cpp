// Numbers are taken from the middle of the moving body, so that a far origin costs no digits.
#include "study/sweep/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/function_ref.h"
#include "motion/path.h"
#include "study/sweep/features.h"
#include "study/sweep/side_cache.h"

namespace graze::study {
namespace {

using Kind = SweepContact::Kind;

SweepMotion sweep_motion(const Motion& motion) {
  SweepMotion result;
  result.turns = motion.kind == Motion::Kind::rotation;
  result.way = result.turns ? Vec3{} : motion.translation;
  if (result.turns) {
    const Vec3 axis =
        motion.axis * (1 / std::max({std::fabs(motion.axis.x), std::fabs(motion.axis.y), std::fabs(motion.axis.z)}));
    result.axis = {motion.origin, axis * ((motion.angle < 0 ? -1 : 1) / length(axis))};
    result.angle = std::fabs(motion.angle);
  }
  return result;
}

// A stop that was found. `order` rises with the fraction.
struct Stop {
  double order = std::numeric_limits<double>::infinity();
  HalfAngle half;  // of a rotation
  Kind kind = Kind::vertex_face;
  std::uint32_t moving = 0, still = 0;

  bool comes_before(const Stop& other) const {
    if (order != other.order) return order < other.order;
    if (kind != other.kind) return kind < other.kind;
    return std::pair(moving, still) < std::pair(other.moving, other.still);
  }
};

// Edges or vertices of a body that came into question, ascending, and their places in the list: rows and columns of the
// cache. The lists are short where the body is large.
struct Numbers {
  std::vector<std::uint32_t> list;

  void add(std::uint32_t number) { list.push_back(number); }
  void finish() {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  std::size_t place(std::uint32_t number) const {
    return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), number) - list.begin());
  }
};

class Sweeper {
 public:
  using Collect = FunctionRef<void(const Stop&)>;

  Sweeper(const PosedPolygons& moving, const SweepMotion& motion, const PosedPolygons& still,
          const SweepSettings& settings, const ExpelZone& zone)
      : moving_(moving), still_(still), motion_(motion), back_(motion.reversed()), settings_(settings), zone_(zone) {
    const double reach = zone.thickness * PosedPolygons::farthest + 2 * zone.doubt;
    Box box;
    for (const Vec3 p : moving.points()) box = merge(box, box_of_way(p, motion, reach));
    still_features_ = features_of(still, motion, faces_near(still, box, settings), settings.switches);
    std::vector<std::uint32_t> faces(moving.surface().faces.size());
    for (std::uint32_t f = 0; f < faces.size(); ++f) faces[f] = f;
    moving_features_ = features_of(moving, back_, faces, settings.switches);
    counters_.faces = still_features_.faces.size();
    find_boxes(reach);
    if (motion_.turns) end_ = half_of(motion_.angle);
  }

  // Calls `first` for each stop; all of them, or those that may come before the best so far.
  void run(bool all, Collect found) {
    all_ = all;
    if (motion_.turns) {
      turn_vertices(Kind::vertex_face, found);
      turn_vertices(Kind::face_vertex, found);
      turn_edges(found);
    } else {
      translate(found);
    }
  }

  const Stop& best() const { return best_; }
  SweepCounters counters() const { return counters_; }
  HalfAngle end() const { return end_; }

 private:
  // --- what is common ---

  void find_boxes(double reach) {
    if (!settings_.switches.feature_boxes) return;
    moving_vertex_boxes_.resize(moving_.points().size());
    for (std::size_t v = 0; v < moving_vertex_boxes_.size(); ++v)
      moving_vertex_boxes_[v] = box_of_way(moving_.points()[v], motion_, reach);
    still_vertex_boxes_.resize(still_features_.vertices.size());
    for (std::size_t i = 0; i < still_vertex_boxes_.size(); ++i)
      still_vertex_boxes_[i] = box_of_way(still_.points()[still_features_.vertices[i]], back_, reach);
    // The way of an edge is between those of its ends.
    for (const std::uint32_t e : moving_features_.edges) {
      const auto& edge = moving_.surface().edges[e];
      moving_edge_boxes_.push_back(merge(moving_vertex_boxes_[edge.from], moving_vertex_boxes_[edge.to]));
    }
  }
  static Box edge_box(const PosedPolygons& body, std::uint32_t e) {
    const auto& edge = body.surface().edges[e];
    return merge(Box{body.points()[edge.from], body.points()[edge.from]}, body.points()[edge.to]);
  }
  static EdgeLine edge_line(const PosedPolygons& body, std::uint32_t e) {
    const auto& edge = body.surface().edges[e];
    return {body.points()[edge.from], body.points()[edge.to] - body.points()[edge.from]};
  }

  void give(const Stop& stop, Collect found) {
    if (all_) found(stop);
    if (stop.comes_before(best_)) best_ = stop;
  }
  bool may_matter(double order) const { return all_ || order <= best_.order; }

  // --- translation ---

  void translate(Collect found) {
    const Vec3 origin = (moving_.bounds().lo + moving_.bounds().hi) * 0.5;
    // Columns by the edges of the faces in question, also internal ones: they bound faces.
    const auto columns = [](const PosedPolygons& body, const Features& features, Numbers& numbers) {
      for (const std::uint32_t f : features.faces) {
        const auto& face = body.surface().faces[f];
        for (std::uint32_t k = 0; k < face.count; ++k) numbers.add(body.surface().corners[face.first + k].edge / 2);
      }
      for (const std::uint32_t e : features.edges) numbers.add(e);
      numbers.finish();
    };
    const auto rows = [](const PosedPolygons& body, const Features& features, Numbers& numbers) {
      for (const std::uint32_t v : features.vertices) numbers.add(v);
      for (const std::uint32_t e : features.edges) {
        numbers.add(body.surface().edges[e].from);
        numbers.add(body.surface().edges[e].to);
      }
      numbers.finish();
    };
    Numbers moving_edges, still_edges, moving_vertices, still_vertices;
    columns(moving_, moving_features_, moving_edges);
    columns(still_, still_features_, still_edges);
    rows(moving_, moving_features_, moving_vertices);
    rows(still_, still_features_, still_vertices);
    const auto lines = [&](const PosedPolygons& body, const Numbers& numbers) {
      std::vector<Pluecker> result;
      for (const std::uint32_t e : numbers.list) {
        const auto& edge = body.surface().edges[e];
        result.push_back(line_through(body.points()[edge.from] - origin, body.points()[edge.to] - origin));
      }
      return result;
    };
    const auto ways = [&](const PosedPolygons& body, const Numbers& numbers, Vec3 way) {
      std::vector<Pluecker> result;
      for (const std::uint32_t v : numbers.list) result.push_back(line_along(body.points()[v] - origin, way));
      return result;
    };
    const bool keeps = settings_.switches.side_cache;
    SideCache past_still(ways(moving_, moving_vertices, motion_.way), lines(still_, still_edges), keeps);
    SideCache past_moving(ways(still_, still_vertices, back_.way), lines(moving_, moving_edges), keeps);

    translate_vertices(Kind::vertex_face, moving_vertices, still_edges, past_still, found);
    translate_vertices(Kind::face_vertex, still_vertices, moving_edges, past_moving, found);
    translate_edges(moving_vertices, still_vertices, moving_edges, still_edges, past_still, past_moving, found);
    counters_.sides += past_still.evaluated() + past_moving.evaluated();
  }

  void translate_vertices(Kind kind, const Numbers& rows, const Numbers& columns, SideCache& sides, Collect found) {
    const bool forward = kind == Kind::vertex_face;
    const PosedPolygons& body = forward ? still_ : moving_;
    const PosedPolygons& points = forward ? moving_ : still_;
    const Features& faces = forward ? still_features_ : moving_features_;
    const Features& vertices = forward ? moving_features_ : still_features_;
    const Vec3 way = forward ? motion_.way : back_.way;
    const auto& surface = body.surface();
    for (const std::uint32_t f : faces.faces) {
      const auto& face = surface.faces[f];
      const Vec3 on_plane = body.corner(face, 0);
      const double rise = dot(body.normals()[f], way);
      const int facing = rise < 0 ? 1 : -1;
      if (rise == 0 || (facing < 0 && !body.two_sided())) continue;
      for (std::size_t i = 0; i < vertices.vertices.size(); ++i) {
        const std::uint32_t v = vertices.vertices[i];
        if (settings_.switches.feature_boxes &&
            !overlap(forward ? moving_vertex_boxes_[v] : still_vertex_boxes_[i], body.boxes()[f]))
          continue;
        ++counters_.vertex_faces;
        const Vec3 vertex = points.points()[v];
        const double height = dot(body.normals()[f], vertex - on_plane) * facing;
        const std::optional<double> stop = vertex_to_plane(height, rise * facing, zone_);
        if (!stop || !may_matter(*stop)) continue;
        double at = *stop;
        if (settings_.lateral_clip) {
          const auto later = beside_face(vertex, way, body, f, at, std::max(height / (-rise * facing), at), zone_);
          if (!later || !(*later < 1)) continue;
          at = *later;
        } else if (!passes_inside(surface, face, rows.place(v), columns, sides, facing * body.handedness())) {
          continue;
        }
        give({at, {}, kind, forward ? v : f, forward ? f : v}, found);
      }
    }
  }

  static bool passes_inside(const PolygonSurface& surface, const PolygonSurface::Face& face, std::size_t row,
                            const Numbers& columns, SideCache& sides, double sense) {
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const std::uint32_t run = surface.corners[face.first + k].edge;
      const int side = sides.side(row, columns.place(run / 2));
      if ((run % 2 == 0 ? side : -side) * sense < 0) return false;
    }
    return true;
  }

  void translate_edges(const Numbers& moving_vertices, const Numbers& still_vertices, const Numbers& moving_edges,
                       const Numbers& still_edges, SideCache& past_still, SideCache& past_moving, Collect found) {
    for (const std::uint32_t e : still_features_.edges) {
      const auto& still_edge = still_.surface().edges[e];
      const EdgeLine still = edge_line(still_, e);
      const Box box = edge_box(still_, e);
      const std::size_t still_from = still_vertices.place(still_edge.from),
                        still_to = still_vertices.place(still_edge.to);
      for (std::size_t i = 0; i < moving_features_.edges.size(); ++i) {
        if (settings_.switches.feature_boxes && !overlap(moving_edge_boxes_[i], box)) continue;
        const std::uint32_t m = moving_features_.edges[i];
        ++counters_.edge_edges;
        const auto& moving_edge = moving_.surface().edges[m];
        const EdgeLine moving = edge_line(moving_, m);
        const auto stop = line_to_line(moving, motion_.way, still, still_.zones()[e], zone_);
        if (!stop || !may_matter(stop->stop)) continue;
        const auto across = [](SideCache& sides, std::size_t from, std::size_t to, std::size_t line) {
          return sides.side(from, line) * sides.side(to, line) <= 0;
        };
        if (!across(past_still, moving_vertices.place(moving_edge.from), moving_vertices.place(moving_edge.to),
                    still_edges.place(e)) ||
            !across(past_moving, still_from, still_to, moving_edges.place(m)))
          continue;
        double at = stop->stop;
        if (settings_.lateral_clip) {
          const auto& zone = still_.zones()[e];
          const double near = zone.regular ? length(zone.shift) * zone_.thickness : zone_.thickness;
          at = until_near(moving, motion_.way, still, near + zone_.doubt, *stop);
        }
        if (at < 1) give({at, {}, Kind::edge_edge, m, e}, found);
      }
    }
  }

  // --- rotation ---

  HalfAngle limit() const { return all_ || !(best_.order < end_order()) ? end_ : best_.half; }
  double end_order() const { return order_of(end_); }
  double order_of(const HalfAngle& half) const {
    return settings_.switches.no_arctangent ? half.order() : angle_of(half);
  }
  void give_turn(const std::optional<HalfAngle>& half, Kind kind, std::uint32_t moving, std::uint32_t still,
                 Collect found) {
    if (!half) return;
    if (!settings_.switches.no_arctangent) ++counters_.arctangents;
    if (order_of(*half) < end_order()) give({order_of(*half), *half, kind, moving, still}, found);
  }

  void turn_vertices(Kind kind, Collect found) {
    const bool forward = kind == Kind::vertex_face;
    const PosedPolygons& body = forward ? still_ : moving_;
    const PosedPolygons& points = forward ? moving_ : still_;
    const Features& faces = forward ? still_features_ : moving_features_;
    const Features& vertices = forward ? moving_features_ : still_features_;
    const Axis& axis = forward ? motion_.axis : back_.axis;
    for (const std::uint32_t f : faces.faces)
      for (std::size_t i = 0; i < vertices.vertices.size(); ++i) {
        const std::uint32_t v = vertices.vertices[i];
        if (settings_.switches.feature_boxes &&
            !overlap(forward ? moving_vertex_boxes_[v] : still_vertex_boxes_[i], body.boxes()[f]))
          continue;
        for (const double facing : {1.0, -1.0}) {
          if (facing < 0 && !body.two_sided()) break;
          ++counters_.vertex_faces;
          const auto half = vertex_to_face(points.points()[v], axis, body, f, facing, zone_, limit());
          give_turn(half, kind, forward ? v : f, forward ? f : v, found);
        }
      }
  }

  void turn_edges(Collect found) {
    for (const std::uint32_t e : still_features_.edges) {
      const EdgeLine still = edge_line(still_, e);
      const Box box = edge_box(still_, e);
      for (std::size_t i = 0; i < moving_features_.edges.size(); ++i) {
        if (settings_.switches.feature_boxes && !overlap(moving_edge_boxes_[i], box)) continue;
        const std::uint32_t m = moving_features_.edges[i];
        ++counters_.edge_edges;
        give_turn(edge_to_edge(edge_line(moving_, m), motion_.axis, still, still_.zones()[e], zone_, limit()),
                  Kind::edge_edge, m, e, found);
      }
    }
  }

  const PosedPolygons& moving_;
  const PosedPolygons& still_;
  SweepMotion motion_, back_;
  const SweepSettings& settings_;
  ExpelZone zone_;
  bool all_ = false;
  HalfAngle end_;
  Features moving_features_, still_features_;
  std::vector<Box> moving_vertex_boxes_, still_vertex_boxes_, moving_edge_boxes_;
  Stop best_;
  SweepCounters counters_;
};

// The fraction, point and normal of a stop.
SweepContact describe(const Stop& stop, const PosedPolygons& moving, const SweepMotion& motion,
                      const PosedPolygons& still) {
  SweepContact contact{1, stop.kind, stop.moving, stop.still, {}, {}};
  // Rounded down by more than the arctangent is off.
  contact.fraction =
      motion.turns ? std::clamp(angle_of(stop.half) / motion.angle * (1 - 0x1p-49), 0.0, 1.0) : stop.order;
  const auto moved = [&](Vec3 p) {
    return motion.turns ? motion.axis.turned(p, stop.half.turn()) : p + motion.way * stop.order;
  };
  const auto moved_normal = [&](Vec3 n) {
    return motion.turns ? motion.axis.turned(motion.axis.origin + n, stop.half.turn()) - motion.axis.origin : n;
  };
  const auto towards = [](Vec3 normal, Vec3 gap) { return dot(normal, gap) < 0 ? -normal : normal; };
  switch (stop.kind) {
    case Kind::vertex_face: {
      contact.point = moved(moving.points()[stop.moving]);
      const auto& face = still.surface().faces[stop.still];
      contact.normal = towards(still.normals()[stop.still], still.corner(face, 0) - contact.point);
      break;
    }
    case Kind::face_vertex: {
      contact.point = still.points()[stop.still];
      const auto& face = moving.surface().faces[stop.moving];
      contact.normal =
          towards(moved_normal(moving.normals()[stop.moving]), contact.point - moved(moving.corner(face, 0)));
      break;
    }
    case Kind::edge_edge: {
      const auto& m = moving.surface().edges[stop.moving];
      const auto& s = still.surface().edges[stop.still];
      const Vec3 a = moved(moving.points()[m.from]), u = moved(moving.points()[m.to]) - a;
      const Vec3 c = still.points()[s.from], w = still.points()[s.to] - c;
      const Vec3 across = cross(u, w);
      // The point of the stationary edge's line nearest to the other line.
      const double t =
          dot(cross(a - c, u), cross(w, u)) / std::max(dot(across, across), std::numeric_limits<double>::min());
      contact.point = c + w * std::clamp(t, 0.0, 1.0);
      const double size = length(across);
      if (size > 0) contact.normal = towards(across * (1 / size), c - a);
      break;
    }
  }
  return contact;
}

// What all sweeps begin with.
struct Prepared {
  Status status = Status::ok;
  SweepMotion motion;
  ExpelZone zone;
};

Prepared prepare(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still,
                 const SweepSettings& settings) {
  Prepared result;
  const bool known = motion.kind == Motion::Kind::translation || motion.kind == Motion::Kind::rotation;
  if (!known) result.status = Status::unsupported;
  if (!is_valid(motion) || !(settings.expel >= 0) || !std::isfinite(settings.expel)) result.status = Status::invalid;
  if (result.status != Status::ok) return result;
  result.motion = sweep_motion(motion);
  const SweepBounds bounds = sweep_bounds(moving, motion, still);
  result.zone = {std::max(settings.expel, bounds.thickness), bounds.doubt};
  return result;
}

}  // namespace

// errata E with u = 2^-53: twice what evaluating and posing can be off, and for edges almost parallel, for which faces
// take over at a depth that grows with the root of u. Lengths are taken from the middle of the moving body.
SweepBounds sweep_bounds(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still) noexcept {
  constexpr double u = 0x1p-53;
  const Vec3 size = moving.bounds().hi - moving.bounds().lo;
  const double diagonal = length(size);
  const double far = std::max(
      {length(moving.bounds().lo), length(moving.bounds().hi), length(still.bounds().lo), length(still.bounds().hi)});
  const bool turns = motion.kind == Motion::Kind::rotation;
  const double way = turns ? 0 : length(motion.translation);
  double radius = 0;
  if (turns) radius = length((moving.bounds().lo + moving.bounds().hi) * 0.5 - motion.origin) + diagonal;
  const double sum = u * (56 * far + 12 * way + 106 * radius);
  return {sum * 0.5, 2 * sum + 2 * std::sqrt(9.3 * u * (diagonal + way) * diagonal)};
}

SweepResult sweep(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still,
                  const SweepSettings& settings) {
  SweepResult result;
  const Prepared prepared = prepare(moving, motion, still, settings);
  result.status = prepared.status;
  if (result.status != Status::ok) return result;
  result.expel = prepared.zone.thickness;
  const bool stands = prepared.motion.turns ? prepared.motion.angle == 0 : prepared.motion.way == Vec3{};
  if (stands) return result;
  Sweeper sweeper(moving, prepared.motion, still, settings, prepared.zone);
  sweeper.run(false, [](const Stop&) {});
  result.counters = sweeper.counters();
  result.stopped = std::isfinite(sweeper.best().order);
  if (!result.stopped) return result;
  result.contact = describe(sweeper.best(), moving, prepared.motion, still);
  result.fraction = result.contact.fraction;
  return result;
}

std::vector<SweepContact> sweep_contacts(const PosedPolygons& moving, const Motion& motion, const PosedPolygons& still,
                                         const SweepSettings& settings) {
  std::vector<SweepContact> contacts;
  const Prepared prepared = prepare(moving, motion, still, settings);
  if (prepared.status != Status::ok) return contacts;
  std::vector<Stop> stops;
  Sweeper sweeper(moving, prepared.motion, still, settings, prepared.zone);
  sweeper.run(true, [&](const Stop& stop) { stops.push_back(stop); });
  std::sort(stops.begin(), stops.end(), [](const Stop& a, const Stop& b) { return a.comes_before(b); });
  for (const Stop& stop : stops) contacts.push_back(describe(stop, moving, prepared.motion, still));
  return contacts;
}

}  // namespace graze::study
