// The reader of robots against urdfdom: what that accepts is read with the same links, joints and origins.
#include <gtest/gtest.h>

#if GRAZE_HAS_URDFDOM
#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <cmath>
#include <map>
#include <set>

#include "graze/error.h"
#include "graze/robot.h"
#include "tests/io/files.h"
#include "tests/robot/urdf_corpus.h"

namespace graze {
namespace {

Mat3 matrix_of(const urdf::Rotation& r) {
  const double length = std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return to_matrix({r.x / length, r.y / length, r.z / length, r.w / length});
}

JointKind kind_of(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
      return JointKind::revolute;
    case urdf::Joint::CONTINUOUS:
      return JointKind::continuous;
    case urdf::Joint::PRISMATIC:
      return JointKind::prismatic;
    case urdf::Joint::PLANAR:
      return JointKind::planar;
    case urdf::Joint::FLOATING:
      return JointKind::floating;
    default:
      return JointKind::fixed;
  }
}

// What graze refuses although urdfdom reads it, and why.
const std::map<std::string, std::string>& refused() {
  static const std::map<std::string, std::string> list = {};
  return list;
}

void compare_joint(const Robot& robot, const RobotJoint& ours, const urdf::Joint& theirs) {
  EXPECT_EQ(ours.kind, kind_of(theirs));
  EXPECT_EQ(robot.links[ours.parent].name, theirs.parent_link_name);
  EXPECT_EQ(robot.links[ours.child].name, theirs.child_link_name);
  const urdf::Pose& origin = theirs.parent_to_joint_origin_transform;
  const Mat3 turned = matrix_of(origin.rotation);
  for (int k = 0; k < 3; ++k) EXPECT_LT(length(ours.origin.linear[k] - turned[k]), 1e-14);
  EXPECT_EQ(ours.origin.translation, (Vec3{origin.position.x, origin.position.y, origin.position.z}));
  if (ours.variable == RobotJoint::none) return;
  const Vec3 axis{theirs.axis.x, theirs.axis.y, theirs.axis.z};
  EXPECT_LT(length(ours.axis - axis / length(axis)), 1e-15);
  if (theirs.mimic) {
    // Of a mimic of a mimic urdfdom has the last step alone.
    const auto other = std::find_if(robot.joints.begin(), robot.joints.end(),
                                    [&](const RobotJoint& joint) { return joint.name == theirs.mimic->joint_name; });
    ASSERT_NE(other, robot.joints.end());
    EXPECT_EQ(ours.variable, other->variable);
    EXPECT_EQ(ours.multiplier, theirs.mimic->multiplier * other->multiplier);
    EXPECT_EQ(ours.offset, theirs.mimic->multiplier * other->offset + theirs.mimic->offset);
    return;
  }
  const RobotVariable& variable = robot.variables[ours.variable];
  EXPECT_EQ(variable.name, theirs.name);
  if (ours.kind == JointKind::continuous) return;
  ASSERT_TRUE(theirs.limits);
  const double lower = std::min(theirs.limits->lower, theirs.limits->upper);
  const double upper = std::max(theirs.limits->lower, theirs.limits->upper);
  EXPECT_EQ(variable.lower, std::max(lower, -4096.0));
  EXPECT_EQ(variable.upper, std::min(upper, 4096.0));
}

void compare_shapes(const Robot& robot, const RobotLink& ours, const urdf::Link& theirs) {
  std::size_t skipped = 0;
  for (const SkippedPart& part : robot.skipped)
    skipped += part.path.starts_with(ours.name + "/") && part.path != ours.name + "/visual";
  EXPECT_EQ(bool(ours.shape) || skipped > 0, !theirs.collision_array.empty());
  if (theirs.collision_array.size() != 1 || !ours.shape) return;
  const urdf::Geometry& geometry = *theirs.collision_array[0]->geometry;
  const Vec3 size = ours.shape.bounds().hi - ours.shape.bounds().lo;
  if (geometry.type == urdf::Geometry::BOX) {
    const urdf::Vector3& dim = static_cast<const urdf::Box&>(geometry).dim;
    EXPECT_EQ(size, (Vec3{dim.x, dim.y, dim.z}));
  } else if (geometry.type == urdf::Geometry::SPHERE) {
    EXPECT_EQ(size.x, 2 * static_cast<const urdf::Sphere&>(geometry).radius);
  } else if (geometry.type == urdf::Geometry::CYLINDER) {
    EXPECT_EQ(size.z, static_cast<const urdf::Cylinder&>(geometry).length);
  }
}

TEST(Urdfdom, WhatItReadsIsReadTheSame) {
  console_bridge::noOutputHandler();
  const UrdfCorpus corpus;
  ASSERT_GE(corpus.models().size(), 60u);
  std::size_t accepted = 0;
  for (const UrdfModel& model : corpus.models()) {
    SCOPED_TRACE(model.name);
    const urdf::ModelInterfaceSharedPtr theirs = urdf::parseURDF(model.text);
    Robot ours;
    std::string error;
    try {
      ours = read_robot(file_of("robot.urdf", model.text), {.allow_incomplete = true});
    } catch (const Error& thrown) {
      error = thrown.what();
    }
    if (!theirs) continue;  // graze may read more than urdfdom does
    ++accepted;
    if (const auto known = refused().find(model.name); known != refused().end()) {
      EXPECT_NE(error.find(known->second), std::string::npos) << error;
      continue;
    }
    ASSERT_EQ(error, "");
    EXPECT_EQ(ours.name, theirs->name_);
    EXPECT_EQ(ours.links[0].name, theirs->root_link_->name);
    ASSERT_EQ(ours.links.size(), theirs->links_.size());
    for (const RobotLink& link : ours.links) {
      ASSERT_TRUE(theirs->links_.contains(link.name)) << link.name;
      compare_shapes(ours, link, *theirs->links_.at(link.name));
    }
    ASSERT_EQ(ours.joints.size(), theirs->joints_.size());
    for (const RobotJoint& joint : ours.joints) {
      SCOPED_TRACE(joint.name);
      ASSERT_TRUE(theirs->joints_.contains(joint.name));
      compare_joint(ours, joint, *theirs->joints_.at(joint.name));
    }
  }
  std::printf("urdfdom reads %zu of %zu models\n", accepted, corpus.models().size());
  EXPECT_GE(accepted, 55u);
}

}  // namespace
}  // namespace graze
#endif
