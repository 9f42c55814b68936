#include "study/sweep/features.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "study/bsp/probe.h"

namespace graze::study {
namespace {

constexpr std::uint32_t none = PolygonSurface::none;

// What comes along the motion meets the face from behind, if at all. The velocity is linear in the place, so that the
// corners tell; for rounding it must leave them clearly.
bool is_left(const PosedPolygons& body, const SweepMotion& motion, std::uint32_t face) {
  const auto& f = body.surface().faces[face];
  for (std::uint32_t k = 0; k < f.count; ++k) {
    const Vec3 velocity = motion.velocity(body.corner(f, k));
    if (!(dot(body.normals()[face], velocity) > 1e-12 * length(velocity))) return false;
  }
  return true;
}

void sort_unique(std::vector<std::uint32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

Features features_of(const PosedPolygons& body, const SweepMotion& motion, const std::vector<std::uint32_t>& faces,
                     const SweepSwitches& switches) {
  const PolygonSurface& surface = body.surface();
  Features found;
  const bool culls = switches.cull_back_faces && !body.two_sided();
  // A vertex or edge that only such faces have is no more met than these. One that is in the way and has another face
  // has it among `faces`: the box of a face holds its edges.
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t f : faces)
    if (!culls || !is_left(body, motion, f)) kept.push_back(f);
  for (const std::uint32_t f : kept) {
    const auto& face = surface.faces[f];
    for (std::uint32_t k = 0; k < face.count; ++k) {
      const auto& corner = surface.corners[face.first + k];
      if (!switches.skip_internal || !body.internal(surface.vertex_inner[corner.vertex]))
        found.vertices.push_back(corner.vertex);
      if (!switches.skip_internal || !body.internal(PolygonSurface::inner(surface.edges[corner.edge / 2])))
        found.edges.push_back(corner.edge / 2);
    }
  }
  found.faces = std::move(kept);
  if (switches.shared_features) {
    sort_unique(found.vertices);
    sort_unique(found.edges);
  }
  found.vertices.insert(found.vertices.end(), body.loose_vertices().begin(), body.loose_vertices().end());
  found.edges.insert(found.edges.end(), body.loose_edges().begin(), body.loose_edges().end());
  return found;
}

std::vector<std::uint32_t> faces_near(const PosedPolygons& body, const Box& box, const SweepSettings& settings) {
  std::vector<std::uint32_t> faces;
  const PolygonSurface& surface = body.surface();
  if (settings.switches.broad == SweepSwitches::Broad::axial_bsp) {
    const AxialBsp& tree = body.tree();
    std::vector<std::uint32_t> triangles;
    BspCounters counters;
    tree.candidates(box_probe(box, tree.frame()), triangles, counters);
    for (const std::uint32_t triangle : triangles)
      if (surface.face_of[triangle] != none) faces.push_back(surface.face_of[triangle]);
    sort_unique(faces);
  } else {
    faces.resize(surface.faces.size());
    std::iota(faces.begin(), faces.end(), 0u);
  }
  std::erase_if(faces, [&](std::uint32_t f) {
    if ((body.contents()[f] & settings.contents) == 0) return true;
    return settings.switches.broad != SweepSwitches::Broad::none && !overlap(body.boxes()[f], box);
  });
  return faces;
}

Box box_of_way(Vec3 point, const SweepMotion& motion, double by) noexcept {
  Box box = merge(Box{point, point}, point + motion.way);
  if (motion.turns) {
    // No point of an arc of up to a half turn is farther from its chord than the height of the arc; of a circle none is
    // farther from the middle than the radius times the sine of the angle to the axis.
    const Vec3 k = motion.axis.direction, arm = point - motion.axis.origin;
    const double radius = motion.axis.radius(point);
    const Vec3 middle = motion.axis.origin + k * dot(k, arm);
    Vec3 extent;
    for (int i = 0; i < 3; ++i) extent[i] = radius * std::sqrt(std::max(0.0, 1 - k[i] * k[i]));
    Box circle{middle - extent, middle + extent};
    box = circle;
    if (motion.angle < 3.14) {
      const HalfAngle half = half_of(motion.angle);
      const Vec3 end = motion.axis.turned(point, half.turn());
      const double height = radius * (1 - half.x / std::sqrt(half.x * half.x + half.y * half.y));
      const Vec3 more{height, height, height};
      Box arc = merge(Box{point, point}, end);
      arc = {arc.lo - more, arc.hi + more};
      box = {max(arc.lo, circle.lo), min(arc.hi, circle.hi)};
      box = merge(merge(box, point), end);
    }
  }
  const Vec3 grown{by, by, by};
  return {box.lo - grown, box.hi + grown};
}

}  // namespace graze::study
