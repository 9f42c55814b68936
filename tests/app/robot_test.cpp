// `graze robot`: the matrix, trajectories, exit codes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "obj_box.h"
#include "run.h"
#include "tests/property/model_files.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

std::string arm() {
  const std::string path = folder() + "arm.urdf";
  EXPECT_EQ(run("scene arm -o " + path + " --truth " + folder() + "truth.json").exit_code, 0);
  return path;
}

TEST(Robot, MatrixAsIsKnownAndTheSameForAnyThreadCount) {
  const std::string path = arm();
  const std::string srdf = folder() + "arm.srdf";
  const Output result = run("robot --json --samples 500 --seed 3 --write-srdf " + srdf + " " + path);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(run("robot --json --samples 500 --seed 3 --threads 1 " + path).out, result.out);
  const Json report = Json::parse(result.out), truth = Json::parse(read_file(folder() + "truth.json"))["pairs"];
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(report["samples"], 500);
  ASSERT_EQ(report["pairs"].size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const char* const field : {"a", "b", "class"}) EXPECT_EQ(report["pairs"][i][field], truth[i][field]) << i;
    EXPECT_TRUE(report["pairs"][i]["proven"] == true || truth[i]["class"] == "adjacent");
    if (truth[i]["class"] == "sometimes") {
      EXPECT_EQ(report["pairs"][i]["witness"].size(), 2u);
    }
  }
  const std::string written = read_file(srdf);
  EXPECT_NE(written.find("link1=\"floor\" link2=\"sign\" reason=\"Always\"/> <!-- proven -->"), std::string::npos);
  EXPECT_NE(written.find("reason=\"Adjacent\""), std::string::npos);
  EXPECT_EQ(written.find("link1=\"forearm\" link2=\"wall\""), std::string::npos);
  const Output table = run("robot --samples 500 --srdf " + srdf + " " + path);
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.out.find("7 pairs are listed as disabled: they are not checked"), std::string::npos);
}

TEST(Robot, TrajectoryExitCodes) {
  const std::string path = arm(), srdf = folder() + "arm.srdf";
  ASSERT_EQ(run("robot --samples 100 --write-srdf " + srdf + " " + path).exit_code, 0);
  const std::string swing = file("swing.csv", "yaw,pitch\n1.2,0\n-1.2,0\n");
  const Output hit = run("robot --json --srdf " + srdf + " --trajectory " + swing + " " + path);
  EXPECT_EQ(hit.exit_code, 1);
  const Json report = Json::parse(hit.out);
  ASSERT_EQ(report["trajectory"]["contacts"].size(), 1u);
  const Json contact = report["trajectory"]["contacts"][0];
  EXPECT_EQ(contact["a"], "forearm");
  EXPECT_EQ(contact["b"], "wall");
  EXPECT_EQ(contact["kind"], "contact");
  EXPECT_EQ(contact["from"]["waypoint"], 0);
  EXPECT_NEAR(contact["to"]["fraction"].get<double>(), 0.0924212368, 1e-6);
  EXPECT_TRUE(report["pairs"].is_null());
  const std::string away = file("away.csv", "yaw,pitch\n1.2,0\n2,0.3\n");
  const Output free = run("robot --srdf " + srdf + " --trajectory " + away + " " + path);
  EXPECT_EQ(free.exit_code, 0);
  EXPECT_NE(free.out.find("free: no contact, proven except 7 pairs not checked, listed below"), std::string::npos);
  EXPECT_EQ(run("robot --budget 1 --srdf " + srdf + " --trajectory " + away + " " + path).exit_code, 3);
  const Output bad = run("robot --trajectory " + file("bad.csv", "yaw\n1\nx\n") + " " + path);
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("bad.csv:3: 'x' is not a number"), std::string::npos);
}

// A base drives along a rail into a wall that hangs on the same link without geometry.
TEST(Robot, VerdictsNameWhatWasNotChecked) {
  const std::string links =
      "<link name='wall'><collision><origin xyz='1 0 0'/><geometry><box size='0.1 1 1'/></geometry></collision></link>"
      "<link name='base'><collision><geometry><box size='0.5 0.5 0.5'/></geometry></collision></link>";
  const auto joint = [](const std::string& name, const std::string& type, const std::string& parent,
                        const std::string& child) {
    return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
           "'/><axis xyz='1 0 0'/><limit lower='-2' upper='2' effort='1' velocity='1'/></joint>";
  };
  const std::string start = "<robot name='rail'><link name='world'/>" + links;
  const std::string rail = file("rail.urdf", start + joint("w", "fixed", "world", "wall") +
                                                 joint("rail", "prismatic", "world", "base") + "</robot>");
  const std::string through = file("through.csv", "rail\n-1\n2\n"), up_to = file("up_to.csv", "rail\n-1\n0.5\n");
  const auto verdict = [](const Output& output) { return Json::parse(output.out)["trajectory"]["verdict"]; };
  const Output hit = run("robot --json --trajectory " + through + " " + rail);
  EXPECT_EQ(hit.exit_code, 1);
  EXPECT_EQ(verdict(hit), "contact");
  EXPECT_EQ(run("robot --trajectory " + through + " " + rail).exit_code, 1);
  const Output free = run("robot --trajectory " + up_to + " " + rail);
  EXPECT_EQ(free.exit_code, 0);
  EXPECT_NE(free.out.find("free: no contact, proven\n"), std::string::npos) << free.out;
  EXPECT_EQ(verdict(run("robot --json --trajectory " + up_to + " " + rail)), "free");

  // With a bumper bolted to the base: one pair that is held together.
  const std::string bumper =
      "<link name='bumper'><collision><geometry><box size='0.6 0.1 0.1'/></geometry></collision></link>";
  const std::string bolted = file("bolted.urdf", start + bumper + joint("w", "fixed", "world", "wall") +
                                                     joint("rail", "prismatic", "world", "base") +
                                                     joint("bolt", "fixed", "base", "bumper") + "</robot>");
  const Output except = run("robot --trajectory " + up_to + " " + bolted);
  EXPECT_EQ(except.exit_code, 0);
  EXPECT_NE(except.out.find("free: no contact, proven except 1 pair not checked, listed below"), std::string::npos)
      << except.out;
  EXPECT_NE(except.out.find("base  |  bumper  (Adjacent)"), std::string::npos) << except.out;
  const Output json = run("robot --json --trajectory " + up_to + " " + bolted);
  EXPECT_EQ(verdict(json), "free_except");
  EXPECT_EQ(Json::parse(json.out)["trajectory"]["unchecked"][0]["class"], "adjacent");
  EXPECT_EQ(Json::parse(json.out)["complete"], true);

  // Pairs across a joint that cannot be followed: nobody knows.
  const std::string planar = file("planar.urdf", start + joint("w", "fixed", "world", "wall") +
                                                     joint("rail", "planar", "world", "base") + "</robot>");
  const Output unknown = run("robot --json " + planar);
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_EQ(Json::parse(unknown.out)["complete"], false);
}

// A carriage of two balls on a rail, a box at its end, and whatever says so: the answers do not depend on a device.
TEST(Robot, ConfigurationsThatAreFree) {
  const auto ball = [](const std::string& at) {
    return "<collision><origin xyz='" + at + "'/><geometry><sphere radius='0.2'/></geometry></collision>";
  };
  const std::string joint =
      "<joint name='rail' type='prismatic'><parent link='world'/><child link='base'/><axis xyz='1 0 0'/>"
      "<limit lower='-2' upper='2' effort='1' velocity='1'/></joint></robot>";
  const std::string rail = file("balls.urdf", "<robot name='balls'><link name='world'/><link name='base'>" +
                                                  ball("0 0 0") + ball("0.3 0 0") + "</link>" + joint);
  const std::string wall = file("wall.obj", obj_box("wall", 0, {1, -1, -1}, {1.1, 1, 1}));
  // The second ball reaches the wall at 0.5.
  const std::string rows = file("rows.csv", "rail\n-1\n0.25\n0.5\n0.51\n0.75\n1.7\n");
  const std::string question = "robot --configurations " + rows + " --scene " + wall + " " + rail;
  const Output plain = run(question), json = run(question + " --json");
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_NE(plain.out.find("6 configurations, 3 free, 3 in contact\nin contact: 2 3 4\n"), std::string::npos)
      << plain.out;
  EXPECT_EQ(Json::parse(json.out)["contact"], (Json{2, 3, 4}));
  EXPECT_EQ(Json::parse(json.out)["configurations"], 6);
  const Output device = run(question + " --gpu");
  EXPECT_EQ(device.out, plain.out);
  EXPECT_EQ(device.exit_code, 1);
  EXPECT_NE(device.err.find("--gpu: obstacles were looked at by "), std::string::npos) << device.err;
  EXPECT_EQ(run(question + " --gpu --json").out, json.out);
  // Other links than balls are the processor's.
  const std::string box = file("box.urdf",
                               "<robot name='box'><link name='world'/><link name='base'><collision><geometry>"
                               "<box size='0.6 0.4 0.4'/></geometry></collision></link>" +
                                   joint);
  const Output other = run("robot --gpu --configurations " + rows + " --scene " + wall + " " + box);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("--simplify spheres"), std::string::npos) << other.err;
  EXPECT_NE(other.out.find("in contact: 4\n"), std::string::npos) << other.out;
  // Without obstacles everything is free here.
  EXPECT_EQ(run("robot --gpu --configurations " + rows + " " + rail).exit_code, 0);
  for (const std::string& wrong :
       {"robot --gpu " + rail, "robot --configurations " + rows + " --trajectory " + rows + " " + rail,
        "robot --configurations " + rows + " --html page.html " + rail}) {
    const Output refused = run(wrong);
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_TRUE(refused.out.empty()) << wrong;
    EXPECT_NE(refused.err.find("--configurations"), std::string::npos) << refused.err;
  }
}

// The forearm swings past a post; the sign in the floor is disabled.
TEST(Robot, TrajectoriesAmongTheObstaclesOfAScene) {
  const std::string path = arm(), srdf = folder() + "arm.srdf";
  ASSERT_EQ(run("robot --samples 100 --write-srdf " + srdf + " " + path).exit_code, 0);
  const std::string swing = file("swing.csv", "yaw,pitch\n1.2,0\n2,0\n");
  const std::string start = "robot " + path + " --srdf " + srdf + " --trajectory " + swing;
  ASSERT_EQ(run(start).exit_code, 0);
  const std::string cell =
      file("cell.obj", obj_box("post", 0, {-0.1, 0.9, 0.5}, {0.1, 1.1, 2}) + obj_box("far", 8, {5, 5, 0.5}, {6, 6, 1}));
  const Output hit = run(start + " --json --scene " + cell);
  EXPECT_EQ(hit.exit_code, 1) << hit.err;
  const Json report = Json::parse(hit.out)["trajectory"];
  EXPECT_EQ(report["verdict"], "contact");
  EXPECT_EQ(report["obstacles"], 2);
  ASSERT_EQ(report["contacts"].size(), 1u);
  EXPECT_EQ(report["contacts"][0]["a"], "forearm");
  EXPECT_EQ(report["contacts"][0]["b"], "cell.obj:post");
  // The edge of the post at (0.1, 0.9) meets the side of the forearm, 1/16 from its middle.
  const double yaw = std::atan2(0.9, 0.1) - std::asin(1.0 / 16 / std::hypot(0.1, 0.9)), truth = (yaw - 1.2) / 0.8;
  EXPECT_LE(report["contacts"][0]["from"]["fraction"].get<double>(), truth);
  EXPECT_NEAR(report["contacts"][0]["to"]["fraction"].get<double>(), truth, 1e-5);
  const Output table = run(start + " --scene " + cell);
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_NE(table.out.find("2 obstacles\n"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("contact  forearm  |  cell.obj:post\n"), std::string::npos) << table.out;

  // Moved away; turned by half a turn about z, which puts it behind the robot; and twice, the second one in the way.
  const Output away = run(start + " --scene " + cell + " --scene-at -3,0,0");
  EXPECT_EQ(away.exit_code, 0) << away.out;
  EXPECT_NE(away.out.find("free: no contact, proven except 7 pairs"), std::string::npos) << away.out;
  EXPECT_EQ(run(start + " --scene " + cell + " --scene-at 0,0,0,0,0,1,0").exit_code, 0);
  const Output twice = run("robot --json --scene " + cell + " --scene-at 0,0,0,0,0,2,0 --scene " + cell +
                           " --scene-at 0,0,0 --srdf " + srdf + " --trajectory " + swing + " " + path);
  EXPECT_EQ(twice.exit_code, 1) << twice.err;
  EXPECT_EQ(Json::parse(twice.out)["trajectory"]["contacts"][0]["b"], "cell.obj#2:post");

  // What the robot stands on is listed, and is no finding.
  const std::string ground = file("ground.obj", obj_box("slab", 0, {-3, -3, -2}, {3, 3, 0}));
  const Output stands = run(start + " --scene " + ground + " --json");
  EXPECT_EQ(stands.exit_code, 1) << stands.out;  // the post turns on it: that is one
  const Json on_ground = Json::parse(stands.out)["trajectory"];
  EXPECT_EQ(on_ground["contacts"][0]["a"], "post");
  bool listed = false;
  for (const Json& pair : on_ground["unchecked"]) {
    listed = listed || (pair["a"] == "floor" && pair["b"] == "ground.obj:slab" && pair["class"] == "adjacent");
  }
  EXPECT_TRUE(listed) << stands.out;
}

TEST(Robot, ScenesOfOtherFormats) {
  const std::string path = arm(), srdf = folder() + "arm.srdf";
  ASSERT_EQ(run("robot --samples 100 --write-srdf " + srdf + " " + path).exit_code, 0);
  const std::string start = "robot --json --srdf " + srdf + " --trajectory " +
                            file("swing.csv", "yaw,pitch\n1.2,0\n2,0\n") + " " + path + " --scene ";
  // An OctoMap of one cube, from 0 to 0.5 in each axis.
  const std::string octomap = file("map.bt", std::string("# Octomap OcTree binary file\nid OcTree\nsize 2\n"
                                                         "res 1.52587890625e-05\ndata\n") +
                                                 '\0' + '\x80');
  const Output hit = run(start + octomap + " --scene-at -0.25,0.8,0.8");
  EXPECT_EQ(hit.exit_code, 1) << hit.out << hit.err;
  EXPECT_EQ(Json::parse(hit.out)["trajectory"]["contacts"][0]["b"], "map.bt:map");
  EXPECT_EQ(run(start + octomap + " --scene-at -0.25,0.8,1.2").exit_code, 0);
  // Many parts.
  const std::string plant = folder() + "plant.glb";
  ASSERT_EQ(run("scene plant --parts 60 -o " + plant + " --truth " + folder() + "plant.json").exit_code, 0);
  const Output far = run(start + plant + " --scene-at 500,0,0");
  EXPECT_EQ(far.exit_code, 0) << far.err;
  EXPECT_GE(Json::parse(far.out)["trajectory"]["obstacles"].get<int>(), 60);
  EXPECT_EQ(run(start + plant + " --scene-at 500,0,0 --threads 1").out, far.out);
  // A unit that is not the metre.
  if (run("check --help").out.find(".dae") == std::string::npos) GTEST_SKIP() << "built without assimp";
  std::string dae = models::collada(models::assembly(0));
  const std::size_t unit = dae.find("meter=\"1\"");
  ASSERT_NE(unit, std::string::npos);
  const Output millimetres =
      run(start + file("part.dae", dae.replace(unit, 9, "meter=\"0.001\"")) + " --scene-at 0,0,30");
  EXPECT_EQ(millimetres.exit_code, 0) << millimetres.out << millimetres.err;
  EXPECT_NE(millimetres.out.find("part.dae: its unit, of 0.001 m, is taken into account"), std::string::npos);
}

TEST(Robot, ScenesThatCannotBeUsed) {
  const std::string path = arm();
  const std::string cell = file("cell.obj", obj_box("post", 0, {5, 5, 5}, {6, 6, 6}));
  const std::string start = "robot " + path + " --trajectory " + file("swing.csv", "yaw,pitch\n1.2,0\n2,0\n");
  const auto message = [](const std::string& arguments) {
    const Output output = run(arguments);
    EXPECT_EQ(output.exit_code, 2) << arguments;
    EXPECT_EQ(output.out, "");
    return output.err;
  };
  const auto expect = [&](const std::string& arguments, const std::string& part) {
    const std::string text = message(arguments);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect("robot " + path + " --scene " + cell, "--scene needs --trajectory");
  expect(start + " --scene-at 0,0,0", "--scene-at needs --scene");
  expect(start + " --scene " + folder() + "none.obj", "none.obj: no such file");
  expect(start + " --scene " + file("cell.xyz", "0 0 0\n"), "has an ending that is not one that can be read");
  expect(start + " --scene " + file("empty.obj", ""), "empty.obj: ");
  expect(start + " --scene " + file("bare.gltf", "{\"asset\":{\"version\":\"2.0\"}}"), "bare.gltf: ");
  expect(start + " --scene " + file("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "nan.obj:1: ");
  expect(start + " --scene " + cell + " --scene-at 1,2", "x,y,z is needed");
  expect(start + " --scene " + cell + " --scene-at 1,2,z", "'z' is not a finite number");
  expect(start + " --scene " + cell + " --scene-at 1,2,3,0,0,0,0", "is no rotation");
  expect(start + " --scene " + cell + " --scene-at 1,2,3 --scene-at 1,2,3", "--scene-at is given 2 times");
}

TEST(Robot, SrdfIsMergedAndNothingIsLost) {
  const std::string path = arm();
  const std::string text =
      "<robot name='arm'>\n  <group name='arm'/>\n  <disable_collisions link1='floor' link2='wall'/>\n"
      "  <disable_collisions link1='floor' link2='lamp'/>\n</robot>\n";
  const std::string given = file("given.srdf", text);
  const Output onto = run("robot --samples 100 --write-srdf " + given + " " + path);
  EXPECT_EQ(onto.exit_code, 2);
  EXPECT_NE(onto.err.find("holds more than disabled pairs"), std::string::npos) << onto.err;
  EXPECT_EQ(read_file(given), text);
  const Output merged = run("robot --samples 100 --srdf " + given + " --write-srdf " + given + " " + path);
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_NE(merged.out.find("the robot has no link 'lamp'"), std::string::npos);
  const std::string after = read_file(given);
  EXPECT_TRUE(after.starts_with(text.substr(0, text.find("</robot>")))) << after;
  EXPECT_NE(after.find("reason=\"Always\"/> <!-- proven -->"), std::string::npos) << after;
  // What holds only pairs is made anew.
  const std::string fresh = folder() + "fresh.srdf";
  EXPECT_EQ(run("robot --samples 100 --write-srdf " + fresh + " " + path).exit_code, 0);
  EXPECT_EQ(run("robot --samples 100 --write-srdf " + fresh + " " + path).exit_code, 0);
}

TEST(Robot, FormatsByTheirContent) {
  const std::string mjcf =
      file("arm.xml",
           "<mujoco model='m'><worldbody><body name='a'><geom size='0.1'/><body name='b' pos='0 0 1'><joint name='j' "
           "range='-90 90' axis='0 1 0'/><geom size='0.1'/></body></body></worldbody>"
           "<contact><exclude body1='a' body2='b'/></contact></mujoco>");
  const Output excluded = run("robot " + mjcf);
  EXPECT_EQ(excluded.exit_code, 0) << excluded.err;
  EXPECT_NE(excluded.out.find("a  |  b  (not checked: contact exclude)"), std::string::npos) << excluded.out;
  const Output audit = run("robot --audit " + mjcf);
  EXPECT_NE(audit.out.find("1 disabled pairs"), std::string::npos) << audit.out << audit.err;
  const std::string sdf =
      file("arm.sdf",
           "<sdf version='1.9'><model name='s'><link name='a'><collision name='c'><geometry><sphere>"
           "<radius>1</radius></sphere></geometry></collision></link></model></sdf>");
  EXPECT_NE(run("robot " + sdf).out.find("s: 1 links"), std::string::npos);
  const std::string xacro = file("arm.xacro",
                                 "<robot name='x'><xacro:arg name='n' default='a'/><link name='$(arg n)'><collision>"
                                 "<geometry><box size='${1/4} 1 1'/></geometry></collision></link></robot>");
  const Output named = run("robot --json --simplify hulls -o " + folder() + "x.urdf --arg n:=base " + xacro);
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_NE(named.out.find("{\"name\":\"base\",\"pieces\":1,\"gap\":0}"), std::string::npos) << named.out;
  EXPECT_NE(read_file(folder() + "x_hulls/base_1.obj").find("v 0.125 0.5 0.5"), std::string::npos);
  EXPECT_EQ(run("robot --arg n " + xacro).exit_code, 2);
}

TEST(Robot, SimpleLinksAndPages) {
  const std::string path = arm(), simple = folder() + "simple.urdf", page = folder() + "page.html";
  const Output spheres = run("robot --simplify spheres --gap 0.1 -o " + simple + " " + path);
  EXPECT_EQ(spheres.exit_code, 0) << spheres.err;
  EXPECT_NE(spheres.out.find("standing out by at most 0.0"), std::string::npos) << spheres.out;
  EXPECT_EQ(run("robot --samples 10 --proof-budget 0 " + simple).exit_code, 0);
  EXPECT_EQ(run("robot --simplify spheres " + path).exit_code, 2);
  EXPECT_EQ(run("robot --simplify cubes -o " + simple + " " + path).exit_code, 2);
  const Output html = run("robot --samples 10 --proof-budget 0 --html " + page + " " + path);
  if (html.exit_code == 2 && html.err.find("three.js") != std::string::npos) GTEST_SKIP() << "built without three.js";
  EXPECT_EQ(html.exit_code, 0) << html.err;
  const std::string text = read_file(page);
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(text.find("/*robot.js*/"), std::string::npos);
  EXPECT_EQ(run("robot --samples 10 --proof-budget 0 --html " + page + " " + path).exit_code, 0);
  EXPECT_EQ(read_file(page), text);  // the same bytes
}

TEST(Robot, PackagesOfTheEnvironment) {
  const std::string root = folder() + "install/share/shop/meshes/";
  std::filesystem::create_directories(root);
  write_file(root + "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  std::filesystem::create_directories(folder() + "elsewhere");
  const std::string urdf = file("elsewhere/one.urdf",
                                "<robot name='r'><link name='a'><collision><geometry><mesh "
                                "filename='package://shop/meshes/a.obj'/></geometry></collision></link></robot>");
  EXPECT_EQ(run("robot " + urdf).exit_code, 2);
  ASSERT_EQ(setenv("AMENT_PREFIX_PATH", ("/nowhere:" + folder() + "install").c_str(), 1), 0);
  EXPECT_EQ(run("robot " + urdf).exit_code, 0);
  unsetenv("AMENT_PREFIX_PATH");
  ASSERT_EQ(setenv("ROS_PACKAGE_PATH", (folder() + "install/share").c_str(), 1), 0);
  EXPECT_EQ(run("robot " + urdf).exit_code, 0);
  unsetenv("ROS_PACKAGE_PATH");
}

// Where assimp was there, as the command says of itself.
TEST(Robot, ColladaInMetres) {
  if (run("check --help").out.find(".dae") == std::string::npos) GTEST_SKIP() << "built without assimp";
  std::string dae = models::collada(models::assembly(0));
  const std::size_t unit = dae.find("meter=\"1\"");
  ASSERT_NE(unit, std::string::npos);
  const auto robot = [&](const std::string& text) {
    write_file(folder() + "part.dae", text);
    return run("robot --json " + file("foreign.urdf",
                                      "<robot name='r'><link name='a'><collision><geometry><mesh filename='part.dae'/>"
                                      "</geometry></collision></link></robot>"));
  };
  const Output metres = robot(dae);
  EXPECT_EQ(metres.exit_code, 0) << metres.out;
  EXPECT_EQ(metres.out.find("its unit"), std::string::npos);
  const Output millimetres = robot(dae.replace(unit, 9, "meter=\"0.001\""));
  EXPECT_EQ(millimetres.exit_code, 0) << millimetres.out;
  EXPECT_NE(millimetres.out.find("part.dae: its unit, of 0.001 m"), std::string::npos) << millimetres.out;
}

TEST(Robot, BrokenAndIncompleteFiles) {
  const Output broken = run("robot " + file("broken.urdf", "<robot name='r'>\n<link name='a'>\n</robot>"));
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_NE(broken.err.find("broken.urdf:3: </robot> closes <link>"), std::string::npos);
  EXPECT_EQ(run("robot " + folder() + "none.urdf").exit_code, 2);
  EXPECT_EQ(run("robot --samples 0 " + arm()).exit_code, 2);
  const std::string lost = file("missing.urdf",
                                "<robot name='r'><link name='a'><collision><geometry><mesh "
                                "filename='package://p/a.stl'/></geometry></collision></link></robot>");
  const Output refused = run("robot " + lost);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("a/collision 1: there is no mesh package://p/a.stl"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--allow-incomplete"), std::string::npos);
  const Output missing = run("robot --allow-incomplete " + lost);
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_NE(missing.out.find("missing a/collision 1: there is no mesh package://p/a.stl"), std::string::npos);
}

TEST(Robot, AuditsWhatAnSrdfDisables) {
  const std::string path = arm();
  const std::string given = file("given.srdf",
                                 "<robot name='arm'>\n"
                                 "<disable_collisions link1='forearm' link2='wall' reason='Never'/>\n"
                                 "<disable_collisions link1='floor' link2='wall' reason='User'/>\n</robot>\n");
  const Output audit = run("robot --audit --samples 500 --srdf " + given + " " + path);
  EXPECT_EQ(audit.exit_code, 1);
  EXPECT_NE(audit.out.find("1 disabled although they can meet"), std::string::npos) << audit.out;
  EXPECT_NE(audit.out.find("disabled with \"Never\""), std::string::npos) << audit.out;
  const Output json = run("robot --audit --json --samples 500 --srdf " + given + " " + path);
  EXPECT_EQ(Json::parse(json.out)["audit"]["wrong"], 1);
  EXPECT_EQ(run("robot --audit " + path).exit_code, 2);
  EXPECT_EQ(run("robot --samples 1000000000 --seconds 0.2 " + path).exit_code, 3);
}

}  // namespace
}  // namespace graze::test
