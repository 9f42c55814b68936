// The verbs that only the full module has. Each leaves its answer in `answers`, in the order that js/graze.js reads.
#include "bind/wasm/export.h"
#include "graze/contacts.h"
#include "graze/deformable.h"
#include "graze/motion.h"
#include "graze/penetration.h"
#include "graze/solid.h"

namespace graze::wasm {
namespace {

// Kind, translation, origin, axis, angle, advance.
Motion motion_at(const double* n) {
  Motion motion;
  motion.kind = static_cast<Motion::Kind>(int(n[0]));
  motion.translation = {n[1], n[2], n[3]};
  motion.origin = {n[4], n[5], n[6]};
  motion.axis = {n[7], n[8], n[9]};
  motion.angle = n[10];
  motion.advance = n[11];
  return motion;
}

std::vector<Vec3> points(const double* numbers, std::uint32_t count) {
  std::vector<Vec3> result(count);
  for (std::uint32_t i = 0; i < count; ++i) result[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return result;
}

}  // namespace

GRAZE_EXPORT(polyhedron)
Handle polyhedron(const double* vertices, std::uint32_t count, const std::uint32_t* corners, const std::uint32_t* sizes,
                  std::uint32_t faces, double margin) {
  return guarded([&] {
    std::vector<std::vector<std::uint32_t>> list;
    for (std::uint32_t i = 0; i < faces; corners += sizes[i], ++i) list.emplace_back(corners, corners + sizes[i]);
    return keep(make_polyhedron(points(vertices, count), list, {.solid = false, .tags = {}, .margin = margin}));
  });
}
GRAZE_EXPORT(strip)
Handle strip(const double* vertices, std::uint32_t count, const std::int32_t* indices, std::uint32_t index_count,
             std::uint32_t fan, std::uint32_t solid, double margin) {
  return guarded([&] {
    std::vector<std::int32_t> list(indices, indices + index_count);
    const ShapeOptions options{.solid = solid != 0, .tags = {}, .margin = margin};
    return keep(fan != 0 ? make_fan(points(vertices, count), std::move(list), options)
                         : make_strip(points(vertices, count), std::move(list), options));
  });
}
GRAZE_EXPORT(terrain)
Handle terrain(std::uint32_t rows, std::uint32_t columns, double dx, double dy, const double* heights,
               std::uint32_t count) {
  return guarded(
      [&] { return keep(make_terrain(rows, columns, dx, dy, std::vector<double>(heights, heights + count))); });
}
// The same triangles with other vertices: the tree is refitted, not built.
GRAZE_EXPORT(refitted) Handle refitted(Handle handle, const double* vertices, std::uint32_t count) {
  return guarded([&] {
    DeformableMesh mesh(shape_of(handle));
    mesh.update(points(vertices, count));
    return keep(mesh.prepare(1));
  });
}

// Status, answer.
GRAZE_EXPORT(within)
std::uint32_t within_pair(Handle a, const double* pose_a, Handle b, const double* pose_b, double tolerance) {
  return guarded([&] {
    const WithinResult result = within(body_of(a, pose_a), body_of(b, pose_b), tolerance);
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    return 1u;
  });
}

// Status, where.
GRAZE_EXPORT(inside) std::uint32_t inside_body(Handle shape, const double* pose, double x, double y, double z) {
  return guarded([&] {
    const InsideResult result = inside(body_of(shape, pose), Vec3{x, y, z});
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    return 1u;
  });
}

// Status, vector, depth, lower, inside.
GRAZE_EXPORT(penetration)
std::uint32_t penetration(Handle a, const double* pose_a, Handle b, const double* pose_b, double effort,
                          double budget) {
  return guarded([&] {
    PenetrationSettings settings;
    settings.effort = int(effort);
    if (budget > 0) settings.budget = std::uint64_t(budget);
    const PenetrationResult result = find_penetration(body_of(a, pose_a), body_of(b, pose_b), settings);
    answers.add_enum(result.status);
    answers.add(result.vector);
    answers.add(result.depth);
    answers.add(result.lower);
    answers.add(result.inside);
    return 1u;
  });
}

// Status, answer, bound of the points; then of each contact point, normal, depth, bound, crossing, patch, features.
GRAZE_EXPORT(contacts)
std::uint32_t contacts(Handle a, const double* pose_a, Handle b, const double* pose_b, double tolerance,
                       std::uint32_t reduce, double budget) {
  return guarded([&] {
    ContactSettings settings;
    settings.tolerance = tolerance;
    settings.reduce = reduce != 0;
    if (budget > 0) settings.budget = std::uint64_t(budget);
    const ContactResult result = find_contacts(body_of(a, pose_a), body_of(b, pose_b), settings);
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    answers.add(result.point_bound);
    for (const Contact& contact : result.contacts) {
      answers.add(contact.point);
      answers.add(contact.normal);
      answers.add(contact.depth);
      answers.add(contact.bound);
      answers.add(contact.crossing ? 1 : 0);
      answers.add(contact.patch);
      answers.add(contact.feature_a);
      answers.add(contact.feature_b);
    }
    return 1u;
  });
}

// Status, answer, start, phase, lower, upper, proven, gap, stopped, stop phase, fraction, expel, pose, and of a contact
// point, normal, features and which of the others.
GRAZE_EXPORT(move)
std::uint32_t move_body(Handle moving, const double* pose, const double* motion, const Handle* others,
                        const double* poses, const double* motions, std::uint32_t count, double tolerance, double expel,
                        double budget) {
  return guarded([&] {
    std::vector<MovingBody> list;
    for (std::uint32_t i = 0; i < count; ++i)
      list.push_back({body_of(others[i], poses + 12 * i), motion_at(motions + 12 * i)});
    MoveSettings settings;
    if (tolerance >= 0) settings.tolerance = tolerance;
    settings.expel = expel;
    if (budget > 0) settings.budget = std::uint64_t(budget);
    const MoveResult result = move(body_of(moving, pose), motion_at(motion), list, settings);
    answers.add_enum(result.status);
    answers.add_enum(result.answer);
    answers.add_enum(result.start);
    answers.add(result.phase);
    answers.add(result.lower);
    answers.add(result.upper);
    answers.add(result.proven ? 1 : 0);
    answers.add(result.gap);
    answers.add(result.stopped ? 1 : 0);
    answers.add(result.stop_phase);
    answers.add(result.fraction);
    answers.add(result.expel);
    answers.add(result.pose);
    if (result.yes()) {
      answers.add(result.contact.point);
      answers.add(result.contact.normal);
      answers.add(result.contact.moving);
      answers.add(result.contact.other);
      answers.add(double(result.contact.body));
    }
    return 1u;
  });
}
// Where a body is at a time of a phase.
GRAZE_EXPORT(pose_on_way)
std::uint32_t pose_on_way(const double* pose, const double* motion, std::uint32_t phase, double time) {
  return guarded([&] {
    answers.add(graze::pose_at(pose_at(pose), motion_at(motion), int(phase), time));
    return 1u;
  });
}
// The motion from one pose to another, as motion_at() reads it.
GRAZE_EXPORT(way_between) std::uint32_t way_between(const double* from, const double* to) {
  return guarded([&] {
    const Motion motion = motion_between(pose_at(from), pose_at(to));
    answers.add_enum(motion.kind);
    answers.add(motion.translation);
    answers.add(motion.origin);
    answers.add(motion.axis);
    answers.add(motion.angle);
    answers.add(motion.advance);
    return 1u;
  });
}

}  // namespace graze::wasm
