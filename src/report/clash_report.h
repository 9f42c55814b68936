// What `graze check` found, and its texts: JSON, CSV, a table. The same report gives the same bytes.
#pragma once

#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "report/clash_groups.h"

namespace graze {

struct ClashReport {
  // Of a clash as against an earlier report; `none` where there is none to compare with.
  enum class State : std::uint8_t { none, fresh, persistent };

  std::vector<std::string> files;  // as the user named them
  Assembly assembly;
  std::string units;  // "m", "mm", ...; "model units" when unknown
  ClashSettings settings;
  ClashResult result;
  std::vector<State> states;          // one per clash, or none
  std::vector<std::string> resolved;  // ids that the earlier report had, and this one has not
  GroupBy group_by = GroupBy::none;
  double group_radius = 0;         // by place
  std::vector<ClashGroup> groups;  // none without a way to group
};

// docs/clash.md has the schema; `version` there is this number.
inline constexpr int clash_report_version = 1;

std::string clash_json(const ClashReport& report);
std::string clash_csv(const ClashReport& report);
std::string clash_table(const ClashReport& report);  // for a terminal; at most 50 rows a class

// What a later run needs of a report: the ids and classes; and, of one that was stopped, all that it found.
struct EarlierReport {
  bool complete = false;
  std::uint64_t checked = 0;
  std::string fingerprint;
  std::vector<std::string> ids;
  std::vector<Clash> clashes;  // parts by number, as they were
  std::vector<UndecidedPair> undecided;
};
// Throws Error naming the file.
EarlierReport read_clash_json(const std::string& path);

// Of the parts' paths, shapes and poses, of the sets and settings: equal when a stopped search may go on.
std::string clash_fingerprint(const ClashReport& report);

}  // namespace graze
