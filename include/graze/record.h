// Queries as lines of `graze query` (docs/protocol.md): what to send with a bug report, and how to repeat an answer.
//
// Shapes are named by the lines that define them; the lines of queries refer to those names. A budget is not written.
// Motion is in graze/record_motion.h.
#pragma once

#include <string>

#include "graze/contacts.h"
#include "graze/penetration.h"
#include "graze/query.h"
#include "graze/solid.h"

namespace GRAZE_API graze {

// With its triangles as they are given. A compound takes several lines, the last its own: its parts come first, under
// the names NAME/0, NAME/1, ... Throws Error for an empty handle.
std::string define_line(const std::string& name, const Shape& shape);

// The line of collide(a, b, settings).
std::string collide_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                         const CollideSettings& settings = {});
// The line of self_collide(body), with every pair.
std::string self_collide_line(const std::string& name, const Body& body);
// The line of cast(body, ray, settings).
std::string ray_line(const std::string& name, const Body& body, const Ray& ray, const RaySettings& settings = {});
// The line of find_distance(a, b, settings).
std::string distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const DistanceSettings& settings = {});
// The line of within(a, b, tolerance), of a finite tolerance.
std::string within_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                        double tolerance);
// The line of inside(body, point), a point of the world.
std::string inside_line(const std::string& name, const Body& body, Vec3 point);
// The line of classify(a, b, settings).
std::string classify_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ClassifySettings& settings = {});
// The line of find_penetration(a, b, settings); `max` is written when it is finite, the effort when it
// is not 1.
std::string penetration_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                             const PenetrationSettings& settings = {});
// The line of find_signed_distance(a, b, settings).
std::string signed_distance_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                                 const PenetrationSettings& settings = {});
// The line of find_contacts(a, b, settings).
std::string contacts_line(const std::string& name_a, const Body& a, const std::string& name_b, const Body& b,
                          const ContactSettings& settings = {});

}  // namespace graze
