// SDF: small models, each with one way to say a thing; all written for this test.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "graze/error.h"
#include "graze/robot.h"
#include "tests/io/files.h"
#include "tests/robot/arms.h"

namespace graze {
namespace {

const std::string sdf_box = "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>";

std::string link(const std::string& name, const std::string& more = sdf_box) {
  return "<link name='" + name + "'>" + more + "</link>\n";
}
std::string joint(const std::string& type, const std::string& more, const std::string& name = "j",
                  const std::string& parent = "a", const std::string& child = "b") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child + "</child>" +
         more + "</joint>\n";
}
std::string sdf(const std::string& content, const std::string& version = "1.9") {
  return "<?xml version='1.0'?>\n<sdf version='" + version + "'>\n<model name='m'>\n" + content + "</model></sdf>\n";
}
Robot read_sdf(const std::string& content, const std::string& version = "1.9") {
  return read_robot(file_of("model.sdf", sdf(content, version)), {.allow_incomplete = true});
}
const std::string two = link("a") + link("b", "<pose>0 0 2 0 0 0</pose>" + sdf_box);

TEST(ReadSdf, EveryJointType) {
  const std::string axis = "<axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis>";
  EXPECT_TRUE(read_sdf(two + joint("fixed", "")).variables.empty());
  const Robot revolute = read_sdf(two + joint("revolute", axis));
  EXPECT_EQ(revolute.joints[0].kind, JointKind::revolute);
  EXPECT_EQ(revolute.joints[0].axis, (Vec3{0, 1, 0}));
  EXPECT_EQ(revolute.joints[0].origin.translation, (Vec3{0, 0, 2}));
  EXPECT_EQ(revolute.variables[0].upper, 2);
  EXPECT_EQ(read_sdf(two + joint("prismatic", axis)).joints[0].kind, JointKind::prismatic);
  EXPECT_EQ(read_sdf(two + joint("continuous", "<axis><xyz>0 0 1</xyz></axis>")).joints[0].kind, JointKind::continuous);
  // Without limits, or with those that stand for none.
  EXPECT_EQ(read_sdf(two + joint("revolute", "<axis><xyz>0 0 1</xyz></axis>")).joints[0].kind, JointKind::continuous);
  for (const char* const end : {"1e16", "inf"}) {
    const std::string none = std::string("<axis><xyz>0 0 1</xyz><limit><lower>-") + end + "</lower><upper>" + end +
                             "</upper></limit></axis>";
    EXPECT_EQ(read_sdf(two + joint("revolute", none)).joints[0].kind, JointKind::continuous) << end;
    const Robot slide = read_sdf(two + joint("prismatic", none));
    EXPECT_EQ(slide.variables[0].upper, 10);
    EXPECT_TRUE(has(slide.remarks, "slides without limits"));
  }
  const Robot ball = read_sdf(two + joint("ball", ""));
  EXPECT_TRUE(ball.variables.empty());
  EXPECT_TRUE(has(ball.remarks, "is a ball joint"));
  EXPECT_EQ(self_collision_matrix(ball, {.samples = 1}).pairs[0].value, SelfClass::unchecked);

  // Two axes: b is at (0, 0, 2), turned about x by 0.3, then about y by 0.4.
  for (const char* const type : {"universal", "revolute2"}) {
    const Robot cross = read_sdf(two + joint(type, "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"));
    ASSERT_EQ(cross.variables.size(), 2u);
    EXPECT_EQ(cross.variables[0].name, "j/axis");
    const Pose b = frame_of(cross, {0.3, 0.4}, "b");
    EXPECT_NEAR(b.linear.c2.x, std::sin(0.4), 1e-15);
    EXPECT_NEAR(b.linear.c2.y, -std::sin(0.3) * std::cos(0.4), 1e-15);
    EXPECT_EQ(b.translation, (Vec3{0, 0, 2}));
  }
  // A tenth of a metre a turn; of old files radians a metre, the other way round.
  for (const char* const pitch :
       {"<screw_thread_pitch>0.1</screw_thread_pitch>", "<thread_pitch>-62.83185307179586</thread_pitch>"}) {
    const Robot screw = read_sdf(two + joint("screw", std::string("<axis><xyz>0 0 1</xyz></axis>") + pitch));
    ASSERT_EQ(screw.variables.size(), 1u);
    EXPECT_NEAR(frame_of(screw, {M_PI}, "b").translation.z, 2.05, 1e-14);
    EXPECT_NEAR(frame_of(screw, {M_PI / 2}, "b").linear.c0.y, 1, 1e-15);
  }
  EXPECT_TRUE(has(read_sdf(two + joint("gearbox", axis)).remarks, "its ratio is left aside"));
}

TEST(ReadSdf, FramesAndPoses) {
  // Relative to a frame on a frame on a joint.
  const Robot robot =
      read_sdf(link("a") + link("b", "<pose relative_to='f'>0 0 1 0 0 0</pose>") +
               "<frame name='g' attached_to='a'><pose>1 0 0 0 0 1.5707963267948966</pose></frame>\n"
               "<frame name='f'><pose relative_to='g'>1 0 0 0 0 0</pose></frame>\n" +
               joint("revolute", "<pose>0 0.5 0 0 0 0</pose><axis><xyz expressed_in='__model__'>0 0 1</xyz></axis>"));
  const Pose b = frame_of(robot, {0}, "b");
  EXPECT_LT(length(b.translation - Vec3{1, 1, 1}), 1e-15);
  EXPECT_LT(length(b.linear.c0 - Vec3{0, 1, 0}), 1e-15);
  // The joint is half a metre along the y axis of b, at (0.5, 1, 1).
  const Pose turned = frame_of(robot, {M_PI}, "b");
  EXPECT_LT(length(turned.translation - Vec3{0, 1, 1}), 1e-15);

  // A joint that names frames moves the links that they are attached to.
  const Robot named =
      read_sdf(link("a") + link("b") + "<frame name='f' attached_to='b'/><frame name='g' attached_to='f'/>" +
               joint("fixed", "", "j", "a", "g"));
  EXPECT_EQ(named.links[1].name, "b");

  const Robot old = read_sdf(link("a") + link("b", "<pose>0 0 0 0 0 1.5707963267948966</pose>") +
                                 joint("revolute", "<axis><xyz>1 0 0</xyz></axis>"),
                             "1.4");
  EXPECT_LT(length(old.joints[0].axis - Vec3{0, -1, 0}), 1e-15);
  const Robot switched = read_sdf(link("a") + link("b", "<pose>0 0 0 0 0 1.5707963267948966</pose>") +
                                      joint("revolute",
                                            "<axis><xyz>1 0 0</xyz>"
                                            "<use_parent_model_frame>1</use_parent_model_frame></axis>"),
                                  "1.5");
  EXPECT_LT(length(switched.joints[0].axis - Vec3{0, -1, 0}), 1e-15);
}

TEST(ReadSdf, JointsWithTheNamesOfLinks) {
  const Robot robot =
      read_sdf(link("a") + joint("fixed", "<pose>0 0 1 0 0 0</pose>", "b") + link("b", "<pose>0 0 2 0 0 0</pose>") +
                   link("c", "<pose relative_to='b'>0 0 1 0 0 0</pose>") +
                   joint("revolute", "<axis><xyz>0 0 1</xyz></axis>", "c", "b", "c"),
               "1.6");
  EXPECT_EQ(robot.joints[0].name, "b");
  EXPECT_EQ(frame_of(robot, {1}, "b").translation, (Vec3{0, 0, 2}));
  EXPECT_EQ(frame_of(robot, {1}, "c").translation, (Vec3{0, 0, 3}));
}

TEST(ReadSdf, ModelsWithinModelsAndWorlds) {
  const std::string inner = "<model name='hand'><pose>0 0 3 0 0 0</pose>" + link("palm") +
                            link("finger", "<pose>0 0 1 0 0 0</pose>") + joint("fixed", "", "k", "palm", "finger") +
                            "</model>\n";
  const Robot nested = read_sdf(link("a") + inner + joint("fixed", "", "j", "a", "hand::palm"));
  ASSERT_EQ(nested.links.size(), 3u);
  EXPECT_EQ(frame_of(nested, {}, "hand::finger").translation, (Vec3{0, 0, 4}));
  // By the model: its first link.
  EXPECT_EQ(read_sdf(link("a") + inner + joint("fixed", "", "j", "a", "hand")).links[1].name, "hand::palm");

  const Robot grounded = read_sdf("<pose>5 0 0 0 0 0</pose>" + link("a") + joint("fixed", "", "j", "world", "a"));
  EXPECT_EQ(grounded.links[0].name, "world");
  EXPECT_EQ(grounded.joints[0].origin.translation, (Vec3{5, 0, 0}));

  const Robot loose = read_sdf(link("a") + link("b"));
  EXPECT_EQ(loose.links[0].name, "world");
  EXPECT_TRUE(has(loose.remarks, "nothing holds"));
  EXPECT_EQ(self_collision_matrix(loose, {.samples = 1}).pairs[0].value, SelfClass::unchecked);
  const Robot still = read_sdf("<static>true</static>" + link("a") + link("b"));
  EXPECT_EQ(self_collision_matrix(still, {.samples = 1}).pairs[0].value, SelfClass::always);

  const Robot world = read_robot(file_of("world.sdf",
                                         "<sdf version='1.9'><world name='w'><model name='table'>"
                                         "<static>1</static>" +
                                             link("top") + "</model><model name='arm'>" + two +
                                             joint("revolute", "<axis><xyz>0 0 1</xyz></axis>") +
                                             joint("fixed", "", "k", "world", "a") + "</model></world></sdf>"));
  EXPECT_EQ(world.name, "w");
  EXPECT_EQ(world.links.size(), 4u);
  EXPECT_EQ(world.variables[0].name, "arm::j");

  const Robot loop = read_sdf(link("a") + link("b") + link("c") + joint("fixed", "", "j", "a", "b") +
                              joint("fixed", "", "k", "b", "c") + joint("ball", "", "l", "a", "c"));
  EXPECT_TRUE(has(loop.remarks, "joint 'l' closes a loop"));
  EXPECT_EQ(loop.joints.size(), 2u);

  const Robot mimic = read_sdf(two + link("c") + joint("revolute", "<axis><xyz>0 0 1</xyz></axis>") +
                               joint("revolute",
                                     "<axis><xyz>0 0 1</xyz><mimic joint='j'><multiplier>2</multiplier>"
                                     "<offset>0.5</offset><reference>0.25</reference></mimic></axis>",
                                     "k", "b", "c"));
  EXPECT_EQ(mimic.variables.size(), 1u);
  EXPECT_EQ(mimic.joints[1].multiplier, 2);
  EXPECT_EQ(mimic.joints[1].offset, 0);
}

TEST(ReadSdf, IncludesOfModels) {
  std::filesystem::create_directories(folder() + "models/gripper/meshes");
  file_of("models/gripper/model.config",
          "<model><sdf version='1.5'>old.sdf</sdf><sdf version='1.9'>g.sdf</sdf></model>");
  file_of("models/gripper/meshes/t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const auto mesh = [](const std::string& uri) {
    return "<collision name='c'><geometry><mesh><uri>" + uri + "</uri></mesh></geometry></collision>";
  };
  file_of("models/gripper/g.sdf", "<sdf version='1.9'><model name='g'>" + link("palm", mesh("meshes/t.obj")) +
                                      link("f", mesh("model://gripper/meshes/t.obj")) +
                                      joint("fixed", "", "k", "palm", "f") +
                                      "<frame name='grip'><pose>0 0 0.5 0 0 0</pose></frame></model></sdf>");
  const std::string include =
      "<include><uri>model://gripper</uri><name>left</name><pose>0 1 0 0 0 0</pose></include>\n";
  const std::string missing = "<include><uri>model://nowhere</uri></include>\n";
  const std::string path =
      file_of("arm.sdf", sdf(link("a") + include + missing + joint("fixed", "", "j", "a", "left::palm")));
  const Robot robot = read_robot(path, {.package_paths = {folder() + "models"}, .allow_incomplete = true});
  ASSERT_EQ(robot.links.size(), 3u);
  EXPECT_EQ(frame_of(robot, {}, "left::palm").translation, (Vec3{0, 1, 0}));
  EXPECT_EQ(robot.links[find_link(robot, "left::f")].shape.bounds().hi.x, 1);
  ASSERT_EQ(robot.skipped.size(), 1u);
  EXPECT_NE(robot.skipped[0].reason.find("model://nowhere"), std::string::npos);
  const Robot without =
      read_sdf(link("a") + link("b") + missing + joint("fixed", "") + joint("fixed", "", "k", "a", "nowhere::x"));
  EXPECT_TRUE(has(without.remarks, "joint 'k' is left aside: there is no 'nowhere::x'"));
  // Placed by one of its frames.
  const std::string placed =
      "<include><uri>model://gripper</uri><name>left</name><pose>0 0 0 0 0 0</pose>"
      "<placement_frame>grip</placement_frame></include>\n";
  const Robot lower =
      read_robot(file_of("arm.sdf", sdf(link("a") + placed + joint("fixed", "", "j", "a", "left::palm"))),
                 {.package_paths = {folder() + "models"}});
  EXPECT_EQ(frame_of(lower, {}, "left::palm").translation, (Vec3{0, 0, -0.5}));
  // A file that includes itself.
  file_of("models/gripper/old.sdf", "<sdf/>");
  const std::string self = file_of("self.sdf", sdf(link("a") + "<include><uri>self.sdf</uri></include>"));
  EXPECT_THROW(read_robot(self), Error);
}

TEST(ReadSdf, EveryGeometry) {
  const auto shape = [](const std::string& kind, const std::string& inner) {
    return read_sdf(
        link("a", "<collision name='c'><geometry><" + kind + ">" + inner + "</" + kind + "></geometry></collision>"));
  };
  const auto form = [](const Robot& robot) { return robot.links[0].shape.form(); };
  EXPECT_EQ(form(shape("box", "<size>1 2 3</size>")), ShapeForm::box);
  EXPECT_EQ(form(shape("sphere", "<radius>1</radius>")), ShapeForm::sphere);
  EXPECT_EQ(form(shape("cylinder", "<radius>1</radius><length>2</length>")), ShapeForm::cylinder);
  EXPECT_EQ(form(shape("capsule", "<radius>1</radius><length>2</length>")), ShapeForm::capsule);
  EXPECT_EQ(form(shape("cone", "<radius>1</radius><length>2</length>")), ShapeForm::cone);
  EXPECT_EQ(form(shape("ellipsoid", "<radii>1 2 3</radii>")), ShapeForm::ellipsoid);
  EXPECT_EQ(form(shape("plane", "<normal>0 0 1</normal><size>1 1</size>")), ShapeForm::halfspace);
  EXPECT_EQ(form(shape("box", "<size>0 0 0</size>")), ShapeForm::convex);
  EXPECT_FALSE(shape("empty", "").links[0].shape);
  for (const char* const odd : {"heightmap", "image", "polyline"}) {
    const Robot robot = shape(odd, "");
    ASSERT_EQ(robot.skipped.size(), 1u) << odd;
    EXPECT_EQ(robot.skipped[0].path, "a/c");
  }
  EXPECT_EQ(shape("sphere", "<radius>-1</radius>").skipped.size(), 1u);
  EXPECT_EQ(shape("mesh", "<uri>model://none/x.stl</uri>").skipped.size(), 1u);
}

TEST(ReadSdf, ErrorsNameThePlace) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "the model has no links"},
      {link("a") + link("a"), ":5: a second 'a' in the model"},
      {two + joint("hinge", ""), "there is no type 'hinge'"},
      {two + joint("fixed", "", "j", "a", "x"), "there is no link, joint, frame or model 'x'"},
      {link("a", "<pose relative_to='b'/>") + link("b", "<pose relative_to='a'/>") + joint("fixed", ""), "in a circle"},
      {link("a", "<pose>1 2 3</pose>"), "<pose> has 3 numbers, not 6"},
      {link("a", "<pose>1 2 3 4 5 x</pose>"), "'x' is not a number"},
      {link("a", "<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>"), "no rotation"},
      {link("a", "<collision name='c'/>"), "has no <geometry>"},
      {two + joint("fixed", "") + joint("fixed", "", "k", "b", "a"), "in a circle"},
      {two + "<joint name='j' type='fixed'><parent>a</parent></joint>", "joint 'j' has no <child>"},
      {two + "<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>" + joint("fixed", "", "j", "a", "f"),
       "'f' is attached to no link"},
  };
  for (const auto& [content, error] : cases) {
    const std::string path = file_of("model.sdf", sdf(content));
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
