#include "io/ifc/swept_solid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/ifc/alignment.h"
#include "io/ifc/place.h"
#include "io/ifc/sweep.h"

namespace graze::ifc {

namespace {

// The section at the other end of a tapered solid, with as many points: arcs are made finer or coarser until they
// match.
Section matching(const Context& context, std::uint32_t id, const Section& first, const Record& record) {
  const auto same = [&](const Section& s) {
    if (s.loops.size() != first.loops.size()) return false;
    for (std::size_t i = 0; i < s.loops.size(); ++i) {
      if (s.loops[i].size() != first.loops[i].size()) return false;
    }
    return true;
  };
  for (int i = 0; i < 60; ++i) {
    Context other = context;
    other.deflection *= std::pow(i % 2 == 0 ? 0.9 : 1.1, (i + 1) / 2);
    Section section = section_at(other, id);
    if (same(section)) return section;
  }
  record.fail("its two profiles do not match");
}

Section end_section(const Context& context, const Record& record, const Section& first) {
  return record.type().ends_with("TAPERED") ? matching(context, record.ref(4), first, record) : first;
}

SolidMesh extrusion(const Context& context, const Record& record) {
  const Section section = section_at(context, record.ref(0));
  const double depth = record.number(3);
  if (!(std::fabs(depth) > 0) || !std::isfinite(depth)) record.fail("its depth is 0");
  const Vec3 by = direction_at(context, record.ref(2)) * depth;
  if (!(std::fabs(by.z) > 1e-12 * std::fabs(depth))) record.fail("it is extruded within its own plane");
  if (!record.type().ends_with("TAPERED")) return extruded(section, by);
  const Section end = end_section(context, record, section);
  std::vector<std::vector<Vec3>> rings(2);
  for (const Point2& p : section.points) rings[0].push_back({p[0], p[1], 0});
  for (const Point2& p : end.points) rings[1].push_back(Vec3{p[0], p[1], 0} + by);
  return skin(section, rings, false);
}

SolidMesh revolution(const Context& context, const Record& record) {
  const Section section = section_at(context, record.ref(0));
  const Record axis = context.record(record.ref(2));
  const Vec3 z = axis.given(1) ? direction_at(context, axis.ref(1)) : Vec3{0, 0, 1};
  const bool tapered = record.type().ends_with("TAPERED");
  const Section other = tapered ? end_section(context, record, section) : Section{};
  return revolved(context, section, tapered ? other : section, frame_of(point_at(context, axis.ref(0)), z, {1, 0, 0}),
                  record.number(3) * context.radians);
}

PointChain directrix(const Context& context, const Record& record, std::size_t field) {
  return chain_between(context, record.ref(field), record.number(field == 0 ? 3 : field + 1, not_given),
                       record.number(field == 0 ? 4 : field + 2, not_given));
}

SolidMesh disk(const Context& context, const Record& record) {
  PointChain chain = directrix(context, record, 0);
  if (record.is("IFCSWEPTDISKSOLIDPOLYGONAL") && !chain.closed)
    chain = rounded_chain(context, chain, record.number(5, 0));
  return swept_along(disk_section(context, record.number(1), record.number(2, 0)), chain, {});
}

// The normal of a plane; of another surface there is none that is the same everywhere.
Vec3 surface_normal(const Context& context, std::uint32_t id) {
  const Record surface = context.record(id);
  if (surface.is("IFCPLANE")) return placement_at(context, surface.ref(0)).linear.c2;
  if (surface.is("IFCSURFACEOFLINEAREXTRUSION")) return direction_at(context, surface.ref(2));
  surface.fail("sweeps along such surfaces are not read");
}

SolidMesh along_directrix(const Context& context, const Record& record) {
  const Section section = section_at(context, record.ref(0));
  const PointChain chain = directrix(context, record, 2);
  const bool on_surface = record.is("IFCSURFACECURVESWEPTAREASOLID");
  const Vec3 reference = on_surface        ? surface_normal(context, record.ref(5))
                         : record.given(5) ? direction_at(context, record.ref(5))
                                           : Vec3{0, 0, 1};
  return swept_along(section, chain, reference);
}

// Between profiles that stand where the file says.
SolidMesh spine(const Context& context, const Record& record) {
  const std::vector<std::uint32_t> sections = record.refs(1), places = record.refs(2);
  if (sections.size() < 2 || sections.size() != places.size()) record.fail("its sections do not match their places");
  const Section first = section_at(context, sections[0]);
  std::vector<std::vector<Vec3>> rings;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section section = i == 0 ? first : matching(context, sections[i], first, record);
    const Pose pose = placement_at(context, places[i]);
    std::vector<Vec3> ring;
    for (const Point2& p : section.points) ring.push_back(pose * Vec3{p[0], p[1], 0});
    rings.push_back(std::move(ring));
  }
  return skin(first, rings, false);
}

void extend(Carried& carried, const Section& section, const LinearPoint& at) {
  for (const Point2& p : section.points)
    carried.farthest = std::max(carried.farthest, std::hypot(p[0], p[1]) + std::hypot(at.lateral, at.vertical));
  for (const PolygonLoop& loop : section.loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Point2 &p = section.points[loop[i]], &q = section.points[loop[(i + 1) % loop.size()]];
      carried.widest = std::max(carried.widest, std::hypot(q[0] - p[0], q[1] - p[1]));
    }
  }
}

// Along a curve that is known by distances: sections at some of them, and in between what is between them.
SolidMesh sectioned(const Context& context, const Record& record) {
  const std::vector<std::uint32_t> sections = record.refs(1), places = record.refs(2);
  if (sections.size() < 2 || sections.size() != places.size()) record.fail("its sections do not match their places");
  const Alignment curve(context, record.ref(0));
  const Section first = section_at(context, sections[0]);
  std::vector<std::vector<Vec3>> rings;
  Section before = first;
  LinearPoint from;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section section = i == 0 ? first : matching(context, sections[i], first, record);
    const Record place = context.record(places[i]);
    if (place.given(1) || place.given(2)) place.fail("sections that are turned are not read");
    const LinearPoint to = linear_point_at(context, place.ref(0));
    if (i > 0 && !(to.distance > from.distance)) record.fail("its sections do not follow each other");
    Carried carried;
    extend(carried, before, from);
    extend(carried, section, to);
    const std::vector<double> stations =
        i == 0 ? std::vector<double>{to.distance} : curve.stations(context, from.distance, to.distance, carried);
    for (std::size_t k = i == 0 ? 0 : 1; k < stations.size(); ++k) {
      const double share = i == 0 ? 1 : (stations[k] - from.distance) / (to.distance - from.distance);
      const auto mixed = [&](double a, double b) { return a + (b - a) * share; };
      const Pose frame =
          linear_frame(curve, {0, stations[k], mixed(from.lateral, to.lateral), mixed(from.vertical, to.vertical),
                               mixed(from.longitudinal, to.longitudinal)});
      std::vector<Vec3> ring;
      for (std::size_t p = 0; p < section.points.size(); ++p) {
        const Point2 &a = before.points[p], &b = section.points[p];
        ring.push_back(frame * Vec3{0, mixed(a[0], b[0]), mixed(a[1], b[1])});
      }
      rings.push_back(std::move(ring));
    }
    before = section;
    from = to;
  }
  return skin(first, rings, false);
}

}  // namespace

bool is_swept(std::string_view type) {
  constexpr std::string_view types[] = {"IFCEXTRUDEDAREASOLID",
                                        "IFCEXTRUDEDAREASOLIDTAPERED",
                                        "IFCREVOLVEDAREASOLID",
                                        "IFCREVOLVEDAREASOLIDTAPERED",
                                        "IFCSWEPTDISKSOLID",
                                        "IFCSWEPTDISKSOLIDPOLYGONAL",
                                        "IFCFIXEDREFERENCESWEPTAREASOLID",
                                        "IFCDIRECTRIXDERIVEDREFERENCESWEPTAREASOLID",
                                        "IFCSURFACECURVESWEPTAREASOLID",
                                        "IFCSECTIONEDSPINE",
                                        "IFCSECTIONEDSOLIDHORIZONTAL"};
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

SolidMesh swept_solid(const Context& context, const Record& record) {
  if (record.type().starts_with("IFCSWEPTDISK")) return disk(context, record);
  if (record.is("IFCSECTIONEDSPINE")) return spine(context, record);
  if (record.is("IFCSECTIONEDSOLIDHORIZONTAL")) return sectioned(context, record);
  SolidMesh mesh = record.type().starts_with("IFCEXTRUDED")   ? extrusion(context, record)
                   : record.type().starts_with("IFCREVOLVED") ? revolution(context, record)
                                                              : along_directrix(context, record);
  SolidMesh placed;
  placed.append(mesh, placement_at(context, record.ref_or_none(1)));
  return placed;
}

}  // namespace graze::ifc
