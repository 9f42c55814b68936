// What `graze check` found, and its texts: JSON, CSV, a table. The same report gives the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "graze/clash_review.h"
#include "graze/clash_rules.h"
#include "report/clash_groups.h"

namespace graze {

// Of a model that is not in memory: the assembly has only the parts that are told of, the result only some clashes.
struct ModelExtract {
  std::uint64_t parts = 0;                      // of the model
  std::vector<std::uint32_t> numbers;           // of each part of the assembly in the model
  std::array<std::uint64_t, 5> class_counts{};  // of all clashes, by ClashClass
  std::string fingerprint;
};

struct ClashReport {
  // Of a clash as against an earlier report; `none` where there is none to compare with.
  enum class State : std::uint8_t { none, fresh, persistent };

  std::vector<std::string> files;  // as the user named them
  Assembly assembly;
  std::string units;  // "m", "mm", ...; "model units" when unknown
  ClashSettings settings;
  std::vector<ClashRule> rules;  // of the rules file; Clash::rule numbers them
  std::vector<PartKey> keys;     // one per part
  ClashResult result;
  std::vector<State> states;                                 // one per clash, or none
  std::vector<std::string> earlier_ids;                      // one per clash, or none: what it was called there
  std::vector<std::string> resolved;                         // ids that the earlier report had, and this one has not
  std::vector<std::pair<std::string, std::string>> renamed;  // names of parts in the earlier report, and now
  ClashReview review;                                        // by id; also of clashes that were not found
  GroupBy group_by = GroupBy::none;
  double group_radius = 0;         // by place
  std::vector<ClashGroup> groups;  // none without a way to group

  std::optional<ModelExtract> extract;
};

// Is the depth of an overlap known from above alone? Then it is at most the bound.
inline bool is_unmeasured(const Clash& clash) {
  return clash.value <= ClashClass::duplicate && clash.distance == 0 && clash.bound > 0;
}

// What was decided of a clash; null: nothing.
const ReviewEntry* review_of(const ClashReport& report, const Clash& clash);
// Ids of the review whose clashes were not found, in order.
std::vector<std::string> reviewed_and_gone(const ClashReport& report);
// Entries of clashes that had another id in the report that this one was compared with follow them.
void follow_ids(ClashReport& report);

class JsonWriter;

// docs/clash.md has the schema; `version` there is this number.
inline constexpr int clash_report_version = 2;

std::string clash_json(const ClashReport& report);
// The same in three: what comes before the clashes, the clashes, each on a line of its own after a line end, with
// commas in between, and what comes after them. The heads and tails of extracts are alike, and their rows can be
// joined.
struct ClashJsonText {
  std::string head, rows, tail;
};
ClashJsonText clash_json_text(const ClashReport& report);
// The fields of a clash that tell how deep it is, and its fit, into an object.
void append_measures(JsonWriter& out, const Clash& clash, Vec3 origin);
std::string clash_csv(const ClashReport& report);
std::string clash_csv_head();                           // its first line
std::string clash_csv_rows(const ClashReport& report);  // the others
std::string clash_table(const ClashReport& report);     // for a terminal; at most 50 rows a class

// What a later run needs of a report: the ids and classes; and, of one that was stopped, all that it found.
struct EarlierReport {
  bool complete = false;
  std::uint64_t checked = 0;
  std::string fingerprint;
  std::vector<std::string> ids;
  std::vector<std::pair<PartKey, PartKey>> keys;  // of the parts of each
  std::vector<Clash> clashes;                     // parts by number, as they were
  std::vector<UndecidedPair> undecided;
};
// With `clashes` empty unless they are asked for: a report to compare with may be larger than the model. Throws Error
// naming the file.
EarlierReport read_clash_json(const std::string& path, bool with_clashes);

// Of the parts' paths, shapes and poses, of the sets and settings: equal when a stopped search may go on.
std::string clash_fingerprint(const ClashReport& report);

}  // namespace graze
