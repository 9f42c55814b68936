// Points, directions and placements of an IFC file. Those in the plane have z = 0.
#pragma once

#include "io/ifc/context.h"

namespace graze::ifc {

Vec3 point_at(const Context& context, std::uint32_t id);
Vec3 direction_at(const Context& context, std::uint32_t id);                // unit; throws Error for 0
std::vector<Vec3> point_list_at(const Context& context, std::uint32_t id);  // IfcCartesianPointList2D, 3D

// IfcAxis2Placement2D and 3D, IfcAxis2PlacementLinear where it stands at a point; none (0): the identity.
Pose placement_at(const Context& context, std::uint32_t id);
// IfcCartesianTransformationOperator in all its forms, of scale and mirror.
Pose operator_at(const Context& context, std::uint32_t id);
// IfcLocalPlacement, IfcGridPlacement or IfcLinearPlacement (by its cartesian position where it has one) in the frame
// of another one of the chain above it (0: of the world). Throws Error where the other one is not above it.
Pose object_placement(const Context& context, std::uint32_t id, std::uint32_t relative_to = 0);

Vec3 unit_of(Vec3 v);  // throws Error for 0 and what is not finite
Pose frame_of(Vec3 origin, Vec3 z, Vec3 x_hint);
Pose inverse_of(const Pose& pose);  // throws Error for one that flattens

}  // namespace graze::ifc
