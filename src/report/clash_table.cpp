// Clashes as a table to read, and as CSV.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "report/clash_report.h"

namespace graze {

namespace {

constexpr std::array classes = {ClashClass::overlapping, ClashClass::enclosed, ClashClass::duplicate,
                                ClashClass::touching, ClashClass::clearance};

std::string length_of(const Clash& clash) {
  if (std::isinf(clash.bound)) return clash.value == ClashClass::overlapping ? "crossing" : "inside";
  if (clash.fit.kind == FitKind::none && is_unmeasured(clash)) return fmt::format("to {:.6g}", -clash.bound);
  if (clash.fit.kind == FitKind::none) return fmt::format("{:.6g}", clash.distance);
  return fmt::format("{} {:.6g}", name(clash.fit.kind), clash.fit.shaft - clash.fit.bore);
}

// A field in quotes, those in it doubled (RFC 4180).
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

}  // namespace

namespace {

// What was decided, at the end of a row.
std::string decided(const ClashReport& report, const Clash& clash) {
  const ReviewEntry* const entry = review_of(report, clash);
  if (entry == nullptr) return {};
  return fmt::format("  [{}{}{}]", name(entry->status), entry->assignee.empty() ? "" : ", ", entry->assignee);
}

void add_review(std::string& text, const ClashReport& report) {
  if (report.review.empty()) return;
  std::map<std::string, std::size_t> counts;
  for (const Clash& clash : report.result.clashes)
    if (const ReviewEntry* const entry = review_of(report, clash)) ++counts[name(entry->status)];
  std::string list;
  for (const auto& [status, count] : counts) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, status);
  const std::size_t mended = counts["resolved"] + counts["closed"], gone = reviewed_and_gone(report).size();
  text += fmt::format("review: {}", list.empty() ? "of none of these clashes" : list);
  if (mended > 0) text += fmt::format("; {} said to be mended and still there", mended);
  if (gone > 0) text += fmt::format("; {} not found any more", gone);
  text += "\n";
}

void add_row(std::string& text, const ClashReport& report, const Clash& clash, const char* before) {
  text += fmt::format("  {}{}  {:>12}  {}  |  {}{}\n", before, clash.id, length_of(clash),
                      report.assembly.parts[clash.a].path, report.assembly.parts[clash.b].path, decided(report, clash));
}

void add_classes(std::string& text, const ClashReport& report) {
  constexpr std::size_t rows_a_class = 50;
  for (const ClashClass value : classes) {
    std::size_t count = 0;
    for (const Clash& clash : report.result.clashes) count += clash.value == value;
    if (report.extract) count = report.extract->class_counts[static_cast<std::size_t>(value)];
    if (count == 0) continue;
    text += fmt::format("{} {}\n", count, name(value));
    std::size_t shown = 0;
    for (const Clash& clash : report.result.clashes) {
      if (clash.value != value) continue;
      if (++shown > rows_a_class) break;
      add_row(text, report, clash, "");
    }
    if (count > rows_a_class) text += fmt::format("  ... and {} more\n", count - rows_a_class);
  }
}

void add_groups(std::string& text, const ClashReport& report) {
  constexpr std::size_t most_groups = 50, rows_a_group = 20;
  for (std::size_t i = 0; i < report.groups.size(); ++i) {
    if (i == most_groups) {
      text += fmt::format("... and {} more groups\n", report.groups.size() - most_groups);
      break;
    }
    const ClashGroup& group = report.groups[i];
    const std::size_t count = group.clashes.size();
    const char* clashes = count == 1 ? "clash" : "clashes";
    if (report.group_by == GroupBy::place) {
      const Vec3 point = group.point + report.assembly.origin;
      text += fmt::format("{} {} at {:.6g} {:.6g} {:.6g}\n", count, clashes, point.x, point.y, point.z);
    } else {
      text += fmt::format("{} {} {}\n", count, clashes, group_words(report.group_by, group.name));
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (k == rows_a_group) {
        text += fmt::format("  ... and {} more\n", count - rows_a_group);
        break;
      }
      const Clash& clash = report.result.clashes[group.clashes[k]];
      add_row(text, report, clash, fmt::format("{:<11}  ", name(clash.value)).c_str());
    }
  }
}

}  // namespace

std::string clash_table(const ClashReport& report) {
  const ClashResult& found = report.result;
  std::string text;
  if (report.group_by == GroupBy::none) {
    add_classes(text, report);
  } else {
    add_groups(text, report);
  }
  if (found.clashes.empty()) text += "no clashes\n";
  for (const SkippedPart& part : report.assembly.skipped)
    text +=
        "lost " + part.path + (part.global_id.empty() ? "" : " (" + part.global_id + ")") + ": " + part.reason + "\n";
  for (const std::string& note : report.assembly.notes) text += "note: " + note + "\n";
  std::size_t remarks = 0;
  for (const Part& part : report.assembly.parts) {
    if (!part.remark.empty() && ++remarks <= 20) text += "note " + part.path + ": " + part.remark + "\n";
  }
  if (remarks > 20) text += fmt::format("... and {} more notes\n", remarks - 20);
  for (const UndecidedPair& pair : found.undecided) {
    text += "undecided " + report.assembly.parts[pair.a].path + " | " + report.assembly.parts[pair.b].path + ": " +
            pair.reason + "\n";
  }
  add_review(text, report);
  for (const auto& [from, to] : report.renamed) text += "renamed " + from + " is now " + to + "\n";
  if (!report.resolved.empty()) text += fmt::format("{} resolved since the earlier report\n", report.resolved.size());
  text += fmt::format("{} parts, {} pairs near each other{}; lengths in {}; depths {}; contact {:.3g}\n",
                      report.extract ? report.extract->parts : report.assembly.parts.size(), found.candidates,
                      found.complete ? "" : fmt::format(", of which {} were checked: INCOMPLETE", found.checked),
                      report.units, name(report.settings.measure), report.settings.contact);
  return text;
}

std::string clash_csv(const ClashReport& report) { return clash_csv_head() + clash_csv_rows(report); }

std::string clash_csv_head() {
  return "id,class,state,a,b,distance,bound,x,y,z,nx,ny,nz,a_global_id,b_global_id,a_kind,b_kind,a_type,b_type,"
         "a_storey,b_storey,a_layer,b_layer,rule,local_lower,local_upper,volume_lower,volume_upper,depth_lower,"
         "depth_upper,fit,shaft,bore,status,assignee\r\n";
}

std::string clash_csv_rows(const ClashReport& report) {
  std::string text;
  for (std::size_t i = 0; i < report.result.clashes.size(); ++i) {
    const Clash& clash = report.result.clashes[i];
    const auto state = report.states.empty() ? ClashReport::State::none : report.states[i];
    const Part &a = report.assembly.parts[clash.a], &b = report.assembly.parts[clash.b];
    const Vec3 point = clash.point + report.assembly.origin;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}", clash.id, name(clash.value),
                        state == ClashReport::State::fresh        ? "new"
                        : state == ClashReport::State::persistent ? "persistent"
                                                                  : "",
                        quoted(a.path), quoted(b.path), number(clash.distance), number(clash.bound), point.x, point.y,
                        point.z, clash.normal.x, clash.normal.y, clash.normal.z);
    for (const std::string* value :
         {&a.global_id, &b.global_id, &a.kind, &b.kind, &a.type, &b.type, &a.storey, &b.storey, &a.layer, &b.layer})
      text += "," + (value->empty() ? "" : quoted(*value));
    text += "," + (clash.rule < report.rules.size() ? quoted(report.rules[clash.rule].name) : "");
    for (const double value : {clash.local_lower, clash.local_upper, clash.volume_lower, clash.volume_upper,
                               clash.depth_lower, clash.depth_upper})
      text += "," + number(value);
    const bool fit = clash.fit.kind != FitKind::none;
    text += fit ? fmt::format(",{},{},{}", name(clash.fit.kind), clash.fit.shaft, clash.fit.bore) : ",,,";
    const ReviewEntry* const entry = review_of(report, clash);
    text += entry == nullptr ? ",," : fmt::format(",{},{}", name(entry->status), quoted(entry->assignee));
    text += "\r\n";
  }
  return text;
}

}  // namespace graze
