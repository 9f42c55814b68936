#include "app/robot_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json_text.h"
#include "report/robot_page.h"
#include "robot/obstacles.h"

namespace graze::app {

namespace {

constexpr std::array classes = {SelfClass::adjacent,  SelfClass::always,   SelfClass::sometimes, SelfClass::never,
                                SelfClass::undecided, SelfClass::disabled, SelfClass::unchecked};

std::string values_text(const Robot& robot, const std::vector<double>& values) {
  std::string text;
  for (std::size_t v = 0; v < values.size(); ++v) {
    text += fmt::format("{}{}={:.6g}", v == 0 ? "" : " ", robot.variables[v].name, values[v]);
  }
  return text;
}

// Of a link, or of an obstacle.
const std::string& body_name(const RobotReport& report, std::uint32_t body) {
  const std::size_t links = report.robot.links.size();
  return body < links ? report.robot.links[body].name : report.scene.obstacles[body - links].name;
}

std::string pair_text(const RobotReport& report, std::uint32_t a, std::uint32_t b) {
  return body_name(report, a) + "  |  " + body_name(report, b);
}

// Geometry that was not looked at.
std::vector<SkippedPart> all_skipped(const RobotReport& report) {
  std::vector<SkippedPart> skipped = report.robot.skipped;
  skipped.insert(skipped.end(), report.scene.skipped.begin(), report.scene.skipped.end());
  return skipped;
}

std::string matrix_table(const RobotReport& report) {
  const SelfCollisionMatrix& matrix = *report.matrix;
  std::string text =
      fmt::format("{} pairs of links, {} samples, seed {}\n", matrix.pairs.size(), matrix.samples, matrix.seed);
  for (const SelfClass value : classes) {
    const auto count = std::count_if(matrix.pairs.begin(), matrix.pairs.end(),
                                     [&](const SelfPair& pair) { return pair.value == value; });
    if (count == 0) continue;
    text += fmt::format("{} {}\n", count, name(value));
    for (const SelfPair& pair : matrix.pairs) {
      if (pair.value != value) continue;
      text += "  " + pair_text(report, pair.a, pair.b) + "  (" + how_known(pair, matrix.samples) + ")\n";
      if (value == SelfClass::sometimes) text += "    at " + values_text(report.robot, pair.witness) + "\n";
    }
  }
  return text;
}

// Disabled although it can meet, with a pose that shows it.
bool is_wrong(const SelfPair& pair) { return pair.value == SelfClass::sometimes; }

std::string audit_table(const RobotReport& report) {
  const SelfCollisionMatrix& audit = *report.audit;
  const auto wrong = std::count_if(audit.pairs.begin(), audit.pairs.end(), is_wrong);
  std::string text = fmt::format("{} disabled pairs, {} samples, seed {}\n{} disabled although they can meet\n",
                                 audit.pairs.size(), audit.samples, audit.seed, wrong);
  const auto quoted = [](const SelfPair& pair) {
    return pair.reason.empty() ? "no reason" : "\"" + pair.reason + "\"";
  };
  for (const SelfPair& pair : audit.pairs) {
    if (!is_wrong(pair)) continue;
    text += "  " + pair_text(report, pair.a, pair.b) +
            fmt::format("  (disabled with {}; {})\n", quoted(pair), how_known(pair, audit.samples));
    text += "    in contact at " + values_text(report.robot, pair.witness) + "\n";
    if (!pair.apart.empty()) text += "    apart at " + values_text(report.robot, pair.apart) + "\n";
  }
  for (const bool proven : {false, true}) {
    std::string lines;
    std::size_t count = 0;
    for (const SelfPair& pair : audit.pairs) {
      const bool settled = pair.proven || pair.value == SelfClass::adjacent || pair.value == SelfClass::always;
      if (is_wrong(pair) || settled != proven) continue;
      ++count;
      lines +=
          "  " + pair_text(report, pair.a, pair.b) +
          fmt::format("  (disabled with {}; {}: {})\n", quoted(pair), name(pair.value), how_known(pair, audit.samples));
    }
    if (count > 0) text += fmt::format("{} {}\n", count, proven ? "as they should be" : "not settled") + lines;
  }
  return text;
}

std::string time_text(const TrajectoryTime& time) { return fmt::format("{} + {:.9g}", time.waypoint, time.fraction); }

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Every pair of bodies is left out.
bool nothing_checked(const RobotReport& report) {
  const auto has_shape = [](const RobotLink& link) { return bool(link.shape); };
  const auto links =
      static_cast<std::size_t>(std::count_if(report.robot.links.begin(), report.robot.links.end(), has_shape));
  const std::size_t pairs =
      links * report.scene.obstacles.size() + links * (links - std::min<std::size_t>(links, 1)) / 2;
  return report.trajectory && pairs > 0 && report.checked.unchecked.size() >= pairs;
}

// Nothing was found: of what this is proven, and of what it is not.
std::string free_text(const RobotReport& report) {
  const std::size_t pairs = report.checked.unchecked.size(), missing = all_skipped(report).size();
  if (missing > 0) {
    return "incomplete: no contact of what could be read; " + counted(missing, "piece") +
           " of geometry missing, listed below";
  }
  if (nothing_checked(report)) return "nothing was checked: every pair is left out, as listed below";
  std::string except;
  if (pairs > 0) except = counted(pairs, "pair") + " not checked";
  return "free: no contact, proven" + (except.empty() ? "" : " except " + except + ", listed below");
}

// As one word for programs.
const char* verdict(const RobotReport& report) {
  const TrajectoryResult& checked = report.checked;
  for (const TrajectoryContact& contact : checked.contacts)
    if (contact.contact) return "contact";
  if (!checked.contacts.empty()) return "graze";
  if (!all_skipped(report).empty()) return "incomplete";
  if (!checked.unfinished.empty()) return "unfinished";
  if (nothing_checked(report)) return "unchecked";
  return checked.unchecked.empty() ? "free" : "free_except";
}

std::string trajectory_table(const RobotReport& report) {
  const TrajectoryResult& checked = report.checked;
  std::string text =
      fmt::format("{} waypoints, tolerance {:.6g}\n", report.trajectory->waypoints.size(), checked.tolerance);
  const std::size_t obstacles = report.scene.obstacles.size();
  if (obstacles > 0) text += counted(obstacles, "obstacle") + "\n";
  for (const TrajectoryContact& contact : checked.contacts) {
    text += fmt::format("{}  {}\n  waypoint {} to {}\n", contact.contact ? "contact" : "graze  ",
                        pair_text(report, contact.a, contact.b), time_text(contact.from), time_text(contact.to));
    if (!contact.contact) text += fmt::format("  gap at most {:.6g}\n", contact.gap);
    text += fmt::format("  at ({:.9g}, {:.9g}, {:.9g}), {}\n", contact.point.x, contact.point.y, contact.point.z,
                        values_text(report.robot, contact.values));
  }
  const bool missing = !all_skipped(report).empty();
  if (checked.contacts.empty() && (missing || checked.unfinished.empty())) text += free_text(report) + "\n";
  for (const TrajectoryResult::Unfinished& pair : checked.unfinished) {
    text += "not finished: " + pair_text(report, pair.a, pair.b) + " from waypoint " + time_text(pair.from) +
            " on: " + pair.reason + "\n";
  }
  text += fmt::format("{} not checked\n", counted(checked.unchecked.size(), "pair"));
  for (const TrajectoryResult::Unchecked& pair : checked.unchecked) {
    text += "  " + pair_text(report, pair.a, pair.b) + (pair.reason.empty() ? "" : "  (" + pair.reason + ")") + "\n";
  }
  return text;
}

void append_pair(std::string& text, const RobotReport& report, std::uint32_t a, std::uint32_t b) {
  text += "\"a\":";
  append_string(text, body_name(report, a));
  text += ",\"b\":";
  append_string(text, body_name(report, b));
}

void append_values(std::string& text, const Robot& robot, const std::vector<double>& values) {
  text += '{';
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (v > 0) text += ',';
    append_string(text, robot.variables[v].name);
    text += ':';
    append_number(text, values[v]);
  }
  text += '}';
}

// A list, one item a line.
template <class Items, class Append>
void append_list(std::string& text, const char* field, const Items& items, Append append) {
  text += fmt::format("\"{}\":[", field);
  bool first = true;
  for (const auto& item : items) {
    text += first ? "\n" : ",\n";
    first = false;
    append(item);
  }
  text += first ? "]" : "\n]";
}

void append_matrix(std::string& text, const RobotReport& report, const SelfCollisionMatrix& matrix) {
  const auto append_pose = [&](const std::vector<double>& values) {
    if (values.empty()) {
      text += "null";
    } else {
      append_values(text, report.robot, values);
    }
  };
  text += fmt::format("\"samples\":{},\n\"seed\":{},\n", matrix.samples, matrix.seed);
  append_list(text, "pairs", matrix.pairs, [&](const SelfPair& pair) {
    text += '{';
    append_pair(text, report, pair.a, pair.b);
    text += fmt::format(",\"class\":\"{}\",\"proven\":{},\"hits\":{},\"undecided\":{},\"witness\":", name(pair.value),
                        pair.proven, pair.hits, pair.undecided);
    append_pose(pair.witness);
    text += ",\"apart\":";
    append_pose(pair.apart);
    text += ",\"moveit\":";
    append_string(text, moveit_reason(pair, matrix.samples));
    text += ",\"reason\":";
    if (pair.value == SelfClass::disabled || report.audit || !pair.reason.empty()) {
      append_string(text, pair.reason);
    } else {
      text += "null";
    }
    text += '}';
  });
}

void append_time(std::string& text, const char* field, const TrajectoryTime& time) {
  text += fmt::format(",\"{}\":{{\"waypoint\":{},\"fraction\":", field, time.waypoint);
  append_number(text, time.fraction);
  text += '}';
}

void append_trajectory(std::string& text, const RobotReport& report) {
  const TrajectoryResult& checked = report.checked;
  text += fmt::format("\"trajectory\":{{\"verdict\":\"{}\",\"waypoints\":{},\"obstacles\":{},\"tolerance\":",
                      verdict(report), report.trajectory->waypoints.size(), report.scene.obstacles.size());
  append_number(text, checked.tolerance);
  text += fmt::format(",\"queries\":{},\n", checked.queries);
  append_list(text, "contacts", checked.contacts, [&](const TrajectoryContact& contact) {
    text += '{';
    append_pair(text, report, contact.a, contact.b);
    text += fmt::format(",\"kind\":\"{}\"", contact.contact ? "contact" : "graze");
    append_time(text, "from", contact.from);
    append_time(text, "to", contact.to);
    text += ",\"gap\":";
    append_number(text, contact.gap);
    text += ",\"point\":";
    append_point(text, contact.point);
    text += ",\"values\":";
    append_values(text, report.robot, contact.values);
    text += '}';
  });
  text += ",\n";
  append_list(text, "unfinished", checked.unfinished, [&](const TrajectoryResult::Unfinished& pair) {
    text += '{';
    append_pair(text, report, pair.a, pair.b);
    append_time(text, "from", pair.from);
    text += ",\"reason\":";
    append_string(text, pair.reason);
    text += '}';
  });
  text += ",\n";
  append_list(text, "unchecked", checked.unchecked, [&](const TrajectoryResult::Unchecked& pair) {
    text += '{';
    append_pair(text, report, pair.a, pair.b);
    text += fmt::format(",\"class\":\"{}\",\"reason\":", name(pair.value));
    append_string(text, pair.reason);
    text += '}';
  });
  text += "},\n";
}

// In a sentence.
std::string verdict_text(const RobotReport& report) {
  const std::string word = verdict(report);
  if (word == "contact") return "contact: " + counted(report.checked.contacts.size(), "finding");
  if (word == "graze")
    return "no contact seen, and not proven to be free: " + counted(report.checked.contacts.size(), "graze");
  if (word == "unfinished") return "not finished: " + counted(report.checked.unfinished.size(), "pair");
  return free_text(report);
}

std::vector<std::string> all_remarks(const RobotReport& report) {
  std::vector<std::string> remarks = report.robot.remarks;
  if (report.trajectory) {
    remarks.insert(remarks.end(), report.trajectory->remarks.begin(), report.trajectory->remarks.end());
  }
  remarks.insert(remarks.end(), report.scene.remarks.begin(), report.scene.remarks.end());
  return remarks;
}

}  // namespace

bool RobotReport::complete() const {
  if (!all_skipped(*this).empty() || !checked.unfinished.empty() || nothing_checked(*this)) return false;
  if ((matrix && !matrix->complete) || (audit && !audit->complete)) return false;
  const auto cannot_tell = [](const auto& pair) {
    return pair.value == SelfClass::undecided || pair.value == SelfClass::unchecked;
  };
  return std::none_of(checked.unchecked.begin(), checked.unchecked.end(), cannot_tell) &&
         (!matrix || std::none_of(matrix->pairs.begin(), matrix->pairs.end(), cannot_tell)) &&
         (!audit || std::none_of(audit->pairs.begin(), audit->pairs.end(), cannot_tell));
}

bool RobotReport::has_findings() const {
  return !checked.contacts.empty() || (audit && std::any_of(audit->pairs.begin(), audit->pairs.end(), is_wrong));
}

std::string robot_table(const RobotReport& report) {
  const Robot& robot = report.robot;
  std::string text = fmt::format("{}: {} links, {} joints, {} variables\n", robot.name, robot.links.size(),
                                 robot.joints.size(), robot.variables.size());
  if (!report.disabled.empty()) {
    text += fmt::format("{} pairs are listed as disabled: they are not checked\n", report.disabled.size());
  }
  if (report.matrix) text += matrix_table(report);
  if (report.audit) text += audit_table(report);
  if ((report.matrix && !report.matrix->complete) || (report.audit && !report.audit->complete)) {
    text += "the search was ended before it was done\n";
  }
  if (report.trajectory) text += trajectory_table(report);
  for (const SkippedPart& part : all_skipped(report)) text += "missing " + part.path + ": " + part.reason + "\n";
  for (const std::string& remark : all_remarks(report)) text += "note: " + remark + "\n";
  return text;
}

std::string robot_html(const RobotReport& report) {
  Robot shown = with_obstacles(report.robot, report.scene.obstacles);
  shown.skipped = all_skipped(report);
  RobotPage page;
  page.robot = &shown;
  page.obstacles = report.scene.obstacles.size();
  if (report.matrix) page.matrix = &*report.matrix;
  if (report.audit) page.audit = &*report.audit;
  if (report.trajectory) {
    page.trajectory = &*report.trajectory;
    page.checked = &report.checked;
    page.verdict = verdict_text(report);
  }
  page.remarks = all_remarks(report);
  return robot_page(page);
}

std::string robot_json(const RobotReport& report) {
  const Robot& robot = report.robot;
  std::string text = "{\n\"version\":1,\n\"robot\":";
  append_string(text, robot.name);
  text += fmt::format(",\n\"complete\":{},\n\"links\":{},\n\"joints\":{},\n", report.complete(), robot.links.size(),
                      robot.joints.size());
  append_list(text, "variables", robot.variables, [&](const RobotVariable& variable) {
    text += "{\"name\":";
    append_string(text, variable.name);
    text += ",\"lower\":";
    append_number(text, variable.lower);
    text += ",\"upper\":";
    append_number(text, variable.upper);
    text += '}';
  });
  text += ",\n";
  if (report.matrix) {
    append_matrix(text, report, *report.matrix);
    text += ",\n";
  } else {
    text += "\"samples\":null,\n\"seed\":null,\n\"pairs\":null,\n";
  }
  if (report.trajectory) {
    append_trajectory(text, report);
  } else {
    text += "\"trajectory\":null,\n";
  }
  if (report.audit) {
    const auto wrong = std::count_if(report.audit->pairs.begin(), report.audit->pairs.end(), is_wrong);
    text += fmt::format("\"audit\":{{\"wrong\":{},", wrong);
    append_matrix(text, report, *report.audit);
    text += "},\n";
  } else {
    text += "\"audit\":null,\n";
  }
  append_list(text, "skipped", all_skipped(report), [&](const SkippedPart& part) {
    text += "{\"path\":";
    append_string(text, part.path);
    text += ",\"reason\":";
    append_string(text, part.reason);
    text += '}';
  });
  text += ",\n";
  append_list(text, "remarks", all_remarks(report), [&](const std::string& remark) { append_string(text, remark); });
  return text + "\n}\n";
}

std::string simple_table(const Robot& robot, const SimpleRobot& simple) {
  std::string text;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (simple.pieces[i] == 0) continue;
    text += fmt::format("{}: {}, standing out by at most {:.6g} m\n", robot.links[i].name,
                        counted(simple.pieces[i], "piece"), simple.gaps[i]);
  }
  for (const std::string& remark : robot.remarks) text += "note: " + remark + "\n";
  return text;
}

std::string simple_json(const Robot& robot, const SimpleRobot& simple) {
  std::string text = "{\n\"version\":1,\n\"robot\":";
  append_string(text, robot.name);
  text += fmt::format(",\n\"complete\":{},\n", robot.skipped.empty());
  std::size_t i = 0;
  append_list(text, "links", robot.links, [&](const RobotLink& link) {
    text += "{\"name\":";
    append_string(text, link.name);
    text += fmt::format(",\"pieces\":{},\"gap\":", simple.pieces[i]);
    append_number(text, simple.gaps[i++]);
    text += '}';
  });
  return text + "\n}\n";
}

}  // namespace graze::app
