// Geometry that is lost: an error that names it, and where the caller goes on without it, no verdict that is free.
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/error.h"
#include "graze/robot_checker.h"
#include "graze/simplify.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

// A base, an arm that slides down to it along z from 3 to 0, and in `lost` what is to be lost of the arm.
std::string lost_urdf(const std::string& lost) {
  return "<robot name='r'><link name='base'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
         "<link name='arm'>" +
         lost +
         "</link><joint name='j' type='prismatic'><parent link='base'/><child link='arm'/>"
         "<origin xyz='0 0 3'/><axis xyz='0 0 -1'/><limit lower='0' upper='3'/></joint></robot>";
}
std::string lost_urdf_shape(const std::string& shape) {
  return lost_urdf("<collision><geometry>" + shape + "</geometry></collision>");
}
std::string lost_sdf(const std::string& lost, const std::string& beside = "") {
  return "<sdf version='1.9'><model name='r'><link name='base'><collision name='c'><geometry><box><size>1 1 1</size>"
         "</box></geometry></collision></link><link name='arm'><pose>0 0 3 0 0 0</pose>" +
         lost +
         "</link>"
         "<joint name='j' type='prismatic'><parent>base</parent><child>arm</child><axis><xyz>0 0 -1</xyz><limit>"
         "<lower>0</lower><upper>3</upper></limit></axis></joint>" +
         beside + "</model></sdf>";
}
std::string lost_sdf_shape(const std::string& shape) {
  return lost_sdf("<collision name='c'><geometry>" + shape + "</geometry></collision>");
}
std::string lost_mjcf(const std::string& lost, const std::string& more = "") {
  return "<mujoco>" + more +
         "<worldbody><geom type='box' size='0.5 0.5 0.5'/><body name='arm' pos='0 0 3'>"
         "<joint name='j' type='slide' axis='0 0 -1' range='0 3'/>" +
         lost + "</body></worldbody></mujoco>";
}

struct LostCase {
  std::string file, text;
  bool in_root = false;  // not a matter of the arm: the root is incomplete
};

std::vector<LostCase> lost_cases() {
  file_of("empty.obj", "");
  file_of("points.stl", "solid x\nendsolid x\n");
  file_of("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  file_of("text.stl", "this is no mesh");
  std::vector<LostCase> cases;
  for (const char* const file : {"none.obj", "package://nowhere/a.stl", "empty.obj", "points.stl", "broken.obj",
                                 "text.stl", "a.unknown_ending"}) {
    const std::string name = file;
    cases.push_back({"r.urdf", lost_urdf_shape("<mesh filename='" + name + "'/>")});
    cases.push_back({"r.sdf", lost_sdf_shape("<mesh><uri>" + name + "</uri></mesh>")});
    cases.push_back(
        {"r.xml", lost_mjcf("<geom type='mesh' mesh='m'/>", "<asset><mesh name='m' file='" + name + "'/></asset>")});
  }
  const std::string box = "<box size='1 1 1'/>";
  for (const std::string& shape :
       {std::string("<mesh filename='empty.obj' scale='0 1 1'/>"), std::string("<box size='1 -1 1'/>"),
        std::string("<sphere radius='-1'/>"), std::string("<heightmap/>"), box + "<sphere radius='1'/>"}) {
    cases.push_back({"r.urdf", lost_urdf_shape(shape)});
  }
  cases.push_back(
      {"r.urdf", lost_urdf("<collision><geometry>" + box + "</geometry><geometry>" + box + "</geometry></collision>")});
  for (const char* const shape : {"<heightmap/>", "<image/>", "<polyline/>", "<sphere><radius>-1</radius></sphere>",
                                  "<box/><sphere/>", "<mesh><uri>empty.obj</uri><scale>0 1 1</scale></mesh>"}) {
    cases.push_back({"r.sdf", lost_sdf_shape(shape)});
  }
  cases.push_back({"r.sdf", lost_sdf("", "<include><uri>model://nowhere</uri></include>"), true});
  for (const char* const geom :
       {"<geom type='hfield' hfield='h'/>", "<geom type='sdf' size='1'/>", "<geom type='sphere' size='-1'/>",
        "<geom type='box' mesh='m'/>", "<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>", "<replicate count='2'/>",
        "<composite type='cable'/>", "<flexcomp name='f'/>", "<attach model='m'/>", "<geom type='mesh' mesh='m'/>"}) {
    cases.push_back({"r.xml", lost_mjcf(geom, "<asset><mesh name='m'/></asset>")});
  }
  cases.push_back({"r.xml", lost_mjcf("", "<deformable><flex name='f'/></deformable>"), true});
  return cases;
}

TEST(Incomplete, EveryWayToLoseGeometryIsAnErrorAndInEveryVerdict) {
  for (const LostCase& lost : lost_cases()) {
    SCOPED_TRACE(lost.text);
    const std::string path = file_of(lost.file, lost.text);
    try {
      read_robot(path);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path + ":")) << message;
      EXPECT_NE(message.find("--allow-incomplete"), std::string::npos) << message;
      if (!lost.in_root) {
        EXPECT_NE(message.find("arm/"), std::string::npos) << message;
      }
    }
    const Robot robot = read_robot(path, {.allow_incomplete = true});
    ASSERT_FALSE(robot.skipped.empty());
    const std::uint32_t arm = find_link(robot, "arm");
    EXPECT_EQ(robot.links[arm].incomplete, !lost.in_root);
    EXPECT_EQ(robot.links[0].incomplete, lost.in_root);

    const std::vector<double> up = {0.0}, down = {0.25};
    const RobotChecker checker(robot, {.threads = 1});
    const ValidResult valid = checker.valid(up);
    EXPECT_EQ(valid.answer, Answer::unknown);
    EXPECT_NE(valid.status, Status::ok);
    const WayResult edge = checker.edge(up, down);
    EXPECT_EQ(edge.answer, Answer::unknown);
    EXPECT_EQ(edge.lower, (TrajectoryTime{0, 0}));
    const ClearanceResult clearance = checker.clearance(up);
    EXPECT_NE(clearance.status, Status::ok);
    EXPECT_FALSE(clearance.lower > 0);
    EXPECT_FALSE(clearance.distance == clearance.distance);
    EXPECT_FALSE(clearance.beyond);
    if (!lost.in_root || robot.links[arm].shape) {
      const auto unchecked = checker.unchecked();
      EXPECT_TRUE(std::any_of(unchecked.begin(), unchecked.end(), [](const auto& pair) {
        return pair.value == SelfClass::unchecked && pair.reason.find("is missing") != std::string::npos;
      }));
      const TrajectoryResult checked = check_trajectory(robot, std::vector<std::vector<double>>{up, down});
      EXPECT_FALSE(checked.unfinished.empty());
      const SelfCollisionMatrix matrix = self_collision_matrix(robot, {.samples = 20, .threads = 1});
      ASSERT_FALSE(matrix.pairs.empty());
      for (const SelfPair& pair : matrix.pairs) {
        EXPECT_NE(pair.value, SelfClass::never);
        EXPECT_TRUE(pair.apart.empty());
      }
      EXPECT_EQ(srdf_text(robot, matrix).find("Never"), std::string::npos);
    }
    EXPECT_THROW(simplify(robot, SimpleKind::spheres), Error);
  }
}

// What is there is still found to be in contact, and a no stays a no.
TEST(Incomplete, ContactsOfTheRestAreFound) {
  const std::string path =
      file_of("r.urdf", lost_urdf("<collision><geometry><box size='1 1 1'/></geometry></collision>"
                                  "<collision><geometry><mesh filename='none.obj'/></geometry></collision>"));
  const Robot robot = read_robot(path, {.allow_incomplete = true});
  const RobotChecker checker(robot, {.threads = 1});
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  int no = 0;
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> from = {dice.uniform(0, 3)}, to = {dice.uniform(0, 3)};
    const bool meets = from[0] >= 2;
    no += meets;
    EXPECT_EQ(checker.valid(from).answer, meets ? Answer::no : Answer::unknown) << from[0];
    const WayResult way = checker.edge(from, to);
    EXPECT_EQ(way.answer, meets || to[0] >= 2 ? Answer::no : Answer::unknown);
    EXPECT_EQ(way.lower, (TrajectoryTime{0, 0}));
    const TrajectoryResult checked = check_trajectory(robot, std::vector<std::vector<double>>{from, to});
    EXPECT_EQ(checked.contacts.empty(), !way.no());
    EXPECT_FALSE(checked.unfinished.empty());
  }
  EXPECT_GT(no, 20) << seed;
  EXPECT_LT(no, 180) << seed;
}

// A link with visual geometry alone collides with nothing, and a remark says so; a robot of such links alone has lost
// its geometry.
TEST(Incomplete, LinksThatAreOnlySeen) {
  const std::string seen = "<visual><geometry><box size='1 1 1'/></geometry></visual>";
  const Robot robot = read_robot(file_of("seen.urdf", lost_urdf(seen)));
  EXPECT_TRUE(robot.skipped.empty());
  EXPECT_TRUE(std::any_of(robot.remarks.begin(), robot.remarks.end(), [](const std::string& remark) {
    return remark == "links with visual geometry alone collide with nothing: arm";
  }));
  EXPECT_TRUE(RobotChecker(robot).valid(std::vector<double>{3}).yes());
  const std::string alone = file_of("seen.urdf", "<robot name='r'><link name='a'>" + seen + "</link></robot>");
  EXPECT_THROW(read_robot(alone), Error);
  EXPECT_TRUE(read_robot(alone, {.allow_incomplete = true}).links[0].incomplete);
  // Frames without any geometry are no loss.
  EXPECT_TRUE(read_robot(file_of("frames.urdf", "<robot name='r'><link name='a'/></robot>")).skipped.empty());
}

}  // namespace
}  // namespace graze
