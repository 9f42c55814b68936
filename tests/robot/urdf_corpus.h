// Small robot descriptions that have every oddity of public ones, each in a model of its own; all written for this
// test.
#pragma once

#include <string>
#include <vector>

namespace graze {

struct UrdfModel {
  std::string name, text;
};

class UrdfCorpus {
 public:
  UrdfCorpus() {
    joints();
    numbers();
    origins();
    limits();
    mimics();
    geometry();
    strange_elements();
    trees();
  }
  const std::vector<UrdfModel>& models() const { return models_; }

 private:
  static constexpr const char* box = "<collision><geometry><box size='0.1 0.2 0.3'/></geometry></collision>";
  static constexpr const char* limit = "<limit lower='-1' upper='1' effort='10' velocity='2'/>";

  static std::string link(const std::string& name, const std::string& content = box) {
    return "<link name='" + name + "'>" + content + "</link>\n";
  }
  static std::string joint(const std::string& type, const std::string& more, const std::string& name = "j",
                           const std::string& parent = "a", const std::string& child = "b") {
    return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child +
           "'/>" + more + "</joint>\n";
  }
  void add(const std::string& name, const std::string& content) {
    models_.push_back({name, "<?xml version='1.0'?>\n<robot name='r'>\n" + content + "</robot>\n"});
  }
  void two(const std::string& name, const std::string& joints) { add(name, link("a") + link("b") + joints); }
  void shape(const std::string& name, const std::string& geometry) {
    add("shape " + name, link("a", "<collision><geometry>" + geometry + "</geometry></collision>"));
  }

  void joints() {
    two("fixed", joint("fixed", ""));
    two("fixed, axis 0", joint("fixed", "<axis xyz='0 0 0'/>"));
    two("fixed, with limits", joint("fixed", std::string(limit) + "<axis xyz='0 0 1'/>"));
    two("revolute", joint("revolute", std::string(limit) + "<axis xyz='0 0 1'/>"));
    two("revolute, no axis", joint("revolute", limit));
    two("revolute, axis 0", joint("revolute", std::string(limit) + "<axis xyz='0 0 0'/>"));
    two("revolute, axis not unit", joint("revolute", std::string(limit) + "<axis xyz='0 3 4'/>"));
    two("revolute, axis tiny", joint("revolute", std::string(limit) + "<axis xyz='0 1e-9 0'/>"));
    two("continuous", joint("continuous", "<axis xyz='0 1 0'/>"));
    two("continuous, with limits", joint("continuous", std::string(limit) + "<axis xyz='0 1 0'/>"));
    two("continuous, effort alone", joint("continuous", "<limit effort='1' velocity='1'/><axis xyz='0 1 0'/>"));
    two("prismatic", joint("prismatic", std::string(limit) + "<axis xyz='1 0 0'/>"));
    two("prismatic, negative axis", joint("prismatic", std::string(limit) + "<axis xyz='0 0 -2'/>"));
    two("planar", joint("planar", "<axis xyz='0 0 1'/>"));
    two("floating", joint("floating", ""));
    two("floating, with axis", joint("floating", "<axis xyz='0 0 1'/>"));
    two("joint extras",
        joint("revolute", std::string(limit) + "<axis xyz='0 0 1'/><dynamics damping='1' friction='0.1'/>"
                                               "<safety_controller k_velocity='1' soft_lower_limit='-1'/>"
                                               "<calibration rising='0.1'/>"));
  }
  void numbers() {
    two("exponents", joint("fixed", "<origin xyz='1e-1 -2.5E2 3.0e+0' rpy='0 0 0'/>"));
    two("bare points", joint("fixed", "<origin xyz='.5 1. -.25'/>"));
    two("white space", joint("fixed", "<origin xyz='  1\t2   3  ' rpy='\n0 0 0 '/>"));
    two("many digits", joint("fixed", "<origin xyz='0.12345678901234567890 1 2'/>"));
    two("minus 0", joint("fixed", "<origin xyz='-0 -0.0 0'/>"));
    two("small", joint("fixed", "<origin xyz='1e-300 1e-17 4.9e-324'/>"));
  }
  void origins() {
    two("no origin", joint("fixed", ""));
    two("empty origin", joint("fixed", "<origin/>"));
    two("origin xyz", joint("fixed", "<origin xyz='1 2 3'/>"));
    two("origin rpy", joint("fixed", "<origin rpy='0.1 0.2 0.3'/>"));
    two("origin both", joint("fixed", "<origin rpy='-1.5707963 0.2 3.14159' xyz='1 2 3'/>"));
    two("origin many turns", joint("fixed", "<origin rpy='10 -20 30'/>"));
    two("origin of a pole", joint("fixed", "<origin rpy='0.3 1.5707963267948966 0.2'/>"));
    two("origin with more", joint("fixed", "<origin xyz='1 2 3' unit='m'/>"));
  }
  void limits() {
    const auto with = [&](const std::string& name, const std::string& text) {
      two("limits " + name, joint("revolute", "<axis xyz='0 0 1'/>" + text));
    };
    with("without ends", "<limit effort='1' velocity='1'/>");
    with("lower alone", "<limit lower='-1' effort='1' velocity='1'/>");
    with("upper alone", "<limit upper='1' effort='1' velocity='1'/>");
    with("the wrong way round", "<limit lower='1' upper='-1' effort='1' velocity='1'/>");
    with("of a point", "<limit lower='0.5' upper='0.5' effort='1' velocity='1'/>");
    with("wide", "<limit lower='-999999' upper='999999' effort='1' velocity='1'/>");
    with("of turns", "<limit lower='-12' upper='12' effort='1' velocity='1'/>");
    with("not around 0", "<limit lower='2' upper='3' effort='1' velocity='1'/>");
    with("with more", "<limit lower='-1' upper='1' effort='1' velocity='1' jerk='3'/>");
  }
  void mimics() {
    const std::string three = link("a") + link("b") + link("c");
    const std::string turns = std::string(limit) + "<axis xyz='0 0 1'/>";
    add("mimic", three + joint("revolute", turns) + joint("revolute", turns + "<mimic joint='j'/>", "k", "b", "c"));
    add("mimic with numbers",
        three + joint("revolute", turns) +
            joint("prismatic", turns + "<mimic joint='j' multiplier='-0.5' offset='0.1'/>", "k", "b", "c"));
    add("mimic ahead", three + joint("revolute", turns + "<mimic joint='k' multiplier='2'/>") +
                           joint("revolute", turns, "k", "b", "c"));
    add("mimic of a mimic", three + link("d") + joint("revolute", turns) +
                                joint("revolute", turns + "<mimic joint='j' multiplier='2'/>", "k", "b", "c") +
                                joint("revolute", turns + "<mimic joint='k' offset='1'/>", "l", "c", "d"));
    add("mimic on a fixed joint",
        three + joint("revolute", turns) + joint("fixed", "<mimic joint='j'/>", "k", "b", "c"));
  }
  void geometry() {
    shape("box", "<box size='1 2 3'/>");
    shape("box flat", "<box size='1 0 3'/>");
    shape("box 0", "<box size='0 0 0'/>");
    shape("sphere", "<sphere radius='0.5'/>");
    shape("sphere 0", "<sphere radius='0'/>");
    shape("cylinder", "<cylinder radius='0.5' length='2'/>");
    shape("cylinder thin", "<cylinder radius='0' length='2'/>");
    shape("mesh that is missing", "<mesh filename='package://nowhere/at_all.stl'/>");
    shape("mesh of no format", "<mesh filename='notes.txt' scale='0.001 0.001 0.001'/>");
    add("several shapes",
        link("a", std::string(box) + "<collision name='second'><origin xyz='0 0 1' rpy='0 1 0'/><geometry>"
                                     "<sphere radius='0.1'/></geometry></collision>"));
    add("visual alone", link("a",
                             "<visual><geometry><box size='1 1 1'/></geometry><material name='red'>"
                             "<color rgba='1 0 0 1'/></material></visual>"));
    add("nothing", link("a", ""));
    add("closed link", "<link name='a'/>\n");
    add("inertial",
        link("a", std::string(box) + "<inertial><origin xyz='0 0 0.1'/><mass value='1'/>"
                                     "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"));
  }
  void strange_elements() {
    add("gazebo", link("a") + "<gazebo reference='a'><mu1>0.2</mu1><plugin name='p' filename='f.so'/></gazebo>\n");
    add("transmission", link("a") + "<transmission name='t'><type>x</type></transmission>\n");
    add("materials", "<material name='red'><color rgba='1 0 0 1'/></material>\n" + link("a"));
    add("names of other tools", link("a") + "<drake:ignore_self_collision_filter xmlns:drake='http://x'/>\n");
    add("comments", "<!-- <link name='z'/> -->\n" + link("a") + "<!-- - -->\n");
    add("attributes", "<link name='a' type='big' id='3'>" + std::string(box) + "</link>\n");
    add("extra in a collision", link("a",
                                     "<collision group='2'><origin xyz='0 0 0'/><geometry><box size='1 1 1'/>"
                                     "</geometry><contact_coefficients mu='0'/></collision>"));
    add("text between", link("a") + "some words\n" + link("b") + joint("fixed", ""));
    add("entities", link("a&amp;b"));
    add("names with spaces and signs", link("the base/0 [x]"));
    add("names beyond ASCII", link("b\xc3\xa4se"));
    two("joint and link of one name", joint("fixed", "", "a"));
  }
  void trees() {
    add("joints first", joint("fixed", "") + link("b") + link("a"));
    std::string chain = link("n0");
    for (int i = 1; i < 40; ++i) {
      const std::string from = "n" + std::to_string(i - 1), to = "n" + std::to_string(i);
      chain += link(to) + joint(i % 2 == 0 ? "revolute" : "prismatic",
                                std::string(limit) + "<origin xyz='0 0 0.5' rpy='0 0 0.1'/><axis xyz='0 1 0'/>",
                                "j" + std::to_string(i), from, to);
    }
    add("chain", chain);
    std::string star = link("hub");
    for (int i = 0; i < 30; ++i) {
      const std::string to = "leg" + std::to_string(i);
      star += link(to) + joint("continuous", "<origin rpy='0 0 " + std::to_string(0.2 * i) + "'/><axis xyz='0 1 0'/>",
                               "j" + std::to_string(i), "hub", to);
    }
    add("star", star);
    // What is no tree.
    add("two roots", link("a") + link("b"));
    add("a circle", link("a") + link("b") + joint("fixed", "") + joint("fixed", "", "k", "b", "a"));
    add("two parents", link("a") + link("b") + link("c") + joint("fixed", "") + joint("fixed", "", "k", "c", "b"));
    add("no such link", link("a") + joint("fixed", ""));
    add("two links of one name", link("a") + link("a"));
  }

  std::vector<UrdfModel> models_;
};

}  // namespace graze
