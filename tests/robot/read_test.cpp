// URDF, SRDF and CSV files: what is read, and errors that name the place.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "graze/error.h"
#include "graze/robot.h"
#include "tests/io/files.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

const char* const urdf_box = "<collision><geometry><box size='1 1 1'/></geometry></collision>";

std::string robot_text(const std::string& content) { return "<robot name='r'>\n" + content + "\n</robot>\n"; }
std::string link_text(const std::string& name, const std::string& content = urdf_box) {
  return "<link name='" + name + "'>" + content + "</link>\n";
}
std::string joint_text(const std::string& name, const std::string& type, const std::string& parent,
                       const std::string& child, const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}

// What is lost is in `skipped`.
Robot read_urdf(const std::string& content) {
  return read_robot(file_of("robot.urdf", robot_text(content)), {.allow_incomplete = true});
}

TEST(ReadRobot, LinksJointsAndVariables) {
  const Robot robot =
      read_urdf("<!-- parents last --> <gazebo><plugin name='p'/></gazebo>" + link_text("hand") +
                link_text("arm", "<visual/>") + link_text("base") +
                joint_text("wrist", "prismatic", "arm", "hand",
                           "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><axis xyz='0 3 4'/>"
                           "<limit lower='-0.5' upper='0.25'/><mimic joint='shoulder' multiplier='2' offset='0.1'/>") +
                joint_text("shoulder", "continuous", "base", "arm", "<origin xyz='1 2 3'/>"));
  ASSERT_EQ(robot.links.size(), 3u);
  EXPECT_EQ(robot.links[0].name, "base");
  EXPECT_EQ(robot.links[1].name, "arm");
  EXPECT_FALSE(robot.links[1].shape);
  EXPECT_EQ(robot.links[2].name, "hand");
  ASSERT_EQ(robot.variables.size(), 1u);
  EXPECT_EQ(robot.variables[0].name, "shoulder");
  EXPECT_GT(robot.variables[0].upper, 3.14159265358979);
  EXPECT_EQ(robot.joints[0].axis, (Vec3{1, 0, 0}));
  EXPECT_NEAR(robot.joints[1].axis.y, 0.6, 1e-15);
  EXPECT_EQ(robot.joints[1].variable, 0u);
  EXPECT_EQ(robot.joints[1].multiplier, 2);

  // About x by 0.5; the hand then slides by 1.1 along (0, 0.6, 0.8) of a frame that is turned by a quarter.
  const std::vector<Pose> poses = link_poses(robot, std::vector<double>{0.5});
  const double c = std::cos(0.5), s = std::sin(0.5);
  const Vec3 along{-0.66, 0, 1.88};  // in the frame of the arm
  const Vec3 hand = poses[2].translation;
  EXPECT_NEAR(hand.x, 1 + along.x, 1e-14);
  EXPECT_NEAR(hand.y, 2 + c * along.y - s * along.z, 1e-14);
  EXPECT_NEAR(hand.z, 3 + s * along.y + c * along.z, 1e-14);
  EXPECT_THROW(link_poses(robot, std::vector<double>{}), Error);
  EXPECT_THROW(link_poses(robot, std::vector<double>{NAN}), Error);
  EXPECT_THROW(link_poses(robot, std::vector<double>{1e9}), Error);
}

TEST(ReadRobot, EveryGeometry) {
  const std::string shapes =
      "<collision><origin xyz='0 0 5'/><geometry><box size='1 2 3'/></geometry></collision>"
      "<collision><geometry><sphere radius='2'/></geometry></collision>"
      "<collision><geometry><cylinder radius='1' length='4'/></geometry></collision>"
      "<collision><geometry><capsule radius='1' length='4'/></geometry></collision>";
  const Robot robot = read_urdf(link_text("base", shapes));
  EXPECT_EQ(robot.links[0].shape.form(), ShapeForm::compound);
  EXPECT_NEAR(robot.links[0].shape.bounds().hi.z, 6.5, 1e-12);
  EXPECT_NEAR(robot.links[0].shape.bounds().lo.z, -3, 1e-12);
  EXPECT_EQ(read_urdf(link_text("base")).links[0].shape.form(), ShapeForm::box);
  EXPECT_TRUE(robot.skipped.empty());
}

std::string mesh_text(const std::string& filename, const std::string& scale = "") {
  return "<collision><geometry><mesh filename='" + filename + "'" + (scale.empty() ? "" : " scale='" + scale + "'") +
         "/></geometry></collision>";
}

TEST(ReadRobot, MeshesOfPackagesAndMissingOnesByName) {
  const char* const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  std::filesystem::create_directories(folder() + "shop/parts/meshes");
  std::filesystem::create_directories(folder() + "robots/urdf");
  std::filesystem::create_directories(folder() + "robots/meshes");
  file_of("shop/parts/meshes/a.obj", tetrahedron);
  file_of("robots/meshes/b.obj", tetrahedron);
  file_of("robots/meshes/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
  const std::string urdf = file_of(
      "robots/urdf/robot.urdf",
      robot_text(link_text("base", mesh_text("package://parts/meshes/a.obj", "2 -3 4") +
                                       mesh_text("package://robots/meshes/b.obj") + mesh_text("../meshes/open.obj") +
                                       mesh_text("package://parts/meshes/missing.obj") + mesh_text("shape.dae"))));
  const Robot robot = read_robot(urdf, {.package_paths = {folder() + "shop/"}, .allow_incomplete = true});
  ASSERT_EQ(robot.skipped.size(), 2u);
  EXPECT_EQ(robot.skipped[0].path, "base/collision 4");
  EXPECT_NE(robot.skipped[0].reason.find("package://parts/meshes/missing.obj"), std::string::npos);
  EXPECT_NE(robot.skipped[1].reason.find("shape.dae"), std::string::npos);
  ASSERT_EQ(robot.remarks.size(), 1u);
  EXPECT_NE(robot.remarks[0].find("open"), std::string::npos);
  const Box box = robot.links[0].shape.bounds();
  EXPECT_LT(length(box.hi - Vec3{2, 1, 4}), 1e-12);
  EXPECT_LT(length(box.lo - Vec3{0, -3, 0}), 1e-12);
  EXPECT_EQ(read_robot(urdf, {.allow_incomplete = true}).skipped.size(), 3u);
  const ReadRobotSettings in_parts{.package_paths = {folder() + "shop/parts"}, .allow_incomplete = true};
  EXPECT_EQ(read_robot(urdf, in_parts).skipped.size(), 2u);
}

TEST(ReadRobot, HeldJointsAreTold) {
  const Robot robot =
      read_urdf(link_text("base") + link_text("middle") + link_text("tip") +
                joint_text("f", "floating", "base", "middle") + joint_text("r", "fixed", "middle", "tip"));
  ASSERT_EQ(robot.remarks.size(), 1u);
  EXPECT_NE(robot.remarks[0].find("'f' is floating"), std::string::npos);
  const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 10});
  EXPECT_EQ(matrix.pairs[0].value, SelfClass::unchecked);  // base, middle
  EXPECT_EQ(matrix.pairs[1].value, SelfClass::unchecked);  // base, tip
  EXPECT_EQ(matrix.pairs[2].value, SelfClass::adjacent);
  EXPECT_EQ(check_trajectory(robot, std::vector<std::vector<double>>{{}}).unchecked.size(), 3u);
}

// The text of the error of `read`, which must be there and begin with the file.
template <class Read>
std::string error_of(const std::string& path, Read read) {
  try {
    read(path);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(path)) << message;
    return message.substr(std::min(path.size(), message.size()));
  }
  ADD_FAILURE() << "no error";
  return {};
}

struct Broken {
  std::string text, error;  // what it must hold, with its line
};

TEST(ReadRobot, ErrorsNameThePlace) {
  const std::string two = link_text("a") + link_text("b");
  const std::string limit = "<limit lower='-1' upper='1'/>";
  const Broken cases[] = {
      {"<robot name='r'>\n<link name='a'>\n</robot>", ":3: </robot> closes <link>, which begins in line 2"},
      {"<robot name='r'>\n<link name='a'/>", ":2: the file ends within <robot>"},
      {"<robot name='r'>\n<link name='a/>\n<link name='b'/></robot>", "'<' in the value of name"},
      {"<robot name='r'>\n<link name=a/></robot>", ":2: the value of name is not in quotes"},
      {"<robot name='r' name='s'/>", ":1: <robot> has the attribute name twice"},
      {"<robot name='&bad;'/>", "unknown entity '&bad;'"},
      {"<!DOCTYPE robot><robot name='r'/>", "a document type is not read"},
      {"words", ":1: text outside of all elements"},
      {"<robot name='r'/><robot/>", "a second element"},
      {"<!-- ", "a comment does not end"},
      {"<model/>", ":1: the file holds a <model>, not a robot"},
      {"<sdf/>", ":1: the file holds neither a <model> nor a <world>"},
      {"<robot/>", "<robot> has no attribute name"},
      {"<robot name='r'/>", "the robot has no links"},
      {robot_text("<xacro:property name='x' value='1'/>"), ":1: the robot has no links"},
      {robot_text(two), ":3: links 'a' and 'b' both hang on nothing"},
      {robot_text(link_text("a") + link_text("a")), ":3: a second link 'a'; the first is in line 2"},
      {robot_text(two + joint_text("j", "fixed", "a", "c")), ":4: there is no link 'c'"},
      {robot_text(two + joint_text("j", "hinge", "a", "b")), ":4: joint 'j': there is no type 'hinge'"},
      {robot_text(two + joint_text("j", "revolute", "a", "b")), ":4: joint 'j' has no <limit>"},
      {robot_text(two + joint_text("j", "prismatic", "a", "b", "<limit lower='0' upper='1e200'/>")),
       ":4: joint 'j': out of range"},
      {robot_text(link_text("a", "<collision><xacro:insert_block name='x'/></collision>")),
       ":2: there is no block 'x'"},
      {robot_text(link_text("a", "<collision><geometry><sphere radius='${r}'/></geometry></collision>")),
       ":2: in ${r}: there is no property 'r'; graze expands the documented part of xacro: for more run xacro "},
      {robot_text(two + joint_text("j", "revolute", "a", "b", limit + "<axis xyz='0 1'/>")),
       "xyz of <axis> has 2 numbers"},
      {robot_text(two + joint_text("j", "fixed", "a", "b", "<origin xyz='0 0 x'/>")), "'x' is not a number"},
      {robot_text(two + joint_text("j", "fixed", "a", "b") + joint_text("k", "fixed", "a", "b")),
       ":5: link 'b' hangs on two joints; the first is in line 4"},
      {robot_text(two + link_text("c") + joint_text("j", "fixed", "a", "b") + joint_text("k", "fixed", "b", "a")),
       "link 'a' is in a circle of joints"},
      {robot_text(link_text("a", "<collision/>")), ":2: <collision> of link 'a' has no <geometry>"},
      {robot_text(link_text("a", "<collision><geometry/></collision>")), "<geometry> must hold one shape, not 0"},
      {robot_text(link_text("a", "<collision><geometry><sphere/></geometry></collision>")),
       "<sphere> has no attribute radius"},
      {robot_text(link_text("a", "<collision><geometry><sphere radius='wide'/></geometry></collision>")),
       "'wide' is not a number"},
  };
  for (const Broken& broken : cases) {
    const std::string message =
        error_of(file_of("robot.urdf", broken.text), [](const std::string& path) { read_robot(path); });
    EXPECT_NE(message.find(broken.error), std::string::npos) << message << "\nof\n" << broken.text;
  }
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_NE(error_of(file_of("robot.urdf", deep), [](const std::string& path) { read_robot(path); }).find("deep"),
            std::string::npos);
}

// Oddities of public files: the robot is read, and what was left aside is told.
TEST(ReadRobot, OddElementsAreLeftAsideAndTold) {
  const std::string two = link_text("a") + link_text("b"), limit = "<limit lower='-1' upper='1'/>";
  const Robot fixed = read_urdf(two + joint_text("j", "fixed", "a", "b", "<origin xyz='0 0 2'/><axis xyz='0 0 0'/>"));
  EXPECT_TRUE(fixed.remarks.empty());
  EXPECT_EQ(fixed.joints[0].origin.translation, (Vec3{0, 0, 2}));
  EXPECT_EQ(self_collision_matrix(fixed, {.samples = 1}).pairs[0].value, SelfClass::never);

  // Without an axis nobody knows how it moves: nothing is said of pairs across it.
  const Robot held =
      read_urdf(two + link_text("c") + joint_text("j", "revolute", "a", "b", limit + "<axis xyz='0 0 0'/>") +
                joint_text("k", "revolute", "b", "c", limit + "<axis xyz='0 0 0'/><mimic joint='j'/>"));
  EXPECT_TRUE(has(held.remarks, "joint 'j' has an axis of length 0")) << held.remarks.size();
  EXPECT_TRUE(has(held.remarks, "joint 'k' has an axis of length 0"));
  EXPECT_TRUE(held.variables.empty());
  for (const SelfPair& pair : self_collision_matrix(held, {.samples = 1}).pairs)
    EXPECT_EQ(pair.value, SelfClass::unchecked);

  // Nor where a joint mimics one that is not there, one that does not move, or itself.
  for (const char* const other : {"x", "f", "j"}) {
    const Robot odd_mimic = read_urdf(two + link_text("c") + joint_text("f", "fixed", "b", "c") +
                                      joint_text("j", "revolute", "a", "b", limit + "<mimic joint='" + other + "'/>"));
    EXPECT_TRUE(has(odd_mimic.remarks, "joint 'j' mimics ")) << other;
    EXPECT_TRUE(odd_mimic.variables.empty());
    EXPECT_EQ(self_collision_matrix(odd_mimic, {.samples = 1}).pairs[0].value, SelfClass::unchecked);
  }

  const Robot odd =
      read_urdf(two + joint_text("j", "revolute", "a", "b",
                                 "<origin xzy='0 0 1' rpy='0 0 0'/><axis xyz='0 0 1' frame='b'/>"
                                 "<limit lower='1' upper='-2' effort='3' velocity='1'/><drake:actuator/>"));
  EXPECT_TRUE(has(odd.remarks, "<origin> has an unknown attribute xzy: left aside"));
  EXPECT_TRUE(has(odd.remarks, "line 4: <axis> has an unknown attribute frame"));
  EXPECT_TRUE(has(odd.remarks, "lower is above upper"));
  EXPECT_EQ(odd.variables[0].lower, -2);
  EXPECT_EQ(odd.variables[0].upper, 1);

  const Robot wide = read_urdf(
      two + joint_text("j", "revolute", "a", "b", "<axis xyz='0 0 1'/><limit lower='-999999' upper='999999'/>"));
  EXPECT_TRUE(has(wide.remarks, "limits beyond 4096 radians"));
  EXPECT_TRUE(wide.variables[0].turns);

  const auto shape = [](const std::string& kind) {
    return read_urdf(link_text("a", "<collision><geometry>" + kind + "</geometry></collision>"));
  };
  EXPECT_TRUE(has(shape("<drake:hint/><box size='1 1 1'/>").remarks, "<drake:hint> beside <box> in <geometry>"));
  EXPECT_EQ(shape("<drake:hint/><box size='1 1 1'/>").links[0].shape.form(), ShapeForm::box);
  EXPECT_TRUE(has(shape("<sphere radius='1' colour='red'/>").remarks, "unknown attribute colour"));
  // Without volume: what it is.
  EXPECT_EQ(shape("<box size='0 0 0'/>").links[0].shape.bounds(), (Box{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(shape("<box size='2 0 4'/>").links[0].shape.bounds(), (Box{{-1, 0, -2}, {1, 0, 2}}));
  EXPECT_EQ(shape("<sphere radius='0'/>").links[0].shape.form(), ShapeForm::point);
  EXPECT_EQ(shape("<cylinder radius='0' length='2'/>").links[0].shape.form(), ShapeForm::segment);
  // What is no shape is skipped, and the run is incomplete.
  for (const char* const bad : {"<box size='1 -1 1'/>", "<sphere radius='-1'/>", "<cylinder radius='1' length='-2'/>",
                                "<mesh filename='a.obj' scale='1 0 1'/>", "<plane normal='0 0 1'/>"}) {
    const Robot robot = shape(bad);
    EXPECT_EQ(robot.skipped.size(), 1u) << bad;
    EXPECT_FALSE(robot.links[0].shape) << bad;
  }
}

TEST(ReadRobot, PackagesByTheirOwnNames) {
  const char* const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  for (const char* const each :
       {"ws/src/vendor-main/arm/meshes", "ws/.git/other", "checkout-1.2/meshes", "checkout-1.2/urdf"}) {
    std::filesystem::create_directories(folder() + each);
  }
  file_of("ws/src/vendor-main/arm/package.xml",
          "<?xml version='1.0'?>\n<!DOCTYPE x>\n<package><name> the_arm </name></package>");
  file_of("ws/src/vendor-main/arm/meshes/a.obj", tetrahedron);
  file_of("ws/.git/other/package.xml", "<package><name>hidden</name></package>");
  file_of("ws/.git/other/a.obj", tetrahedron);
  file_of("checkout-1.2/package.xml", "<package format='3'>\n  <name>own</name>\n</package>");
  file_of("checkout-1.2/meshes/b.obj", tetrahedron);
  const std::string urdf = file_of(
      "checkout-1.2/urdf/robot.urdf",
      robot_text(link_text("base", mesh_text("package://the_arm/meshes/a.obj") +
                                       mesh_text("package://own/meshes/b.obj") + mesh_text("package://hidden/a.obj"))));
  const Robot robot = read_robot(urdf, {.package_paths = {folder() + "ws"}, .allow_incomplete = true});
  ASSERT_EQ(robot.skipped.size(), 1u);
  EXPECT_NE(robot.skipped[0].reason.find("package://hidden/a.obj"), std::string::npos);
  EXPECT_EQ(read_robot(urdf, {.allow_incomplete = true}).skipped.size(), 2u);
}

TEST(ReadRobot, MeshesByReadersThatAreHandedInWithTheirUnits) {
  const std::string urdf = file_of("foreign.urdf", robot_text(link_text("base", mesh_text("part.made_up"))));
  file_of("part.made_up", "anything");
  EXPECT_THROW(read_robot(urdf), Error);
  const AssemblyReader reader{{".made_up"}, [](const std::string&, const ReadOptions&) {
                                Assembly assembly;
                                assembly.metres_per_unit = 0.001;
                                assembly.parts.push_back({"box", "box", make_box({500, 1000, 1500}), {}, ""});
                                return assembly;
                              }};
  const Robot robot = read_robot(urdf, {.readers = {reader}});
  EXPECT_TRUE(robot.skipped.empty());
  EXPECT_TRUE(has(robot.remarks, "part.made_up: its unit, of 0.001 m"));
  EXPECT_LT(length(robot.links[0].shape.bounds().hi - Vec3{0.5, 1, 1.5}), 1e-12);
}

// Limits of several turns stand for one turn, so that the search has less to do; what it finds is within the limits.
TEST(ReadRobot, LimitsOfSeveralTurnsAreOneTurn) {
  const auto arm = [&](const std::string& limits, const std::string& more = "") {
    return read_urdf(
        link_text("a", "<collision><origin xyz='-2 0 0'/><geometry><box size='1 1 1'/></geometry></collision>") +
        link_text("b", "<collision><origin xyz='2 0 0'/><geometry><box size='1 1 1'/></geometry></collision>") +
        joint_text("j", "revolute", "a", "b", "<axis xyz='0 0 1'/><limit " + limits + "/>") + more);
  };
  EXPECT_FALSE(arm("lower='-3' upper='3.2'").variables[0].turns);
  for (const char* const limits : {"lower='-20' upper='20'", "lower='10' upper='40'", "lower='-999999' upper='3'"}) {
    const Robot robot = arm(limits);
    ASSERT_TRUE(robot.variables[0].turns) << limits;
    const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 50});
    ASSERT_EQ(matrix.pairs[0].value, SelfClass::sometimes) << limits;
    EXPECT_GE(matrix.pairs[0].witness[0], robot.variables[0].lower);
    EXPECT_LE(matrix.pairs[0].witness[0], robot.variables[0].upper);
  }
  // Not where a joint goes along by a part of a turn, or slides.
  const std::string third = link_text("c") + "<joint name='k' type='revolute'><parent link='b'/><child link='c'/>" +
                            "<axis xyz='0 0 1'/><limit lower='-9' upper='9'/><mimic joint='j' multiplier='";
  EXPECT_FALSE(arm("lower='-9' upper='9'", third + "0.5'/></joint>").variables[0].turns);
  EXPECT_TRUE(arm("lower='-9' upper='9'", third + "-2'/></joint>").variables[0].turns);
}

TEST(ReadRobot, CutFilesAreErrorsNotCrashes) {
  const std::string whole = robot_text(link_text("a") + link_text("b") + joint_text("j", "continuous", "a", "b"));
  EXPECT_NO_THROW(read_robot(file_of("robot.urdf", whole)));
  const std::size_t end = whole.rfind('>');
  for (std::size_t size = 1; size < end; ++size) {
    EXPECT_THROW(read_robot(file_of("robot.urdf", whole.substr(0, size))), Error) << size;
  }
}

TEST(ReadSrdf, PairsAndErrors) {
  const Robot robot = read_urdf(link_text("a") + link_text("b") + link_text("c") + joint_text("j", "fixed", "a", "b") +
                                joint_text("k", "fixed", "b", "c"));
  const auto srdf = [&](const std::string& content) {
    return read_srdf(file_of("robot.srdf", robot_text(content)), robot);
  };
  const std::vector<DisabledPair> pairs = srdf(
      "<group name='g'/><disable_default_collisions link='c'/><enable_collisions link1='c' link2='a'/>"
      "<disable_collisions link2='a' link1='b' reason='Adjacent'/>");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].a, 0u);
  EXPECT_EQ(pairs[0].b, 1u);
  EXPECT_EQ(pairs[0].reason, "Adjacent");
  EXPECT_EQ(pairs[1].a, 1u);
  EXPECT_EQ(pairs[1].b, 2u);
  const auto fault = [&](const std::string& content) {
    return error_of(file_of("robot.srdf", robot_text(content)),
                    [&](const std::string& path) { read_srdf(path, robot); });
  };
  // Of another variant of the robot: told, and left aside.
  std::vector<std::string> remarks;
  const std::string other =
      file_of("robot.srdf",
              robot_text("<disable_collisions link1='a' link2='x'/>\n<disable_default_collisions link='y'/>\n"
                         "<enable_collisions link1='z' link2='a'/><disable_collisions link1='a' link2='b' by='me'/>"));
  EXPECT_EQ(read_srdf(other, robot, &remarks).size(), 1u);
  EXPECT_EQ(read_srdf(other, robot).size(), 1u);
  ASSERT_EQ(remarks.size(), 4u);
  EXPECT_TRUE(has(remarks, ":2: the robot has no link 'x'; the <disable_collisions> is left aside"));
  EXPECT_TRUE(has(remarks, ":3: the robot has no link 'y'"));
  EXPECT_TRUE(has(remarks, ":4: the robot has no link 'z'"));
  EXPECT_TRUE(has(remarks, "unknown attribute by"));
  EXPECT_NE(fault("<xacro:m/>").find(":2: there is no macro 'm'"), std::string::npos);
  EXPECT_NE(fault("<disable_collisions link1='${prefix}a' link2='b'/>").find("no property 'prefix'"),
            std::string::npos);
  EXPECT_EQ(srdf("<xacro:property name='p' value=''/><xacro:macro name='m' params='x y'><disable_collisions "
                 "link1='${p}${x}' link2='${y}'/></xacro:macro><xacro:m x='a' y='b'/><xacro:m x='b' y='c'/>")
                .size(),
            2u);
  EXPECT_NE(fault("<disable_collisions link1='a' link2='a'/>").find("both links are 'a'"), std::string::npos);
  EXPECT_NE(fault("<disable_collisions link1='a'/>").find("no attribute link2"), std::string::npos);
}

TEST(ReadTrajectory, WaypointsRemarksAndErrors) {
  const Robot robot = read_urdf(link_text("a") + link_text("b") + link_text("c") + link_text("d") +
                                joint_text("j", "revolute", "a", "b", "<limit lower='0.5' upper='1'/>") +
                                joint_text("k", "continuous", "b", "c") +
                                joint_text("m", "continuous", "c", "d", "<mimic joint='k'/>") + link_text("e") +
                                joint_text("f", "fixed", "d", "e"));
  const auto read_csv = [&](const std::string& text) { return read_trajectory(file_of("path.csv", text), robot); };
  const Trajectory path = read_csv("time, k\r\n0,7\r\n\r\n1, 4.5\r\n");
  ASSERT_EQ(path.waypoints.size(), 2u);
  EXPECT_EQ(path.waypoints[0], (std::vector<double>{0.5, 7}));
  EXPECT_EQ(path.waypoints[1], (std::vector<double>{0.5, 4.5}));
  ASSERT_EQ(path.remarks.size(), 1u);
  EXPECT_NE(path.remarks[0].find("'j' has no column"), std::string::npos);
  EXPECT_EQ(read_csv("k,j\n0,2\n").remarks.size(), 1u);

  // Columns of joints that mimic others say nothing new, or something else, which is told once.
  const Trajectory mimics = read_csv("time_from_start,k,j,m\n0,1,0.5,1\n1,2,0.5,2.0000001\n");
  EXPECT_TRUE(mimics.remarks.empty());
  EXPECT_EQ(mimics.waypoints[1], (std::vector<double>{0.5, 2}));
  const Trajectory differs = read_csv("m,k,j\n0,1,0.5\n0,2,0.5\n");
  ASSERT_EQ(differs.remarks.size(), 1u);
  EXPECT_NE(differs.remarks[0].find("line 2: joint 'm' mimics another and is at 1.0"), std::string::npos);
  // The short way round, and told once.
  const Trajectory round = read_csv("k,j\n3.1,0.5\n-3.1,0.5\n3.1,0.5\n0,0.5\n");
  ASSERT_EQ(round.remarks.size(), 1u);
  EXPECT_NE(round.remarks[0].find("line 3: joint 'k' goes the short way round: -3.1 is taken as 3.183185"),
            std::string::npos)
      << round.remarks[0];
  EXPECT_NEAR(round.waypoints[1][1], 2 * M_PI - 3.1, 1e-15);
  EXPECT_EQ(round.waypoints[2][1], 3.1);
  EXPECT_EQ(round.waypoints[3][1], 0);
  // Not where that is another pose.
  const Robot geared =
      read_urdf(link_text("a") + link_text("b") + link_text("c") + joint_text("k", "continuous", "a", "b") +
                joint_text("m", "continuous", "b", "c", "<mimic joint='k' multiplier='0.5'/>"));
  const Trajectory kept = read_trajectory(file_of("path.csv", "k\n3.1\n-3.1\n"), geared);
  EXPECT_EQ(kept.waypoints[1][0], -3.1);
  ASSERT_EQ(kept.remarks.size(), 1u);

  const Broken cases[] = {{"x\n1\n", ":1: the robot has no joint 'x'"}, {"k,f\n1,1\n", "'f' cannot be moved"},
                          {"k,k\n1,1\n", "joint 'k' has two columns"},  {"k\n1\n1,2\n", ":3: there are 2 numbers"},
                          {"k\n1\nx\n", ":3: 'x' is not a number"},     {"k\n", ": there are no waypoints"},
                          {"k\n1e9\n", ":2: joint 'k' cannot be at"},   {"\n\n", ": there is no line of joint names"}};
  for (const Broken& broken : cases) {
    const std::string message =
        error_of(file_of("path.csv", broken.text), [&](const std::string& file) { read_trajectory(file, robot); });
    EXPECT_NE(message.find(broken.error), std::string::npos) << message << "\nof\n" << broken.text;
  }
}

}  // namespace
}  // namespace graze
