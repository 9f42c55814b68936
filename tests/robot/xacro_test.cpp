// Templates of robots: what is expanded, and errors that name the place.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>

#include "graze/error.h"
#include "graze/robot.h"
#include "robot/xacro.h"
#include "robot/xacro_expression.h"
#include "robot/xacro_math.h"
#include "robot/yaml.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

// As xacro would write it, but for blanks.
std::string written(const XmlElement& element) {
  std::string text = "<" + element.name;
  for (const auto& [name, value] : element.attributes) {
    if (!name.starts_with("xmlns")) text += " " + name + "='" + value + "'";
  }
  text += ">";
  const std::size_t first = element.content.find_first_not_of(" \n\t"),
                    last = element.content.find_last_not_of(" \n\t");
  if (first != std::string::npos) text += element.content.substr(first, last - first + 1);
  for (const XmlElement& child : element.children) text += written(child);
  return text + "</" + element.name + ">";
}
std::string expanded(const std::string& content, const ReadRobotSettings& settings = {}) {
  const XmlFile file(file_of("robot.xacro", "<r>\n" + content + "</r>\n"));
  const std::string text = written(expand_xacro(file, settings).root());
  return text.substr(3, text.size() - 7);
}
std::string fault(const std::string& content) {
  try {
    expanded(content);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}
std::string value(const std::string& expression) {
  XacroNames names;
  names.find = [](const std::string& name, XacroValue& found) {
    if (name == "one") return found = {std::int64_t{1}}, true;
    if (name == "half") return found = {0.5}, true;
    if (name == "word") return found = {std::string("arm")}, true;
    return false;
  };
  try {
    return text_of(evaluate_xacro(expression, names));
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

TEST(Xacro, Expressions) {
  const std::pair<const char*, const char*> cases[] = {
      {"1 + 2 * 3", "7"},
      {"(1 + 2) * 3", "9"},
      {"2 ** 3 ** 2", "512"},
      {"-2 ** 2", "-4"},
      {"2 ** -1", "0.5"},
      {"7 / 2", "3.5"},
      {"4 / 2", "2.0"},
      {"7 // 2", "3"},
      {"-7 // 2", "-4"},
      {"-7 % 3", "2"},
      {"7.5 % -2", "-0.5"},
      {"1 // 0.1", "9.0"},
      {"-7.5 // 2", "-4.0"},
      {"1e3", "1000.0"},
      {".5 + 1.", "1.5"},
      {"0.1 + 0.2", "0.30000000000000004"},
      {"one + half", "1.5"},
      {"word + '_link'", "arm_link"},
      {"'a' + str(one)", "a1"},
      {"1 < 2 <= 2", "True"},
      {"1 < 2 > 3", "False"},
      {"word == 'arm' and not one == 2", "True"},
      {"0 or 'x'", "x"},
      {"0 and missing", "0"},
      {"1 or missing", "1"},
      {"1 if one > 0 else missing", "1"},
      {"missing if one > 1 else 2", "2"},
      {"1 if False else 2 if False else 3", "3"},
      {"'r' in word", "True"},
      {"3 not in [1, 2]", "True"},
      {"[1, 2, 3][-1]", "3"},
      {"{'a': 1, 'b': [2, 3]}['b'][0]", "2"},
      {"{'a': {'b': 4}}.a.b", "4"},
      {"len([1, 2]) + len('abc')", "5"},
      {"max(1, 2.5, 2)", "2.5"},
      {"min([3, 2])", "2"},
      {"abs(-3)", "3"},
      {"int(2.9)", "2"},
      {"int('3')", "3"},
      {"float(1)", "1.0"},
      {"floor(-1.5)", "-2"},
      {"ceil(1.2)", "2"},
      {"round(2.5)", "2"},
      {"round(1.2345, 2)", "1.23"},
      {"radians(180) == pi", "True"},
      {"math.pi == pi", "True"},
      {"degrees(pi)", "180.0"},
      {"sqrt(16)", "4.0"},
      {"hypot(3, 4)", "5.0"},
      {"True", "True"},
      {"None is None", "True"},
      {"not []", "True"},
      {"(1, 2)[1]", "2"},
      {"2 if (True) else (3)", "2"},
      {"1 +", "error: the expression ends too early"},
      {"missing", "error: there is no property 'missing'"},
      {"1 / 0", "error: a division by 0"},
      {"'a' * 2.5", "error: 'a' * '2.5': these are not two numbers"},
      {"[x for x in [1]]", "error: 'for' needs Python"},
      {"word.upper() + word[1:] + word[:-1]", "ARMrmar"},
      {"'1 2 3'.split(' ')[1]", "2"},
      {"'file:///x'.startswith('file://') and not 'a'.endswith('b')", "True"},
      {"'-'.join(['a', 'b'])", "a-b"},
      {"dict(a=1, b=2)['b']", "2"},
      {"{'a': 1}.get('b', 7)", "7"},
      {"sorted({'b': 1, 'a': 2}.keys())", "['a', 'b']"},
      {"python.sorted(python.set([3, 1, 3]))", "[1, 3]"},
      {"3 in python.set([1, 3]) and len(python.set('aab')) == 2", "True"},
      {"python.set([1, 2]) == python.set([2, 1])", "True"},
      {"list(python.set([1, 2]))", "error: list() of a set depends on Python's order of it: use sorted()"},
      {"python.set([1, 2])", "error: the text of a set depends on Python's order of it"},
      {"list(range(2, 8, 3))", "[2, 5]"},
      {"range(3)", "error: the text of a range, zip or the like needs Python"},
      {"list(zip([1, 2], 'ab'))", "[(1, 'a'), (2, 'b')]"},
      {"python.sum([1, 2])", "3"},
      {"python.sum([1, 2.0])", "3.0"},
      {"python.all([1, 0]) or python.any([0, 2])", "True"},
      {"(1, 2)", "(1, 2)"},
      {"(1, 2) == [1, 2]", "False"},
      {"python.divmod(-7, 2)", "(-4, 1)"},
      {"1e5", "100000.0"},
      {"1e-5", "1e-05"},
      {"1e16", "1e+16"},
      {"round(2.675, 2)", "2.67"},
      {"int('1.5')", "error: int() of '1.5', which is no whole number"},
      {"float('true')", "error: float() of 'true', which is no number"},
      {"0 ** -1", "error: a power of 0 with an exponent below 0"},
      {"2 ** 60", "error: a whole number beyond 2^53 needs Python"},
      {"xacro.warning('x')", "error: warning() needs Python"},
      {"word.title()", "error: .title() of a text needs Python"},
      {"python.type(1)", "error: type() needs Python"},
      {"lambda x: x", "error: 'lambda' needs Python"},
      {"open('x')", "error: open() needs Python"},
      {"[1][2]", "error: the index 2 is out of range"},
      {"(1", "error: ')' is missing"},
      {"1 2", "error: '2' is not understood"},
      {"acos(2)", "error: acos() of 2.000000: the number is not within -1 and 1"},
  };
  for (const auto& [expression, expected] : cases) EXPECT_EQ(value(expression), expected) << expression;
  EXPECT_EQ(value(std::string(500, '(') + "1" + std::string(500, ')')), "error: the expression is nested too deep");
  EXPECT_EQ(value(std::string(100000, '-') + "1"), "error: the expression is nested too deep");
}

// Against the functions of the machine, which may differ in the last digits.
TEST(Xacro, FunctionsAreThoseOfTheMachineButForTheLastDigits) {
  oracle::Dice dice(oracle::fixed_seed);
  const auto of = [](const char* name, double x) { return std::get<double>(call_xacro(name, {{x}}).is); };
  for (int i = 0; i < 20000; ++i) {
    const double x = dice.uniform(-20, 20), y = dice.uniform(-20, 20), part = dice.uniform(-1, 1);
    const double size = std::fabs(dice.magnitude(-200, 200));
    EXPECT_NEAR(of("sin", x), std::sin(x), 1e-15);
    EXPECT_NEAR(of("cos", x), std::cos(x), 1e-15);
    EXPECT_NEAR(of("tan", part), std::tan(part), 8e-16);
    EXPECT_NEAR(of("asin", part), std::asin(part), 8e-16);
    EXPECT_NEAR(of("acos", part), std::acos(part), 1e-15);
    EXPECT_NEAR(of("atan", x), std::atan(x), 5e-16);
    EXPECT_NEAR(std::get<double>(call_xacro("atan2", {{y}, {x}}).is), std::atan2(y, x), 9e-16);
    EXPECT_NEAR(of("exp", x) / std::exp(x), 1, 8e-16);
    EXPECT_NEAR(of("log", size), std::log(size), 4e-16 * (1 + std::fabs(std::log(size))));
    const double base = std::fabs(x) + 0.01;
    EXPECT_NEAR(power(base, part) / std::pow(base, part), 1, 4e-15);
  }
}

TEST(Xacro, PropertiesAndConditions) {
  EXPECT_EQ(expanded("<xacro:property name='a' value='2'/><x v='${a*3}' w='a${a}b' z='$${a} $$(b)'/>"),
            "<x v='6' w='a2b' z='${a} $(b)'></x>");
  // Evaluated when they are asked for.
  EXPECT_EQ(expanded("<xacro:property name='b' value='${a}'/><xacro:property name='a' value='0.5'/><x v='${b+1}'/>"),
            "<x v='1.5'></x>");
  EXPECT_EQ(expanded("<xacro:property name='a' value='1'/><xacro:property name='a' default='2'/>"
                     "<xacro:property name='c' default='3'/><x v='${a}${c}'/>"),
            "<x v='13'></x>");
  EXPECT_EQ(expanded("<xacro:property name='t' value=\"'7a'\"/><x v='${t + str(1)}'/>"), "<x v='7a1'></x>");
  EXPECT_EQ(expanded("<xacro:if value='true'><a/></xacro:if><xacro:if value='${1 > 2}'><b/></xacro:if>"
                     "<xacro:unless value='0'><c/></xacro:unless><xacro:if value='1'><d/></xacro:if>"),
            "<a></a><c></c><d></d>");
  EXPECT_EQ(expanded("<xacro:property name='q'><a v='${n}'/><b/></xacro:property><xacro:property name='n' value='4'/>"
                     "<xacro:insert_block name='q'/>"),
            "<a v='4'></a><b></b>");
  EXPECT_EQ(expanded("<x>text ${1+1}</x>"), "<x>text 2</x>");
  EXPECT_EQ(expanded("<xacro:arg name='n' default='5'/><x v='$(arg n)'/>"), "<x v='5'></x>");
  EXPECT_EQ(expanded("<xacro:arg name='n' default='5'/><x v='$(arg n)'/>", {.arguments = {{"n", "6"}}}),
            "<x v='6'></x>");
  EXPECT_EQ(expanded("<x v='$(eval 2*(3+1))' w='$(optenv GRAZE_NO_SUCH some words)'/>"),
            "<x v='8' w='some words'></x>");
  EXPECT_EQ(
      expanded("<xacro:element xacro:name='${\"ab\"}' v='1'><xacro:attribute name='w' value='${2}'/></xacro:element>"),
      "<ab v='1' w='2'></ab>");
}

// What is in $() and ${} within an expression is put in its text before that is evaluated.
TEST(Xacro, SubstitutionsWithinExpressions) {
  const std::string arg =
      "<xacro:arg name='side' default='left'/><xacro:arg name='len' default='2'/>"
      "<xacro:arg name='on' default='True'/><xacro:property name='p' value='arm'/>";
  EXPECT_EQ(expanded(arg + "<xacro:if value=\"${'$(arg side)' == 'left'}\"><a/></xacro:if>"), "<a></a>");
  EXPECT_EQ(expanded(arg + "<x v='${3*$(arg len)}' w=\"${'$(arg side)' + '_' + p}\"/>"), "<x v='6' w='left_arm'></x>");
  EXPECT_EQ(expanded(arg + "<x v=\"${xacro.arg('side') + str($(arg len) + 1)}\"/>"), "<x v='left3'></x>");
}

// Arguments by their names, as numbers and truths where they read as such.
TEST(Xacro, EvaluatedArguments) {
  const std::string arg =
      "<xacro:arg name='kind' default='a'/><xacro:arg name='n' default='3'/>"
      "<xacro:arg name='x' default='1.0'/><xacro:arg name='on' default='TRUE'/>";
  const auto value_of = [&](const std::string& text) { return expanded(arg + "<x v=\"$(eval " + text + ")\"/>"); };
  EXPECT_EQ(value_of("kind == 'a'"), "<x v='True'></x>");
  EXPECT_EQ(value_of("arg('kind') + 'b'"), "<x v='ab'></x>");
  EXPECT_EQ(value_of("n + 1"), "<x v='4'></x>");
  EXPECT_EQ(value_of("x + n"), "<x v='4.0'></x>");
  EXPECT_EQ(value_of("5 if on and n > 2 else 6"), "<x v='5'></x>");
}

// What a macro defines is not known beside it, and hides what is around it.
TEST(Xacro, MacrosWithinMacros) {
  EXPECT_EQ(expanded("<xacro:macro name='part'><outer/></xacro:macro>"
                     "<xacro:macro name='m'><xacro:macro name='part'><inner/></xacro:macro><xacro:part/></xacro:macro>"
                     "<xacro:m/><xacro:part/>"),
            "<inner></inner><outer></outer>");
  EXPECT_NE(fault("<xacro:macro name='m'><xacro:macro name='n'/></xacro:macro><xacro:m/><xacro:n/>")
                .find("there is no macro 'n'"),
            std::string::npos);
}

// Expressions and conditions of whole numbers and texts, with properties, and arguments in $(arg) within ${}: what they
// must be is computed while they are written.
class RandomExpression {
 public:
  explicit RandomExpression(oracle::Dice& dice) : dice_(dice) {
    for (int i = 0; i < 4; ++i) {
      numbers_[i] = dice_.integer(-9, 9);
      words_[i] = std::string(1, static_cast<char>('a' + dice_.integer(0, 3))) + std::to_string(i % 2);
    }
  }
  std::string definitions() const {
    std::string text;
    for (int i = 0; i < 4; ++i) {
      const std::string n = std::to_string(i), number = std::to_string(numbers_[i]);
      text += "<xacro:property name='p" + n + "' value='" + number + "'/><xacro:arg name='a" + n + "' default='" +
              number + "'/><xacro:property name='w" + n + "' value='" + words_[i] + "'/><xacro:arg name='v" + n +
              "' default='" + words_[i] + "'/>";
    }
    return text;
  }
  // Of at most a few thousand in size.
  std::string number(int depth, std::int64_t& value) {
    const int i = dice_.integer(0, 3);
    if (depth == 0 || dice_.chance(4)) {
      value = numbers_[i];
      if (dice_.chance(3)) return value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
      return dice_.chance(2) ? "p" + std::to_string(i) : "($(arg a" + std::to_string(i) + "))";
    }
    std::int64_t a = 0, b = 0;
    const std::string x = number(depth - 1, a), y = number(depth - 1, b);
    switch (dice_.integer(0, 5)) {
      case 0:
        return value = a + b, "(" + x + " + " + y + ")";
      case 1:
        return value = a - b, "(" + x + " - " + y + ")";
      case 2:
        if (std::abs(a) > 1000 || std::abs(b) > 1000) return value = a, x;
        return value = a * b, "(" + x + " * " + y + ")";
      case 3: {
        const std::int64_t by = dice_.integer(1, 7);
        value = a >= 0 ? a / by : -((-a + by - 1) / by);  // down
        return "(" + x + " // " + std::to_string(by) + ")";
      }
      case 4: {
        bool taken = false;
        const std::string c = condition(depth - 1, taken);
        value = taken ? a : b;
        return "(" + x + " if " + c + " else " + y + ")";
      }
      default:
        value = std::max(a, b);
        return "max(" + x + ", " + y + ")";
    }
  }
  std::string condition(int depth, bool& value) {
    if (depth > 0 && dice_.chance(2)) {
      bool a = false, b = false;
      const std::string x = condition(depth - 1, a), y = condition(depth - 1, b);
      const int how = dice_.integer(0, 2);
      value = how == 0 ? a && b : how == 1 ? a || b : !a;
      return how == 0 ? "(" + x + " and " + y + ")" : how == 1 ? "(" + x + " or " + y + ")" : "(not " + x + ")";
    }
    const int i = dice_.integer(0, 3), k = dice_.integer(0, 3);
    if (dice_.chance(2)) {
      const bool same = dice_.chance(2);
      value = (words_[i] == words_[k]) == same;
      const std::string left = dice_.chance(2) ? "w" + std::to_string(i) : "'$(arg v" + std::to_string(i) + ")'";
      return left + (same ? " == '" : " != '") + words_[k] + "'";
    }
    std::int64_t a = 0, b = 0;
    const std::string x = number(depth > 0 ? depth - 1 : 0, a), y = number(0, b);
    const int how = dice_.integer(0, 2);
    value = how == 0 ? a < b : how == 1 ? a >= b : a != b;
    return x + (how == 0 ? " &lt; " : how == 1 ? " &gt;= " : " != ") + y;
  }

 private:
  oracle::Dice& dice_;
  std::int64_t numbers_[4];
  std::string words_[4];
};

TEST(Xacro, RandomExpressionsAndConditions) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  const auto count = oracle::scaled(1000);
  std::uint64_t with_arguments = 0, kept = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    RandomExpression random(dice);
    std::int64_t value = 0;
    bool keep = false;
    const std::string number = random.number(4, value), condition = random.condition(3, keep);
    const std::string text = "<x v=\"${" + number + "}\"/><xacro:if value=\"${" + condition + "}\"><y/></xacro:if>";
    EXPECT_EQ(expanded(random.definitions() + text),
              "<x v='" + std::to_string(value) + "'></x>" + (keep ? "<y></y>" : ""))
        << "GRAZE_SEED=" << seed << " " << text;
    with_arguments += text.find("$(arg") != std::string::npos;
    kept += keep;
  }
  EXPECT_GT(with_arguments, count / 2) << seed;
  EXPECT_GT(kept, count / 4) << seed;
  EXPECT_LT(kept, count - count / 4) << seed;
}

// A default sees what is around the call, not the other parameters.
TEST(Xacro, DefaultsOfParameters) {
  EXPECT_EQ(expanded("<xacro:property name='a' value='0'/><xacro:macro name='m' params='a b:=${a+1}'><x v='${a}${b}'/>"
                     "</xacro:macro><xacro:m a='5'/>"),
            "<x v='51'></x>");
}

TEST(Xacro, Macros) {
  EXPECT_EQ(expanded("<xacro:property name='o' value='1'/>"
                     "<xacro:macro name='m' params=\"a b:=2 c:=${o} d:='x y' e=3\"><x v='${a} ${b} ${c} ${d} ${e}'/>"
                     "</xacro:macro><xacro:m a='1'/><xacro:m a='3' b='4' c='5' d='6'/>"),
            "<x v='1 2 1 x y 3'></x><x v='3 4 5 6 3'></x>");
  // Blocks: an element, and what is in one; both are expanded where the macro is called.
  EXPECT_EQ(expanded("<xacro:property name='n' value='1'/><xacro:macro name='m' params='n *o **c'>"
                     "<x><xacro:insert_block name='c'/><xacro:insert_block name='o'/></x></xacro:macro>"
                     "<xacro:m n='2'><origin v='${n}'/><c><a/><b/></c></xacro:m>"),
            "<x><a></a><b></b><origin v='1'></origin></x>");
  // Taken from around the call; what is set within is not seen outside, unless it is said so.
  EXPECT_EQ(expanded("<xacro:property name='p' value='8'/><xacro:macro name='m' params='p:=^ q:=^|9'>"
                     "<x v='${p}${q}'/><xacro:property name='z' value='1'/>"
                     "<xacro:property name='y' value='${p}' scope='parent'/></xacro:macro>"
                     "<xacro:property name='z' value='0'/><xacro:m/><w v='${z}${y}'/>"),
            "<x v='89'></x><w v='08'></w>");
  // A loop, as recursion.
  EXPECT_EQ(expanded("<xacro:macro name='loop' params='n'><xacro:if value='${n > 0}'><x v='${n}'/>"
                     "<xacro:loop n='${n - 1}'/></xacro:if></xacro:macro><xacro:loop n='3'/>"),
            "<x v='3'></x><x v='2'></x><x v='1'></x>");
  EXPECT_EQ(expanded("<xacro:macro name='m' params=''><x/></xacro:macro><xacro:call macro='m'/>"), "<x></x>");
}

TEST(Xacro, FilesAndPackages) {
  std::filesystem::create_directories(folder() + "ws/arm_description/urdf");
  std::filesystem::create_directories(folder() + "ws/arm_description/config");
  file_of("ws/arm_description/package.xml", "<package><name>arm_description</name></package>");
  file_of("ws/arm_description/urdf/parts.xacro",
          "<robot><xacro:property name='size' value='3'/><xacro:macro name='part' params='n'><x v='${n}${size}'/>"
          "</xacro:macro></robot>");
  file_of(
      "ws/arm_description/config/limits.yaml",
      "# limits\njoints:\n  shoulder: {lower: -1.5, upper: !degrees 90}\n  names: [a, 'b c']\nlist:\n- 1\n- two: 2\n");
  const ReadRobotSettings settings{.package_paths = {folder() + "ws"}};
  const std::string include = "<xacro:include filename='$(find arm_description)/urdf/parts.xacro'";
  EXPECT_EQ(expanded(include + "/><xacro:part n='1'/>", settings), "<x v='13'></x>");
  EXPECT_EQ(expanded(include + " ns='a'/><y v='${a.size}'/>", settings), "<y v='3'></y>");
  EXPECT_EQ(expanded(include + " ns='a'/><xacro:property name='size' value='4'/><xacro:a.part n='1'/>", settings),
            "<x v='13'></x>");
  EXPECT_EQ(
      expanded("<xacro:property name='f' value='$(find arm_description)/config/limits.yaml'/>"
               "<xacro:property name='l' value='${xacro.load_yaml(f)}'/><x a=\"${l['joints']['shoulder']['lower']}\" "
               "b='${l.joints.shoulder.upper == pi/2}' c=\"${l['joints']['names'][1]}\" d=\"${l['list'][1]['two']}\"/>",
               settings),
      "<x a='-1.5' b='True' c='b c' d='2'></x>");
  // What is not found stays the name of a package, so that a mesh of it is told as missing.
  EXPECT_EQ(expanded("<mesh filename='$(find nowhere)/a.stl'/>"), "<mesh filename='package://nowhere/a.stl'></mesh>");
  EXPECT_EQ(expanded("<xacro:include filename='none.xacro' optional='true'/><x/>"), "<x></x>");
  // Errors in another file name that file.
  file_of("bad.xacro", "<robot>\n\n<x v='${nothing}'/></robot>");
  EXPECT_NE(fault("<xacro:include filename='bad.xacro'/>").find("bad.xacro:3: in ${nothing}: there is no property"),
            std::string::npos)
      << fault("<xacro:include filename='bad.xacro'/>");
}

TEST(Xacro, ErrorsNameThePlaceAndWorkIsBounded) {
  const std::pair<std::string, std::string> cases[] = {
      {"<x v='${1 +}'/>", ":2: in ${1 +}: the expression ends too early; graze expands the documented part"},
      {"<x v='${word.title()}'/>", "run xacro "},
      {"<x v=\"${xacro.fatal('no', 'arm')}\"/>", "no arm"},
      {"<xacro:property name='p' value='1'/><x v='$(eval p)'/>", "there is no property 'p'"},
      {"<xacro:include filename='none.xacro'/>", ":2: there is no file none.xacro to include"},
      {"<xacro:include filename='$(find nowhere)/a.xacro'/>", "say where packages are"},
      {"<x v='$(arg n)'/>", "argument 'n' has no value: give it as --arg n:=VALUE"},
      {"<xacro:m/>", "there is no macro 'm'"},
      {"<xacro:macro name='m' params='a'/><xacro:m/>", "macro 'm' needs the parameter 'a'"},
      {"<xacro:macro name='m' params=''/><xacro:m b='1'/>", "macro 'm' has no parameter 'b'"},
      {"<xacro:macro name='m' params='*a'/><xacro:m/>", "macro 'm' needs a block for a"},
      {"<xacro:macro name='m' params=''/><xacro:m><x/></xacro:m>", "macro 'm' takes 0 blocks, not 1"},
      {"<xacro:insert_block name='b'/>", "there is no block 'b'"},
      {"<xacro:if value='maybe'/>", "'maybe' is neither true nor false"},
      {"<xacro:property name='a' value='${a}'/><x v='${a}'/>", "property 'a' is defined by itself"},
      {"<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", "more than 250 deep"},
      {"<xacro:include filename='robot.xacro'/>", "deep"},
      {"<x v='${1'/>", "does not end"},
  };
  for (const auto& [content, error] : cases) {
    const std::string message = fault(content);
    EXPECT_TRUE(message.starts_with(folder() + "robot.xacro:")) << message;
    EXPECT_NE(message.find(error), std::string::npos) << message;
  }
  // Texts and elements that double again and again.
  std::string laughs = "<xacro:property name='p0' value='ha'/>", twice;
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i), last = std::to_string(i - 1);
    laughs += "<xacro:property name='p" + n + "' value='${p" + last + "}${p" + last + "}'/>";
    twice += "<xacro:macro name='m" + n + "'><xacro:m" + last + "/><xacro:m" + last + "/></xacro:macro>";
  }
  EXPECT_NE(fault(laughs + "<x v='${p59}'/>").find("longer than a megabyte"), std::string::npos);
  EXPECT_NE(fault("<xacro:macro name='m0'><x/></xacro:macro>" + twice + "<xacro:m59/>").find("a million elements"),
            std::string::npos);
}

TEST(Xacro, RobotsAreReadExpanded) {
  const std::string text =
      "<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n<xacro:arg name='n' default='3'/>\n"
      "<xacro:property name='n' value='$(arg n)'/><xacro:property name='h' value='0.5'/>\n<link name='l0'/>\n"
      "<xacro:macro name='part' params='i'>\n<link name='l${i}'><collision><geometry>"
      "<box size='${h/5} ${h/5} ${h}'/></geometry></collision></link>\n"
      "<joint name='j${i}' type='revolute'><parent link='l${i-1}'/><child link='l${i}'/>"
      "<origin xyz='0 0 ${h}' rpy='0 0 ${pi/2}'/><axis xyz='0 1 0'/><limit lower='${-pi/2}' upper='${radians(45)}'/>"
      "</joint>\n<xacro:if value='${i &lt; n}'><xacro:part i='${i+1}'/></xacro:if></xacro:macro>\n"
      "<xacro:part i='1'/>\n</robot>\n";
  const std::string path = file_of("arm.urdf.xacro", text);
  const Robot robot = read_robot(path);
  EXPECT_EQ(robot.links.size(), 4u);
  EXPECT_EQ(robot.variables[2].name, "j3");
  EXPECT_EQ(robot.variables[0].upper, 45 * M_PI / 180);
  EXPECT_EQ(robot.joints[1].origin.translation, (Vec3{0, 0, 0.5}));
  EXPECT_EQ(read_robot(path, {.arguments = {{"n", "5"}}}).links.size(), 6u);
}

TEST(Yaml, WhatRobotsHave) {
  const auto read = [](const std::string& text) { return text_of(read_yaml(file_of("a.yaml", text))); };
  EXPECT_EQ(read("a: 1\nb:\n  c: [1, 2.5, x]\n  d: {e: 'f g', h: true}\n"),
            "{'a': 1, 'b': {'c': [1, 2.5, 'x'], 'd': {'e': 'f g', 'h': True}}}");
  EXPECT_EQ(read("- 1\n- - 2\n  - 3\n- a: 4\n  b: 5\n"), "[1, [2, 3], {'a': 4, 'b': 5}]");
  EXPECT_EQ(read("---\n# note\na: \"#1\" # more\nb:\nc: !degrees 180\n"),
            "{'a': '#1', 'b': None, 'c': 3.141592653589793}");
  EXPECT_EQ(read("key:\n- x\n- y\nlast: ~\n"), "{'key': ['x', 'y'], 'last': None}");
  // As YAML 1.1 has them: a float has a point, and a sign in its exponent.
  EXPECT_EQ(read("[yes, Off, 1.5e+3, 1e3, 1.0e3, 007x, 0, -12, +3, 1.2.3]"),
            "[True, False, 1500.0, '1e3', '1.0e3', '007x', 0, -12, 3, '1.2.3']");
  EXPECT_EQ(read("a: !degrees 2 * 90\nb: !millimeters 250\nc: 'it''s'\na: 4\n"), "{'a': 4, 'b': 0.25, 'c': \"it's\"}");
  // What is named once and meant again.
  EXPECT_EQ(read("a: &x\n  b: 1\n  c: 2\nd: *x\ne:\n  <<: *x\n  c: 3\nf: &y 7\ng: [*y, *y]\n"),
            "{'a': {'b': 1, 'c': 2}, 'd': {'b': 1, 'c': 2}, 'e': {'c': 3, 'b': 1}, 'f': 7, 'g': [7, 7]}");
  std::string laughs = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string last = "*a" + std::to_string(i - 1), n = "a" + std::to_string(i);
    laughs += n + ": &" + n + " [" + last + ", " + last + ", " + last + ", " + last + "]\n";
  }
  EXPECT_THROW(read(laughs), Error);
  for (const char* const bad :
       {"a: 1\n   b: 2\n", "a: [1\n", "a: *x\n", "a: 010\n", "a: 1:30\n", "a: 1_000\n", "a: .inf\n", "a: 2001-01-01\n",
        "a: \"\\n\"\n", "a: |\n  text\n", "\ta: 1\n", "a: 1\nb\n"}) {
    EXPECT_THROW(read(bad), Error) << bad;
  }
}

// Each key was once looked for among all before it: 200,000 took 20 s.
TEST(Xacro, TablesOfManyKeysAreReadAtOnce) {
  std::string text, flow = "{";
  for (int i = 0; i < 60'000; ++i) {
    text += "key" + std::to_string(i) + ": 1\n";
    flow += "other" + std::to_string(i) + ": 1, ";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(
      text_of(read_yaml(file_of("a.yaml", "a: &a\n  b: 1\nc: " + flow + "}\nd:\n  <<: *a\n  b: 2\n"))).substr(0, 12),
      "{'a': {'b': ");
  read_yaml(file_of("b.yaml", text));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace graze
