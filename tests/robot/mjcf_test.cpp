// MJCF: small models, each with one way to say a thing; all written for this test.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "graze/error.h"
#include "graze/robot.h"
#include "tests/io/files.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

std::string mjcf(const std::string& world, const std::string& more = "") {
  return "<mujoco model='m'>\n" + more + "\n<worldbody>\n" + world + "\n</worldbody>\n</mujoco>\n";
}
Robot read_mjcf(const std::string& world, const std::string& more = "") {
  return read_robot(file_of("model.xml", mjcf(world, more)), {.allow_incomplete = true});
}
std::string body(const std::string& name, const std::string& inner, const std::string& attributes = "") {
  return "<body name='" + name + "' " + attributes + ">" + inner + "</body>\n";
}
const std::string ball = "<geom size='0.1'/>";
constexpr double degree = M_PI / 180;

TEST(ReadMjcf, EveryJointType) {
  const Robot hinge = read_mjcf(body("a", "<joint name='j' axis='0 1 0' range='-90 45'/>" + ball, "pos='0 0 1'"));
  ASSERT_EQ(hinge.variables.size(), 1u);
  EXPECT_EQ(hinge.links[0].name, "world");
  EXPECT_EQ(hinge.joints[0].kind, JointKind::revolute);
  EXPECT_NEAR(hinge.variables[0].lower, -90 * degree, 1e-15);
  EXPECT_EQ(hinge.joints[0].origin.translation, (Vec3{0, 0, 1}));
  EXPECT_EQ(read_mjcf(body("a", "<joint/>" + ball)).joints[0].kind, JointKind::continuous);
  EXPECT_EQ(read_mjcf(body("a", "<joint limited='false' range='0 1'/>")).joints[0].kind, JointKind::continuous);
  const Robot slide = read_mjcf(body("a", "<joint type='slide' range='-1 2'/>" + ball));
  EXPECT_EQ(slide.joints[0].kind, JointKind::prismatic);
  EXPECT_EQ(slide.variables[0].upper, 2);
  EXPECT_EQ(slide.variables[0].name, "a/joint 1");
  EXPECT_TRUE(has(read_mjcf(body("a", "<joint type='slide'/>")).remarks, "slides without limits"));
  EXPECT_TRUE(has(read_mjcf(body("a", "<joint type='ball'/>")).remarks, "is a ball joint"));
  for (const char* const free : {"<freejoint/>", "<joint type='free'/>"}) {
    EXPECT_TRUE(has(read_mjcf(body("a", free)).remarks, "is free")) << free;
  }
  EXPECT_EQ(read_mjcf(body("a", ball)).joints[0].kind, JointKind::fixed);
  EXPECT_TRUE(has(read_mjcf(body("a", ball, "mocap='true'")).remarks, "moved from outside"));

  // Several joints of a body, the first outermost: x, then z by a quarter about a point beside the body.
  const Robot several = read_mjcf(body("a",
                                       "<joint name='x' type='slide' axis='1 0 0' range='-9 9'/>"
                                       "<joint name='z' axis='0 0 1' pos='1 0 0'/>" +
                                           ball));
  ASSERT_EQ(several.variables.size(), 2u);
  const Pose moved = frame_of(several, {5, 90 * degree}, "a");
  EXPECT_LT(length(moved.translation - Vec3{6, -1, 0}), 1e-14);
  EXPECT_LT(length(moved.linear.c0 - Vec3{0, 1, 0}), 1e-15);

  // At `ref` it is where the file puts it.
  const Robot shifted = read_mjcf(body("a", "<joint name='j' type='slide' axis='1 0 0' ref='2' range='0 5'/>" + ball));
  EXPECT_EQ(frame_of(shifted, {2}, "a").translation, Vec3{});
  EXPECT_EQ(frame_of(shifted, {3}, "a").translation, (Vec3{1, 0, 0}));
}

TEST(ReadMjcf, CompilerAndDefaults) {
  const std::string radians = "<compiler angle='radian'/>";
  EXPECT_EQ(read_mjcf(body("a", "<joint range='-1 1'/>"), radians).variables[0].upper, 1);
  const std::string manual = "<compiler autolimits='false'/>";
  const Robot not_limited = read_mjcf(body("a", "<joint name='j' range='-1 1'/>"), manual);
  EXPECT_EQ(not_limited.joints[0].kind, JointKind::continuous);
  EXPECT_TRUE(has(not_limited.remarks, "'j' has a range and is not limited"));
  EXPECT_EQ(read_mjcf(body("a", "<joint limited='true' range='-1 1'/>"), manual).joints[0].kind, JointKind::revolute);
  // In upper case about fixed axes, in lower case about axes that turn along: both are y by 90, then x by 90.
  const Robot turned = read_mjcf(body("a", ball, "euler='0 90 90'"), "<compiler eulerseq='ZYX'/>");
  EXPECT_LT(length(turned.joints[0].origin.linear.c0 - Vec3{0, 1, 0}), 1e-15);
  const Robot both = read_mjcf(body("a", ball, "euler='90 90 0'"));
  EXPECT_LT(length(both.joints[0].origin.linear.c0 - Vec3{0, 1, 0}), 1e-15);

  const std::string classes =
      "<default><geom type='box' size='1 1 1'/><joint axis='1 0 0'/>"
      "<default class='thin'><geom size='1 1 0.1'/><default class='thinner'><geom size='1 1 0.01'/></default></default>"
      "<default class='seen'><geom contype='0' conaffinity='0'/></default></default>";
  const auto height = [&](const std::string& inner, const std::string& attributes = "") {
    const Robot robot = read_mjcf(body("a", inner, attributes), classes);
    return robot.links[1].shape ? robot.links[1].shape.bounds().hi.z : -1;
  };
  EXPECT_EQ(height("<geom/>"), 1);
  EXPECT_EQ(height("<geom class='thin'/>"), 0.1);
  EXPECT_EQ(height("<geom class='thinner'/>"), 0.01);
  EXPECT_EQ(height("<geom/>", "childclass='thin'"), 0.1);
  EXPECT_EQ(height("<geom class='thinner'/>", "childclass='thin'"), 0.01);
  EXPECT_EQ(height("<geom size='2 2 2'/>", "childclass='thin'"), 2);
  EXPECT_EQ(height("<geom class='seen'/>"), -1);
  EXPECT_NEAR(height("<frame childclass='thin' pos='0 0 1'><geom/></frame>"), 1.1, 1e-13);
  EXPECT_EQ(read_mjcf(body("a", "<joint/>"), classes).joints[0].axis, (Vec3{1, 0, 0}));
}

TEST(ReadMjcf, EveryGeom) {
  const auto geom = [](const std::string& attributes) { return read_mjcf(body("a", "<geom " + attributes + "/>")); };
  const auto form = [&](const std::string& attributes) { return geom(attributes).links[1].shape.form(); };
  EXPECT_EQ(form("size='1'"), ShapeForm::sphere);
  EXPECT_EQ(form("type='capsule' size='1 2'"), ShapeForm::capsule);
  EXPECT_EQ(form("type='cylinder' size='1 2'"), ShapeForm::cylinder);
  EXPECT_EQ(form("type='ellipsoid' size='1 2 3'"), ShapeForm::ellipsoid);
  EXPECT_EQ(form("type='box' size='1 2 3'"), ShapeForm::box);
  const Robot floor = read_mjcf("<geom name='floor' type='plane' size='0 0 1'/>" +
                                body("a", ball + "<joint type='slide' range='0 1'/>", "pos='0 0 0.5'"));
  EXPECT_EQ(floor.links[0].shape.form(), ShapeForm::halfspace);
  const SelfCollisionMatrix matrix = self_collision_matrix(floor, {.samples = 20});
  EXPECT_EQ(matrix.pairs[0].value, SelfClass::never);
  // From one point to another: along x, of length 4.
  for (const char* const type : {"capsule", "cylinder", "box", "ellipsoid"}) {
    const Box box = geom(std::string("type='") + type + "' size='0.5' fromto='1 2 3 5 2 3'").links[1].shape.bounds();
    const double past = std::string(type) == "capsule" ? 0.5 : 0;
    EXPECT_LT(length(box.lo - Vec3{1 - past, 1.5, 2.5}), 1e-6) << type;
    EXPECT_LT(length(box.hi - Vec3{5 + past, 2.5, 3.5}), 1e-6) << type;
  }
  for (const char* const odd :
       {"type='hfield' hfield='x'", "type='sphere' size='-1'", "type='box' mesh='x' size='1'"}) {
    EXPECT_EQ(geom(odd).skipped.size(), 1u) << odd;
  }
  for (const char* const inner : {"<replicate count='2'/>", "<composite type='cable'/>", "<flexcomp name='f'/>"}) {
    EXPECT_EQ(read_mjcf(body("a", inner)).skipped.size(), 1u) << inner;
  }
}

TEST(ReadMjcf, MeshesAndIncludes) {
  std::filesystem::create_directories(folder() + "assets");
  std::filesystem::create_directories(folder() + "more");
  file_of("assets/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const std::string assets =
      "<compiler meshdir='assets'/><asset><mesh file='t.obj' scale='2 2 2'/><mesh name='u' file='t.obj'/>"
      "<mesh name='v' vertex='0 0 0 1 0 0 0 1 0 0 0 5'/><mesh name='w' file='none.stl'/>"
      "<mesh name='s' vertex='0 0 0 1 0 0 0 1 0 0 0 5' face='0 2 1 0 1 3 1 2 3 2 0 3'/></asset>";
  const auto top = [&](const std::string& mesh) {
    const Robot robot = read_mjcf(body("a", "<geom type='mesh' mesh='" + mesh + "' pos='0 0 1'/>"), assets);
    return robot.links[1].shape ? robot.links[1].shape.bounds().hi.z : -1;
  };
  EXPECT_NEAR(top("t"), 3, 1e-13);
  EXPECT_NEAR(top("u"), 2, 1e-13);
  EXPECT_NEAR(top("v"), 6, 1e-13);
  EXPECT_NEAR(top("s"), 6, 1e-13);
  EXPECT_EQ(top("w"), -1);
  file_of("more/arm.xml", "<mujocoinclude><body name='inner'><geom size='1'/></body></mujocoinclude>");
  const Robot robot = read_mjcf(body("a", ball) + "<include file='more/arm.xml'/>");
  EXPECT_EQ(robot.links.size(), 3u);
  file_of("more/bad.xml", "<mujocoinclude>\n<body name='inner'><geom size='x'/></body></mujocoinclude>");
  try {
    read_mjcf("<include file='more/bad.xml'/>");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("bad.xml:2: size of <geom>: 'x' is not a number"), std::string::npos)
        << error.what();
  }
  file_of("more/self.xml", "<mujocoinclude><include file='more/self.xml'/></mujocoinclude>");
  EXPECT_THROW(read_mjcf("<include file='more/self.xml'/>"), Error);
  EXPECT_THROW(read_mjcf("<include file='more/none.xml'/>"), Error);
}

TEST(ReadMjcf, WhatIsNotCompared) {
  const std::string three =
      body("a", ball) + body("b", ball) + body("c", "<geom size='1' contype='2' conaffinity='2'/>");
  const Robot robot = read_mjcf(three, "<contact><exclude body1='b' body2='a'/></contact>");
  ASSERT_EQ(robot.excluded.size(), 3u);
  EXPECT_EQ(robot.excluded[0].a, find_link(robot, "a"));
  EXPECT_EQ(robot.excluded[0].b, find_link(robot, "b"));
  EXPECT_EQ(robot.excluded[0].reason, "contact exclude");
  EXPECT_EQ(robot.excluded[1].b, find_link(robot, "c"));
  EXPECT_EQ(robot.excluded[1].reason, "contype and conaffinity");
  // A <pair> is compared whatever its bits say, and is geometry then.
  const std::string seen = body("a", "<geom name='x' size='1' contype='0' conaffinity='0'/>") +
                           body("b", "<geom name='y' size='1' contype='0' conaffinity='0'/>") +
                           body("c", "<geom size='1' contype='0' conaffinity='0'/>");
  const Robot paired = read_mjcf(seen, "<contact><pair geom1='x' geom2='y'/></contact>");
  EXPECT_TRUE(paired.links[1].shape && paired.links[2].shape && !paired.links[3].shape);
  EXPECT_TRUE(paired.excluded.empty());
  EXPECT_TRUE(has(paired.remarks, "visual geometry alone collide with nothing: c"));
  EXPECT_THROW(read_mjcf(seen, "<contact><pair geom1='x' geom2='z'/></contact>"), Error);

  const std::string finger = body("l", "<joint name='l' type='slide' range='0 1'/>" + ball) +
                             body("r", "<joint name='r' type='slide' range='0 1'/>" + ball);
  const Robot tied = read_mjcf(finger,
                               "<equality><joint joint1='r' joint2='l' polycoef='0.1 -1 0 0 0'/>"
                               "<connect body1='l' anchor='0 0 0'/></equality>");
  EXPECT_EQ(tied.variables.size(), 1u);
  EXPECT_EQ(frame_of(tied, {0.5}, "r").translation, (Vec3{0, 0, -0.4}));
  EXPECT_TRUE(has(tied.remarks, "<connect> of <equality>"));
  const Robot curved = read_mjcf(finger, "<equality><joint joint1='r' joint2='l' polycoef='0 1 1 0 0'/></equality>");
  EXPECT_EQ(curved.variables.size(), 2u);
  EXPECT_TRUE(has(curved.remarks, "is no straight line"));
}

TEST(ReadMjcf, ErrorsNameThePlace) {
  const std::pair<std::string, std::string> cases[] = {
      {body("a", ball) + body("a", ball), "a second link 'a'"},
      {body("a", "<joint type='screw'/>"), "there is no type 'screw'"},
      {body("a", "<joint range='1'/>"), "range is not two numbers"},
      {body("a", "<geom type='box' size='1 1'/>"), "size of <geom> has 2 numbers; a box needs 3"},
      {body("a", "<geom class='none'/>"), "there is no default class 'none'"},
      {body("a", "<geom type='mesh' mesh='none'/>"), "there is no mesh 'none'"},
      {body("a", ball, "quat='0 0 0 0'"), "no rotation"},
      {body("a", ball, "quat='1 0 0'"), "quat of <body> has 3 numbers, not 4"},
      {body("a", ball, "zaxis='0 0 0'"), "has the length 0"},
  };
  for (const auto& [content, error] : cases) {
    const std::string path = file_of("model.xml", mjcf(content));
    try {
      read_robot(path);
      ADD_FAILURE() << "no error of " << content;
    } catch (const Error& thrown) {
      const std::string message = thrown.what();
      EXPECT_TRUE(message.starts_with(path + ":")) << message;
      EXPECT_NE(message.find(error), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace graze
