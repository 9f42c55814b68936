// Trajectories from text: a row of joint values per point.
#include <cmath>
#include <set>
#include <string_view>

#include "base/float_state.h"
#include "graze/error.h"
#include "graze/robot.h"
#include "io/text_file.h"
#include "robot/kinematics.h"

namespace graze {

namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t comma = line.find(',');
    std::string_view field = line.substr(0, comma);
    while (!field.empty() && (field.front() == ' ' || field.front() == '\t')) field.remove_prefix(1);
    while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = field.substr(1, field.size() - 2);
    fields.push_back(field);
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

struct Column {
  std::uint32_t variable = RobotJoint::none;  // that it sets; none: it is passed over
  const RobotJoint* mimic = nullptr;          // whose position it tells
  bool told = false;                          // that the joint is elsewhere
};

Column column_of(const TextFile& file, const Robot& robot, std::string_view field) {
  if (field == "time" || field == "time_from_start") return {};
  for (std::uint32_t v = 0; v < robot.variables.size(); ++v) {
    if (robot.variables[v].name == field) return {v};
  }
  for (const RobotJoint& joint : robot.joints) {
    if (joint.name != field) continue;
    if (joint.variable != RobotJoint::none) return {RobotJoint::none, &joint};
    file.fail("joint " + in_quotes(field) + " cannot be moved: leave it out");
  }
  file.fail("the robot has no joint " + in_quotes(field));
}

constexpr double pi_up = 0x1.921fb54442d19p+1;  // the double above pi
constexpr double turn = 0x1.921fb54442d18p+2;

bool is_continuous(const Robot& robot, const std::string& joint_name) {
  for (const RobotJoint& joint : robot.joints) {
    if (joint.name == joint_name) return joint.kind == JointKind::continuous;
  }
  return false;
}

}  // namespace

Trajectory read_trajectory(const std::string& path, const Robot& robot) {
  const FloatState standard;
  TextFile file(path);
  std::string_view line;
  const auto next = [&] {
    while (file.next(line, false)) {
      if (line.find_first_not_of(" \t") != std::string_view::npos) return true;
    }
    return false;
  };
  if (!next()) throw Error(path + ": there is no line of joint names");
  if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  std::vector<Column> columns;
  std::vector<bool> named(robot.variables.size());
  for (const std::string_view field : fields_of(line)) {
    const Column column = column_of(file, robot, field);
    const std::uint32_t v = column.variable;
    if (v != RobotJoint::none && named[v]) file.fail("joint " + in_quotes(field) + " has two columns");
    if (v != RobotJoint::none) named[v] = true;
    columns.push_back(column);
  }

  Trajectory result;
  std::set<std::uint32_t> wound;  // variables of which it was told that they go the short way
  const std::vector<double> start = default_values(robot);
  for (std::size_t v = 0; v < named.size(); ++v) {
    if (!named[v]) {
      result.remarks.push_back("joint '" + robot.variables[v].name + "' has no column: held at " +
                               std::to_string(start[v]));
    }
  }
  while (next()) {
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.size() != columns.size()) {
      file.fail("there are " + std::to_string(fields.size()) + " numbers for " + std::to_string(columns.size()) +
                " columns");
    }
    std::vector<double> values = start, numbers;
    const std::string line_text = "line " + std::to_string(file.line()) + ": joint '";
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const double value = file.number(fields[i]);
      numbers.push_back(value);
      const std::uint32_t v = columns[i].variable;
      if (v == RobotJoint::none) continue;
      values[v] = value;
      const RobotVariable& variable = robot.variables[v];
      if ((value < variable.lower || value > variable.upper) && !is_continuous(robot, variable.name)) {
        result.remarks.push_back(line_text + variable.name + "' is at " + std::string(fields[i]) +
                                 ", beyond its limits");
      }
      if (result.waypoints.empty() || !is_continuous(robot, variable.name)) continue;
      const double before = result.waypoints.back()[v];
      if (std::fabs(value - before) <= pi_up) continue;
      if (!variable.turns) {
        result.remarks.push_back(line_text + variable.name + "' turns by more than half a turn from the line before, " +
                                 "as written, for a joint that goes along with it is not the same after a turn");
        continue;
      }
      values[v] = value + turn * std::nearbyint((before - value) / turn);
      // Once for each joint: what follows is counted on from there.
      if (wound.insert(v).second) {
        result.remarks.push_back(line_text + variable.name + "' goes the short way round: " + std::string(fields[i]) +
                                 " is taken as " + std::to_string(values[v]));
      }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      Column& column = columns[i];
      if (!column.mimic || column.told) continue;
      const double position = joint_position(*column.mimic, values);
      if (std::fabs(numbers[i] - position) <= 1e-6 * (1 + std::fabs(position))) continue;
      column.told = true;
      result.remarks.push_back(line_text + column.mimic->name + "' mimics another and is at " +
                               std::to_string(position) + ", whatever its column says");
    }
    try {
      check_values(robot, values);
    } catch (const Error& error) {
      file.fail(error.what());
    }
    result.waypoints.push_back(std::move(values));
  }
  if (result.waypoints.empty()) throw Error(path + ": there are no waypoints");
  return result;
}

}  // namespace graze
